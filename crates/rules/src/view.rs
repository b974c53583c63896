//! A running hand as one viewer may see it: what a bot decides from and what may leave the room.
//!
//! A [`View`] is built by copying what the viewer may know, card by card. It holds no reference to the hand, so
//! there is no way from it to a hidden card.

use cardroom_cards::{Card, CardSet};

use crate::chips::Chips;
use crate::event::{Thrown, Viewer};
use crate::hand::Hand;
use crate::input::Need;
use crate::legal::Legal;
use crate::pots::Pots;
use crate::seat::{MOST_SEATS, Seat, SeatSet};
use crate::spread::Spread;

/// What one viewer may see of a hand. Two hands that differ only in cards hidden from the viewer give equal views.
///
/// ```
/// use cardroom_cards::Card;
/// use cardroom_rules::{Chips, Game, Hand, Limit, Lineup, Need, Seat, SpreadSetup, Viewer};
///
/// let limit = Limit::No { min_bet: Chips::new(20) };
/// let spread = SpreadSetup::new(Game::by_id("holdem").unwrap(), limit).check()?;
/// let lineup = Lineup::new(&spread, &[Chips::new(200), Chips::new(1000)])?;
/// let mut hand = Hand::new(&spread, &lineup, &mut ());
/// let mut deck = Card::all().rev();
/// while let Need::Card(_) = hand.need() {
///     hand.deal(deck.next(), &mut ())?;
/// }
/// let view = hand.view(Viewer::Seat(Seat::new(1).unwrap()));
/// let other = view.seat(Seat::new(0).unwrap()).unwrap();
/// assert_eq!(view.own().unwrap().known().to_string(), "AcAh");
/// assert_eq!(other.cards.count(), 2, "that the other has two cards is no secret");
/// assert!(other.known().is_empty(), "which ones is");
/// assert!(view.legal.is_some() && hand.view(Viewer::Public).legal.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// Who is looking.
    pub viewer: Viewer,
    /// The game and the table's settings.
    pub spread: Spread,
    /// Which step of the game is being played, from 0; the number of steps once the showdown has begun.
    pub step: usize,
    /// How many betting rounds are over.
    pub round: usize,
    /// How many discards and draws have begun.
    pub draws: usize,
    /// What the hand waits for, and so whose turn it is.
    pub need: Need,
    /// What the viewer may do, if it is the viewer's turn.
    pub legal: Option<Legal>,
    /// What everyone must have bet in this round to stay in.
    pub price: Chips,
    /// Everything in the middle: pots, antes and the bets of this round.
    pub pot: Chips,
    /// The same without the bets of this round, by who can win what.
    pub pots: Pots,
    /// The board; a record may not know every card.
    pub board: Thrown<Option<Card>>,
    seats: [Option<SeatView>; MOST_SEATS],
}

/// What one viewer may see of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatView {
    /// Which player.
    pub seat: Seat,
    /// Its chips behind.
    pub stack: Chips,
    /// What it has bet in this round.
    pub bet: Chips,
    /// Whether it is still in, and how.
    pub standing: Standing,
    /// The cards before it: `None` is one that the viewer may not see. Nobody but itself sees a folded player's.
    pub cards: Thrown<Option<Card>>,
    /// Whether its cards lie open for all to see.
    pub shown: bool,
    /// How many cards it threw away, by discard or draw; nothing too where it hasn't chosen yet.
    pub thrown: [u8; 4],
}

/// How a player stands in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Standing {
    /// In, with chips left.
    Playing,
    /// In, with all its chips bet.
    AllIn,
    /// Out.
    Folded,
    /// In to the end, and given up unseen.
    Mucked,
}

impl View {
    /// The players, clockwise from the button's left.
    pub fn seats(&self) -> impl Iterator<Item = &SeatView> {
        self.seats.iter().flatten()
    }

    /// One player, if it is in the hand.
    pub fn seat(&self, seat: Seat) -> Option<&SeatView> {
        self.seats.get(seat.index())?.as_ref()
    }

    /// The viewer's own place, if it plays.
    pub fn own(&self) -> Option<&SeatView> {
        if let Viewer::Seat(seat) = self.viewer { self.seat(seat) } else { None }
    }
}

impl SeatView {
    /// The cards that the viewer knows.
    pub fn known(&self) -> CardSet {
        self.cards.known()
    }
}

impl Hand {
    /// The hand as `viewer` may see it.
    pub fn view(&self, viewer: Viewer) -> View {
        let mut seats = [None; MOST_SEATS];
        let everyone = SeatSet::first_seats(self.players());
        seats.iter_mut().zip(everyone).for_each(|(place, seat)| *place = Some(self.seat_view(seat, viewer)));
        let to_act = match self.need {
            Need::Act(seat) | Need::Discard(seat) | Need::Draw(seat) | Need::Show(seat) => Some(seat),
            Need::Card(_) | Need::Reshuffle { .. } | Need::Nothing => None,
        };
        View {
            viewer,
            spread: self.spread,
            step: self.step(),
            round: self.round.into(),
            draws: self.draws().into(),
            need: self.need,
            legal: to_act.filter(|&seat| viewer == Viewer::Seat(seat)).map(|_| self.legal()),
            price: self.betting.price,
            pot: self.pot(),
            pots: self.collected_pots(),
            board: self.board.face_up(),
            seats,
        }
    }

    fn seat_view(&self, seat: Seat, viewer: Viewer) -> SeatView {
        let shown = self.shown.contains(seat);
        let held = self.held[seat];
        let cards = if shown || viewer == Viewer::Seat(seat) {
            held.face_up()
        } else if self.live.contains(seat) && !self.mucked.contains(seat) {
            Thrown::new([None; 5], held.count())
        } else {
            Thrown::new([None; 5], 0)
        };
        let standing = if self.mucked.contains(seat) {
            Standing::Mucked
        } else if !self.live.contains(seat) {
            Standing::Folded
        } else if self.active.contains(seat) {
            Standing::Playing
        } else {
            Standing::AllIn
        };
        SeatView {
            seat,
            stack: self.stacks[seat],
            bet: self.bets[seat],
            standing,
            cards,
            shown,
            thrown: self.throws[seat],
        }
    }
}
