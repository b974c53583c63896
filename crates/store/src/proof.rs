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

/// Removes the proofs of hands that ended before a time; how many.
pub(crate) async fn sweep(link: &mut Link, from: u64) -> Result<u64, sqlx::Error> {
    // Only hands that may still have one are looked at, not all that ever were.
    let old = format!(
        "FROM hands h WHERE h.at_ms < $1 AND h.id >= (SELECT COALESCE(MIN(part), 0) / {MOST_PARTS} FROM proof_parts) \
         AND EXISTS (SELECT 1 FROM proof_parts p WHERE p.part = h.id * {MOST_PARTS})"
    );
    let row = link.row(format!("SELECT COUNT(*) {old}"), vec![Value::number(from)]).await?;
    let parts = format!(
        "DELETE FROM proof_parts WHERE part IN (SELECT q.part FROM (SELECT h.id {old}) o \
         JOIN proof_parts q ON q.part >= o.id * {MOST_PARTS} AND q.part < (o.id + 1) * {MOST_PARTS})"
    );
    link.run(parts, vec![Value::number(from)]).await?;
    let published = "DELETE FROM proofs WHERE hand IN (SELECT id FROM hands WHERE at_ms < $1)";
    let published = link.run(published, vec![Value::number(from)]).await?;
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
