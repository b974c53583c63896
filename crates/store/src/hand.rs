//! Records of finished hands: what everybody may read and the proof of the dealing, packed, and what each player alone
//! may read, sealed.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use crate::link::{Kind, Link, Value};
use crate::packing;
use crate::seal::{Place, Sealer};
use crate::{Damage, StoreError, StreamId, StreamKind};

/// A finished hand, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandRecord {
    /// The table's number.
    pub table: u64,
    /// The hand's number at the table.
    pub hand: u64,
    /// The game's id in the catalogue.
    pub game: String,
    /// When it ended, in milliseconds since 1970.
    pub at_ms: u64,
    /// The accounts that were dealt in.
    pub players: Vec<HandPlayer>,
    /// What everybody may read.
    pub record: Vec<u8>,
    /// The proof of its dealing, if it is to be kept.
    pub proof: Option<Vec<u8>>,
}

/// A player in a finished hand, with what only that player may read.
#[derive(Clone, PartialEq, Eq)]
pub struct HandPlayer {
    /// The account.
    pub account: u64,
    /// Its own cards, and their openings; kept sealed. May be empty.
    pub own: Vec<u8>,
}

impl fmt::Debug for HandPlayer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "HandPlayer {{ account: {}, .. }}", self.account)
    }
}

/// Writes the records of a group.
pub(crate) async fn write(link: &mut Link, hands: &[&HandRecord], sealer: &Sealer) -> Result<(), sqlx::Error> {
    if hands.is_empty() {
        return Ok(());
    }
    let games = game_numbers(link, hands).await?;
    let mut rows = Vec::with_capacity(hands.len());
    for hand in hands {
        let own = seal_own(hand, sealer).map_err(|error| sqlx::Error::Encode(Box::new(error)))?;
        rows.push(vec![
            Value::number(hand.table),
            Value::number(hand.hand),
            Value::Int(games.get(&hand.game).copied().unwrap_or(-1)),
            Value::number(hand.at_ms),
            Value::Bytes(packing::pack_record(&hand.record)),
            Value::Bytes(own),
        ]);
    }
    let columns = [
        ("tbl", Kind::Int),
        ("hand", Kind::Int),
        ("game", Kind::Int),
        ("at_ms", Kind::Int),
        ("record", Kind::Bytes),
        ("own", Kind::Bytes),
    ];
    let mut numbers = HashMap::new();
    for row in link.insert("hands", &columns, rows, "RETURNING id, tbl, hand").await?.returned {
        numbers.insert((row.number(1)?, row.number(2)?), row.int(0)?);
    }
    let (mut players, mut proofs) = (Vec::new(), Vec::new());
    for hand in hands {
        let number = Value::Int(numbers.get(&(hand.table, hand.hand)).copied().unwrap_or(-1));
        let accounts = hand.players.iter().map(|player| player.account).collect::<BTreeSet<_>>();
        players.extend(accounts.into_iter().map(|account| vec![Value::number(account), number.clone()]));
        proofs.extend(hand.proof.as_ref().map(|proof| vec![number, Value::Bytes(packing::pack_proof(proof))]));
    }
    link.insert("hand_players", &[("account", Kind::Int), ("hand", Kind::Int)], players, "").await?;
    link.insert("proofs", &[("hand", Kind::Int), ("proof", Kind::Bytes)], proofs, "").await?;
    Ok(())
}

/// The numbers that the games have in this database; a game played for the first time gets one.
async fn game_numbers(link: &mut Link, hands: &[&HandRecord]) -> Result<HashMap<String, i64>, sqlx::Error> {
    let wanted = hands.iter().map(|hand| hand.game.as_str()).collect::<BTreeSet<_>>();
    let keys = wanted.iter().map(|&game| Value::Text(game.to_owned())).collect::<Vec<_>>();
    let mut rows = link.lookup("SELECT game, id FROM games", "game", &keys, false).await?;
    if rows.len() < keys.len() {
        let new = keys.iter().map(|key| vec![key.clone()]).collect();
        link.insert("games", &[("game", Kind::Text)], new, "ON CONFLICT (game) DO NOTHING").await?;
        rows = link.lookup("SELECT game, id FROM games", "game", &keys, false).await?;
    }
    rows.iter().map(|row| Ok((row.text(0)?, row.int(1)?))).collect()
}

/// What each player alone may read: account, length, sealed bytes; one after the other.
fn seal_own(hand: &HandRecord, sealer: &Sealer) -> Result<Vec<u8>, StoreError> {
    let mut own = Vec::new();
    let stream = StreamId::new(StreamKind::Table, hand.table)?;
    for player in hand.players.iter().filter(|player| !player.own.is_empty()) {
        let sealed = sealer.seal(Place { stream, hand: hand.hand, owner: player.account }, &player.own)?;
        own.extend(player.account.to_be_bytes());
        own.extend(u32::try_from(sealed.len()).unwrap_or(u32::MAX).to_be_bytes());
        own.extend(sealed);
    }
    Ok(own)
}

/// What one player alone may read, out of what all of them have; `None` if it has nothing here.
pub(crate) fn open_own(
    table: u64,
    hand: u64,
    account: u64,
    own: &[u8],
    sealer: &Sealer,
) -> Result<Option<Vec<u8>>, StoreError> {
    let stream = StreamId::new(StreamKind::Table, table)?;
    let mut rest = own;
    while !rest.is_empty() {
        let (owner, after) = rest.split_first_chunk::<8>().ok_or(Damage::Seal)?;
        let (length, after) = after.split_first_chunk::<4>().ok_or(Damage::Seal)?;
        let (sealed, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize).ok_or(Damage::Seal)?;
        if u64::from_be_bytes(*owner) == account {
            let opened = sealer.open(Place { stream, hand, owner: account }, sealed)?;
            return Ok(Some(opened.expose().to_vec()));
        }
        rest = after;
    }
    Ok(None)
}
