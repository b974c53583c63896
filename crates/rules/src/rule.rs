//! The rules that bound a player's choices, each with what it says and where it is written.

use core::fmt;

/// A rule that allows, bounds or forbids something, named in legal actions and in refusals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// A bet is at least the table's minimum.
    MinimumBet,
    /// A raise is at least the last full bet or raise.
    LastFullRaise,
    /// A raise is at least the big blind, whatever was raised before.
    BigBlindRaise,
    /// Nobody can bet more than lies in front of them.
    TableStakes,
    /// Fixed limit: one size for every wager of a round.
    FixedLimit,
    /// Fixed limit: an all-in of less than half a bet may be completed.
    Completion,
    /// Pot limit: at most the pot after a call.
    PotLimit,
    /// Spread limit: each wager between a minimum and a maximum.
    SpreadLimit,
    /// So many wagers a round and no more.
    Cap,
    /// A short all-in doesn't give players who have acted another raise.
    NotReopened,
    /// Fixed limit: less than half a bet doesn't reopen the betting.
    NotReopenedFixed,
    /// Nobody left could call any part of a raise.
    NobodyToCall,
    /// Nothing is owed, so there is nothing to call.
    NothingOwed,
    /// Something is owed, so checking is no choice.
    Owed,
    /// A round has one player to act at a time, clockwise.
    Turn,
    /// At least one of the dealt cards must be kept.
    KeepOne,
    /// As many cards as were dealt may be exchanged.
    Exchange,
    /// Only cards in the hand can be thrown.
    OwnCards,
    /// Only a hand that is beaten may be mucked at showdown.
    Showdown,
    /// Discarded and folded cards are dead.
    DeadCards,
    /// Profile `wac-230-15`: at most four wagers a round.
    WacWagers,
    /// Profile `wac-230-15`: one wager has a ceiling.
    WacCeiling,
}

impl Rule {
    /// What the rule says, in a few words that fit after a colon.
    pub const fn text(self) -> &'static str {
        match self {
            Self::MinimumBet => "at least the minimum bet",
            Self::LastFullRaise => "at least the last full raise",
            Self::BigBlindRaise => "a raise is at least the big blind",
            Self::TableStakes => "no more than the chips on the table",
            Self::FixedLimit => "every wager of the round has the same size",
            Self::Completion => "an all-in under half a bet is completed to the full bet",
            Self::PotLimit => "at most the pot after a call",
            Self::SpreadLimit => "each wager within the table's spread",
            Self::Cap => "the raises of this round are used up",
            Self::NotReopened => "a short all-in does not reopen the betting for those who have acted",
            Self::NotReopenedFixed => "an all-in under half a bet does not reopen the betting for those who have acted",
            Self::NobodyToCall => "nobody left could call any part of a raise",
            Self::NothingOwed => "nothing is owed, check instead",
            Self::Owed => "a bet is to be called, raised or folded to",
            Self::Turn => "one player acts at a time, clockwise",
            Self::KeepOne => "at least one of the cards dealt must be kept",
            Self::Exchange => "no more cards than are held",
            Self::OwnCards => "only cards that are held can go",
            Self::Showdown => "only a beaten hand may be mucked",
            Self::DeadCards => "cards that were thrown away are dead",
            Self::WacWagers => "at most one bet and three raises a round",
            Self::WacCeiling => "one wager is at most the profile's ceiling",
        }
    }

    /// Where the rule is written.
    pub const fn citation(self) -> &'static str {
        match self {
            Self::MinimumBet => "GLD §2, §3",
            Self::LastFullRaise => "WSOP 96",
            Self::BigBlindRaise => "GLD §6",
            Self::TableStakes => "GLD All-In",
            Self::FixedLimit | Self::PotLimit | Self::SpreadLimit => "table limit",
            Self::Completion | Self::NotReopenedFixed => "TDA 47B",
            Self::Cap => "GLD §6 note",
            Self::NotReopened => "TDA 47A",
            Self::NobodyToCall => "house rule",
            Self::NothingOwed | Self::Owed => "GLD §6",
            Self::Turn => "WSGC-2018 §4",
            Self::KeepOne => "WSGC-2018 §5a, HOLDOUT-2+2 §5A",
            Self::Exchange => "APT How it's Dealt",
            Self::OwnCards => "WSGC-2018 §5, APT How it's Dealt",
            Self::Showdown => "WSOP 72",
            Self::DeadCards => "WSGC-2018 §5d",
            Self::WacWagers | Self::WacCeiling => "WAC 230-15-135",
        }
    }
}

impl fmt::Display for Rule {
    /// `at least the last full raise (WSOP 96)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.text(), self.citation())
    }
}
