//! The house's tournaments: those that came back, those that players hold, and those it always has on.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use cardroom_bots::Level;
use cardroom_protocol::{Code, Place, Problem, TournamentKind, TournamentPhase, TournamentSnapshot, TournamentSummary};
use cardroom_room::tournament::{Command, Schedule, Start, Tournament, TournamentSetup};
use cardroom_room::{Chips, Now, Stakes, StakesLimit, TableId, TournamentId};
use cardroom_store::{Append, StoreError, StreamId, StreamKind};

use super::ask::TournamentHandle;
use super::stored::StoredTournament;
use super::task::TournamentTask;
use crate::features::Feature;
use crate::house::House;
use crate::house_bots;
use crate::name::Name;
use crate::problem;
use crate::table::TableHandle;

/// Tournaments that are over and still on the wall.
pub(super) const KEPT_WHEN_OVER: usize = 20;
/// A scheduled tournament of the house that no person has entered this long before its start is put off.
const PUT_OFF_BEFORE_MS: u64 = 30_000;
const HOUR_MS: u64 = 3_600_000;

/// One of the tournaments that the house always has on.
struct HouseTournament {
    name: &'static str,
    game: &'static str,
    limit: StakesLimit,
    seats: u8,
    most: u32,
    bots: usize,
    entry: u64,
    level_ms: u64,
    kind: TournamentKind,
}

const HOUSE_TOURNAMENTS: [HouseTournament; 4] = [
    HouseTournament {
        name: "Hold-Out high/low sit-and-go",
        game: "holdout-hilo",
        limit: StakesLimit::fixed(20),
        seats: 6,
        most: 6,
        bots: 5,
        entry: 500,
        level_ms: 240_000,
        kind: TournamentKind::SitAndGo,
    },
    HouseTournament {
        name: "Hold'em sit-and-go",
        game: "holdem",
        limit: StakesLimit::No { min_bet: 20 },
        seats: 9,
        most: 9,
        bots: 8,
        entry: 500,
        level_ms: 240_000,
        kind: TournamentKind::SitAndGo,
    },
    HouseTournament {
        name: "Three games in turn",
        game: "mix-house",
        limit: StakesLimit::fixed(20),
        seats: 6,
        most: 6,
        bots: 5,
        entry: 500,
        level_ms: 300_000,
        kind: TournamentKind::SitAndGo,
    },
    HouseTournament {
        name: "The hourly Hold-Out",
        game: "holdout",
        limit: StakesLimit::No { min_bet: 20 },
        seats: 9,
        most: 90,
        bots: 17,
        entry: 200,
        level_ms: 480_000,
        kind: TournamentKind::Scheduled,
    },
];

impl House {
    /// Lets tournaments that came back go on, once their tables have. Those that are lost are there again before
    /// anybody is told to go to them.
    pub(crate) async fn resume_tournaments(self: &Arc<Self>, stored: BTreeMap<u64, StoredTournament>) {
        for (number, StoredTournament { tournament, claim }) in stored {
            for table in tournament.tables() {
                if let Err(problem) = self.table_of(&tournament, table).await {
                    tracing::error!(tournament = number, table = table.0, problem = problem.detail, "not opened anew");
                }
            }
            let handle = TournamentTask::start(self.clone(), tournament, claim);
            self.write_tournaments().insert(number, handle);
        }
    }

    /// A tournament's table, opened anew if it is lost.
    pub(super) async fn table_of(
        self: &Arc<Self>,
        tournament: &Tournament,
        table: TableId,
    ) -> Result<TableHandle, Problem> {
        match (self.table(table.0), tournament.table_setup(table)) {
            (Err(_), Some(setup)) => self.open_table_as(table.0, setup).await,
            (handle, _) => handle,
        }
    }

    /// Opens a tournament; the host of its tables' setup holds it, or the house.
    pub(crate) async fn open_tournament(
        self: &Arc<Self>,
        setup: TournamentSetup,
    ) -> Result<(u64, TournamentHandle), Problem> {
        if self.is_closing() {
            return Err(problem::overloaded("the room is closing"));
        }
        let running = self.tournaments().iter().filter(|(_, handle)| !is_over(&handle.shown().summary)).count();
        if running >= self.config.tournaments {
            return Err(problem::overloaded("as many tournaments are on as the room can hold"));
        }
        let number = self.next_tournament.fetch_add(1, Ordering::Relaxed);
        let tournament = Tournament::new(TournamentId(number), setup)
            .map_err(|error| Problem::new(Code::Illegal, problem::sentence(&error.to_string())))?;
        let stored = async {
            let claim = self.store.claim(StreamId::new(StreamKind::Tournament, number)?).await?;
            let snapshot = Some(tournament.snapshot());
            let first = Append { snapshot, ..Append::to(claim.stream, claim.epoch, claim.version) };
            self.store.append(first).await?;
            Ok::<_, StoreError>(claim)
        };
        let claim = stored.await.map_err(|error| problem::store(&error))?;
        tracing::debug!(tournament = number, "a tournament opens");
        let handle = TournamentTask::start(self.clone(), tournament, claim);
        self.write_tournaments().insert(number, handle.clone());
        self.lobby_changed();
        Ok((number, handle))
    }

    /// A tournament's handle.
    pub(crate) fn tournament(&self, number: u64) -> Result<TournamentHandle, Problem> {
        self.read_tournaments()
            .get(&number)
            .cloned()
            .ok_or_else(|| Problem::new(Code::NotFound, "There is no such tournament."))
    }

    /// All tournaments on the wall.
    pub(crate) fn tournaments(&self) -> Vec<(u64, TournamentHandle)> {
        self.read_tournaments().iter().map(|(&number, handle)| (number, handle.clone())).collect()
    }

    /// What there is to say of each tournament: those to enter first, then those that run, then those that are over.
    pub(crate) fn tournament_lines(&self) -> Vec<TournamentSummary> {
        let mut lines: Vec<TournamentSummary> =
            self.read_tournaments().values().map(|handle| handle.shown().summary.clone()).collect();
        let order = |line: &TournamentSummary| match line.phase {
            TournamentPhase::Registering => 0,
            TournamentPhase::LateRegistration => 1,
            TournamentPhase::Over | TournamentPhase::Cancelled => 3,
            _ => 2,
        };
        lines.sort_by_key(|line| (order(line), std::cmp::Reverse(line.entrants), line.tournament));
        lines
    }

    /// A tournament that an account has entered and that isn't over for it.
    pub(crate) fn entered_by(&self, account: u64) -> Option<u64> {
        let in_it = |shown: &TournamentSnapshot| {
            let still_in = |place: &Place| place.account == account && place.place.is_none();
            !is_over(&shown.summary) && shown.places.iter().any(still_in)
        };
        let shown = self.tournaments().into_iter().map(|(number, handle)| (number, handle.shown()));
        shown.filter(|(_, shown)| in_it(shown)).map(|(number, _)| number).next()
    }

    /// A tournament that has begun, and that an account plays or waits for its prize of.
    pub(crate) fn played_by(&self, account: u64) -> Option<u64> {
        let shown = self.tournaments().into_iter().map(|(number, handle)| (number, handle.shown()));
        shown.filter(|(_, shown)| awaits_end(shown, account)).map(|(number, _)| number).next()
    }

    /// House bots that have entered a tournament which hasn't begun.
    pub(crate) fn bots_registered(&self) -> usize {
        let tournaments = self.read_tournaments();
        let registering = tournaments
            .values()
            .map(TournamentHandle::shown)
            .filter(|shown| shown.summary.phase == TournamentPhase::Registering);
        registering.map(|shown| shown.places.iter().filter(|place| place.bot).count()).sum()
    }

    /// A house bot pays its entry, from the house's chips.
    pub(crate) async fn enter_bot(&self, handle: &TournamentHandle, level: Level) -> Result<(), Problem> {
        self.features.require(Feature::Bots)?;
        let account = house_bots::new_account(level);
        let register = Command::Register { account, name: house_bots::name_of(account), bot: true };
        house_bots::staked(self, account, handle.shown().summary.entry, handle.tell(register)).await
    }

    /// Sees to it that the house's tournaments are on, and that none is played by bots alone.
    pub(crate) async fn keep_tournaments(self: &Arc<Self>) {
        self.forget_old_tournaments();
        if !self.config.house_tables || !self.config.house_tournaments {
            return;
        }
        for wanted in &HOUSE_TOURNAMENTS {
            let open = self.tournaments().into_iter().find(|(_, handle)| {
                let shown = handle.shown();
                shown.summary.name == wanted.name && shown.summary.phase == TournamentPhase::Registering
            });
            let kept = match open {
                Some((_, handle)) => self.see_to(wanted, &handle).await,
                None if self.features.is_on(Feature::Tournaments) => self.open_house_tournament(wanted).await,
                None => Ok(()),
            };
            if let Err(problem) = kept {
                tracing::warn!(name = wanted.name, problem = problem.detail, "a tournament of the house");
            }
        }
    }

    async fn open_house_tournament(self: &Arc<Self>, wanted: &HouseTournament) -> Result<(), Problem> {
        let min_bet = wanted.limit.min_bet();
        let mut setup = TournamentSetup {
            schedule: Schedule::usual(Chips::new(min_bet), wanted.level_ms).with_breaks(8, 180_000),
            buy_in: Chips::new(wanted.entry),
            most_players: wanted.most,
            start: match wanted.kind {
                TournamentKind::SitAndGo => Start::WhenFull { players: wanted.most },
                TournamentKind::Scheduled => Start::At { time: self.next_hour(), fewest: 2 },
            },
            late_levels: if wanted.kind == TournamentKind::Scheduled { 3 } else { 0 },
            ..TournamentSetup::new(wanted.name, Stakes::new(wanted.game, wanted.limit), wanted.seats)
        };
        setup.table.clocks = self.clocks();
        let (_, handle) = self.open_tournament(setup).await?;
        self.see_to(wanted, &handle).await
    }

    /// Bots enter a tournament of the house, and a scheduled one without a person in it waits for the next hour.
    async fn see_to(&self, wanted: &HouseTournament, handle: &TournamentHandle) -> Result<(), Problem> {
        let shown = handle.shown();
        let bots = shown.places.iter().filter(|place| place.bot).count();
        let people = shown.places.len().saturating_sub(bots);
        let places = usize::try_from(wanted.most).unwrap_or(usize::MAX).saturating_sub(people);
        let missing = if self.features.is_on(Feature::Bots) { wanted.bots.min(places).saturating_sub(bots) } else { 0 };
        for level in [Level::Solid, Level::Beginner, Level::Strong].into_iter().cycle().take(missing) {
            self.enter_bot(handle, level).await?;
        }
        let soon = self.clock.now_ms().saturating_add(PUT_OFF_BEFORE_MS);
        if shown.summary.starts_at.is_some_and(|at| at < soon) && only_bots(&shown) {
            handle.tell(Command::Reschedule { time: self.next_hour() }).await?;
        }
        Ok(())
    }

    /// The next full hour that is at least ten minutes away.
    fn next_hour(&self) -> Now {
        let earliest = self.clock.now_ms().saturating_add(HOUR_MS / 6);
        Now(earliest.div_ceil(HOUR_MS).saturating_mul(HOUR_MS))
    }

    fn forget_old_tournaments(&self) {
        let mut tournaments = self.write_tournaments();
        let over = tournaments.iter().filter(|(_, handle)| is_over(&handle.shown().summary));
        let over: Vec<u64> = over.map(|(&number, _)| number).collect();
        for number in over.iter().rev().skip(KEPT_WHEN_OVER) {
            tournaments.remove(number);
            if let Ok(stream) = StreamId::new(StreamKind::Tournament, *number) {
                self.note_ended(stream);
            }
        }
    }
}

/// Whether a name is that of one of the house's tournaments, or looks like it. The house knows its own by their names.
pub(super) fn is_of_the_house(name: &str) -> bool {
    let look = Name::own(name).skeleton;
    HOUSE_TOURNAMENTS.iter().any(|tournament| Name::own(tournament.name).skeleton == look)
}

/// Whether the end of a tournament that has begun brings an account anything, or may: prizes are paid then.
fn awaits_end(shown: &TournamentSnapshot, account: u64) -> bool {
    let waits = |place: &Place| place.account == account && (place.place.is_none() || place.prize > 0);
    shown.summary.phase != TournamentPhase::Registering && !is_over(&shown.summary) && shown.places.iter().any(waits)
}

fn is_over(summary: &TournamentSummary) -> bool {
    matches!(summary.phase, TournamentPhase::Over | TournamentPhase::Cancelled)
}

pub(super) fn only_bots(shown: &TournamentSnapshot) -> bool {
    shown.places.iter().all(|place| place.bot)
}

#[cfg(test)]
mod tests {
    use cardroom_room::AccountId;
    use cardroom_room::tournament::{HandReport, PayoutPlan, Stack};

    use super::*;
    use crate::tournament::shown::shown;

    #[test]
    fn who_is_out_in_the_money_waits_for_its_prize() {
        let stakes = Stakes::new("holdem", StakesLimit::No { min_bet: 20 });
        let setup = TournamentSetup {
            buy_in: Chips::new(100),
            most_players: 4,
            start: Start::WhenFull { players: 4 },
            payouts: PayoutPlan::Shares(vec![5, 3, 2]),
            ..TournamentSetup::new("Friday", stakes, 9)
        };
        let mut tournament = Tournament::new(TournamentId(1), setup).unwrap();
        let mut tell = |command: Command| drop(tournament.apply(&command, Now(1), [7; 32]).unwrap());
        for account in 1..=4 {
            tell(Command::Register { account: AccountId(account), name: format!("Guest {account}"), bot: false });
        }
        let table = tournament.tables().next().unwrap();
        for (hand, stacks) in [(1, vec![(1, 1600), (2, 0)]), (2, vec![(1, 2400), (3, 0)])] {
            let stack = |(account, chips)| Stack { account: AccountId(account), stack: Chips::new(chips) };
            let stacks = stacks.into_iter().map(stack).collect();
            let report = HandReport { table, hand, big_blind: None, stacks };
            drop(tournament.apply(&Command::HandEnded(report), Now(2), [7; 32]).unwrap());
        }
        let waits = [1, 2, 3, 4, 5].map(|account| awaits_end(&shown(&tournament), account));
        assert_eq!(waits, [true, false, true, true, false], "the second is out without a prize, the third with one");
    }
}
