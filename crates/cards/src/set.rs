//! A set of cards as bits, with set algebra and the subsets of a given size.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub, SubAssign};

use crate::{Card, Rank, Suit};

/// A set of cards: one 64-bit word, sixteen bits a suit, the lowest thirteen of them its ranks.
///
/// ```
/// use cardroom_cards::CardSet;
///
/// let board: CardSet = "9c Th Jh Qh Kh".parse()?;
/// let hand: CardSet = "2h3h".parse()?;
/// assert!((board & hand).is_empty());
/// assert_eq!((board | hand).len(), 7);
/// assert_eq!((board | hand).subsets(5).count(), 21);
/// assert_eq!(board.to_string(), "9cThJhQhKh");
/// # Ok::<(), cardroom_cards::ParseCardsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct CardSet(u64);

const FULL: u64 = 0x1fff_1fff_1fff_1fff;

/// 2c 3c 4c 5c 7d: the worst high hand, and a perfect low.
pub(crate) const SEVEN_HIGH: CardSet = CardSet(0x0020_000f);

/// Kc Kd Kh Ks Qc: the worst ace-to-five low.
pub(crate) const FOUR_KINGS: CardSet = CardSet(0x0800_0800_0800_0c00);
/// Tc Jc Qc Kc Ac: the worst deuce-to-seven low.
pub(crate) const ROYAL_FLUSH: CardSet = CardSet(0x1f00);

/// Bit of each card by its number, so that adding a card is one load and one `or`; a byte needs no check.
static BIT: [u64; 256] = {
    let mut bits = [0; 256];
    let mut index = 0;
    while index < 52 {
        bits[index] = 1 << (16 * (index & 3) + (index >> 2));
        index += 1;
    }
    bits
};

impl CardSet {
    /// No cards.
    pub const EMPTY: Self = Self(0);
    /// All 52 cards.
    pub const FULL: Self = Self(FULL);

    /// The set with these bits, sixteen a suit (clubs lowest), or `None` if a bit stands for no card.
    #[inline]
    pub const fn from_bits(bits: u64) -> Option<Self> {
        if bits & !FULL == 0 { Some(Self(bits)) } else { None }
    }

    /// The set's bits, sixteen a suit (clubs lowest), two as the lowest bit of each.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of this one card.
    #[inline]
    pub const fn of(card: Card) -> Self {
        Self(BIT[card.index() as usize])
    }

    /// All cards of one rank.
    #[inline]
    pub const fn of_rank(rank: Rank) -> Self {
        Self(0x0001_0001_0001_0001 << rank as u8)
    }

    /// All cards of one suit.
    #[inline]
    pub const fn of_suit(suit: Suit) -> Self {
        Self(0x1fff << (16 * suit as u8))
    }

    /// How many cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & Self::of(card).0 != 0
    }

    /// Whether every card of `other` is in this set.
    #[inline]
    pub const fn is_superset(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The set with a card more; unchanged if it was there.
    #[inline]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | Self::of(card).0)
    }

    /// The set without a card; unchanged if it wasn't there.
    #[inline]
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 & !Self::of(card).0)
    }

    /// Adds a card and says whether it is new.
    #[inline]
    pub const fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= Self::of(card).0;
        new
    }

    /// Takes a card out and says whether it was there.
    #[inline]
    pub const fn remove(&mut self, card: Card) -> bool {
        let had = self.contains(card);
        self.0 &= !Self::of(card).0;
        had
    }

    /// The card with the lowest bit, as a set; none of none.
    #[inline]
    pub(crate) const fn lowest(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    /// The ranks of one suit as thirteen bits, two lowest.
    #[inline]
    pub const fn ranks_in(self, suit: Suit) -> u16 {
        (self.0 >> (16 * suit as u8)) as u16
    }

    /// The ranks of all suits together as thirteen bits, two lowest.
    #[inline]
    pub const fn ranks(self) -> u16 {
        let folded = self.0 | self.0 >> 32;
        (folded | folded >> 16) as u16
    }

    /// The cards, lowest rank first, clubs before diamonds, hearts and spades within a rank.
    #[inline]
    pub const fn iter(self) -> Cards {
        Cards { left: self }
    }

    /// Every subset with exactly `size` cards, each once.
    pub fn subsets(self, size: usize) -> Subsets {
        Subsets::new(self, size)
    }
}

impl BitOr for CardSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for CardSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for CardSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitXor for CardSet {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for CardSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl SubAssign for CardSet {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl Not for CardSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & FULL)
    }
}

impl From<Card> for CardSet {
    #[inline]
    fn from(card: Card) -> Self {
        Self::of(card)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        *self = cards.into_iter().fold(*self, Self::with);
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Cards;
    fn into_iter(self) -> Cards {
        self.iter()
    }
}

impl fmt::Display for CardSet {
    /// Lowest card first: `9cThJhQhKh`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| fmt::Display::fmt(&card, f))
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// The cards of a [`CardSet`], from [`CardSet::iter`].
#[derive(Clone, Debug)]
pub struct Cards {
    left: CardSet,
}

impl Iterator for Cards {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let ranks = self.left.ranks();
        if ranks == 0 {
            return None;
        }
        let rank = ranks.trailing_zeros() as u8;
        let column = (self.left.0 >> rank) & 0x0001_0001_0001_0001;
        let suit = (column.trailing_zeros() / 16) as u8;
        let card = Card::from_index(4 * rank + suit)?;
        self.left = self.left.without(card);
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.len(), Some(self.left.len()))
    }
}

impl DoubleEndedIterator for Cards {
    #[inline]
    fn next_back(&mut self) -> Option<Card> {
        let ranks = self.left.ranks();
        if ranks == 0 {
            return None;
        }
        let rank = 15 - ranks.leading_zeros() as u8;
        let column = (self.left.0 >> rank) & 0x0001_0001_0001_0001;
        let suit = ((63 - column.leading_zeros()) / 16) as u8;
        let card = Card::from_index(4 * rank + suit)?;
        self.left = self.left.without(card);
        Some(card)
    }
}

impl ExactSizeIterator for Cards {}
impl FusedIterator for Cards {}

/// The subsets of one size, from [`CardSet::subsets`].
///
/// The subset is kept as a `size`-bit pattern over the set's own cards; the next larger number with as many bits
/// is the next subset.
#[derive(Clone, Debug)]
pub struct Subsets {
    cards: [Card; 52],
    pattern: u64,
    end: u64,
}

impl Subsets {
    fn new(set: CardSet, size: usize) -> Self {
        let mut cards = [Card::new(Rank::Two, Suit::Clubs); 52];
        for (place, card) in cards.iter_mut().zip(set) {
            *place = card;
        }
        let (pattern, end) = if size > set.len() { (1, 0) } else { ((1 << size) - 1, 1 << set.len()) };
        Self { cards, pattern, end }
    }
}

impl Iterator for Subsets {
    type Item = CardSet;

    fn next(&mut self) -> Option<CardSet> {
        if self.pattern >= self.end {
            return None;
        }
        let mut subset = CardSet::EMPTY;
        let mut left = self.pattern;
        while left != 0 {
            subset = subset.with(self.cards[left.trailing_zeros() as usize]);
            left &= left - 1;
        }
        self.pattern = if self.pattern == 0 {
            self.end
        } else {
            let lowest = self.pattern & self.pattern.wrapping_neg();
            let ripple = self.pattern + lowest;
            ripple | (((ripple ^ self.pattern) >> 2) / lowest)
        };
        Some(subset)
    }
}

impl FusedIterator for Subsets {}
