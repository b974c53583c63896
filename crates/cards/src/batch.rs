//! Many hands at once: slices of card sets in, slices of ranks out.
//!
//! Where the CPU has AVX-512 or AVX2 this ranks 32 or 16 hands in the time of one, chosen when the program runs;
//! elsewhere it goes hand by hand. The ranks are the same as from [`HighRank::of`] and its like, for hands with the
//! number of cards that the function names. A hand with another number gets a rank without meaning: this is the
//! route for a caller that knows what it dealt, and counting again would cost as much as ranking.
//!
//! ```
//! use cardroom_cards::{CardSet, HighRank, batch};
//!
//! let board: CardSet = "9c Th Jh Qh Kh".parse()?;
//! let hands = ["2h3h", "AsAd", "8h8s"].map(|cards| board | cards.parse().unwrap());
//! let mut ranks = [HighRank::WORST; 3];
//! batch::high_of_seven(&hands, &mut ranks);
//! assert_eq!(ranks.map(|rank| rank.to_string()), ["king-high flush", "ace-high straight", "king-high flush"]);
//! # Ok::<(), cardroom_cards::ParseCardsError>(())
//! ```

use crate::holdout::{self, Qualifier};
use crate::logic;
use crate::table::FIVE;
use crate::wide::{self, Coded, Showdown, Task, Width};
use crate::{AceFiveRank, CardSet, DeuceSevenRank, HighRank};

/// High ranks of hands with exactly five cards.
///
/// # Panics
/// If there aren't as many ranks as hands.
pub fn high_of_five(hands: &[CardSet], ranks: &mut [HighRank]) {
    each(Width::detect(), Task::HighFive, hands, ranks);
}

/// High ranks of the best five of exactly six cards.
///
/// # Panics
/// If there aren't as many ranks as hands.
pub fn high_of_six(hands: &[CardSet], ranks: &mut [HighRank]) {
    each(Width::detect(), Task::HighSix, hands, ranks);
}

/// High ranks of the best five of exactly seven cards.
///
/// # Panics
/// If there aren't as many ranks as hands.
pub fn high_of_seven(hands: &[CardSet], ranks: &mut [HighRank]) {
    each(Width::detect(), Task::HighSeven, hands, ranks);
}

/// Ace-to-five ranks of hands with exactly five cards.
///
/// # Panics
/// If there aren't as many ranks as hands.
pub fn ace_five(hands: &[CardSet], ranks: &mut [AceFiveRank]) {
    each(Width::detect(), Task::AceFive, hands, ranks);
}

/// Deuce-to-seven ranks of hands with exactly five cards.
///
/// # Panics
/// If there aren't as many ranks as hands.
pub fn deuce_seven(hands: &[CardSet], ranks: &mut [DeuceSevenRank]) {
    each(Width::detect(), Task::DeuceSeven, hands, ranks);
}

/// Hold-Out high ranks: each hand with the board beside it, as [`holdout::high`] ranks them one by one.
///
/// Every hand may hold another number of cards; full boards of four are the fast case, and hands of one number after
/// another the fastest.
///
/// ```
/// use cardroom_cards::{CardSet, batch};
///
/// let board: CardSet = "Ks Qs Js Ts".parse()?;
/// let held = ["As".parse()?, "Ah9s".parse()?];
/// let mut ranks = [None; 2];
/// batch::holdout_high(&held, &[board; 2], &mut ranks);
/// assert_eq!(ranks[0].unwrap().to_string(), "royal flush");
/// # Ok::<(), cardroom_cards::ParseCardsError>(())
/// ```
///
/// # Panics
/// If there aren't as many boards and ranks as hands.
pub fn holdout_high(held: &[CardSet], boards: &[CardSet], ranks: &mut [Option<HighRank>]) {
    showdowns(Width::detect(), Showdown::High, held, boards, ranks, holdout::high);
}

/// Hold-Out lows: each hand with the board beside it, as [`holdout::low`] ranks them one by one.
///
/// # Panics
/// If there aren't as many boards and ranks as hands.
pub fn holdout_low(held: &[CardSet], boards: &[CardSet], qualifier: Qualifier, ranks: &mut [Option<AceFiveRank>]) {
    showdowns(Width::detect(), Showdown::Low, held, boards, ranks, |held, board| {
        holdout::low(held, board, Qualifier::Any)
    });
    if qualifier != Qualifier::Any {
        for rank in ranks {
            *rank = rank.filter(|&low| qualifier.admits(low));
        }
    }
}

fn each<R: Coded + Single>(width: Option<Width>, task: Task, hands: &[CardSet], ranks: &mut [R]) {
    assert_eq!(hands.len(), ranks.len(), "a batch needs one rank for each hand");
    let done = width.map_or(0, |width| wide::rank(width, task, hands, ranks));
    for (&hand, rank) in hands[done..].iter().zip(&mut ranks[done..]) {
        *rank = R::single(task, hand);
    }
}

/// How one hand is ranked where the rest of a batch fills no block.
trait Single {
    fn single(task: Task, hand: CardSet) -> Self;
}

impl Single for HighRank {
    #[inline(always)]
    fn single(task: Task, hand: CardSet) -> Self {
        match task {
            Task::HighSix => Self::from_code(logic::best::<6>(hand)),
            Task::HighSeven => Self::of_seven_set(hand),
            _ => Self::of_five_sum(FIVE.keys.sum_of_set(hand)),
        }
    }
}

impl Single for AceFiveRank {
    #[inline(always)]
    fn single(_: Task, hand: CardSet) -> Self {
        Self::of_five(hand)
    }
}

impl Single for DeuceSevenRank {
    #[inline(always)]
    fn single(_: Task, hand: CardSet) -> Self {
        Self::of_five(hand)
    }
}

/// The wide kernels leave `None` where they can't rank a hand: on a short board, or no legal deal at all.
fn showdowns<R: Coded>(
    width: Option<Width>,
    showdown: Showdown,
    held: &[CardSet],
    boards: &[CardSet],
    ranks: &mut [Option<R>],
    single: impl Fn(CardSet, CardSet) -> Option<R>,
) {
    assert_eq!(held.len(), ranks.len(), "a batch needs one rank for each hand");
    assert_eq!(held.len(), boards.len(), "a batch needs one board for each hand");
    let (done, all) = width.map_or((0, true), |width| wide::showdowns(width, showdown, held, boards, ranks));
    ranks[done..].fill(None);
    let first = if all { done } else { 0 };
    for ((rank, &held), &board) in ranks.iter_mut().zip(held).zip(boards).skip(first) {
        if rank.is_none() {
            *rank = single(held, board);
        }
    }
}

#[cfg(test)]
mod tests;
