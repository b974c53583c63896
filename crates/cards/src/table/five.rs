//! Five cards: one sum for all ranks, and rows of codes laid into each other.
//!
//! The keys are the smallest, found in order, with which no two sets of five ranks have the same sum. Sums go up to
//! 360,918, so that a table of them would be nearly empty. It is cut into rows of 64, and the rows are pushed into each
//! other's gaps, the fullest first, each as far to the front as it fits:
//!
//! ```text
//!   code = CODES[PUSHED[sum / 64] + sum]
//! ```
//!
//! A hand's sum is in its word twice, so that neither use needs more than one step: whole at the top, where a shift
//! leaves the row, and at the bottom modulo the number of codes, which is all that a place needs of it.

use super::{Keys, Ranks};
use crate::code::Code;

/// The ranks' keys, twos first.
const RANK_KEYS: [usize; 13] = [0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12_522, 19_998, 43_258, 79_415];

/// How many rows there may be, and how many sums in each: a word has a bit for each.
const ROWS: usize = 8192;
const ROW: usize = 64;
/// Where the whole sum begins, and its row.
const SUM_SHIFT: u32 = ROW_SHIFT - ROW.trailing_zeros();
const ROW_SHIFT: u32 = u64::BITS - ROWS.trailing_zeros();
/// Room for the codes; a power of two, so that no index needs a check. What is over is never touched.
const CODES: usize = 8192;

/// The table for hands of five cards.
pub(crate) struct Five {
    pub(crate) keys: Keys,
    /// How far each row is pushed, counted round the end of sixteen bits.
    pushed: [u16; ROWS],
    codes: [Code; CODES],
}

impl Five {
    /// The code for a sum of keys, as if no suit had five cards.
    #[inline(always)]
    pub(crate) fn code(&self, sum: u64) -> Code {
        let pushed = self.pushed[(sum >> ROW_SHIFT) as usize];
        self.codes[u32::from(pushed).wrapping_add(sum as u32) as usize % CODES]
    }

    pub(super) const fn new() -> Self {
        let mut five = Self { keys: Keys::new(&keys()), pushed: pushed(), codes: [Code::MIN; CODES] };
        let mut all = Fives::new();
        while let Some((ranks, sum)) = all.next() {
            let place = (five.pushed[sum / ROW] as usize + sum) % CODES;
            assert!(five.codes[place].get() == Code::MIN.get(), "two sets of ranks in one place");
            five.codes[place] = ranks.code();
        }
        five
    }
}

/// Each rank's key as it stands in a word, at both ends.
const fn keys() -> [u64; 13] {
    let mut keys = [0; 13];
    let mut rank = 0;
    while rank < 13 {
        keys[rank] = (RANK_KEYS[rank] as u64) << SUM_SHIFT | (RANK_KEYS[rank] % CODES) as u64;
        rank += 1;
    }
    keys
}

/// How far each row is pushed.
const fn pushed() -> [u16; ROWS] {
    // Which places of its row have a sum, a bit for each.
    let mut rows = [0_u64; ROWS];
    let (mut size, mut end) = (0, 0);
    let mut all = Fives::new();
    while let Some((_, sum)) = all.next() {
        let row = sum / ROW;
        rows[row] |= 1 << (sum % ROW);
        if size < rows[row].count_ones() {
            size = rows[row].count_ones();
        }
        if end <= row {
            end = row + 1;
        }
    }
    let mut pushed = [0; ROWS];
    let mut taken = [0_u64; CODES / 64 + 2];
    let mut full = 0;
    while size > 0 {
        let mut row = 0;
        while row < end {
            if rows[row].count_ones() == size {
                while taken[full] == u64::MAX {
                    full += 1;
                }
                let gap = rows[row].trailing_zeros() as usize;
                let place = first_fit(&taken, full, rows[row] >> gap);
                let (word, bit) = (place / 64, place % 64);
                let wide = ((rows[row] >> gap) as u128) << bit;
                taken[word] |= wide as u64;
                taken[word + 1] |= (wide >> 64) as u64;
                pushed[row] = place.wrapping_sub(gap).wrapping_sub(row * ROW) as u16;
            }
            row += 1;
        }
        size -= 1;
    }
    pushed
}

/// The first place from a word on where none of a row's places is taken.
const fn first_fit(taken: &[u64; CODES / 64 + 2], mut word: usize, row: u64) -> usize {
    loop {
        // Where the row can't begin, for 64 places at once.
        let two_words = (taken[word + 1] as u128) << 64 | taken[word] as u128;
        let (mut blocked, mut left) = (0, row);
        while left != 0 && blocked != u64::MAX {
            blocked |= (two_words >> left.trailing_zeros()) as u64;
            left &= left - 1;
        }
        if blocked != u64::MAX {
            return word * 64 + blocked.trailing_ones() as usize;
        }
        word += 1;
    }
}

/// Every set of five ranks with its sum, in ascending order of the ranks.
struct Fives {
    ranks: [usize; 5],
}

impl Fives {
    const fn new() -> Self {
        // One before the first.
        Self { ranks: [0, 0, 0, 0, 0] }
    }

    const fn next(&mut self) -> Option<(Ranks, usize)> {
        loop {
            // The last rank that can go up does, and those after it follow.
            let mut at = 4;
            while self.ranks[at] == 12 {
                if at == 0 {
                    return None;
                }
                at -= 1;
            }
            let rank = self.ranks[at] + 1;
            while at < 5 {
                self.ranks[at] = rank;
                at += 1;
            }
            // There are only four of a kind.
            if self.ranks[0] != self.ranks[4] {
                return Some(self.counted());
            }
        }
    }

    const fn counted(&self) -> (Ranks, usize) {
        let (mut ranks, mut sum, mut at) = (Ranks::NONE, 0, 0);
        while at < 5 {
            let rank = self.ranks[at];
            let mut times = 0;
            while at < 5 && self.ranks[at] == rank {
                times += 1;
                at += 1;
            }
            ranks = ranks.with(rank, times);
            sum += times * RANK_KEYS[rank];
        }
        (ranks, sum)
    }
}
