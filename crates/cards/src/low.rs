//! Low hands: ace-to-five and deuce-to-seven. The better low is the larger rank.

use core::fmt;

use crate::code::{Code, Shape, turned};
use crate::logic::{self, game};
use crate::{CardSet, Rank, name, plays};

/// How good an ace-to-five low is. The larger one wins; equal ones split.
///
/// The ace is low, straights and flushes don't count, and pairs count against: the best hand is 5-4-3-2-A, the wheel.
///
/// ```
/// use cardroom_cards::{AceFiveRank, CardSet};
///
/// let rank = |cards: &str| AceFiveRank::of(cards.parse::<CardSet>().unwrap()).unwrap();
/// assert!(rank("Ah2h3h4h5h") > rank("Ah2d3c4s6s"));
/// assert!(rank("Kh Qd Jc Ts 9s") > rank("AhAd2c3s4s"));
/// assert_eq!(rank("8d 6c 3s 2h Ah").to_string(), "eight-six low");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct AceFiveRank(Code);

impl AceFiveRank {
    /// The best low of five, six or seven cards; `None` for any other number.
    pub fn of(cards: CardSet) -> Option<Self> {
        best_of(cards, Self::of_five)
    }

    #[inline]
    pub(crate) const fn of_five(cards: CardSet) -> Self {
        Self(turned(logic::five::<{ game::ACE_FIVE }>(cards)))
    }

    /// The worst five cards there are, four kings and a queen: a value to fill a buffer with before a batch.
    pub const WORST: Self = Self::of_five(crate::set::FOUR_KINGS);

    /// The rank as a whole number: the larger one wins.
    #[inline]
    pub const fn order(self) -> u32 {
        self.0.get()
    }

    /// The highest card of five different ranks, the ace counting lowest; `None` where a rank is paired.
    ///
    /// ```
    /// use cardroom_cards::{AceFiveRank, CardSet, Rank};
    ///
    /// let top = |cards: &str| AceFiveRank::of(cards.parse::<CardSet>().unwrap()).unwrap().top();
    /// assert_eq!(top("8d 6c 3s 2h Ah"), Some(Rank::Eight));
    /// assert_eq!(top("8d 8c 3s 2h Ah"), None);
    /// ```
    pub const fn top(self) -> Option<Rank> {
        match Shape::of(turned(self.0)) {
            // The ace is bit 0 here, so a two is bit 1; five ranks always reach past the ace.
            Shape::HighCard { ranks } => Rank::from_index(14 - ranks.leading_zeros() as u8),
            _ => None,
        }
    }

    /// Which five of these cards play. Where several cards would do, the lower suit plays.
    ///
    /// Cards that can't make this rank give the empty set.
    pub fn five(self, from: CardSet) -> CardSet {
        let five = plays::ace_low(Shape::of(turned(self.0)), from);
        if Self::of(five) == Some(self) { five } else { CardSet::EMPTY }
    }
}

/// The words a dealer says: "eight-six low", "wheel", "pair of twos". With `{:#}` every card: "eight-six-four-two-ace
/// low".
impl fmt::Display for AceFiveRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        name::ace_five(Shape::of(turned(self.0)), f)
    }
}

impl fmt::Debug for AceFiveRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AceFiveRank({self:#})")
    }
}

/// How good a deuce-to-seven low is. The larger one wins; equal ones split.
///
/// The ace is high, straights and flushes count against: the best hand is 7-5-4-3-2 of more than one suit, and
/// A-5-4-3-2 is no straight but ace-high.
///
/// ```
/// use cardroom_cards::{CardSet, DeuceSevenRank};
///
/// let rank = |cards: &str| DeuceSevenRank::of(cards.parse::<CardSet>().unwrap()).unwrap();
/// assert!(rank("7h5d4c3s2s") > rank("7h6d4c3s2s"));
/// assert!(rank("Ah5d4c3s2s") > rank("6h5d4c3s2s"));
/// assert_eq!(rank("7h5d4c3s2s").to_string(), "seven-five low");
/// assert_eq!(rank("6h5d4c3s2s").to_string(), "six-high straight");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct DeuceSevenRank(Code);

impl DeuceSevenRank {
    /// The best low of five, six or seven cards; `None` for any other number.
    pub fn of(cards: CardSet) -> Option<Self> {
        best_of(cards, Self::of_five)
    }

    #[inline]
    pub(crate) const fn of_five(cards: CardSet) -> Self {
        Self(turned(logic::five::<{ game::DEUCE_SEVEN }>(cards)))
    }

    /// The worst five cards there are, a royal flush: a value to fill a buffer with before a batch.
    pub const WORST: Self = Self::of_five(crate::set::ROYAL_FLUSH);

    /// The rank as a whole number: the larger one wins.
    #[inline]
    pub const fn order(self) -> u32 {
        self.0.get()
    }

    /// Which five of these cards play. Where several choices would do, it is the first of [`CardSet::subsets`].
    ///
    /// Cards that can't make this rank give the empty set.
    pub fn five(self, from: CardSet) -> CardSet {
        // Suits matter both ways here (a flush is to be kept out), so the cards are tried.
        let tried = if from.len() > 7 { CardSet::EMPTY } else { from };
        tried.subsets(5).find(|&five| Self::of_five(five) == self).unwrap_or_default()
    }
}

/// The words a dealer says: "seven-five low", "six-high straight", "pair of twos". With `{:#}` every card:
/// "seven-five-four-three-two low".
impl fmt::Display for DeuceSevenRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        name::deuce_seven(Shape::of(turned(self.0)), f)
    }
}

impl fmt::Debug for DeuceSevenRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DeuceSevenRank({self:#})")
    }
}

/// The best of all fives among five, six or seven cards. No game of ours plays a low from more than five of a
/// player's own, so trying them all is fast enough.
#[inline]
fn best_of<T: Ord>(cards: CardSet, of_five: impl Fn(CardSet) -> T) -> Option<T> {
    match cards.len() {
        5 => Some(of_five(cards)),
        6 | 7 => cards.subsets(5).map(of_five).max(),
        _ => None,
    }
}
