//! Bots: players for every game of the catalogue, at every limit, who see what a person at their seat sees.
//!
//! A [`Bot`] is given a [`View`](cardroom_rules::View) of the running hand and the events as its seat
//! [`Seen`](cardroom_rules::Seen) them. There is no way from those to a card that is face down to it. It reads no clock and
//! does no input or output; its randomness comes from its seed.
//!
//! | level | how it plays |
//! |---|---|
//! | [`Level::Random`] | anything legal |
//! | [`Level::Beginner`] | by the look of its cards, loosely |
//! | [`Level::Solid`] | by equity against unknown hands, charts, pot odds, position |
//! | [`Level::Strong`] | by what the others' bets and draws say of their hands, over many imagined deals |
//!
//! ```
//! use cardroom_bots::{Bot, Level};
//! use cardroom_cards::Card;
//! use cardroom_rules::{Chips, Game, Hand, Legal, Limit, Lineup, Need, Seen, SpreadSetup, Viewer};
//!
//! let limit = Limit::No { min_bet: Chips::new(2) };
//! let spread = SpreadSetup::new(Game::by_id("holdem").unwrap(), limit).check()?;
//! let lineup = Lineup::new(&spread, &[Chips::new(200); 3])?;
//! let mut events = Vec::new();
//! let mut hand = Hand::new(&spread, &lineup, &mut events);
//! let mut deck = Card::all().rev();
//! let mut bot = Bot::new(Level::Solid, 1);
//! hand.deal_from(|_| deck.next(), &mut events)?;
//! let Legal::Bet { seat, .. } = hand.legal() else { panic!() };
//! let viewer = Viewer::Seat(seat);
//! let seen: Vec<Seen> = events.iter().map(|event| event.seen_by(viewer)).collect();
//! let action = bot.decide(&hand.view(viewer), &seen);
//! assert!(hand.act(seat, action, &mut events).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where to begin reading: `bot.rs` is the way in, `strong.rs` the best player, `rival.rs` how it imagines the others.

#![forbid(unsafe_code)]

mod beginner;
mod book;
mod bot;
mod chance;
mod feel;
mod field;
mod ladder;
mod level;
mod manner;
mod memory;
mod pace;
mod random;
mod rival;
mod share;
mod solid;
mod spot;
mod starts;
mod story;
mod street;
mod strong;
mod throw;
mod worlds;

pub use bot::{Bot, warm_up};
pub use level::{BotsError, Level};
pub use share::share;

/// Its examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
