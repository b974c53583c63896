//! Tournaments: registration, seats, levels, balancing, the bubble, places, prizes, a Champion.
//!
//! A [`Tournament`] is its own director. It holds no table and reads no clock: it is told who registers, when hands end
//! and what time it is, and answers with what happened, with orders for the tables and with entries for the ledger. The
//! same commands, times and entropy give the same tournament.
//!
//! Where the sources are silent it follows the TDA rules, cited by their titles, which outlive the numbers of an edition.
//!
//! ```
//! use cardroom_room::tournament::{Command, HandReport, Order, Phase, Stack, Tournament, TournamentSetup};
//! use cardroom_room::{AccountId, Chips, Now, Purse, SeatNo, Stakes, StakesLimit, TournamentId};
//!
//! // A heads-up sit-and-go for 100 chips each.
//! let stakes = Stakes::new("holdem", StakesLimit::No { min_bet: 20 });
//! let setup = TournamentSetup { buy_in: Chips::new(100), ..TournamentSetup::new("Duel", stakes, 2) };
//! let mut duel = Tournament::new(TournamentId(1), setup)?;
//! let [ann, bob] = [AccountId(1), AccountId(2)];
//! let register = |account, name: &str| Command::Register { account, name: name.into(), bot: false };
//! duel.apply(&register(ann, "Ann"), Now(0), [1; 32])?;
//!
//! // The second player fills the field: seats are drawn and the table is told to deal.
//! let change = duel.apply(&register(bob, "Bob"), Now(1), [2; 32])?;
//! let Some(&Order::Deal { table, hand }) = change.orders.last() else { panic!("no hand") };
//!
//! // Whoever carried that order tells how the hand ended.
//! let stacks = vec![Stack { account: ann, stack: Chips::new(1600) }, Stack { account: bob, stack: Chips::ZERO }];
//! let report = HandReport { table, hand, big_blind: Some(SeatNo(1)), stacks };
//! let change = duel.apply(&Command::HandEnded(report), Now(2), [3; 32])?;
//! assert_eq!(duel.phase(), Phase::Finished { champion: ann });
//! assert_eq!((change.entries[0].to, change.entries[0].amount), (Purse::Wallet(ann), Chips::new(200)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod balance;
mod command;
mod director;
mod draw;
mod event;
mod floor;
mod invariants;
mod level;
mod payout;
mod race;
mod ranking;
mod restore;
mod seating;
mod setup;
mod state;
mod tables;
mod view;
mod written;

pub use command::{Command, HandReport, NowPlayed, Refused};
pub use event::{Event, Logged, Order, Stack, TournamentChange};
pub use invariants::BrokenTournament;
pub use level::{Level, Schedule};
pub use payout::{PayoutPlan, Prizes};
pub use restore::TournamentDamaged;
pub use setup::{Start, TournamentSetup, TournamentSetupError};
pub use state::{Phase, Tournament};
pub use view::{ClockView, PlayerLine, StandingView, TableLine, TournamentView};
