//! Who finished where when several players go out together.
//!
//! Two players out on the same hand rank by the stack they began it with, the larger one better; equal stacks tie.
//! At different tables, while all play hand for hand, the hands count as one and players tie across tables: the best
//! of each table's losers share, then the next best. Ties are broken by nothing else.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use cardroom_rules::Chips;
use serde::{Deserialize, Serialize};

use crate::id::chips;
use crate::{AccountId, TableId};

/// A player who lost the last chip.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Bust {
    pub(crate) account: AccountId,
    pub(crate) table: TableId,
    /// The stack that the player began the hand with.
    #[serde(with = "chips")]
    pub(crate) began_with: Chips,
}

/// Puts players who went out together into order, best first; those in one list share their places.
pub(crate) fn ranked(busts: &[Bust]) -> Vec<Vec<AccountId>> {
    let mut by_table: BTreeMap<TableId, BTreeMap<Reverse<Chips>, Vec<AccountId>>> = BTreeMap::new();
    for bust in busts {
        let stacks = by_table.entry(bust.table).or_default();
        stacks.entry(Reverse(bust.began_with)).or_default().push(bust.account);
    }
    let mut tiers: Vec<Vec<AccountId>> = Vec::new();
    for stacks in by_table.into_values() {
        for (tier, accounts) in stacks.into_values().enumerate() {
            match tiers.get_mut(tier) {
                Some(tied) => tied.extend(accounts),
                None => tiers.push(accounts),
            }
        }
    }
    tiers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bust(account: u64, table: u64, began_with: u64) -> Bust {
        Bust { account: AccountId(account), table: TableId(table), began_with: Chips::new(began_with) }
    }

    fn check(busts: &[Bust], expected: &[&[u64]]) {
        let tiers = ranked(busts);
        let found: Vec<Vec<u64>> = tiers.iter().map(|tied| tied.iter().map(|account| account.0).collect()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_larger_stack_at_the_start_of_the_hand_ranks_higher() {
        check(&[bust(1, 7, 50), bust(2, 7, 900), bust(3, 7, 60)], &[&[2], &[3], &[1]]);
    }

    #[test]
    fn equal_stacks_tie() {
        check(&[bust(1, 7, 50), bust(2, 7, 50), bust(3, 7, 60)], &[&[3], &[1, 2]]);
    }

    #[test]
    fn hand_for_hand_ties_across_tables() {
        check(&[bust(1, 7, 50), bust(2, 8, 900)], &[&[1, 2]]);
        check(&[bust(1, 7, 50), bust(2, 7, 60), bust(3, 8, 5)], &[&[2, 3], &[1]]);
    }
}
