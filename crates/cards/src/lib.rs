//! Playing cards, sets of them, and the ranking of poker hands.
//!
//! ```
//! use cardroom_cards::{Card, CardSet, Rank, Suit};
//!
//! let hand: CardSet = "As Ks Qs".parse()?;
//! assert!(hand.contains(Card::new(Rank::King, Suit::Spades)));
//! assert_eq!(hand.subsets(2).count(), 3);
//! # Ok::<(), cardroom_cards::ParseCardsError>(())
//! ```

#![cfg_attr(not(feature = "std"), no_std)]

pub mod batch;
mod card;
mod code;
mod high;
pub mod holdout;
mod logic;
mod low;
mod name;
mod notation;
mod plays;
mod set;
mod wide;

pub use card::{Card, Rank, Suit};
pub use high::{HighCategory, HighRank};
pub use low::{AceFiveRank, DeuceSevenRank};
pub use notation::{ParseCards, ParseCardsError, ParseCardsReason};
pub use set::{CardSet, Cards, Subsets};
