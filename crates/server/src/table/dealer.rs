//! A table's dealer: entropy of the operating system, and decks prepared away from the table.

use cardroom_fair::{DECKS, HandId, SigningKey};
use cardroom_room::{Dealer, Decks};

use crate::secret;

/// Deals at one table.
pub(super) struct HouseDealer {
    key: SigningKey,
    prepared: Option<Decks>,
}

impl HouseDealer {
    pub(super) fn new(key: SigningKey) -> Self {
        Self { key, prepared: None }
    }

    /// Takes decks that were prepared.
    pub(super) fn take(&mut self, decks: Decks) {
        self.prepared = Some(decks);
    }

    /// Whether decks for this hand are there.
    pub(super) fn is_ready(&self, hid: HandId, reshuffles: bool) -> bool {
        self.prepared.as_ref().is_some_and(|decks| decks.are_for(hid, reshuffles))
    }
}

impl Dealer for HouseDealer {
    fn decks(&mut self, hid: HandId, reshuffles: bool) -> Decks {
        // Tried on a copy of the table, so the same decks may be asked for twice: they are given away only once.
        match self.prepared.take() {
            Some(decks) if decks.are_for(hid, reshuffles) => decks,
            _ => prepare(hid, reshuffles),
        }
    }

    fn key(&self) -> &SigningKey {
        &self.key
    }

    fn entropy(&mut self) -> [u8; 32] {
        fresh()
    }
}

/// Prepares the decks of a hand: thousands of hashes.
pub(super) fn prepare(hid: HandId, reshuffles: bool) -> Decks {
    Decks::prepare(hid, reshuffles, &fresh::<{ 32 * DECKS }>())
}

/// Bytes of the operating system's entropy.
///
/// # Panics
/// If the operating system gives none: no card may be dealt then, so the table stops.
fn fresh<const N: usize>() -> [u8; N] {
    match secret::entropy() {
        Ok(bytes) => bytes,
        Err(error) => panic!("no card can be dealt: {error}"),
    }
}
