//! The story of a hand as its seat saw it: who did what, at what price, with how much of the board in sight.

use cardroom_cards::CardSet;
use cardroom_rules::{PerSeat, Seat, Seen, View, Viewer};

use crate::spot::chips;

/// Something that a player chose to do in a betting round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deed {
    pub(crate) seat: Seat,
    pub(crate) round: u8,
    /// How many board cards lay there.
    pub(crate) board: usize,
    /// How many times the player had thrown cards away.
    pub(crate) throws: usize,
    pub(crate) kind: Kind,
    /// What a call would have cost, as a part of the pot after it.
    pub(crate) price: f32,
    /// How many had raised before in this round.
    pub(crate) raises: u8,
}

/// What it was.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Kind {
    Fold,
    Check,
    Call,
    /// By this much of the pot as it was after a call.
    Raise(f32),
}

/// Everything that a seat remembers of a hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Story {
    pub(crate) deeds: Vec<Deed>,
    /// What the bot itself has thrown away.
    pub(crate) thrown: CardSet,
    /// Raises of the running round.
    pub(crate) raises: u8,
    /// How many times each has thrown cards away.
    pub(crate) throws: PerSeat<u8>,
}

impl Story {
    pub(crate) fn of(view: &View, seen: &[Seen]) -> Self {
        let mut story = Self::default();
        let mut teller = Teller::default();
        for event in seen {
            teller.tell(view.viewer, event, &mut story);
        }
        (story.raises, story.throws) = (teller.raises, teller.throws);
        story
    }
}

/// The running sums while a story is told.
#[derive(Default)]
struct Teller {
    pot: f32,
    price: f32,
    round: u8,
    raises: u8,
    board: usize,
    bets: PerSeat<f32>,
    throws: PerSeat<u8>,
}

impl Teller {
    fn tell(&mut self, viewer: Viewer, event: &Seen, story: &mut Story) {
        match *event {
            Seen::Posted { seat, post, amount, .. } => {
                use cardroom_rules::Post;
                self.pot += chips(amount);
                if !matches!(post, Post::Ante | Post::Dead) {
                    self.bets[seat] += chips(amount);
                    self.price = self.price.max(self.bets[seat]);
                }
            }
            Seen::Round { round } if round > 0 => {
                (self.round, self.raises, self.price) = (round, 0, 0.0);
                self.bets = PerSeat::default();
            }
            Seen::Board { .. } => self.board += 1,
            Seen::Folded { seat } => story.deeds.push(self.deed(seat, Kind::Fold)),
            Seen::Checked { seat } => story.deeds.push(self.deed(seat, Kind::Check)),
            Seen::Called { seat, amount, .. } => {
                story.deeds.push(self.deed(seat, Kind::Call));
                self.bets[seat] += chips(amount);
                self.pot += chips(amount);
            }
            Seen::Raised { seat, to, by, .. } => {
                let owed = self.price - self.bets[seat];
                story.deeds.push(self.deed(seat, Kind::Raise(chips(by) / (self.pot + owed).max(1.0))));
                self.pot += chips(to) - self.bets[seat];
                self.bets[seat] = chips(to);
                self.price = self.price.max(chips(to));
                self.raises = self.raises.saturating_add(1);
            }
            Seen::Discarded { seat, thrown } | Seen::Drew { seat, thrown } => {
                self.throws[seat] += 1;
                if viewer == Viewer::Seat(seat) {
                    story.thrown |= thrown.known();
                }
            }
            Seen::Returned { amount, .. } => self.pot -= chips(amount),
            _ => {}
        }
    }

    fn deed(&self, seat: Seat, kind: Kind) -> Deed {
        let owed = (self.price - self.bets[seat]).max(0.0);
        Deed {
            seat,
            round: self.round,
            board: self.board,
            throws: self.throws[seat].into(),
            kind,
            price: owed / (self.pot + owed).max(1.0),
            raises: self.raises,
        }
    }
}
