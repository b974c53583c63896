//! A finished hand's proofs in as few bytes as they can be made again from, for whoever keeps millions of them.
//!
//! Most of a proof follows from the rest of it: the roots from seeds and leaves, C, B and σ from those, and an opened
//! card's leaf from card and salt. What follows from nothing is the hash of each card that stays hidden. Of the orders of
//! reshuffles two keys each are kept in place of 52 leaves: every card that came from one is its player's, and kept for
//! that player anyway. Neither the deck's seed nor any other order follows from them.
//!
//! Every player's openings are in these bytes, so they are a secret: they are kept sealed, and what is read from them
//! leaves only as the public proof and as one player's own openings.

use cardroom_cards::Card;
use zeroize::Zeroizing;

use crate::dealing::commit_digest;
use crate::secret::{Deck, ORDER_KEYS, kept_order, leaf_hash, root};
use crate::transcript::{burned_digest, hand_digest};
use crate::{
    Bytes, Commitment, DECKS, Dealing, Digest, Error, HandId, Mode, Opening, Outcome, Place, Proof, RESHUFFLES,
};
use crate::{Scheme, SeatLink, beacon, chain};

/// One card that left the deck: where it lay, to which account it went, and whether everybody saw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// Where it lay.
    pub place: Place,
    /// Whose it was; `None` for the board and for burns.
    pub to: Option<u64>,
    /// Whether everybody saw it.
    pub shown: bool,
}

/// What the first byte says.
const KINDS: [(u8, bool, bool); 4] = [(1, true, false), (2, true, true), (3, false, false), (4, false, true)];
/// The owner of a card that went to nobody.
const NOBODY: u8 = u8::MAX;

impl Dealing {
    /// What the hand's proofs can be made again from, given every card that left the deck.
    ///
    /// ```
    /// use cardroom_fair::{Committed, Dealt, Digest, HandId, KeptProof, Mode, Place, SeatLink, Seeds, SigningKey};
    ///
    /// let hid = HandId { table: 7, hand: 1 };
    /// let hand = Committed::new(hid, Digest::ZERO, true, Seeds::new(&[2; 512]), &SigningKey::from_bytes(&[1; 32]));
    /// let link = SeatLink { seat: 1, account: 101, mode: Mode::None, link: Digest::ZERO, extends: Digest::ZERO };
    /// let dealing = hand.deal(vec![link])?;
    ///
    /// // One card goes to the player, the next is turned up.
    /// let [own, board] = [0, 1].map(|d| Place { order: 0, d });
    /// let dealt = [Dealt { place: own, to: Some(101), shown: false }, Dealt { place: board, to: None, shown: true }];
    /// let bytes = dealing.keep(&dealt)?;
    /// assert!(bytes.len() < 2_700);
    /// let kept = KeptProof::read(hid, &bytes)?;
    /// assert_eq!(kept.proof(b"the record"), dealing.publish(&[board], b"the record")?);
    /// assert_eq!(kept.own(101), Some(vec![dealing.card(own)?.open()]));
    /// # Ok::<(), cardroom_fair::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such card in the deal, or an account that gave no link to it.
    pub fn keep(&self, dealt: &[Dealt]) -> Result<Zeroizing<Vec<u8>>, Error> {
        let mut out = Zeroizing::new(Vec::with_capacity(3_000));
        write_head(&mut out, (true, self.deck.orders() > 1), &self.commitment, &self.links);
        out.push(self.beacon.deck);
        out.extend(self.seeds.iter().flatten().flat_map(|seed| seed.0));
        if let Some(nowhere) = dealt.iter().find(|dealt| dealt.place.order >= self.deck.orders()) {
            return Err(Error::NoSuchPlace(nowhere.place));
        }
        // The deck itself, and an order with a card that nobody was to see, not even one player: a burn.
        let burned = |order| dealt.iter().any(|d| d.place.order == order && d.to.is_none() && !d.shown);
        let listed: Vec<bool> = (0..self.deck.orders()).map(|order| order == 0 || burned(order)).collect();
        out.push(listed.iter().rev().fold(0, |bits, &listed| bits << 1 | u8::from(listed)));
        let opened: Vec<_> = dealt.iter().filter(|dealt| dealt.shown || dealt.to.is_some()).collect();
        out.extend((opened.len() as u16).to_be_bytes());
        let mut known = vec![[false; 52]; listed.len()];
        for dealt in opened {
            let opening = self.card(dealt.place)?.open();
            let holder = |account| self.links.iter().position(|link| link.account == account);
            let owner = match dealt.to {
                Some(account) => holder(account).ok_or(Error::NotDealtIn(account))? as u8,
                None => NOBODY,
            };
            let (order, leaf, card) = (opening.order, opening.leaf, opening.card.index());
            let packed = u16::from(order) << 13 | u16::from(leaf) << 7 | u16::from(card) << 1 | u16::from(dealt.shown);
            out.extend(packed.to_be_bytes());
            out.push(owner);
            if listed[usize::from(order)] {
                out.extend(opening.salt.0);
            }
            known[usize::from(order)][usize::from(leaf)] = true;
        }
        for (order, (known, listed)) in (0..).zip(known.iter().zip(listed)) {
            if listed {
                let leaves = self.deck.leaves_of(order);
                out.extend(leaves.iter().zip(known).filter(|(_, known)| !**known).flat_map(|(leaf, _)| leaf.0));
            } else {
                out.extend_from_slice(&*self.deck.order_keys(order));
            }
        }
        Ok(out)
    }
}

impl Proof {
    /// The proof of a burned hand in as few bytes as it can be made again from; `None` for one that was dealt, whose
    /// proofs are kept from its [`Dealing`].
    pub fn keep_burned(&self) -> Option<Vec<u8>> {
        let Outcome::Burned { reshuffles, seeds } = &self.outcome else { return None };
        let mut out = Vec::new();
        write_head(&mut out, (false, *reshuffles), &self.commitment, &self.links);
        out.extend(seeds.iter().flat_map(|seed| seed.0));
        Some(out)
    }
}

fn write_head(out: &mut Vec<u8>, (dealt, reshuffles): (bool, bool), promise: &Commitment, links: &[SeatLink]) {
    let kind = KINDS.iter().find(|&&(_, is_dealt, can_reshuffle)| (is_dealt, can_reshuffle) == (dealt, reshuffles));
    out.extend(kind.map(|&(kind, ..)| kind));
    out.extend([promise.previous.0, promise.key.0].as_flattened());
    out.extend(promise.signature.0);
    out.push(links.len() as u8);
    for link in links {
        let zeros = link.account.leading_zeros() as usize / 8;
        out.extend([link.seat, link.mode as u8, 8 - zeros as u8]);
        out.extend(link.account.to_be_bytes().iter().skip(zeros));
        if link.mode == Mode::Chain {
            out.extend(link.link.0);
        }
    }
}

/// A hand's proofs, made again from what was kept.
pub struct KeptProof {
    commitment: Commitment,
    links: Vec<SeatLink>,
    outcome: Outcome,
    /// Players' cards, each with its owner's place among the links.
    own: Vec<(u8, Opening)>,
}

impl KeptProof {
    /// Reads what [`Dealing::keep`] or [`Proof::keep_burned`] gave for this hand. It takes thousands of hashes.
    ///
    /// # Errors
    /// [`Error::Malformed`] if it isn't that.
    pub fn read(hid: HandId, bytes: &[u8]) -> Result<Self, Error> {
        Bytewise(bytes).kept(hid).ok_or_else(|| Error::Malformed("it is not what was kept of this hand".to_owned()))
    }

    /// The public proof; `record` is the hand's public record.
    pub fn proof(&self, record: &[u8]) -> Proof {
        let commit = &self.commitment.commit;
        let digest = match &self.outcome {
            Outcome::Dealt { beacon, .. } => hand_digest(commit, beacon, record),
            Outcome::Burned { .. } => burned_digest(commit, &self.links),
        };
        let (commitment, links, outcome) = (self.commitment.clone(), self.links.clone(), self.outcome.clone());
        Proof { scheme: Scheme::Crp1, commitment, links, outcome, digest, own: None }
    }

    /// The openings of a player's own cards; `None` for whoever was not dealt in.
    pub fn own(&self, account: u64) -> Option<Vec<Opening>> {
        if matches!(self.outcome, Outcome::Burned { .. }) {
            return None;
        }
        let place = self.links.iter().position(|link| link.account == account)?;
        let own = self.own.iter().filter(|(owner, _)| usize::from(*owner) == place);
        Some(own.map(|&(_, opening)| opening).collect())
    }
}

/// What is still to be read. Nothing is believed of it but what it can hold.
struct Bytewise<'b>(&'b [u8]);

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

    fn kept(mut self, hid: HandId) -> Option<KeptProof> {
        let kind = self.byte()?;
        let &(_, dealt, reshuffles) = KINDS.iter().find(|(number, ..)| *number == kind)?;
        let (previous, key, signature) = (self.digest()?, self.digest()?, Bytes(self.take()?));
        let links = self.links()?;
        let promise = |roots| {
            let commit = commit_digest(hid, &previous, &roots);
            Commitment { hid, previous, roots, commit, key, signature }
        };
        let made = |j: usize, seed: &Digest| root(hid, j as u8, &Deck::new(hid, j as u8, &seed.0, reshuffles).leaves());
        let kept = if dealt {
            let deck = self.byte().filter(|&deck| usize::from(deck) < DECKS)?;
            let mut seeds = [None; DECKS];
            for (j, seed) in seeds.iter_mut().enumerate() {
                *seed = if j == usize::from(deck) { None } else { Some(self.digest()?) };
            }
            let (leaves, opened) = self.leaves(hid, deck, reshuffles)?;
            let roots: [Digest; DECKS] =
                std::array::from_fn(|j| seeds[j].map_or_else(|| root(hid, deck, &leaves), |seed| made(j, &seed)));
            let commitment = promise(roots);
            let drawn = beacon(&commitment.commit, &links);
            let mut cards = opened
                .into_iter()
                .map(|Opened { shown, owner, mut opening }| {
                    opening.d = drawn.sigma.iter().position(|&leaf| leaf == opening.leaf)? as u8;
                    Some((shown, owner, opening))
                })
                .collect::<Option<Vec<_>>>()?;
            cards.sort_by_key(|(.., opening)| (opening.order, opening.d));
            let openings = cards.iter().filter(|(shown, ..)| *shown).map(|&(.., opening)| opening).collect();
            let own = cards.iter().filter(|(_, owner, _)| *owner != NOBODY);
            let own = own.map(|&(_, owner, opening)| (owner, opening)).collect();
            let outcome = Outcome::Dealt { beacon: drawn.digest, deck, seeds, leaves, openings };
            (drawn.deck == deck).then_some(KeptProof { commitment, links, outcome, own })?
        } else {
            let mut seeds = [Digest::ZERO; DECKS];
            for seed in &mut seeds {
                *seed = self.digest()?;
            }
            let commitment = promise(std::array::from_fn(|j| made(j, &seeds[j])));
            KeptProof { commitment, links, outcome: Outcome::Burned { reshuffles, seeds }, own: Vec::new() }
        };
        self.0.is_empty().then_some(kept)
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
        let bits = self.byte().filter(|bits| bits & 1 == 1 && u32::from(*bits) < 1 << orders)?;
        let is_listed = |order: u8| bits >> order & 1 == 1;
        let mut opened = Vec::new();
        for _ in 0..u16::from_be_bytes(self.take()?) {
            let packed = u16::from_be_bytes(self.take()?);
            let owner = self.byte()?;
            let (order, leaf) = ((packed >> 13) as u8, (packed >> 7 & 63) as u8);
            let (card, shown) = (Card::from_index((packed >> 1 & 63) as u8)?, packed & 1 == 1);
            let salt = if is_listed(order) { self.digest()? } else { Digest::ZERO };
            opened.push(Opened { shown, owner, opening: Opening { order, d: 0, leaf, card, salt } });
        }
        let mut leaves = Vec::with_capacity(usize::from(orders));
        for order in 0..orders {
            let mut known = [None; 52];
            if !is_listed(order) {
                let cards = kept_order(&self.take::<ORDER_KEYS>()?);
                for Opened { opening, .. } in opened.iter_mut().filter(|opened| opened.opening.order == order) {
                    let (card, salt) = cards.get(usize::from(opening.leaf))?;
                    (opening.card, opening.salt) = (Card::from_index(*card)?, Bytes(**salt));
                }
                for (leaf, (known, (card, salt))) in (0..).zip(known.iter_mut().zip(&cards)) {
                    *known = Some(leaf_hash(hid, deck, order, leaf, *card, salt));
                }
            }
            for Opening { leaf, card, salt, .. } in opened.iter().map(|o| o.opening).filter(|o| o.order == order) {
                *known.get_mut(usize::from(leaf))? = Some(leaf_hash(hid, deck, order, leaf, card.index(), &salt.0));
            }
            let leaf = |known: Option<Digest>| if known.is_some() { known } else { self.digest() };
            leaves.push(known.into_iter().map(leaf).collect::<Option<Vec<_>>>()?);
        }
        Some((leaves, opened))
    }
}

/// A card that was opened, to everybody or to its owner.
struct Opened {
    shown: bool,
    owner: u8,
    opening: Opening,
}
