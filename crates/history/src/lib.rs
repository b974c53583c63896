//! Hand histories: read, replayed through the engine, and written.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod check;
mod copy;
mod decimal;
mod entry;
mod error;
mod files;
mod in_order;
mod ohh;
mod phh;
mod record;
mod replay;
mod scan;
mod split;
mod stars;
mod stars_read;
mod stats;
mod table;
mod tree;
mod variant;

pub use check::{Verdict, check};
pub use copy::{About, HandCopy, Reader};
pub use decimal::{BadDecimal, Decimal};
pub use entry::{BadEntry, Cards, Entry};
pub use error::HistoryError;
pub use files::{Batch, Batches};
pub use in_order::in_order;
pub use record::{Amounts, Field, Record, Stacks};
pub use replay::{Listener, Replayed, Replayer};
pub use split::{MOST_BYTES, Piece, Splitter};
pub use stars_read::StarsHands;
pub use stats::{Figures, Stats, Watched};
pub use variant::{LimitLetter, Variant};
