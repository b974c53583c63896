//! Antes, blinds, straddles and posts: what is put in before the deal.

use crate::chips::Chips;
use crate::event::{Event, Post, Sink};
use crate::hand::Hand;
use crate::lineup::Lineup;
use crate::seat::Seat;

impl Hand {
    pub(crate) fn post_forced_bets<S: Sink>(&mut self, lineup: &Lineup, sink: &mut S) {
        for seat in lineup.ante_posters {
            let kind = if lineup.antes_matched { Paid::Matched } else { Paid::Dead };
            self.post(seat, Post::Ante, lineup.antes[seat], kind, sink);
        }
        for seat in lineup.posters {
            self.post(seat, Post::Dead, lineup.dead[seat], Paid::Dead, sink);
            let post = if lineup.big_blind == Some(seat) {
                Post::BigBlind
            } else if lineup.small_blind == Some(seat) {
                Post::SmallBlind
            } else if lineup.straddle == Some(seat) {
                Post::Straddle
            } else {
                Post::Live
            };
            let blind = lineup.blinds[seat];
            self.blind_price = self.blind_price.max(blind);
            self.post(seat, post, blind, Paid::Bet, sink);
        }
    }

    fn post<S: Sink>(&mut self, seat: Seat, post: Post, asked: Chips, kind: Paid, sink: &mut S) {
        let amount = asked.min(self.stacks[seat]);
        if amount.is_zero() {
            return;
        }
        self.stacks[seat] -= amount;
        self.pot += amount;
        match kind {
            Paid::Dead => self.dead += amount,
            Paid::Matched => self.paid[seat] += amount,
            Paid::Bet => {
                self.paid[seat] += amount;
                self.bets[seat] += amount;
            }
        }
        let all_in = self.stacks[seat].is_zero();
        if all_in {
            self.active.remove(seat);
        }
        sink.event(Event::Posted { seat, post, amount, all_in });
    }
}

/// How a forced bet counts.
#[derive(Clone, Copy)]
enum Paid {
    /// It belongs to the pot and buys no part of it.
    Dead,
    /// It is matched against the others' but is no bet.
    Matched,
    /// It is a bet of the first round.
    Bet,
}
