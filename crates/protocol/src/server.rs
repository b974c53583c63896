//! What the server says on the socket.

use serde::Serialize;

use crate::account::Account;
use crate::event::TableEvent;
use crate::lobby::Lobby;
use crate::problem::Problem;
use crate::snapshot::TableSnapshot;
use crate::tournament::TournamentSnapshot;

/// A message from the server.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message: who the server takes the client for.
    Welcome {
        /// The protocol's version.
        version: u16,
        /// The program's version.
        server: String,
        /// The server's time in milliseconds; every deadline is in it.
        time: u64,
        /// The client's account.
        account: Account,
        /// The tables where the account sits.
        tables: Vec<u64>,
    },
    /// A table, all of it: the answer to `watch`, and where too much was missed.
    Table {
        /// The number of the last message whose events are in it.
        seq: u64,
        /// The server's time in milliseconds.
        time: u64,
        /// The table.
        snapshot: Box<TableSnapshot>,
        /// What the viewer could see of the hand on the table so far, from its `hand_started` on, without turns and
        /// without the pots of its rounds: a log begins with it. It is in the snapshot already. Before the deal, while
        /// links are awaited, the hand's `committed`, with the chairs that still have to give one.
        so_far: Vec<TableEvent>,
        /// What they are called who began that hand, each with its chair: who sits there now may be somebody else.
        names: Vec<(u8, String)>,
    },
    /// What happened at a table.
    Events {
        /// Which table.
        table: u64,
        /// The number of this message; the table's next one has the next number.
        seq: u64,
        /// The server's time in milliseconds.
        time: u64,
        /// What happened, in order.
        events: Vec<TableEvent>,
    },
    /// The answer to a command or a request that went wrong.
    Answer(Answer),
    /// The lobby, when it changed.
    Lobby(Lobby),
    /// A tournament, when it changed.
    Tournament(Box<TournamentSnapshot>),
    /// The chips in the account's wallet changed.
    Wallet {
        /// How many there are now.
        chips: u64,
    },
    /// The account is wanted at a table: a seat came free, or a tournament seated it.
    Seat {
        /// Which table.
        table: u64,
        /// Why.
        reason: String,
        /// Until when a chair that came free is kept, in milliseconds of the server's time; null where a tournament
        /// seated it.
        until: Option<u64>,
    },
    /// The answer to `ping`.
    Pong {
        /// What was sent.
        echo: u64,
        /// The server's time in milliseconds.
        time: u64,
    },
    /// The server closes the connection.
    Bye {
        /// Why, and whether to come back.
        problem: Problem,
    },
}

/// The answer to a command: done, or refused.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS)]
pub struct Answer {
    /// The command's id, or `watch:TABLE` and `watch_tournament:NUMBER` for those; null where the message has none or
    /// could not be read.
    pub id: Option<String>,
    /// Why not; null is done.
    pub problem: Option<Problem>,
    /// For a `sit` that was done, the chair.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
}
