//! The chips of a hand counted again from its events alone, as an auditor would, sharing no code with the engine.

use cardroom_rules::{Chips, Event, Hand, Lineup, MOST_SEATS, Post, Seat, SeatSet, Viewer};

pub(crate) struct Ledger {
    players: usize,
    total: u64,
    stacks: [u64; MOST_SEATS],
    bets: [u64; MOST_SEATS],
    pot: u64,
    out: [bool; MOST_SEATS],
}

impl Ledger {
    pub(crate) fn new(lineup: &Lineup) -> Self {
        let mut stacks = [0; MOST_SEATS];
        for seat in SeatSet::first_seats(lineup.players()) {
            stacks[seat.index()] = lineup.stack(seat).get();
        }
        Self {
            players: lineup.players(),
            total: stacks.iter().sum(),
            stacks,
            bets: [0; MOST_SEATS],
            pot: 0,
            out: [false; MOST_SEATS],
        }
    }

    /// Books one event; the sum must be the same after it.
    pub(crate) fn enter(&mut self, event: &Event) {
        match *event {
            Event::Posted { seat, post, amount, all_in } => {
                self.put_in(seat, amount.get(), all_in);
                if !matches!(post, Post::Ante | Post::Dead) {
                    self.bets[seat.index()] += amount.get();
                }
            }
            Event::Round { round } if round > 0 => self.bets = [0; MOST_SEATS],
            Event::Called { seat, amount, all_in } => {
                self.put_in(seat, amount.get(), all_in);
                self.bets[seat.index()] += amount.get();
            }
            Event::Raised { seat, to, by, all_in } => {
                let highest = self.bets.iter().max().copied().unwrap_or(0);
                assert!(to.get() > highest && by.get() > 0 && by.get() <= to.get(), "no raise");
                self.put_in(seat, to.get() - self.bets[seat.index()], all_in);
                self.bets[seat.index()] = to.get();
            }
            Event::Folded { seat } => {
                assert!(!self.out[seat.index()], "{seat} folds twice");
                self.out[seat.index()] = true;
            }
            Event::Returned { seat, amount } | Event::Awarded { seat, amount, .. } => {
                assert!(!self.out[seat.index()] && amount.get() > 0, "{seat} has folded, or gets nothing");
                self.pot = self.pot.checked_sub(amount.get()).expect("no more goes out than came in");
                self.stacks[seat.index()] += amount.get();
            }
            Event::Ended => assert_eq!(self.pot, 0, "the hand ends with chips in the middle"),
            _ => {}
        }
        assert_eq!(self.stacks.iter().sum::<u64>() + self.pot, self.total, "chips were made or lost");
    }

    /// The hand has counted the same.
    pub(crate) fn agrees_with(&self, hand: &Hand) {
        assert!(hand.stacks().map(Chips::get).eq(self.stacks[..self.players].iter().copied()));
        assert_eq!(hand.pot().get(), self.pot);
        assert_eq!(hand.pots().iter().map(|pot| pot.amount.get()).sum::<u64>(), self.pot);
        let view = hand.view(Viewer::Public);
        let bets: u64 = view.seats().map(|seat| seat.bet.get()).sum();
        assert_eq!(view.pots.iter().map(|pot| pot.amount.get()).sum::<u64>() + bets, self.pot);
    }

    fn put_in(&mut self, seat: Seat, amount: u64, all_in: bool) {
        assert!(!self.out[seat.index()], "{seat} has folded");
        let stack = &mut self.stacks[seat.index()];
        *stack = stack.checked_sub(amount).expect("nobody puts in more than it has");
        assert_eq!(*stack == 0, all_in, "{seat} is all-in when its last chip is in, and only then");
        self.pot += amount;
    }
}
