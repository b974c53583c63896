//! Ranking by table: what a hand is worth from a sum of its cards' keys. Made when the crate is compiled.
//!
//! Without a flush only the ranks matter, and there are few sets of ranks: 6,175 of five cards, 49,205 of seven. Each
//! card has a key, and the sum of a hand's keys names its ranks, in three parts: 2 to 5, 6 to 9, T to A. The keys are
//! the smallest, found in order, with which no two sets of ranks within a part have the same sum. Three look-ups, none
//! of which waits for another, lead from the parts to a place:
//!
//! ```text
//!   place = UPPER[upper sum] + MIDDLE[middle sum, number of upper cards] + LOWER[lower sum],    code = CODES[place]
//! ```
//!
//! The upper ranks take a block of places, one for every way the other ranks can make up the number of cards; which
//! places those are depends only on that number, so upper cards count in the middle part's sum too. No place is wasted,
//! and all but the codes fits the smallest cache. Sizes are powers of two so that no index needs a check; what is over
//! is never touched.

use crate::Card;
use crate::code::{Code, FLUSH as FLUSH_CLASS, QUADS, STRAIGHT, TRIPS, TWO_RANKS, join};
use crate::logic::{self, game};

/// Where the sums of the parts and the suit counters are in a key; the lower sum has the first bits, the upper the last.
const SUIT_SHIFT: u32 = 13;
const MIDDLE_SHIFT: u32 = 38;
const UPPER_SHIFT: u32 = 50;

/// The suit counters are six bits each, and a card counts 7: from five cards on, and no sooner, a counter reaches 32.
const SUIT_BITS: u32 = 6;
const CARD_OF_SUIT: u64 = 7;
/// One of each suit counter.
const EACH_SUIT: u64 = 0x0004_1041 << SUIT_SHIFT;
/// Where a suit has five cards or more.
const FLUSH: u64 = 32 * EACH_SUIT;

/// All bits of the suit counters.
pub(crate) const ALL_SUITS: u64 = 0x00ff_ffff << SUIT_SHIFT;

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

/// How the ranks are divided, and the keys within a part: no two sets of its ranks, with up to four of each and no more
/// cards than the hand has, have the same sum.
struct Division {
    cards: usize,
    /// How many ranks are in the lower and the middle part.
    lower: usize,
    middle: usize,
    keys: [u64; 7],
    /// What an upper card adds to the middle sum: more than that part's own cards can.
    upper_card: u64,
}

const FIVE_CARDS: Division =
    Division { cards: 5, lower: 6, middle: 0, keys: [1, 5, 22, 94, 312, 992, 2422], upper_card: 0 };
const SEVEN_CARDS: Division =
    Division { cards: 7, lower: 4, middle: 4, keys: [1, 5, 24, 112, 521, 0, 0], upper_card: 522 };

/// The tables for hands of one number of cards.
pub(crate) struct Tables<const LOWER: usize, const UPPER: usize, const CODES: usize> {
    /// Each card's key by its number. Only the first 52 are used: a byte needs no check.
    keys: [u64; 256],
    lower: [u16; LOWER],
    middle: [u16; 4096],
    upper: [u16; UPPER],
    codes: [Code; CODES],
}

/// Five cards: two parts are enough, and all of it fits the first cache.
pub(crate) type Five = Tables<8192, 16384, 8192>;
/// Seven cards: 192 KiB of codes.
pub(crate) type Seven = Tables<1024, 16384, 65536>;

pub(crate) static FIVE: Five = Tables::new(&FIVE_CARDS);
pub(crate) static SEVEN: Seven = Tables::new(&SEVEN_CARDS);

impl Five {
    /// The code for a sum of five cards' keys.
    #[inline(always)]
    pub(crate) fn code(&self, sum: u64) -> Code {
        let upper = self.upper[(sum >> UPPER_SHIFT) as usize];
        let lower = self.lower[sum as usize % 8192];
        let code = self.codes[(usize::from(upper) + usize::from(lower)) % 8192];
        if sum & FLUSH == 0 { code } else { as_flush(code) }
    }
}

/// Five cards of a suit have no pair, so a flush is the same hand in another class.
///
/// It is a call so that it stays a branch, which is nearly always foreseen; a compiler that saw through it would rank
/// several hands by gathering loads, which is slower.
#[cold]
#[inline(never)]
fn as_flush(code: Code) -> Code {
    code.saturating_add((FLUSH_CLASS as u32) << 16)
}

impl Seven {
    /// The code for a sum of seven cards' keys, as if no suit had five cards.
    #[inline(always)]
    pub(crate) fn code(&self, sum: u64) -> Code {
        let upper = self.upper[(sum >> UPPER_SHIFT) as usize];
        let middle = self.middle[(sum >> MIDDLE_SHIFT) as usize % 4096];
        let lower = self.lower[sum as usize % 1024];
        self.codes[(usize::from(upper) + usize::from(middle) + usize::from(lower)) % 65536]
    }
}

impl<const LOWER: usize, const UPPER: usize, const CODES: usize> Tables<LOWER, UPPER, CODES> {
    /// The key of a card.
    #[inline(always)]
    pub(crate) fn key(&self, card: Card) -> u64 {
        self.keys[card.index() as usize]
    }

    const fn new(division: &Division) -> Self {
        let Division { cards, lower, middle, keys: part_keys, .. } = *division;
        let mut tables = Self {
            keys: keys(division),
            lower: [0; LOWER],
            middle: [0; 4096],
            upper: [0; UPPER],
            codes: [Code::MIN; CODES],
        };
        let upper = Part::new(13 - lower - middle, lower + middle, cards, &part_keys);
        let (lower, middle) = (Part::new(lower, 0, cards, &part_keys), Part::new(middle, lower, cards, &part_keys));
        let mut left = 0;
        while left <= cards {
            let mut at = 0;
            while at < lower.len[left] {
                tables.lower[lower.sets[left][at].sum] = at as u16;
                at += 1;
            }
            left += 1;
        }
        let mut place = 0;
        let mut upper_cards = 0;
        while upper_cards <= cards {
            let mut at = 0;
            while at < upper.len[upper_cards] {
                let high = upper.sets[upper_cards][at];
                tables.upper[high.sum] = place as u16;
                place = tables.block(place, division, high, &middle, &lower);
                at += 1;
            }
            upper_cards += 1;
        }
        tables
    }

    /// Fills the places of one set of upper ranks, and gives the place after them.
    const fn block(&mut self, start: usize, division: &Division, high: Set, middle: &Part, lower: &Part) -> usize {
        let left = division.cards - high.cards;
        let mut place = start;
        let mut middle_cards = 0;
        while middle_cards <= left {
            let mut at = 0;
            while at < middle.len[middle_cards] {
                let mid = middle.sets[middle_cards][at];
                self.middle[mid.sum + high.cards * division.upper_card as usize] = (place - start) as u16;
                let (odd, two, four) = (high.odd | mid.odd, high.two | mid.two, high.four | mid.four);
                let mut column = 0;
                while column < lower.len[left - middle_cards] {
                    let low = &lower.sets[left - middle_cards][column];
                    self.codes[place] = code_of(odd | low.odd, two | low.two, four | low.four);
                    place += 1;
                    column += 1;
                }
                at += 1;
            }
            middle_cards += 1;
        }
        place
    }
}

const fn keys(division: &Division) -> [u64; 256] {
    let mut keys = [0; 256];
    let middle = division.lower + division.middle;
    let mut card = 0;
    while card < Card::COUNT {
        let rank = card / 4;
        let ranks = if rank < division.lower {
            division.keys[rank]
        } else if rank < middle {
            division.keys[rank - division.lower] << MIDDLE_SHIFT
        } else {
            (division.keys[rank - middle] << UPPER_SHIFT) + (division.upper_card << MIDDLE_SHIFT)
        };
        keys[card] = ranks + (CARD_OF_SUIT << (SUIT_SHIFT + SUIT_BITS * (card as u32 % 4)));
        card += 1;
    }
    keys
}

/// Some cards' ranks: how often each occurs, as a binary number over three planes, and the sum of their keys.
#[derive(Clone, Copy)]
struct Set {
    odd: u16,
    two: u16,
    four: u16,
    cards: usize,
    sum: usize,
}

/// More than a part has sets of one number of cards.
const MOST_SETS: usize = 460;

const NONE: Set = Set { odd: 0, two: 0, four: 0, cards: 0, sum: 0 };

/// All sets of ranks of one part, by their number of cards.
struct Part {
    sets: [[Set; MOST_SETS]; 8],
    len: [usize; 8],
}

impl Part {
    /// The sets of up to `cards` cards of `ranks` ranks from `first` on.
    const fn new(ranks: usize, first: usize, cards: usize, keys: &[u64; 7]) -> Self {
        let mut part = Self { sets: [[NONE; MOST_SETS]; 8], len: [0; 8] };
        part.sets[0][0] = NONE;
        part.len[0] = 1;
        let mut rank = 0;
        while rank < ranks {
            // Sets with more of this rank are made from those without it, the smallest last, so that none is used twice.
            let before = part.len;
            let mut size = cards;
            while size > 0 {
                let mut times = 1;
                while times <= 4 && times <= size {
                    let mut at = 0;
                    while at < before[size - times] {
                        let set = part.sets[size - times][at];
                        part.sets[size][part.len[size]] = set.with(first + rank, times, keys[rank] as usize);
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
            cards: self.cards + times,
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
