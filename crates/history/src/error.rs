//! Why a record can't be read, replayed or written: what is wrong, where, and what is allowed.

use cardroom_rules::{LineupError, Refusal, Seat, SpreadError};

use crate::decimal::BadDecimal;
use crate::entry::BadEntry;
use crate::visible::Visible;

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HistoryError {
    /// Bytes that are no text.
    #[error("not UTF-8 text: byte {at} of the record can't be read")]
    NotText {
        /// Where, from 1.
        at: usize,
    },
    /// A record without an end in sight.
    #[error("the record is longer than {limit} bytes, the most that is read")]
    TooLong {
        /// The most bytes a record may have.
        limit: usize,
    },
    /// A text that isn't TOML.
    #[error("not TOML: line {line} of the record: {message}")]
    Toml {
        /// Which line of the record, from 1.
        line: usize,
        /// What the parser says.
        message: String,
    },
    /// A copy for somebody who wasn't there.
    #[error("{seat} is not in this hand: its players are p1 to p{players}")]
    NoSuchPlayer {
        /// Whose copy was wanted.
        seat: Seat,
        /// How many play.
        players: usize,
    },
    /// A history in another format where PHH is read.
    #[error("this is {format}, not PHH: convert it first")]
    OtherFormat {
        /// What it looks like.
        format: &'static str,
    },
    /// A field that PHH requires.
    #[error("the field {field} is missing")]
    Missing {
        /// Its name.
        field: &'static str,
    },
    /// A field of the wrong type.
    #[error("{field} must be {wanted}")]
    WrongType {
        /// Its name.
        field: &'static str,
        /// What it must be.
        wanted: &'static str,
    },
    /// An amount that can't be read.
    #[error("{field}: {text:?} is not an amount: {reason}")]
    Amount {
        /// Which field.
        field: &'static str,
        /// What stands there.
        text: String,
        /// Why not.
        reason: BadDecimal,
    },
    /// An amount below zero where none can be.
    #[error("{field}: {amount} is below zero")]
    Negative {
        /// Which field.
        field: &'static str,
        /// The amount.
        amount: String,
    },
    /// Lists of different lengths.
    #[error("{field} has {has} entries, but starting_stacks has {players}")]
    Length {
        /// Which field.
        field: &'static str,
        /// How many entries it has.
        has: usize,
        /// How many players there are.
        players: usize,
    },
    /// More players than any game has.
    #[error("{field} has more than 10 entries, the most players of any game")]
    TooManyPlayers {
        /// Which field.
        field: &'static str,
    },
    /// A code that isn't one.
    #[error("{code:?} is not a variant code: a limit letter F, P or N and a game, as in NT, F2L3D, NHO/8")]
    UnknownVariant {
        /// What stands there.
        code: String,
    },
    /// A game that is known but not played here. The record isn't broken.
    #[error("unsupported: {code} is {name}, which is not played here")]
    Unsupported {
        /// The variant code.
        code: String,
        /// The game's name.
        name: &'static str,
    },
    /// A table setting that isn't one.
    #[error("{field} = {}: allowed is {allowed}", Visible(value))]
    Setting {
        /// Which field.
        field: &'static str,
        /// What stands there.
        value: String,
        /// What may stand there.
        allowed: &'static str,
    },
    /// Rules that have changed since the record was made.
    #[error("the record was played by other rules: its _rules_hash is {}, {id}'s is {ours}", Visible(recorded))]
    RulesHash {
        /// The game.
        id: &'static str,
        /// What the record says.
        recorded: String,
        /// What the rules are now.
        ours: String,
    },
    /// An action that can't be read.
    #[error("action {number}: {reason}")]
    Entry {
        /// Which action, from 1.
        number: usize,
        /// Why not.
        reason: BadEntry,
    },
    /// An action that the rules don't allow.
    #[error("action {number}, {entry}: {reason}{}", counted(*places))]
    Refused {
        /// Which action, from 1.
        number: usize,
        /// The action.
        entry: String,
        /// The engine's answer.
        reason: Refusal,
        /// How many decimals the unit has in which the engine counted.
        places: u8,
    },
    /// An action that doesn't belong where it stands.
    #[error("action {number}, {entry}: {reason}")]
    Misplaced {
        /// Which action, from 1.
        number: usize,
        /// The action.
        entry: String,
        /// What is expected there.
        reason: String,
    },
    /// A record that ends before the hand does.
    #[error("the record ends {}, but {needs}", after(*number))]
    Unfinished {
        /// The last action.
        number: usize,
        /// What the hand waits for.
        needs: String,
    },
    /// A record that ends before the hand does, and has the results of one that went on.
    #[error("the record ends {}, but {needs}: its {field} are of a hand that went on", after(*number))]
    LostActions {
        /// The last action.
        number: usize,
        /// What the hand waits for.
        needs: String,
        /// What doesn't fit its end.
        field: &'static str,
    },
    /// An amount in an action that isn't a whole number of units or too large.
    #[error("an amount is too large: all chips together are at most {}", cardroom_rules::Chips::MOST)]
    TooManyChips,
    /// Settings that no table can have.
    #[error(transparent)]
    Spread(#[from] SpreadError),
    /// Players that can't be dealt in.
    #[error(transparent)]
    Lineup(#[from] LineupError),
    /// A hand that a format has no words for.
    #[error("{format} can't say this: {what}")]
    Unsayable {
        /// The format.
        format: &'static str,
        /// What it can't say.
        what: String,
    },
    /// A JSON document that isn't a hand.
    #[error("not Open Hand History: {reason}")]
    OpenHand {
        /// What is wrong.
        reason: String,
    },
    /// A line of a PokerStars text that can't be read.
    #[error("line {line}: {reason}")]
    Line {
        /// Which line of the hand, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

impl HistoryError {
    /// Whether the record is right as far as anybody can tell, only of a game that isn't played here.
    pub const fn is_unsupported(&self) -> bool {
        matches!(self, Self::Unsupported { .. })
    }
}

/// Where a record ends.
fn after(number: usize) -> String {
    if number == 0 { "before any action".to_owned() } else { format!("after action {number}") }
}

/// What a chip is, where the record's amounts have decimals and the engine's can't.
fn counted(places: u8) -> String {
    if places == 0 { String::new() } else { format!(" (counted in units of {})", crate::Decimal::new(1, places)) }
}
