//! What a command brought about: what to store, what to tell, what to move.

use std::fmt;

use cardroom_fair::Digest;
use serde::{Deserialize, Serialize};

use crate::command::Command;
use crate::finished::FinishedHand;
use crate::id::{Actor, Now};
use crate::ledger::Entry;
use crate::news::News;
use crate::state::{Promise, raw};

/// Everything that a command brought about. The caller stores it in one transaction, then tells people.
#[derive(Default)]
pub struct Change {
    /// The table's version now. It counts the commands that changed something, so versions have no gaps.
    pub version: u64,
    /// What goes to the log; nothing if nothing changed, as when a timer came too early.
    pub log: Option<Logged>,
    /// What happened, in full. Only [`News::seen_by`] may leave the room.
    pub news: Vec<News>,
    /// Chips that moved between purses.
    pub entries: Vec<Entry>,
    /// The hands that came to their end: at most the one that was running.
    pub hand: Option<Box<FinishedHand>>,
    /// Secrets to seal or to erase, in this order.
    pub secrets: Vec<Secret>,
    /// There whenever a secret was erased or the clocks were moved: the log up to here can't be played again without
    /// it, so it must be stored in the same transaction. The log before it isn't needed any more.
    pub snapshot: Option<Vec<u8>>,
    pub(crate) given: Vec<Given>,
    /// Something changed that no news tells.
    pub(crate) silent: bool,
}

impl Change {
    /// Whether nothing changed at all.
    pub fn is_empty(&self) -> bool {
        !self.silent && self.news.is_empty() && self.entries.is_empty() && self.hand.is_none() && self.given.is_empty()
    }
}

/// What becomes of a hand's secret. It can't be printed.
pub enum Secret {
    /// To be sealed under a key outside the database, before the commitment is shown.
    Keep {
        /// The hand's number.
        hand: u64,
        /// The seeds of its decks, in clear; zeroed when dropped.
        seeds: Box<cardroom_fair::Seeds>,
    },
    /// To be erased: the hand is over.
    Erase {
        /// The hand's number.
        hand: u64,
    },
}

/// One line of a table's log: a command that was obeyed, and what the dealer gave for it. It names no card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Logged {
    /// The table's version after it.
    pub version: u64,
    /// When.
    pub now: Now,
    /// Who.
    pub by: Actor,
    /// What.
    pub command: Command,
    pub(crate) given: Vec<Given>,
}

/// What the dealer gave.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Given {
    /// Its promise for a hand.
    Promise(Box<Promise>),
    /// The bits with which the button was drawn for; everyone saw the cards.
    Draw(#[serde(with = "raw")] Digest),
    /// The stacks after a hand, by place in the list of seats: what the choices and the cards came to. With it a table
    /// comes back with the right chips even where the cards are lost.
    Result(Vec<(u8, u64)>),
}

/// Bytes that can't be read, or don't fit what they belong to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damaged {
    /// Bytes that were not written by us, or cut short.
    #[error("the {0} can't be read")]
    Unreadable(&'static str),
    /// A line of the log with the wrong version.
    #[error("version {found} where {expected} should follow")]
    Gap {
        /// What should come.
        expected: u64,
        /// What came.
        found: u64,
    },
    /// A line of the log that the table refuses.
    #[error("version {version} can't be played again: {why}")]
    Unplayable {
        /// Which line.
        version: u64,
        /// Why.
        why: String,
    },
    /// No seeds for the running hand, or others.
    #[error("the sealed secret of hand {hand} is missing or another's")]
    Secret {
        /// The hand's number.
        hand: u64,
    },
}

impl Logged {
    /// The line as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Writing to memory what is made of plain values can't fail.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// Reads a line.
    ///
    /// # Errors
    /// If the bytes are no line of a log.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Damaged> {
        postcard::from_bytes(bytes).map_err(|_| Damaged::Unreadable("line of the log"))
    }
}

impl fmt::Debug for Change {
    /// Public parts only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (version, entries, news) = (self.version, &self.entries, self.news.len());
        f.debug_struct("Change")
            .field("version", &version)
            .field("log", &self.log)
            .field("news", &news)
            .field("entries", entries)
            .finish_non_exhaustive()
    }
}
