//! What a tournament is told, and why it refuses.

use cardroom_rules::Chips;

use super::event::Stack;
use super::invariants::BrokenTournament;
use crate::{AccountId, Now, SeatNo, TableId};

/// What a tournament is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Somebody wants to play. The entry moves the buy-in from its wallet, which must hold it.
    Register {
        /// Who.
        account: AccountId,
        /// The name to be shown.
        name: String,
        /// Whether it is a house bot.
        bot: bool,
    },
    /// Somebody doesn't want to play after all.
    Unregister {
        /// Who.
        account: AccountId,
    },
    /// A table's hand is over.
    HandEnded(HandReport),
    /// The time that [`super::Tournament::deadline`] named has come.
    Tick,
    /// A scheduled start is put to another time.
    Reschedule {
        /// When.
        time: Now,
    },
    /// Stop the level clock and deal no more hands; those running are played out.
    Pause,
    /// Go on.
    Resume,
    /// The same as [`Command::Pause`] for its host, for an hour in all at most: others have paid, and wait.
    HostPause,
    /// The host lets it go on; a pause that isn't its own stays.
    HostResume,
    /// Call it off: everybody gets the buy-in back.
    Cancel,
    /// The same for its host, who may until it starts.
    CallOff,
}

/// How a hand at one of the tournament's tables ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandReport {
    /// Which table.
    pub table: TableId,
    /// Which of the hands that the table was told to deal.
    pub hand: u64,
    /// Who posted the big blind. A void hand may have none.
    pub big_blind: Option<SeatNo>,
    /// What everybody who was dealt in has now; a void hand's are those of its start.
    pub stacks: Vec<Stack>,
}

/// Why a tournament didn't do what it was told. It is as it was before.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// Registration is over.
    #[error("registration is closed: it is open until the start, and during the first {late_levels} levels")]
    RegistrationClosed {
        /// During how many levels it is open after the start.
        late_levels: u32,
    },
    /// Nobody plays twice.
    #[error("{0} is registered already: one entry each")]
    Registered(AccountId),
    /// The field is full.
    #[error("the field is full: {most} players are registered")]
    Full {
        /// How many there may be.
        most: u32,
    },
    /// A name that a table would refuse.
    #[error("a name of {length} bytes: a name has 1 to {MOST_NAME_BYTES}")]
    Name {
        /// How long it is.
        length: usize,
    },
    /// The table's settings allow no bots.
    #[error("house bots can't enter this tournament")]
    NoBots,
    /// Not registered.
    #[error("{0} is not registered")]
    NotRegistered(AccountId),
    /// Too late to go.
    #[error("{0} can't unregister: play has begun, and whoever is away is dealt in and blinded off")]
    Begun(AccountId),
    /// Too late for its host to call it off.
    #[error("play has begun: a tournament is called off by its host before it starts")]
    Started,
    /// There is no start to put to another time.
    #[error("only a scheduled tournament that hasn't started can be put to another time")]
    NotScheduled,
    /// Nothing to pause or to resume.
    #[error("play is {now}: {asked} changes nothing")]
    Clock {
        /// What was asked for.
        asked: &'static str,
        /// How it stands.
        now: &'static str,
    },
    /// Its host has stopped it for long enough.
    #[error("the tournament's host has paused it for an hour in all, which is the most: others who have paid wait")]
    PausedEnough,
    /// It is over.
    #[error("the tournament is over")]
    Over,
    /// A report that doesn't fit.
    #[error("hand {hand} of {table} is not being played: {expected}")]
    NoSuchHand {
        /// The table named.
        table: TableId,
        /// The hand named.
        hand: u64,
        /// What is being played there.
        expected: NowPlayed,
    },
    /// A report about somebody who wasn't there.
    #[error("{account} doesn't sit at {table}, or is named twice")]
    NotSeated {
        /// Who.
        account: AccountId,
        /// Where.
        table: TableId,
    },
    /// A report that makes or loses chips.
    #[error("the stacks at {table} add up to {after}, and were {before} when the hand began")]
    ChipsDiffer {
        /// Where.
        table: TableId,
        /// What there was.
        before: Chips,
        /// What there is said to be.
        after: Chips,
    },
    /// Something that must always hold would not hold any more.
    #[error("refused to break the tournament: {0}")]
    Broken(#[from] BrokenTournament),
}

/// The longest name of a player.
pub(crate) const MOST_NAME_BYTES: usize = 64;

/// What is being played at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NowPlayed {
    /// This hand.
    Hand(u64),
    /// None: so many were.
    NoneAfter(u64),
    /// The tournament has no such table.
    NoTable,
}

impl std::fmt::Display for NowPlayed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Hand(hand) => write!(f, "hand {hand} is"),
            Self::NoneAfter(hands) => write!(f, "none is, after {hands}"),
            Self::NoTable => f.write_str("the tournament has no such table"),
        }
    }
}
