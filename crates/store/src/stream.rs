//! Names of streams and places in them. A stream is what one owner writes: a table, a tournament, the lobby.
//!
//! The store knows nothing about what is in a stream; its events are bytes.

use std::fmt;

use crate::{Refusal, StoreError};

/// What a stream belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StreamKind {
    /// A table.
    Table,
    /// A tournament.
    Tournament,
    /// The lobby: which tables and tournaments there are.
    Lobby,
}

impl StreamKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Table, Self::Tournament, Self::Lobby];

    fn code(self) -> i64 {
        match self {
            Self::Table => 1,
            Self::Tournament => 2,
            Self::Lobby => 3,
        }
    }

    /// The stored numbers of all streams of this kind, first and last.
    pub(crate) fn range(self) -> (i64, i64) {
        let first = self.code() << StreamId::NUMBER_BITS;
        (first, first | StreamId::MAX_NUMBER as i64)
    }
}

/// One stream: its kind and its number among them.
///
/// ```
/// use cardroom_store::{StreamId, StreamKind};
///
/// let stream = StreamId::new(StreamKind::Table, 7)?;
/// assert_eq!(stream.to_string(), "table 7");
/// assert!(StreamId::new(StreamKind::Table, u64::MAX).is_err());
/// # Ok::<(), cardroom_store::StoreError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StreamId {
    kind: StreamKind,
    number: u64,
}

impl StreamId {
    /// Where the kind begins in the stored number; what is below is more than a browser's numbers hold.
    const NUMBER_BITS: u32 = 56;
    /// The largest number a stream can have.
    pub const MAX_NUMBER: u64 = (1 << Self::NUMBER_BITS) - 1;

    /// The stream of that kind and number.
    ///
    /// # Errors
    /// [`Refusal::OutOfRange`] above [`StreamId::MAX_NUMBER`].
    pub fn new(kind: StreamKind, number: u64) -> Result<Self, StoreError> {
        if number > Self::MAX_NUMBER {
            return Err(Refusal::OutOfRange { what: "a stream's number", value: number }.into());
        }
        Ok(Self { kind, number })
    }

    /// The kind.
    pub fn kind(self) -> StreamKind {
        self.kind
    }

    /// The number among its kind.
    pub fn number(self) -> u64 {
        self.number
    }

    /// As it is stored: one number for both.
    pub(crate) fn key(self) -> i64 {
        (self.kind.code() << Self::NUMBER_BITS) | self.number as i64
    }

    /// From what is stored; `None` if it names no kind.
    pub(crate) fn from_key(key: i64) -> Option<Self> {
        let kind = StreamKind::ALL.into_iter().find(|kind| kind.code() == key >> Self::NUMBER_BITS)?;
        Some(Self { kind, number: key as u64 & Self::MAX_NUMBER })
    }
}

impl fmt::Display for StreamId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            StreamKind::Table => write!(out, "table {}", self.number),
            StreamKind::Tournament => write!(out, "tournament {}", self.number),
            StreamKind::Lobby => write!(out, "lobby {}", self.number),
        }
    }
}

/// How many events a stream has; the first event is version 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version(pub u64);

impl fmt::Display for Version {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// How often a stream has changed owners. Whoever claimed last writes; everyone before is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Epoch(pub u64);

impl fmt::Display for Epoch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_numbers_come_back() {
        for kind in StreamKind::ALL {
            for number in [0, 1, 7, StreamId::MAX_NUMBER] {
                let stream = StreamId::new(kind, number).unwrap();
                assert_eq!(StreamId::from_key(stream.key()), Some(stream));
                let (first, last) = kind.range();
                assert!((first..=last).contains(&stream.key()));
            }
        }
        assert_eq!(StreamId::from_key(5), None);
        assert_eq!(StreamId::from_key(-1), None);
    }
}
