//! The loops over blocks of hands, compiled once for each width.

use super::avx2::Sixteen;
use super::avx512::ThirtyTwo;
use super::lanes::{self, Lanes};
use super::{Task, Width};
use crate::CardSet;
use crate::logic::game;

/// Codes whole blocks of hands.
///
/// # Safety
/// The CPU must have what the width is made of; both slices have the same number of whole blocks.
pub(super) unsafe fn rank(width: Width, task: Task, hands: &[CardSet], codes: &mut [u32]) {
    unsafe {
        match width {
            Width::Sixteen => rank_sixteen(task, hands, codes),
            Width::ThirtyTwo => rank_thirty_two(task, hands, codes),
        }
    }
}

#[target_feature(enable = "avx2")]
unsafe fn rank_sixteen(task: Task, hands: &[CardSet], codes: &mut [u32]) {
    unsafe { rank_with::<Sixteen>(task, hands, codes) }
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512bitalg")]
unsafe fn rank_thirty_two(task: Task, hands: &[CardSet], codes: &mut [u32]) {
    unsafe { rank_with::<ThirtyTwo>(task, hands, codes) }
}

/// # Safety
/// As [`rank`].
#[inline(always)]
unsafe fn rank_with<L: Lanes>(task: Task, hands: &[CardSet], codes: &mut [u32]) {
    unsafe {
        match task {
            Task::HighFive => each_block::<L, { game::HIGH }, 5>(hands, codes),
            Task::HighSix => each_block::<L, { game::HIGH }, 6>(hands, codes),
            Task::HighSeven => each_block::<L, { game::HIGH }, 7>(hands, codes),
            Task::AceFive => each_block::<L, { game::ACE_FIVE }, 5>(hands, codes),
            Task::DeuceSeven => each_block::<L, { game::DEUCE_SEVEN }, 5>(hands, codes),
        }
    }
}

/// # Safety
/// As [`rank`].
#[inline(always)]
unsafe fn each_block<L: Lanes, const GAME: u8, const CARDS: u16>(hands: &[CardSet], codes: &mut [u32]) {
    // A card set is one transparent `u64`.
    let (hands_at, codes_at): (*const u64, *mut u32) = (hands.as_ptr().cast(), codes.as_mut_ptr());
    for at in (0..hands.len()).step_by(L::COUNT) {
        unsafe {
            let suits = L::suits(L::load(hands_at.add(at)));
            let (high, low) = if CARDS == 5 { lanes::five::<L, GAME>(suits) } else { lanes::best::<L, CARDS>(suits) };
            L::store(L::join(high, low), codes_at.add(at));
        }
    }
}
