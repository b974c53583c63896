//! Whose links are missing again and again. A missing link burns the hand for everybody at the table, and who sits out for
//! it could come back at once with a new chain: two players would never be dealt a hand. So from the third on it waits.

use serde::{Deserialize, Serialize};

use crate::id::{AccountId, Now};
use crate::refused::Refused;
use crate::table::Table;

/// How many links may be missing before their player waits: a connection may fail, or a machine sleep.
const EXCUSED: u8 = 2;
/// How long it waits then; each time twice as long as the time before.
const FIRST_WAIT_MS: u64 = 60_000;
/// But never longer than this.
const LONGEST_WAIT_MS: u64 = 3_600_000;
/// So long after the last one, or after the wait for it, they are forgotten.
const REMEMBERED_MS: u64 = 600_000;
/// Of so many players at one table, so that the list has an end.
const MOST_REMEMBERED: usize = 64;

/// How often somebody's link was missing of late.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Withheld {
    account: AccountId,
    times: u8,
    /// When it may play again.
    pub(crate) until: Now,
}

impl Table {
    /// A link is missing, and its hand is burned.
    pub(crate) fn note_missing_link(&mut self, account: AccountId, now: Now) {
        let all = &mut self.state.withheld;
        all.retain(|one| one.until.plus(REMEMBERED_MS) > now);
        let before = all.iter().find(|one| one.account == account).map_or(0, |one| one.times);
        all.retain(|one| one.account != account);
        if all.len() >= MOST_REMEMBERED {
            all.remove(0);
        }
        let times = before.saturating_add(1);
        all.push(Withheld { account, times, until: now.plus(wait_ms(times)) });
    }

    /// Whether an account may play: not while it waits for the links that were missing.
    pub(crate) fn check_waited(&self, account: AccountId, now: Now) -> Result<(), Refused> {
        match self.state.withheld.iter().find(|one| one.account == account && one.until > now) {
            Some(one) => Err(Refused::LinksMissing { times: one.times, seconds: one.until.since(now).div_ceil(1000) }),
            None => Ok(()),
        }
    }
}

fn wait_ms(times: u8) -> u64 {
    match times.checked_sub(EXCUSED.saturating_add(1)) {
        None => 0,
        Some(more) => FIRST_WAIT_MS.saturating_mul(1 << more.min(10)).min(LONGEST_WAIT_MS),
    }
}
