//! What happened at a table, in full and as each viewer may see it.
//!
//! Only hands have secrets; everything else at a table is public. [`News`] holds the engine's events with every card in
//! them and can't be printed or sent; [`News::seen_by`] gives [`SeenNews`], which can.

use cardroom_cards::Card;
use cardroom_fair::Commitment;
use cardroom_rules::{Chips, Event, Seen, Viewer};

use crate::id::{AccountId, SeatNo};

/// Something that happened at a table; `E` is what is known of an event of a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "fields are named for what they are")]
pub enum NewsOf<E> {
    /// Somebody sat down.
    Sat { account: AccountId, seat: SeatNo, name: String, stack: Chips, bot: bool },
    /// Somebody left, with so many chips.
    Left { account: AccountId, seat: SeatNo, took: Chips, why: Leaving },
    /// Somebody stands in line, at this place from 1.
    Listed { account: AccountId, place: usize },
    /// Somebody stands in line no longer.
    Unlisted { account: AccountId },
    /// The first in line may sit down for so long.
    Offered { account: AccountId, ms: u64 },
    /// A player sits out.
    SatOut { seat: SeatNo, why: Absence },
    /// A player wants to be dealt in again.
    Back { seat: SeatNo },
    /// A player added chips; if `later`, they play from the next hand.
    Added { seat: SeatNo, amount: Chips, later: bool },
    /// A player's connection came or went.
    Connection { seat: SeatNo, there: bool },
    /// The button was drawn for: a card each, the highest has it, spades over hearts, diamonds, clubs.
    ButtonDrawn { cards: Vec<(SeatNo, Card)>, button: SeatNo },
    /// The next hands are of this game, at these blinds.
    Game { id: &'static str, small_blind: Chips, big_blind: Chips },
    /// A hand's decks are fixed, and the seats with a chain are asked for their links.
    Committed { hand: u64, commitment: Box<Commitment>, asked: Vec<SeatNo>, ms: u64 },
    /// A seat gave its link.
    Linked { seat: SeatNo },
    /// A link was missing: the hand's number is spent, and nothing was dealt.
    Burned { hand: u64, missing: Vec<SeatNo> },
    /// A hand begins. Its players are named by their places in `order`, from the button's left.
    Dealing { hand: u64, order: Vec<SeatNo>, button: SeatNo, small_blind: Option<SeatNo>, big_blind: SeatNo },
    /// Something happened in the hand.
    Played {
        /// Whose hidden cards are in it.
        owner: Option<AccountId>,
        /// What.
        event: E,
    },
    /// It is a player's turn for so long, and so much is in its time bank.
    Turn { hand: u64, turn: u32, seat: SeatNo, ms: u64, bank_ms: u64 },
    /// A player's time bank runs, or the grace of one who is disconnected.
    MoreTime { seat: SeatNo, ms: u64, grace: bool },
    /// A player's time ran out, and the table acted for it.
    TimedOut { seat: SeatNo },
    /// The hand is over: everyone's stack now. For so long players may show what nobody has to see.
    HandOver { hand: u64, stacks: Vec<(SeatNo, Chips)>, ms: u64 },
    /// A hand is given up, and every stack is what it was at its start.
    Voided { hand: u64 },
    /// A player has lost all its chips.
    Broke { account: AccountId, seat: SeatNo },
    /// No more hands for now, or again.
    Paused { paused: bool },
    /// The tournament's director holds the table, or lets it go.
    Held { held: bool },
    /// The table closes as soon as its hand has been shown.
    Closing,
    /// The table is closed.
    Closed,
}

/// What happened, with everything in it. It can't be printed.
pub type News = NewsOf<Event>;

/// What happened, as one viewer may see it.
pub type SeenNews = NewsOf<Seen>;

/// Why somebody left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaving {
    /// It wanted to.
    Own,
    /// The host asked it to.
    Kicked,
    /// It sat out too long.
    TooLong,
    /// The tournament's director took it away.
    Director,
    /// The table closed.
    Closed,
}

/// Why somebody sits out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Absence {
    /// It wanted to.
    Own,
    /// Its time ran out.
    TimedOut,
    /// It gave no link.
    NoLink,
    /// It has no chips.
    Broke,
}

impl News {
    /// What a viewer may see: its own cards if it plays, and what everyone sees.
    pub fn seen_by(&self, viewer: Option<AccountId>) -> SeenNews {
        self.map(|owner, event| {
            let seat = match *event {
                Event::Dealt { seat, .. } | Event::Discarded { seat, .. } | Event::Drew { seat, .. } => Some(seat),
                _ => None,
            };
            let own = viewer.is_some() && viewer == owner;
            event.seen_by(seat.filter(|_| own).map_or(Viewer::Public, Viewer::Seat))
        })
    }
}

impl<E> NewsOf<E> {
    /// The same with the events of a hand turned into something else.
    fn map<F>(&self, see: impl Fn(Option<AccountId>, &E) -> F) -> NewsOf<F> {
        match self {
            Self::Played { owner, event } => NewsOf::Played { owner: *owner, event: see(*owner, event) },
            Self::Sat { account, seat, name, stack, bot } => {
                NewsOf::Sat { account: *account, seat: *seat, name: name.clone(), stack: *stack, bot: *bot }
            }
            Self::Left { account, seat, took, why } => {
                NewsOf::Left { account: *account, seat: *seat, took: *took, why: *why }
            }
            Self::Listed { account, place } => NewsOf::Listed { account: *account, place: *place },
            Self::Unlisted { account } => NewsOf::Unlisted { account: *account },
            Self::Offered { account, ms } => NewsOf::Offered { account: *account, ms: *ms },
            Self::SatOut { seat, why } => NewsOf::SatOut { seat: *seat, why: *why },
            Self::Back { seat } => NewsOf::Back { seat: *seat },
            Self::Added { seat, amount, later } => NewsOf::Added { seat: *seat, amount: *amount, later: *later },
            Self::Connection { seat, there } => NewsOf::Connection { seat: *seat, there: *there },
            Self::ButtonDrawn { cards, button } => NewsOf::ButtonDrawn { cards: cards.clone(), button: *button },
            Self::Game { id, small_blind, big_blind } => {
                NewsOf::Game { id, small_blind: *small_blind, big_blind: *big_blind }
            }
            Self::Committed { hand, commitment, asked, ms } => {
                NewsOf::Committed { hand: *hand, commitment: commitment.clone(), asked: asked.clone(), ms: *ms }
            }
            Self::Linked { seat } => NewsOf::Linked { seat: *seat },
            Self::Burned { hand, missing } => NewsOf::Burned { hand: *hand, missing: missing.clone() },
            Self::Dealing { hand, order, button, small_blind, big_blind } => NewsOf::Dealing {
                hand: *hand,
                order: order.clone(),
                button: *button,
                small_blind: *small_blind,
                big_blind: *big_blind,
            },
            Self::Turn { hand, turn, seat, ms, bank_ms } => {
                NewsOf::Turn { hand: *hand, turn: *turn, seat: *seat, ms: *ms, bank_ms: *bank_ms }
            }
            Self::MoreTime { seat, ms, grace } => NewsOf::MoreTime { seat: *seat, ms: *ms, grace: *grace },
            Self::TimedOut { seat } => NewsOf::TimedOut { seat: *seat },
            Self::HandOver { hand, stacks, ms } => NewsOf::HandOver { hand: *hand, stacks: stacks.clone(), ms: *ms },
            Self::Voided { hand } => NewsOf::Voided { hand: *hand },
            Self::Broke { account, seat } => NewsOf::Broke { account: *account, seat: *seat },
            Self::Paused { paused } => NewsOf::Paused { paused: *paused },
            Self::Held { held } => NewsOf::Held { held: *held },
            Self::Closing => NewsOf::Closing,
            Self::Closed => NewsOf::Closed,
        }
    }
}
