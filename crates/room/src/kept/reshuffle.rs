//! The orders of reshuffles from 64 bytes each.
//!
//! The seed s of the dealt deck is to be erased, so it must not follow from what is kept. Of it are kept
//! H("reshuffle", hid, j, r, s) and, for the salts H("salt-r", s, r, i), the state of SHA-256 behind the first 64 bytes of
//! what is hashed, which are the same for every i. Both are what SHA-256's compression makes of a block or two with 256
//! unknown bits in them, and whoever could go back from there could as well go back from any published salt. The deck
//! itself and the other reshuffles hang on other blocks with the same s, by tag or by r, so they don't follow either:
//! what does is the order r alone, with its salts.

use std::sync::Arc;

use cardroom_fair::{Dealing, HandId, RESHUFFLES, Seeds, hash, shuffle};
use sha2::block_api::compress256;
use zeroize::Zeroizing;

/// How long the keys of one order are.
pub(super) const ORDER_KEYS: usize = 64;

/// Where SHA-256 begins (FIPS 180-4, 5.3.3).
const SHA_256_START: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// What the orders of a dealt deck's reshuffles follow from, and nothing else of the deck does. It can't be printed, and
/// is zeroed when it is dropped:
///
/// ```compile_fail,E0277
/// fn debug<T: std::fmt::Debug>() {}
/// debug::<cardroom_room::ReshuffleKeys>();
/// ```
#[derive(Clone)]
pub struct ReshuffleKeys(Arc<Zeroizing<[[u8; ORDER_KEYS]; RESHUFFLES as usize]>>);

impl ReshuffleKeys {
    /// The keys of the deck that the hand is dealt from; the seeds are the hand's.
    pub fn of(hid: HandId, dealing: &Dealing, seeds: &Seeds) -> Self {
        let (deck, seeds) = (dealing.beacon().deck, seeds.export());
        let mut all = Zeroizing::new([[0; ORDER_KEYS]; RESHUFFLES as usize]);
        // There is a seed for every deck.
        for seed in seeds.as_chunks().0.iter().skip(usize::from(deck)).take(1) {
            for (r, keys) in (1..).zip(all.iter_mut()) {
                write_keys(hid, deck, r, seed, keys);
            }
        }
        Self(Arc::new(all))
    }

    /// The keys of the r-th reshuffle; the deck itself has none.
    pub(super) fn order(&self, r: u8) -> Option<&[u8; ORDER_KEYS]> {
        self.0.get(usize::from(r).checked_sub(1)?)
    }
}

/// The key that shuffles the order, and the state of SHA-256 behind what its salts share.
fn write_keys(hid: HandId, deck: u8, r: u8, seed: &[u8; 32], keys: &mut [u8; ORDER_KEYS]) {
    let (shuffled_by, salted_by) = keys.split_at_mut(32);
    let key = Zeroizing::new(hash("reshuffle", &[&hid.bytes(), &[deck], &[r], seed]).0);
    shuffled_by.copy_from_slice(&*key);
    let mut block = Zeroizing::new([0; 64]);
    let parts = [&[18], &b"cardroom/v1/salt-r"[..], &[0, 0, 0, 32], seed, &[0, 0, 0, 1, r, 0, 0, 0, 1]];
    for (place, byte) in block.iter_mut().zip(parts.into_iter().flatten()) {
        *place = *byte;
    }
    let mut state = Zeroizing::new(SHA_256_START);
    compress256(&mut state, std::slice::from_ref(&*block));
    write_words(&state, salted_by);
}

/// The cards of a reshuffle's order with their salts, from its keys.
pub(super) fn kept_order(keys: &[u8; ORDER_KEYS]) -> Vec<(u8, Zeroizing<[u8; 32]>)> {
    let (shuffled_by, salted_by) = keys.split_at(32);
    let mut key = Zeroizing::new([0; 32]);
    key.copy_from_slice(shuffled_by);
    let mut order: Zeroizing<[u8; 52]> = Zeroizing::new(std::array::from_fn(|card| card as u8));
    shuffle(&key, &mut order);
    (0..).zip(*order).map(|(leaf, card)| (card, salt(salted_by, leaf))).collect()
}

fn salt(salted_by: &[u8], leaf: u8) -> Zeroizing<[u8; 32]> {
    let mut state = Zeroizing::new([0; 8]);
    for (word, bytes) in state.iter_mut().zip(salted_by.as_chunks().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    // The 65th byte of what is hashed, and what SHA-256 puts behind a message of 65: a bit, zeros, its length in bits.
    let mut block = [0; 64];
    for (place, byte) in block.iter_mut().zip([leaf, 0x80]) {
        *place = byte;
    }
    for (place, byte) in block.iter_mut().rev().zip(520_u64.to_le_bytes()) {
        *place = byte;
    }
    compress256(&mut state, &[block]);
    let mut salt = Zeroizing::new([0; 32]);
    write_words(&state, &mut *salt);
    salt
}

fn write_words(state: &[u32; 8], out: &mut [u8]) {
    for (place, word) in out.as_chunks_mut().0.iter_mut().zip(state) {
        *place = word.to_be_bytes();
    }
}
