//! Hold-Out showdowns, many at once.
//!
//! The kernels want hands that hold equally many cards. A block of showdowns that is so goes as it stands; any other is
//! sorted by that number first, without a branch that depends on the cards.

use super::avx2::Sixteen;
use super::avx512::ThirtyTwo;
use super::lanes::{self, Lanes};
use super::{SHOWDOWNS, Showdown, Width};
use crate::CardSet;
use crate::logic::game;

/// Room for a sorted block: each of five groups may leave most of a register empty.
const ROOM: usize = 1024;
/// The counters of all groups live in one word, this many bits each, enough for [`ROOM`].
const BITS: u32 = 10;

/// Codes whole blocks of showdowns, and says whether all have a code: those that the kernels can't rank get 0.
///
/// # Safety
/// The CPU must have what the width is made of; the slices are equally long and a multiple of [`SHOWDOWNS`].
pub(super) unsafe fn run(
    width: Width,
    showdown: Showdown,
    held: &[CardSet],
    boards: &[CardSet],
    codes: &mut [u32],
) -> bool {
    unsafe {
        match width {
            Width::Sixteen => sixteen(showdown, held, boards, codes),
            Width::ThirtyTwo => thirty_two(showdown, held, boards, codes),
        }
    }
}

#[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
unsafe fn sixteen(showdown: Showdown, held: &[CardSet], boards: &[CardSet], codes: &mut [u32]) -> bool {
    unsafe { run_with::<Sixteen>(showdown, held, boards, codes) }
}

#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,avx512f,avx512bw,avx512bitalg,avx512vpopcntdq")]
unsafe fn thirty_two(showdown: Showdown, held: &[CardSet], boards: &[CardSet], codes: &mut [u32]) -> bool {
    unsafe { run_with::<ThirtyTwo>(showdown, held, boards, codes) }
}

/// A block sorted by the number of held cards, each group beginning on a whole register.
struct Sorted {
    held: [CardSet; ROOM],
    boards: [CardSet; ROOM],
    codes: [u32; ROOM],
}

/// # Safety
/// As [`run`].
#[inline(always)]
unsafe fn run_with<L: Lanes>(showdown: Showdown, held: &[CardSet], boards: &[CardSet], codes: &mut [u32]) -> bool {
    let mut left_out = 0;
    let mut sorted = Sorted { held: [CardSet::EMPTY; ROOM], boards: [CardSet::EMPTY; ROOM], codes: [0; ROOM] };
    let mut groups = [0_u8; SHOWDOWNS];
    let mut places = [0_u16; SHOWDOWNS];
    let held = held.as_chunks::<SHOWDOWNS>().0;
    let boards = boards.as_chunks::<SHOWDOWNS>().0;
    let codes = codes.as_chunks_mut::<SHOWDOWNS>().0;
    for ((held, boards), codes) in held.iter().zip(boards).zip(codes) {
        for ((group, &held), &board) in groups.iter_mut().zip(held).zip(boards) {
            *group = group_of(held, board);
        }
        let counts = groups.iter().fold(0_u64, |counts, &group| counts + (1 << group));
        left_out |= counts & (ROOM as u64 - 1);
        let first = groups[0];
        if first > 0 && counts == (SHOWDOWNS as u64) << first {
            unsafe { group::<L>(showdown, u32::from(first) / BITS, held, boards, codes) };
            continue;
        }
        // Group 0, which can't be ranked, goes last and is given no code.
        let mut next = 0_u64;
        let mut start = 0;
        let mut starts = [(0, 0); 6];
        for number in [1, 2, 3, 4, 5, 0] {
            let count = (counts >> (BITS * number)) as usize & (ROOM - 1);
            starts[number as usize] = (start, count.next_multiple_of(L::COUNT));
            next |= (start as u64) << (BITS * number);
            start += count.next_multiple_of(L::COUNT);
        }
        for at in 0..SHOWDOWNS {
            let place = (next >> groups[at]) as usize & (ROOM - 1);
            next += 1 << groups[at];
            sorted.held[place] = held[at];
            sorted.boards[place] = boards[at];
            places[at] = place as u16;
        }
        for (number, &(start, count)) in starts.iter().enumerate().skip(1) {
            let places = start..start + count;
            let codes = &mut sorted.codes[places.clone()];
            // SAFETY: three parts of equal length, of whole registers.
            unsafe { group::<L>(showdown, number as u32, &sorted.held[places.clone()], &sorted.boards[places], codes) };
        }
        let (start, count) = starts[0];
        sorted.codes[start..start + count].fill(0);
        for (code, &place) in codes.iter_mut().zip(&places) {
            *code = sorted.codes[place as usize & (ROOM - 1)];
        }
    }
    left_out == 0
}

/// How many cards are held, times [`BITS`]; 0 where the kernels can't rank the hand.
#[inline(always)]
fn group_of(held: CardSet, board: CardSet) -> u8 {
    let count = held.len() as u32;
    let full = (board.len() == 4) & (held & board).is_empty() & (count < 5);
    if full | (count == 5) { (count * BITS) as u8 } else { 0 }
}

/// # Safety
/// As [`run`], but of whole registers only; every hand holds `count` cards.
#[inline(always)]
unsafe fn group<L: Lanes>(showdown: Showdown, count: u32, held: &[CardSet], boards: &[CardSet], codes: &mut [u32]) {
    const HIGH: u8 = game::HIGH;
    const LOW: u8 = game::ACE_FIVE;
    unsafe {
        match (showdown, count) {
            (Showdown::High, 1) => each::<L, HIGH, 1>(held, boards, codes),
            (Showdown::High, 2) => each::<L, HIGH, 2>(held, boards, codes),
            (Showdown::High, 3) => each::<L, HIGH, 3>(held, boards, codes),
            (Showdown::High, 4) => each::<L, HIGH, 4>(held, boards, codes),
            (Showdown::High, _) => each::<L, HIGH, 5>(held, boards, codes),
            (Showdown::Low, 1) => each::<L, LOW, 1>(held, boards, codes),
            (Showdown::Low, 2) => each::<L, LOW, 2>(held, boards, codes),
            (Showdown::Low, 3) => each::<L, LOW, 3>(held, boards, codes),
            (Showdown::Low, 4) => each::<L, LOW, 4>(held, boards, codes),
            (Showdown::Low, _) => each::<L, LOW, 5>(held, boards, codes),
        }
    }
}

/// # Safety
/// As [`group`].
#[inline(always)]
unsafe fn each<L: Lanes, const GAME: u8, const HELD: usize>(held: &[CardSet], boards: &[CardSet], codes: &mut [u32]) {
    // A card set is one transparent `u64`.
    let (held_at, boards_at): (*const u64, *const u64) = (held.as_ptr().cast(), boards.as_ptr().cast());
    for at in (0..held.len()).step_by(L::COUNT) {
        unsafe {
            let best = lanes::holdout::<L, GAME, HELD>(L::load(held_at.add(at)), L::load(boards_at.add(at)));
            L::store(best, codes.as_mut_ptr().add(at));
        }
    }
}
