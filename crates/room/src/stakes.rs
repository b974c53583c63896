//! What is played for: the game or mix, its limit and forced bets, as somebody asks for them.
//!
//! [`Stakes`] are plain values that can be stored; [`Stakes::spreads`] checks them against the sources, the deck and
//! the house-rule profile, so a table that breaks its profile is never opened.

use cardroom_cards::Rank;
use cardroom_rules::{Ante, Cap, Chips, Limit, Profile, ProfileError, Qualifier, Spread, SpreadError, SpreadSetup};
use serde::{Deserialize, Serialize};

use crate::mix::{self, games};

/// A game, or a mix of games, with its limit and forced bets, as asked for.
///
/// ```
/// use cardroom_room::{Stakes, StakesLimit};
///
/// let stakes = Stakes::new("holdout-hilo", StakesLimit::Fixed { small_bet: 10, big_bet: 20 });
/// assert_eq!(stakes.spreads()?.len(), 1);
///
/// // Washington's profile knows no unlimited wager, and says so before the table opens.
/// let stakes = Stakes { profile: Some("wac-230-15".into()), ..Stakes::new("holdem", StakesLimit::No { min_bet: 4 }) };
/// assert!(stakes.spreads().unwrap_err().to_string().contains("WAC 230-15-135"));
/// # Ok::<(), cardroom_room::SetupError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stakes {
    /// The id of a game or a mix.
    pub game: String,
    /// The limit with its amounts.
    pub limit: StakesLimit,
    /// The small blind; half the minimum bet unless set (GLD §2).
    pub small_blind: Option<u64>,
    /// The big blind; the minimum bet unless set (GLD §3).
    pub big_blind: Option<u64>,
    /// The ante.
    pub ante: StakesAnte,
    /// Whether the player left of the big blind may straddle.
    pub straddle: bool,
    /// How many raises a round may have.
    pub cap: StakesCap,
    /// Whether the cap is lifted once two players are left.
    pub cap_lifted_heads_up: bool,
    /// Whether the table plays GLD to the letter.
    pub gld: bool,
    /// What a low hand needs in high/low games.
    pub qualifier: StakesQualifier,
    /// The house-rule profile to keep to.
    pub profile: Option<String>,
    /// What a chip is worth in cents, for checking the profile's limits; a dollar unless set.
    pub chip_cents: Option<u64>,
}

/// A limit with its amounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "as in `cardroom_rules::Limit`")]
pub enum StakesLimit {
    /// One size for every wager.
    Fixed { small_bet: u64, big_bet: u64 },
    /// At most the pot after a call.
    Pot { min_bet: u64 },
    /// Up to the stack.
    No { min_bet: u64 },
    /// Each wager between a minimum and a maximum.
    Spread { min: u64, max: u64 },
}

impl StakesLimit {
    /// Fixed limit where the big bet is twice the small one, as is usual.
    pub const fn fixed(small_bet: u64) -> Self {
        Self::Fixed { small_bet, big_bet: small_bet.saturating_mul(2) }
    }

    /// The least bet.
    pub const fn min_bet(self) -> u64 {
        match self {
            Self::Fixed { small_bet: min, .. }
            | Self::Pot { min_bet: min }
            | Self::No { min_bet: min }
            | Self::Spread { min, .. } => min,
        }
    }
}

/// Who posts an ante.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum StakesAnte {
    /// Nobody.
    #[default]
    None,
    /// Everybody, this much.
    Each(u64),
    /// The big blind alone, this much, for all.
    BigBlind(u64),
}

/// How many raises a round may have.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum StakesCap {
    /// Three in fixed limit, any number otherwise.
    #[default]
    Usual,
    /// This many.
    Raises(u8),
    /// Any number.
    None,
}

/// What a low hand needs in high/low games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum StakesQualifier {
    /// Eight or better.
    #[default]
    Usual,
    /// So low or better, from 5 to 13 (king).
    OrBetter(u8),
    /// Nothing.
    None,
}

/// Why a table can't be opened like this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// No such game or mix.
    #[error("there is no game or mix {0:?}: allowed are {allowed}", allowed = mix::ids())]
    NoSuchGame(String),
    /// No such profile.
    #[error("there is no profile {0:?}: the profiles are wac-230-15 and wac-230-15-f")]
    NoSuchProfile(String),
    /// A qualifier that is no rank.
    #[error("a qualifier of {0}: it is a rank from 5 to 13 (king), or none (WSGC-2018 §15a)")]
    Qualifier(u8),
    /// The stakes break a rule of the game or the profile.
    #[error(transparent)]
    Stakes(#[from] SpreadError),
    /// The profile's chip is worth nothing or too much.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// Too few or too many seats.
    #[error("{seats} seats: {game} is played at a table of 2 to {most}")]
    Seats {
        /// How many were asked for.
        seats: u8,
        /// The id of the game or mix.
        game: String,
        /// How many there may be.
        most: usize,
    },
    /// An impossible buy-in range.
    #[error(
        "a buy-in from {min} to {max}: the least is no less than the big blind of {big_blind}, and the most no less than that"
    )]
    BuyIn {
        /// The least asked for.
        min: Chips,
        /// The most asked for.
        max: Chips,
        /// The big blind.
        big_blind: Chips,
    },
    /// A clock that runs for more than a day, or a turn without time.
    #[error("{what} of {ms} ms: everyone needs time to act, and a day is the most")]
    Clock {
        /// Which clock.
        what: &'static str,
        /// How long it was to run.
        ms: u64,
    },
    /// A text that is too long.
    #[error("{what} has {length} bytes: at most {most} are allowed")]
    TooLong {
        /// Which text.
        what: &'static str,
        /// How long it is.
        length: usize,
        /// How long it may be.
        most: usize,
    },
}

impl Stakes {
    /// The game or mix at this limit with every other setting as usual.
    pub fn new(game: &str, limit: StakesLimit) -> Self {
        Self {
            game: game.to_owned(),
            limit,
            small_blind: None,
            big_blind: None,
            ante: StakesAnte::None,
            straddle: false,
            cap: StakesCap::Usual,
            cap_lifted_heads_up: false,
            gld: false,
            qualifier: StakesQualifier::Usual,
            profile: None,
            chip_cents: None,
        }
    }

    /// What one player posts unasked at the most: a big blind, and an ante.
    pub(crate) fn most_posted(&self) -> Chips {
        let big_blind = self.spreads().unwrap_or_default().iter().map(Spread::big_blind).max().unwrap_or_default();
        let ante = match self.ante {
            StakesAnte::None => 0,
            StakesAnte::Each(ante) | StakesAnte::BigBlind(ante) => ante,
        };
        Chips::new(big_blind.get().saturating_add(ante))
    }

    /// The games as they are spread, in turn; one unless it is a mix.
    ///
    /// # Errors
    /// Says which setting is wrong, what is allowed and by which rule.
    pub fn spreads(&self) -> Result<Vec<Spread>, SetupError> {
        let games = games(&self.game);
        if games.is_empty() {
            return Err(SetupError::NoSuchGame(self.game.clone()));
        }
        let profile = self.profile()?;
        let qualifier = self.qualifier()?;
        let spread = |game: &'static cardroom_rules::Game| {
            let usual = SpreadSetup::new(game, self.limit.into());
            let usual = if self.gld { usual.gld() } else { usual };
            let setup = SpreadSetup {
                small_blind: self.small_blind.map(Chips::new),
                big_blind: self.big_blind.map(Chips::new),
                ante: match self.ante {
                    StakesAnte::None => Ante::None,
                    StakesAnte::Each(ante) => Ante::Each(Chips::new(ante)),
                    StakesAnte::BigBlind(ante) => Ante::BigBlind(Chips::new(ante)),
                },
                straddle: self.straddle,
                cap: match self.cap {
                    StakesCap::Usual => usual.cap,
                    StakesCap::Raises(raises) => Cap::Raises(raises),
                    StakesCap::None => Cap::None,
                },
                cap_lifted_heads_up: self.cap_lifted_heads_up,
                // In a mix the qualifier is for those of its games that have a low half.
                qualifier: qualifier.filter(|_| games.len() == 1 || game.division == cardroom_rules::Division::HighLow),
                profile,
                ..usual
            };
            Ok(setup.check()?)
        };
        games.iter().copied().map(spread).collect()
    }

    /// As [`Stakes::spreads`], at a table of so many seats: a profile bounds what all ante together.
    pub(crate) fn spreads_for(&self, seats: u8) -> Result<Vec<Spread>, SetupError> {
        let spreads = self.spreads()?;
        for spread in &spreads {
            spread.check_players(usize::from(seats)).map_err(SpreadError::from)?;
        }
        Ok(spreads)
    }

    fn profile(&self) -> Result<Option<Profile>, SetupError> {
        let Some(id) = &self.profile else { return Ok(None) };
        let profile = Profile::by_id(id).ok_or_else(|| SetupError::NoSuchProfile(id.clone()))?;
        Ok(Some(self.chip_cents.map_or(Ok(profile), |cents| profile.with_chip_worth(cents))?))
    }

    fn qualifier(&self) -> Result<Option<Qualifier>, SetupError> {
        match self.qualifier {
            StakesQualifier::Usual => Ok(None),
            StakesQualifier::None => Ok(Some(Qualifier::Any)),
            StakesQualifier::OrBetter(number) => {
                // Ranks are counted from the two.
                let rank = number.checked_sub(2).and_then(Rank::from_index);
                rank.map(|rank| Some(Qualifier::OrBetter(rank))).ok_or(SetupError::Qualifier(number))
            }
        }
    }
}

impl From<StakesLimit> for Limit {
    fn from(limit: StakesLimit) -> Self {
        match limit {
            StakesLimit::Fixed { small_bet, big_bet } => {
                Self::Fixed { small_bet: Chips::new(small_bet), big_bet: Chips::new(big_bet) }
            }
            StakesLimit::Pot { min_bet } => Self::Pot { min_bet: Chips::new(min_bet) },
            StakesLimit::No { min_bet } => Self::No { min_bet: Chips::new(min_bet) },
            StakesLimit::Spread { min, max } => Self::Spread { min: Chips::new(min), max: Chips::new(max) },
        }
    }
}
