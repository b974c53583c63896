//! Secrets: kept while the hand is under way, told from damage, gone afterwards, never in clear.

use std::fs;

use cardroom_store::*;

use crate::support::rig::{Rig, refusal, table};

const SEEDS: &[u8] = b"sixteen seeds that nobody may ever read in a copied file";

fn keep(hand: u64, bytes: &[u8]) -> Vec<SecretChange> {
    vec![SecretChange::Keep { hand, secret: Secret::new(bytes.to_vec()) }]
}

fn opened(loaded: &Loaded) -> Vec<(u64, Option<Vec<u8>>)> {
    let open = |kept: &HandSecret| (kept.hand, kept.secret.as_ref().ok().map(|secret| secret.expose().to_vec()));
    loaded.secrets.iter().map(open).collect()
}

pub(crate) async fn seeds_are_kept_until_erased(rig: Rig) {
    let store = rig.open().await;
    let epoch = store.claim(table(1)).await.unwrap().epoch;
    let append = |version, secrets| Append {
        events: vec![b"a hand".to_vec()],
        secrets,
        ..Append::to(table(1), epoch, Version(version))
    };
    store.append(append(0, keep(12, SEEDS))).await.unwrap();
    let loaded = rig.open().await.load(table(1)).await.unwrap();
    assert_eq!(opened(&loaded), [(12, Some(SEEDS.to_vec()))]);
    // A refused write erases nothing.
    refusal(store.append(append(7, vec![SecretChange::Erase { hand: 12 }])).await);
    assert_eq!(opened(&store.load(table(1)).await.unwrap()).len(), 1);
    store.append(append(1, vec![SecretChange::Erase { hand: 12 }])).await.unwrap();
    assert_eq!(opened(&store.load(table(1)).await.unwrap()), []);
    // Kept, replaced and erased within one write.
    store.append_all(vec![append(2, keep(13, b"old")), append(3, keep(13, b"new"))]).await.unwrap();
    assert_eq!(opened(&store.load(table(1)).await.unwrap()), [(13, Some(b"new".to_vec()))]);
    let erase = vec![SecretChange::Erase { hand: 14 }];
    store.append_all(vec![append(4, keep(14, b"short-lived")), append(5, erase)]).await.unwrap();
    assert_eq!(opened(&store.load(table(1)).await.unwrap()).len(), 1);
    // One hand's erased and the next one's kept at once.
    let next = [vec![SecretChange::Erase { hand: 13 }], keep(15, b"next")].concat();
    store.append(append(6, next)).await.unwrap();
    assert_eq!(opened(&store.load(table(1)).await.unwrap()), [(15, Some(b"next".to_vec()))]);
}

pub(crate) async fn damaged_seeds_are_told(rig: Rig) {
    if rig.in_memory() {
        return;
    }
    let store = rig.open().await;
    for number in [1, 2, 3] {
        let epoch = store.claim(table(number)).await.unwrap().epoch;
        let to = Append::to(table(number), epoch, Version(0));
        store.append(Append { events: vec![b"a hand".to_vec()], secrets: keep(1, SEEDS), ..to }).await.unwrap();
    }
    let key = |number: i64| (1_i64 << 56) + number;
    let zero = if rig.address.starts_with("postgres") { "'\\x0000'::bytea" } else { "x'0000'" };
    rig.tamper(&format!("UPDATE secrets SET sealed = {zero} WHERE stream = {}", key(1))).await;
    // Moved to another hand.
    rig.tamper(&format!("UPDATE secrets SET hand = 2 WHERE stream = {}", key(2))).await;
    for (number, expected) in [(1, (1, None)), (2, (2, None)), (3, (1, Some(SEEDS.to_vec())))] {
        let loaded = store.load(table(number)).await.unwrap();
        assert_eq!(opened(&loaded), [expected]);
        // The log itself is well: the room can void the hand and go on.
        assert_eq!((loaded.damage, loaded.events.len()), (None, 1));
    }
}

pub(crate) async fn another_key_is_refused(rig: Rig) {
    if rig.in_memory() {
        return;
    }
    rig.open().await.close().await;
    let wrong = Store::open(&rig.address, SealingKey::from_bytes([1; 32]), Options::default()).await;
    assert!(matches!(wrong, Err(StoreError::Unusable { .. })));
    rig.open().await.close().await;
}

pub(crate) async fn nothing_secret_lies_open(rig: Rig) {
    let store = rig.open().await;
    let epoch = store.claim(table(1)).await.unwrap().epoch;
    let to = Append::to(table(1), epoch, Version(0));
    let card = store.sealer().seal(Place { stream: table(1), hand: 1, owner: 101 }, b"canary-As-Kd").unwrap();
    store.append(Append { events: vec![card], secrets: keep(1, SEEDS), ..to }).await.unwrap();
    if rig.in_memory() || rig.address.starts_with("postgres") {
        return;
    }
    // The database and its write-ahead log, byte by byte.
    let mut scanned = 0;
    for file in fs::read_dir(std::path::Path::new(&rig.address).parent().unwrap()).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        scanned += bytes.len();
        for canary in [SEEDS, b"canary-As-Kd"] {
            assert!(!bytes.windows(canary.len()).any(|window| window == canary));
        }
    }
    assert!(scanned > 10_000, "only {scanned} bytes were looked at");
}
