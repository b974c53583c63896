//! A finished hand's proofs in as few bytes as they can be made again from, for whoever keeps millions of them.
//!
//! Most of a proof follows from the rest of it: the roots from seeds and leaves, C, B and σ from those, and an opened
//! card's leaf from card and salt. What follows from nothing is the hash of each card that stays hidden. Of the orders of
//! reshuffles two keys each are kept in place of 52 leaves: every card that came from one is its player's, and kept for
//! that player anyway. `reshuffle.rs` says why neither the deck's seed nor any other order follows from them.
//!
//! Every player's openings are in these bytes, so they are a secret: they are kept sealed, and what is read from them
//! leaves only as the public proof and as one player's own openings.

mod reading;
mod reshuffle;

use cardroom_fair::{Digest, HandId, Mode, Opening, Outcome, Place, Proof, SeatLink};
use cardroom_fair::{burned_digest, hand_digest, void_digest};
use zeroize::Zeroizing;

use reading::Bytewise;
pub use reshuffle::ReshuffleKeys;

/// One card that left the deck: what proves it, to which account it went, and whether everybody saw it.
#[derive(Clone, Copy)]
pub struct DealtTo {
    /// What proves it. Of a card that nobody saw, it isn't kept.
    pub opening: Opening,
    /// Whose it was; `None` for the board and for burns.
    pub to: Option<u64>,
    /// Whether everybody saw it.
    pub shown: bool,
}

/// Why a hand's proofs can't be kept, or made again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KeptError {
    /// The deal itself refused.
    #[error(transparent)]
    Deal(#[from] cardroom_fair::Error),
    /// A card can go only to an account that is among the links.
    #[error("account {0} is not among the links of this hand")]
    NotDealtIn(u64),
    /// The bytes are of another hand, or damaged.
    #[error("these bytes are not what was kept of this hand")]
    Unreadable,
}

/// What became of a hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Dealt,
    Burned,
    /// Void before a card was dealt.
    Void,
    /// Void after that.
    VoidDealt,
}

/// What the first byte says: what became of the hand, and whether its game can reshuffle.
const KINDS: [(u8, Fate, bool); 8] = [
    (1, Fate::Dealt, false),
    (2, Fate::Dealt, true),
    (3, Fate::Burned, false),
    (4, Fate::Burned, true),
    (5, Fate::Void, false),
    (6, Fate::Void, true),
    (7, Fate::VoidDealt, false),
    (8, Fate::VoidDealt, true),
];
/// The owner of a card that went to nobody.
const NOBODY: u8 = u8::MAX;
/// More than is ever written, so that no part of a secret stays behind where bytes were moved from.
const AMPLE: usize = 16_384;

/// A hand's proofs, made again from what was kept. It can't be printed:
///
/// ```compile_fail,E0277
/// fn debug<T: std::fmt::Debug>() {}
/// debug::<cardroom_room::KeptProof>();
/// ```
pub struct KeptProof {
    proof: Proof,
    /// Players' cards, each with its owner's place among the links.
    own: Vec<(u8, Opening)>,
}

impl KeptProof {
    /// What a hand's proofs can be made again from, given its public proof and every card that left the deck; of a burned
    /// hand none did, and of a void one none is shown. Without the keys of its reshuffles it takes more.
    ///
    /// ```
    /// use cardroom_fair::{Committed, Digest, HandId, Mode, Place, SeatLink, Seeds, SigningKey};
    /// use cardroom_room::{DealtTo, KeptProof, ReshuffleKeys};
    ///
    /// let (hid, seeds) = (HandId { table: 7, hand: 1 }, Seeds::new(&[2; 512]));
    /// let key = SigningKey::from_bytes(&[1; 32]);
    /// let hand = Committed::new(hid, Digest::ZERO, true, seeds.clone(), &key);
    /// let link = SeatLink { seat: 1, account: 101, mode: Mode::None, link: Digest::ZERO, extends: Digest::ZERO };
    /// let dealing = hand.deal(vec![link])?;
    ///
    /// // One card goes to the player, the next is turned up.
    /// let (own, board) = (dealing.card(Place { order: 0, d: 0 })?, dealing.card(Place { order: 0, d: 1 })?);
    /// let dealt = [
    ///     DealtTo { opening: own.open(), to: Some(101), shown: false },
    ///     DealtTo { opening: board.open(), to: None, shown: true },
    /// ];
    /// let proof = dealing.publish(&[board.place()], b"the record", &key)?;
    /// let keys = ReshuffleKeys::of(hid, &dealing, &seeds);
    /// let bytes = KeptProof::keep(&proof, &dealt, Some(&keys))?;
    /// assert!(bytes.len() < 2_800);
    ///
    /// let kept = KeptProof::read(hid, &bytes)?;
    /// assert_eq!(kept.proof(b"the record"), proof);
    /// assert_eq!(kept.own(101), Some(vec![own.open()]));
    /// # Ok::<(), cardroom_room::KeptError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such card in the deal, or an account that gave no link to it.
    pub fn keep(
        proof: &Proof,
        dealt: &[DealtTo],
        keys: Option<&ReshuffleKeys>,
    ) -> Result<Zeroizing<Vec<u8>>, KeptError> {
        let mut out = Zeroizing::new(Vec::with_capacity(AMPLE));
        match &proof.outcome {
            Outcome::Dealt { deck, seeds, leaves, .. } => {
                write_head(&mut out, (Fate::Dealt, leaves.len() > 1), proof);
                out.push(*deck);
                out.extend(seeds.iter().flatten().flat_map(|seed| seed.0));
                write_leaves(&mut out, leaves, &proof.links, dealt, keys)?;
            }
            Outcome::Burned { reshuffles, seeds } => {
                write_head(&mut out, (Fate::Burned, *reshuffles), proof);
                out.extend(seeds.iter().flat_map(|seed| seed.0));
            }
            Outcome::Void { reshuffles, seeds, leaves } => {
                let dealt = seeds.iter().position(Option::is_none);
                let fate = if dealt.is_some() { Fate::VoidDealt } else { Fate::Void };
                write_head(&mut out, (fate, *reshuffles), proof);
                out.extend(dealt.map(|deck| deck as u8));
                out.extend(seeds.iter().flatten().flat_map(|seed| seed.0));
                if dealt.is_some() {
                    write_leaves(&mut out, leaves, &proof.links, &[], None)?;
                }
            }
        }
        Ok(out)
    }

    /// Reads what [`KeptProof::keep`] gave for this hand. It takes thousands of hashes.
    ///
    /// # Errors
    /// [`KeptError::Unreadable`] if it isn't that.
    pub fn read(hid: HandId, bytes: &[u8]) -> Result<Self, KeptError> {
        Bytewise(bytes).kept(hid).ok_or(KeptError::Unreadable)
    }

    fn new(proof: Proof, own: Vec<(u8, Opening)>) -> Self {
        Self { proof, own }
    }

    /// The public proof; `record` is the hand's public record.
    pub fn proof(&self, record: &[u8]) -> Proof {
        let commit = &self.proof.commitment.commit;
        let digest = match &self.proof.outcome {
            Outcome::Dealt { beacon, .. } => hand_digest(commit, beacon, record),
            Outcome::Burned { .. } => burned_digest(commit, &self.proof.links),
            Outcome::Void { .. } => void_digest(commit, &self.proof.links),
        };
        Proof { digest, ..self.proof.clone() }
    }

    /// The openings of a player's own cards; `None` for whoever was not dealt in, or if the hand wasn't played.
    pub fn own(&self, account: u64) -> Option<Vec<Opening>> {
        if !matches!(self.proof.outcome, Outcome::Dealt { .. }) {
            return None;
        }
        let place = self.proof.links.iter().position(|link| link.account == account)?;
        let own = self.own.iter().filter(|(owner, _)| usize::from(*owner) == place);
        Some(own.map(|&(_, opening)| opening).collect())
    }
}

fn write_head(out: &mut Vec<u8>, what: (Fate, bool), proof: &Proof) {
    let kind = KINDS.iter().find(|&&(_, fate, reshuffles)| (fate, reshuffles) == what);
    out.extend(kind.map(|&(kind, ..)| kind));
    let promise = &proof.commitment;
    out.extend([promise.previous.0, promise.key.0].as_flattened());
    out.extend([promise.signature.0, proof.signature.0].as_flattened());
    out.push(proof.links.len() as u8);
    for link in &proof.links {
        let account: Vec<u8> = link.account.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect();
        out.extend([link.seat, link.mode as u8, account.len() as u8]);
        out.extend(account);
        if link.mode == Mode::Chain {
            out.extend(link.link.0);
        }
    }
}

/// The cards that somebody saw, then what the other leaves of each order follow from.
fn write_leaves(
    out: &mut Vec<u8>,
    leaves: &[Vec<Digest>],
    links: &[SeatLink],
    dealt: &[DealtTo],
    keys: Option<&ReshuffleKeys>,
) -> Result<(), KeptError> {
    // An order with a card that nobody was to see, not even one player, can't be kept as its keys: they tell all cards.
    let burned = |order| dealt.iter().any(|d| d.opening.order == order && d.to.is_none() && !d.shown);
    let keys = |order| keys.and_then(|keys| keys.order(order)).filter(|_| !burned(order));
    let listed = |order| u8::from(keys(order).is_none());
    out.push((0..leaves.len() as u8).rev().fold(0, |bits, order| bits << 1 | listed(order)));
    let opened: Vec<_> = dealt.iter().filter(|dealt| dealt.shown || dealt.to.is_some()).collect();
    out.extend((opened.len() as u16).to_be_bytes());
    for DealtTo { opening, to, shown } in &opened {
        let Opening { order, d, leaf, card, salt } = *opening;
        if leaves.get(usize::from(order)).is_none_or(|leaves| usize::from(leaf) >= leaves.len()) {
            return Err(cardroom_fair::Error::NoSuchPlace(Place { order, d }).into());
        }
        let holder = |account| links.iter().position(|link| link.account == account);
        let owner = match *to {
            Some(account) => holder(account).ok_or(KeptError::NotDealtIn(account))? as u8,
            None => NOBODY,
        };
        let card = u16::from(card.index());
        let packed = u16::from(order) << 13 | u16::from(leaf) << 7 | card << 1 | u16::from(*shown);
        out.extend(packed.to_be_bytes());
        out.push(owner);
        if keys(order).is_none() {
            out.extend(salt.0);
        }
    }
    for (order, leaves) in (0_u8..).zip(leaves) {
        if let Some(keys) = keys(order) {
            out.extend_from_slice(keys);
            continue;
        }
        let is_open = |leaf| opened.iter().any(|open| (open.opening.order, open.opening.leaf) == (order, leaf));
        let hidden = (0_u8..).zip(leaves).filter(|(leaf, _)| !is_open(*leaf));
        out.extend(hidden.flat_map(|(_, hash)| hash.0));
    }
    Ok(())
}
