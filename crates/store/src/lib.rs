//! The event log, the chip ledger and the hand records of a card room, on SQLite or PostgreSQL.
//!
//! What was acknowledged is durable: [`Store::append`] returns when the disk has it. Many tables share one commit.
//! A write happens whole or not at all; it is refused if somebody else owns the stream ([`Refusal::Fenced`]), if the
//! stream has moved on ([`Refusal::Conflict`]), if chips would appear or an account fall below zero, or if the same
//! command was done before. Everything is checked inside the transaction that writes.
//!
//! The store knows neither games nor messages: events, snapshots and records are bytes.
//!
//! ```
//! use cardroom_store::*;
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), StoreError> {
//! let store = Store::open(":memory:", SealingKey::fresh(), Options::default()).await?;
//! let table = StreamId::new(StreamKind::Table, 7)?;
//! let epoch = store.claim(table).await?.epoch;
//!
//! // The house gives 1,000 chips to a player, who sits down with 200 of them.
//! let gift = LedgerEntry::transfer("gift 101", 0, "gift", LedgerAccount::House, LedgerAccount::Wallet(101), 1_000);
//! store.post(vec![gift]).await?;
//! let seat = LedgerAccount::Seat { table: 7, account: 101 };
//! let buy_in = LedgerEntry::transfer("buy-in 1", 0, "buy-in", LedgerAccount::Wallet(101), seat, 200);
//! let sit_down = Append {
//!     events: vec![b"101 sits down".to_vec()],
//!     entries: vec![buy_in],
//!     ..Append::to(table, epoch, Version(0))
//! };
//! assert_eq!(store.append(sit_down).await?, Version(1));
//! assert_eq!(store.balance(seat).await?, 200);
//! assert_eq!(store.load(table).await?.events, [(Version(1), b"101 sits down".to_vec())]);
//! assert_eq!(store.audit().await?.issued, 1_000);
//! # Ok(()) }
//! ```

#![forbid(unsafe_code)]

mod accounts;
mod append;
mod arguments;
mod backup;
mod body;
mod direct;
mod engine;
mod error;
mod facts;
mod folder;
mod group;
mod hand;
mod ledger;
mod link;
mod load;
mod log;
mod packing;
mod plan;
mod presence;
mod proof;
mod seal;
mod search;
mod settings;
mod store;
mod stream;
mod sweep;
mod writer;

pub use accounts::{Account, Operation, Ownership, Right, Session};
pub use append::{Append, CommandAnswer, SecretChange};
pub use backup::{BackedUp, Counts};
pub use error::{Damage, Refusal, StoreError};
pub use hand::{HandPlayer, HandRecord};
pub use ledger::{Audit, LedgerAccount, LedgerEntry, PostedEntry, Posting};
pub use load::{HandSecret, Loaded};
pub use proof::StoredProof;
pub use seal::{Place, Sealer, SealingKey, Secret};
pub use search::{FoundHand, HandQuery};
pub use store::{Claim, Health, Options, Step, Store, Watcher};
pub use stream::{Epoch, StreamId, StreamKind, Version};
pub use sweep::{Retention, Sweep, Swept};

/// Its examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
