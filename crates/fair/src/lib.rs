//! Dealing that anyone can check: the committed shuffle CRP-1, its proof, and the verifier.
//!
//! Before a hand the server fixes sixteen decks and signs for them; then every player adds a number that was fixed
//! even earlier; together these choose the deck and the order in which its cards are dealt. Afterwards fifteen decks
//! are laid open and each card shown is proved, while folded and discarded cards stay hidden for ever. What is published
//! is signed as a whole, so that nobody but the server can have written it.
//!
//! The crate knows no game and no table, draws no entropy and reads no clock. Read it in this order: [`hash()`],
//! [`shuffle()`], `secret.rs`, [`beacon()`], `dealing.rs`, `transcript.rs`, `verify.rs`.
//!
//! ```
//! use cardroom_fair::{Committed, Digest, HandId, Known, Mode, Place, SeatLink, Seeds, SigningKey, chain, verify};
//!
//! // The server commits, from entropy of the operating system.
//! let key = SigningKey::from_bytes(&[1; 32]);
//! let seeds = Seeds::new(&[2; 512]);
//! let hand = Committed::new(HandId { table: 7, hand: 1 }, Digest::ZERO, false, seeds, &key);
//!
//! // A client fixed its chain when it sat down; now it gives the next link.
//! let last = cardroom_fair::Bytes([3; 32]);
//! let link = SeatLink { seat: 1, account: 101, mode: Mode::Chain, link: chain(last, 9), extends: chain(last, 10) };
//! let dealing = hand.deal(vec![link])?;
//!
//! // Two cards go to the player; the third is turned up.
//! let own = (0..2).map(|d| Ok(dealing.card(Place { order: 0, d })?.open()));
//! let own: Vec<_> = own.collect::<Result<_, cardroom_fair::Error>>()?;
//! let record = b"players = ['Ann']\nseats = [1]\nhand = '1'\n";
//! let public = dealing.publish(&[Place { order: 0, d: 2 }], record, &key)?;
//! assert!(verify(&public, record, &Known::default()).ok);
//! assert!(!verify(&public, b"another record", &Known::default()).ok);
//!
//! let private = cardroom_fair::Proof { own: Some(own), ..public };
//! assert!(verify(&private, record, &Known::default()).ok);
//! # Ok::<(), cardroom_fair::Error>(())
//! ```

#![forbid(unsafe_code)]

mod beacon;
mod dealing;
mod hash;
mod secret;
mod shuffle;
mod transcript;
mod verify;

pub use beacon::{Beacon, beacon, check_links};
pub use dealing::{Committed, Dealing, commit_digest, roots};
pub use ed25519_dalek::SigningKey;
pub use hash::{Bytes, Digest, chain, hash};
pub use secret::{DealtCard, Seeds, leaf_hash, root};
pub use shuffle::shuffle;
pub use transcript::{
    Commitment, HandId, Mode, Opening, Outcome, Place, Proof, ProofFile, Scheme, SeatLink, burned_digest, hand_digest,
    lost_digest, proof_digest, void_digest,
};
pub use verify::{Check, Known, Report, verify};

#[cfg(doctest)]
#[doc = concat!(include_str!("../README.md"), include_str!("../tests/secrets.md"))]
mod examples {}

/// How many decks a hand commits to; one is dealt from, the others are laid open.
pub const DECKS: usize = 16;

/// How many times a game can reshuffle within one hand.
pub const RESHUFFLES: u8 = 4;

/// Why a step was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// A seat is out of order, or comes twice.
    #[error("seat {0} is out of order; seats must ascend, each once")]
    SeatOrder(u8),
    /// This seat's link is not the next of its chain, or a seat that gives none has something else than zeros.
    #[error("the link of seat {0} does not extend its chain (a seat that gives none has zeros)")]
    BrokenChain(u8),
    /// A hand can't be dealt while this seat's link is missing: it is burned.
    #[error("seat {0} gave no link, so this hand can only be burned")]
    MissingLink(u8),
    /// Every link came, so the hand has to be dealt.
    #[error("every seat gave its link, so this hand had to be dealt")]
    NeedlesslyBurned,
    /// The commitment was signed with another key than the proof would be.
    #[error("this hand was committed to with another key")]
    OtherKey,
    /// There is no such card in the deal.
    #[error("there is no card {0:?}: d is below 52, the order 0, or 1 to 4 in games that can reshuffle")]
    NoSuchPlace(Place),
    /// The seeds don't make the decks that were committed to.
    #[error("these seeds do not make the decks that were committed to")]
    OtherSeeds,
    /// The text is not a proof file of this scheme, or is cut short.
    #[error("not a CRP-1 dealing proof, or one cut short: {0}")]
    NotAProof(String),
    /// A proof file with a field that is not as we write it.
    #[error("not in the form of a CRP-1 proof: {0}")]
    Malformed(String),
}
