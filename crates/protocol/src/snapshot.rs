//! A table as one viewer may see it, all at once.

use serde::Serialize;

use crate::card::{Card, Half, Hex};
use crate::event::Turn;
use crate::spread::{SpreadInfo, SpreadRequest};

/// A table as one viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct TableSnapshot {
    /// Which table.
    pub table: u64,
    /// What it is called; a tournament's tables are called what the tournament is.
    pub name: String,
    /// Which of its tournament's tables it is, from 1.
    pub number: Option<u32>,
    /// The game that is played now.
    pub spread: SpreadInfo,
    /// The games that take turns, where several do.
    pub mix: Vec<SpreadInfo>,
    /// How many hands of each are played in turn; null is an orbit.
    pub mix_hands: Option<u16>,
    /// All settings of the game, or of the mix, as somebody would ask for them; null in a hand told again.
    pub asked: Option<SpreadRequest>,
    /// The tournament it belongs to.
    pub tournament: Option<u64>,
    /// Whether only people with its code may come.
    pub private: bool,
    /// The account of its host.
    pub host: Option<u64>,
    /// Whether the hold advisor may be asked during a hand.
    pub advisor: bool,
    /// The least and the most that one may sit down with.
    pub buy_in: [u64; 2],
    /// How long a turn is, in milliseconds.
    pub clock_ms: u64,
    /// The time bank that a player sits down with, in milliseconds.
    pub bank_ms: u64,
    /// From the end of a hand to the next one, in milliseconds.
    pub pause_ms: u64,
    /// How long a player may sit out before it loses its seat, in milliseconds; 0 is for ever.
    pub sit_out_ms: u64,
    /// One for each chair; `player` is null where it is empty.
    pub seats: Vec<SeatView>,
    /// The hand that runs, or the last one while it is still on the table.
    pub hand: Option<HandView>,
    /// Why nothing is dealt: "Waiting for a second player".
    pub waiting: Option<String>,
    /// Why no hand follows, or why the table stands still.
    pub paused: Option<String>,
    /// How many stand on the waiting list.
    pub waiting_list: u32,
    /// How many look on.
    pub spectators: u32,
    /// The last things said.
    pub chat: Vec<ChatLine>,
    /// The accounts that the host has muted.
    pub muted: Vec<u64>,
    /// What concerns the viewer alone.
    pub you: You,
}

/// One chair.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct SeatView {
    /// Which, from 0.
    pub seat: u8,
    /// Who sits there.
    pub player: Option<Player>,
    /// Chips behind.
    pub stack: u64,
    /// Chips bet in this round.
    pub bet: u64,
    /// How the player stands.
    pub state: SeatState,
    /// The cards before it, in the order they were dealt; null is face down.
    pub cards: Vec<Option<Card>>,
    /// How many cards it threw away, discard by discard or draw by draw.
    pub thrown: Vec<u8>,
    /// What it did last in this round of betting: `check`, `call`, `bet` or `raise`.
    pub last: Option<String>,
}

/// Somebody at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Player {
    /// Its account.
    pub account: u64,
    /// Its name.
    pub name: String,
    /// `house` for a house bot; null for anybody else.
    pub bot: Option<String>,
    /// Whether it is connected.
    pub connected: bool,
}

/// How a player stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatState {
    /// Nobody is there.
    Empty,
    /// Will be dealt in, as soon as a hand begins.
    Ready,
    /// Waits for the big blind.
    WaitingForBlind,
    /// Sits out.
    SittingOut,
    /// In the hand, with chips left.
    Playing,
    /// In the hand, with all its chips bet.
    AllIn,
    /// Out of the hand.
    Folded,
    /// In to the end, and given up unseen.
    Mucked,
}

/// A hand as one viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct HandView {
    /// Its number at this table.
    pub hand: u64,
    /// The game.
    pub spread: SpreadInfo,
    /// The chair with the button.
    pub button: u8,
    /// The chair with the small blind; null where it is dead.
    pub small_blind: Option<u8>,
    /// The chair with the big blind.
    pub big_blind: u8,
    /// The board, dealing by dealing.
    pub board: Vec<Vec<Card>>,
    /// What everyone must have bet in this round to stay in.
    pub price: u64,
    /// Everything in the middle, bets too.
    pub pot: u64,
    /// The pots without the bets of this round.
    pub pots: Vec<Pot>,
    /// Whose turn it is.
    pub turn: Option<Turn>,
    /// What the viewer holds is worth so far: high, then low.
    pub made: Vec<Half>,
    /// The viewer's own cards that it threw away.
    pub own_thrown: Vec<Card>,
    /// What the dealing was committed to.
    pub commitment: Option<Hex>,
    /// Whether it is over.
    pub over: bool,
}

/// A pot and the chairs that can win it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Pot {
    /// How much.
    pub amount: u64,
    /// Who can win it.
    pub seats: Vec<u8>,
}

/// What concerns the viewer alone.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct You {
    /// Its chair.
    pub seat: Option<u8>,
    /// Its place on the waiting list, from 1.
    pub waiting: Option<u32>,
    /// Until when a chair is kept for it, having waited, in milliseconds of the server's time. Who hasn't sat down by
    /// then waits no longer.
    pub kept_until: Option<u64>,
    /// The chips in its wallet.
    pub wallet: u64,
    /// Whether the host has sent it away: it takes no seat here any more.
    pub sent_off: bool,
    /// What it must bring at least, having left with so much a short while ago.
    pub must_bring: Option<u64>,
    /// Chips it has asked for, that come with the next hand.
    pub coming: u64,
    /// Whether it owes blinds.
    pub owes_blinds: bool,
    /// Whether it sits out, is away, or asked to sit out or to leave, and when.
    pub sitting_out_from: Option<String>,
    /// Whether owed blinds are posted without asking.
    pub auto_post: bool,
    /// Whether beaten hands are mucked without asking.
    pub auto_muck: bool,
    /// Whether it straddles where it may.
    pub straddle: bool,
    /// What is left of its time bank, in milliseconds.
    pub bank_ms: u64,
    /// Whether its seat has a chain, and so adds to the shuffle.
    pub chain: bool,
    /// Whether it is this table's host.
    pub host: bool,
    /// The invitation code, for whoever may know it.
    pub code: Option<String>,
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct ChatLine {
    /// By which account; null is the dealer.
    pub account: Option<u64>,
    /// By whom.
    pub name: String,
    /// What. Always shown as text.
    pub text: String,
    /// When, in milliseconds of the server's time.
    pub at: u64,
}
