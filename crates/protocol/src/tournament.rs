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
    /// The account that holds it; null is the house. It may call it off before it starts.
    pub host: Option<u64>,
    /// Chips each begins with.
    pub stack: u64,
    /// The levels, from the first.
    pub levels: Vec<Level>,
    /// Which level is played, from 0.
    pub level: u32,
    /// When the next one comes, in milliseconds of the server's time.
    pub next_level_at: Option<u64>,
    /// What each place wins, from the first.
    pub payouts: Vec<u64>,
    /// Everyone, best first: those still in by chips, then the others by place.
    pub places: Vec<Place>,
    /// Its tables.
    pub tables: Vec<u64>,
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
    /// The game, or the mix of games that take turns, with the stakes of the first level.
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
    /// What each paid place gets of the pool, best first, as parts of their sum: `[50, 30, 20]`; by the number of entrants
    /// if left out.
    #[serde(default)]
    #[ts(optional)]
    pub shares: Option<Vec<u32>>,
    /// House bots to enter, by level.
    #[serde(default)]
    #[ts(optional)]
    pub bots: Option<Vec<String>>,
}
