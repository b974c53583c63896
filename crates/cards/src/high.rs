//! High hands: the best five cards, straights and flushes counted, ace high or low in a straight.

use core::{fmt, hint};

use crate::code::{Code, FLUSH, Shape};
use crate::table::{self, FIVE, SEVEN};
use crate::{Card, CardSet, logic, name, plays};

/// How good a high hand is. The larger one wins; equal ones split.
///
/// Two hands of the same value in play are equal, whatever their suits: kickers decide, suits never.
///
/// ```
/// use cardroom_cards::{CardSet, HighCategory, HighRank};
///
/// let board: CardSet = "9c Th Jh Qh Kh".parse()?;
/// let flush = HighRank::of(board | "2h3h".parse()?).unwrap();
/// let straight = HighRank::of(board | "AsAd".parse()?).unwrap();
/// assert!(flush > straight);
/// assert_eq!(flush.category(), HighCategory::Flush);
/// assert_eq!(flush.to_string(), "king-high flush");
/// assert_eq!(straight.to_string(), "ace-high straight");
/// # Ok::<(), cardroom_cards::ParseCardsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct HighRank(Code);

/// The nine kinds of high hand, weakest first. A royal flush is the best straight flush.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum HighCategory {
    /// Five different ranks, neither in sequence nor of one suit.
    HighCard,
    /// Two of one rank.
    Pair,
    /// Two of one rank and two of another.
    TwoPair,
    /// Three of one rank.
    ThreeOfAKind,
    /// Five ranks in sequence; A-2-3-4-5 is the lowest.
    Straight,
    /// Five cards of one suit.
    Flush,
    /// Three of one rank and two of another.
    FullHouse,
    /// Four of one rank.
    FourOfAKind,
    /// A straight of one suit.
    StraightFlush,
}

impl HighCategory {
    /// All nine, weakest first.
    pub const ALL: [Self; 9] = [
        Self::HighCard,
        Self::Pair,
        Self::TwoPair,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
    ];

    /// The category in words: "full house".
    pub const fn name(self) -> &'static str {
        [
            "high card",
            "pair",
            "two pair",
            "three of a kind",
            "straight",
            "flush",
            "full house",
            "four of a kind",
            "straight flush",
        ][self as usize]
    }
}

impl fmt::Display for HighCategory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl HighRank {
    /// The best five of five, six or seven cards; `None` for any other number.
    ///
    /// ```
    /// use cardroom_cards::{CardSet, HighRank};
    ///
    /// let rank = |cards: &str| HighRank::of(cards.parse::<CardSet>().unwrap());
    /// assert!(rank("Ah 2d 3c 4s 5s") < rank("2d 3c 4s 5s 6h")); // the wheel is the lowest straight
    /// assert_eq!(rank("KhKdKs 9h9d 2c 3c").unwrap().to_string(), "kings full of nines");
    /// assert_eq!(rank("KhKd"), None);
    /// ```
    #[inline]
    pub fn of(cards: CardSet) -> Option<Self> {
        match cards.len() {
            5 => Some(Self::of_five_sum(FIVE.keys.sum_of_set(cards))),
            6 => Some(Self(logic::best::<6>(cards))),
            7 => Some(Self::of_seven_set(cards)),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn of_seven_set(cards: CardSet) -> Self {
        let sum = SEVEN.keys.sum_of_set(cards);
        match table::flush_suit(sum) {
            None => Self(SEVEN.code(sum)),
            Some(suit) => Self(table::flush_code((cards.bits() >> (16 * suit)) as u16)),
        }
    }

    /// The worst five cards there are, seven-high: a value to fill a buffer with before a batch.
    pub const WORST: Self = Self(logic::five::<{ logic::game::HIGH }>(crate::set::SEVEN_HIGH));

    #[inline(always)]
    pub(crate) const fn from_code(code: Code) -> Self {
        Self(code)
    }

    /// The rank as a whole number: the larger one wins.
    #[inline]
    pub const fn order(self) -> u32 {
        self.0.get()
    }

    /// What kind of hand it is.
    #[inline]
    pub const fn category(self) -> HighCategory {
        match Shape::of(self.0) {
            Shape::HighCard { .. } => HighCategory::HighCard,
            Shape::Pair { .. } => HighCategory::Pair,
            Shape::TwoPair { .. } => HighCategory::TwoPair,
            Shape::Trips { .. } => HighCategory::ThreeOfAKind,
            Shape::Straight { .. } => HighCategory::Straight,
            Shape::Flush { .. } => HighCategory::Flush,
            Shape::FullHouse { .. } => HighCategory::FullHouse,
            Shape::Quads { .. } => HighCategory::FourOfAKind,
            Shape::StraightFlush { .. } => HighCategory::StraightFlush,
        }
    }

    /// Which five of these cards play. Where several cards would do, the lower suit plays.
    ///
    /// Cards that can't make this rank give the empty set.
    ///
    /// ```
    /// use cardroom_cards::{CardSet, HighRank};
    ///
    /// let cards: CardSet = "9c Th Jh Qh Kh AsAd".parse()?;
    /// let rank = HighRank::of(cards).unwrap();
    /// assert_eq!(rank.five(cards), "Th Jh Qh Kh Ad".parse()?);
    /// # Ok::<(), cardroom_cards::ParseCardsError>(())
    /// ```
    pub fn five(self, from: CardSet) -> CardSet {
        let five = plays::ace_high(Shape::of(self.0), from);
        if Self::of(five) == Some(self) { five } else { CardSet::EMPTY }
    }
}

/// The words a dealer says: "kings full of nines", "pair of sevens". With `{:#}` the kickers too: "pair of sevens, ace
/// kicker", "pair of sevens, ace-ten-two kickers".
impl fmt::Display for HighRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        name::high(Shape::of(self.0), f)
    }
}

impl fmt::Debug for HighRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HighRank({self:#})")
    }
}

impl HighRank {
    /// The rank of five different cards, the fastest way for one hand.
    ///
    /// ```
    /// use cardroom_cards::{Card, HighRank, ParseCards};
    ///
    /// let cards: Vec<Card> = ParseCards::new("KhKdKs9h9d").collect::<Result<_, _>>()?;
    /// let rank = HighRank::of_five(&cards.try_into().unwrap());
    /// assert_eq!(rank.to_string(), "kings full of nines");
    /// # Ok::<(), cardroom_cards::ParseCardsError>(())
    /// ```
    #[inline]
    pub fn of_five(cards: &[Card; 5]) -> Self {
        Self::of_five_sum(FIVE.keys.sum(cards))
    }

    #[inline(always)]
    pub(crate) fn of_five_sum(sum: u64) -> Self {
        let code = FIVE.code(sum);
        if table::flush_suit(sum).is_none() { Self(code) } else { Self(flush_of_five(code)) }
    }

    /// The rank of the best five of seven different cards, the fastest way for one hand.
    ///
    /// ```
    /// use cardroom_cards::{Card, HighRank, ParseCards};
    ///
    /// let cards: Vec<Card> = ParseCards::new("9c Th Jh Qh Kh As Ad").collect::<Result<_, _>>()?;
    /// let rank = HighRank::of_seven(&cards.try_into().unwrap());
    /// assert_eq!(rank.to_string(), "ace-high straight");
    /// # Ok::<(), cardroom_cards::ParseCardsError>(())
    /// ```
    #[inline(always)]
    pub fn of_seven(cards: &[Card; 7]) -> Self {
        let sum = SEVEN.keys.sum(cards);
        match table::flush_suit(sum) {
            None => Self(SEVEN.code(sum)),
            Some(suit) => {
                // Out of the way of the common case, but no call: nobody can foresee a flush, and then it should at
                // least be short.
                hint::cold_path();
                let set = cards.iter().fold(CardSet::EMPTY, |set, &card| set.with(card));
                Self(table::flush_code((set.bits() >> (16 * suit)) as u16))
            }
        }
    }
}

/// Five cards of a suit have no pair, so a flush is the same hand in another class.
///
/// It is a call so that it stays a branch, which is nearly always foreseen; a compiler that saw through it would rank
/// several hands by gathering loads, which is slower.
#[cold]
#[inline(never)]
fn flush_of_five(code: Code) -> Code {
    code.saturating_add((FLUSH as u32) << 16)
}
