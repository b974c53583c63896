//! What must be true of a hand after every input, whatever happened. Checked by tests, simulations and rooms.

use crate::chips::Chips;
use crate::hand::Hand;
use crate::input::Need;
use crate::legal::Legal;
use crate::seat::SeatSet;

/// An invariant that doesn't hold: a defect of the engine, never of its input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BrokenInvariant {
    /// Chips appeared or vanished.
    #[error("{counted} chips in a hand that began with {total}")]
    Chips {
        /// How many there were.
        total: Chips,
        /// How many there are.
        counted: Chips,
    },
    /// A card is in two places.
    #[error("a card is in two places")]
    Cards,
    /// Somebody is asked who can't answer.
    #[error("{need:?} is asked of somebody who is not in the hand or has nothing to decide")]
    Turn {
        /// What is asked.
        need: Need,
    },
    /// The choices offered contradict each other.
    #[error("the choices offered contradict the chips on the table")]
    Choices,
    /// The pots don't add up to what was put in.
    #[error("the pots add up to {pots}, not to the {paid} put in")]
    Pots {
        /// Sum of the pots.
        pots: Chips,
        /// Sum put in before this round.
        paid: Chips,
    },
}

impl Hand {
    /// Checks everything that must hold between two inputs.
    ///
    /// # Errors
    /// Names the first invariant that is broken.
    pub fn invariants(&self) -> Result<(), BrokenInvariant> {
        let (total, counted) = self.chips();
        if total != counted {
            return Err(BrokenInvariant::Chips { total, counted });
        }
        self.cards_are_in_one_place()?;
        self.turn_is_possible()?;
        self.choices_are_possible()?;
        let pots: Chips = self.pots().iter().map(|pot| pot.amount).sum();
        let everyone = SeatSet::first_seats(self.players());
        let paid = everyone.iter().map(|seat| self.paid[seat]).sum::<Chips>() + self.dead;
        if pots != paid {
            return Err(BrokenInvariant::Pots { pots, paid });
        }
        Ok(())
    }

    fn cards_are_in_one_place(&self) -> Result<(), BrokenInvariant> {
        let mut seen = self.board.known();
        for seat in self.live {
            let held = self.held[seat].known();
            if !(seen & held).is_empty() {
                return Err(BrokenInvariant::Cards);
            }
            seen |= held;
        }
        if self.gone().is_superset(seen) { Ok(()) } else { Err(BrokenInvariant::Cards) }
    }

    fn turn_is_possible(&self) -> Result<(), BrokenInvariant> {
        let possible = match self.need {
            Need::Act(seat) => self.active.contains(seat) && self.waiting.contains(seat) && self.live.is_several(),
            Need::Discard(seat) | Need::Draw(seat) | Need::Show(seat) => {
                self.live.contains(seat) && self.waiting.contains(seat)
            }
            Need::Nothing => self.pot().is_zero(),
            Need::Card(_) | Need::Reshuffle { .. } => true,
        };
        let with_chips: SeatSet = self.live.iter().filter(|&seat| !self.stacks[seat].is_zero()).collect();
        if possible && (self.active == with_chips || self.need == Need::Nothing) {
            Ok(())
        } else {
            Err(BrokenInvariant::Turn { need: self.need })
        }
    }

    fn choices_are_possible(&self) -> Result<(), BrokenInvariant> {
        let Legal::Bet { seat, choices } = self.legal() else { return Ok(()) };
        let all_in_to = self.bets[seat] + self.stacks[seat];
        let call = choices.call().is_none_or(|call| {
            !call.amount.is_zero()
                && call.amount <= self.stacks[seat]
                && call.all_in == (call.amount == self.stacks[seat])
        });
        let raise = choices.raise().is_ok_and(|range| {
            range.min_to <= self.betting.price || range.min_to > range.max_to || range.max_to > all_in_to
        });
        if call && !raise { Ok(()) } else { Err(BrokenInvariant::Choices) }
    }
}
