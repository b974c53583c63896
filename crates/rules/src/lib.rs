//! One hand of poker, any game of the catalogue, from the forced bets to the last odd chip.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

mod chips;
mod game;
mod games;
mod seat;

pub use chips::Chips;
pub use game::{Division, Game, LowKind, Making, RulesHash, Source, Step, Verb};
pub use games::CATALOGUE;
pub use seat::{MOST_SEATS, PerSeat, Seat, SeatSet, Seats};
