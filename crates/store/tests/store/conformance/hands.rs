//! Finished hands: found by what they are, readable by whom they may be read, gone when their time is over.

use cardroom_store::*;

use crate::support::rig::{Rig, refusal, table};

fn record(table: u64, hand: u64, game: &str, players: &[u64]) -> HandRecord {
    let own = |&account: &u64| HandPlayer { account, own: format!("canary cards of {account}").into_bytes() };
    HandRecord {
        table,
        hand,
        game: game.to_owned(),
        at_ms: 1_000 * hand + table,
        players: players.iter().map(own).collect(),
        record: format!("hand {hand} at {table} ").repeat(20).into_bytes(),
        proof: Some(Secret::new(kept(table, hand))),
    }
}

/// What a hand's proofs are made again from: long enough to be kept in several parts.
fn kept(table: u64, hand: u64) -> Vec<u8> {
    format!("canary salts of {table} {hand} ").repeat(100 + hand as usize).into_bytes()
}

async fn kept_proof(store: &Store, table: u64, hand: u64) -> Option<Vec<u8>> {
    match store.proof(table, hand).await.unwrap() {
        Some(StoredProof::Kept(kept)) => Some(kept.expose().to_vec()),
        Some(StoredProof::Published(_)) => panic!("nothing is stored so any more"),
        None => None,
    }
}

/// Three tables of twenty hands each.
async fn play(store: &Store) {
    for number in 1..=3 {
        let epoch = store.claim(table(number)).await.unwrap().epoch;
        for hand in 0..20 {
            let game = if hand % 2 == 0 { "holdout" } else { "holdem" };
            let ended = record(number, hand, game, &[100 + number, 200 + hand % 3]);
            let events = vec![b"the hand ends".to_vec()];
            let append = Append { events, hand: Some(ended), ..Append::to(table(number), epoch, Version(hand)) };
            store.append(append).await.unwrap();
        }
    }
}

async fn found(store: &Store, query: HandQuery) -> Vec<(u64, u64)> {
    store.hands(&query).await.unwrap().iter().map(|hand| (hand.table, hand.hand)).collect()
}

pub(crate) async fn hands_are_found(rig: Rig) {
    let store = rig.open().await;
    play(&store).await;
    let all = || HandQuery { limit: 100, ..HandQuery::default() };
    assert_eq!(found(&store, all()).await.len(), 60);
    let of_table = found(&store, HandQuery { table: Some(2), ..all() }).await;
    assert_eq!(of_table, (0..20).rev().map(|hand| (2, hand)).collect::<Vec<_>>());
    let of_player = found(&store, HandQuery { player: Some(201), table: Some(3), ..all() }).await;
    assert_eq!(of_player, (0..20).rev().filter(|hand| hand % 3 == 1).map(|hand| (3, hand)).collect::<Vec<_>>());
    let of_game = found(&store, HandQuery { games: vec!["holdem".to_owned()], table: Some(1), ..all() }).await;
    assert_eq!(of_game.len(), 10);
    let of_games = vec!["holdem".to_owned(), "holdout".to_owned(), "whist".to_owned()];
    let some_tables = HandQuery { games: of_games, tables: Some(2..4), ..all() };
    let tables: Vec<u64> = found(&store, some_tables).await.into_iter().map(|(table, _)| table).collect();
    assert_eq!(tables, [[3; 20], [2; 20]].concat());
    let of_one = HandQuery { player: Some(201), games: vec!["holdout".to_owned()], tables: Some(1..2), ..all() };
    assert_eq!(found(&store, of_one).await, [(1, 16), (1, 10), (1, 4)]);
    assert_eq!(found(&store, HandQuery { games: vec!["whist".to_owned()], ..all() }).await, []);
    let of_time = HandQuery { from_ms: Some(5_000), until_ms: Some(7_000), ..all() };
    assert_eq!(found(&store, of_time).await, [(3, 6), (3, 5), (2, 6), (2, 5), (1, 6), (1, 5)]);
    // A page at a time.
    let (mut before, mut pages) = (None, Vec::new());
    loop {
        let page =
            store.hands(&HandQuery { before, limit: 7, player: Some(101), ..HandQuery::default() }).await.unwrap();
        let Some(last) = page.last() else { break };
        before = Some(last.id);
        pages.push(page.len());
    }
    assert_eq!(pages, [7, 7, 6]);
    let (hand, own) = store.hand(2, 5, None).await.unwrap();
    let expected = record(2, 5, "holdem", &[102, 202]);
    assert_eq!((hand.game, hand.at_ms, hand.record), (expected.game, expected.at_ms, expected.record));
    assert_eq!(own, None);
    assert_eq!(kept_proof(&store, 2, 5).await, Some(kept(2, 5)));
    assert!(matches!(store.hand(9, 9, None).await, Err(StoreError::Refused(Refusal::NotFound { .. }))));
}

pub(crate) async fn hands_of_one_write_keep_their_own_players_and_proofs(rig: Rig) {
    let store = rig.open().await;
    // More than go in one statement.
    const HANDS: u64 = 300;
    let epoch = store.claim(table(1)).await.unwrap().epoch;
    let append = |hand: u64| Append {
        events: vec![b"the hand ends".to_vec()],
        hand: Some(record(1, hand, "holdem", &[1_000 + hand])),
        ..Append::to(table(1), epoch, Version(hand))
    };
    store.append_all((0..HANDS).map(append).collect()).await.unwrap();
    for hand in [0, 1, 127, 255, 256, 257, HANDS - 1] {
        let query = HandQuery { player: Some(1_000 + hand), limit: 10, ..HandQuery::default() };
        assert_eq!(found(&store, query).await, [(1, hand)]);
        assert_eq!(kept_proof(&store, 1, hand).await, Some(kept(1, hand)));
    }
}

pub(crate) async fn own_cards_stay_ones_own(rig: Rig) {
    let store = rig.open().await;
    play(&store).await;
    let own = async |viewer| store.hand(2, 5, Some(viewer)).await.unwrap().1;
    assert_eq!(own(102).await, Some(b"canary cards of 102".to_vec()));
    assert_eq!(own(202).await, Some(b"canary cards of 202".to_vec()));
    assert_eq!(own(101).await, None);
    if rig.in_memory() || rig.address.starts_with("postgres") {
        return;
    }
    for file in std::fs::read_dir(std::path::Path::new(&rig.address).parent().unwrap()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(6).any(|window| window == b"canary"));
    }
}

pub(crate) async fn a_hand_is_recorded_once(rig: Rig) {
    let store = rig.open().await;
    let epoch = store.claim(table(1)).await.unwrap().epoch;
    let ended = || Some(record(1, 1, "holdem", &[1, 2]));
    let append = |version| Append {
        events: vec![b"e".to_vec()],
        hand: ended(),
        ..Append::to(table(1), epoch, Version(version))
    };
    store.append(append(0)).await.unwrap();
    // The same hand again breaks a rule of the schema; another table's write at the same time is not harmed.
    let other = store.claim(table(2)).await.unwrap();
    let good = Append { events: vec![b"f".to_vec()], ..Append::to(table(2), other.epoch, Version(0)) };
    let (again, good) = tokio::join!(store.append(append(1)), store.append(good));
    assert!(again.is_err());
    assert_eq!(good.unwrap(), Version(1));
    assert_eq!(store.load(table(1)).await.unwrap().version, Version(1));
    let all = HandQuery { limit: 10, ..HandQuery::default() };
    assert_eq!(store.hands(&all).await.unwrap().len(), 1);
}

pub(crate) async fn what_is_old_is_swept(rig: Rig) {
    let store = rig.open().await;
    play(&store).await;
    let epoch = store.claim(table(1)).await.unwrap().epoch;
    let snapshot = Some(b"state".to_vec());
    let answer = Some(CommandAnswer { account: 1, command: "x".to_owned(), answer: b"y".to_vec() });
    let append = Append { snapshot, answer, ..Append::to(table(1), epoch, Version(20)) };
    store.append(append).await.unwrap();
    assert_eq!(store.sweep(&Retention::default()).await.unwrap(), Swept::default());
    // Events that a snapshot covers can be read until they are swept.
    let last = |events: Vec<Vec<u8>>| events.into_iter().next_back();
    let before = store.events_before(table(1), Version(20), 100).await.unwrap();
    assert_eq!(before.len(), 20);
    let some = store.events_before(table(1), Version(19), 5).await.unwrap();
    assert_eq!(some, before[14..19]);
    let most = Retention { covered_events: Some(3), ..Retention::default() };
    assert_eq!(store.sweep(&most).await.unwrap(), Swept { appends: 17, ..Swept::default() });
    let left = store.events_before(table(1), Version(20), 100).await.unwrap();
    assert_eq!((left.len(), last(left)), (3, last(before)));
    let all = Retention { proofs_ms: Some(15_000), covered_events: Some(0), ..Retention::default() };
    let swept = store.sweep(&all).await.unwrap();
    assert_eq!(swept, Swept { answers: 0, proofs: 45, hands: 0, sessions: 0, appends: 3, streams: 0 });
    assert_eq!(kept_proof(&store, 1, 3).await, None);
    assert_eq!(kept_proof(&store, 1, 16).await, Some(kept(1, 16)));
    store.hand(1, 3, None).await.unwrap();
    let loaded = store.load(table(1)).await.unwrap();
    assert_eq!((loaded.version, loaded.damage, loaded.events.len()), (Version(20), None, 0));
    // Table 2 has no snapshot, so nothing of it went.
    assert_eq!(store.load(table(2)).await.unwrap().events.len(), 20);
    let everything = Retention { answers_ms: Some(1 << 50), hands_ms: Some(10_000), ..Retention::default() };
    let swept = store.sweep(&everything).await.unwrap();
    assert_eq!(swept, Swept { answers: 1, proofs: 0, hands: 30, sessions: 0, appends: 0, streams: 0 });
    assert_eq!(store.hands(&HandQuery { limit: 100, ..HandQuery::default() }).await.unwrap().len(), 30);
    assert_eq!(store.answer_to(1, "x").await.unwrap(), None);
    refusal(store.append(Append { events: vec![], ..Append::to(table(1), Epoch(1), Version(0)) }).await);
}

/// However much is old, whoever writes waits for a piece of it at most.
pub(crate) async fn writes_come_between_the_pieces_of_a_sweep(rig: Rig) {
    const HANDS: u64 = 1_000;
    let store = rig.open().await;
    let claim = store.claim(table(1)).await.unwrap();
    let mut version = claim.version;
    for hand in 1..=HANDS {
        let record = HandRecord {
            table: 1,
            hand,
            game: "holdem".to_owned(),
            at_ms: hand,
            players: vec![HandPlayer { account: 200, own: Vec::new() }, HandPlayer { account: 201, own: Vec::new() }],
            record: b"a record".to_vec(),
            proof: Some(Secret::new(b"a proof".to_vec())),
        };
        let append = Append { hand: Some(record), ..Append::to(table(1), claim.epoch, version) };
        version = store.append(append).await.unwrap();
    }
    let mut sweep = store.begin_sweep(Retention { hands_ms: Some(HANDS), ..Retention::default() });
    let (mut pieces, mut hands, mut proofs) = (0, 0, 0);
    while let Some(swept) = sweep.next().await.unwrap() {
        assert!(swept.hands <= 256 && swept.proofs <= 256, "{swept:?}");
        (pieces, hands, proofs) = (pieces + 1, hands + swept.hands, proofs + swept.proofs);
        let events = vec![b"between".to_vec()];
        let append = Append { events, ..Append::to(table(1), claim.epoch, version) };
        version = store.append(append).await.unwrap();
    }
    assert_eq!((pieces, hands, proofs), (8, HANDS - 1, HANDS - 1));
    let query = |player| HandQuery { player, limit: 9, ..HandQuery::default() };
    for player in [None, Some(200)] {
        let left = store.hands(&query(player)).await.unwrap();
        assert_eq!(left.iter().map(|found| found.hand).collect::<Vec<_>>(), [HANDS]);
    }
    assert_eq!(kept_proof(&store, 1, HANDS).await, Some(b"a proof".to_vec()));
    if !rig.in_memory() {
        assert_eq!(rig.number("SELECT COUNT(*) FROM hand_players").await, 2);
        assert_eq!(rig.number("SELECT COUNT(*) FROM proof_parts").await, 1);
    }
}

/// A room from before proofs were kept in parts: those it has are read, and go when their time is over.
pub(crate) async fn older_proofs_are_read(rig: Rig) {
    let store = rig.open().await;
    play(&store).await;
    if rig.in_memory() {
        return;
    }
    let (published, nothing) = if rig.address.starts_with("postgres") {
        (r"'\x00707562'::BYTEA", "''::BYTEA")
    } else {
        ("x'00707562'", "x''")
    };
    assert!(rig.tamper("DELETE FROM proof_parts").await > 60);
    let older = format!("INSERT INTO proofs (hand, proof, own) SELECT id, {published}, {nothing} FROM hands");
    assert_eq!(rig.tamper(&older).await, 60);
    let Some(StoredProof::Published(proof)) = store.proof(3, 18).await.unwrap() else { panic!("it was published") };
    assert_eq!((proof, store.own_proof(3, 18, 200).await.unwrap()), (b"pub".to_vec(), None));
    let swept = store.sweep(&Retention { proofs_ms: Some(15_000), ..Retention::default() }).await.unwrap();
    assert_eq!(swept.proofs, 45);
    assert!(store.proof(1, 3).await.unwrap().is_none() && store.proof(1, 16).await.unwrap().is_some());
}

pub(crate) async fn settings_are_kept(rig: Rig) {
    let store = rig.open().await;
    for (name, value) in [("chat", "on"), ("bots", "3"), ("chat", "off")] {
        store.set_setting(name, value).await.unwrap();
    }
    let settings = rig.open().await.settings().await.unwrap();
    assert_eq!(settings, [("bots".to_owned(), "3".to_owned()), ("chat".to_owned(), "off".to_owned())]);
}
