//! Many hands: tables of any game, seats, blinds owed, clocks, buy-ins, and the ledger of everyone's chips.
//!
//! Pure: commands, a clock value and a dealer go in, a [`Change`] comes out; the same inputs give the same changes. The
//! crate knows no network, no database and no operating system. A [`Table`] is told things by [`Command`]s; what came
//! of one is stored whole, then told: only what [`News::seen_by`] and [`Table::view`] give may leave the room.
//!
//! ```
//! use cardroom_room::*;
//!
//! let stakes = Stakes::new("holdem", StakesLimit::No { min_bet: 10 });
//! let mut table = Table::new(TableId(1), TableSetup::new("Front room", stakes, 6))?;
//! let opened = table.snapshot();
//! let (mut dealer, mut ledger, mut log) = (SeededDealer::new(7), Ledger::default(), Vec::new());
//! for account in [1, 2].map(AccountId) {
//!     let (from, to) = (Purse::House, Purse::Wallet(account));
//!     ledger.post(&[Entry { from, to, amount: Chips::new(2_000), reason: Reason::Welcome }])?;
//!     let name = format!("Player {}", account.0);
//!     let sit = Command::Sit { seat: None, buy_in: Chips::new(500), name, anchor: None, code: None };
//!     let change = table.apply(Actor::Player(account), &sit, Now(0), &mut dealer)?;
//!     ledger.post(&change.entries)?;
//!     log.extend(change.log);
//! }
//! assert_eq!(ledger.balance(Purse::Wallet(AccountId(1))), 1_500);
//! assert_eq!((ledger.balance(Purse::House), ledger.sum()), (-4_000, 0));
//!
//! // The same commands make the same table: this is how one comes back after a crash.
//! let restored = Table::restore(&opened, &log, &|_| None, Now(0))?;
//! assert_eq!(restored.table.version(), table.version());
//!
//! // At its time the table deals, and everyone sees their own cards alone.
//! let begin = table.deadline().unwrap();
//! table.apply(Actor::Room, &Command::Tick, begin, &mut dealer)?;
//! assert_eq!(table.player_view(AccountId(1)).unwrap().own().unwrap().cards.count(), 2);
//! assert!(table.public_view().unwrap().own().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Read it in this order: `command.rs`, `state.rs`, `table.rs`, then `blinds.rs`, `begin.rs`, `play.rs`, `finish.rs`.

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

mod act;
mod begin;
mod blinds;
mod chair;
mod change;
mod choice;
mod command;
mod dealer;
mod director;
mod dispatch;
mod finish;
mod finished;
mod host;
mod id;
mod kept;
mod ledger;
mod live;
mod mix;
mod news;
mod play;
mod refused;
mod restore;
mod seating;
mod setup;
mod stakes;
mod state;
mod table;
pub mod tournament;
mod view;
mod waiting;
mod withheld;

pub use cardroom_rules::Chips;
pub use change::{Change, Damaged, Logged, Secret};
pub use choice::{Choice, Slots};
pub use command::{Command, SitOut};
pub use dealer::{Dealer, Decks, SeededDealer};
pub use finished::FinishedHand;
pub use id::{AccountId, Actor, Now, SeatNo, TableId, TournamentId};
pub use kept::{DealtTo, KeptError, KeptProof, ReshuffleKeys};
pub use ledger::{Entry, Ledger, LedgerError, NoRefill, Purse, Reason, Refill};
pub use mix::{MIXES, Mix, games};
pub use news::{Absence, Leaving, News, NewsOf, SeenNews};
pub use refused::Refused;
pub use restore::Restored;
pub use setup::{BuyIn, Clocks, Rotation, TableSetup};
pub use stakes::{SetupError, Stakes, StakesAnte, StakesCap, StakesLimit, StakesQualifier};
pub use table::Table;
pub use view::{HandStage, Openness, OwnPart, SeatAtTable, SeatStatus, Story, TableView, TurnClock, TurnView};

/// Its examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
