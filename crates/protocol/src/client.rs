//! What a client says on the socket.

use serde::{Deserialize, Serialize};

use crate::amount::Amount;
use crate::card::{Card, Hex};
use crate::spread::SpreadRequest;

/// A message from a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Follow a table, from where the client left off if it says so.
    Watch {
        /// Which table.
        table: u64,
        /// The last sequence number that the client has of this table.
        #[serde(default)]
        since: Option<u64>,
        /// The invitation code of a private table.
        #[serde(default)]
        code: Option<String>,
    },
    /// Follow a table no longer.
    Unwatch {
        /// Which table.
        table: u64,
    },
    /// Follow the lobby, or no longer.
    WatchLobby {
        /// Whether to follow it.
        on: bool,
    },
    /// Follow a tournament.
    WatchTournament {
        /// Which tournament.
        tournament: u64,
        /// Whether to follow it.
        on: bool,
        /// The invitation code of a private one; whoever holds it or has entered needs none.
        #[serde(default)]
        code: Option<String>,
    },
    /// Do something at a table. The same id sent twice is answered twice and done once.
    Command {
        /// The client's own name for this command, at most 40 bytes, another one for each command at a table.
        id: String,
        /// Which table.
        table: u64,
        /// What.
        command: Command,
    },
    /// Asks for the server's time.
    Ping {
        /// Anything; it comes back.
        echo: u64,
    },
}

// What needs no field has braces all the same: without them a field that nobody asked for would be passed over.

/// Something to do at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Take a seat, or the best one free.
    Sit {
        /// Which seat, from 0.
        #[serde(default)]
        seat: Option<u8>,
        /// With how many chips from the wallet.
        buy_in: Amount,
        /// The anchor of the client's chain of seeds, if it adds to the shuffle.
        #[serde(default)]
        anchor: Option<Hex>,
    },
    /// Join the waiting list.
    Wait {},
    /// Leave the waiting list.
    StopWaiting {},
    /// Get up. In a hand, the hand is folded when the turn comes.
    Leave {},
    /// Sit out.
    SitOut {
        /// From when.
        when: SitOutWhen,
    },
    /// Play again.
    Return {
        /// The anchor of a new chain, if the old one was lost.
        #[serde(default)]
        anchor: Option<Hex>,
    },
    /// Add to the shuffle from the next hand on, where the seat has no chain: its player was seated by a tournament, or a
    /// link was missing.
    Chain {
        /// The anchor of the chain.
        anchor: Hex,
    },
    /// Add chips from the wallet, from the next hand on.
    TopUp {
        /// How many.
        amount: Amount,
    },
    /// What to do about blinds owed.
    Post {
        /// Post now, or wait for the big blind.
        when: PostWhen,
    },
    /// Whether owed blinds are posted without asking.
    AutoPost {
        /// Whether.
        on: bool,
    },
    /// Whether a beaten hand is mucked without asking.
    AutoMuck {
        /// Whether.
        on: bool,
    },
    /// Whether to straddle, left of the big blind, where the table allows it.
    Straddle {
        /// Whether.
        on: bool,
    },
    /// Act in turn.
    Act {
        /// In which hand.
        hand: u64,
        /// At which turn of it; an old one changes nothing.
        turn: u32,
        /// What.
        play: Play,
    },
    /// Use the time bank now.
    TimeBank {
        /// In which hand.
        hand: u64,
        /// At which turn of it.
        turn: u32,
    },
    /// The next link of the client's chain, for the shuffle of this hand.
    Link {
        /// For which hand.
        hand: u64,
        /// The link.
        link: Hex,
    },
    /// After the hand, show own cards that nobody had to see.
    Reveal {
        /// Which hand.
        hand: u64,
        /// Which cards.
        cards: Vec<Card>,
    },
    /// Say something.
    Chat {
        /// What.
        text: String,
    },
    /// The host stops the table after this hand.
    Pause {},
    /// The host lets the table go on.
    Resume {},
    /// The host sends somebody away, who doesn't sit here again; a private table it doesn't see any more either.
    Kick {
        /// Whom.
        account: u64,
    },
    /// The host mutes somebody's chat at its table, or lets it speak again.
    Mute {
        /// Whom.
        account: u64,
        /// Whether.
        on: bool,
    },
    /// The host changes the game or the stakes from the next hand on.
    Spread {
        /// To what.
        spread: SpreadRequest,
        /// The least to sit down with from then on; 20 big blinds if left out.
        #[serde(default)]
        #[ts(optional)]
        min_buy_in: Option<u64>,
        /// The most to sit down with; 100 big blinds if left out.
        #[serde(default)]
        #[ts(optional)]
        max_buy_in: Option<u64>,
    },
    /// The host asks a house bot to sit down.
    AddBot {
        /// `beginner`, `solid` or `strong`.
        level: String,
    },
    /// The host closes the table after this hand.
    Close {},
}

/// What a player does in turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Play {
    /// Give up the hand.
    Fold {},
    /// Stay in for nothing.
    Check {},
    /// Put in what is owed.
    Call {},
    /// Bet or raise, so that the bet of this round becomes this much.
    Raise {
        /// How much in all.
        to: Amount,
    },
    /// Throw cards away for good; none is to stand pat.
    Discard {
        /// Which.
        cards: Vec<Card>,
    },
    /// Throw cards away for others; none is to stand pat.
    Draw {
        /// Which.
        cards: Vec<Card>,
    },
    /// Show the hand.
    Show {},
    /// Give up a beaten hand unseen.
    Muck {},
}

/// From when a player sits out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum SitOutWhen {
    /// From the next hand on.
    NextHand,
    /// When the big blind comes.
    NextBigBlind,
}

/// When owed blinds are made good.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum PostWhen {
    /// With the next hand.
    Now,
    /// When the big blind comes.
    BigBlind,
}
