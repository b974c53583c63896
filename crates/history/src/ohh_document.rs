//! The parts of an Open Hand History document that are read. Amounts stay as they are written, to be read exactly.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

#[derive(Deserialize)]
#[serde(expecting = "an object with a hand in \"ohh\"")]
pub(crate) struct Document {
    pub(crate) ohh: Hand,
}

#[derive(Deserialize)]
#[serde(expecting = "a hand, in braces")]
pub(crate) struct Hand {
    #[serde(default)]
    pub(crate) site_name: String,
    #[serde(default)]
    pub(crate) game_number: Value,
    pub(crate) start_date_utc: Option<String>,
    #[serde(default)]
    pub(crate) table_name: String,
    pub(crate) game_type: String,
    pub(crate) bet_limit: BetLimit,
    pub(crate) table_size: Option<u64>,
    #[serde(default)]
    pub(crate) currency: String,
    pub(crate) dealer_seat: u64,
    pub(crate) small_blind_amount: Option<Box<RawValue>>,
    pub(crate) big_blind_amount: Option<Box<RawValue>>,
    pub(crate) ante_amount: Option<Box<RawValue>>,
    pub(crate) players: Vec<Player>,
    pub(crate) rounds: Vec<Round>,
    #[serde(default)]
    pub(crate) pots: Vec<Pot>,
    #[serde(rename = "_phh")]
    pub(crate) phh: Option<Posted>,
}

#[derive(Deserialize)]
#[serde(expecting = "a limit, in braces")]
pub(crate) struct BetLimit {
    pub(crate) bet_type: String,
}

#[derive(Deserialize)]
#[serde(expecting = "a player, in braces")]
pub(crate) struct Player {
    pub(crate) id: u64,
    pub(crate) seat: u64,
    #[serde(default)]
    pub(crate) name: String,
    pub(crate) starting_stack: Box<RawValue>,
    #[serde(default)]
    pub(crate) is_sitting_out: bool,
}

#[derive(Deserialize)]
#[serde(expecting = "a round, in braces")]
pub(crate) struct Round {
    #[serde(default)]
    pub(crate) street: String,
    #[serde(default)]
    pub(crate) cards: Vec<String>,
    #[serde(default)]
    pub(crate) actions: Vec<Action>,
}

#[derive(Deserialize)]
#[serde(expecting = "an action, in braces")]
pub(crate) struct Action {
    pub(crate) player_id: u64,
    pub(crate) action: String,
    pub(crate) amount: Option<Box<RawValue>>,
    #[serde(default)]
    pub(crate) is_allin: bool,
    pub(crate) cards: Option<Vec<String>>,
    pub(crate) count: Option<usize>,
}

#[derive(Deserialize)]
#[serde(expecting = "a pot, in braces")]
pub(crate) struct Pot {
    pub(crate) amount: Box<RawValue>,
    #[serde(default)]
    pub(crate) player_wins: Vec<Win>,
}

#[derive(Deserialize)]
#[serde(expecting = "a winner's share, in braces")]
pub(crate) struct Win {
    pub(crate) player_id: u64,
    pub(crate) win_amount: Box<RawValue>,
}

/// What the specification has no word for, as a PHH record would say it.
#[derive(Deserialize)]
#[serde(expecting = "a post, in braces")]
pub(crate) struct Posted {
    pub(crate) variant: String,
    pub(crate) ante_trimming_status: bool,
    pub(crate) antes: Vec<Box<RawValue>>,
    pub(crate) blinds_or_straddles: Vec<Box<RawValue>>,
    pub(crate) min_bet: Option<Box<RawValue>>,
    pub(crate) small_bet: Option<Box<RawValue>>,
    pub(crate) big_bet: Option<Box<RawValue>>,
    #[serde(default)]
    pub(crate) settings: BTreeMap<String, Box<RawValue>>,
    /// The ids of players whose stacks aren't known.
    #[serde(default)]
    pub(crate) unknown_stacks: Vec<u64>,
}
