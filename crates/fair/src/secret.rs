//! What must stay hidden while a hand is played: the seeds, the decks made from them, a card dealt face down.
//!
//! None of these can be printed or serialised, and all are zeroed when dropped. A card leaves through
//! [`DealtCard::card`] or [`DealtCard::open`], seeds through [`Seeds::export`]: words an auditor can search for.
//! `tests/secrets.md` shows that nothing else compiles.

use cardroom_cards::Card;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::{Bytes, DECKS, Digest, HandId, Opening, Place, RESHUFFLES, hash, hash::Form, shuffle::order};

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

    /// The hashes of all cards, order by order: the [`leaf_hash`] of every [`Deck::card`].
    pub(crate) fn leaves(&self) -> Vec<Vec<Digest>> {
        (0..).zip(&self.orders).map(|(r, cards)| self.leaves_of(r, cards)).collect()
    }

    fn leaves_of(&self, r: u8, cards: &[u8; 52]) -> Vec<Digest> {
        let (hid, mut salt) = (self.hid.bytes(), Zeroizing::new([0; 32]));
        let (mut salts, mut leaves) = match r {
            0 => {
                let leaves = Form::new("leaf", &[&hid, &[self.j], &[0], &[0], &*salt]);
                (Form::new("salt", &[&*self.seed, &[0]]), leaves)
            }
            r => {
                let leaves = Form::new("leaf-r", &[&hid, &[self.j], &[r], &[0], &[0], &*salt]);
                (Form::new("salt-r", &[&*self.seed, &[r], &[0]]), leaves)
            }
        };
        let hash = |(leaf, &card): (u8, &u8)| {
            salts.write(1, &[leaf]);
            salts.hash_into(&mut salt);
            // A leaf ends with its number, the card and the salt, each after four bytes for its length.
            leaves.write(42, &[leaf]);
            leaves.write(37, &[card]);
            leaves.write(32, &*salt);
            let mut digest = Digest::ZERO;
            leaves.hash_into(&mut digest.0);
            digest
        };
        (0..).zip(cards).map(hash).collect()
    }
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
pub fn leaf_hash(hid: HandId, j: u8, order: u8, leaf: u8, card: u8, salt: &[u8; 32]) -> Digest {
    match order {
        0 => hash("leaf", &[&hid.bytes(), &[j], &[leaf], &[card], salt]),
        r => hash("leaf-r", &[&hid.bytes(), &[j], &[r], &[leaf], &[card], salt]),
    }
}

/// The hash of a deck's leaves, all orders in one part: 52 hashes, or 260 in games that can reshuffle.
pub fn root(hid: HandId, j: u8, leaves: &[Vec<Digest>]) -> Digest {
    let leaves: Vec<[u8; 32]> = leaves.iter().flatten().map(|leaf| leaf.0).collect();
    hash("root", &[&hid.bytes(), &[j], leaves.as_flattened()])
}

fn secret(tag: &str, parts: &[&[u8]]) -> Zeroizing<[u8; 32]> {
    Zeroizing::new(hash(tag, parts).0)
}
