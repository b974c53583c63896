//! What is asked of the store in one breath: everything in a write happens, or nothing does.

use std::fmt;

use crate::hand::HandRecord;
use crate::ledger::LedgerEntry;
use crate::{Epoch, Secret, StreamId, Version};

/// What one command did to one stream.
///
/// ```
/// use cardroom_store::{Append, Epoch, StreamId, StreamKind, Version};
///
/// let table = StreamId::new(StreamKind::Table, 1)?;
/// let append = Append { events: vec![b"a seat was taken".to_vec()], ..Append::to(table, Epoch(1), Version(0)) };
/// # let _ = append;
/// # Ok::<(), cardroom_store::StoreError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Append {
    /// The stream.
    pub stream: StreamId,
    /// The epoch under which the writer claimed it.
    pub epoch: Epoch,
    /// The version the stream must have for this to be done.
    pub expected: Version,
    /// The events, in order. There may be none.
    pub events: Vec<Vec<u8>>,
    /// The chips that move.
    pub entries: Vec<LedgerEntry>,
    /// The hand that this ends.
    pub hand: Option<HandRecord>,
    /// The state after these events, from which a later start reads on.
    pub snapshot: Option<Vec<u8>>,
    /// Secrets to keep or to erase: the last hand's is erased, say, and the next one's kept.
    pub secrets: Vec<SecretChange>,
    /// The command that caused this, and what it is answered.
    pub answer: Option<CommandAnswer>,
}

impl Append {
    /// An append that changes nothing yet.
    pub fn to(stream: StreamId, epoch: Epoch, expected: Version) -> Self {
        let (events, entries, secrets) = (Vec::new(), Vec::new(), Vec::new());
        Self { stream, epoch, expected, events, entries, hand: None, snapshot: None, secrets, answer: None }
    }
}

/// What becomes of a hand's secret.
#[derive(Clone)]
pub enum SecretChange {
    /// Keep it, sealed, until it is erased.
    Keep {
        /// The hand's number in its stream.
        hand: u64,
        /// The deck's seeds, say.
        secret: Secret,
    },
    /// The hand is over: erase it.
    Erase {
        /// The hand's number in its stream.
        hand: u64,
    },
}

impl fmt::Debug for SecretChange {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keep { hand, .. } => write!(out, "Keep {{ hand: {hand}, .. }}"),
            Self::Erase { hand } => write!(out, "Erase {{ hand: {hand} }}"),
        }
    }
}

/// A player's command and its answer, so that the command sent twice is done once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandAnswer {
    /// Who sent the command.
    pub account: u64,
    /// The id it gave the command; at most [`CommandAnswer::LONGEST_ID`] bytes.
    pub command: String,
    /// What it is answered.
    pub answer: Vec<u8>,
}

impl CommandAnswer {
    /// The longest id of a command, in bytes.
    pub const LONGEST_ID: usize = 64;

    /// Account first: the commands of one player lie together.
    pub(crate) fn key(account: u64, command: &str) -> Vec<u8> {
        [&account.to_be_bytes(), command.as_bytes()].concat()
    }
}
