//! The database as a thief would find it: its files byte by byte, and the records in them unpacked.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cardroom_store::{HandQuery, Options, SealingKey, Store, StreamId, StreamKind};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::scan::{Token, found, packed, runs, written};
use crate::viewer::Truth;

/// The bytes of the database and its journal: no player's hidden cards in any writing.
///
/// Texts are of eight letters and more. There are under a million of them in ten thousand hands: in bytes that are sealed
/// or packed, and so look random, one of them turns up by chance once in 2⁶⁴ / 2²⁰ = 2⁴⁴ bytes. Not one may be found.
///
/// Sets of bits say less. Five cards make 2.6 million of them, of which ten thousand hands look for one in fifty, and a
/// database is full of small numbers that look just like them: the keys of its index (a table's number, then a version),
/// the places of button and blinds in a table's state. So as many sets that nobody was dealt are looked for, too, and
/// those that were dealt may not be found more often than chance finds these.
pub(crate) fn check_bytes(data: &Path, truth: &Truth) {
    let hands = hidden_hands(truth);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let others: Vec<Vec<Token>> = hands.iter().map(|cards| drawn(&mut random, cards.len())).collect();
    let texts: Vec<Vec<u8>> = hands.iter().flat_map(|cards| written(cards)).collect();
    let [dealt, others] =
        [&hands, &others].map(|hands| hands.iter().flat_map(|cards| packed(cards)).collect::<Vec<_>>());
    assert!(texts.len() > hands.len() && !dealt.is_empty());
    let (mut by_leak, mut by_chance) = (0, 0);
    for (name, bytes) in files(data) {
        let leaked: Vec<_> = found(&bytes, &texts).into_iter().map(|text| String::from_utf8_lossy(text)).collect();
        assert!(leaked.is_empty(), "hidden cards are in {name}: {leaked:?}");
        by_leak += found(&bytes, &dealt).len();
        by_chance += found(&bytes, &others).len();
    }
    assert!(by_leak <= 3 * by_chance + 20, "{by_leak} hidden sets of cards, and by chance {by_chance}");
}

/// What players held that nobody else saw: all of it, its first five cards, and those that stayed hidden.
fn hidden_hands(truth: &Truth) -> Vec<Vec<Token>> {
    let mut all = Vec::new();
    for (at, dealt) in &truth.dealt {
        let mut hands: BTreeMap<u64, Vec<Token>> = BTreeMap::new();
        for (card, owner) in dealt {
            hands.entry(*owner).or_default().push(*card);
        }
        // A hand of which everybody saw every card may be written anywhere.
        let open = |card: &Token| truth.public.get(at).is_some_and(|seen| seen.contains(card));
        for cards in hands.into_values().filter(|cards| !cards.iter().all(open)) {
            all.push(cards.iter().filter(|card| !open(card)).copied().collect());
            all.push(cards.iter().take(5).copied().collect());
            all.push(cards);
        }
    }
    all
}

/// So many cards from a deck of the test's own.
fn drawn(random: &mut Xoshiro256PlusPlus, count: usize) -> Vec<Token> {
    let mut deck: Vec<Token> = b"23456789TJQKA".iter().flat_map(|&rank| b"cdhs".map(|suit| [rank, suit])).collect();
    (0..count.min(52)).map(|_| deck.swap_remove((random.next_u64() % deck.len() as u64) as usize)).collect()
}

/// What everybody may read of every hand, unpacked: only cards that everybody saw.
pub(crate) async fn check_records(data: &Path, truth: &Truth) {
    let store = open(data).await;
    let (mut before, mut read) = (None, 0);
    loop {
        let page = store.hands(&HandQuery { before, limit: 100, ..HandQuery::default() }).await.unwrap();
        for hand in &page {
            let seen = truth.public.get(&(hand.table, hand.hand));
            let leaked = runs(&hand.record).into_iter().find(|card| !seen.is_some_and(|seen| seen.contains(card)));
            let record = String::from_utf8_lossy(&hand.record);
            assert_eq!(leaked.map(|card| String::from_utf8_lossy(&card).into_owned()), None, "{record}");
            read += 1;
        }
        before = page.last().map(|hand| hand.id);
        if before.is_none() {
            break;
        }
    }
    store.close().await;
    assert!(read >= truth.dealt.len() / 2, "only {read} records");
}

/// The store, with its key.
async fn open(data: &Path) -> Store {
    let key = SealingKey::read_or_make(&data.join("sealing.key")).unwrap();
    Store::open(&data.join("cardroom.db").display().to_string(), key, Options::default()).await.unwrap()
}

/// The seeds of running hands are in the database, and can't be read there without the key. When a hand is over, its
/// proof shows the seeds of the decks that weren't dealt from; the one that was dealt from is never seen.
pub(crate) async fn seeds_are_sealed(data: &Path, tables: &[u64], before: &mut Vec<Vec<Vec<u8>>>) {
    // The files first: a hand that runs after they were read was not over when they were.
    let files = files(data);
    let store = open(data).await;
    let streams: Vec<StreamId> = tables.iter().map(|&table| StreamId::new(StreamKind::Table, table).unwrap()).collect();
    let loaded = store.load_all(&streams).await.unwrap();
    store.close().await;
    let secrets = loaded.iter().flat_map(|loaded| &loaded.secrets);
    let opened = secrets.map(|secret| secret.secret.as_ref().expect("the key opens it").expose().to_vec());
    let hands: Vec<Vec<Vec<u8>>> = opened.map(|seeds| seeds.chunks(32).map(<[u8]>::to_vec).collect()).collect();
    let sought: Vec<Vec<u8>> =
        hands.iter().chain(&*before).flatten().flat_map(|seed| [seed.clone(), hex(seed)]).collect();
    for (name, bytes) in &files {
        let found = found(bytes, &sought);
        let shown = |seed: &Vec<u8>| found.contains(seed) || found.contains(&hex(seed));
        assert!(!hands.iter().flatten().any(shown), "a seed of a running hand is in {name}");
        assert!(!before.iter().any(|seeds| seeds.iter().all(shown)), "the seed of a deck that was dealt is in {name}");
    }
    *before = hands;
}

fn hex(seed: &[u8]) -> Vec<u8> {
    seed.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into_bytes()
}

/// The files of the database, keys left out.
fn files(data: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(data).unwrap().map(|entry| entry.unwrap().path());
    let kept = entries.filter(|path| path.extension().is_none_or(|kind| kind != "key"));
    kept.filter_map(|path| Some((path.display().to_string(), fs::read(&path).ok()?))).collect()
}
