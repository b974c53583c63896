//! Chips outside a hand: every movement is an entry from one purse to another, so it balances by itself.
//!
//! A wallet, a seat and a pool never go below nothing. The house grant does: it is where play chips come from, and the
//! sum over all purses is nothing at all times. During a hand nothing moves here; when it is over, what was lost goes
//! from seat to seat. So the ledger knows every stack as it was when the running hand began.

use std::collections::BTreeMap;
use std::fmt;

use cardroom_rules::Chips;
use serde::{Deserialize, Serialize};

use crate::id::{AccountId, Now, TableId, TournamentId, chips};

/// Where chips are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Purse {
    /// An account's own.
    Wallet(AccountId),
    /// In front of an account at a table, its bets of a running hand included.
    Seat(TableId, AccountId),
    /// What the entrants of a tournament paid.
    Pool(TournamentId),
    /// Where play chips come from.
    House,
}

/// Why chips moved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Reason {
    /// A new account's first chips.
    Welcome,
    /// A free refill for a player without chips.
    Refill,
    /// Sitting down.
    BuyIn,
    /// Chips added between hands.
    TopUp,
    /// Chips bought after losing all.
    Rebuy,
    /// Leaving a table.
    CashOut,
    /// Won and lost in this hand.
    Hand(u64),
    /// A tournament's entry.
    Entry,
    /// An entry given back.
    EntryReturned,
    /// A tournament's prize.
    Prize,
    /// What the house gives one of its bots to play with, and takes back when that gets up.
    Stake,
    /// Given by an operator.
    Credit,
}

/// One movement. What leaves one purse arrives in another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Where it comes from.
    pub from: Purse,
    /// Where it goes.
    pub to: Purse,
    /// How much.
    #[serde(with = "chips")]
    pub amount: Chips,
    /// What for.
    pub reason: Reason,
}

/// Why entries were refused; nothing moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LedgerError {
    /// A purse has less than what is to leave it.
    #[error("{purse} holds {held}, which is less than {amount}")]
    NotEnough {
        /// Which purse.
        purse: Purse,
        /// What it holds.
        held: i64,
        /// What was to leave it.
        amount: Chips,
    },
    /// The house would grant more than a room can hold.
    #[error("the room holds at most {most} chips", most = Chips::MOST)]
    TooManyChips,
    /// An entry of nothing, or from a purse to itself.
    #[error("an entry moves at least one chip from one purse to another")]
    NoMovement,
}

/// The balances of a room, in memory. A store keeps the same.
///
/// ```
/// use cardroom_room::{AccountId, Chips, Entry, Ledger, Purse, Reason};
///
/// let (ann, bob) = (Purse::Wallet(AccountId(1)), Purse::Wallet(AccountId(2)));
/// let mut ledger = Ledger::default();
/// ledger.post(&[Entry { from: Purse::House, to: ann, amount: Chips::new(100), reason: Reason::Welcome }])?;
/// let too_much = [Entry { from: ann, to: bob, amount: Chips::new(101), reason: Reason::BuyIn }];
/// assert!(ledger.post(&too_much).is_err());
/// assert_eq!(ledger.balance(ann), 100);
/// assert_eq!(ledger.sum(), 0);
/// # Ok::<(), cardroom_room::LedgerError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Ledger {
    balances: BTreeMap<Purse, i64>,
}

impl Ledger {
    /// What a purse holds.
    pub fn balance(&self, purse: Purse) -> i64 {
        self.balances.get(&purse).copied().unwrap_or(0)
    }

    /// Every purse that was ever used, with what it holds.
    pub fn purses(&self) -> impl Iterator<Item = (Purse, i64)> + '_ {
        self.balances.iter().map(|(&purse, &held)| (purse, held))
    }

    /// The sum over all purses, which is nothing.
    pub fn sum(&self) -> i64 {
        self.balances.values().sum()
    }

    /// What an account has in all: its wallet and its seats.
    pub fn worth(&self, account: AccountId) -> i64 {
        let own = |purse: Purse| matches!(purse, Purse::Wallet(who) | Purse::Seat(_, who) if who == account);
        self.purses().filter(|&(purse, _)| own(purse)).map(|(_, held)| held).sum()
    }

    /// Moves chips, all of the entries or none.
    ///
    /// # Errors
    /// If a purse would go below nothing or the room beyond what it can hold.
    pub fn post(&mut self, entries: &[Entry]) -> Result<(), LedgerError> {
        for (done, entry) in entries.iter().enumerate() {
            if let Err(error) = self.post_one(entry) {
                entries.iter().take(done).rev().for_each(|entry| self.undo(entry));
                return Err(error);
            }
        }
        Ok(())
    }

    fn post_one(&mut self, entry: &Entry) -> Result<(), LedgerError> {
        let Entry { from, to, amount, .. } = *entry;
        let moved = i64::try_from(amount.get()).unwrap_or(i64::MAX);
        if moved == 0 || from == to {
            return Err(LedgerError::NoMovement);
        }
        let held = self.balance(from);
        let left = held.saturating_sub(moved);
        if from == Purse::House && left.unsigned_abs() > Chips::MOST.get() {
            return Err(LedgerError::TooManyChips);
        }
        if from != Purse::House && left < 0 {
            return Err(LedgerError::NotEnough { purse: from, held, amount });
        }
        self.balances.insert(from, left);
        let arrived = self.balances.entry(to).or_insert(0);
        *arrived = arrived.saturating_add(moved);
        Ok(())
    }

    fn undo(&mut self, entry: &Entry) {
        let moved = i64::try_from(entry.amount.get()).unwrap_or(i64::MAX);
        for (purse, back) in [(entry.from, moved), (entry.to, moved.saturating_neg())] {
            let held = self.balances.entry(purse).or_insert(0);
            *held = held.saturating_add(back);
        }
    }
}

/// Free chips for those who have none, now and then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refill {
    /// What a broke player gets.
    pub amount: Chips,
    /// Whoever has less than this in all is broke.
    pub below: Chips,
    /// How long after one refill the next may be asked for.
    pub every_ms: u64,
}

/// Why there is no refill.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoRefill {
    /// Not broke.
    #[error("a refill is for players with fewer than {below} chips in wallet and seats together; there are {worth}")]
    HasChips {
        /// What the account has.
        worth: Chips,
        /// What it must have less than.
        below: Chips,
    },
    /// Too soon after the last one.
    #[error("the next refill can be asked for in {} minutes", ms_left.div_ceil(60_000))]
    TooSoon {
        /// How long to wait.
        ms_left: u64,
    },
}

impl Refill {
    /// A refill for an account that has so much in wallet and seats together and had its last one at `last`.
    ///
    /// # Errors
    /// If it isn't broke, or asks too soon.
    pub fn ask(&self, account: AccountId, worth: Chips, last: Option<Now>, now: Now) -> Result<Entry, NoRefill> {
        if worth >= self.below {
            return Err(NoRefill::HasChips { worth, below: self.below });
        }
        let ms_left = last.map_or(0, |last| last.plus(self.every_ms).since(now));
        if ms_left > 0 {
            return Err(NoRefill::TooSoon { ms_left });
        }
        let (from, to) = (Purse::House, Purse::Wallet(account));
        Ok(Entry { from, to, amount: self.amount, reason: Reason::Refill })
    }
}

impl fmt::Display for Purse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wallet(account) => write!(f, "the wallet of {account}"),
            Self::Seat(table, account) => write!(f, "the seat of {account} at {table}"),
            Self::Pool(tournament) => write!(f, "the pool of tournament {}", tournament.0),
            Self::House => f.write_str("the house"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: AccountId = AccountId(1);

    #[test]
    fn entries_are_posted_whole_or_not_at_all() {
        let wallet = Purse::Wallet(ANN);
        let seat = Purse::Seat(TableId(1), ANN);
        let mut ledger = Ledger::default();
        let entry = |from, to, amount| Entry { from, to, amount: Chips::new(amount), reason: Reason::BuyIn };
        ledger.post(&[entry(Purse::House, wallet, 10)]).unwrap();
        let before = ledger.clone();
        let refused = ledger.post(&[entry(wallet, seat, 4), entry(wallet, seat, 7)]).unwrap_err();
        assert_eq!(refused.to_string(), "the wallet of account 1 holds 6, which is less than 7");
        assert_eq!((ledger.balance(wallet), ledger.balance(seat)), (10, 0));
        assert_eq!(ledger.sum(), before.sum());
        assert_eq!(ledger.post(&[entry(wallet, wallet, 1)]), Err(LedgerError::NoMovement));
        assert_eq!(ledger.post(&[entry(wallet, seat, 0)]), Err(LedgerError::NoMovement));
        assert_eq!(ledger.post(&[entry(Purse::House, seat, u64::MAX)]), Err(LedgerError::TooManyChips));
    }

    #[test]
    fn a_refill_is_for_the_broke_and_only_now_and_then() {
        let refill = Refill { amount: Chips::new(1000), below: Chips::new(20), every_ms: 3_600_000 };
        let ask = |worth, last, now| refill.ask(ANN, Chips::new(worth), last, Now(now));
        assert_eq!(ask(0, None, 5).unwrap().amount, Chips::new(1000));
        assert!(ask(20, None, 5).unwrap_err().to_string().contains("fewer than 20"));
        assert_eq!(ask(0, Some(Now(5)), 3_600_004).unwrap_err(), NoRefill::TooSoon { ms_left: 1 });
        assert!(ask(19, Some(Now(5)), 3_600_005).is_ok());
    }
}
