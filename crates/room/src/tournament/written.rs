//! How lists of amounts are written in the log and in snapshots: as their numbers.

use cardroom_rules::Chips;
use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(amounts: &[Chips], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(amounts.iter().map(|amount| amount.get()))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Chips>, D::Error> {
    Ok(Vec::<u64>::deserialize(from)?.into_iter().map(Chips::new).collect())
}
