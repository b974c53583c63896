//! What happens at a table, as one viewer may see it.

use serde::Serialize;

use crate::card::{Card, Half, Hex};
use crate::snapshot::{ChatLine, Player, Pot, SeatState};
use crate::spread::{SpreadInfo, SpreadRequest};

/// Something that happened at a table.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableEvent {
    /// Somebody sat down.
    Seated {
        /// Where.
        seat: u8,
        /// Who.
        player: Player,
        /// With how many chips.
        stack: u64,
        /// How it stands.
        state: SeatState,
    },
    /// Somebody got up, or was moved to another table.
    Left {
        /// From where.
        seat: u8,
        /// Why, if not by its own wish.
        reason: Option<String>,
    },
    /// How a seat stands changed between hands: sitting out, back, waiting for a blind.
    Seat {
        /// Which.
        seat: u8,
        /// How it stands now.
        state: SeatState,
        /// Its chips now.
        stack: u64,
    },
    /// A player's connection came or went.
    Connected {
        /// Whose.
        seat: u8,
        /// Whether it is there now.
        connected: bool,
    },
    /// What concerns the viewer alone changed.
    You {
        /// All of it.
        you: Box<crate::snapshot::You>,
    },
    /// The first button was drawn for: a card each, the highest has it.
    ButtonDrawn {
        /// Who drew which.
        cards: Vec<(u8, Card)>,
        /// The chair with the button.
        button: u8,
    },
    /// The dealer committed to the decks of the next hand. Seats with a chain now give their link.
    Committed {
        /// The hand.
        hand: u64,
        /// The commitment.
        commitment: Hex,
        /// The room's signature over it.
        signature: Hex,
        /// The room's key.
        key: Hex,
        /// The chairs whose link is awaited.
        links: Vec<u8>,
        /// Until when, in milliseconds of the server's time.
        deadline: u64,
    },
    /// A link was missing, so this hand number is not played.
    Burned {
        /// The hand.
        hand: u64,
        /// The chairs that gave no link and now sit out.
        seats: Vec<u8>,
    },
    /// A hand begins.
    HandStarted {
        /// Its number.
        hand: u64,
        /// The game.
        spread: SpreadInfo,
        /// The chair with the button.
        button: u8,
        /// The chair with the small blind; null where it is dead.
        small_blind: Option<u8>,
        /// The chair with the big blind.
        big_blind: u8,
        /// Who is dealt in, and with how many chips.
        seats: Vec<Seating>,
    },
    /// A forced bet.
    Posted {
        /// Whose.
        seat: u8,
        /// `ante`, `small_blind`, `big_blind`, `straddle`, `live` or `dead`.
        post: String,
        /// How much.
        amount: u64,
        /// Chips left behind.
        stack: u64,
    },
    /// Cards were dealt face down, one each to these chairs in this order.
    Dealt {
        /// The chairs; one may come several times.
        seats: Vec<u8>,
        /// Those of the viewer, in the order they came.
        own: Vec<Card>,
    },
    /// A card was burned.
    BurnCard,
    /// Cards came to the board together.
    Board {
        /// Which.
        cards: Vec<Card>,
    },
    /// A betting round began; the bets of the one before are in the pots, but for the first, which the blinds begin.
    Round {
        /// Which, from 0.
        round: u8,
        /// The pots, without what lies in front of the players.
        pots: Vec<Pot>,
    },
    /// A player's turn.
    Turn {
        /// Whose, until when, and for the player itself what it may do.
        turn: Turn,
    },
    /// The player to act asked for, or ran into, its time bank.
    TimeBank {
        /// Who.
        seat: u8,
        /// Until when now, in milliseconds of the server's time.
        deadline: u64,
    },
    /// A player folded.
    Folded {
        /// Who.
        seat: u8,
        /// Whether because its time ran out.
        timeout: bool,
    },
    /// A player checked.
    Checked {
        /// Who.
        seat: u8,
        /// Whether because its time ran out.
        timeout: bool,
    },
    /// A player called.
    Called {
        /// Who.
        seat: u8,
        /// How much was put in.
        amount: u64,
        /// The bet in this round now.
        bet: u64,
        /// Chips left behind.
        stack: u64,
    },
    /// A player bet or raised.
    Raised {
        /// Who.
        seat: u8,
        /// The bet in this round now.
        to: u64,
        /// By how much the price rose.
        by: u64,
        /// Chips left behind.
        stack: u64,
        /// Whether nobody had bet before.
        bet: bool,
    },
    /// A player threw cards away for good.
    Discarded {
        /// Who.
        seat: u8,
        /// How many.
        count: u8,
        /// Which, for the player itself.
        own: Vec<Card>,
        /// Whether because its time ran out.
        timeout: bool,
    },
    /// A player chose how many cards to exchange.
    Drew {
        /// Who.
        seat: u8,
        /// How many.
        count: u8,
        /// Which go, for the player itself.
        own: Vec<Card>,
        /// Whether because its time ran out.
        timeout: bool,
    },
    /// The stub ran out and the muck was shuffled.
    Reshuffled {
        /// With how many cards.
        cards: u8,
    },
    /// What the viewer holds is worth so far: high, then low.
    Made {
        /// The halves.
        made: Vec<Half>,
    },
    /// An uncalled bet went back.
    Returned {
        /// To whom.
        seat: u8,
        /// How much.
        amount: u64,
        /// Chips behind now.
        stack: u64,
    },
    /// A hand was shown.
    Shown {
        /// Whose.
        seat: u8,
        /// The cards held.
        cards: Vec<Card>,
        /// What it is worth for high.
        high: Option<Half>,
        /// What it is worth for low.
        low: Option<Half>,
    },
    /// A hand was given up unseen.
    Mucked {
        /// Whose.
        seat: u8,
    },
    /// A pot, or half of one, goes to a player.
    Awarded {
        /// Everything about it.
        award: Award,
    },
    /// After the hand, somebody showed cards that nobody had to see.
    Revealed {
        /// Who.
        seat: u8,
        /// Which.
        cards: Vec<Card>,
    },
    /// The hand is over; its record and proof can be had.
    HandEnded {
        /// Its number.
        hand: u64,
        /// Everyone's chips.
        stacks: Vec<Seating>,
    },
    /// The hand is void: every stack is what it was when the hand began.
    HandVoid {
        /// Its number.
        hand: u64,
        /// Why.
        reason: String,
        /// Everyone's chips.
        stacks: Vec<Seating>,
    },
    /// The table plays another game or other stakes from now on.
    Spread {
        /// Which.
        spread: SpreadInfo,
        /// The games that take turns, where several do.
        mix: Vec<SpreadInfo>,
        /// How many hands of each are played in turn; null is an orbit.
        mix_hands: Option<u16>,
        /// All of its settings, or the mix's, as somebody would ask for them.
        asked: SpreadRequest,
        /// The least and the most that one may sit down with.
        buy_in: [u64; 2],
    },
    /// The table deals no more hands after this one; or it waits for its store, and its clocks stand still. The reason
    /// says which.
    Paused {
        /// Why.
        reason: String,
    },
    /// The table goes on.
    Resumed {
        /// When the turn that runs is over now, where the clocks stood still.
        deadline: Option<u64>,
    },
    /// The waiting list changed.
    WaitingList {
        /// How many stand on it.
        length: u32,
    },
    /// Somebody said something.
    Chat {
        /// Who and what.
        line: ChatLine,
    },
    /// The host muted somebody, or no longer does.
    Muted {
        /// Whom.
        account: u64,
        /// Whether it is muted now.
        on: bool,
    },
    /// The table is closed.
    Closed {
        /// Why.
        reason: String,
    },
}

/// A chair and its chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ts_rs::TS)]
pub struct Seating {
    /// The chair.
    pub seat: u8,
    /// Its chips.
    pub stack: u64,
}

/// A player's turn.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Turn {
    /// Whose.
    pub seat: u8,
    /// Its number in this hand; a command names it.
    pub turn: u32,
    /// `bet`, `discard`, `draw` or `show`.
    pub kind: String,
    /// When the time is over, in milliseconds of the server's time.
    pub deadline: u64,
    /// How long the turn is in all, in milliseconds.
    pub clock_ms: u64,
    /// What is left of the player's time bank, in milliseconds.
    pub bank_ms: u64,
    /// Whether the time bank runs.
    pub on_bank: bool,
    /// Everything in the middle, bets too.
    pub pot: u64,
    /// The pots without the bets of this round.
    pub pots: Vec<Pot>,
    /// What everyone must have bet in this round to stay in.
    pub price: u64,
    /// What the player may do; only the player itself is told.
    pub legal: Option<Choices>,
}

/// What a player may do in its turn.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Choices {
    /// Fold, check or call, raise.
    Bet {
        /// Whether a check is free.
        check: bool,
        /// What a call would put in; null where there is nothing to call.
        call: Option<u64>,
        /// Whether the call takes the last chip.
        call_all_in: bool,
        /// The bounds of a bet or raise; null where there is none.
        raise: Option<RaiseRange>,
        /// Why there is no raise, with the rule.
        no_raise: Option<String>,
        /// Whether it would be the first bet of the round.
        opens: bool,
    },
    /// Throw cards away for good, from none to so many.
    Discard {
        /// How many.
        most: u8,
        /// The rule.
        rule: String,
        /// How many board cards will play with 0, 1, 2 … cards thrown away; null is none ever.
        board_plays: Vec<u8>,
    },
    /// Exchange cards, from none to so many.
    Draw {
        /// How many.
        most: u8,
        /// The rule.
        rule: String,
    },
    /// Show, or muck a beaten hand.
    Show {
        /// Whether it may be mucked.
        may_muck: bool,
    },
}

/// From where to where a bet or raise goes, as the whole bet of this round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct RaiseRange {
    /// At least.
    pub min: u64,
    /// At most.
    pub max: u64,
    /// The rule that sets the least.
    pub min_rule: String,
    /// The rule that sets the most.
    pub max_rule: String,
    /// Whether `max` takes the last chip.
    pub max_all_in: bool,
    /// A raise to half the pot, within the bounds.
    pub half_pot: u64,
    /// A raise to two thirds of the pot, within the bounds.
    pub two_thirds_pot: u64,
    /// A raise of the pot, within the bounds.
    pub pot: u64,
}

/// A pot, or half of one, going to a player.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS)]
pub struct Award {
    /// Which pot; 0 is the main pot.
    pub pot: u8,
    /// `whole`, `high` or `low`.
    pub share: String,
    /// To whom.
    pub seat: u8,
    /// How much.
    pub amount: u64,
    /// Chips behind now.
    pub stack: u64,
    /// The hand that won it, if it was shown.
    pub hand: Option<Half>,
    /// Where an odd chip went, or that no low qualified, with the rule.
    pub note: Option<String>,
}
