//! One hand of poker, any game of the catalogue, from the forced bets to the last odd chip.
//!
//! A [`Game`] is data: a list of steps, how a hand is made, who gets the pot. A [`Spread`] is a game with its limit,
//! blinds and house rules, checked once. A [`Hand`] plays it: it says what it [`Need`]s next, is told, and never draws
//! randomness or reads a clock, so the same inputs give the same [`Event`]s.
//!
//! ```
//! use cardroom_cards::{Card, CardSet};
//! use cardroom_rules::{Action, Chips, Game, Hand, Legal, Limit, Lineup, Need, SpreadSetup, Viewer};
//!
//! let game = Game::by_id("holdout").unwrap();
//! let limit = Limit::Fixed { small_bet: Chips::new(10), big_bet: Chips::new(20) };
//! let spread = SpreadSetup::new(game, limit).check()?;
//! let lineup = Lineup::new(&spread, &[Chips::new(500); 3])?;
//!
//! let mut events = Vec::new();
//! let mut hand = Hand::new(&spread, &lineup, &mut events);
//! let mut deck = Card::all();
//! while hand.need() != Need::Nothing {
//!     // The dealer deals until somebody has a choice ...
//!     hand.deal_from(|_| deck.next(), &mut events)?;
//!     // ... and everybody checks or calls, keeps two cards, and shows them.
//!     match hand.legal() {
//!         Legal::Bet { seat, choices } if choices.call().is_some() => hand.act(seat, Action::Call, &mut events)?,
//!         Legal::Bet { seat, .. } => hand.act(seat, Action::Check, &mut events)?,
//!         Legal::Discard { seat, .. } => {
//!             let three: CardSet = hand.cards_of(seat).iter().take(3).collect();
//!             hand.act(seat, Action::Discard(three.into()), &mut events)?;
//!         }
//!         Legal::Show { seat, .. } => hand.act(seat, Action::Show(hand.cards_of(seat)), &mut events)?,
//!         _ => {}
//!     }
//! }
//! assert_eq!(hand.stacks().sum::<Chips>(), Chips::new(1500));
//!
//! // What may leave the room: nobody sees a card that is face down.
//! let public: Vec<_> = events.iter().map(|event| event.seen_by(Viewer::Public)).collect();
//! assert!(format!("{public:?}").contains("Dealt { seat: Seat(0), card: None }"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An input that isn't legal changes nothing and is answered with what is, and by which rule:
//!
//! ```
//! # use cardroom_cards::Card;
//! # use cardroom_rules::{Action, Chips, Game, Hand, Limit, Lineup, Seat, SpreadSetup};
//! # let limit = Limit::No { min_bet: Chips::new(100) };
//! # let spread = SpreadSetup::new(Game::by_id("holdem").unwrap(), limit).check()?;
//! # let lineup = Lineup::new(&spread, &[Chips::new(5000); 3])?;
//! # let mut hand = Hand::new(&spread, &lineup, &mut ());
//! # let mut deck = Card::all();
//! # hand.deal_from(|_| deck.next(), &mut ())?;
//! let button = Seat::new(2).unwrap();
//! let refusal = hand.act(button, Action::RaiseTo(Chips::new(150)), &mut ()).unwrap_err();
//! assert_eq!(
//!     refusal.to_string(),
//!     "raise to 150 is below the minimum of 200: at least the last full raise (WSOP 96)"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
mod dealing;
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
mod made;
mod page;
mod posting;
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
pub use made::Made;
pub use page::{Line, Page, Section, Terms};
pub use pots::{Pot, Pots};
pub use profile::{Licence, Profile, ProfileError};
pub use refusal::Refusal;
pub use rule::Rule;
pub use seat::{MOST_SEATS, PerSeat, Seat, SeatSet, Seats};
pub use spread::{Spread, SpreadError, SpreadSetup};
pub use view::{SeatView, Standing, View};

/// Its examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
