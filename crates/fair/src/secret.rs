//! What must stay hidden while a hand is played: the seeds, the decks made from them, a card dealt face down.
//!
//! None of these can be printed or serialised, and all are zeroed when dropped. A card leaves through
//! [`DealtCard::card`], [`DealtCard::open`] or [`crate::Dealing::face`], seeds through [`Seeds::export`]: words an
//! auditor can search for.
//! `tests/secrets.md` shows that nothing else compiles.

use cardroom_cards::Card;
use sha2::block_api::compress256;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::{Bytes, DECKS, Digest, HandId, Opening, Place, RESHUFFLES, hash, shuffle::order};

/// The 16 seeds of one hand, 32 bytes each, drawn from the operating system by the caller.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct Seeds([[u8; 32]; DECKS]);

impl Seeds {
    /// Takes 512 bytes of entropy, or what [`Seeds::export`] gave.
    pub fn new(entropy: &[u8; 32 * DECKS]) -> Self {
        let mut seeds = Self([[0; 32]; DECKS]);
        seeds.0.as_flattened_mut().copy_from_slice(entropy);
        seeds
    }

    /// The seeds in clear, for the caller to seal and keep from before the commitment until the hand is over.
    pub fn export(&self) -> Zeroizing<Vec<u8>> {
        Zeroizing::new(self.0.as_flattened().to_vec())
    }

    pub(crate) fn deck(&self, hid: HandId, j: u8, reshuffles: bool) -> Deck {
        Deck::new(hid, j, &self.0[usize::from(j) % DECKS], reshuffles)
    }

    /// Every seed but that of the deck in play.
    pub(crate) fn unused(&self, dealt: Option<u8>) -> [Option<Digest>; DECKS] {
        std::array::from_fn(|j| (dealt != Some(j as u8)).then_some(Bytes(self.0[j])))
    }
}

/// One whole deck: its order, and in games that can reshuffle the four orders after it.
#[derive(Clone)]
pub(crate) struct Deck {
    hid: HandId,
    j: u8,
    seed: Zeroizing<[u8; 32]>,
    orders: Vec<Zeroizing<[u8; 52]>>,
}

impl Deck {
    pub(crate) fn new(hid: HandId, j: u8, seed: &[u8; 32], reshuffles: bool) -> Self {
        let mut orders = vec![order(&secret("deck", &[&hid.bytes(), &[j], seed]))];
        for r in (1..=RESHUFFLES).filter(|_| reshuffles) {
            orders.push(order(&secret("reshuffle", &[&hid.bytes(), &[j], &[r], seed])));
        }
        Self { hid, j, seed: Zeroizing::new(*seed), orders }
    }

    /// The face of the card at a leaf, or `None` where there is no such place.
    pub(crate) fn face(&self, order: u8, leaf: u8) -> Option<Card> {
        Card::from_index(*self.orders.get(usize::from(order))?.get(usize::from(leaf))?)
    }

    /// The card at leaf `i` of order `r`, or `None` where there is no such place.
    pub(crate) fn card(&self, place: Place, leaf: u8) -> Option<DealtCard> {
        let card = *self.orders.get(usize::from(place.order))?.get(usize::from(leaf))?;
        // Each order has salts of its own: with shared ones, an opened card of one order would give away the card
        // at the same leaf of the others, 52 guesses being no work.
        let salt = match place.order {
            0 => secret("salt", &[&*self.seed, &[leaf]]),
            r => secret("salt-r", &[&*self.seed, &[r], &[leaf]]),
        };
        Some(DealtCard { place, leaf, card, salt: *salt })
    }

    /// How many orders there are, the first included.
    pub(crate) fn orders(&self) -> u8 {
        self.orders.len() as u8
    }

    /// The hashes of all cards, order by order.
    pub(crate) fn leaves(&self) -> Vec<Vec<Digest>> {
        (0..self.orders()).map(|order| self.leaves_of(order)).collect()
    }

    /// The hashes of one order's cards.
    pub(crate) fn leaves_of(&self, order: u8) -> Vec<Digest> {
        let cards = (0..52).filter_map(|leaf| self.card(Place { order, d: leaf }, leaf));
        cards.map(|card| leaf_hash(self.hid, self.j, order, card.leaf, card.card, &card.salt)).collect()
    }

    /// What a reshuffle's whole order follows from, and nothing else does: the key that shuffled it, and the state of
    /// SHA-256 behind the 64 bytes that are the same for all of its salts. The seed went into both and comes out of
    /// neither.
    pub(crate) fn order_keys(&self, r: u8) -> Zeroizing<[u8; ORDER_KEYS]> {
        let mut keys = Zeroizing::new([0; ORDER_KEYS]);
        let (shuffled_by, salted_by) = keys.split_at_mut(32);
        shuffled_by.copy_from_slice(&*secret("reshuffle", &[&self.hid.bytes(), &[self.j], &[r], &*self.seed]));
        let mut block = Zeroizing::new([0; 64]);
        let parts = [&[18], &b"cardroom/v1/salt-r"[..], &[0, 0, 0, 32], &*self.seed, &[0, 0, 0, 1, r, 0, 0, 0, 1]];
        for (place, byte) in block.iter_mut().zip(parts.into_iter().flatten()) {
            *place = *byte;
        }
        let mut state = Zeroizing::new(SHA_256_START);
        compress256(&mut state, &[*block]);
        for (place, word) in salted_by.chunks_exact_mut(4).zip(*state) {
            place.copy_from_slice(&word.to_be_bytes());
        }
        keys
    }
}

/// How long the keys of one order are.
pub(crate) const ORDER_KEYS: usize = 64;

/// Where SHA-256 begins (FIPS 180-4, 5.3.3).
const SHA_256_START: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// The cards of a reshuffle's order with their salts, from its [`Deck::order_keys`].
pub(crate) fn kept_order(keys: &[u8; ORDER_KEYS]) -> Vec<(u8, Zeroizing<[u8; 32]>)> {
    let (shuffled_by, salted_by) = keys.split_at(32);
    let mut key = Zeroizing::new([0; 32]);
    key.copy_from_slice(shuffled_by);
    let salt = |leaf: u8| {
        let mut state = Zeroizing::new([0; 8]);
        for (word, bytes) in state.iter_mut().zip(salted_by.as_chunks().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        // The 65th byte of what is hashed, and what SHA-256 puts behind a message of 65.
        let mut block = [0; 64];
        (block[0], block[1]) = (leaf, 0x80);
        block[56..].copy_from_slice(&(65 * 8_u64).to_be_bytes());
        compress256(&mut state, &[block]);
        let mut salt = Zeroizing::new([0; 32]);
        for (place, word) in salt.chunks_exact_mut(4).zip(*state) {
            place.copy_from_slice(&word.to_be_bytes());
        }
        salt
    };
    (0..).zip(*order(&key)).map(|(leaf, card)| (card, salt(leaf))).collect()
}

/// A card as it came from the deck, face down, with what it takes to prove it.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct DealtCard {
    #[zeroize(skip)]
    place: Place,
    leaf: u8,
    card: u8,
    salt: [u8; 32],
}

impl DealtCard {
    /// Where in the deal the card lies; that is no secret.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Looks at the card: for the engine, and for the player it was dealt to.
    #[expect(clippy::missing_panics_doc, reason = "a deck is a permutation of 0 … 51")]
    pub fn card(&self) -> Card {
        Card::from_index(self.card).expect("a deck holds 52 cards")
    }

    /// The proof of the card: for its player, and for everybody once it is turned up.
    pub fn open(&self) -> Opening {
        let Place { order, d } = self.place;
        Opening { order, d, leaf: self.leaf, card: self.card(), salt: Bytes(self.salt) }
    }
}

/// What stands for a card until it is opened.
pub(crate) fn leaf_hash(hid: HandId, j: u8, order: u8, leaf: u8, card: u8, salt: &[u8; 32]) -> Digest {
    match order {
        0 => hash("leaf", &[&hid.bytes(), &[j], &[leaf], &[card], salt]),
        r => hash("leaf-r", &[&hid.bytes(), &[j], &[r], &[leaf], &[card], salt]),
    }
}

/// The hash of a deck's leaves, all orders in one part: 52 hashes, or 260 in games that can reshuffle.
pub(crate) fn root(hid: HandId, j: u8, leaves: &[Vec<Digest>]) -> Digest {
    let leaves: Vec<u8> = leaves.iter().flatten().flat_map(|leaf| leaf.0).collect();
    hash("root", &[&hid.bytes(), &[j], &leaves])
}

fn secret(tag: &str, parts: &[&[u8]]) -> Zeroizing<[u8; 32]> {
    Zeroizing::new(hash(tag, parts).0)
}
