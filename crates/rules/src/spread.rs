//! A game as it is spread: the game with its limit, forced bets, caps and profile, checked once.
//!
//! [`SpreadSetup`] is what somebody asks for; [`Spread`] is what a hand can be played with.

use cardroom_cards::Rank;
use cardroom_cards::holdout::Qualifier;

use crate::chips::Chips;
use crate::game::{Division, Game, Making, Verb};
use crate::limit::{Ante, Cap, Customs, Limit, MinRaise, Showing};
use crate::profile::{Profile, ProfileError};
use crate::rule::Rule;

/// The settings of a table, as asked for. [`SpreadSetup::check`] makes a [`Spread`] of them.
///
/// ```
/// use cardroom_rules::{Chips, Game, Limit, SpreadSetup};
///
/// let game = Game::by_id("holdout-hilo").unwrap();
/// let limit = Limit::Fixed { small_bet: Chips::new(10), big_bet: Chips::new(20) };
/// let spread = SpreadSetup::new(game, limit).check()?;
/// assert_eq!(spread.small_blind(), Chips::new(5));
/// # Ok::<(), cardroom_rules::SpreadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SpreadSetup {
    /// The game.
    pub game: &'static Game,
    /// The limit with its amounts.
    pub limit: Limit,
    /// The small blind; half the minimum bet unless set (GLD §2).
    pub small_blind: Option<Chips>,
    /// The big blind; the minimum bet unless set (GLD §3).
    pub big_blind: Option<Chips>,
    /// The ante.
    pub ante: Ante,
    /// Whether the player left of the big blind may straddle.
    pub straddle: bool,
    /// How many raises a round may have.
    pub cap: Cap,
    /// Whether the cap is lifted once two players are left.
    pub cap_lifted_heads_up: bool,
    /// How large a raise must be.
    pub min_raise: MinRaise,
    /// Who shows first.
    pub showing: Showing,
    /// What a low hand needs in a high/low game; eight or better unless set (WSGC-2018 §15a).
    pub qualifier: Option<Qualifier>,
    /// The house-rule profile to keep to.
    pub profile: Option<Profile>,
    /// Whether customs are enforced or recorded.
    pub customs: Customs,
}

/// Why a table can't be opened with these settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpreadError {
    /// A minimum bet of nothing.
    #[error("the minimum bet is 0: it must be at least 1 chip (GLD §2)")]
    NoMinimum,
    /// A limit whose upper amount is below its lower one.
    #[error("{limit}: the upper amount must be at least the lower one")]
    LimitOrder {
        /// The limit asked for.
        limit: Limit,
    },
    /// A big blind below the minimum bet.
    #[error("a big blind of {big_blind} is below the minimum bet of {min_bet}: it must be equal or greater (GLD §3)")]
    BigBlind {
        /// The big blind asked for.
        big_blind: Chips,
        /// The table's minimum bet.
        min_bet: Chips,
    },
    /// A small blind above the big one.
    #[error("a small blind of {small_blind} is above the big blind of {big_blind} (GLD §2, §3)")]
    SmallBlind {
        /// The small blind asked for.
        small_blind: Chips,
        /// The big blind.
        big_blind: Chips,
    },
    /// An amount that no room could hold.
    #[error("an amount of {amount} is more than the {most} chips that a room can hold", most = Chips::MOST)]
    TooMuch {
        /// The amount asked for.
        amount: Chips,
    },
    /// A qualifier where there is nothing to qualify for.
    #[error("{id} has no low half to qualify for: a qualifier goes with a high/low game (WSGC-2018 §15a)")]
    Qualifier {
        /// The game's id.
        id: &'static str,
    },
    /// A qualifier that no hand, or every hand, would meet.
    #[error("a qualifier of {0}: it is a rank from five to king, or none (WSGC-2018 §15a)", rank.name())]
    QualifierRank {
        /// The rank asked for.
        rank: Rank,
    },
    /// A spread that no raise of the big blind fits into.
    #[error("a big blind of {big_blind} is above the largest wager of {max}")]
    BlindAboveSpread {
        /// The big blind.
        big_blind: Chips,
        /// The largest wager.
        max: Chips,
    },
    /// A game that the interpreter could not play to a showdown.
    #[error("{id} can't be played: {reason}")]
    Unplayable {
        /// The game's id.
        id: &'static str,
        /// What its steps lack.
        reason: &'static str,
    },
    /// Settings that break the profile.
    #[error(transparent)]
    Profile(#[from] ProfileError),
}

impl SpreadSetup {
    /// The game at this limit with every other setting as usual.
    pub const fn new(game: &'static Game, limit: Limit) -> Self {
        Self {
            game,
            limit,
            small_blind: None,
            big_blind: None,
            ante: Ante::None,
            straddle: false,
            cap: Cap::Usual,
            cap_lifted_heads_up: false,
            min_raise: MinRaise::LastRaise,
            showing: Showing::LastAggressor,
            qualifier: None,
            profile: None,
            customs: Customs::Enforced,
        }
    }

    /// The preset `gld`: GLD to the letter, where our defaults follow WSOP instead. Showing begins left of the
    /// last caller (§14), a raise is at least the big blind (§6), and a round has three raises at any limit.
    #[must_use]
    pub const fn gld(self) -> Self {
        Self { cap: Cap::Raises(3), min_raise: MinRaise::BigBlind, showing: Showing::LeftOfLastCaller, ..self }
    }

    /// Checks the settings against the sources, the deck and the profile.
    ///
    /// # Errors
    /// Says which setting is wrong, what is allowed, and by which rule.
    pub fn check(self) -> Result<Spread, SpreadError> {
        let min_bet = self.limit.min_bet();
        if min_bet.is_zero() {
            return Err(SpreadError::NoMinimum);
        }
        if let Limit::Fixed { small_bet: lower, big_bet: upper } | Limit::Spread { min: lower, max: upper } = self.limit
            && upper < lower
        {
            return Err(SpreadError::LimitOrder { limit: self.limit });
        }
        let big_blind = self.big_blind.unwrap_or(min_bet);
        let small_blind = self.small_blind.unwrap_or(min_bet.half());
        if big_blind < min_bet {
            return Err(SpreadError::BigBlind { big_blind, min_bet });
        }
        self.playable()?;
        self.amounts_fit(small_blind, big_blind)?;
        if self.qualifier.is_some() && self.game.division != Division::HighLow {
            return Err(SpreadError::Qualifier { id: self.game.id });
        }
        if let Some(Qualifier::OrBetter(rank)) = self.qualifier
            && !(Rank::Five..=Rank::King).contains(&rank)
        {
            return Err(SpreadError::QualifierRank { rank });
        }
        if let Limit::Spread { max, .. } = self.limit
            && big_blind > max
        {
            return Err(SpreadError::BlindAboveSpread { big_blind, max });
        }
        if let Some(profile) = self.profile {
            profile.check(&self, big_blind)?;
        }
        Ok(self.unchecked(small_blind, big_blind))
    }

    fn amounts_fit(&self, small_blind: Chips, big_blind: Chips) -> Result<(), SpreadError> {
        if small_blind > big_blind {
            return Err(SpreadError::SmallBlind { small_blind, big_blind });
        }
        let largest = match self.limit {
            Limit::Fixed { big_bet, .. } => big_bet,
            Limit::Spread { max, .. } => max,
            Limit::Pot { min_bet } | Limit::No { min_bet } => min_bet,
        };
        let ante = match self.ante {
            Ante::None => Chips::ZERO,
            Ante::Each(ante) | Ante::BigBlind(ante) => ante,
        };
        match [largest, big_blind, ante].into_iter().find(|&amount| amount > Chips::MOST) {
            Some(amount) => Err(SpreadError::TooMuch { amount }),
            None => Ok(()),
        }
    }

    /// A catalogue game always passes; a new one is told what it lacks.
    fn playable(&self) -> Result<(), SpreadError> {
        let game = self.game;
        let five = match game.making {
            Making::AllHeld => game.cards_dealt() == 5,
            Making::BestFive => (5..=7).contains(&game.cards_dealt().saturating_add(game.board_cards())),
        };
        let reason = if game.seats().1 < 2 {
            "the deck does not suffice for two players"
        } else if !five || game.cards_dealt() > 5 || game.board_cards() > 5 {
            "a hand is made of five cards, or the best of up to seven: at most five of its own and five of the board"
        } else if game.betting_rounds() == 0 || game.steps.len() > 64 {
            "it needs at least one betting round and at most 64 steps"
        } else if game.steps.iter().filter(|step| matches!(step.verb, Verb::Discard { .. } | Verb::Draw { .. })).count()
            > 4
        {
            "cards are thrown away more than four times"
        } else {
            return Ok(());
        };
        Err(SpreadError::Unplayable { id: game.id, reason })
    }

    fn unchecked(self, small_blind: Chips, big_blind: Chips) -> Spread {
        let table_cap = match self.cap {
            Cap::Usual => matches!(self.limit, Limit::Fixed { .. }).then_some(4),
            Cap::Raises(raises) => Some(raises.saturating_add(1)),
            Cap::None => None,
        };
        let most_wagers = if self.customs == Customs::Recorded { u8::MAX } else { table_cap.unwrap_or(u8::MAX) };
        Spread {
            game: self.game,
            limit: self.limit,
            small_blind,
            big_blind,
            ante: self.ante,
            straddle: self.straddle,
            most_wagers,
            wagers_uncounted: most_wagers == u8::MAX && self.profile.is_none(),
            raises_limited: !matches!(self.limit, Limit::No { .. }) || self.profile.is_some(),
            cap_lifted_heads_up: self.cap_lifted_heads_up,
            min_raise: self.min_raise,
            raise_rule: match self.min_raise {
                MinRaise::LastRaise => Rule::LastFullRaise,
                MinRaise::BigBlind => Rule::BigBlindRaise,
            },
            showing: self.showing,
            qualifier: self.qualifier.unwrap_or_default(),
            profile: self.profile,
            customs: self.customs,
            betting_rounds: self.game.betting_rounds() as u8,
            cards_settled: self.game.cards_settled() as u8,
        }
    }
}

/// A game as it is spread, checked: what every hand at a table is played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spread {
    pub(crate) game: &'static Game,
    pub(crate) limit: Limit,
    pub(crate) small_blind: Chips,
    pub(crate) big_blind: Chips,
    pub(crate) ante: Ante,
    pub(crate) straddle: bool,
    /// `u8::MAX` where there is no cap: no round has that many wagers, since each is at least a chip more and a
    /// hand is bounded by its chips long before in fixed limit, and elsewhere the count saturates there unread.
    pub(crate) most_wagers: u8,
    pub(crate) cap_lifted_heads_up: bool,
    pub(crate) min_raise: MinRaise,
    /// What bounds a raise from below.
    pub(crate) raise_rule: Rule,
    pub(crate) showing: Showing,
    pub(crate) qualifier: Qualifier,
    pub(crate) profile: Option<Profile>,
    pub(crate) customs: Customs,
    pub(crate) betting_rounds: u8,
    /// Neither a cap nor a profile counts the wagers of a round.
    pub(crate) wagers_uncounted: bool,
    /// The limit or a profile bounds a raise from above, not only the stack.
    pub(crate) raises_limited: bool,
    /// From this step on nobody's cards change any more.
    pub(crate) cards_settled: u8,
}

impl Spread {
    /// The game.
    pub const fn game(&self) -> &'static Game {
        self.game
    }

    /// The limit with its amounts.
    pub const fn limit(&self) -> Limit {
        self.limit
    }

    /// The small blind.
    pub const fn small_blind(&self) -> Chips {
        self.small_blind
    }

    /// The big blind.
    pub const fn big_blind(&self) -> Chips {
        self.big_blind
    }

    /// The ante.
    pub const fn ante(&self) -> Ante {
        self.ante
    }

    /// Whether the player left of the big blind may straddle.
    pub const fn straddle(&self) -> bool {
        self.straddle
    }

    /// The most wagers of a round, the opening bet included; `None` is any number.
    pub const fn most_wagers(&self) -> Option<u8> {
        if self.most_wagers == u8::MAX { None } else { Some(self.most_wagers) }
    }

    /// Whether the cap is lifted once two players are left.
    pub const fn cap_lifted_heads_up(&self) -> bool {
        self.cap_lifted_heads_up
    }

    /// How large a raise must be.
    pub const fn min_raise(&self) -> MinRaise {
        self.min_raise
    }

    /// Who shows first.
    pub const fn showing(&self) -> Showing {
        self.showing
    }

    /// Whether it is GLD to the letter ([`SpreadSetup::gld`]), however many raises it allows.
    pub const fn is_gld(&self) -> bool {
        matches!((self.min_raise, self.showing), (MinRaise::BigBlind, Showing::LeftOfLastCaller))
    }

    /// What a low hand needs in a high/low game.
    pub const fn qualifier(&self) -> Qualifier {
        self.qualifier
    }

    /// Whether so many players keep to the profile: what they ante together is bounded.
    ///
    /// # Errors
    /// Says what is allowed, and by which rule.
    pub fn check_players(&self, players: usize) -> Result<(), ProfileError> {
        match self.profile {
            Some(profile) => profile.check_antes(self, players),
            None => Ok(()),
        }
    }

    /// The profile that the table keeps to.
    pub const fn profile(&self) -> Option<Profile> {
        self.profile
    }

    /// Whether customs are enforced or recorded.
    pub const fn customs(&self) -> Customs {
        self.customs
    }

    /// The size of a fixed-limit wager on a round, counted from 0: the big bet on the last two rounds, but never
    /// on the first (single draw: after the draw).
    pub(crate) fn fixed_bet(&self, small_bet: Chips, big_bet: Chips, round: u8) -> Chips {
        if round >= self.betting_rounds.saturating_sub(2).max(1) { big_bet } else { small_bet }
    }
}
