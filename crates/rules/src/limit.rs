//! How much may be wagered: fixed, pot, no and spread limit, forced bets, and the settings beside them.

use core::fmt;

use crate::chips::Chips;

/// A betting limit with its amounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// One size for every wager: the small bet on the early rounds, the big bet on the later ones.
    Fixed {
        /// The size on the early rounds.
        small_bet: Chips,
        /// The size on the last two rounds (single draw: after the draw).
        big_bet: Chips,
    },
    /// At most the pot after a call.
    Pot {
        /// The least bet.
        min_bet: Chips,
    },
    /// Up to the stack.
    No {
        /// The least bet.
        min_bet: Chips,
    },
    /// Each wager between a minimum and a maximum.
    Spread {
        /// The least wager.
        min: Chips,
        /// The largest wager.
        max: Chips,
    },
}

impl Limit {
    /// The least bet that the table takes.
    pub const fn min_bet(self) -> Chips {
        match self {
            Self::Fixed { small_bet, .. } => small_bet,
            Self::Pot { min_bet } | Self::No { min_bet } => min_bet,
            Self::Spread { min, .. } => min,
        }
    }

    /// The limit's name: "no limit".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fixed { .. } => "fixed limit",
            Self::Pot { .. } => "pot limit",
            Self::No { .. } => "no limit",
            Self::Spread { .. } => "spread limit",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed { small_bet, big_bet } => write!(f, "fixed limit {small_bet}/{big_bet}"),
            Self::Pot { min_bet } => write!(f, "pot limit from {min_bet}"),
            Self::No { min_bet } => write!(f, "no limit from {min_bet}"),
            Self::Spread { min, max } => write!(f, "spread limit {min} to {max}"),
        }
    }
}

/// Who posts an ante.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Ante {
    /// Nobody.
    #[default]
    None,
    /// Everybody, this much.
    Each(Chips),
    /// The big blind alone, this much, for the whole table. It belongs to the pot and buys no part of it.
    BigBlind(Chips),
}

/// How many wagers a betting round may have.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Cap {
    /// One bet and three raises in fixed limit, any number otherwise (GLD §6 note).
    #[default]
    Usual,
    /// One bet and this many raises, at any limit.
    Raises(u8),
    /// Any number, at any limit.
    None,
}

/// How large a raise must be.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum MinRaise {
    /// The last full bet or raise of the round (WSOP 96).
    #[default]
    LastRaise,
    /// The big blind, whatever was raised before (GLD §6).
    BigBlind,
}

/// Who shows first at a showdown.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Showing {
    /// The last aggressor of the last round, else the first live player left of the button (WSOP 72).
    #[default]
    LastAggressor,
    /// The player left of the last one to call (GLD §14), else the first live player left of the button.
    LeftOfLastCaller,
}

/// Whether table customs are enforced, or only testified to by a record that is played again.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Customs {
    /// A live hand: caps, showing order and mucking are as the rules say.
    #[default]
    Enforced,
    /// A recorded hand: caps are not counted, hands are shown in any order, and any hand may be mucked.
    Recorded,
}
