//! The one hash of the scheme, the clients' chains made of it, and how bytes are written in JSON.
//!
//! `H(tag, parts…) = SHA-256(u8 len ‖ tag ‖ (u32be len ‖ part)…)`: every part carries its length, so no two lists
//! of parts hash the same bytes, and the tag keeps a hash made for one purpose from serving another.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::block_api::compress256;
use sha2::{Digest as _, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// Public bytes of a fixed length, written as lower-case hex wherever they appear.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes<const N: usize>(pub [u8; N]);

/// A hash, a chain link, a published seed or salt, a public key: 32 bytes that are not secret (any more).
pub type Digest = Bytes<32>;

impl<const N: usize> Bytes<N> {
    /// All zero: the digest before a table's first hand, and the link of a seat without a chain.
    pub const ZERO: Self = Self([0; N]);
}

const PREFIX: &str = "cardroom/v1/";

/// The scheme's hash of some parts under the tag `cardroom/v1/` + `tag`.
///
/// ```
/// let digest = cardroom_fair::hash("chain", &[&[0; 32]]);
/// assert!(digest.to_string().starts_with("527e8bfa90896a82"));
/// ```
pub fn hash(tag: &str, parts: &[&[u8]]) -> Digest {
    let mut sha = Sha256::new();
    sha.update([(PREFIX.len() + tag.len()) as u8]);
    sha.update(PREFIX);
    sha.update(tag);
    for part in parts {
        sha.update((part.len() as u32).to_be_bytes());
        sha.update(part);
    }
    Bytes(sha.finalize().into())
}

/// A message of [`hash`] laid out once, and hashed many times with a few of its bytes changed: a hand's decks take
/// thousands of hashes that differ in little, and putting each together takes as long as hashing it.
#[derive(Zeroize, ZeroizeOnDrop)]
pub(crate) struct Form {
    /// The message and its padding.
    blocks: [[u8; 64]; 2],
    length: usize,
}

impl Form {
    /// What SHA-256 begins with (FIPS 180-4 §5.3.3).
    const START: [u32; 8] =
        [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

    /// Lays out a message that takes two blocks: 56 to 119 bytes with tag and lengths.
    pub(crate) fn new(tag: &str, parts: &[&[u8]]) -> Self {
        let mut form = Self { blocks: [[0; 64]; 2], length: 0 };
        form.put(&[(PREFIX.len() + tag.len()) as u8]);
        form.put(PREFIX.as_bytes());
        form.put(tag.as_bytes());
        for part in parts {
            form.put(&(part.len() as u32).to_be_bytes());
            form.put(part);
        }
        assert!((56..=119).contains(&form.length), "the message takes two blocks");
        form.blocks.as_flattened_mut()[form.length] = 0x80;
        form.blocks.as_flattened_mut()[120..].copy_from_slice(&(8 * form.length as u64).to_be_bytes());
        form
    }

    fn put(&mut self, bytes: &[u8]) {
        self.length += bytes.len();
        self.write(bytes.len(), bytes);
    }

    /// Writes other bytes so far before the message's end.
    pub(crate) fn write(&mut self, before_end: usize, bytes: &[u8]) {
        let start = self.length - before_end;
        self.blocks.as_flattened_mut()[start..start + bytes.len()].copy_from_slice(bytes);
    }

    /// The hash of the message as it is.
    pub(crate) fn hash_into(&self, digest: &mut [u8; 32]) {
        let mut state = Self::START;
        compress256(&mut state, &self.blocks);
        for (bytes, word) in digest.as_chunks_mut().0.iter_mut().zip(state) {
            *bytes = word.to_be_bytes();
        }
    }
}

/// Walks `steps` links back along a client's chain: `a(k−1) = H("chain", a(k))`.
///
/// A client draws its last link aₙ at random, sends the anchor `chain(aₙ, n)` when it sits down, and then
/// `chain(aₙ, n − k)` in its k-th hand. Each link shows it was fixed before the one before it was seen.
pub fn chain(link: Digest, steps: u32) -> Digest {
    (0..steps).fold(link, |link, _| hash("chain", &[&link.0]))
}

impl<const N: usize> fmt::Display for Bytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl<const N: usize> fmt::Debug for Bytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<const N: usize> FromStr for Bytes<N> {
    type Err = hex::FromHexError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut bytes = [0; N];
        hex::decode_to_slice(text, &mut bytes).map(|()| Self(bytes))
    }
}

impl<const N: usize> Serialize for Bytes<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        text::serialize(self, serializer)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Bytes<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text::deserialize(deserializer)
    }
}

/// Values written in JSON as text.
pub(crate) mod text {
    use super::{Deserialize, Deserializer, FromStr, Serializer, fmt::Display};
    use serde::de::Error;

    pub(crate) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}
