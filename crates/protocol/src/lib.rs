//! What a card room and its players say to each other: the messages of `/ws/v1` and the bodies of `/api/v1`.
//!
//! The types are the protocol; `docs/protocol.md` tells how they are used. The same definitions give the server's
//! parser, the TypeScript of the web client and the OpenAPI document, so none of them can drift. There is no logic
//! here, and no way in for a hidden card: what shows cards is made from [`cardroom_rules::Seen`] and
//! [`cardroom_rules::View`], which hold only what one viewer may see.
//!
//! ```
//! use cardroom_protocol::{ClientMessage, Command, Play};
//!
//! let text = r#"{"type":"command","id":"a1","table":7,"command":{"type":"act","hand":31,"turn":4,"play":{"type":"raise","to":240}}}"#;
//! let ClientMessage::Command { table: 7, command: Command::Act { play: Play::Raise { to }, .. }, .. } =
//!     serde_json::from_str(text)?
//! else {
//!     panic!("a raise at table 7");
//! };
//! assert_eq!(to.chips(), Ok(240));
//! # Ok::<(), serde_json::Error>(())
//! ```

#![forbid(unsafe_code)]

mod account;
mod amount;
mod card;
mod client;
mod event;
mod lobby;
mod problem;
mod server;
mod snapshot;
mod spread;
mod tournament;
mod typescript;

pub use account::{Account, Claim, Confirmation, Credentials, Limits, Login, NewToken, RecoveryCodes, Session, Token};
pub use amount::{Amount, NoAmount};
pub use card::{Card, Half, Hex};
pub use client::{ClientMessage, Command, Play, PostWhen, SitOutWhen};
pub use event::{Award, Choices, RaiseRange, Seating, TableEvent, Turn};
pub use lobby::{Lobby, NewTable, TablePlan, TableSummary};
pub use problem::{Code, PROBLEMS, Problem};
pub use server::{Answer, ServerMessage};
pub use snapshot::{ChatLine, HandView, Player, Pot, SeatState, SeatView, TableSnapshot, You};
pub use spread::{GameInfo, LimitKind, LowRanking, ProfileInfo, SpreadInfo, SpreadRequest};
pub use tournament::{
    Breaks, Level, NewTournament, Place, TournamentKind, TournamentPhase, TournamentPlan, TournamentSnapshot,
    TournamentSummary,
};
pub use typescript::typescript;

/// The version of everything in this crate; it is in the path of the socket and of the API.
pub const VERSION: u16 = 1;

/// The longest message a client may send, in bytes, unless the room is set otherwise.
pub const LONGEST_MESSAGE: usize = 4096;

/// Its examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
