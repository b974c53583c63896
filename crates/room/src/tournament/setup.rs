//! How a tournament is set up: what its tables are like, when it starts, what it costs and what it pays.
//!
//! [`TournamentSetup`] is what somebody asks for; a [`super::Tournament`] can only be made of one that was checked.

use cardroom_rules::Chips;
use serde::{Deserialize, Serialize};

use super::level::{Level, Schedule};
use super::payout::PayoutPlan;
use super::written;
use crate::id::chips;
use crate::setup::TableSetup;
use crate::stakes::{SetupError, Stakes, StakesAnte};
use crate::{Now, TableId, TournamentId};

/// The settings of a tournament, as asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentSetup {
    /// The tournament's name.
    pub name: String,
    /// What every table is like: game or mix, kind of limit, house rules, seats, clocks. Its amounts are those of the
    /// schedule, its buy-in isn't read. Its host holds the tournament, and has no more to say at its tables than others.
    pub table: TableSetup,
    /// The levels.
    pub schedule: Schedule,
    /// What everybody begins with; 40 minimum bets of the first level unless set (GLD, tournament play).
    pub stack: Option<u64>,
    /// When it starts.
    pub start: Start,
    /// The most players.
    pub most_players: u32,
    /// How many tables to begin with; as few as seat everybody unless set.
    pub tables: Option<u32>,
    /// During how many levels players may still come in, with a full stack; 0 is not at all.
    pub late_levels: u32,
    /// What an entry costs; all of it goes to the pool.
    #[serde(with = "chips")]
    pub buy_in: Chips,
    /// How the pool is divided.
    pub payouts: PayoutPlan,
    /// The colours of chips there are. The smallest one leaves when no later level needs it; none is never.
    #[serde(with = "written")]
    pub chips: Vec<Chips>,
}

/// When a tournament starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Start {
    /// Sit and go: as soon as so many have registered.
    WhenFull {
        /// How many.
        players: u32,
    },
    /// At a time, if enough have registered; else it is cancelled.
    At {
        /// When.
        time: Now,
        /// How many it takes.
        fewest: u32,
    },
}

/// Why a tournament can't be held like this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TournamentSetupError {
    /// Its tables can't be opened.
    #[error("the tables: {0}")]
    Table(#[from] SetupError),
    /// A level's stakes break a rule.
    #[error("level {level}: {error}")]
    Level {
        /// Which, counted from 1.
        level: usize,
        /// What is wrong with it.
        error: SetupError,
    },
    /// Too few or too many of something.
    #[error("{count} {what}: allowed are {least} to {most}")]
    Count {
        /// Of what.
        what: &'static str,
        /// How many were asked for.
        count: u64,
        /// The fewest.
        least: u64,
        /// The most.
        most: u64,
    },
    /// A level without time, or one that lasts for more than a week.
    #[error(
        "level {level} lasts {length_ms} ms and pauses {break_ms} ms: a level lasts at least a second, and neither it nor its pause more than a week"
    )]
    Length {
        /// Which, counted from 1.
        level: usize,
        /// How long.
        length_ms: u64,
        /// Its break.
        break_ms: u64,
    },
    /// Levels that never end it.
    #[error(
        "the levels lead to a small blind of {small_blind} at most and an ante of {ante}: one of them has to come to half of the {chips} chips that may be in play, or players who are away are dealt in for ever"
    )]
    Endless {
        /// The highest small blind.
        small_blind: Chips,
        /// The highest ante that everybody puts in.
        ante: u64,
        /// All chips, if everybody comes who may.
        chips: Chips,
    },
    /// A number that names no tournament.
    #[error("{0:?}: tournaments are numbered from 0 to {most}", most = MOST_TOURNAMENTS)]
    Number(TournamentId),
}

/// GLD, tournament play: everybody begins with this many minimum bets.
const USUAL_STACK: u64 = 40;
/// So that every table of a tournament has a number of its own, even if each entrant had one opened for it.
const MOST_PLAYERS: u32 = 8000;
const TABLE_BITS: u32 = 16;
/// Every other table's id is below those of tournaments' tables.
const FIRST_TABLE: u64 = 1 << 52;
const MOST_TOURNAMENTS: u64 = (1 << (52 - TABLE_BITS)) - 1;

impl TournamentSetup {
    /// A sit-and-go for one full table, free of charge, with levels of ten minutes that grow from the minimum bet of
    /// these stakes.
    ///
    /// ```
    /// use cardroom_room::tournament::{Tournament, TournamentSetup};
    /// use cardroom_room::{Chips, Stakes, StakesLimit, TournamentId};
    ///
    /// let stakes = Stakes::new("holdout-hilo", StakesLimit::Fixed { small_bet: 20, big_bet: 40 });
    /// let setup = TournamentSetup::new("Nine of us", stakes, 9);
    /// assert_eq!(setup.stack(), Chips::new(800), "40 minimum bets (GLD, tournament play)");
    /// Tournament::new(TournamentId(1), setup)?;
    /// # Ok::<(), cardroom_room::tournament::TournamentSetupError>(())
    /// ```
    pub fn new(name: &str, stakes: Stakes, seats: u8) -> Self {
        let min_bet = Chips::new(stakes.limit.min_bet());
        Self {
            name: name.to_owned(),
            table: TableSetup::new(name, stakes, seats),
            schedule: Schedule::usual(min_bet, 600_000),
            stack: None,
            start: Start::WhenFull { players: seats.into() },
            most_players: seats.into(),
            tables: None,
            late_levels: 0,
            buy_in: Chips::ZERO,
            payouts: PayoutPlan::Usual,
            chips: [1, 5, 25, 100, 500, 1000, 5000, 25_000, 100_000, 500_000, 1_000_000].map(Chips::new).to_vec(),
        }
    }

    /// The stack that everybody begins with.
    pub fn stack(&self) -> Chips {
        let usual = || self.schedule.levels.first().map_or(Chips::ZERO, |level| level.min_bet.times(USUAL_STACK));
        self.stack.map_or_else(usual, Chips::new)
    }

    /// How many tables so many players begin at: what was asked for, as far as each can have two players and everybody
    /// a seat.
    pub(crate) fn tables_for(&self, players: usize) -> usize {
        let fewest = players.div_ceil(self.seats()).max(1);
        let most = if players <= self.seats() { 1 } else { players >> 1 };
        self.tables.map_or(fewest, |asked| (asked as usize).min(most).max(fewest))
    }

    pub(crate) fn seats(&self) -> usize {
        usize::from(self.table.seats).max(2)
    }

    /// The setup of a table at a level.
    pub(crate) fn table_at(&self, stakes: Stakes, number: u32, tournament: TournamentId) -> TableSetup {
        let mut name = self.name.clone();
        // A table's name has room for 64 bytes.
        while name.len() > 50 {
            name.pop();
        }
        TableSetup {
            name: format!("{name}{}", numbered(number)),
            stakes,
            tournament: Some(tournament),
            // A host who plays along could send rivals off, or pause a table while its blinds are due.
            host: None,
            ..self.table.clone()
        }
    }

    /// The level with this number, counted from 0, where so many chips are in play. Where a profile forbids what doubling
    /// leads to, the last one that it allows stays; those that are written were checked.
    pub(crate) fn level_at(&self, index: usize, chips: Chips) -> Option<Level> {
        let written = self.schedule.levels.len();
        // Doubled so often, one chip is more than a room can hold.
        let index = index.min(written.saturating_add(64));
        let doubled = (written..=index).rev().filter_map(|index| self.schedule.level(index, chips));
        let mut allowed =
            doubled.filter(|level| level.stakes(&self.table.stakes).spreads_for(self.table.seats).is_ok());
        allowed.next().or_else(|| self.schedule.level(index.min(written.saturating_sub(1)), chips))
    }

    /// Whether the levels end it by themselves. Whoever is away is dealt in until the chips are gone: two who left would fold
    /// their blinds to each other for ever. One that is held already is not asked.
    pub(crate) fn check_end(&self) -> Result<(), TournamentSetupError> {
        let chips = self.stack().times(self.most_players.into());
        match self.level_at(usize::MAX, chips) {
            Some(last) if !last.takes_all(chips) => {
                let ante = if let StakesAnte::Each(ante) = last.ante { ante } else { 0 };
                Err(TournamentSetupError::Endless { small_blind: last.small_blind, ante, chips })
            }
            _ => Ok(()),
        }
    }

    /// Checks everything: the tables, every level's stakes against the game and the profile, and that all amounts fit.
    pub(crate) fn check(&self, id: TournamentId) -> Result<(), TournamentSetupError> {
        if id.0 > MOST_TOURNAMENTS {
            return Err(TournamentSetupError::Number(id));
        }
        let levels = &self.schedule.levels;
        count("levels", levels.len() as u64, 1, 200)?;
        for (index, level) in levels.iter().enumerate() {
            let number = index.saturating_add(1);
            const WEEK: u64 = 604_800_000;
            let (length_ms, break_ms) = (level.length_ms, level.break_ms);
            if !(1000..=WEEK).contains(&length_ms) || break_ms > WEEK {
                return Err(TournamentSetupError::Length { level: number, length_ms, break_ms });
            }
            let spreads = level.stakes(&self.table.stakes).spreads_for(self.table.seats);
            spreads.map_err(|error| TournamentSetupError::Level { level: number, error })?;
        }
        let first = levels.first().map(|level| level.stakes(&self.table.stakes));
        let table = TableSetup { stakes: first.unwrap_or_else(|| self.table.stakes.clone()), ..self.table.clone() };
        TableSetup { tournament: Some(id), ..table }.check()?;
        count("bytes of a name", self.name.len() as u64, 1, 64)?;
        let players = count("players", self.most_players.into(), 2, MOST_PLAYERS.into())?;
        match self.start {
            Start::WhenFull { players: full } => count("players of a full field", full.into(), 2, players)?,
            Start::At { fewest, .. } => count("players at least", fewest.into(), 2, players)?,
        };
        let per_player = Chips::MOST.shared_by(players).0.get();
        count("chips in a stack", self.stack().get(), 1, per_player)?;
        count("chips of a buy-in", self.buy_in.get(), 0, per_player)?;
        count("colours of chips", self.chips.len() as u64, 0, 32)?;
        let smallest = self.chips.iter().map(|chip| chip.get()).min().unwrap_or(1);
        count("is what a chip counts", smallest, 1, Chips::MOST.get())?;
        if let PayoutPlan::Shares(shares) = &self.payouts {
            count("paid places", shares.len() as u64, 1, players)?;
            count("is the least share", shares.iter().min().copied().unwrap_or(0).into(), 1, u32::MAX.into())?;
        }
        Ok(())
    }
}

/// The id of a tournament's table. Derived, so that nobody has to hand out numbers: above all ids of other tables and
/// within what a browser's numbers hold.
pub(crate) fn table_id(tournament: TournamentId, number: u32) -> TableId {
    TableId(
        FIRST_TABLE | ((tournament.0 & MOST_TOURNAMENTS) << TABLE_BITS) | u64::from(number & ((1 << TABLE_BITS) - 1)),
    )
}

/// A table's number within its tournament.
pub(crate) fn table_number(table: TableId) -> u32 {
    (table.0 & ((1 << TABLE_BITS) - 1)) as u32
}

/// What follows the tournament's name in a table's.
fn numbered(number: u32) -> String {
    format!(", table {number}")
}

impl TableId {
    /// For a tournament's table of this name, what the tournament is called and which of its tables it is.
    pub fn in_tournament(self, name: &str) -> Option<(&str, u32)> {
        let number = table_number(self);
        let of = name.strip_suffix(&numbered(number))?;
        (self.0 >= FIRST_TABLE).then_some((of, number))
    }
}

fn count(what: &'static str, count: u64, least: u64, most: u64) -> Result<u64, TournamentSetupError> {
    if (least..=most).contains(&count) {
        Ok(count)
    } else {
        Err(TournamentSetupError::Count { what, count, least, most })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StakesLimit;

    fn setup() -> TournamentSetup {
        TournamentSetup::new("test", Stakes::new("holdem", StakesLimit::No { min_bet: 20 }), 9)
    }

    fn check(change: impl FnOnce(&mut TournamentSetup), refusal: &str) {
        let mut setup = setup();
        change(&mut setup);
        let error = setup.check(TournamentId(1)).unwrap_err().to_string();
        assert!(error.contains(refusal), "{error}");
    }

    #[test]
    fn what_cannot_be_held_is_refused_and_says_what_can() {
        assert_eq!(setup().check(TournamentId(1)), Ok(()));
        check(|setup| setup.most_players = 1, "1 players: allowed are 2 to 8000");
        check(|setup| setup.start = Start::WhenFull { players: 10 }, "10 players of a full field: allowed are 2 to 9");
        check(|setup| setup.schedule.levels.clear(), "0 levels: allowed are 1 to 200");
        check(|setup| setup.schedule.levels[2].big_blind = Chips::new(1), "level 3: a big blind of 1 is below");
        check(|setup| setup.schedule.levels[1].length_ms = 0, "level 2 lasts 0 ms");
        check(|setup| setup.table.seats = 11, "the tables: 11 seats");
        check(|setup| setup.stack = Some(0), "0 chips in a stack");
        check(|setup| setup.stack = Some(Chips::MOST.get()), "chips in a stack: allowed are 1 to");
        check(|setup| setup.payouts = PayoutPlan::Shares(vec![]), "0 paid places");
        check(|setup| setup.table.stakes.profile = Some("wac-230-15".into()), "WAC 230-15-135");
    }

    #[test]
    fn levels_that_never_take_all_chips_are_refused() {
        let check = |change: fn(&mut TournamentSetup)| {
            let mut setup = setup();
            change(&mut setup);
            (setup.check(TournamentId(1)), setup.check_end())
        };
        let first = |small_blind, ante| Level {
            small_blind: Chips::new(small_blind),
            ante,
            ..Level::new(Chips::new(20), 60_000)
        };
        assert_eq!(check(|_| ()), (Ok(()), Ok(())));
        assert_eq!(check(|setup| setup.stack = Some(1 << 40)), (Ok(()), Ok(())));
        let small = |small_blind, ante| Schedule::growing(first(small_blind, ante));
        let endless = |setup: &TournamentSetup| setup.check_end().map_err(|error| error.to_string());
        let with = |schedule| TournamentSetup { schedule, ..setup() };
        assert_eq!(endless(&with(small(1, StakesAnte::None))), Ok(()));
        assert_eq!(endless(&with(small(0, StakesAnte::Each(1)))), Ok(()));
        for schedule in [small(0, StakesAnte::None), small(0, StakesAnte::BigBlind(20))] {
            let refusal = endless(&with(schedule)).unwrap_err();
            let said = "the levels lead to a small blind of 0 at most and an ante of 0: one of them has to come to half of the 7200";
            assert!(refusal.starts_with(said), "{refusal}");
        }
        // What may be bet is bounded, and so are the blinds.
        let mut bounded = with(Schedule::usual(Chips::new(1), 60_000));
        bounded.table.stakes = Stakes::new("holdem", StakesLimit::fixed(1));
        bounded.table.stakes.profile = Some("wac-230-15-f".into());
        bounded.table.stakes.chip_cents = Some(1);
        assert_eq!((bounded.check(TournamentId(1)), bounded.check_end()), (Ok(()), Ok(())));
        bounded.stack = Some(5_000);
        let error = TournamentSetupError::Endless { small_blind: Chips::new(4000), ante: 0, chips: Chips::new(45_000) };
        assert_eq!((bounded.check(TournamentId(1)), bounded.check_end()), (Ok(()), Err(error)));
        assert_eq!(bounded.level_at(usize::MAX, Chips::MOST), bounded.level_at(32, Chips::MOST));
    }

    #[test]
    fn tables_have_two_players_and_everybody_a_seat() {
        let tables = |asked, players| TournamentSetup { tables: asked, ..setup() }.tables_for(players);
        assert_eq!([tables(None, 9), tables(None, 10), tables(None, 500)], [1, 2, 56]);
        assert_eq!(
            [tables(Some(60), 500), tables(Some(60), 9), tables(Some(60), 11), tables(Some(1), 500)],
            [60, 1, 5, 56]
        );
    }

    #[test]
    fn who_holds_a_tournament_is_no_host_at_its_tables() {
        let mut held = setup();
        held.table.host = Some(crate::AccountId(7));
        assert_eq!(held.table_at(held.table.stakes.clone(), 1, TournamentId(1)).host, None);
    }

    #[test]
    fn a_table_of_a_tournament_has_its_name_and_a_number() {
        let tournament = TournamentId(7);
        let table = setup().table_at(setup().table.stakes, 12, tournament);
        assert_eq!(table.name, format!("{}, table 12", setup().name));
        assert_eq!(table_id(tournament, 12).in_tournament(&table.name), Some((&*setup().name, 12)));
        assert_eq!(TableId(12).in_tournament(&table.name), None, "a table of no tournament, whatever it is called");
    }

    #[test]
    fn table_ids_differ_and_give_their_number_back() {
        let id = table_id(TournamentId(MOST_TOURNAMENTS), 65_535);
        assert!(id.0 <= Chips::MOST.get());
        assert_eq!((table_number(id), table_number(table_id(TournamentId(7), 3))), (65_535, 3));
        assert_ne!(table_id(TournamentId(1), 1), table_id(TournamentId(2), 1));
    }
}
