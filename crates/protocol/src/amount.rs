//! An amount of chips as a client wrote it, so that a wrong one can be answered with what is allowed.

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};

/// The largest whole number that a browser holds exactly, 2⁵³ − 1; no room has more chips.
const MOST: u64 = (1 << 53) - 1;

/// Chips named by a client: a whole number, or whatever was in its place.
#[derive(Clone, PartialEq, Eq, Debug, ts_rs::TS, utoipa::ToSchema)]
#[ts(as = "f64")]
#[schema(value_type = u64)]
pub struct Amount(Result<u64, NoAmount>);

/// What a client wrote where an amount of chips belongs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoAmount(String);

impl Amount {
    /// A whole number of chips.
    pub const fn new(chips: u64) -> Self {
        Self(Ok(chips))
    }

    /// The number of chips, if it is one.
    ///
    /// ```
    /// use cardroom_protocol::Amount;
    ///
    /// let read = |text| serde_json::from_str::<Amount>(text).unwrap();
    /// assert_eq!(read("240").chips(), Ok(240));
    /// for wrong in ["-1", "1.5", "1e300", "\"all\"", "null", "9007199254740992"] {
    ///     let refusal = read(wrong).chips().unwrap_err().to_string();
    ///     let allowed = "is not an amount of chips: it is a whole number from 0 to 9007199254740991";
    ///     assert!(refusal.ends_with(allowed), "{refusal}");
    /// }
    /// ```
    pub fn chips(&self) -> Result<u64, NoAmount> {
        self.0.clone()
    }
}

impl std::fmt::Display for NoAmount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is not an amount of chips: it is a whole number from 0 to {MOST}", self.0)
    }
}

impl std::error::Error for NoAmount {}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Ok(chips) => serializer.serialize_u64(*chips),
            Err(NoAmount(text)) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Written)
    }
}

struct Written;

impl Written {
    /// Quotes at most a few characters of what was written.
    fn refuse<E>(text: &str) -> Result<Amount, E> {
        Ok(Amount(Err(NoAmount(text.chars().take(24).collect()))))
    }
}

impl Visitor<'_> for Written {
    type Value = Amount;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a whole number of chips")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Amount, E> {
        if value <= MOST { Ok(Amount(Ok(value))) } else { Self::refuse(&value.to_string()) }
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Amount, E> {
        u64::try_from(value).map_or_else(|_| Self::refuse(&value.to_string()), |value| self.visit_u64(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Amount, E> {
        Self::refuse(&format!("{value:?}"))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Amount, E> {
        Self::refuse(&format!("{value:?}"))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Amount, E> {
        Self::refuse(&value.to_string())
    }

    fn visit_unit<E: Error>(self) -> Result<Amount, E> {
        Self::refuse("null")
    }

    fn visit_none<E: Error>(self) -> Result<Amount, E> {
        Self::refuse("null")
    }
}
