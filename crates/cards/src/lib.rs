//! Playing cards, sets of them, and the ranking of poker hands.
//!
//! # Cards
//!
//! A [`Card`] is one byte, a [`CardSet`] one word; both are read and written as people write them.
//!
//! ```
//! use cardroom_cards::{Card, CardSet, Rank, Suit};
//!
//! let hand: CardSet = "As Ks 10s".parse()?;
//! assert!(hand.contains(Card::new(Rank::King, Suit::Spades)));
//! assert_eq!(hand.to_string(), "TsKsAs");
//! assert_eq!((CardSet::FULL - hand).len(), 49);
//!
//! let error = "As Ks 1s".parse::<CardSet>().unwrap_err();
//! assert_eq!(error.to_string(), "character 7: '1' is not a rank (one of 23456789TJQKA, or 10)");
//! # Ok::<(), cardroom_cards::ParseCardsError>(())
//! ```
//!
//! # Who wins
//!
//! A rank is one number in a type of its own: the larger one wins, equal ones split. It knows what a dealer calls it and
//! which five cards play. There are three, one for each way to compare hands: [`HighRank`], [`AceFiveRank`] and
//! [`DeuceSevenRank`].
//!
//! ```
//! use cardroom_cards::{AceFiveRank, CardSet, DeuceSevenRank, HighRank};
//!
//! let board: CardSet = "9c Th Jh Qh Kh".parse()?;
//! let flush = HighRank::of(board | "2h3h".parse()?).unwrap();
//! let straight = HighRank::of(board | "AsAd".parse()?).unwrap();
//! assert!(flush > straight);
//! assert_eq!(flush.to_string(), "king-high flush");
//! assert_eq!(flush.five(board | "2h3h".parse()?), "3h Th Jh Qh Kh".parse()?);
//!
//! let wheel = "Ah 2d 3c 4s 5s".parse()?;
//! assert_eq!(HighRank::of(wheel).unwrap().to_string(), "five-high straight");
//! assert_eq!(AceFiveRank::of(wheel).unwrap().to_string(), "wheel");
//! assert_eq!(DeuceSevenRank::of(wheel).unwrap().to_string(), "ace-five low");
//! # Ok::<(), cardroom_cards::ParseCardsError>(())
//! ```
//!
//! In Five Card Hold-Out all held cards play, with exactly as many board cards as make five: that is [`holdout`].
//!
//! ```
//! use cardroom_cards::{CardSet, holdout::{self, Qualifier}};
//!
//! let board: CardSet = "2c 4d 7h Ks".parse()?;
//! let held: CardSet = "As3s".parse()?;
//! assert_eq!(holdout::high(held, board).unwrap().to_string(), "ace-high");
//! assert_eq!(holdout::low(held, board, Qualifier::default()).unwrap().to_string(), "seven-four low");
//! # Ok::<(), cardroom_cards::ParseCardsError>(())
//! ```
//!
//! # How fast
//!
//! There are three ways to the same ranks, each the fastest for its own purpose:
//!
//! | you have | use |
//! |---|---|
//! | one hand | [`HighRank::of`] for a set; [`HighRank::of_five`] and [`HighRank::of_seven`] for cards |
//! | a deck to go through | [`enumerate`]: a hand that grows, and ranks along an enumeration |
//! | many hands | [`batch`]: 16 or 32 at once where the CPU can |
//!
//! The tables are made by the compiler: nothing is loaded and nothing is computed at the start. Without the feature `std`
//! the crate needs no standard library, and a batch goes hand by hand.

#![cfg_attr(not(feature = "std"), no_std)]

pub mod batch;
mod card;
mod code;
pub mod enumerate;
mod high;
pub mod holdout;
mod logic;
mod low;
mod name;
mod notation;
mod plays;
mod set;
mod table;
#[cfg_attr(
    not(all(feature = "std", target_arch = "x86_64")),
    allow(dead_code, unused_variables, reason = "without known registers nothing is wide")
)]
mod wide;

pub use card::{Card, Rank, Suit};
pub use high::{HighCategory, HighRank};
pub use low::{AceFiveRank, DeuceSevenRank};
pub use notation::{ParseCards, ParseCardsError, ParseCardsReason};
pub use set::{CardSet, Cards, Subsets};

/// Its examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
