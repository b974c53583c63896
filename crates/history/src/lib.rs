//! Hand histories: read, replayed through the engine, and written.
//!
//! PHH, Open Hand History or PokerStars text is read into a [`Record`], played by a [`Replayer`] and compared by
//! [`check`]. A hand that was played is copied for a reader, a [`HandCopy`], which can be written in the same three
//! formats. Files of any size are cut into records by a [`Splitter`] or into [`HandTexts`], folders into [`Batches`],
//! and worked on by all cores [`in_order`].
//!
//! ```
//! use cardroom_history::{Record, Replayer, Splitter, Verdict, check};
//!
//! let file = "[1]\nvariant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [5, 10]\nmin_bet = 10\n\
//!     starting_stacks = [1000, 500]\nactions = ['d dh p1 AhKd', 'd dh p2 ????', 'p2 f']\n\
//!     finishing_stacks = [1005, 495]\n";
//! let mut records = Splitter::new(file.as_bytes(), false);
//! let mut replayer = Replayer::new();
//! while let Some(piece) = records.next()? {
//!     let record = Record::read(std::str::from_utf8(piece.bytes.unwrap())?)?;
//!     let played = replayer.replay(&record)?;
//!     assert_eq!(check(&record, &played), Verdict::Match);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod check;
mod copy;
mod decimal;
mod entry;
mod error;
mod files;
mod in_order;
mod listener;
mod ohh;
mod ohh_document;
mod ohh_read;
mod own;
mod phh;
mod posts;
mod record;
mod replay;
mod scan;
mod split;
mod stars;
mod stars_read;
mod stats;
mod stopped;
mod table;
mod texts;
mod told;
mod tree;
mod turns;
mod variant;
mod visible;

pub use check::{Verdict, check};
pub use copy::{About, HandCopy, Reader};
pub use decimal::{BadDecimal, Decimal};
pub use entry::{BadEntry, Cards, Entry};
pub use error::HistoryError;
pub use files::{Batch, Batches};
pub use in_order::in_order;
pub use listener::Listener;
pub use own::own_cards;
pub use posts::Posts;
pub use record::{Amounts, Field, Record, Stacks};
pub use replay::{Replayed, Replayer};
pub use split::{MOST_BYTES, Piece, Splitter};
pub use stats::{Figures, Stats, Watched};
pub use stopped::{Played, Stopped};
pub use texts::HandTexts;
pub use turns::Turns;
pub use variant::{LimitLetter, Variant};
pub use visible::Visible;

/// Its examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
