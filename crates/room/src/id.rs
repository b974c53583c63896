//! Who and where: accounts, tables, seats, tournaments; and the time as the caller tells it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An account's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct AccountId(pub u64);

/// A table's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct TableId(pub u64);

/// A tournament's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct TournamentId(pub u64);

/// A seat at a table as people count them: clockwise from 1.
///
/// Not to be confused with `cardroom_rules::Seat`, a place in one hand, counted from the button's left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct SeatNo(pub u8);

impl SeatNo {
    /// The seat with this place in a list.
    pub(crate) const fn at(index: usize) -> Self {
        Self((index as u8).wrapping_add(1))
    }

    /// Its place in a list.
    pub const fn index(self) -> usize {
        self.0.wrapping_sub(1) as usize
    }
}

/// A moment: milliseconds of a clock that never goes back. The caller supplies it; the room reads no clock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Now(pub u64);

impl Now {
    /// So many milliseconds later.
    #[must_use]
    pub const fn plus(self, ms: u64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// How many milliseconds it is past `earlier`; none if it isn't.
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// Who gives a command. The server knows it from the session, never from the message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Actor {
    /// A person.
    Player(AccountId),
    /// A house bot, labelled as one wherever it sits.
    Bot(AccountId),
    /// Whoever runs the room: a host's powers at every table, and no sight of any hidden card.
    Operator,
    /// The room itself: timers, and the tournament director.
    Room,
}

impl Actor {
    /// The account, if it is one's.
    pub const fn account(self) -> Option<AccountId> {
        match self {
            Self::Player(account) | Self::Bot(account) => Some(account),
            Self::Operator | Self::Room => None,
        }
    }
}

impl fmt::Display for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "account {}", self.0)
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {}", self.0)
    }
}

impl fmt::Display for SeatNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// Chips in stored bytes: plain numbers.
pub(crate) mod chips {
    use cardroom_rules::Chips;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(chips: &Chips, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(chips.get())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Chips, D::Error> {
        u64::deserialize(from).map(Chips::new)
    }
}
