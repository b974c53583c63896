//! What happens in a hand, in full and as each viewer may see it.
//!
//! An [`Event`] says everything, so a hand can be played again from its events. It holds face-down cards in a type
//! that can't be printed or sent. Only [`Event::seen_by`] gives a [`Seen`], which can.

use cardroom_cards::{Card, CardSet};

use crate::chips::Chips;
use crate::input::{Action, Input, Throw};
use crate::seat::Seat;

/// Something that happened; `C` is what is known of a face-down card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventOf<C> {
    /// A forced bet was put in.
    Posted {
        /// Whose.
        seat: Seat,
        /// What for.
        post: Post,
        /// How much.
        amount: Chips,
        /// Whether it was the player's last chip.
        all_in: bool,
    },
    /// A card was dealt face down.
    Dealt {
        /// To whom.
        seat: Seat,
        /// Which.
        card: C,
    },
    /// A card was burned.
    Burned {
        /// Which.
        card: C,
    },
    /// A card was dealt to the middle, face up; a record may not know which.
    Board {
        /// Which.
        card: Option<Card>,
    },
    /// A betting round in which somebody has a choice began.
    Round {
        /// Which one, from 0.
        round: u8,
    },
    /// A player folded.
    Folded {
        /// Who.
        seat: Seat,
    },
    /// A player checked.
    Checked {
        /// Who.
        seat: Seat,
    },
    /// A player called.
    Called {
        /// Who.
        seat: Seat,
        /// How much was put in.
        amount: Chips,
        /// Whether it was the player's last chip.
        all_in: bool,
    },
    /// A player bet or raised.
    Raised {
        /// Who.
        seat: Seat,
        /// The player's bet in this round is now this much.
        to: Chips,
        /// The price of staying in rose by this much.
        by: Chips,
        /// Whether it was the player's last chip.
        all_in: bool,
    },
    /// A player discarded, without replacement.
    Discarded {
        /// Who.
        seat: Seat,
        /// What; everyone knows how many.
        thrown: Thrown<C>,
    },
    /// A player chose what to exchange in a draw.
    Drew {
        /// Who.
        seat: Seat,
        /// What goes; everyone knows how many.
        thrown: Thrown<C>,
    },
    /// The stub ran out and the muck was shuffled.
    Reshuffled {
        /// With how many cards.
        cards: u8,
    },
    /// A bet, or part of one, that nobody called went back.
    Returned {
        /// To whom.
        seat: Seat,
        /// How much.
        amount: Chips,
    },
    /// A hand was shown at the showdown.
    Shown {
        /// Whose.
        seat: Seat,
        /// The cards held; a record may not know all.
        cards: Thrown<Option<Card>>,
        /// Whether it was tabled with all others because of an all-in (WSOP 70), not by choice.
        tabled: bool,
    },
    /// A hand was given up unseen at the showdown.
    Mucked {
        /// Whose.
        seat: Seat,
    },
    /// A pot, or a share of it, went to a player.
    Awarded {
        /// Which pot, 0 being the main pot.
        pot: u8,
        /// Which half.
        share: Share,
        /// To whom.
        seat: Seat,
        /// How much.
        amount: Chips,
    },
    /// After the hand a player showed cards that nobody had to see.
    Revealed {
        /// Who.
        seat: Seat,
        /// Which.
        cards: CardSet,
    },
    /// The hand is over.
    Ended,
}

/// An event with everything in it. It can't be printed.
pub type Event = EventOf<FaceDown>;

/// An event as one viewer may see it: `None` is a card face down.
pub type Seen = EventOf<Option<Card>>;

/// A face-down card, or one that a record doesn't know.
///
/// No `Debug`, no `Display`: it can't end up in a log by accident.
///
/// ```compile_fail
/// fn log(card: cardroom_rules::FaceDown) -> String {
///     format!("{card:?}")
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct FaceDown(u8);

impl FaceDown {
    /// Zero, so that a hand of unknown cards is blank memory; a known card is its number and one.
    pub(crate) const UNKNOWN: Self = Self(0);

    /// Wraps a card, or the lack of one.
    #[inline]
    pub const fn new(card: Option<Card>) -> Self {
        match card {
            Some(card) => Self(card.index().wrapping_add(1)),
            None => Self::UNKNOWN,
        }
    }

    /// The card, if it is known. Whoever calls this must be allowed to.
    #[inline]
    pub const fn turn_up(self) -> Option<Card> {
        Card::from_index(self.0.wrapping_sub(1))
    }
}

/// Up to five cards that a player threw away or held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thrown<C> {
    cards: [C; 5],
    count: u8,
}

impl<C: Copy> Thrown<C> {
    pub(crate) fn new(cards: [C; 5], count: usize) -> Self {
        Self { cards, count: count.min(5) as u8 }
    }

    /// How many.
    pub const fn count(&self) -> usize {
        self.count as usize
    }

    /// Which.
    pub fn iter(&self) -> impl Iterator<Item = C> + '_ {
        self.cards.iter().take(self.count()).copied()
    }

    fn map<D>(self, see: impl Fn(C) -> D) -> Thrown<D> {
        Thrown { cards: self.cards.map(see), count: self.count }
    }
}

impl Thrown<Option<Card>> {
    /// The cards that are known.
    pub fn known(&self) -> CardSet {
        self.iter().flatten().collect()
    }
}

/// What a forced bet is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Post {
    /// An ante.
    Ante,
    /// The small blind.
    SmallBlind,
    /// The big blind.
    BigBlind,
    /// A straddle.
    Straddle,
    /// A blind posted out of turn by somebody who owed it; it counts as a bet.
    Live,
    /// A missed blind that goes to the pot and is no bet.
    Dead,
}

/// Which share of a pot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Share {
    /// All of it.
    Whole,
    /// The high half.
    High,
    /// The low half.
    Low,
}

/// Who is looking.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A player of the hand: its own cards, and what everyone sees.
    Seat(Seat),
    /// Everyone else, and the public record: only what lies open.
    Public,
}

impl Viewer {
    const fn owns(self, seat: Seat) -> bool {
        matches!(self, Self::Seat(own) if own.index() == seat.index())
    }
}

impl Event {
    /// The event as `viewer` may see it.
    pub fn seen_by(&self, viewer: Viewer) -> Seen {
        let sight = |seat| move |card: FaceDown| if viewer.owns(seat) { card.turn_up() } else { None };
        match *self {
            Self::Dealt { seat, card } => Seen::Dealt { seat, card: sight(seat)(card) },
            Self::Burned { .. } => Seen::Burned { card: None },
            Self::Discarded { seat, thrown } => Seen::Discarded { seat, thrown: thrown.map(sight(seat)) },
            Self::Drew { seat, thrown } => Seen::Drew { seat, thrown: thrown.map(sight(seat)) },
            Self::Posted { seat, post, amount, all_in } => Seen::Posted { seat, post, amount, all_in },
            Self::Board { card } => Seen::Board { card },
            Self::Round { round } => Seen::Round { round },
            Self::Folded { seat } => Seen::Folded { seat },
            Self::Checked { seat } => Seen::Checked { seat },
            Self::Called { seat, amount, all_in } => Seen::Called { seat, amount, all_in },
            Self::Raised { seat, to, by, all_in } => Seen::Raised { seat, to, by, all_in },
            Self::Reshuffled { cards } => Seen::Reshuffled { cards },
            Self::Returned { seat, amount } => Seen::Returned { seat, amount },
            Self::Shown { seat, cards, tabled } => Seen::Shown { seat, cards, tabled },
            Self::Mucked { seat } => Seen::Mucked { seat },
            Self::Awarded { pot, share, seat, amount } => Seen::Awarded { pot, share, seat, amount },
            Self::Revealed { seat, cards } => Seen::Revealed { seat, cards },
            Self::Ended => Seen::Ended,
        }
    }

    /// The input that brought this event about; `None` for what followed by itself.
    pub fn input(&self) -> Option<Input> {
        let act = |seat, action| Some(Input::Act { seat, action });
        match *self {
            Self::Dealt { card, .. } | Self::Burned { card } => Some(Input::Card(card.turn_up())),
            Self::Board { card } => Some(Input::Card(card)),
            Self::Folded { seat } => act(seat, Action::Fold),
            Self::Checked { seat } => act(seat, Action::Check),
            Self::Called { seat, .. } => act(seat, Action::Call),
            Self::Raised { seat, to, .. } => act(seat, Action::RaiseTo(to)),
            Self::Discarded { seat, thrown } => act(seat, Action::Discard(Throw::of(&thrown))),
            Self::Drew { seat, thrown } => act(seat, Action::Draw(Throw::of(&thrown))),
            Self::Reshuffled { .. } => Some(Input::Reshuffle),
            Self::Shown { seat, cards, tabled: false } => act(seat, Action::Show(cards.known())),
            Self::Mucked { seat } => act(seat, Action::Muck),
            Self::Revealed { seat, cards } => act(seat, Action::Reveal(cards)),
            Self::Posted { .. }
            | Self::Round { .. }
            | Self::Returned { .. }
            | Self::Shown { .. }
            | Self::Awarded { .. }
            | Self::Ended => None,
        }
    }
}

/// Where events go: a list, a socket's buffer, a counter, or nowhere.
pub trait Sink {
    /// Takes one event.
    fn event(&mut self, event: Event);
}

/// Nobody listens.
impl Sink for () {
    #[inline]
    fn event(&mut self, _: Event) {}
}

impl Sink for Vec<Event> {
    #[inline]
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}

impl<F: FnMut(Event)> Sink for F {
    #[inline]
    fn event(&mut self, event: Event) {
        self(event);
    }
}
