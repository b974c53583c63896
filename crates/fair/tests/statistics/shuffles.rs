//! Our shuffle, and four broken ones that card rooms have really used: what the statistics have to tell apart.

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shuffle {
    /// The one under test.
    Ours,
    /// Every card is swapped with any card: n^n paths don't divide evenly among n! orders.
    NaiveSwap,
    /// Every card is swapped with one strictly below it: no card can stay where it was.
    OffByOne,
    /// The remainder of a byte, without rejection: low places come up more often.
    ByteModulo,
    /// A sound shuffle from a seed of 32 bits: four thousand million decks, and no more.
    Seed32,
}

impl Shuffle {
    pub(crate) const BROKEN: [Self; 4] = [Self::NaiveSwap, Self::OffByOne, Self::ByteModulo, Self::Seed32];

    /// The numbers from 0 up, shuffled by a key.
    pub(crate) fn order<const N: usize>(self, key: &[u8; 32]) -> [u8; N] {
        let mut cards = std::array::from_fn(|i| i as u8);
        let mut stream = Stream::new(key);
        match self {
            Self::Ours => cardroom_fair::shuffle(key, &mut cards),
            Self::NaiveSwap => (0..N).for_each(|i| cards.swap(i, stream.below(N))),
            Self::OffByOne => (1..N).rev().for_each(|i| cards.swap(i, stream.below(i))),
            Self::ByteModulo => (1..N).rev().for_each(|i| cards.swap(i, stream.byte() % (i + 1))),
            Self::Seed32 => {
                let mut short = [0; 32];
                short[..4].copy_from_slice(&key[..4]);
                cardroom_fair::shuffle(&short, &mut cards);
            }
        }
        cards
    }
}

/// Decks, one after the other, each from a key of its own.
pub(crate) struct Decks {
    shuffle: Shuffle,
    keys: ChaCha20,
}

impl Decks {
    pub(crate) fn new(shuffle: Shuffle, seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self { shuffle, keys: ChaCha20::new(&key.into(), &[1; 12].into()) }
    }

    pub(crate) fn next<const N: usize>(&mut self) -> [u8; N] {
        let mut key = [0; 32];
        self.keys.apply_keystream(&mut key);
        self.shuffle.order(&key)
    }
}

struct Stream {
    cipher: ChaCha20,
    block: [u8; 128],
    used: usize,
}

impl Stream {
    fn new(key: &[u8; 32]) -> Self {
        Self { cipher: ChaCha20::new(key.into(), &[0; 12].into()), block: [0; 128], used: 128 }
    }

    fn byte(&mut self) -> usize {
        if self.used == self.block.len() {
            self.block.fill(0);
            self.cipher.apply_keystream(&mut self.block);
            self.used = 0;
        }
        self.used += 1;
        usize::from(self.block[self.used - 1])
    }

    fn below(&mut self, limit: usize) -> usize {
        loop {
            let byte = self.byte();
            if byte < 256 - 256 % limit {
                return byte % limit;
            }
        }
    }
}
