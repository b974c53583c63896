//! What can be wrong with a question, in words that say what is allowed.

use cardroom_cards::Card;
use thiserror::Error;

/// Why a question about odds has no answer.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum OddsError {
    /// Text that is neither cards nor a range.
    #[error("{text:?} is neither cards nor a range: {reason}. Allowed are {}", allowed(*.two_cards))]
    Notation {
        /// What was written.
        text: String,
        /// Where reading the cards failed.
        reason: String,
        /// Whether ranges like `QQ+` are allowed too.
        two_cards: bool,
    },
    /// A hand that has one card twice.
    #[error("{card} is in {text:?} twice: a deck has every card once")]
    CardTwice {
        /// The card.
        card: Card,
        /// What was written.
        text: String,
    },
    /// Nothing where a hand should be.
    #[error("{text:?} is an empty range, or has an empty place in its list. Allowed are {}", allowed(*.two_cards))]
    NoHand {
        /// What was written.
        text: String,
        /// Whether ranges like `QQ+` are allowed too.
        two_cards: bool,
    },
    /// A range like `QQ+` where hands have other numbers of cards than two.
    #[error(
        "{text:?} is a range of two-card hands, and in {game} a hand is {cards}: write the cards, ?? for each unknown \
         one inside a hand, or ?? alone for a random hand"
    )]
    TwoCardRange {
        /// What was written.
        text: String,
        /// The game's name.
        game: &'static str,
        /// What a hand is there.
        cards: &'static str,
    },
    /// The wrong number of cards in a hand.
    #[error("{text:?} has {count} card{}: in {game} a hand has {allowed}", plural(*.count))]
    HandSize {
        /// What was written.
        text: String,
        /// How many cards that is.
        count: usize,
        /// The game's name.
        game: &'static str,
        /// How many there may be.
        allowed: String,
    },
    /// A weight that is no number above 0.
    #[error(
        "{text:?} is not a weight: allowed is a number above 0 and at most 1000 with up to six decimals, as in QQ:0.5"
    )]
    Weight {
        /// What was written.
        text: String,
    },
    /// The same hand twice in one range, with different weights.
    #[error("{range:?} gives {hand} two different weights")]
    TwoWeights {
        /// The range.
        range: String,
        /// The hand that is in it twice.
        hand: String,
    },
    /// A range without a hand.
    #[error("hand {player} ({range:?}) is an empty range: {why}")]
    EmptyRange {
        /// Which player, from 1.
        player: usize,
        /// What was written.
        range: String,
        /// Why nothing is left of it.
        why: &'static str,
    },
    /// Every combination of the players' hands needs some card twice.
    #[error("no deal gives every player a hand of its range: all combinations need some card twice")]
    Impossible,
    /// A card in two places.
    #[error("{card} is {first} and again {second}: a deck has every card once")]
    SharedCard {
        /// The card.
        card: Card,
        /// Where it is.
        first: String,
        /// Where it is again.
        second: String,
    },
    /// More board cards than the game deals.
    #[error("the board has {count} card{}, but in {game} it has {}", plural(*.count), at_most(*.most))]
    Board {
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
        /// The game's name.
        game: &'static str,
    },
    /// So many cards are dead or held that the rest can't be dealt.
    #[error(
        "too many cards are gone: {needed} more card{} must be dealt, but only {left} of the deck {} neither held, on the \
         board nor dead",
        plural(*.needed),
        if *.left == 1 { "is" } else { "are" }
    )]
    DeckTooSmall {
        /// Cards that have to come.
        needed: usize,
        /// Cards there are.
        left: usize,
    },
    /// Too few or too many players.
    #[error("{count} hand{}: {game} is played by {fewest} to {most} players", plural(*.count))]
    Players {
        /// How many hands were given.
        count: usize,
        /// The fewest allowed.
        fewest: usize,
        /// The most allowed.
        most: usize,
        /// The game's name.
        game: &'static str,
    },
    /// Too few or too many opponents.
    #[error("{count} opponents: {game} can be asked about with 1 to {most}")]
    Opponents {
        /// How many were asked for.
        count: usize,
        /// The most allowed.
        most: usize,
        /// The game's name.
        game: &'static str,
    },
    /// A question about holding or drawing that isn't about five cards.
    #[error("{count} card{}: choosing what to keep takes five cards", plural(*.count))]
    NotFive {
        /// How many cards were given.
        count: usize,
    },
    /// A question about holding where nobody holds, or about drawing where nobody draws.
    #[error("in {game} nothing is {verb}: the games for it are {games}")]
    WrongGame {
        /// The game's name.
        game: &'static str,
        /// "held" or "drawn".
        verb: &'static str,
        /// The games in which it is.
        games: String,
    },
    /// An exact answer was asked for that would take far too long.
    #[error(
        "an exact answer would take {deals} deals, more than the {limit} that are counted at most: ask for samples"
    )]
    TooManyDeals {
        /// How many deals there are, as far as that can be counted.
        deals: u128,
        /// How many are gone through at most.
        limit: u128,
    },
    /// An exact answer was asked for about more hands than can be gone through one by one.
    #[error(
        "an exact answer would go through {combinations} combinations of hands, more than the {limit} that are tried \
         at most: ask for samples"
    )]
    TooManyHands {
        /// How many combinations of the players' hands there are.
        combinations: u128,
        /// How many are gone through at most.
        limit: u128,
    },
    /// A stop rule that never stops.
    #[error("a standard error of {target} can't be reached: allowed is above 0.00001 (0.001%)")]
    Target {
        /// What was asked for.
        target: f64,
    },
    /// No samples at all.
    #[error("at least one sample is needed")]
    NoSamples,
    /// The caller cancelled.
    #[error("cancelled")]
    Cancelled,
    /// A chart's data that isn't one.
    #[error("the chart's data is damaged")]
    DamagedChart,
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn at_most(most: usize) -> String {
    if most == 0 { "none".to_owned() } else { format!("at most {most}") }
}

fn allowed(two_cards: bool) -> &'static str {
    if two_cards {
        "AhKh, QQ, QQ+, QQ-99, AK, AKs, KQo, A5s+, A5s-A2s, each with a weight like QQ:0.5, ?? for a random hand, and \
         lists of these with commas"
    } else {
        "cards like AhKh, ?? for each unknown card inside a hand, ?? alone for a random hand, and lists of these with \
         commas"
    }
}
