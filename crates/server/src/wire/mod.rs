//! From what a viewer may see to what it is sent, and from what it sends to what a table is told.
//!
//! Everything here is made from [`cardroom_room::SeenNews`] and views: a hidden card has no way in.

mod choices;
mod feed;
mod request;
mod snapshot;
mod spread;

pub(crate) use choices::choices;
pub(crate) use feed::{Feed, Told, asked_for_links, note_odd_chips, pots, turn_kind};
pub(crate) use request::{Wish, act_in_log, asked, said, setup, stakes, wish};
pub(crate) use snapshot::{Beside, pause_reason, snapshot, you};
pub(crate) use spread::{game_info, profile_info, spread_info};

use cardroom_cards::{Card, CardSet};
use cardroom_protocol as wire;
use cardroom_room::SeatNo;
use cardroom_rules::{Made, Spread};

/// A chair's number on the wire, from 0.
pub(crate) fn chair(seat: SeatNo) -> u8 {
    u8::try_from(seat.index()).unwrap_or(u8::MAX)
}

/// A chair from its number on the wire.
pub(crate) fn seat_no(chair: u8) -> SeatNo {
    SeatNo(chair.saturating_add(1))
}

pub(crate) fn cards(cards: impl IntoIterator<Item = Card>) -> Vec<wire::Card> {
    cards.into_iter().map(wire::Card).collect()
}

pub(crate) fn half(made: Made) -> wire::Half {
    wire::Half { name: made.name, cards: cards(made.five) }
}

/// What held cards are worth with a board, high and low, where the game has them.
pub(crate) fn made(spread: &Spread, held: CardSet, board: CardSet) -> (Option<wire::Half>, Option<wire::Half>) {
    let game = spread.game();
    (game.made_high(held, board).map(half), game.made_low(held, board, spread.qualifier()).map(half))
}
