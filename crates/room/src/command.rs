//! What a table can be told. A command names no card, so it can be logged as it is.

use cardroom_fair::Digest;
use cardroom_rules::Chips;
use serde::{Deserialize, Serialize};

use crate::choice::{Choice, Slots};
use crate::id::{AccountId, SeatNo, chips};
use crate::setup::BuyIn;
use crate::stakes::Stakes;

/// What a table can be told; who says it comes beside it, as an [`crate::Actor`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Command {
    /// Sit down with chips from one's wallet.
    Sit {
        /// Where; anywhere if it doesn't matter.
        seat: Option<SeatNo>,
        /// With how much.
        #[serde(with = "chips")]
        buy_in: Chips,
        /// The name to be shown and recorded.
        name: String,
        /// The anchor of one's chain: one's own part in every shuffle. Without one the seat adds none.
        anchor: Option<Digest>,
        /// A private table's invitation code. It is checked and never logged.
        #[serde(skip)]
        code: Option<String>,
    },
    /// Stand in line for a seat.
    JoinList {
        /// As in `Sit`.
        #[serde(skip)]
        code: Option<String>,
    },
    /// Stand in line no longer, or turn an offered seat down.
    LeaveList,
    /// Leave the table; in a hand, as soon as it is over.
    Leave,
    /// Sit out, and keep the seat.
    SitOut(SitOut),
    /// Be dealt in again, or play on by oneself after being away.
    Return {
        /// A new chain's anchor, if the old one was lost.
        anchor: Option<Digest>,
    },
    /// Add chips; they play from the next hand.
    TopUp {
        /// How many.
        #[serde(with = "chips")]
        amount: Chips,
    },
    /// Buy chips after losing all.
    Rebuy {
        /// How many.
        #[serde(with = "chips")]
        amount: Chips,
    },
    /// Come in as soon as possible by posting what is owed, or wait for the big blind.
    ComeIn {
        /// Post rather than wait.
        post: bool,
    },
    /// Straddle whenever it is one's turn to, where the table has it.
    Straddle {
        /// From now on, or no more.
        on: bool,
    },
    /// Muck beaten hands without being asked.
    AutoMuck {
        /// From now on, or no more.
        on: bool,
    },
    /// Act in the hand. A hand or turn that is over makes the command stale, and it changes nothing.
    Act {
        /// The hand's number.
        hand: u64,
        /// The turn's number in it.
        turn: u32,
        /// What.
        choice: Choice,
    },
    /// Let one's time bank run on after what is left of the turn. It starts by itself when the turn's time is over.
    TakeTime {
        /// The hand's number.
        hand: u64,
        /// The turn's number in it.
        turn: u32,
    },
    /// Give the next link of one's chain to a committed hand.
    Link {
        /// The hand's number.
        hand: u64,
        /// The link.
        link: Digest,
    },
    /// After the hand, show cards that nobody has to see.
    Show {
        /// The hand's number.
        hand: u64,
        /// Which of one's cards.
        cards: Slots,
    },
    /// The player's connection is there.
    Connect,
    /// The player's connection is lost.
    Disconnect,

    /// Host: deal no more hands for now.
    Pause,
    /// Host: go on.
    Resume,
    /// Host: ask a player to go; it leaves after the hand with its chips.
    Kick {
        /// Whom.
        account: AccountId,
    },
    /// Host: other stakes from the next hand on.
    ChangeStakes {
        /// The stakes.
        stakes: Box<Stakes>,
        /// The buy-in that goes with them.
        buy_in: BuyIn,
    },
    /// Host: no more hands; everyone leaves after this one.
    Close,

    /// Tournament: seat an entrant with its chips.
    SeatWithStack {
        /// Whom.
        account: AccountId,
        /// The name to be shown and recorded.
        name: String,
        /// Where; anywhere if it doesn't matter.
        seat: Option<SeatNo>,
        /// Its chips.
        #[serde(with = "chips")]
        stack: Chips,
        /// Whether it is a house bot.
        bot: bool,
    },
    /// Tournament: take an entrant away between hands: out, or to another table with the chips that `News::Left` says.
    Remove {
        /// Whom.
        account: AccountId,
    },
    /// Tournament: other stakes from the next hand on.
    SetLevel {
        /// The level.
        stakes: Box<Stakes>,
    },
    /// Tournament: stacks after a chip race, between hands.
    SetStacks {
        /// Each entrant's, as a number of chips.
        stacks: Vec<(AccountId, u64)>,
    },
    /// Tournament: deal no hand for now: hand-for-hand play, a break, a move.
    Hold,
    /// Tournament: deal one hand, then hold again.
    Release {
        /// The director's number for it. A hand that was dealt isn't dealt again.
        hand: u64,
    },

    /// Operator: give up the running hand; every stack is what it was at its start.
    VoidHand,
    /// The time has come that [`crate::Table::deadline`] named.
    Tick,

    /// Add to the shuffle from the next hand on: a seat that has no chain, because its player didn't take it itself or
    /// because a link was missing, gets one.
    Chain {
        /// The chain's anchor.
        anchor: Digest,
    },
}

/// When to sit out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SitOut {
    /// From the next hand on.
    NextHand,
    /// When the big blind comes round.
    NextBigBlind,
}
