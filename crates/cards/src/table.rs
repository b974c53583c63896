//! Ranking by table: what a hand is worth from a sum of its cards' keys. Made when the crate is compiled.
//!
//! Without a flush only the ranks matter, and there are few sets of ranks: 6,175 of five cards, 49,205 of seven. Each
//! card has a key, and the sum of a hand's keys names its ranks, in two parts: 2 to 7, and 8 to A. The keys are the
//! smallest, found in order, with which no two sets of ranks within a part have the same sum. Two look-ups, neither of
//! which waits for the other, lead from the parts to a place:
//!
//! ```text
//!   place = UPPER[upper sum] + LOWER[lower sum],    code = CODES[place]
//! ```
//!
//! The upper ranks take a block of places, one for every way in which the lower ranks can make up the number of cards:
//! no place is wasted. Sizes are powers of two so that no index needs a check; what is over is never touched.

use crate::code::{Code, FLUSH as FLUSH_CLASS, QUADS, STRAIGHT, TRIPS, TWO_RANKS, join};
use crate::logic::{self, game};
use crate::{Card, CardSet};

/// How many ranks are in the lower part. Its sum has the first bits of a key, the suit counters and the number of
/// cards follow, and the upper sum has the last bits.
const LOWER_RANKS: usize = 6;
const SUIT_SHIFT: u32 = 14;

/// The suit counters are six bits each, and a card counts 7: from five cards on, and no sooner, a counter reaches 32.
const SUIT_BITS: u32 = 6;
const CARD_OF_SUIT: u64 = 7;
/// One of each suit counter.
const EACH_SUIT: u64 = 0x0004_1041 << SUIT_SHIFT;
/// Where a suit has five cards or more.
const FLUSH: u64 = 32 * EACH_SUIT;
/// All bits of the suit counters.
pub(crate) const ALL_SUITS: u64 = 0x00ff_ffff << SUIT_SHIFT;

/// Every card counts one here.
const COUNT_SHIFT: u32 = 38;

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

/// The tables for hands of one number of cards. `UPPER` also says how many bits of a key the upper sum has.
pub(crate) struct Tables<const LOWER: usize, const UPPER: usize, const CODES: usize> {
    /// Each card's key by its number and one more, for [`Tables::sum_of_four`]. A byte needs no check.
    keys: [u64; 257],
    lower: [u16; LOWER],
    upper: [u16; UPPER],
    codes: [Code; CODES],
}

/// Five cards: 24 KiB of codes and 29 KiB to find them.
pub(crate) static FIVE: Tables<8192, 16384, 8192> = Tables::new(5, &[1, 5, 22, 94, 312, 992, 2422]);
/// Seven cards: 192 KiB of codes and 106 KiB to find them.
pub(crate) static SEVEN: Tables<16384, 65536, 65536> = Tables::new(7, &[1, 5, 24, 112, 521, 2247, 9244]);

impl<const LOWER: usize, const UPPER: usize, const CODES: usize> Tables<LOWER, UPPER, CODES> {
    const UPPER_SHIFT: u32 = 64 - UPPER.trailing_zeros();

    /// The code for a sum of keys, as if no suit had five cards.
    #[inline(always)]
    pub(crate) fn code(&self, sum: u64) -> Code {
        let upper = self.upper[(sum >> Self::UPPER_SHIFT) as usize % UPPER];
        let lower = self.lower[sum as usize % LOWER];
        self.codes[(usize::from(upper) + usize::from(lower)) % CODES]
    }

    /// The key of a card.
    #[inline(always)]
    pub(crate) fn key(&self, card: Card) -> u64 {
        self.keys[usize::from(card.index()) + 1]
    }

    /// The sum of four cards' keys.
    ///
    /// What limits a look-up is how many loads it has, so the cards' numbers come in one. Adding to all of them keeps
    /// the compiler from seeing that, and from loading them one by one after all.
    #[inline(always)]
    pub(crate) fn sum_of_four(&self, cards: [Card; 4]) -> u64 {
        let word = u32::from_le_bytes(cards.map(Card::index)).wrapping_add(0x0101_0101);
        let key = |byte: u32| self.keys[(word >> (8 * byte)) as usize % 256];
        (key(0) + key(1)) + (key(2) + key(3))
    }

    /// The sum of a set's keys.
    #[inline(always)]
    pub(crate) fn sum_of_set(&self, cards: CardSet) -> u64 {
        let mut left = cards.bits();
        let mut sum = 0;
        while left != 0 {
            // Sixteen bits a suit: the bit's place is sixteen times the suit plus the rank.
            let place = left.trailing_zeros() as usize;
            sum += self.keys[place % 16 * 4 + place / 16 + 1];
            left &= left - 1;
        }
        sum
    }

    const fn new(cards: usize, part_keys: &[u64; 7]) -> Self {
        let mut tables =
            Self { keys: Self::keys(part_keys), lower: [0; LOWER], upper: [0; UPPER], codes: [Code::MIN; CODES] };
        let (lower, upper) =
            (Part::new(0, LOWER_RANKS, cards, part_keys), Part::new(LOWER_RANKS, 13, cards, part_keys));
        let mut size = 0;
        while size <= cards {
            let mut at = 0;
            while at < lower.len[size] {
                tables.lower[lower.sets[size][at].sum] = at as u16;
                at += 1;
            }
            size += 1;
        }
        let mut place = 0;
        let mut size = 0;
        while size <= cards {
            let mut at = 0;
            while at < upper.len[size] {
                let high = upper.sets[size][at];
                tables.upper[high.sum] = place as u16;
                let mut column = 0;
                while column < lower.len[cards - size] {
                    let low = lower.sets[cards - size][column];
                    tables.codes[place] = code_of(high.odd | low.odd, high.two | low.two, high.four | low.four);
                    place += 1;
                    column += 1;
                }
                at += 1;
            }
            size += 1;
        }
        tables
    }

    const fn keys(part_keys: &[u64; 7]) -> [u64; 257] {
        let mut keys = [0; 257];
        let mut card = 0;
        while card < Card::COUNT {
            let rank = card / 4;
            let ranks =
                if rank < LOWER_RANKS { part_keys[rank] } else { part_keys[rank - LOWER_RANKS] << Self::UPPER_SHIFT };
            let suit = CARD_OF_SUIT << (SUIT_SHIFT + SUIT_BITS * (card as u32 % 4));
            keys[card + 1] = ranks + suit + (1 << COUNT_SHIFT);
            card += 1;
        }
        keys
    }
}

/// Some cards' ranks: how often each occurs, as a binary number over three planes, and the sum of their keys.
#[derive(Clone, Copy)]
struct Set {
    odd: u16,
    two: u16,
    four: u16,
    sum: usize,
}

/// All sets of ranks of one part, by their number of cards.
struct Part {
    sets: [[Set; MOST_SETS]; 8],
    len: [usize; 8],
}

/// More than a part has sets of one number of cards.
const MOST_SETS: usize = 1600;

impl Part {
    /// The sets of up to `cards` cards of the ranks from `first` up to `end`.
    const fn new(first: usize, end: usize, cards: usize, keys: &[u64; 7]) -> Self {
        let none = Set { odd: 0, two: 0, four: 0, sum: 0 };
        let mut part = Self { sets: [[none; MOST_SETS]; 8], len: [1, 0, 0, 0, 0, 0, 0, 0] };
        let mut rank = first;
        while rank < end {
            // Sets with this rank are made from those without it, the largest first, so that none is used twice.
            let before = part.len;
            let mut size = cards;
            while size > 0 {
                let mut times = 1;
                while times <= 4 && times <= size {
                    let mut at = 0;
                    while at < before[size - times] {
                        let set = part.sets[size - times][at];
                        part.sets[size][part.len[size]] = set.with(rank, times, keys[rank - first] as usize);
                        part.len[size] += 1;
                        at += 1;
                    }
                    times += 1;
                }
                size -= 1;
            }
            rank += 1;
        }
        part
    }
}

impl Set {
    const fn with(self, rank: usize, times: usize, key: usize) -> Self {
        Self {
            odd: self.odd | ((times & 1) as u16) << rank,
            two: self.two | ((times >> 1 & 1) as u16) << rank,
            four: self.four | ((times >> 2) as u16) << rank,
            sum: self.sum + times * key,
        }
    }
}

/// The code of the best five of some ranks, without a flush. It does what [`logic`] does, but in the compiler branches
/// are cheaper than steps.
const fn code_of(odd: u16, two: u16, four: u16) -> Code {
    let any = odd | two | four;
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

/// The highest so many of these ranks.
const fn top(mut ranks: u16, count: u32) -> u16 {
    while ranks.count_ones() > count {
        ranks &= ranks - 1;
    }
    ranks
}
