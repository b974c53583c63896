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

mod betting;
mod chips;
mod drawing;
mod event;
mod game;
mod games;
mod hand;
mod held;
mod input;
mod invariants;
mod legal;
mod limit;
mod lineup;
mod page;
mod pots;
mod profile;
mod refusal;
mod rule;
mod seat;
mod showdown;
mod spread;
mod view;

pub use cardroom_cards::holdout::Qualifier;
pub use chips::Chips;
pub use event::{Event, EventOf, FaceDown, Post, Seen, Share, Sink, Thrown, Viewer};
pub use game::{Division, Game, LowKind, Making, RulesHash, Source, Step, Verb};
pub use games::CATALOGUE;
pub use hand::Hand;
pub use input::{Action, Input, Need, Place, Throw};
pub use invariants::BrokenInvariant;
pub use legal::{Call, Choices, Legal, RaiseRange};
pub use limit::{Ante, Cap, Customs, Limit, MinRaise, Showing};
pub use lineup::{Lineup, LineupError};
pub use page::{Line, Page, Section};
pub use pots::{Pot, Pots};
pub use profile::{Licence, Profile, ProfileError};
pub use refusal::Refusal;
pub use rule::Rule;
pub use seat::{MOST_SEATS, PerSeat, Seat, SeatSet, Seats};
pub use spread::{Spread, SpreadError, SpreadSetup};
pub use view::{SeatView, Standing, View};
