//! The wide kernels: many hands at once in the CPU's widest registers, chosen at run time.
//!
//! This is the one module with `unsafe`. Its safe twin is [`crate::logic`], which ranks one hand by the same steps;
//! [`crate::batch`] takes whichever there is, and tests compare the two hand by hand. [`two`] has its own twin beside it.
#![allow(unsafe_code)]

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx2;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx512;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod blocks;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod lanes;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod showdowns;

use crate::code::Code;
use crate::{AceFiveRank, Card, CardSet, DeuceSevenRank, HighRank};

/// What a batch asks of every hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// High, exactly five cards.
    HighFive,
    /// High, the best five of six.
    HighSix,
    /// High, the best five of seven.
    HighSeven,
    /// Ace-to-five, exactly five cards.
    AceFive,
    /// Deuce-to-seven, exactly five cards.
    DeuceSeven,
}

/// What a Hold-Out batch asks of every hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Showdown {
    /// The best high hand.
    High,
    /// The best ace-to-five low.
    Low,
}

/// Which registers there are to work with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Width {
    /// AVX2.
    Sixteen,
    /// AVX-512 with BW and the population counts.
    ThirtyTwo,
}

impl Width {
    /// The widest there is on this CPU, or `None`. The answer is remembered by the standard library.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    pub(crate) fn detect() -> Option<Self> {
        let sixteen = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("popcnt")
            && std::is_x86_feature_detected!("bmi2");
        let thirty_two = sixteen
            && std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512bitalg")
            && std::is_x86_feature_detected!("avx512vpopcntdq");
        if thirty_two {
            Some(Self::ThirtyTwo)
        } else if sixteen {
            Some(Self::Sixteen)
        } else {
            None
        }
    }

    /// Nothing is known of this CPU, so nothing is assumed.
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    pub(crate) fn detect() -> Option<Self> {
        None
    }

    /// Whether this CPU can.
    fn there(self) -> bool {
        Self::detect() >= Some(self)
    }

    /// How many hands a block has.
    const fn lanes(self) -> usize {
        match self {
            Self::Sixteen => 16,
            Self::ThirtyTwo => 32,
        }
    }
}

/// A rank that is nothing but its code.
///
/// # Safety
/// The type must be a transparent [`Code`], for which any number with bit 15 set will do.
pub(crate) unsafe trait Coded: Copy {}

// SAFETY: each is declared transparent.
unsafe impl Coded for HighRank {}
unsafe impl Coded for AceFiveRank {}
unsafe impl Coded for DeuceSevenRank {}
unsafe impl Coded for Code {}

/// Ranks as many hands as fill whole blocks, and says how many those were.
pub(crate) fn rank<R: Coded>(width: Width, task: Task, hands: &[CardSet], ranks: &mut [R]) -> usize {
    assert!(width.there() && hands.len() == ranks.len());
    let whole = hands.len() - hands.len() % width.lanes();
    // SAFETY: a coded rank is as large as its code, and the kernels set bit 15 in every code they write. The CPU has
    // the features, as asserted, and both slices have the same number of whole blocks.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    unsafe {
        let codes = core::slice::from_raw_parts_mut(ranks.as_mut_ptr().cast::<u32>(), whole);
        blocks::rank(width, task, &hands[..whole], codes);
    }
    whole
}

/// Ranks Hold-Out hands on full boards, as many as fill whole blocks. Where a hand isn't one to five cards on a board of
/// four others, or five on any, the rank is `None`. Says how many hands it has seen to, and whether all have a rank.
pub(crate) fn showdowns<R: Coded>(
    width: Width,
    showdown: Showdown,
    held: &[CardSet],
    boards: &[CardSet],
    ranks: &mut [Option<R>],
) -> (usize, bool) {
    assert!(width.there() && held.len() == ranks.len() && boards.len() == ranks.len());
    let whole = held.len() - held.len() % SHOWDOWNS;
    // SAFETY: an absent code is 0 by the guarantee for `Option<NonZero>`; the rest as in `rank`, for three slices.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    unsafe {
        let codes = core::slice::from_raw_parts_mut(ranks.as_mut_ptr().cast::<u32>(), whole);
        (whole, showdowns::run(width, showdown, &held[..whole], &boards[..whole], codes))
    }
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    (0, true)
}

/// Two neighbours' numbers as one, the first in the lower byte.
///
/// Without `unsafe` the compiler is too clever: it sees which byte is which card, and loads them one by one after all.
/// That makes ranking a single hand up to a tenth slower, because loads are what it is made of.
#[inline(always)]
pub(crate) fn two<const CARDS: usize>(cards: &[Card; CARDS], first: usize) -> u16 {
    assert!(first + 1 < CARDS);
    // SAFETY: both are inside, as asserted; a card is a transparent byte, and any two bytes make a number.
    u16::from_le(unsafe { cards.as_ptr().add(first).cast::<u16>().read_unaligned() })
}

/// How many Hold-Out hands are seen to together.
pub(crate) const SHOWDOWNS: usize = 512;

#[cfg(test)]
mod tests {
    use super::{Card, two};

    #[test]
    fn two_cards_are_read_as_their_numbers() {
        for first in Card::all() {
            for second in Card::all() {
                let cards = [first, second, first];
                let numbers = cards.map(Card::index);
                assert_eq!(two(&cards, 0), u16::from_le_bytes([numbers[0], numbers[1]]));
                assert_eq!(two(&cards, 1), u16::from_le_bytes([numbers[1], numbers[2]]));
            }
        }
    }
}
