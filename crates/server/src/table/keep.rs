//! What came of a command, as the store keeps it.

use cardroom_cards::Card;
use cardroom_fair::{Seeds, SigningKey};
use cardroom_history::{HistoryError, Record};
use cardroom_room::{AccountId, Change, Entry, FinishedHand, Purse, Reason, Secret as TableSecret, Table};
use cardroom_rules::Seat;
use cardroom_store::{
    Append, Claim, CommandAnswer, HandPlayer, HandRecord, LedgerAccount, LedgerEntry, Secret, SecretChange, StoreError,
    StreamId, StreamKind, Version,
};

use crate::clock::wall_ms;
use crate::house_bots;

/// A new table's first line: its state before anything happened.
pub(crate) fn opening(claim: &Claim, table: &Table) -> Append {
    Append { snapshot: Some(table.snapshot()), ..Append::to(claim.stream, claim.epoch, claim.version) }
}

/// What came of a command, to be stored in one transaction. `key` signs the proof of a hand that is over.
pub(crate) fn recorded(claim: &Claim, change: &Change, answer: Option<CommandAnswer>, key: &SigningKey) -> Append {
    let table = claim.stream.number();
    let expected = Version(change.version.saturating_sub(u64::from(change.log.is_some())));
    Append {
        events: change.log.iter().map(cardroom_room::Logged::to_bytes).collect(),
        entries: entries(&format!("{table}/{}", change.version), &change.entries),
        hand: change.hand.as_deref().map(|hand| hand_record(table, hand, key)),
        snapshot: change.snapshot.clone(),
        secrets: change.secrets.iter().map(secret).collect(),
        answer,
        ..Append::to(claim.stream, claim.epoch, expected)
    }
}

/// What a command moved: the result of a hand in one entry, everything else in its own; at last what house bots took up.
fn entries(id: &str, moved: &[Entry]) -> Vec<LedgerEntry> {
    let together = |one: &Entry, next: &Entry| one.reason == next.reason && matches!(one.reason, Reason::Hand(_));
    let entry = |(place, moved): (usize, &[Entry])| {
        let mut all = moved.iter().map(|entry| ledger_entry(&format!("{id}/{place}"), entry));
        let first = all.next()?;
        let postings = first.postings.iter().copied().chain(all.flat_map(|entry| entry.postings)).collect();
        Some(LedgerEntry { postings, ..first })
    };
    let back: Vec<Entry> = house_bots::taken_back(moved).collect();
    moved.chunk_by(together).chain(back.chunks(1)).enumerate().filter_map(entry).collect()
}

/// One movement of chips as the ledger posts it. The id begins with where it comes from: it is posted once.
pub(crate) fn ledger_entry(id: &str, entry: &Entry) -> LedgerEntry {
    let amount = entry.amount.get();
    LedgerEntry::transfer(id, wall_ms(), reason(entry.reason), purse(entry.from), purse(entry.to), amount)
}

pub(crate) fn purse(purse: Purse) -> LedgerAccount {
    match purse {
        Purse::Wallet(account) => LedgerAccount::Wallet(account.0),
        Purse::Seat(table, account) => LedgerAccount::Seat { table: table.0, account: account.0 },
        Purse::Pool(tournament) => LedgerAccount::Pool(tournament.0),
        Purse::House => LedgerAccount::House,
    }
}

fn reason(reason: Reason) -> String {
    match reason {
        Reason::Welcome => "welcome".to_owned(),
        Reason::Refill => "refill".to_owned(),
        Reason::BuyIn => "buy-in".to_owned(),
        Reason::TopUp => "top-up".to_owned(),
        Reason::Rebuy => "rebuy".to_owned(),
        Reason::CashOut => "cash-out".to_owned(),
        Reason::Hand(hand) => format!("hand {hand}"),
        Reason::Entry => "entry".to_owned(),
        Reason::EntryReturned => "entry returned".to_owned(),
        Reason::Prize => "prize".to_owned(),
        Reason::Stake => "stake".to_owned(),
        Reason::Credit => "credit".to_owned(),
    }
}

fn secret(secret: &TableSecret) -> SecretChange {
    match secret {
        TableSecret::Keep { hand, seeds } => {
            SecretChange::Keep { hand: *hand, secret: Secret::new(seeds.export().to_vec()) }
        }
        TableSecret::Erase { hand } => SecretChange::Erase { hand: *hand },
    }
}

/// The seeds of a hand as they were kept.
pub(crate) fn seeds(secret: &Secret) -> Option<Seeds> {
    Some(Seeds::new(secret.expose().try_into().ok()?))
}

/// A finished hand: what everyone may read, and for each player what it alone may.
fn hand_record(table: u64, hand: &FinishedHand, key: &SigningKey) -> HandRecord {
    let proof = hand.kept_proof(key).inspect_err(|error| {
        tracing::error!(table, hand = hand.hand, %error, "a hand has no proof");
    });
    HandRecord {
        table,
        hand: hand.hand,
        game: hand.spread.game().id.to_owned(),
        at_ms: wall_ms(),
        players: hand
            .players
            .iter()
            .map(|&(account, _)| HandPlayer {
                account: account.0,
                own: OwnCopy::stored(hand, account).unwrap_or_default(),
            })
            .collect(),
        record: hand.record().as_bytes().to_vec(),
        proof: proof.ok().map(Secret::new),
    }
}

/// A player's own copy of a hand: its place in it, and what the public record doesn't have.
pub(crate) struct OwnCopy {
    pub(crate) place: usize,
    kept: OwnPart,
}

enum OwnPart {
    /// The cards that the player alone saw.
    Cards(Vec<Card>),
    /// The whole record with them, as older rooms stored it.
    Record(String),
}

impl OwnCopy {
    /// Stands, with the place in its lower bits, before the cards that the player alone saw; in rooms from before that
    /// way of storing them, the place is in digits and a whole record follows it.
    const CARDS: u8 = 0x80;

    /// A player's copy as it is stored.
    fn stored(hand: &FinishedHand, account: AccountId) -> Option<Vec<u8>> {
        let place = hand.players.iter().position(|&(who, _)| who == account)?;
        let place = u8::try_from(place).ok().filter(|&place| place < Self::CARDS)?;
        // Who was to play a hand that was burned or void has no cards, and still a place: the proof is for those.
        let cards = hand.own_cards(account).unwrap_or_default().into_iter().map(Card::index);
        Some(std::iter::once(Self::CARDS | place).chain(cards).collect())
    }

    /// Reads what was stored.
    pub(crate) fn read(stored: &[u8]) -> Option<Self> {
        match stored.split_first()? {
            (&first, cards) if first & Self::CARDS != 0 => {
                let cards = cards.iter().map(|&card| Card::from_index(card)).collect::<Option<_>>()?;
                Some(Self { place: usize::from(first & !Self::CARDS), kept: OwnPart::Cards(cards) })
            }
            _ => {
                let (place, record) = std::str::from_utf8(stored).ok()?.split_once('\n')?;
                Some(Self { place: place.parse().ok()?, kept: OwnPart::Record(record.to_owned()) })
            }
        }
    }

    /// The record with the player's cards, from the public one. Cards that don't fit it stay unknown.
    pub(crate) fn record<'a>(&'a self, public: &'a str) -> Result<Record<'a>, HistoryError> {
        match &self.kept {
            OwnPart::Record(whole) => Record::read(whole),
            OwnPart::Cards(cards) => {
                let mut record = Record::read(public)?;
                if !Seat::new(self.place).is_some_and(|seat| record.fill_in(seat, cards)) {
                    tracing::error!(place = self.place, "a player's own cards don't fit the record of their hand");
                }
                Ok(record)
            }
        }
    }
}

/// The stream of a table.
pub(crate) fn table_stream(table: u64) -> Result<StreamId, StoreError> {
    StreamId::new(StreamKind::Table, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_players_copy_is_read_as_it_is_stored_and_as_older_rooms_stored_it() {
        let public = "variant = 'NT'\nante_trimming_status = true\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\n\
                      min_bet = 2\nstarting_stacks = [10, 20]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\n";
        let own = public.replace("p2 ????", "p2 AsKd");
        let card = |text: &str| text.parse::<Card>().unwrap().index();
        let read = |stored: &[u8]| {
            let copy = OwnCopy::read(stored)?;
            Some((copy.place, copy.record(public).unwrap().to_phh()))
        };
        assert_eq!(read(&[0x81, card("As"), card("Kd")]), Some((1, own.clone())));
        assert_eq!(read(format!("1\n{own}").as_bytes()), Some((1, own)));
        for damaged in [&b""[..], &[0x81, card("As"), 52], b"one", b"x\nvariant"] {
            assert_eq!(read(damaged), None, "{damaged:?}");
        }
        for unfit in [&[0x81][..], &[0x81, card("As")], &[0xff, card("As"), card("Kd")]] {
            assert_eq!(read(unfit).unwrap().1, public, "{unfit:?}");
        }
    }
}
