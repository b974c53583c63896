//! The lobby: tables, tournaments, and what a new table may be asked to be.

use serde::{Deserialize, Serialize};

use crate::spread::{SpreadInfo, SpreadRequest};
use crate::tournament::TournamentSummary;

/// Everything on the lobby's wall.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Lobby {
    /// The open tables, private ones left out.
    pub tables: Vec<TableSummary>,
    /// The tournaments.
    pub tournaments: Vec<TournamentSummary>,
    /// How many people are connected.
    pub players: u32,
}

/// One table on the wall.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct TableSummary {
    /// Which.
    pub table: u64,
    /// What it is called.
    pub name: String,
    /// The game that is played now.
    pub spread: SpreadInfo,
    /// The ids of the games that take turns, where several do.
    pub mix: Vec<String>,
    /// How many chairs there are.
    pub seats: u8,
    /// How many people sit.
    pub people: u8,
    /// How many of them are connected.
    pub here: u8,
    /// How many bots sit.
    pub bots: u8,
    /// How many wait.
    pub waiting: u32,
    /// The least and the most to sit down with.
    pub buy_in: [u64; 2],
    /// The average pot of the last hands.
    pub average_pot: u64,
    /// Hands an hour, of late.
    pub hands_per_hour: u32,
    /// How long a turn is, in milliseconds.
    pub clock_ms: u64,
    /// Whether the hold advisor may be asked during a hand.
    pub advisor: bool,
}

/// A table that somebody wants to open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// What to call it; the game's name if left out.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
    /// The game and its stakes.
    pub spread: SpreadRequest,
    /// How many chairs; six, or as many as the game allows, if left out.
    #[serde(default)]
    #[ts(optional)]
    #[schema(maximum = 255)]
    pub seats: Option<u8>,
    /// The least to sit down with; 20 big blinds if left out.
    #[serde(default)]
    #[ts(optional)]
    pub min_buy_in: Option<u64>,
    /// The most to sit down with; 100 big blinds if left out.
    #[serde(default)]
    #[ts(optional)]
    pub max_buy_in: Option<u64>,
    /// Whether only people with its code may come.
    #[serde(default)]
    #[ts(optional)]
    pub private: Option<bool>,
    /// Seconds for a turn; as many as at the house's own tables if left out, 25 unless the room is set otherwise.
    #[serde(default)]
    #[ts(optional)]
    pub clock: Option<u32>,
    /// Seconds of the time bank that a player sits down with; as at the house's own tables if left out.
    #[serde(default)]
    #[ts(optional)]
    pub time_bank: Option<u32>,
    /// Seconds from the end of a hand to the next one; as at the house's own tables if left out.
    #[serde(default)]
    #[ts(optional)]
    pub pause: Option<u32>,
    /// Minutes that a player may sit out before it loses its seat; 0 is for ever. Ten if left out.
    #[serde(default)]
    #[ts(optional)]
    pub sit_out: Option<u32>,
    /// In a mix, how many hands of a game are played before the next one's turn; an orbit if left out.
    #[serde(default)]
    #[ts(optional)]
    #[schema(minimum = 1, maximum = 65535)]
    pub mix_hands: Option<u16>,
    /// Whether the hold advisor may be asked during a hand.
    #[serde(default)]
    #[ts(optional)]
    pub advisor: Option<bool>,
    /// House bots to seat, by level: `["solid", "beginner"]`.
    #[serde(default)]
    #[ts(optional)]
    pub bots: Option<Vec<String>>,
}

/// A table as it would be opened, for somebody who still chooses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct TablePlan {
    /// The game, or the first of a mix, with its limit and stakes.
    pub spread: SpreadInfo,
    /// How many chairs.
    pub seats: u8,
    /// The least and the most to sit down with.
    pub buy_in: [u64; 2],
    /// How long a turn is, in milliseconds.
    pub clock_ms: u64,
    /// The time bank that a player sits down with, in milliseconds.
    pub bank_ms: u64,
    /// From the end of a hand to the next one, in milliseconds.
    pub pause_ms: u64,
    /// How long a player may sit out before it loses its seat, in milliseconds; 0 is for ever.
    pub sit_out_ms: u64,
}
