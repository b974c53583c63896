//! What can go wrong, in three classes that call for three reactions: a refusal is final and changed nothing, an
//! absent store changed nothing either and may be asked again, and what is damaged has to be voided by the caller.

use crate::{Epoch, StreamId, Version};

/// Why the store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The write breaks a rule. Nothing was changed; asking again gets the same answer.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The store can't write or read now (disk full, connection lost). Nothing was changed; ask again later.
    #[error("the store is unavailable, nothing was changed: {cause}")]
    Unavailable {
        /// What the database said.
        cause: String,
    },
    /// Something stored can't be read as what it was.
    #[error(transparent)]
    Damaged(#[from] Damage),
    /// The store can't be opened as it is set up: a wrong address, key or schema. Somebody has to look at it.
    #[error("the store can't be used: {cause}")]
    Unusable {
        /// What is wrong, and what would be right.
        cause: String,
    },
}

/// A write that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Somebody else has claimed the stream since.
    #[error("{stream} is owned under epoch {current}, this write came under {yours}")]
    Fenced {
        /// The stream.
        stream: StreamId,
        /// The epoch the write named.
        yours: Epoch,
        /// The epoch in force; 0 if nobody ever claimed the stream.
        current: Epoch,
    },
    /// The stream is not where the writer thought.
    #[error("{stream} is at version {current}, the write expected {expected}")]
    Conflict {
        /// The stream.
        stream: StreamId,
        /// The version the write expected.
        expected: Version,
        /// The version it has.
        current: Version,
    },
    /// This command was done before; here is what it was answered.
    #[error("the command was already done")]
    Answered {
        /// The answer it got.
        answer: Vec<u8>,
    },
    /// The account doesn't hold that much.
    #[error("{account} holds {balance} chips, the entry takes {taken}")]
    Insufficient {
        /// The ledger account.
        account: String,
        /// What it holds.
        balance: i64,
        /// What the entry takes away.
        taken: i64,
    },
    /// An entry makes or loses chips.
    #[error("the postings of ledger entry {entry} must sum to zero, not to {sum}")]
    Unbalanced {
        /// The entry's id.
        entry: String,
        /// What its postings sum to.
        sum: i128,
    },
    /// The entry's id was used for something else.
    #[error("ledger entry {entry} exists with other postings")]
    EntryReused {
        /// The entry's id.
        entry: String,
    },
    /// A number that the store can't hold.
    #[error("{what} can't be {value}")]
    OutOfRange {
        /// What the number is.
        what: &'static str,
        /// The number.
        value: u64,
    },
    /// Something is longer than the store takes.
    #[error("{what} is {bytes} bytes long, at most {allowed} are allowed")]
    TooLong {
        /// What is too long.
        what: &'static str,
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        allowed: usize,
    },
    /// A name, or its look-alike, is somebody's already.
    #[error("the name is taken")]
    NameTaken,
    /// An account that has a password already gets no first one.
    #[error("the account has a password")]
    Owned,
    /// There is no such thing.
    #[error("there is no such {what}")]
    NotFound {
        /// What was looked for.
        what: &'static str,
    },
}

/// Something stored that can't be read as what it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// A stretch of a log is missing or changed. What came before it is intact.
    #[error("the log of {stream} is damaged after version {intact}")]
    Log {
        /// The stream.
        stream: StreamId,
        /// The last version that can be trusted.
        intact: Version,
    },
    /// A snapshot is changed.
    #[error("the snapshot of {stream} is damaged")]
    Snapshot {
        /// The stream.
        stream: StreamId,
    },
    /// A sealed secret doesn't open: it was changed, moved, or sealed under another key.
    #[error("a sealed secret doesn't open under this key")]
    Seal,
    /// A hand's record doesn't unpack.
    #[error("the record of hand {hand} is damaged")]
    Record {
        /// The record's number.
        hand: i64,
    },
    /// The ledger contradicts itself.
    #[error("the ledger is wrong: {what}")]
    Ledger {
        /// What is wrong.
        what: String,
    },
    /// A backup ends early or was changed.
    #[error("the backup is damaged: {what}")]
    Backup {
        /// What is wrong.
        what: String,
    },
    /// A row holds what was never written.
    #[error("the database holds a value that was never written: {what}")]
    Row {
        /// Where.
        what: String,
    },
}
