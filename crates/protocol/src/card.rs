//! Cards, made hands and hashes on the wire.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};

/// A card that lies open to the reader: `"As"`, `"Td"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ts_rs::TS, utoipa::ToSchema)]
#[ts(as = "String")]
#[schema(value_type = String, example = "As")]
pub struct Card(pub cardroom_cards::Card);

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map(Self).map_err(D::Error::custom)
    }
}

/// Bytes in hexadecimal: a digest, a link of a chain, a signature.
#[derive(Clone, PartialEq, Eq, ts_rs::TS, utoipa::ToSchema)]
#[ts(as = "String")]
#[schema(value_type = String)]
pub struct Hex(pub Vec<u8>);

impl Hex {
    /// Thirty-two bytes, if it is as many.
    pub fn digest(&self) -> Option<cardroom_fair::Digest> {
        Some(cardroom_fair::Bytes(self.0.as_slice().try_into().ok()?))
    }
}

impl<const N: usize> From<cardroom_fair::Bytes<N>> for Hex {
    fn from(bytes: cardroom_fair::Bytes<N>) -> Self {
        Self(bytes.0.to_vec())
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let digit = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if !rest.is_empty() {
            return Err(D::Error::custom("an odd number of hexadecimal digits"));
        }
        let bytes = pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?)).collect::<Option<_>>();
        bytes.map(Self).ok_or_else(|| D::Error::custom("not hexadecimal"))
    }
}

/// One half of what a shown hand is worth.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Half {
    /// In a dealer's words: "kings full of nines", "eight-six low".
    pub name: String,
    /// The five cards that play, as they are read out.
    pub cards: Vec<Card>,
}
