//! Estimates that learn from each other: what is kept decides nearly everything, what was thrown hardly anything.
//!
//! A choice's own samples are few. But all hands that keep the same cards play on in the same way; they differ only
//! in which cards can't come. So every choice is first believed to be worth what its kept cards win on average over
//! all hands, and its own samples move it away from there, as much as they are worth.

use std::collections::HashMap;
use std::sync::LazyLock;

use cardroom_cards::{CardSet, Suit};

use crate::classes::{Classes, chosen};
use crate::outcome::POT;
use crate::sums::Sums;

/// Which choices keep the same cards.
pub(crate) struct Pools {
    /// For each choice of each class.
    of: Vec<[u32; 32]>,
    count: usize,
}

static SUITED: LazyLock<Pools> = LazyLock::new(|| Pools::new(false));
static RANKS: LazyLock<Pools> = LazyLock::new(|| Pools::new(true));

/// How many samples of its own weigh as much as what all hands with the same kept cards say. Chosen so that charts
/// made with it have the smallest deviations: the discards move a choice's worth by about a hundredth of a pot.
const BELIEF: f32 = 1500.0;

impl Pools {
    pub(crate) fn get(ranks_only: bool) -> &'static Self {
        if ranks_only { &RANKS } else { &SUITED }
    }

    fn new(ranks_only: bool) -> Self {
        let classes = Classes::get(ranks_only);
        let mut found: HashMap<u64, u32> = HashMap::new();
        let mut pool = |kept: CardSet| {
            let next = found.len() as u32;
            *found.entry(key(ranks_only, kept)).or_insert(next)
        };
        let row = |class| std::array::from_fn(|choice| pool(chosen(classes.hand(class), choice as u8)));
        let of = (0..classes.len()).map(row).collect();
        Self { of, count: found.len() }
    }

    /// What every choice of every class is believed to win, in parts of a pot.
    pub(crate) fn estimates(&self, sums: &Sums) -> Vec<[f32; 32]> {
        let mut won = vec![0_u64; self.count];
        let mut counts = vec![0_u64; self.count];
        for ((pools, row), &count) in self.of.iter().zip(sums.rows()).zip(sums.counts()) {
            for (&pool, &sum) in pools.iter().zip(row) {
                won[pool as usize] += sum;
                counts[pool as usize] += count;
            }
        }
        let mean = |pool: u32| won[pool as usize] as f32 / counts[pool as usize].max(1) as f32;
        let rows = self.of.iter().zip(sums.rows()).zip(sums.counts());
        rows.map(|((pools, row), &count)| {
            std::array::from_fn(|choice| {
                let believed = row[choice] as f32 + BELIEF * mean(pools[choice]);
                believed / (count as f32 + BELIEF) / POT as f32
            })
        })
        .collect()
    }
}

/// The same for all kept cards that play on alike: but for the names of suits, and with five cards but for all that
/// a showdown doesn't see.
fn key(ranks_only: bool, kept: CardSet) -> u64 {
    let flush = Suit::ALL.iter().any(|&suit| (kept & CardSet::of_suit(suit)).len() == 5);
    if ranks_only || kept.len() == 5 {
        Classes::get(true).view(kept).hand.bits() << 1 | u64::from(flush && !ranks_only)
    } else {
        Classes::get(false).view(kept).hand.bits() << 1
    }
}
