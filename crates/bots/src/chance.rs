//! A bot's own randomness: from its seed and nothing else.

use cardroom_cards::{Card, CardSet};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random numbers, the same ones for the same seed.
#[derive(Clone, Debug)]
pub(crate) struct Chance(Xoshiro256PlusPlus);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number from 0 up to but not including `bound`; 0 if there is none.
    #[inline]
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// A place in a list of this length.
    #[inline]
    pub(crate) fn place(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// A number from 0 up to but not including 1.
    #[inline]
    pub(crate) fn unit(&mut self) -> f32 {
        (self.0.next_u64() >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// Whether something of this probability happens.
    #[inline]
    pub(crate) fn happens(&mut self, probability: f32) -> bool {
        self.unit() < probability
    }

    /// So many cards that aren't gone, each as likely as another; fewer if there are no more.
    #[inline]
    pub(crate) fn cards(&mut self, count: usize, mut gone: CardSet) -> CardSet {
        let mut dealt = CardSet::EMPTY;
        for _ in 0..count.min(Card::COUNT - gone.len()) {
            // Most of the deck is there, so that guessing is faster than counting.
            let card = loop {
                match Card::from_index(self.below(Card::COUNT as u64) as u8) {
                    Some(card) if !gone.contains(card) => break card,
                    _ => {}
                }
            };
            gone = gone.with(card);
            dealt = dealt.with(card);
        }
        dealt
    }
}
