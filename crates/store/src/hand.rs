//! Records of finished hands: what everybody may read, packed, and what each player alone may read, sealed.
//!
//! The copies of a hand's players are sealed together, for they are nearly alike and together take little more than one;
//! only the one that is asked for ever leaves here.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use crate::link::{Kind, Link, Value};
use crate::seal::{Place, Sealer};
use crate::{Damage, Secret, StoreError, StreamId, StreamKind};
use crate::{packing, proof};

/// A finished hand, as it is kept.
#[derive(Clone)]
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
    /// What the proofs of its dealing are made again from, if they are to be kept; kept sealed.
    pub proof: Option<Secret>,
}

impl fmt::Debug for HandRecord {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "HandRecord {{ table: {}, hand: {}, .. }}", self.table, self.hand)
    }
}

/// A player in a finished hand, with what only that player may read.
#[derive(Clone, PartialEq, Eq)]
pub struct HandPlayer {
    /// The account.
    pub account: u64,
    /// What it alone may read of the hand, beside the record; kept sealed. May be empty.
    pub own: Vec<u8>,
}

impl fmt::Debug for HandPlayer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "HandPlayer {{ account: {}, .. }}", self.account)
    }
}

/// A finished hand as it lies in the store: packed, and sealed where it isn't for everybody. It takes a while, so it is
/// made by whoever has a hand to write and not by the writer, for whom everybody waits.
#[derive(Clone)]
pub(crate) struct PackedHand {
    record: Vec<u8>,
    own: Vec<u8>,
    proof: Option<Vec<u8>>,
}

impl fmt::Debug for PackedHand {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("PackedHand { .. }")
    }
}

impl PackedHand {
    pub(crate) fn pack(hand: &HandRecord, sealer: &Sealer) -> Result<Self, StoreError> {
        let copies = hand.players.iter().map(|player| (player.account, player.own.as_slice()));
        let own = seal_copies(hand, copies, sealer)?;
        let proof = hand.proof.as_ref().map(|kept| proof::seal((hand.table, hand.hand), kept, sealer)).transpose()?;
        Ok(Self { record: packing::pack_record(&hand.record), own, proof })
    }
}

/// The numbers that games have in a database.
pub(crate) type Games = HashMap<String, i64>;

/// Writes the records of a group; gives the numbers of its games, some of which may be `known`.
pub(crate) async fn write(
    link: &mut Link,
    hands: &[(&HandRecord, &PackedHand)],
    known: Option<&Games>,
) -> Result<Games, sqlx::Error> {
    if hands.is_empty() {
        return Ok(Games::new());
    }
    let games = game_numbers(link, hands, known).await?;
    let mut rows = Vec::with_capacity(hands.len());
    for (hand, packed) in hands {
        rows.push([
            Value::number(hand.table),
            Value::number(hand.hand),
            Value::Int(games.get(&hand.game).copied().unwrap_or(-1)),
            Value::number(hand.at_ms),
            Value::Bytes(packed.record.clone()),
            Value::Bytes(packed.own.clone()),
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
    let numbers = link.insert_numbered("hands", &columns, rows).await?;
    let (mut players, mut proofs) = (Vec::new(), Vec::new());
    for ((hand, packed), number) in hands.iter().zip(numbers) {
        let accounts = hand.players.iter().map(|player| player.account).collect::<BTreeSet<_>>();
        players.extend(accounts.into_iter().map(|account| [Value::number(account), Value::Int(number)]));
        proofs.extend(packed.proof.as_ref().map(|proof| (number, proof.as_slice())));
    }
    link.insert("hand_players", &[("account", Kind::Int), ("hand", Kind::Int)], players, "").await?;
    proof::write(link, &proofs).await?;
    Ok(games)
}

/// The numbers of the hands' games; a game played for the first time gets one.
async fn game_numbers(
    link: &mut Link,
    hands: &[(&HandRecord, &PackedHand)],
    known: Option<&Games>,
) -> Result<Games, sqlx::Error> {
    let wanted = hands.iter().map(|(hand, _)| hand.game.as_str()).collect::<BTreeSet<_>>();
    let number = |&game: &&str| Some((game.to_owned(), *known?.get(game)?));
    if let Some(all) = wanted.iter().map(number).collect() {
        return Ok(all);
    }
    let keys = wanted.iter().map(|&game| Value::Text(game.to_owned())).collect::<Vec<_>>();
    let mut rows = link.lookup("SELECT game, id FROM games", "game", &keys, false).await?;
    if rows.len() < keys.len() {
        let new = keys.iter().map(|key| [key.clone()]).collect();
        link.insert("games", &[("game", Kind::Text)], new, "ON CONFLICT (game) DO NOTHING").await?;
        rows = link.lookup("SELECT game, id FROM games", "game", &keys, false).await?;
    }
    rows.iter().map(|row| Ok((row.text(0)?, row.int(1)?))).collect()
}

/// Which of the players' copies; each kind is sealed for a place of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Copies {
    /// Of the record.
    Records,
    /// Of the proof, in rooms that stored it as it was published.
    Proofs,
}

impl Copies {
    fn place(self, table: u64, hand: u64) -> Result<Place, StoreError> {
        // Above every account's number.
        let owner = match self {
            Self::Records => u64::MAX,
            Self::Proofs => u64::MAX - 1,
        };
        Ok(Place { stream: StreamId::new(StreamKind::Table, table)?, hand, owner })
    }
}

/// What each player alone may read: how long a list, the list of accounts and lengths, and the copies; all of it sealed.
fn seal_copies<'h>(
    hand: &HandRecord,
    copies: impl Iterator<Item = (u64, &'h [u8])>,
    sealer: &Sealer,
) -> Result<Vec<u8>, StoreError> {
    let (mut list, mut text) = (Vec::new(), Vec::new());
    for (account, copy) in copies.filter(|(_, copy)| !copy.is_empty()) {
        put_number(&mut list, account);
        put_number(&mut list, copy.len() as u64);
        text.extend(copy);
    }
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let packed = packing::pack_like(&hand.record, &text);
    let mut open = Vec::with_capacity(list.len() + packed.len() + 2);
    put_number(&mut open, list.len() as u64);
    open.extend(list);
    open.extend(packed);
    sealer.seal(Copies::Records.place(hand.table, hand.hand)?, &open)
}

/// One player's copy out of all; `None` if it has none. `record` is the hand's, which its copies were packed like.
pub(crate) fn open_copy(
    kind: Copies,
    (table, hand): (u64, u64),
    account: u64,
    sealed: &[u8],
    record: &[u8],
    sealer: &Sealer,
) -> Result<Option<Vec<u8>>, StoreError> {
    if sealed.is_empty() {
        return Ok(None);
    }
    let opened = sealer.open(kind.place(table, hand)?, sealed)?;
    let (length, rest) = take_number(opened.expose()).ok_or(Damage::Seal)?;
    let length = usize::try_from(length).map_err(|_| Damage::Seal)?;
    let (mut list, packed) = rest.split_at_checked(length).ok_or(Damage::Seal)?;
    let (mut start, mut wanted) = (0_usize, None);
    while !list.is_empty() {
        let (owner, after) = take_number(list).ok_or(Damage::Seal)?;
        let (length, after) = take_number(after).ok_or(Damage::Seal)?;
        let end = usize::try_from(length).ok().and_then(|length| start.checked_add(length)).ok_or(Damage::Seal)?;
        if owner == account {
            wanted = Some(start..end);
        }
        (start, list) = (end, after);
    }
    let Some(wanted) = wanted else { return Ok(None) };
    let text = match kind {
        Copies::Records => packing::unpack_like(record, packed),
        Copies::Proofs => packing::unpack(packed),
    };
    let text = text.ok_or(Damage::Seal)?;
    Ok(Some(text.get(wanted).ok_or(Damage::Seal)?.to_vec()))
}

/// Seven bits a byte, the lowest first; the last byte is below 128.
fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        out.push((number & 127) as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

fn take_number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut number = 0_u64;
    for (place, &byte) in bytes.iter().enumerate().take(10) {
        number |= u64::from(byte & 127).checked_shl(7 * place as u32)?;
        if byte < 128 {
            return Some((number, bytes.get(place + 1..)?));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SealingKey;

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, 1 << 52, u64::MAX] {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number);
            bytes.push(9);
            assert_eq!(take_number(&bytes), Some((number, &[9][..])));
        }
        assert_eq!((take_number(&[]), take_number(&[128])), (None, None));
    }

    #[test]
    fn what_proves_own_cards_is_read_as_older_rooms_sealed_it() {
        let (sealer, text) = (Sealer::new(&SealingKey::from_bytes([1; 32])), b"ours and theirs");
        let mut open = Vec::new();
        for number in [6, 200, 4, 201, 11] {
            put_number(&mut open, number);
        }
        open.extend(packing::pack_record(text));
        let sealed = sealer.seal(Copies::Proofs.place(3, 4).unwrap(), &open).unwrap();
        let own = |account| open_copy(Copies::Proofs, (3, 4), account, &sealed, &[], &sealer).unwrap();
        assert_eq!((own(200), own(201), own(7)), (Some(b"ours".to_vec()), Some(b" and theirs".to_vec()), None));
    }

    #[test]
    fn copies_of_one_hand_take_little_more_than_one() {
        let record = "variant = 'NT'\nactions = ['d dh p1 ????', 'd dh p2 ????', 'p1 cbr 40', 'p2 cc']\n".repeat(8);
        let hand = HandRecord {
            table: 3,
            hand: 4,
            game: "holdem".to_owned(),
            at_ms: 5,
            players: Vec::new(),
            record: record.clone().into_bytes(),
            proof: None,
        };
        let own = |account: u64| record.replacen("????", if account == 200 { "AsKd" } else { "7c2h" }, 1).into_bytes();
        let copies = [(200, own(200)), (201, own(201)), (1 << 40, own(1 << 40))];
        let sealer = Sealer::new(&SealingKey::from_bytes([1; 32]));
        let each = copies.iter().map(|(account, copy)| (*account, copy.as_slice()));
        let sealed = seal_copies(&hand, each, &sealer).unwrap();
        assert!(sealed.len() < 150, "{}", sealed.len());
        let open = |hand, account| open_copy(Copies::Records, (3, hand), account, &sealed, record.as_bytes(), &sealer);
        for (account, copy) in copies {
            assert_eq!(open(4, account).unwrap(), Some(copy));
        }
        assert_eq!(open(4, 202).unwrap(), None);
        assert!(open(5, 200).is_err(), "it was sealed for another hand");
    }
}
