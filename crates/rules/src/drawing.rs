//! Dealing to players, discarding without replacement, and drawing.

use cardroom_cards::CardSet;

use crate::event::{Event, Sink};
use crate::game::Verb;
use crate::hand::Hand;
use crate::input::{Need, Throw};
use crate::refusal::Refusal;
use crate::rule::Rule;
use crate::seat::Seat;

impl Hand {
    /// A player got a card: who is next depends on whether this is the deal (one at a time, all round) or a draw
    /// (each player's cards together).
    #[inline]
    pub(crate) fn after_hole_card<S: Sink>(&mut self, seat: Seat, sink: &mut S) {
        if self.waiting.is_empty() {
            if self.left() == 0 {
                self.next_step(sink);
            } else {
                self.ask_hole(self.live.after(seat));
            }
        } else if self.left() == 0 {
            self.served(seat, sink);
        } else {
            self.ask_hole(Some(seat));
        }
    }

    /// Asks the first player who hasn't chosen yet what to throw away.
    pub(crate) fn ask_throw(&mut self) {
        if let Some(seat) = self.waiting.first() {
            let draws = matches!(self.verb(), Some(Verb::Draw { .. }));
            self.need = if draws { Need::Draw(seat) } else { Need::Discard(seat) };
        }
    }

    /// The most cards that may go in the current discard or draw, and the rule that says so.
    pub(crate) fn most_thrown(&self, seat: Seat) -> (usize, Rule) {
        let held = self.held[seat].count();
        match self.verb() {
            Some(&Verb::Discard { most }) => (held.saturating_sub(1).min(most.into()), Rule::KeepOne),
            Some(&Verb::Draw { most }) => (held.min(most.into()), Rule::Exchange),
            _ => (0, Rule::OwnCards),
        }
    }

    pub(crate) fn throw_away<S: Sink>(
        &mut self,
        seat: Seat,
        throw: Throw,
        draws: bool,
        sink: &mut S,
    ) -> Result<(), Refusal> {
        let to_act = match self.need {
            Need::Discard(to_act) if !draws => to_act,
            Need::Draw(to_act) if draws => to_act,
            need => return Err(Refusal::NotNow { asked: if draws { "a draw" } else { "a discard" }, need }),
        };
        if seat != to_act {
            return Err(Refusal::OutOfTurn { seat, to_act });
        }
        let (most, rule) = self.most_thrown(seat);
        if throw.count() > most {
            return Err(Refusal::TooManyCards { count: throw.count(), most, rule });
        }
        // A card that only now becomes known must not be one that lies elsewhere.
        let strangers = throw.cards - self.held[seat].known();
        let known_before = self.held[seat].known();
        if !(strangers & self.gone()).is_empty() {
            return Err(Refusal::NotHeld { seat });
        }
        let Some(thrown) = self.held[seat].throw(throw) else {
            return Err(Refusal::NotHeld { seat });
        };
        // What goes unknown is known nowhere, and where it went from a known hand, nobody can say which of its cards
        // lie where.
        let known = throw.cards;
        let limbo = known_before - self.held[seat].known() - known;
        self.set_gone((self.gone() | known) - limbo);
        self.add_to_muck(known, thrown.count());
        self.set_thrown(seat, known);
        let count = thrown.count() as u8;
        let draw = self.draws().saturating_sub(1) as usize;
        if let Some(place) = self.throws[seat].get_mut(draw) {
            *place = count;
        }
        sink.event(if draws { Event::Drew { seat, thrown } } else { Event::Discarded { seat, thrown } });
        self.waiting.remove(seat);
        if !self.waiting.is_empty() {
            self.ask_throw();
        } else if draws {
            self.waiting = self.live;
            self.serve_next(sink);
        } else {
            self.next_step(sink);
        }
        Ok(())
    }

    /// A player has as many cards as it drew.
    pub(crate) fn served<S: Sink>(&mut self, seat: Seat, sink: &mut S) {
        self.waiting.remove(seat);
        self.serve_next(sink);
    }

    /// Deals to the next player who drew anything; after the last one the step is done.
    #[inline(never)]
    fn serve_next<S: Sink>(&mut self, sink: &mut S) {
        let draw = self.draws().saturating_sub(1) as usize;
        while let Some(seat) = self.waiting.first() {
            let drawn = self.throws[seat].get(draw).copied().unwrap_or(0);
            if drawn > 0 {
                self.set_left(drawn);
                return self.ask_hole(Some(seat));
            }
            self.waiting.remove(seat);
        }
        for seat in self.live {
            self.set_thrown(seat, CardSet::EMPTY);
        }
        self.next_step(sink);
    }
}
