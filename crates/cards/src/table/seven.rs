//! Seven cards: two sums, one for the ranks below the eight and one for those above, and no waste.
//!
//! The eight needs no key: it is what the others leave of seven cards. The keys of six ranks are the smallest, found in
//! order, with which no two sets of up to seven of them have the same sum. Two look-ups, neither of which waits for the
//! other, lead from the sums to a place:
//!
//! ```text
//!   place = UPPER[upper sum] + LOWER[lower sum],    code = CODES[place]
//! ```
//!
//! All sets of lower ranks stand in one line, small ones first. With upper ranks that leave room for so many cards go
//! those that fall short of it by no more than four eights: a stretch of that line. So the upper ranks take a block of
//! places as long as their stretch, and every place is used.

use super::{Keys, Ranks};
use crate::code::Code;

const CARDS: usize = 7;
/// How many ranks are below the eight, and as many are above.
const SIDE: usize = 6;
/// The keys of both sides, lowest rank first.
const SIDE_KEYS: [usize; SIDE] = [1, 5, 24, 112, 521, 2247];
/// Sums go up to 10,551. Powers of two so that no index needs a check; what is over is never touched.
const SUMS: usize = 16_384;
const UPPER_SHIFT: u32 = u64::BITS - SUMS.trailing_zeros();
const CODES: usize = 65_536;

/// The tables for hands of seven cards.
pub(crate) struct Seven {
    pub(crate) keys: Keys,
    lower: [u16; SUMS],
    /// Where a block begins, less where its stretch does, counted round the end of sixteen bits.
    upper: [u16; SUMS],
    codes: [Code; CODES],
}

impl Seven {
    /// The code for a sum of keys, as if no suit had five cards.
    #[inline(always)]
    pub(crate) fn code(&self, sum: u64) -> Code {
        let upper = self.upper[(sum >> UPPER_SHIFT) as usize];
        let lower = self.lower[sum as usize % SUMS];
        self.codes[usize::from(upper.wrapping_add(lower))]
    }

    pub(super) const fn new() -> Self {
        let side = Side::new();
        let keys = Keys::new(&rank_keys());
        let mut seven = Self { keys, lower: [0; SUMS], upper: [0; SUMS], codes: [Code::MIN; CODES] };
        let mut at = 0;
        while at < side.starts[CARDS + 1] {
            seven.lower[side.sets[at].sum] = at as u16;
            at += 1;
        }
        let (mut place, mut cards) = (0, 0);
        while cards <= CARDS {
            let left = CARDS - cards;
            let (first, end) = (side.starts[left.saturating_sub(4)], side.starts[left + 1]);
            let mut above = side.starts[cards];
            while above < side.starts[cards + 1] {
                let high = side.sets[above].ranks.up(SIDE + 1);
                seven.upper[side.sets[above].sum] = (place as u16).wrapping_sub(first as u16);
                let mut below = first;
                while below < end {
                    let low = side.sets[below];
                    seven.codes[place] = high.and(low.ranks).with(SIDE, left - low.cards).code();
                    place += 1;
                    below += 1;
                }
                above += 1;
            }
            cards += 1;
        }
        assert!(place == 49_205, "as many as there are sets of seven ranks");
        seven
    }
}

const fn rank_keys() -> [u64; 13] {
    let mut keys = [0; 13];
    let mut rank = 0;
    while rank < SIDE {
        keys[rank] = SIDE_KEYS[rank] as u64;
        keys[SIDE + 1 + rank] = (SIDE_KEYS[rank] as u64) << UPPER_SHIFT;
        rank += 1;
    }
    keys
}

/// A set of ranks of one side.
#[derive(Clone, Copy)]
struct Set {
    ranks: Ranks,
    cards: usize,
    sum: usize,
}

/// All sets of up to seven cards of six ranks in a line: small ones first, and among equals those of more ranks first.
/// Hands with few pairs are far more frequent, and so they lie close together.
struct Side {
    sets: [Set; SETS],
    /// Where the sets of each number of cards begin, and where the last end.
    starts: [usize; CARDS + 2],
}

const SETS: usize = 1548;

impl Side {
    const fn new() -> Self {
        let all = Self::unsorted();
        let mut side = Self { sets: all, starts: [0; CARDS + 2] };
        let (mut next, mut cards) = (0, 0);
        while cards <= CARDS {
            let mut different = SIDE as u32 + 1;
            while different > 0 {
                different -= 1;
                let mut at = 0;
                while at < SETS {
                    if all[at].cards == cards && all[at].ranks.any().count_ones() == different {
                        side.sets[next] = all[at];
                        next += 1;
                    }
                    at += 1;
                }
            }
            cards += 1;
            side.starts[cards] = next;
        }
        side
    }

    const fn unsorted() -> [Set; SETS] {
        let mut sets = [Set { ranks: Ranks::NONE, cards: 0, sum: 0 }; SETS];
        let (mut len, mut rank) = (1, 0);
        while rank < SIDE {
            // Every set so far, with this rank one to four times.
            let (before, mut at) = (len, 0);
            while at < before {
                let Set { ranks, cards, sum } = sets[at];
                let mut times = 1;
                while times <= 4 && cards + times <= CARDS {
                    let sum = sum + times * SIDE_KEYS[rank];
                    sets[len] = Set { ranks: ranks.with(rank, times), cards: cards + times, sum };
                    len += 1;
                    times += 1;
                }
                at += 1;
            }
            rank += 1;
        }
        sets
    }
}
