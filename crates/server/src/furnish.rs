//! The lobby that a new room opens with, and the bots that keep it company.

use std::sync::Arc;

use cardroom_bots::Level;
use cardroom_odds::Contest;
use cardroom_room::{BuyIn, Chips, Stakes, StakesLimit, TableSetup};
use cardroom_rules::Game;

use crate::error::ServerError;
use crate::house::House;
use crate::table::Ask;

/// Seats that house bots leave to people.
const KEPT_FREE: u8 = 2;

/// One of the house's tables.
struct HouseTable {
    name: &'static str,
    game: &'static str,
    limit: StakesLimit,
    seats: u8,
    levels: &'static [Level],
}

const fn no_limit(min_bet: u64) -> StakesLimit {
    StakesLimit::No { min_bet }
}

const EASY: &[Level] = &[Level::Beginner, Level::Beginner, Level::Solid, Level::Beginner];
const MIXED: &[Level] = &[Level::Solid, Level::Beginner, Level::Strong, Level::Solid];
const HARD: &[Level] = &[Level::Strong, Level::Solid, Level::Strong, Level::Strong];

/// What a new room spreads.
const TABLES: [HouseTable; 10] = [
    HouseTable { name: "Olympia", game: "holdout", limit: no_limit(10), seats: 6, levels: MIXED },
    HouseTable { name: "Tacoma", game: "holdout-hilo", limit: StakesLimit::fixed(10), seats: 6, levels: MIXED },
    HouseTable { name: "Spokane", game: "holdout-low", limit: StakesLimit::fixed(10), seats: 6, levels: EASY },
    HouseTable { name: "Yakima", game: "holdout22-hilo", limit: StakesLimit::fixed(10), seats: 6, levels: EASY },
    HouseTable { name: "Front room", game: "holdem", limit: no_limit(2), seats: 6, levels: EASY },
    HouseTable { name: "Back room", game: "holdem", limit: no_limit(10), seats: 9, levels: HARD },
    HouseTable { name: "The parlour", game: "draw", limit: StakesLimit::fixed(10), seats: 6, levels: MIXED },
    HouseTable { name: "Seven-five", game: "draw27-triple", limit: StakesLimit::fixed(10), seats: 6, levels: MIXED },
    HouseTable { name: "The wheel", game: "drawa5", limit: StakesLimit::Pot { min_bet: 10 }, seats: 6, levels: EASY },
    HouseTable { name: "Kansas City", game: "draw27", limit: no_limit(10), seats: 6, levels: MIXED },
];

impl House {
    /// Opens the house's tables in a room that has none.
    pub(crate) async fn furnish(self: &Arc<Self>) -> Result<(), ServerError> {
        if !self.config.house_tables || !self.tables().is_empty() {
            return Ok(());
        }
        for table in TABLES {
            let mut setup = TableSetup::new(table.name, Stakes::new(table.game, table.limit), table.seats);
            setup.clocks = self.clocks();
            let contest = Game::by_id(table.game).and_then(Contest::of);
            setup.advisor = contest.is_some_and(|contest| !contest.draws());
            let big_blind = setup.buy_in.max.get() / 100;
            setup.buy_in = BuyIn { min: Chips::new(20 * big_blind), max: Chips::new(100 * big_blind) };
            let number = self.open_table(setup).await.map_err(|problem| ServerError::Start(problem.detail))?;
            let handle = self.table(number).map_err(|problem| ServerError::Start(problem.detail))?;
            for &level in table.levels {
                self.send_bot(handle.clone(), number, level);
            }
        }
        Ok(())
    }

    /// Closes players' tables where nobody has sat or looked on for a while.
    pub(crate) fn close_idle_tables(&self) {
        let idle_ms = u64::from(self.config.idle_minutes).saturating_mul(60_000);
        for (_, handle) in self.tables() {
            if handle.host.is_some() {
                // One that has too much to do is not idle.
                let _ = handle.ask(Ask::CloseIfIdle { idle_ms });
            }
        }
    }

    /// Sends bots to the house's tables where some have left.
    pub(crate) fn call_bots(self: &Arc<Self>) {
        if !self.config.house_tables {
            return;
        }
        for (number, handle) in self.tables() {
            let summary = handle.summary();
            let house_table = handle.host.is_none() && handle.tournament.is_none();
            let free = KEPT_FREE.max(u8::try_from(summary.waiting).unwrap_or(u8::MAX));
            let wanted = summary.seats.saturating_sub(free).saturating_sub(summary.people).min(4);
            if house_table && summary.bots < wanted {
                let level = [Level::Beginner, Level::Solid, Level::Strong];
                let level = level.get(usize::from(summary.bots) % 3).copied().unwrap_or(Level::Solid);
                self.send_bot(handle, number, level);
            }
        }
    }
}
