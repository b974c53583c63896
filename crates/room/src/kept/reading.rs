//! How proofs are made again from the bytes that were kept.

use cardroom_cards::Card;
use cardroom_fair::{
    Bytes, Commitment, DECKS, Digest, HandId, Mode, Opening, Outcome, Proof, RESHUFFLES, Scheme, SeatLink, Seeds,
    beacon, chain, commit_digest, leaf_hash, root, roots,
};
use zeroize::Zeroizing;

use super::reshuffle::{ORDER_KEYS, kept_order};
use super::{Fate, KINDS, KeptProof, NOBODY};

/// What is still to be read. Nothing is believed of it but what it can hold.
pub(super) struct Bytewise<'b>(pub(super) &'b [u8]);

/// A card that was opened, to everybody or to its owner.
struct Opened {
    shown: bool,
    owner: u8,
    opening: Opening,
}

impl Bytewise<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take().map(|[byte]| byte)
    }

    fn digest(&mut self) -> Option<Digest> {
        self.take().map(Bytes)
    }

    /// The hand's proofs, if every byte is as it was written.
    pub(super) fn kept(mut self, hid: HandId) -> Option<KeptProof> {
        let kind = self.byte()?;
        let &(_, fate, reshuffles) = KINDS.iter().find(|(number, ..)| *number == kind)?;
        let (previous, key) = (self.digest()?, self.digest()?);
        let (signature, published) = (Bytes(self.take()?), Bytes(self.take()?));
        let links = self.links()?;
        let promise = |roots| {
            let commit = commit_digest(hid, &previous, &roots);
            Commitment { hid, previous, roots, commit, key, signature }
        };
        let proof = |commitment, links, outcome| {
            // The digest hangs on the record, which comes when the proof is asked for.
            let (scheme, digest, signature) = (Scheme::Crp1, Digest::ZERO, published);
            Proof { scheme, commitment, links, outcome, digest, signature, own: None }
        };
        let kept = if matches!(fate, Fate::Dealt | Fate::VoidDealt) {
            let deck = self.byte().filter(|&deck| usize::from(deck) < DECKS)?;
            let seeds = self.seeds(Some(deck))?;
            let (leaves, opened) = self.leaves(hid, deck, reshuffles)?;
            let mut roots = made(hid, reshuffles, &seeds);
            *roots.get_mut(usize::from(deck))? = root(hid, deck, &leaves);
            let commitment = promise(roots);
            let drawn = beacon(&commitment.commit, &links);
            let cards = in_order(opened, &drawn.sigma)?;
            let openings = cards.iter().filter(|card| card.shown).map(|card| card.opening).collect();
            let own = cards.iter().filter(|card| card.owner != NOBODY).map(|card| (card.owner, card.opening)).collect();
            let outcome = if fate == Fate::Dealt {
                Outcome::Dealt { beacon: drawn.digest, deck, seeds, leaves, openings }
            } else {
                Outcome::Void { reshuffles, seeds, leaves }
            };
            (drawn.deck == deck).then_some(KeptProof::new(proof(commitment, links, outcome), own))?
        } else {
            let seeds = self.seeds(None)?;
            let commitment = promise(made(hid, reshuffles, &seeds));
            let outcome = if fate == Fate::Burned {
                Outcome::Burned { reshuffles, seeds: seeds.map(|seed| seed.unwrap_or(Digest::ZERO)) }
            } else {
                Outcome::Void { reshuffles, seeds, leaves: Vec::new() }
            };
            KeptProof::new(proof(commitment, links, outcome), Vec::new())
        };
        self.0.is_empty().then_some(kept)
    }

    /// The seeds of all decks but the one dealt from.
    fn seeds(&mut self, dealt: Option<u8>) -> Option<[Option<Digest>; DECKS]> {
        let mut seeds = [None; DECKS];
        for (j, seed) in (0..).zip(&mut seeds) {
            *seed = if Some(j) == dealt { None } else { Some(self.digest()?) };
        }
        Some(seeds)
    }

    fn links(&mut self) -> Option<Vec<SeatLink>> {
        let link = |bytes: &mut Self| {
            let [seat, mode, length] = bytes.take()?;
            let mode = [Mode::None, Mode::Chain, Mode::Missing].into_iter().find(|known| *known as u8 == mode)?;
            let (account, rest) = bytes.0.split_at_checked(usize::from(length))?;
            bytes.0 = rest;
            let account = account.iter().try_fold(0_u64, |sum, &byte| Some(sum.checked_mul(256)? | u64::from(byte)))?;
            let link = if mode == Mode::Chain { bytes.digest()? } else { Digest::ZERO };
            let extends = if mode == Mode::Chain { chain(link, 1) } else { Digest::ZERO };
            Some(SeatLink { seat, account, mode, link, extends })
        };
        (0..self.byte()?).map(|_| link(self)).collect()
    }

    /// Every order's leaves, and the cards that were opened.
    fn leaves(&mut self, hid: HandId, deck: u8, reshuffles: bool) -> Option<(Vec<Vec<Digest>>, Vec<Opened>)> {
        let orders = if reshuffles { 1 + RESHUFFLES } else { 1 };
        let listed = self.byte()?;
        let behind = |order: u8| listed.checked_shr(u32::from(order)).unwrap_or(0);
        let is_listed = |order| behind(order) & 1 == 1;
        if !is_listed(0) || behind(orders) != 0 {
            return None;
        }
        let mut opened = Vec::new();
        for _ in 0..u16::from_be_bytes(self.take()?) {
            let packed = u16::from_be_bytes(self.take()?);
            let owner = self.byte()?;
            let (order, leaf) = ((packed >> 13) as u8, (packed >> 7 & 63) as u8);
            let (card, shown) = (Card::from_index((packed >> 1 & 63) as u8)?, packed & 1 == 1);
            let salt = if is_listed(order) { self.digest()? } else { Digest::ZERO };
            opened.push(Opened { shown, owner, opening: Opening { order, d: 0, leaf, card, salt } });
        }
        let is_there = |opened: &Opened| opened.opening.order < orders;
        let mut leaves = Vec::with_capacity(usize::from(orders));
        for order in 0..orders {
            let mut known = [None; 52];
            let mut from_it: Vec<_> = opened.iter_mut().filter(|opened| opened.opening.order == order).collect();
            if !is_listed(order) {
                let keys = Zeroizing::new(self.take::<ORDER_KEYS>()?);
                let cards = kept_order(&keys);
                for Opened { opening, .. } in &mut from_it {
                    let (card, salt) = cards.get(usize::from(opening.leaf))?;
                    (opening.card, opening.salt) = (Card::from_index(*card)?, Bytes(**salt));
                }
                for (leaf, (known, (card, salt))) in (0..).zip(known.iter_mut().zip(&cards)) {
                    *known = Some(leaf_hash(hid, deck, order, leaf, *card, salt));
                }
            }
            for Opening { leaf, card, salt, .. } in from_it.iter().map(|opened| opened.opening) {
                *known.get_mut(usize::from(leaf))? = Some(leaf_hash(hid, deck, order, leaf, card.index(), &salt.0));
            }
            let leaf = |known: Option<Digest>| if known.is_some() { known } else { self.digest() };
            leaves.push(known.into_iter().map(leaf).collect::<Option<Vec<_>>>()?);
        }
        opened.iter().all(is_there).then_some((leaves, opened))
    }
}

/// The roots of the decks whose seeds these are; where there is none, of no deck.
fn made(hid: HandId, reshuffles: bool, seeds: &[Option<Digest>; DECKS]) -> [Digest; DECKS] {
    let mut entropy = [0; 32 * DECKS];
    for (place, seed) in entropy.as_chunks_mut().0.iter_mut().zip(seeds) {
        *place = seed.unwrap_or(Digest::ZERO).0;
    }
    roots(hid, reshuffles, &Seeds::new(&entropy))
}

/// The opened cards with their turns in the deal, by ascending turn.
fn in_order(mut opened: Vec<Opened>, sigma: &[u8; 52]) -> Option<Vec<Opened>> {
    for Opened { opening, .. } in &mut opened {
        opening.d = sigma.iter().position(|&leaf| leaf == opening.leaf)? as u8;
    }
    opened.sort_by_key(|card| (card.opening.order, card.opening.d));
    Some(opened)
}
