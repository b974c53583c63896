//! What a hand is told: cards from the dealer, choices from the players.

use cardroom_cards::{Card, CardSet};

use crate::chips::Chips;
use crate::event::{FaceDown, Thrown};
use crate::seat::Seat;

/// What the hand waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// The dealer's next card, for this place.
    Card(Place),
    /// The dealer must shuffle the muck: so many cards.
    Reshuffle {
        /// How many.
        cards: u8,
    },
    /// A player's turn to bet.
    Act(Seat),
    /// A player's turn to discard.
    Discard(Seat),
    /// A player's turn to choose what to exchange.
    Draw(Seat),
    /// A player's turn to show or muck.
    Show(Seat),
    /// Nothing: the hand is over.
    Nothing,
}

/// Where a card goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Face down to a player.
    Hole(Seat),
    /// Face down out of play.
    Burn,
    /// Face up in the middle.
    Board,
}

/// What a hand is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// The next card; `None` if whoever plays the hand again doesn't know it.
    Card(Option<Card>),
    /// The muck has been shuffled.
    Reshuffle,
    /// A player's choice.
    Act {
        /// Whose.
        seat: Seat,
        /// What.
        action: Action,
    },
}

/// A player's choice. It may name cards that nobody else may see, so it can't be printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Give up the hand.
    Fold,
    /// Stay in for nothing.
    Check,
    /// Put in what is owed, or all that is left.
    Call,
    /// Bet or raise so that one's bet in this round becomes this much.
    RaiseTo(Chips),
    /// Throw cards away for good.
    Discard(Throw),
    /// Throw cards away for others.
    Draw(Throw),
    /// Show the hand. The set may name cards that a record didn't know before; empty is what is known.
    Show(CardSet),
    /// Give the hand up unseen at showdown.
    Muck,
    /// After the hand, show cards that nobody has to see.
    Reveal(CardSet),
}

/// Cards to throw away, with the number of those that a record doesn't know.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Throw {
    /// The known ones.
    pub cards: CardSet,
    /// How many more.
    pub unknown: u8,
}

impl Throw {
    /// Nothing: stand pat.
    pub const NONE: Self = Self { cards: CardSet::EMPTY, unknown: 0 };

    /// How many cards go.
    pub const fn count(&self) -> usize {
        self.cards.len().saturating_add(self.unknown as usize)
    }

    pub(crate) fn of(thrown: &Thrown<FaceDown>) -> Self {
        let cards: CardSet = thrown.iter().filter_map(FaceDown::turn_up).collect();
        Self { cards, unknown: thrown.count().saturating_sub(cards.len()) as u8 }
    }
}

impl From<CardSet> for Throw {
    fn from(cards: CardSet) -> Self {
        Self { cards, unknown: 0 }
    }
}
