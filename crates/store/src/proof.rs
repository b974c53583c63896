//! What a hand's proofs are made again from, sealed, in parts: a database keeps rows of some hundred bytes closely
//! packed, and wastes much of a page on one that is nearly as long as the page.
//!
//! Rooms from before this form have proofs as they were published, and each player's own sealed beside them; those are
//! read as they are.

use crate::hand::{Copies, open_copy};
use crate::link::{Kind, Link, Value};
use crate::packing;
use crate::seal::{Place, Sealer};
use crate::{Damage, Secret, Store, StoreError, StreamId, StreamKind};

/// A part's number is its hand's times this, and its place.
const MOST_PARTS: i64 = 64;
/// The longest proof, in bytes.
pub(crate) const LONGEST: usize = 24_000;

/// What is stored of a hand's proof.
pub enum StoredProof {
    /// What it is made again from, with every player's own openings: not for anybody's eyes as it is.
    Kept(Secret),
    /// The public proof, as older rooms stored it; [`Store::own_proof`] has what proves one player's own cards.
    Published(Vec<u8>),
}

/// A proof as it is kept.
pub(crate) fn seal((table, hand): (u64, u64), proof: &Secret, sealer: &Sealer) -> Result<Vec<u8>, StoreError> {
    sealer.seal(place(table, hand)?, proof.expose())
}

/// Writes the sealed proofs of a group; each comes with its hand's number in the store.
pub(crate) async fn write(link: &mut Link, proofs: &[(i64, &[u8])]) -> Result<(), sqlx::Error> {
    let mut rows = Vec::new();
    for (number, sealed) in proofs {
        let first = number.saturating_mul(MOST_PARTS);
        for (part, body) in (first..).zip(sealed.chunks(link.close_packing())) {
            rows.push([Value::Int(part), Value::Bytes(body.to_vec())]);
        }
    }
    link.insert("proof_parts", &[("part", Kind::Int), ("body", Kind::Bytes)], rows, "").await.map(drop)
}

/// Sealed for no account, and for nothing else of the hand.
fn place(table: u64, hand: u64) -> Result<Place, StoreError> {
    Ok(Place { stream: StreamId::new(StreamKind::Table, table)?, hand, owner: u64::MAX - 2 })
}

/// Some hands, by their numbers, of which those that ended before a time are meant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hands {
    pub(crate) first: i64,
    pub(crate) last: i64,
    pub(crate) from: u64,
}

impl Hands {
    pub(crate) fn values(self) -> Vec<Value> {
        vec![Value::Int(self.first), Value::Int(self.last), Value::number(self.from)]
    }
}

/// The number of the first hand that has a proof, if any.
pub(crate) async fn first(link: &mut Link) -> Result<Option<i64>, sqlx::Error> {
    let sql = "SELECT (SELECT MIN(part) FROM proof_parts), (SELECT MIN(hand) FROM proofs)";
    let Some(row) = link.row(sql, Vec::new()).await? else { return Ok(None) };
    let (kept, published) = (row.int_if_any(0)?.map(|part| part / MOST_PARTS), row.int_if_any(1)?);
    Ok(kept.into_iter().chain(published).min())
}

/// Removes the proofs of hands; how many.
pub(crate) async fn sweep(link: &mut Link, hands: Hands) -> Result<u64, sqlx::Error> {
    let old = "FROM hands h WHERE h.id >= $1 AND h.id <= $2 AND h.at_ms < $3";
    let count =
        format!("SELECT COUNT(*) {old} AND EXISTS (SELECT 1 FROM proof_parts p WHERE p.part = h.id * {MOST_PARTS})");
    let row = link.row(count, hands.values()).await?;
    let parts = format!(
        "DELETE FROM proof_parts WHERE part >= $1 * {MOST_PARTS} AND part < ($2 + 1) * {MOST_PARTS} \
         AND part / {MOST_PARTS} IN (SELECT h.id {old})"
    );
    link.run(parts, hands.values()).await?;
    let published = link.run(format!("DELETE FROM proofs WHERE hand IN (SELECT h.id {old})"), hands.values()).await?;
    Ok(row.map(|row| row.number(0)).transpose()?.unwrap_or(0).saturating_add(published))
}

impl Store {
    /// The proof of a hand's dealing, if it is still kept.
    ///
    /// # Errors
    /// [`Damage`] if it doesn't open or unpack; [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn proof(&self, table: u64, hand: u64) -> Result<Option<StoredProof>, StoreError> {
        let mut link = self.ask().await?;
        let which = || vec![Value::number(table), Value::number(hand)];
        let parts = format!(
            "SELECT p.body FROM hands h \
             JOIN proof_parts p ON p.part >= h.id * {MOST_PARTS} AND p.part < (h.id + 1) * {MOST_PARTS} \
             WHERE h.tbl = $1 AND h.hand = $2 ORDER BY p.part"
        );
        let parts = link.rows(parts, which()).await?.iter().map(|row| row.bytes(0)).collect::<Result<Vec<_>, _>>()?;
        if !parts.is_empty() {
            return Ok(Some(StoredProof::Kept(self.sealer().open(place(table, hand)?, &parts.concat())?)));
        }
        let sql = "SELECT h.id, p.proof FROM hands h JOIN proofs p ON p.hand = h.id WHERE h.tbl = $1 AND h.hand = $2";
        let Some(row) = link.row(sql, which()).await? else { return Ok(None) };
        let proof = packing::unpack(&row.bytes(1)?).ok_or(Damage::Record { hand: row.int(0)? })?;
        Ok(Some(StoredProof::Published(proof)))
    }

    /// What proves to one player that its own cards were dealt, where the proof was stored as it was published.
    ///
    /// # Errors
    /// [`Damage::Seal`] if it doesn't open; [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn own_proof(&self, table: u64, hand: u64, player: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let sql = "SELECT p.own FROM hands h JOIN proofs p ON p.hand = h.id WHERE h.tbl = $1 AND h.hand = $2";
        let row = self.ask().await?.row(sql, vec![Value::number(table), Value::number(hand)]).await?;
        let Some(row) = row else { return Ok(None) };
        open_copy(Copies::Proofs, (table, hand), player, &row.bytes(0)?, &[], self.sealer())
    }
}
