//! Odds: equity in every game of the catalogue, what to hold and what to draw.
//!
//! ```
//! use cardroom_odds::{Effort, Pool, Range, Setup};
//! use cardroom_rules::Game;
//!
//! let game = Game::by_id("holdout-hilo").unwrap();
//! let hands = vec![Range::parse(game, "As3s")?, Range::parse(game, "KhKd9c9d")?];
//! let setup = Setup { hands, board: "2c4d7h".parse().unwrap(), ..Setup::new(game) };
//! let answer = setup.check()?.answer(&Effort::default(), &Pool::new(1))?;
//! assert!(answer.is_exact());
//! let [low, high] = answer.players() else { panic!() };
//! assert_eq!(low.equity.to_f64() + high.equity.to_f64(), 1.0);
//! assert!(low.low.to_f64() > 0.25 && high.low.to_f64() == 0.0);
//! # Ok::<(), cardroom_odds::OddsError>(())
//! ```
//!
//! This crate sees cards that somebody typed, never a table: it knows nothing of rooms, so it can't see hidden cards.

#![forbid(unsafe_code)]

mod answer;
mod chart;
mod classes;
mod contest;
mod deviation;
mod error;
mod exact;
mod fixpoint;
mod holdem;
mod judge;
mod keep;
mod notation;
mod opponents;
mod outcome;
mod picture;
mod pool;
mod pooled;
mod question;
mod range;
mod rows;
mod sample;
mod suits;
mod summary;
mod sums;
mod table;
mod thumb;

pub use answer::{Answer, Effort, PlayerOdds};
pub use chart::Chart;
pub use contest::{Contest, MOST_OPPONENTS};
pub use deviation::{Deviation, deviation};
pub use error::OddsError;
pub use fixpoint::{Rounds, next_chart, polish};
pub use judge::Judge;
pub use keep::{Choice, Choices, Enough, Keep, Model};
pub use opponents::Bar;
pub use outcome::Ratio;
pub use picture::{html, svg};
pub use pool::Pool;
pub use question::{Question, Setup};
pub use range::{Holding, Range};
pub use summary::{Group, summary};
pub use thumb::{Thumb, rules_of_thumb};

/// Its examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
