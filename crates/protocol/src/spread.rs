//! Games, limits and stakes as they are told and asked for.

use serde::{Deserialize, Serialize};

/// A game of the catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct GameInfo {
    /// Its id: `holdout-hilo`.
    pub id: String,
    /// Its name: "Five Card Hold-Out, high/low".
    pub name: String,
    /// The fewest and the most seats.
    pub seats: [u8; 2],
    /// The document its rules come from.
    pub source: String,
    /// How many cards a player is dealt.
    pub cards: u8,
    /// How many board cards come in each step, in order: Hold-Out is 2, 1, 1.
    pub board: Vec<u8>,
    /// How often cards are thrown away without replacement.
    pub discards: u8,
    /// How often cards are exchanged.
    pub draws: u8,
    /// Whether there is a high half.
    pub high: bool,
    /// Whether there is a low half.
    pub low: bool,
    /// How low hands are ranked, where there is a low half.
    pub low_ranking: Option<LowRanking>,
    /// The hash of its rules.
    pub rules_hash: String,
}

/// A game with its limit and stakes, as a table plays it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct SpreadInfo {
    /// The game.
    pub game: String,
    /// The game's name.
    pub name: String,
    /// The kind of limit.
    pub limit: LimitKind,
    /// All of it in words: "No limit 50/100".
    pub stakes: String,
    /// The small blind.
    pub small_blind: u64,
    /// The big blind.
    pub big_blind: u64,
    /// What each player, or the big blind alone, puts in first.
    pub ante: u64,
    /// The smallest bet.
    pub min_bet: u64,
    /// What a low needs in high/low: "eight or better".
    pub qualifier: Option<String>,
    /// The house-rule profile, if the table keeps to one.
    pub profile: Option<String>,
    /// Whether GLD is played to the letter.
    pub gld: bool,
    /// The hash of the game's rules.
    pub rules_hash: String,
}

/// A house-rule profile: limits that a table is checked against when it opens, and at every wager.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct ProfileInfo {
    /// Its id: `wac-230-15`.
    pub id: String,
    /// The largest wager (what is bet, or raised by) in cents.
    pub wager_cents: u64,
    /// The most raises of a round, heads-up too.
    pub raises: u8,
    /// The most betting rounds of a game.
    pub rounds: u8,
    /// The most players of a table.
    pub players: u8,
    /// Where that is written.
    pub cite: String,
}

/// How low hands are ranked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LowRanking {
    /// Ace low, straights and flushes ignored.
    AceToFive,
    /// Ace high, straights and flushes count against.
    DeuceToSeven,
}

/// The kinds of limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LimitKind {
    /// Fixed amounts.
    Fixed,
    /// At most the pot.
    Pot,
    /// Up to the stack.
    #[default]
    No,
    /// Between two amounts.
    Spread,
}

/// A game with its limit and stakes, as somebody asks for it. What is left out is the game's default.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SpreadRequest {
    /// The game's id, or a mix's.
    pub game: String,
    /// The kind of limit.
    pub limit: LimitKind,
    /// The smallest bet; in fixed limit the small bet.
    pub min_bet: u64,
    /// In spread limit the largest bet; in fixed limit the big bet, twice the small one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub max_bet: Option<u64>,
    /// The small blind; half the smallest bet if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub small_blind: Option<u64>,
    /// The big blind, no less than the smallest bet; as much if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub big_blind: Option<u64>,
    /// An ante.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ante: Option<u64>,
    /// Whether the big blind alone puts in the ante for everyone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub big_blind_ante: Option<bool>,
    /// Whether the player left of the big blind may straddle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub straddle: Option<bool>,
    /// How many raises a round may have; 0 is no cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(maximum = 255)]
    pub raises: Option<u8>,
    /// Whether the cap on raises is lifted once two players are left in the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub cap_lifted_heads_up: Option<bool>,
    /// Whether the table plays GLD to the letter, where the house otherwise follows WSOP: showing begins left of the last
    /// caller (§14), a raise is at least the big blind (§6), and a round has three raises at any limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub gld: Option<bool>,
    /// What a low needs: a rank from 5 to 13, or 0 for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(maximum = 255)]
    pub qualifier: Option<u8>,
    /// A house-rule profile: `wac-230-15`, or `wac-230-15-f` with the higher ceiling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub profile: Option<String>,
    /// What a chip is worth in cents, for checking the profile's limits only; a dollar if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub chip_cents: Option<u64>,
}
