//! House-rule profiles: named limits that a table is checked against when it opens and at every wager.

use core::fmt;

use crate::chips::Chips;
use crate::limit::{Ante, Cap, Limit};
use crate::spread::{Spread, SpreadSetup};

/// A named set of limits: Washington's, for either kind of licence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    licence: Licence,
    chip_cents: u64,
}

/// Which wager ceiling applies (WAC 230-15-135).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Licence {
    /// A card room: one wager at most $40.
    Standard,
    /// A Class F or house-banked licensee: one wager at most $300.
    ClassF,
}

/// What of a table's settings breaks the profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProfileError {
    /// More rounds than allowed.
    #[error("{rounds} betting rounds: profile wac-230-15 allows at most 5 (WAC 230-15-135)")]
    Rounds {
        /// How many the game has.
        rounds: usize,
    },
    /// The limit puts no ceiling on a wager, or a higher one.
    #[error(
        "{limit}: under profile wac-230-15 one wager is at most {ceiling} chips, so play fixed or spread limit up \
         to that (WAC 230-15-135)"
    )]
    Wager {
        /// The limit asked for.
        limit: Limit,
        /// The largest wager in chips.
        ceiling: Chips,
    },
    /// A blind above the ceiling.
    #[error(
        "a big blind of {big_blind}: under profile wac-230-15 one wager is at most {ceiling} chips (WAC 230-15-135)"
    )]
    Blind {
        /// The big blind asked for.
        big_blind: Chips,
        /// The largest wager in chips.
        ceiling: Chips,
    },
    /// More raises than allowed.
    #[error("profile wac-230-15 allows one bet and three raises a round, heads-up too (WAC 230-15-135)")]
    Raises,
    /// Antes that together exceed the first round's largest wager.
    #[error(
        "antes of {antes} together: under profile wac-230-15 at most the first round's largest wager, {wager} \
         (WAC 230-15-135)"
    )]
    Antes {
        /// All antes together.
        antes: Chips,
        /// The first round's largest wager.
        wager: Chips,
    },
    /// A chip worth nothing, or more than a wager may be.
    #[error("a chip of {cents} cents: profile wac-230-15 needs chips worth between 1 cent and its largest wager")]
    ChipWorth {
        /// What a chip was said to be worth.
        cents: u64,
    },
}

impl Profile {
    /// Every profile, each chip worth a dollar.
    pub const ALL: [Self; 2] = [Self::wac_230_15(Licence::Standard), Self::wac_230_15(Licence::ClassF)];

    /// The most wagers of one round: one bet and three raises, the big blind being the first.
    pub const MOST_WAGERS: u8 = 4;

    /// The most betting rounds of a game.
    pub const MOST_ROUNDS: usize = 5;

    /// The most players of a table (WAC 230-15-055). No game of the catalogue seats more.
    pub const MOST_PLAYERS: usize = 10;

    /// Where its limits are written.
    pub const SOURCE: &'static str = "WAC 230-15-135, WAC 230-15-055";

    /// The Washington profile: wager ceiling by licence, a chip worth one dollar.
    pub const fn wac_230_15(licence: Licence) -> Self {
        Self { licence, chip_cents: 100 }
    }

    /// The same with a chip worth so many cents. It matters only for checking limits.
    ///
    /// # Errors
    /// If a chip is worth nothing or more than the largest wager.
    pub const fn with_chip_worth(self, cents: u64) -> Result<Self, ProfileError> {
        if cents == 0 || cents > self.ceiling_cents() {
            Err(ProfileError::ChipWorth { cents })
        } else {
            Ok(Self { chip_cents: cents, ..self })
        }
    }

    /// The profile's name: `wac-230-15`, or `wac-230-15-f` with the higher ceiling.
    pub const fn id(&self) -> &'static str {
        match self.licence {
            Licence::Standard => "wac-230-15",
            Licence::ClassF => "wac-230-15-f",
        }
    }

    /// The profile with this name.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.id() == id)
    }

    /// What a chip is worth, in cents, for checking limits.
    pub const fn chip_cents(&self) -> u64 {
        self.chip_cents
    }

    /// The largest wager (what is bet, or raised by) in whole chips.
    pub const fn wager_ceiling(&self) -> Chips {
        match self.ceiling_cents().checked_div(self.chip_cents) {
            Some(chips) => Chips::new(chips),
            None => Chips::ZERO,
        }
    }

    /// Which of the two ceilings applies.
    pub const fn licence(&self) -> Licence {
        self.licence
    }

    /// The largest wager in cents.
    pub const fn ceiling_cents(&self) -> u64 {
        match self.licence {
            Licence::Standard => 4_000,
            Licence::ClassF => 30_000,
        }
    }

    /// Checks a table's settings before it opens.
    pub(crate) fn check(&self, setup: &SpreadSetup, big_blind: Chips) -> Result<(), ProfileError> {
        let ceiling = self.wager_ceiling();
        let rounds = setup.game.betting_rounds();
        if rounds > Self::MOST_ROUNDS {
            return Err(ProfileError::Rounds { rounds });
        }
        match setup.limit {
            Limit::Fixed { small_bet, big_bet } if small_bet.max(big_bet) <= ceiling => {}
            Limit::Spread { max, .. } if max <= ceiling => {}
            limit => return Err(ProfileError::Wager { limit, ceiling }),
        }
        if big_blind > ceiling {
            return Err(ProfileError::Blind { big_blind, ceiling });
        }
        let raises_fit = match setup.cap {
            Cap::Usual => true,
            Cap::Raises(raises) => raises < Self::MOST_WAGERS,
            Cap::None => false,
        };
        if !raises_fit || setup.cap_lifted_heads_up {
            return Err(ProfileError::Raises);
        }
        Ok(())
    }

    /// Checks what so many players ante together.
    pub(crate) fn check_antes(&self, spread: &Spread, players: usize) -> Result<(), ProfileError> {
        let antes = match spread.ante() {
            Ante::None => Chips::ZERO,
            Ante::Each(ante) => ante.times(players as u64),
            Ante::BigBlind(ante) => ante,
        };
        let wager = match spread.limit() {
            Limit::Fixed { small_bet, .. } => small_bet,
            Limit::Spread { max, .. } => max,
            Limit::Pot { .. } | Limit::No { .. } => self.wager_ceiling(),
        };
        if antes > wager { Err(ProfileError::Antes { antes, wager }) } else { Ok(()) }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::Profile;
    use crate::game::Game;
    use crate::games::CATALOGUE;

    #[test]
    fn no_game_seats_more_than_a_profile_allows() {
        assert!(CATALOGUE.iter().all(|game: &&Game| game.seats().1 <= Profile::MOST_PLAYERS));
    }

    #[test]
    fn a_profile_is_found_by_its_name() {
        for profile in Profile::ALL {
            assert_eq!(Profile::by_id(profile.id()), Some(profile));
        }
        assert_eq!(Profile::by_id("wac"), None);
    }
}
