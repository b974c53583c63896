//! Where decks come from: the entropy, the key that signs for it, and decks prepared ahead of time.

use cardroom_fair::{Commitment, Committed, DECKS, Dealing, Digest, Error, HandId, SeatLink, Seeds, SigningKey, roots};

use crate::kept::ReshuffleKeys;

/// The dealer of a room: everything random that a table takes in.
pub trait Dealer {
    /// The 16 decks of a hand, by preference prepared before they are asked for.
    fn decks(&mut self, hid: HandId, reshuffles: bool) -> Decks;

    /// The key that signs commitments, and proofs.
    fn key(&self) -> &SigningKey;

    /// 256 fresh bits, to draw for the button.
    fn entropy(&mut self) -> [u8; 32];
}

/// The 16 decks of a hand with their roots: thousands of hashes that depend only on the hand's number and the seeds, so
/// they are made away from the table. Ask [`crate::Table::next_hand`] what to prepare.
///
/// It can't be printed, and what is in it is zeroed when it is dropped.
pub struct Decks {
    pub(crate) hid: HandId,
    pub(crate) reshuffles: bool,
    pub(crate) seeds: Seeds,
    pub(crate) roots: [Digest; DECKS],
}

impl Decks {
    /// Prepares the decks of a hand from 512 bytes of the operating system's entropy.
    pub fn prepare(hid: HandId, reshuffles: bool, entropy: &[u8; 32 * DECKS]) -> Self {
        let seeds = Seeds::new(entropy);
        let roots = roots(hid, reshuffles, &seeds);
        Self { hid, reshuffles, seeds, roots }
    }

    /// Whether they were prepared for this hand.
    pub fn are_for(&self, hid: HandId, reshuffles: bool) -> bool {
        self.hid == hid && self.reshuffles == reshuffles
    }
}

/// A hand whose decks are fixed. Its seeds are kept beside it until it is dealt, for the keys of its reshuffles are made of
/// the dealt deck's; it can't be printed either, and they are zeroed when it is dropped.
#[derive(Clone)]
pub(crate) struct Shuffled {
    committed: Committed,
    reshuffles: bool,
    seeds: Seeds,
}

impl Shuffled {
    /// As it was prepared, and signed for.
    pub(crate) fn prepared(commitment: Commitment, decks: &Decks) -> Self {
        let (reshuffles, seeds) = (decks.reshuffles, decks.seeds.clone());
        Self { committed: Committed::prepared(commitment, reshuffles, seeds.clone()), reshuffles, seeds }
    }

    /// As it was before a restart; refused if the seeds are not its own.
    pub(crate) fn resume(commitment: Commitment, reshuffles: bool, seeds: Seeds) -> Result<Self, Error> {
        Ok(Self { committed: Committed::resume(commitment, reshuffles, seeds.clone())?, reshuffles, seeds })
    }

    /// The deal, and the keys of its reshuffles where the game has any.
    pub(crate) fn deal(&self, links: Vec<SeatLink>) -> Result<(Dealing, Option<ReshuffleKeys>), Error> {
        let dealing = self.committed.deal(links)?;
        let hid = self.committed.commitment().hid;
        let keys = self.reshuffles.then(|| ReshuffleKeys::of(hid, &dealing, &self.seeds));
        Ok((dealing, keys))
    }

    /// The hand as it is proved if it is never dealt.
    pub(crate) fn undealt(self) -> Committed {
        self.committed
    }
}

/// A dealer whose entropy follows from a seed: for tests, simulations and benches, never for a room with people in it.
///
/// ```
/// use cardroom_room::{Dealer, SeededDealer};
///
/// let (mut one, mut other) = (SeededDealer::new(7), SeededDealer::new(7));
/// assert_eq!(one.entropy(), other.entropy());
/// assert_ne!(one.entropy(), SeededDealer::new(8).entropy());
/// ```
#[derive(Clone)]
pub struct SeededDealer {
    key: SigningKey,
    seed: u64,
    drawn: u64,
}

impl SeededDealer {
    /// The dealer of this seed.
    pub fn new(seed: u64) -> Self {
        let key = cardroom_fair::hash("seeded-key", &[&seed.to_be_bytes()]);
        Self { key: SigningKey::from_bytes(&key.0), seed, drawn: 0 }
    }
}

impl Dealer for SeededDealer {
    /// The same decks for the same hand, however often they are asked for.
    fn decks(&mut self, hid: HandId, reshuffles: bool) -> Decks {
        let mut entropy = [0; 32 * DECKS];
        for (j, seed) in (0_u64..).zip(entropy.chunks_mut(32)) {
            let parts = [self.seed, hid.table, hid.hand, j].map(u64::to_be_bytes);
            seed.copy_from_slice(&cardroom_fair::hash("seeded-deck", &[parts.as_flattened()]).0);
        }
        Decks::prepare(hid, reshuffles, &entropy)
    }

    fn key(&self) -> &SigningKey {
        &self.key
    }

    fn entropy(&mut self) -> [u8; 32] {
        self.drawn = self.drawn.wrapping_add(1);
        cardroom_fair::hash("seeded-draw", &[&self.seed.to_be_bytes(), &self.drawn.to_be_bytes()]).0
    }
}
