//! Limits that players set themselves: how long and for how much they play in a day. Stricter ones hold at once, looser
//! ones a day later.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cardroom_protocol::{Code, Limits, Problem, TournamentPhase, TournamentSnapshot};
use cardroom_room::{AccountId, Actor, Command, SitOut, tournament};
use cardroom_store::{LedgerAccount, StoreError};
use serde::{Deserialize, Serialize};

use crate::accounts::SignedIn;
use crate::clock::wall_ms;
use crate::house::House;
use crate::problem;
use crate::retell::tournament_of;

pub(crate) const DAY_MS: u64 = 86_400_000;
/// Ledger entries of one day that are looked at.
const MOST_ENTRIES: u32 = 2_000;
/// Under which names the store keeps how long somebody has played.
const PLAYED: &str = "played/";

/// Limits as they are stored.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct KeptLimits {
    now: Limits,
    /// Looser ones, and from when.
    later: Option<(Limits, u64)>,
}

impl KeptLimits {
    pub(crate) fn read(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// What holds at a time.
    pub(crate) fn at(&self, now_ms: u64) -> Limits {
        match &self.later {
            Some((looser, from)) if *from <= now_ms => Limits { looser_from: None, ..looser.clone() },
            later => Limits { looser_from: later.as_ref().map(|(_, from)| *from), ..self.now.clone() },
        }
    }

    /// After somebody asked for others.
    pub(crate) fn changed(&self, wanted: &Limits, now_ms: u64) -> Self {
        let before = self.at(now_ms);
        let now = Limits {
            minutes_a_day: stricter(before.minutes_a_day, wanted.minutes_a_day),
            chips_a_day: stricter(before.chips_a_day, wanted.chips_a_day),
            excluded_until: wanted.excluded_until,
            looser_from: None,
        };
        let wanted = Limits { looser_from: None, ..wanted.clone() };
        let later = (now != wanted).then(|| (wanted, now_ms.saturating_add(DAY_MS)));
        Self { now, later }
    }
}

fn stricter<T: Ord>(before: Option<T>, wanted: Option<T>) -> Option<T> {
    match (before, wanted) {
        (Some(before), Some(wanted)) => Some(before.min(wanted)),
        (before, wanted) => before.or(wanted),
    }
}

/// How long those who limited themselves have played today.
#[derive(Default)]
pub(crate) struct PlayTime {
    players: Mutex<HashMap<u64, Played>>,
}

#[derive(Clone, Copy)]
struct Played {
    most_minutes: u32,
    day: u64,
    ms: u64,
}

impl PlayTime {
    /// Somebody has a limit now, another one, or none.
    pub(crate) fn limit(&self, account: u64, minutes: Option<u32>) {
        let mut players = self.lock();
        match minutes {
            Some(most_minutes) => {
                let played = players.entry(account).or_insert(Played { most_minutes, day: today(), ms: 0 });
                played.most_minutes = most_minutes;
            }
            None => {
                players.remove(&account);
            }
        }
    }

    fn resume(&self, account: u64, day: u64, ms: u64) {
        let played = Played { most_minutes: u32::MAX, day, ms };
        self.lock().insert(account, played);
    }

    /// These have sat at a table for so long; gives what to store, and who has played long enough.
    fn pass(&self, seated: impl Fn(u64) -> bool, ms: u64) -> Vec<(u64, String, bool)> {
        let today = today();
        let mut passed = Vec::new();
        for (&account, played) in self.lock().iter_mut().filter(|(account, _)| seated(**account)) {
            if played.day != today {
                *played = Played { day: today, ms: 0, ..*played };
            }
            played.ms = played.ms.saturating_add(ms);
            let enough = played.ms >= u64::from(played.most_minutes).saturating_mul(60_000);
            passed.push((account, format!("{today} {}", played.ms), enough));
        }
        passed
    }

    fn minutes_today(&self, account: u64) -> u64 {
        let today = today();
        self.lock().get(&account).filter(|played| played.day == today).map_or(0, |played| played.ms / 60_000)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Played>> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Accounts with a limit on chips that are putting some at stake just now.
#[derive(Clone, Default)]
pub(crate) struct Staking(Arc<Mutex<HashSet<u64>>>);

/// Chips on their way to a table or a tournament; dropped when they are there, or stay.
pub(crate) struct Stake {
    staking: Staking,
    account: u64,
}

impl Staking {
    fn begin(&self, account: u64) -> Option<Stake> {
        self.lock().insert(account).then(|| Stake { staking: self.clone(), account })
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Stake {
    fn drop(&mut self) {
        self.staking.lock().remove(&self.account);
    }
}

fn today() -> u64 {
    wall_ms() / DAY_MS
}

impl House {
    /// Whether somebody may put so many more chips at stake today. Who limits its chips does that once at a time, until what
    /// comes of it is stored: the next stake is measured by that.
    pub(crate) async fn within_limits(&self, who: &SignedIn, stake: u64) -> Result<Option<Stake>, Problem> {
        who.may_play()?;
        self.play_time.limit(who.account, who.limits.minutes_a_day);
        if let Some(most) = who.limits.minutes_a_day
            && self.play_time.minutes_today(who.account) >= u64::from(most)
        {
            let text = format!("You have played the {most} minutes that you allow yourself a day.");
            return Err(Problem::new(Code::Forbidden, text));
        }
        let mut on_its_way = None;
        if let Some(most) = who.limits.chips_a_day {
            let begun = self.staking.begin(who.account);
            on_its_way = Some(begun.ok_or_else(|| problem::too_many("one stake after another: try again", 1))?);
            let lost = self.lost_today(who.account).await.map_err(|error| problem::store(&error))?;
            let left = most.saturating_sub(lost);
            if stake > left {
                let text = format!(
                    "You allow yourself to lose {most} chips a day; {lost} are lost or at stake, so {left} are left."
                );
                return Err(Problem::new(Code::Forbidden, text));
            }
        }
        Ok(on_its_way)
    }

    /// The chips that an account has taken to tables and tournaments today and not brought back.
    async fn lost_today(&self, account: u64) -> Result<u64, StoreError> {
        let day = today().saturating_mul(DAY_MS);
        let entries = self.store.entries_of(LedgerAccount::Wallet(account), None, MOST_ENTRIES).await?;
        let today = entries.iter().take_while(|entry| entry.at_ms >= day);
        let gifts = ["welcome", "refill", "credit"];
        let net: i64 = today.filter(|entry| !gifts.contains(&entry.reason.as_str())).map(|entry| entry.amount).sum();
        Ok(u64::try_from(net.saturating_neg()).unwrap_or(0))
    }

    /// Reads how long those who limited themselves have played.
    pub(crate) async fn resume_play_time(&self) -> Result<(), StoreError> {
        for (name, value) in self.store.settings().await? {
            let account = name.strip_prefix(PLAYED).and_then(|account| account.parse().ok());
            let played = value.split_once(' ').and_then(|(day, ms)| Some((day.parse().ok()?, ms.parse().ok()?)));
            if let (Some(account), Some((day, ms))) = (account, played) {
                self.play_time.resume(account, day, ms);
                let limits = self.store.account(account).await?.map(|account| KeptLimits::read(&account.limits));
                self.play_time.limit(account, limits.and_then(|limits| limits.at(wall_ms()).minutes_a_day));
            }
        }
        Ok(())
    }

    /// So much time has gone by: who has played as long as it allows itself gets up.
    pub(crate) async fn pass_play_time(&self, ms: u64) {
        for (account, played, enough) in self.play_time.pass(|account| !self.seats.of(account).is_empty(), ms) {
            if let Err(error) = self.store.set_setting(&format!("{PLAYED}{account}"), &played).await {
                tracing::warn!(%error, "play time is not kept");
            }
            if enough {
                self.get_up(account).await;
            }
        }
    }

    /// An account that may play no longer, by its own will or the operator's: it gets up, and its entries for tournaments
    /// that have not begun are given back. Those that run it doesn't play any more; the table acts for it at once.
    pub(crate) async fn stop_playing(&self, account: u64) {
        self.get_up_everywhere(account).await;
        self.withdraw(account).await;
        let tables = self.seats.of(account).into_iter().filter(|&table| tournament_of(table).is_some());
        for handle in tables.filter_map(|table| self.table(table).ok()) {
            let away = Command::SitOut(SitOut::NextHand);
            let _ = handle.tell(Actor::Player(AccountId(account)), away).await;
        }
    }

    /// An account gets up from every table, from a hand when that is over; in tournaments it keeps its seats.
    pub(crate) async fn get_up(&self, account: u64) {
        for table in self.seats.of(account).into_iter().filter(|&table| tournament_of(table).is_none()) {
            if let Ok(handle) = self.table(table) {
                let _ = handle.tell(Actor::Player(AccountId(account)), Command::Leave).await;
            }
        }
    }

    /// The same where it may be sitting down just now: every table is asked, after whatever it was asked before.
    pub(crate) async fn get_up_everywhere(&self, account: u64) {
        for (_, handle) in self.tables().into_iter().filter(|(_, handle)| handle.tournament.is_none()) {
            if handle.seats(account).await {
                let _ = handle.tell(Actor::Player(AccountId(account)), Command::Leave).await;
            }
        }
    }

    /// Takes an account's entries back from every tournament that has not begun; what they cost is in its wallet again.
    pub(crate) async fn withdraw(&self, account: u64) {
        let entered = |shown: &TournamentSnapshot| {
            shown.summary.phase == TournamentPhase::Registering
                && shown.places.iter().any(|place| place.account == account)
        };
        for (number, handle) in self.tournaments().into_iter().filter(|(_, handle)| entered(&handle.shown())) {
            let back = tournament::Command::Unregister { account: AccountId(account) };
            if let Err(problem) = handle.tell_patiently(back).await {
                tracing::warn!(tournament = number, problem = problem.detail, "an entry is not given back");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(minutes: Option<u32>, chips: Option<u64>) -> Limits {
        Limits { minutes_a_day: minutes, chips_a_day: chips, ..Limits::default() }
    }

    #[test]
    fn stricter_limits_hold_at_once_and_looser_ones_a_day_later() {
        let kept = KeptLimits::default().changed(&limits(Some(60), None), 1000);
        assert_eq!(kept.at(1000), limits(Some(60), None));
        let kept = kept.changed(&limits(Some(90), Some(500)), 2000);
        let now = kept.at(2000);
        assert_eq!((now.minutes_a_day, now.chips_a_day, now.looser_from), (Some(60), Some(500), Some(2000 + DAY_MS)));
        assert_eq!(kept.at(2000 + DAY_MS), limits(Some(90), Some(500)));
        let kept = kept.changed(&limits(None, None), 3000);
        assert_eq!(kept.at(3000 + DAY_MS - 1).minutes_a_day, Some(60));
        assert_eq!(kept.at(3000 + DAY_MS), Limits::default());
    }

    #[test]
    fn time_is_counted_for_those_who_sit() {
        let time = PlayTime::default();
        time.limit(1, Some(2));
        time.limit(2, Some(2));
        assert_eq!(time.pass(|account| account == 1, 60_000).iter().filter(|(.., enough)| *enough).count(), 0);
        let passed = time.pass(|account| account == 1, 60_000);
        assert!(matches!(&passed[..], [(1, _, true)]));
        assert_eq!((time.minutes_today(1), time.minutes_today(2)), (2, 0));
    }
}
