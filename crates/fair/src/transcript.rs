//! The proof of a hand as it is published, and its JSON form, which is stable.
//!
//! Hashes, links, seeds, salts, keys and signatures are lower-case hex; table, hand and account are decimal
//! *strings*, since JSON numbers are exact only below 2⁵³ in a browser; everything else counts below 256 and is a
//! number. Cards are written `7d`. [`ProofFile::read`] reads only what we would write: unknown,
//! missing and doubled fields, upper-case hex and leading zeros are refused, so that no change goes unnoticed.

use cardroom_cards::Card;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_repr::{Deserialize_repr, Serialize_repr};

use crate::hash::text;
use crate::{Bytes, DECKS, Digest, Error, beacon::entries, hash};

/// A proof beside the public record it is for: what `cardroom verify` reads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProofFile {
    /// The proof.
    pub proof: Proof,
    /// The hand's public record, byte for byte; empty for a hand that was burned or void.
    pub record: String,
}

impl ProofFile {
    /// Reads a proof file.
    ///
    /// A text that is no CRP-1 proof at all, or is cut short, is [`Error::NotAProof`]; one with a field that is not
    /// as we write it is [`Error::Malformed`].
    pub fn read(text: &str) -> Result<Self, Error> {
        let json: Value = serde_json::from_str(text).map_err(|error| Error::NotAProof(error.to_string()))?;
        if json["proof"]["scheme"] != "CRP-1" {
            return Err(Error::NotAProof("it names no scheme, or another".to_owned()));
        }
        let file: Self = serde_json::from_str(text).map_err(|error| Error::Malformed(error.to_string()))?;
        let as_written = serde_json::to_value(&file).is_ok_and(|value| value == json);
        as_written.then_some(file).ok_or_else(|| Error::Malformed("a field is unknown, or not as we write it".into()))
    }
}

/// The proof of one hand: public, or one player's when `own` is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// Which scheme this is.
    pub scheme: Scheme,
    /// What was shown before anything was dealt.
    pub commitment: Commitment,
    /// What each seat gave, by ascending seat.
    pub links: Vec<SeatLink>,
    /// What became of the hand.
    pub outcome: Outcome,
    /// The hand's digest, which the table's next commitment names.
    pub digest: Digest,
    /// The server's signature over P, the [`proof_digest`]: over everything here that everybody may see.
    pub signature: Bytes<64>,
    /// In a player's private proof: the openings of that player's own cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<Vec<Opening>>,
}

/// The schemes there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Scheme {
    /// The committed shuffle of this crate.
    #[serde(rename = "CRP-1")]
    Crp1,
}

/// The server's promise, shown before the players add their entropy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Commitment {
    /// The table and the hand, which every hash of the hand is bound to.
    pub hid: HandId,
    /// The digest of the table's previous hand, zero before the first.
    pub previous: Digest,
    /// One hash for each of the 16 decks.
    pub roots: [Digest; DECKS],
    /// C, the hash of all the above.
    pub commit: Digest,
    /// The server's Ed25519 public key.
    pub key: Digest,
    /// Its signature over C.
    pub signature: Bytes<64>,
}

/// Which hand: the table's number and the hand's number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct HandId {
    /// The table's number.
    #[serde(with = "text")]
    pub table: u64,
    /// The hand's number at its table, from 1; burned and void hands count.
    #[serde(with = "text")]
    pub hand: u64,
}

impl HandId {
    /// As it goes into every hash.
    pub fn bytes(self) -> [u8; 16] {
        (u128::from(self.table) << 64 | u128::from(self.hand)).to_be_bytes()
    }
}

/// What one seat gave to the beacon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatLink {
    /// The seat's number.
    pub seat: u8,
    /// The account sitting there.
    #[serde(with = "text")]
    pub account: u64,
    /// Whether the seat has a chain, and whether its link came.
    pub mode: Mode,
    /// The link; zero unless the mode is [`Mode::Chain`].
    pub link: Digest,
    /// The link before it, or the anchor; zero unless the mode is [`Mode::Chain`].
    pub extends: Digest,
}

/// Whether a seat has a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize_repr, Deserialize_repr)]
#[repr(u8)]
pub enum Mode {
    /// It has none: a bot without one, say.
    None,
    /// It has one and gave its next link.
    Chain,
    /// It has one and gave no link: the seat sits out and the hand is burned.
    Missing,
}

/// What became of a committed hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It was dealt.
    Dealt {
        /// B, made of C and all links.
        beacon: Digest,
        /// j*, the deck that B chose.
        deck: u8,
        /// The seeds of the other 15 decks; none for the deck dealt from, whose folded cards stay hidden.
        seeds: [Option<Digest>; DECKS],
        /// The 52 leaf hashes of the deck dealt from; four orders of 52 more in games that can reshuffle.
        leaves: Vec<Vec<Digest>>,
        /// The cards everybody saw, by ascending order and d.
        openings: Vec<Opening>,
    },
    /// A link was missing: nothing was dealt, the hand number is spent, and all 16 decks are laid open.
    Burned {
        /// Whether the game could reshuffle, and so whether the decks have five orders each.
        reshuffles: bool,
        /// The seeds of all decks, so that burning can't hide a crooked one.
        seeds: [Digest; DECKS],
    },
    /// It was given up: every stack is what it was before it, and the hand number is spent.
    Void {
        /// Whether the game could reshuffle.
        reshuffles: bool,
        /// The seeds of all decks that no card was dealt from, so that giving up can't hide a crooked one.
        seeds: [Option<Digest>; DECKS],
        /// The leaf hashes of the deck dealt from; none where nothing was dealt.
        leaves: Vec<Vec<Digest>>,
    },
}

impl Outcome {
    /// The seeds that are published, the hashes of the dealt deck's leaves, and the cards everybody saw.
    pub(crate) fn laid_open(&self) -> ([Option<Digest>; DECKS], &[Vec<Digest>], &[Opening]) {
        match self {
            Self::Dealt { seeds, leaves, openings, .. } => (*seeds, leaves, openings),
            Self::Burned { seeds, .. } => (seeds.map(Some), &[], &[]),
            Self::Void { seeds, leaves, .. } => (*seeds, leaves, &[]),
        }
    }
}

/// One card and the salt that was hashed with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// 0 for the deck itself, r for its r-th reshuffle.
    pub order: u8,
    /// Which card of the deal it was, from 0, burns counted; in a reshuffle, the place on the walk through it.
    pub d: u8,
    /// The leaf it opens, σ(d).
    pub leaf: u8,
    /// The card.
    #[serde(with = "text")]
    pub card: Card,
    /// The salt.
    pub salt: Digest,
}

/// Where in a deal a card lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// 0 for the deck itself, r for its r-th reshuffle.
    pub order: u8,
    /// The d-th card of it, from 0.
    pub d: u8,
}

/// The digest of a hand that was dealt: `H("hand", C, B, the public record's bytes)`.
pub fn hand_digest(commit: &Digest, beacon: &Digest, record: &[u8]) -> Digest {
    hash("hand", &[&commit.0, &beacon.0, record])
}

/// The digest of a hand that was burned: `H("burned", C, the seats' entries)`.
pub fn burned_digest(commit: &Digest, links: &[SeatLink]) -> Digest {
    hash("burned", &[&commit.0, &entries(links)])
}

/// The digest of a hand that is void: `H("void", C, the seats' entries)`.
pub fn void_digest(commit: &Digest, links: &[SeatLink]) -> Digest {
    hash("void", &[&commit.0, &entries(links)])
}

/// What stands for a hand that the server has lost, and can prove nothing of: `H("lost", hid)`.
pub fn lost_digest(hid: HandId) -> Digest {
    hash("lost", &[&hid.bytes()])
}

/// P, what is signed when a hand is over: `H("proof", digest, seeds, leaves, openings)`, each of the three one part, an
/// opening as `u8 order ‖ u8 d ‖ u8 leaf ‖ u8 card ‖ salt`. C and all links are in the digest.
pub fn proof_digest(digest: &Digest, outcome: &Outcome) -> Digest {
    let (seeds, leaves, openings) = outcome.laid_open();
    let seeds: Vec<_> = seeds.iter().flatten().map(|seed| seed.0).collect();
    let leaves: Vec<_> = leaves.iter().flatten().map(|leaf| leaf.0).collect();
    let opening = |o: &Opening| [&[o.order, o.d, o.leaf, o.card.index()][..], &o.salt.0].concat();
    let openings: Vec<_> = openings.iter().flat_map(opening).collect();
    hash("proof", &[&digest.0, seeds.as_flattened(), leaves.as_flattened(), &openings])
}
