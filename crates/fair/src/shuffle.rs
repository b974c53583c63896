//! The shuffle: Fisher–Yates over an RFC 8439 ChaCha20 keystream, with rejection.
//!
//! For i = 51 … 1 the card at i is swapped with one of the m = i + 1 cards up to and including it. A byte picks
//! which; bytes from 256 − (256 mod m) on are thrown away, because keeping them would favour the low places. All
//! 52! orders are reachable from a 256-bit key only in the sense that nobody can tell which are not.

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use zeroize::Zeroizing;

/// Shuffles the cards in place by a key; the same key always gives the same order.
///
/// ```
/// use cardroom_cards::Card;
///
/// let mut order: [u8; 52] = std::array::from_fn(|i| i as u8);
/// cardroom_fair::shuffle(&[0; 32], &mut order);
/// let top: Vec<_> = order.iter().filter_map(|&i| Card::from_index(i)).take(5).map(|c| c.to_string()).collect();
/// assert_eq!(top.join(" "), "Ad 5s Kd 4d Qd");
/// ```
pub fn shuffle<const N: usize>(key: &[u8; 32], cards: &mut [u8; N]) {
    const { assert!(N <= 256, "a byte can pick one of 256 places at most") };
    let mut keystream = ChaCha20::new(key.into(), &[0; 12].into());
    // One block is 64 bytes; a deck takes 59 on average, so two nearly always suffice.
    let mut block = Zeroizing::new([0; 128]);
    let mut used = block.len();
    for i in (1..N).rev() {
        let places = i + 1;
        let pick = loop {
            if used == block.len() {
                block.fill(0);
                keystream.apply_keystream(&mut *block);
                used = 0;
            }
            let byte = usize::from(block[used]);
            used += 1;
            if byte < 256 - 256 % places {
                break byte % places;
            }
        };
        cards.swap(i, pick);
    }
}

/// The numbers 0 … 51 shuffled by a key.
pub(crate) fn order(key: &[u8; 32]) -> Zeroizing<[u8; 52]> {
    let mut order = Zeroizing::new(std::array::from_fn(|i| i as u8));
    shuffle(key, &mut order);
    order
}
