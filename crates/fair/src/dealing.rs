//! A hand as the server deals it: committed, then dealt or burned, then published.
//!
//! Everything here is a function of its arguments, so a hand goes on after a restart from its sealed seeds and the
//! links that came: [`Committed::resume`], then [`Committed::deal`] again. Dropping a value erases its secrets.

use cardroom_cards::Card;
use ed25519_dalek::{Signer, SigningKey};

use crate::secret::{Deck, root};
use crate::transcript::{burned_digest, hand_digest, void_digest};
use crate::{Beacon, Bytes, Commitment, DECKS, DealtCard, Digest, Error, HandId, Outcome, Place, Proof, RESHUFFLES};
use crate::{Scheme, SeatLink, Seeds, beacon, check_links, hash, proof_digest};

/// A hand whose decks are fixed and whose commitment can be shown.
#[derive(Clone)]
pub struct Committed {
    seeds: Seeds,
    reshuffles: bool,
    commitment: Commitment,
}

impl Committed {
    /// Fixes the 16 decks of a hand and signs for them; `reshuffles` says whether the game can.
    pub fn new(hid: HandId, previous: Digest, reshuffles: bool, seeds: Seeds, key: &SigningKey) -> Self {
        Self::prepared(Commitment::sign(hid, previous, roots(hid, reshuffles, &seeds), key), reshuffles, seeds)
    }

    /// The same from [`roots`] computed ahead of time, which is nearly all of the work. If they are not the seeds'
    /// own, the hand's proof won't hold.
    pub fn prepared(commitment: Commitment, reshuffles: bool, seeds: Seeds) -> Self {
        Self { seeds, reshuffles, commitment }
    }

    /// Goes on with a hand that was committed before a restart; refused if the seeds are not its own.
    pub fn resume(commitment: Commitment, reshuffles: bool, seeds: Seeds) -> Result<Self, Error> {
        let own = roots(commitment.hid, reshuffles, &seeds) == commitment.roots;
        own.then_some(Self { seeds, reshuffles, commitment }).ok_or(Error::OtherSeeds)
    }

    /// What to show before asking for links.
    pub fn commitment(&self) -> &Commitment {
        &self.commitment
    }

    /// Deals the hand, once every seat dealt in gave its link.
    pub fn deal(&self, links: Vec<SeatLink>) -> Result<Dealing, Error> {
        check_links(&links, true)?;
        let beacon = beacon(&self.commitment.commit, &links);
        let deck = self.seeds.deck(self.commitment.hid, beacon.deck, self.reshuffles);
        let seeds = self.seeds.unused(Some(beacon.deck));
        Ok(Dealing { commitment: self.commitment.clone(), links, beacon, deck, seeds })
    }

    /// Burns the hand because a link is missing: its proof lays all decks open, since none was dealt from.
    pub fn burn(&self, links: Vec<SeatLink>, key: &SigningKey) -> Result<Proof, Error> {
        check_links(&links, false)?;
        let digest = burned_digest(&self.commitment.commit, &links);
        let seeds = self.seeds.unused(None).map(|seed| seed.unwrap_or(Digest::ZERO));
        let outcome = Outcome::Burned { reshuffles: self.reshuffles, seeds };
        Proof::sign(self.commitment.clone(), links, outcome, digest, key)
    }

    /// Gives the hand up while links are awaited: its proof lays all decks open, as a burned hand's.
    pub fn void(&self, links: Vec<SeatLink>, key: &SigningKey) -> Result<Proof, Error> {
        check_links(&links, false)?;
        let digest = void_digest(&self.commitment.commit, &links);
        let seeds = self.seeds.unused(None);
        let outcome = Outcome::Void { reshuffles: self.reshuffles, seeds, leaves: Vec::new() };
        Proof::sign(self.commitment.clone(), links, outcome, digest, key)
    }
}

/// A hand being dealt.
#[derive(Clone)]
pub struct Dealing {
    commitment: Commitment,
    links: Vec<SeatLink>,
    beacon: Beacon,
    deck: Deck,
    seeds: [Option<Digest>; DECKS],
}

impl Dealing {
    /// The public randomness of the hand.
    pub fn beacon(&self) -> &Beacon {
        &self.beacon
    }

    /// The card at a place: `d` counts every card in dealing order from 0, burns too.
    pub fn card(&self, place: Place) -> Result<DealtCard, Error> {
        let leaf = self.beacon.sigma.get(usize::from(place.d));
        leaf.and_then(|&leaf| self.deck.card(place, leaf)).ok_or(Error::NoSuchPlace(place))
    }

    /// The cards of the r-th reshuffle in the order they are dealt, without those to be passed over: cards that
    /// aren't in the muck, were dealt from this reshuffle already, or were just thrown by the player being served.
    pub fn reshuffle(&self, r: u8, mut passes_over: impl FnMut(Card) -> bool) -> Result<Vec<DealtCard>, Error> {
        if !(1..=RESHUFFLES).contains(&r) {
            return Err(Error::NoSuchPlace(Place { order: r, d: 0 }));
        }
        let walk = (0..52).map(|d| self.card(Place { order: r, d }));
        walk.filter(|card| !card.as_ref().is_ok_and(|card| passes_over(card.card()))).collect()
    }

    /// The public proof, opening the cards everybody saw. A player's private one is this with `own` filled in.
    pub fn publish(&self, shown: &[Place], record: &[u8], key: &SigningKey) -> Result<Proof, Error> {
        let mut shown = shown.to_vec();
        shown.sort_unstable();
        shown.dedup();
        let openings = shown.iter().map(|&place| Ok(self.card(place)?.open())).collect::<Result<_, _>>()?;
        let digest = hand_digest(&self.commitment.commit, &self.beacon.digest, record);
        let (Beacon { digest: beacon, deck, .. }, seeds, leaves) = (self.beacon, self.seeds, self.deck.leaves());
        let outcome = Outcome::Dealt { beacon, deck, seeds, leaves, openings };
        Proof::sign(self.commitment.clone(), self.links.clone(), outcome, digest, key)
    }

    /// Gives the hand up after cards were dealt: its proof lays the other decks open, and shows no card of this one.
    pub fn void(&self, key: &SigningKey) -> Result<Proof, Error> {
        let digest = void_digest(&self.commitment.commit, &self.links);
        let leaves = self.deck.leaves();
        let outcome = Outcome::Void { reshuffles: leaves.len() > 1, seeds: self.seeds, leaves };
        Proof::sign(self.commitment.clone(), self.links.clone(), outcome, digest, key)
    }
}

impl Proof {
    /// Signs for everything that is public of a hand.
    fn sign(
        commitment: Commitment,
        links: Vec<SeatLink>,
        outcome: Outcome,
        digest: Digest,
        key: &SigningKey,
    ) -> Result<Self, Error> {
        if key.verifying_key().to_bytes() != commitment.key.0 {
            return Err(Error::OtherKey);
        }
        let signature = Bytes(key.sign(&proof_digest(&digest, &outcome).0).to_bytes());
        Ok(Self { scheme: Scheme::Crp1, commitment, links, outcome, digest, signature, own: None })
    }
}

impl Commitment {
    /// Signs for a hand whose decks have these roots.
    pub fn sign(hid: HandId, previous: Digest, roots: [Digest; DECKS], key: &SigningKey) -> Self {
        let commit = commit_digest(hid, &previous, &roots);
        let signature = Bytes(key.sign(&commit.0).to_bytes());
        Self { hid, previous, roots, commit, key: Bytes(key.verifying_key().to_bytes()), signature }
    }
}

/// `C = H("commit", hid, previous hand's digest, roots)`.
pub fn commit_digest(hid: HandId, previous: &Digest, roots: &[Digest; DECKS]) -> Digest {
    hash("commit", &[&hid.bytes(), &previous.0, roots.map(|root| root.0).as_flattened()])
}

/// The roots of the 16 decks that a hand's seeds make. They depend on nothing else, so a server has them ready.
pub fn roots(hid: HandId, reshuffles: bool, seeds: &Seeds) -> [Digest; DECKS] {
    std::array::from_fn(|j| root(hid, j as u8, &seeds.deck(hid, j as u8, reshuffles).leaves()))
}
