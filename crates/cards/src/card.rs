//! One playing card: its rank, its suit, and the two together in one byte.

use core::fmt;

/// A card's rank, two lowest and ace highest.
///
/// ```
/// use cardroom_cards::Rank;
///
/// assert!(Rank::Ace > Rank::King);
/// assert_eq!(Rank::Ten.symbol(), 'T');
/// assert_eq!(Rank::Six.plural(), "sixes");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Rank {
    /// 2
    Two,
    /// 3
    Three,
    /// 4
    Four,
    /// 5
    Five,
    /// 6
    Six,
    /// 7
    Seven,
    /// 8
    Eight,
    /// 9
    Nine,
    /// 10, written `T`
    Ten,
    /// J
    Jack,
    /// Q
    Queen,
    /// K
    King,
    /// A
    Ace,
}

impl Rank {
    /// All thirteen ranks, lowest first.
    pub const ALL: [Self; 13] = [
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];

    /// The rank with this number, 0 for a two up to 12 for an ace.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 13 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// 0 for a two up to 12 for an ace.
    #[inline]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// The character that stands for the rank: one of `23456789TJQKA`.
    pub const fn symbol(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }

    /// The rank in words, as a dealer says it: "six", "king".
    pub const fn name(self) -> &'static str {
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
            [self as usize]
    }

    /// The rank in the plural: "sixes", "kings".
    pub const fn plural(self) -> &'static str {
        [
            "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens",
            "kings", "aces",
        ][self as usize]
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.symbol(), f)
    }
}

/// A card's suit. The order is only for sorting: suits never decide a hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// ♣, written `c`
    Clubs,
    /// ♦, written `d`
    Diamonds,
    /// ♥, written `h`
    Hearts,
    /// ♠, written `s`
    Spades,
}

impl Suit {
    /// All four suits: clubs, diamonds, hearts, spades.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The suit with this number, 0 for clubs up to 3 for spades.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 4 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// 0 for clubs up to 3 for spades.
    #[inline]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// The character that stands for the suit: one of `cdhs`.
    pub const fn symbol(self) -> char {
        b"cdhs"[self as usize] as char
    }

    /// The suit in words: "spades".
    pub const fn name(self) -> &'static str {
        ["clubs", "diamonds", "hearts", "spades"][self as usize]
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.symbol(), f)
    }
}

/// One of the 52 cards, in one byte: four times its rank plus its suit.
///
/// That number is also the card's number in a dealing proof, so it never changes.
///
/// ```
/// use cardroom_cards::{Card, Rank, Suit};
///
/// let card: Card = "Kd".parse()?;
/// assert_eq!(card, Card::new(Rank::King, Suit::Diamonds));
/// assert_eq!(card.index(), 4 * 11 + 1);
/// assert_eq!(card.to_string(), "Kd");
/// assert_eq!(card.name().to_string(), "king of diamonds");
/// # Ok::<(), cardroom_cards::ParseCardsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Card(u8);

impl Card {
    /// How many cards a deck has.
    pub const COUNT: usize = 52;

    /// The card of this rank and suit.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(4 * rank as u8 + suit as u8)
    }

    /// The card with this number, 0 (two of clubs) to 51 (ace of spades).
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 52 { Some(Self(index)) } else { None }
    }

    /// Four times the rank plus the suit: 0 (two of clubs) to 51 (ace of spades).
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The card's rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 >> 2) as usize]
    }

    /// The card's suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 & 3) as usize]
    }

    /// All 52 cards by number, twos first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..52).map(Self)
    }

    /// The card in words, for a screen reader or a dealer: "queen of hearts".
    pub fn name(self) -> impl fmt::Display {
        CardName(self)
    }
}

struct CardName(Card);

impl fmt::Display for CardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.0.rank().name(), self.0.suit().name())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = [b"23456789TJQKA"[(self.0 >> 2) as usize], b"cdhs"[(self.0 & 3) as usize]];
        f.pad(core::str::from_utf8(&text).unwrap_or("??"))
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
