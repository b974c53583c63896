//! What happens in a tournament, what tables are told to do, and what one command brings about.
//!
//! Events hold nothing hidden: the log may be shown to anybody. They carry what was drawn, so that a log is replayed
//! without entropy.

use cardroom_rules::Chips;
use serde::{Deserialize, Serialize};

use super::payout::Prizes;
use crate::id::chips;
use crate::ledger::Entry;
use crate::setup::TableSetup;
use crate::stakes::Stakes;
use crate::{AccountId, Now, SeatNo, TableId};

/// An event with its time, as the store keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Logged {
    /// Its place in the tournament's log, from 0, without gaps.
    pub version: u64,
    /// When.
    pub at: Now,
    /// What.
    pub event: Event,
}

/// A player's chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stack {
    /// Whose.
    pub account: AccountId,
    /// How many.
    #[serde(with = "chips")]
    pub stack: Chips,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// Somebody paid and is in.
    Registered {
        /// Who.
        account: AccountId,
        /// The name to be shown.
        name: String,
        /// Whether it is a house bot.
        bot: bool,
    },
    /// Somebody is out again before the start and has the buy-in back.
    Unregistered {
        /// Who.
        account: AccountId,
    },
    /// The start was put to another time.
    Rescheduled {
        /// When.
        time: Now,
    },
    /// The first level begins.
    Started,
    /// A table was opened.
    TableOpened {
        /// Which.
        table: TableId,
    },
    /// An entrant got a first seat and a full stack.
    Seated {
        /// Who.
        account: AccountId,
        /// At which table.
        table: TableId,
        /// Where.
        seat: SeatNo,
    },
    /// A player went to another table: to balance, because a table broke, or to the final table.
    Moved {
        /// Who.
        account: AccountId,
        /// From where.
        from: TableId,
        /// To which table.
        to: TableId,
        /// Where.
        seat: SeatNo,
    },
    /// A table was closed: it broke, or the tournament is over.
    TableClosed {
        /// Which.
        table: TableId,
    },
    /// Everybody left sits at one table, seats drawn anew.
    FinalTable {
        /// Which.
        table: TableId,
    },
    /// A table was told to deal a hand.
    HandDealt {
        /// Which table.
        table: TableId,
        /// The table's how manieth, from 1.
        hand: u64,
    },
    /// A hand was over.
    HandEnded {
        /// At which table.
        table: TableId,
        /// The table's how manieth.
        hand: u64,
        /// Who posted the big blind.
        big_blind: Option<SeatNo>,
        /// What everybody in it has now; nothing is out.
        stacks: Vec<Stack>,
    },
    /// A player has a place: out, or the Champion. Late entrants may still come in ahead of it, so it is counted from
    /// the end.
    Placed {
        /// Who.
        account: AccountId,
        /// How many went out before and have worse places.
        outlasted: u32,
        /// How many share the place; 1 is nobody else.
        tied: u32,
    },
    /// A level began; its stakes count from the next hand of each table.
    LevelBegan {
        /// Which, counted from 0.
        level: u32,
        /// When it will be over.
        ends: Now,
    },
    /// Everybody pauses.
    BreakBegan {
        /// Until when.
        ends: Now,
    },
    /// Play and the level clock were stopped.
    Paused,
    /// Play and the level clock go on.
    Resumed,
    /// Nobody can register any more; this is what can be won.
    RegistrationClosed {
        /// By place.
        prizes: Prizes,
    },
    /// One more and the rest are in the money: every table deals one hand and waits for the others.
    HandForHandBegan,
    /// Tables deal by themselves again.
    HandForHandEnded,
    /// The smaller chips have left the tournament.
    ColouredUp {
        /// The smallest that is left.
        #[serde(with = "chips")]
        chip: Chips,
        /// Whose stacks changed by the race.
        stacks: Vec<Stack>,
    },
    /// The smaller chips stay for another level, because somebody would have been raced out.
    ColourUpPutOff,
    /// Somebody has everything.
    Finished {
        /// The Champion.
        champion: AccountId,
    },
    /// It doesn't take place; everybody has the buy-in back.
    Cancelled,
    /// The host stopped play and the level clock.
    HostPaused {
        /// When they go on by themselves.
        until: Now,
    },
}

/// What the tournament director tells a table. The caller carries it there; carried twice, it does nothing new.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Open this table.
    Open {
        /// Which.
        table: TableId,
        /// With these settings.
        setup: Box<TableSetup>,
    },
    /// Give this player this seat with this stack.
    Seat {
        /// At which table.
        table: TableId,
        /// Where.
        seat: SeatNo,
        /// Who.
        account: AccountId,
        /// With how much.
        stack: Chips,
        /// The name to be shown.
        name: String,
        /// Whether it is a house bot.
        bot: bool,
    },
    /// These players have other stacks now: the smaller chips have left.
    SetStacks {
        /// At which table.
        table: TableId,
        /// What they have.
        stacks: Vec<Stack>,
    },
    /// Take this player and its chips away, between hands.
    Remove {
        /// From which table.
        table: TableId,
        /// Whom.
        account: AccountId,
    },
    /// Play for these stakes from the next hand on.
    SetLevel {
        /// At which table.
        table: TableId,
        /// What for.
        stakes: Box<Stakes>,
    },
    /// Deal one hand, then wait.
    Deal {
        /// Which table.
        table: TableId,
        /// The table's how manieth, from 1.
        hand: u64,
    },
    /// Close the table; nobody is left at it.
    Close {
        /// Which.
        table: TableId,
    },
}

impl Order {
    /// The table that is told.
    pub const fn table(&self) -> TableId {
        match *self {
            Self::Open { table, .. }
            | Self::Seat { table, .. }
            | Self::SetStacks { table, .. }
            | Self::Remove { table, .. }
            | Self::SetLevel { table, .. }
            | Self::Deal { table, .. }
            | Self::Close { table } => table,
        }
    }
}

/// What one command brought about.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TournamentChange {
    /// What happened, for the store and for everybody.
    pub log: Vec<Logged>,
    /// What tables are to do, in this order.
    pub orders: Vec<Order>,
    /// Chips that move between wallets and the pool.
    pub entries: Vec<Entry>,
}
