//! PHH's variant codes: a limit letter and a game. Those of our games, and those that are only known by name.

use std::fmt;

use cardroom_rules::Game;

use crate::entry::excerpt;
use crate::error::HistoryError;

/// A variant code: `NT` is no-limit hold'em, `FHO/8` fixed-limit Hold-Out high/low.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    letter: LimitLetter,
    family: &'static Family,
}

/// The first letter of a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitLetter {
    /// `F`
    Fixed,
    /// `P`
    Pot,
    /// `N`; with `_spread` beside it, spread limit
    No,
}

/// What follows the limit letter.
#[derive(PartialEq, Eq, Debug)]
struct Family {
    code: &'static str,
    /// The game's id under WSGC-2018 and every other rule set; none if it isn't played here.
    id: Option<&'static str>,
    /// Its id under HOLDOUT-2+2.
    id_22: Option<&'static str>,
    /// What people call it.
    name: &'static str,
}

const fn played(code: &'static str, id: &'static str) -> Family {
    Family { code, id: Some(id), id_22: None, name: id }
}

const fn holdout(code: &'static str, id: &'static str, id_22: &'static str) -> Family {
    Family { code, id: Some(id), id_22: Some(id_22), name: id }
}

const fn not_played(code: &'static str, name: &'static str) -> Family {
    Family { code, id: None, id_22: None, name }
}

static FAMILIES: [Family; 18] = [
    played("T", "holdem"),
    played("2L1D", "draw27"),
    played("2L3D", "draw27-triple"),
    played("5C1D", "draw"),
    played("5C3D", "draw-triple"),
    played("AL1D", "drawa5"),
    played("AL3D", "drawa5-triple"),
    holdout("HO", "holdout", "holdout22"),
    holdout("HO/8", "holdout-hilo", "holdout22-hilo"),
    holdout("HOL", "holdout-low", "holdout22-low"),
    not_played("S", "short-deck hold'em"),
    not_played("O", "Omaha"),
    not_played("O/8", "Omaha high/low"),
    not_played("7S", "seven card stud"),
    not_played("7S/8", "seven card stud high/low"),
    not_played("R", "razz"),
    not_played("B", "badugi"),
    not_played("K", "Kuhn poker"),
];

/// The rule set that Hold-Out records name when it isn't the default.
pub(crate) const HOLDOUT_22: &str = "HOLDOUT-2+2";
/// The default one.
pub(crate) const WSGC_2018: &str = "WSGC-2018";

impl Variant {
    /// The variant with this code; `None` if there is none.
    ///
    /// ```
    /// use cardroom_history::Variant;
    ///
    /// assert_eq!(Variant::read("FHO/8").unwrap().game(false).unwrap().id, "holdout-hilo");
    /// assert!(Variant::read("PO").unwrap().game(false).is_none(), "Omaha is known, but not played here");
    /// assert!(Variant::read("XYZ").is_none());
    /// ```
    pub fn read(code: &str) -> Option<Self> {
        let letter = match code.as_bytes().first()? {
            b'F' => LimitLetter::Fixed,
            b'P' => LimitLetter::Pot,
            b'N' => LimitLetter::No,
            _ => return None,
        };
        let rest = code.get(1..)?;
        let family = FAMILIES.iter().find(|family| family.code == rest)?;
        Some(Self { letter, family })
    }

    /// The variant with this code, if it is played here.
    pub(crate) fn played(code: &str) -> Result<Self, HistoryError> {
        match Self::read(code) {
            Some(variant) if variant.is_played() => Ok(variant),
            Some(variant) => Err(HistoryError::Unsupported { code: variant.to_string(), name: variant.name() }),
            None => Err(HistoryError::UnknownVariant { code: excerpt(code.as_bytes()) }),
        }
    }

    /// The code of a game at a limit.
    pub fn of(game: &Game, letter: LimitLetter) -> Option<Self> {
        let family = FAMILIES.iter().find(|family| family.id == Some(game.id) || family.id_22 == Some(game.id))?;
        Some(Self { letter, family })
    }

    /// The game, under HOLDOUT-2+2 if `holdout_22`; `None` if it isn't played here, or not by that rule set.
    #[inline]
    pub fn game(self, holdout_22: bool) -> Option<&'static Game> {
        let id = if holdout_22 { self.family.id_22 } else { self.family.id };
        id.and_then(Game::by_id)
    }

    /// Whether the game is played here at all.
    #[inline]
    pub const fn is_played(self) -> bool {
        self.family.id.is_some()
    }

    /// Whether the code is one of Hold-Out's, which have two rule sets.
    pub const fn has_rule_sets(self) -> bool {
        self.family.id_22.is_some()
    }

    /// What people call the game.
    pub const fn name(self) -> &'static str {
        self.family.name
    }

    /// The limit letter.
    pub const fn letter(self) -> LimitLetter {
        self.letter
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.letter {
            LimitLetter::Fixed => 'F',
            LimitLetter::Pot => 'P',
            LimitLetter::No => 'N',
        };
        write!(f, "{letter}{}", self.family.code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_the_catalogue_has_a_code_that_leads_back_to_it() {
        for game in cardroom_rules::CATALOGUE {
            for letter in [LimitLetter::Fixed, LimitLetter::Pot, LimitLetter::No] {
                let variant = Variant::of(game, letter);
                let variant = variant.unwrap_or_else(|| panic!("{} has no code in FAMILIES", game.id));
                assert_eq!(Variant::read(&variant.to_string()), Some(variant));
                let holdout_22 = game.id.starts_with("holdout22");
                assert_eq!(variant.game(holdout_22), Some(game));
            }
        }
    }

    #[test]
    fn every_code_of_phh_is_known() {
        for code in ["FT", "NT", "NS", "PO", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB"] {
            assert!(Variant::read(code).is_some(), "{code}");
        }
    }
}
