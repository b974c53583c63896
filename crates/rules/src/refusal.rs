//! Why an input was refused: what was wrong, what is allowed, which rule. A refusal changes nothing.

use cardroom_cards::Card;

use crate::chips::Chips;
use crate::input::Need;
use crate::rule::Rule;
use crate::seat::Seat;

/// Why the hand didn't take an input. The hand is as it was before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The hand waits for something else.
    #[error("{asked} is not what the hand waits for: {}", waits_for(need))]
    NotNow {
        /// What was tried.
        asked: &'static str,
        /// What the hand waits for.
        need: Need,
    },
    /// Somebody acted out of turn.
    #[error("{seat} is not to act: it is {to_act}'s turn: {}", Rule::Turn)]
    OutOfTurn {
        /// Who tried.
        seat: Seat,
        /// Whose turn it is.
        to_act: Seat,
    },
    /// A check with a bet to call.
    #[error("{seat} can't check, {owed} is owed: {}", Rule::Owed)]
    CheckOwed {
        /// Who tried.
        seat: Seat,
        /// How much is owed.
        owed: Chips,
    },
    /// A call of nothing.
    #[error("{seat} has nothing to call: {}", Rule::NothingOwed)]
    NothingToCall {
        /// Who tried.
        seat: Seat,
    },
    /// A raise where none is offered.
    #[error("{seat} can't raise to {to}: {rule}")]
    NoRaise {
        /// Who tried.
        seat: Seat,
        /// The bet it would have been.
        to: Chips,
        /// Why not.
        rule: Rule,
    },
    /// A raise that is too small.
    #[error("raise to {to} is below the minimum of {min_to}: {rule}")]
    TooLittle {
        /// The bet it would have been.
        to: Chips,
        /// The least.
        min_to: Chips,
        /// Why.
        rule: Rule,
    },
    /// A raise that is too large.
    #[error("raise to {to} is above the maximum of {max_to}: {rule}")]
    TooMuch {
        /// The bet it would have been.
        to: Chips,
        /// The most.
        max_to: Chips,
        /// Why.
        rule: Rule,
    },
    /// Too many cards thrown away.
    #[error("{count} cards are too many, at most {most} may go: {rule}")]
    TooManyCards {
        /// How many.
        count: usize,
        /// How many may go.
        most: usize,
        /// Why.
        rule: Rule,
    },
    /// A card that the player doesn't hold. It isn't named here: the answer must not tell what is held.
    #[error("{seat} does not hold those cards: {}", Rule::OwnCards)]
    NotHeld {
        /// Who tried.
        seat: Seat,
    },
    /// A card that can't be dealt now.
    #[error("{card} can't be dealt: it is already out")]
    CardIsOut {
        /// The card given.
        card: Card,
    },
    /// A card that goes back to the player who has just thrown it away.
    #[error("{card} can't go to {seat}, who has just thrown it away (APT Reshuffling)")]
    JustThrown {
        /// The card given.
        card: Card,
        /// Who would get it.
        seat: Seat,
    },
    /// A winning or tied hand mucked.
    #[error("{seat} can't muck this hand: {}", Rule::Showdown)]
    NotBeaten {
        /// Who tried.
        seat: Seat,
    },
    /// Cards shown after the hand that can't be.
    #[error("{seat} has no such cards left to show: {}", Rule::DeadCards)]
    NothingToReveal {
        /// Who tried.
        seat: Seat,
    },
}

fn waits_for(need: &Need) -> String {
    match need {
        Need::Card(_) => "the dealer's next card".into(),
        Need::Reshuffle { cards } => format!("a shuffle of the muck's {cards} cards"),
        Need::Act(seat) => format!("{seat} to fold, check, call, bet or raise"),
        Need::Discard(seat) => format!("{seat} to discard"),
        Need::Draw(seat) => format!("{seat} to draw"),
        Need::Show(seat) => format!("{seat} to show or muck"),
        Need::Nothing => "the hand is over".into(),
    }
}
