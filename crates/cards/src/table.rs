//! Ranking by table: what a hand is worth from a sum of its cards' keys. Made when the crate is compiled.
//!
//! Without a flush only the ranks matter, and there are few sets of ranks: 6,175 of five cards, 49,205 of seven. Each
//! card has a key, and the sum of a hand's keys names its ranks with the lowest and the highest bits of a word; those
//! between count suits and cards. How the ranks lead to a code differs: [`Five`] and [`Seven`] say how. What a single hand
//! costs is mostly how many loads and steps there are between its cards and its code, and then how much of the tables
//! stays in the cache.
//!
//! ```text
//!   63......50 (seven)                                  13...0
//!   63..........45 (five)   43....40   39.........16   15....0
//!   ranks                   cards      suits           ranks
//! ```

mod five;
mod seven;

use crate::code::{Code, FLUSH as FLUSH_CLASS, QUADS, STRAIGHT, TRIPS, TWO_RANKS, join};
use crate::logic::{self, game};
use crate::{Card, CardSet, wide};

pub(crate) use five::Five;
pub(crate) use seven::Seven;

/// Five cards: 25 KiB of codes and 11 KiB to find them.
pub(crate) static FIVE: Five = Five::new();
/// Seven cards: 192 KiB of codes and 41 KiB to find them.
pub(crate) static SEVEN: Seven = Seven::new();

/// The suit counters are six bits each, and a card counts 7: from five cards on, and no sooner, a counter reaches 32.
const SUIT_SHIFT: u32 = 16;
const SUIT_BITS: u32 = 6;
const CARD_OF_SUIT: u64 = 7;
/// One of each suit counter.
const EACH_SUIT: u64 = 0x0004_1041 << SUIT_SHIFT;
/// Where a suit has five cards or more.
const FLUSH: u64 = 32 * EACH_SUIT;
/// All bits of the suit counters.
pub(crate) const ALL_SUITS: u64 = 0x00ff_ffff << SUIT_SHIFT;

/// Every card counts one here.
const COUNT_SHIFT: u32 = 40;

/// How many cards a sum is of, if no more than fifteen.
#[inline(always)]
pub(crate) const fn count(sum: u64) -> usize {
    (sum >> COUNT_SHIFT) as usize % 16
}

/// The suit with five cards or more, by number, if there is one.
#[inline(always)]
pub(crate) const fn flush_suit(sum: u64) -> Option<u32> {
    if sum & FLUSH == 0 { None } else { Some(((sum & FLUSH).trailing_zeros() - SUIT_SHIFT) / SUIT_BITS) }
}

/// The suit with three cards or more, by number, if there is one.
#[inline(always)]
pub(crate) const fn three_suit(sum: u64) -> Option<u32> {
    flush_suit(sum + 2 * CARD_OF_SUIT * EACH_SUIT)
}

/// The code of five to seven ranks in one suit, as good as they can play.
///
/// A table would be slower: flushes are rare, so it would never be in the cache.
#[inline]
pub(crate) const fn flush_code(ranks: u16) -> Code {
    let count = ranks.count_ones();
    let fewer = ranks & ranks.wrapping_sub(1);
    let five = if count > 5 { fewer } else { ranks };
    let five = if count > 6 { five & five.wrapping_sub(1) } else { five };
    let run = logic::runs::<{ game::HIGH }>(ranks);
    let top = run & !(run >> 1);
    if run == 0 { join(FLUSH_CLASS, five) } else { join(FLUSH_CLASS + STRAIGHT + top, 0) }
}

/// Each card's key by its number. A byte needs no check.
pub(crate) struct Keys([u64; 256]);

impl Keys {
    /// The key of a card.
    #[inline(always)]
    pub(crate) fn of(&self, card: Card) -> u64 {
        self.0[usize::from(card.index())]
    }

    /// The sum of the keys of an odd number of cards. Two come in one load, which leaves as many steps as loads: neither
    /// one by one nor four at once is as fast.
    #[inline(always)]
    pub(crate) fn sum<const CARDS: usize>(&self, cards: &[Card; CARDS]) -> u64 {
        const { assert!(CARDS % 2 == 1) };
        let mut sum = self.of(cards[CARDS - 1]);
        for pair in 0..CARDS / 2 {
            let word = usize::from(wide::two(cards, 2 * pair));
            sum += self.0[word % 256] + self.0[word / 256];
        }
        sum
    }

    /// The sum of a set's keys.
    #[inline(always)]
    pub(crate) fn sum_of_set(&self, cards: CardSet) -> u64 {
        let mut left = cards.bits();
        let mut sum = 0;
        while left != 0 {
            // Sixteen bits a suit: the bit's place is sixteen times the suit plus the rank.
            let place = left.trailing_zeros() as usize;
            sum += self.0[place % 16 * 4 + place / 16];
            left &= left - 1;
        }
        sum
    }

    /// The keys of cards with these keys for their ranks.
    const fn new(rank_keys: &[u64; 13]) -> Self {
        let mut keys = [0; 256];
        let mut card = 0;
        while card < Card::COUNT {
            let suit = CARD_OF_SUIT << (SUIT_SHIFT + SUIT_BITS * (card as u32 % 4));
            keys[card] = rank_keys[card / 4] + suit + (1 << COUNT_SHIFT);
            card += 1;
        }
        Self(keys)
    }
}

/// Some cards' ranks: how often each occurs, as a binary number over three planes.
#[derive(Clone, Copy)]
struct Ranks {
    odd: u16,
    two: u16,
    four: u16,
}

impl Ranks {
    const NONE: Self = Self { odd: 0, two: 0, four: 0 };

    /// With a rank that isn't among them yet, so many times.
    const fn with(self, rank: usize, times: usize) -> Self {
        Self {
            odd: self.odd | ((times & 1) as u16) << rank,
            two: self.two | ((times >> 1 & 1) as u16) << rank,
            four: self.four | ((times >> 2) as u16) << rank,
        }
    }

    /// So many ranks higher.
    const fn up(self, ranks: usize) -> Self {
        Self { odd: self.odd << ranks, two: self.two << ranks, four: self.four << ranks }
    }

    /// With others, none of which is the same.
    const fn and(self, other: Self) -> Self {
        Self { odd: self.odd | other.odd, two: self.two | other.two, four: self.four | other.four }
    }

    const fn any(self) -> u16 {
        self.odd | self.two | self.four
    }

    /// The code of the best five of them, without a flush. It does what [`logic`] does, but in the compiler branches are
    /// cheaper than steps.
    const fn code(self) -> Code {
        let Self { odd, two, four } = self;
        let any = self.any();
        if four != 0 {
            return join(QUADS | four, top(any ^ four, 1));
        }
        let trips = top(odd & two, 1);
        if trips != 0 && two != trips {
            return join(TRIPS | TWO_RANKS | trips, top(two ^ trips, 1));
        }
        let run = logic::runs::<{ game::HIGH }>(any);
        if run != 0 {
            return join(STRAIGHT | top(run, 1), 0);
        }
        if trips != 0 {
            return join(TRIPS | trips, top(any ^ trips, 2));
        }
        let pairs = top(two, 2);
        match pairs.count_ones() {
            2 => join(TWO_RANKS | pairs, top(any ^ pairs, 1)),
            1 => join(pairs, top(any ^ pairs, 3)),
            _ => join(0, top(any, 5)),
        }
    }
}

/// The highest so many of these ranks.
const fn top(mut ranks: u16, count: u32) -> u16 {
    while ranks.count_ones() > count {
        ranks &= ranks - 1;
    }
    ranks
}
