//! A seat that somebody has: its chips, what it owes, whether and how it comes into the next hand, its clocks.

use std::sync::Arc;

use cardroom_fair::Digest;
use cardroom_rules::Chips;
use serde::{Deserialize, Serialize};

use crate::command::SitOut;
use crate::id::{AccountId, Now, chips};
use crate::setup::Clocks;
use crate::state::shared;

/// Somebody's seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Chair {
    pub(crate) account: AccountId,
    #[serde(with = "shared")]
    pub(crate) name: Arc<String>,
    pub(crate) bot: bool,
    /// The chips in front of it; during a hand those it began with, so that a void hand leaves them as they were.
    #[serde(with = "chips")]
    pub(crate) stack: Chips,
    /// Chips added during a hand. They play from the next one (table stakes).
    #[serde(with = "chips")]
    pub(crate) added: Chips,
    pub(crate) presence: Presence,
    pub(crate) coming: Coming,
    /// When it asked to sit out.
    pub(crate) sits_out: Option<SitOut>,
    /// Leaves as soon as it is in no hand; the host asked it to, or it wants to.
    pub(crate) leaves: Option<Exit>,
    pub(crate) connected: bool,
    /// The last link of its chain.
    pub(crate) chain: Option<Digest>,
    pub(crate) bank_ms: u64,
    /// Hands dealt since the time bank was last refilled.
    pub(crate) bank_hands: u16,
    pub(crate) grace_used: bool,
    pub(crate) auto_muck: bool,
    pub(crate) straddles: bool,
}

/// Whether a player is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Presence {
    /// It plays.
    Here,
    /// Its time ran out. The table acts for it at once until it says something.
    Away,
    /// It sits out and keeps its seat until then.
    Out { until: Option<Now> },
}

/// How a player comes into the next hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Coming {
    /// It is in the order of blinds and owes nothing.
    In,
    /// A tournament's entrant just seated: dealt in, but between the button and the big blind, for nothing.
    Free,
    /// It waits for the big blind, which pays for everything it owes.
    Waits(Owed),
    /// It posts what it owes as soon as it may.
    Posts(Owed),
}

/// The blinds that a player missed. One who has just sat down owes a big one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Owed {
    Small,
    Big,
    Both,
}

/// Why a player leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Exit {
    Own,
    Kicked,
    Closed,
}

impl Owed {
    pub(crate) const fn small(self) -> bool {
        matches!(self, Self::Small | Self::Both)
    }

    pub(crate) const fn big(self) -> bool {
        matches!(self, Self::Big | Self::Both)
    }
}

impl Coming {
    /// What is owed.
    pub(crate) const fn owed(self) -> Option<Owed> {
        match self {
            Self::In | Self::Free => None,
            Self::Waits(owed) | Self::Posts(owed) => Some(owed),
        }
    }

    /// The same, owing this too.
    pub(crate) fn owing(self, more: Owed) -> Self {
        let owed = match self.owed() {
            None => more,
            Some(owed) if owed == more => owed,
            Some(_) => Owed::Both,
        };
        if let Self::Posts(_) = self { Self::Posts(owed) } else { Self::Waits(owed) }
    }
}

impl Chair {
    pub(crate) fn new(
        account: AccountId,
        name: &str,
        bot: bool,
        stack: Chips,
        coming: Coming,
        clocks: &Clocks,
    ) -> Self {
        Self {
            account,
            name: Arc::new(name.to_owned()),
            bot,
            stack,
            added: Chips::ZERO,
            presence: Presence::Here,
            coming,
            sits_out: None,
            leaves: None,
            connected: true,
            chain: None,
            bank_ms: clocks.bank_ms,
            bank_hands: 0,
            grace_used: false,
            auto_muck: true,
            straddles: false,
        }
    }

    /// Whether it can be dealt in. At a tournament's table everyone with chips is, absent or not.
    pub(crate) fn is_ready(&self, tournament: bool) -> bool {
        let there = self.connected && self.presence == Presence::Here && self.leaves.is_none();
        !self.stack.is_zero() && (tournament || there)
    }

    /// Whether it would be dealt in if its connection were there.
    pub(crate) fn is_missed(&self) -> bool {
        !self.connected && !self.is_absent() && !self.stack.is_zero()
    }

    /// Whether the table acts for it without waiting.
    pub(crate) fn is_absent(&self) -> bool {
        self.leaves.is_some() || self.presence != Presence::Here
    }

    /// All its chips.
    pub(crate) fn chips(&self) -> Chips {
        self.stack + self.added
    }
}
