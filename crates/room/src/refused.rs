//! Why a command was refused: what was wrong, what is allowed, which rule. A refused command changes nothing.

use cardroom_rules::{Chips, Refusal};

use crate::change::Damaged;
use crate::id::{AccountId, SeatNo};
use crate::stakes::SetupError;

/// Why a table didn't do what it was told. The table is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// A stranger.
    #[error("{0} doesn't sit at this table")]
    NotSeated(AccountId),
    /// Sitting down twice.
    #[error("{0} sits at this table already: one account, one seat")]
    AlreadySeated(AccountId),
    /// Standing in line twice, or not at all.
    #[error("{account} {} in line for a seat", if *listed { "is already" } else { "is not" })]
    Listed {
        /// Who.
        account: AccountId,
        /// Whether it does.
        listed: bool,
    },
    /// Nobody in particular gave a command that takes somebody.
    #[error("only somebody with an account can do this")]
    NoAccount,
    /// A command for others.
    #[error("only {who} can do this")]
    NotAllowed {
        /// For whom it is.
        who: &'static str,
    },
    /// A private table.
    #[error("this table is private: its host gives out the invitation code")]
    WrongCode,
    /// Somebody whom the host sent away.
    #[error("the host has sent you away from this table")]
    Barred,
    /// A table without bots.
    #[error("house bots don't sit at this table")]
    NoBots,
    /// A table without spectators.
    #[error("this table isn't open to spectators")]
    NoSpectators,
    /// The line is full.
    #[error("{most} people are already in line")]
    LineFull {
        /// How many may.
        most: usize,
    },
    /// No seat.
    #[error("{}", match seat { Some(seat) => format!("{seat} is taken, kept for somebody, or not there"), None => "every seat is taken or kept for somebody: join the waiting list".to_owned() })]
    NoSeat {
        /// The seat asked for.
        seat: Option<SeatNo>,
    },
    /// A buy-in out of range.
    #[error("a buy-in of {amount} is outside {min} to {max}{}", if *took { ": whoever comes back within an hour brings at least what they took" } else { "" })]
    BuyIn {
        /// What was offered.
        amount: Chips,
        /// The least.
        min: Chips,
        /// The most.
        max: Chips,
        /// Whether it left with chips not long ago.
        took: bool,
    },
    /// Too many chips added, or none.
    #[error("{amount} can't be added to {stack}: add at least one chip, and up to {max} in all (table stakes)")]
    TooMuchAdded {
        /// What was to be added.
        amount: Chips,
        /// What is there.
        stack: Chips,
        /// The most there may be.
        max: Chips,
    },
    /// Buying again with chips left, or adding to nothing.
    #[error("{}", if *broke { "there is nothing to add to: buy in again" } else { "there are chips left: top up instead" })]
    Rebuy {
        /// Whether all chips are lost.
        broke: bool,
    },
    /// A name that is too long or empty.
    #[error("a name has 1 to 64 bytes")]
    Name,
    /// Nothing to do.
    #[error("{0}")]
    Already(&'static str),
    /// Returning without chips.
    #[error("there are no chips to play with: buy in again")]
    NoChips,
    /// A hand or turn that is over, or hasn't come.
    #[error("hand {hand}, turn {turn} is not the current one: that is hand {hand_now}, turn {turn_now}")]
    Stale {
        /// The hand meant.
        hand: u64,
        /// The turn meant.
        turn: u32,
        /// The hand being played.
        hand_now: u64,
        /// The turn in it.
        turn_now: u32,
    },
    /// Too many hands were burned for links of this player's.
    #[error("{times} links of this player's were missing, so it may play again in {seconds} seconds")]
    LinksMissing {
        /// How many of late.
        times: u8,
        /// How long it has to wait.
        seconds: u64,
    },
    /// No hand, or not at this stage.
    #[error("{0} isn't possible at this point of a hand")]
    NotNow(&'static str),
    /// Something about a hand, between hands.
    #[error("no hand is being played")]
    NoHand,
    /// Not in the hand, or not to act.
    #[error("{0} is not to act")]
    NotToAct(AccountId),
    /// A link that isn't the next of the chain.
    #[error("this is not the next link of the chain that was anchored at sitting down")]
    BrokenChain,
    /// A card that isn't there.
    #[error("there is no such card to throw or show")]
    NoSuchCard,
    /// The engine's refusal.
    #[error(transparent)]
    Hand(#[from] Refusal),
    /// Impossible stakes.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Stakes that somebody at the table hasn't sat down for.
    #[error(
        "{seat} has {stack} chips: the stakes can be raised only while everybody who plays has ten times the big blind and ante, here {least}"
    )]
    TooHigh {
        /// Whose.
        seat: SeatNo,
        /// What it has.
        stack: Chips,
        /// What it would need.
        least: Chips,
    },
    /// Coming in with less than raised stakes ask for, which are played from the next hand on.
    #[error(
        "the stakes rise with the next hand: whoever comes in now needs ten times the big blind and ante, {least} chips"
    )]
    Raised {
        /// What it takes.
        least: Chips,
    },
    /// Something for between hands.
    #[error("this can be done only between hands")]
    HandRunning,
    /// A tournament's table, or not one.
    #[error("{}", if *tournament { "seats of a tournament's table are its director's to give" } else { "this is not a tournament's table" })]
    Tournament {
        /// Whether it is one.
        tournament: bool,
    },
    /// A tournament's table stops and closes as its tournament does.
    #[error("a tournament's table can't be paused or closed by itself: pause or cancel its tournament")]
    Directed,
    /// Chips that don't add up.
    #[error("the stacks given don't add up to the {total} chips at the table")]
    Sum {
        /// How many there are.
        total: Chips,
    },
    /// A stored table that can't be played again.
    #[error(transparent)]
    Damaged(#[from] Damaged),
    /// The table is closed.
    #[error("the table is closed")]
    Closed,
    /// The table is frozen.
    #[error(
        "the table is frozen: its chips didn't add up ({counted} counted, {total} expected); an operator must void the hand"
    )]
    Frozen {
        /// How many chips were counted.
        counted: Chips,
        /// How many there should be.
        total: Chips,
    },
}
