//! How well a bot plays.

use std::fmt;
use std::str::FromStr;

/// How well a bot plays, worst first.
///
/// ```
/// use cardroom_bots::Level;
///
/// assert_eq!("solid".parse(), Ok(Level::Solid));
/// assert_eq!(Level::Strong.to_string(), "strong");
/// assert_eq!(
///     "clever".parse::<Level>().unwrap_err().to_string(),
///     "\"clever\" is not a level: choose random, beginner, solid or strong"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Anything legal: a measure for the others, not an opponent.
    Random,
    /// Loose: likes to see cards, bets what looks good, seldom lets go of it.
    Beginner,
    /// Plays its cards: equity against unknown hands, the charts, pot odds, position, sensible sizes; doesn't fear
    /// who plays without a look at its cards.
    Solid,
    /// Plays its opponents too: weighs what they may have by what they did, and what they will do by what they have.
    Strong,
}

impl Level {
    /// All levels, worst first.
    pub const ALL: [Self; 4] = [Self::Random, Self::Beginner, Self::Solid, Self::Strong];

    /// The level's name, as it is typed and printed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Beginner => "beginner",
            Self::Solid => "solid",
            Self::Strong => "strong",
        }
    }

    /// Whether a bot of this level remembers how its neighbours play, so that it has to be shown finished hands.
    pub const fn remembers(self) -> bool {
        matches!(self, Self::Solid | Self::Strong)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What goes wrong with bots: only their names.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BotsError {
    /// A level that there isn't.
    #[error("{name:?} is not a level: choose random, beginner, solid or strong")]
    NoSuchLevel {
        /// What was asked for.
        name: String,
    },
}

impl FromStr for Level {
    type Err = BotsError;

    fn from_str(name: &str) -> Result<Self, BotsError> {
        let found = Self::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| BotsError::NoSuchLevel { name: name.to_owned() })
    }
}
