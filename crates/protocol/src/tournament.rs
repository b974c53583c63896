//! Tournaments on the wall and from inside.

use serde::{Deserialize, Serialize};

use crate::spread::{SpreadInfo, SpreadRequest};

/// One tournament on the wall.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct TournamentSummary {
    /// Which.
    pub tournament: u64,
    /// What it is called.
    pub name: String,
    /// The games, in turn.
    pub games: Vec<String>,
    /// How it starts.
    pub kind: TournamentKind,
    /// How far it is.
    pub phase: TournamentPhase,
    /// What it costs to enter.
    pub entry: u64,
    /// What there is to win in all.
    pub pool: u64,
    /// How many have entered.
    pub entrants: u32,
    /// How many can.
    pub most: u32,
    /// How many are still in.
    pub left: u32,
    /// When a scheduled one starts, in milliseconds of the server's time.
    pub starts_at: Option<u64>,
    /// Whether only people with its code may enter or look on.
    pub private: bool,
}

/// How a tournament starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentKind {
    /// When it is full.
    SitAndGo,
    /// At its time.
    Scheduled,
}

/// How far a tournament is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentPhase {
    /// Players enter.
    Registering,
    /// It runs, and one may still enter.
    LateRegistration,
    /// It runs.
    Running,
    /// One hand at a time at every table: the next out gets nothing.
    HandForHand,
    /// A break.
    Break,
    /// Its host, or the room's operator, stopped it between hands.
    Paused,
    /// The last table.
    FinalTable,
    /// There is a Champion.
    Over,
    /// It was called off; entries were given back.
    Cancelled,
}

/// A tournament from inside.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct TournamentSnapshot {
    /// What is on the wall.
    pub summary: TournamentSummary,
    /// The account that holds it; null is the house. It may call it off before it starts, and pause it when it runs.
    pub host: Option<u64>,
    /// The invitation code of a private one, for whoever holds it or has entered.
    pub code: Option<String>,
    /// Chips each begins with.
    pub stack: u64,
    /// The levels, from the first.
    pub levels: Vec<Level>,
    /// Which level is played, from 0.
    pub level: u32,
    /// When the next one comes, in milliseconds of the server's time.
    pub next_level_at: Option<u64>,
    /// When a pause of its host's ends by itself.
    pub paused_until: Option<u64>,
    /// What each place wins, from the first.
    pub payouts: Vec<u64>,
    /// Everyone, best first: those still in by chips, then the others by place.
    pub places: Vec<Place>,
    /// Its tables.
    pub tables: Vec<u64>,
    /// Whether it waits for the room to save: until then nothing goes on, and the level stands still.
    pub saving: bool,
    /// Whether the reader has entered.
    pub entered: bool,
    /// The reader's table.
    pub your_table: Option<u64>,
}

/// One level of a schedule.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Level {
    /// What is played.
    pub spread: SpreadInfo,
    /// For how long, in milliseconds.
    pub length_ms: u64,
    /// The break after it, in milliseconds.
    pub break_ms: u64,
}

/// How somebody stands in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Place {
    /// Who.
    pub account: u64,
    /// Its name.
    pub name: String,
    /// Whether it is a bot.
    pub bot: bool,
    /// Its chips, while in.
    pub stack: u64,
    /// Its table, while in.
    pub table: Option<u64>,
    /// Its place, once out or Champion.
    pub place: Option<u32>,
    /// What it won.
    pub prize: u64,
}

/// A tournament that somebody wants to hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// What to call it.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
    /// The game, or the mix of games that take turns, with the stakes of the first level; each level has a multiple of them.
    pub spread: SpreadRequest,
    /// How it starts.
    pub kind: TournamentKind,
    /// Seconds from now until a scheduled one starts.
    #[serde(default)]
    #[ts(optional)]
    pub starts_in: Option<u64>,
    /// What it costs to enter.
    pub entry: u64,
    /// Chips each begins with; 40 of the first level's smallest bets if left out (GLD).
    #[serde(default)]
    #[ts(optional)]
    pub stack: Option<u64>,
    /// How many can enter.
    pub most: u32,
    /// Chairs at a table; nine, or as many as the games allow or can enter, if left out.
    #[serde(default)]
    #[ts(optional)]
    #[schema(maximum = 255)]
    pub seats: Option<u8>,
    /// Seconds a level lasts, at most 7,200; 480 if left out.
    #[serde(default)]
    #[ts(optional)]
    pub level: Option<u32>,
    /// From which level on the ante of the stakes is paid; from the first if left out.
    #[serde(default)]
    #[ts(optional)]
    pub ante_from: Option<u32>,
    /// The breaks; five minutes after every six levels if left out.
    #[serde(default)]
    #[ts(optional)]
    pub breaks: Option<Breaks>,
    /// During how many levels players may still come in to a scheduled one; three if left out.
    #[serde(default)]
    #[ts(optional)]
    pub late_levels: Option<u32>,
    /// How many a scheduled one takes to start, or it is called off; two if left out.
    #[serde(default)]
    #[ts(optional)]
    pub fewest: Option<u32>,
    /// Seconds for a turn; as many as at the house's own tables if left out.
    #[serde(default)]
    #[ts(optional)]
    pub clock: Option<u32>,
    /// What each paid place gets of the pool, best first, as parts of their sum: `[50, 30, 20]`; by the number of entrants
    /// if left out.
    #[serde(default)]
    #[ts(optional)]
    pub shares: Option<Vec<u32>>,
    /// House bots to enter, by level.
    #[serde(default)]
    #[ts(optional)]
    pub bots: Option<Vec<String>>,
    /// Whether only people with its code may enter or look on.
    #[serde(default)]
    #[ts(optional)]
    pub private: Option<bool>,
}

/// The breaks of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Breaks {
    /// After every so many levels.
    pub every: u32,
    /// For so many seconds, at most 3,600; 0 is no break at all.
    pub seconds: u32,
}

/// A tournament as it would be held, for somebody who still chooses.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct TournamentPlan {
    /// The game, or the first of a mix, with the stakes of the first level.
    pub spread: SpreadInfo,
    /// Chairs at a table.
    pub seats: u8,
    /// Chips each begins with.
    pub stack: u64,
    /// The levels, from the first.
    pub levels: Vec<Level>,
    /// What each place wins if as many enter as can, from the first.
    pub payouts: Vec<u64>,
}
