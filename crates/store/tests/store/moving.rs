//! A room moves: into a file and back, from SQLite to PostgreSQL and the other way. What is not whole is refused.

use std::fs;

use crate::support::Folder;
use crate::support::postgres::Postgres;
use crate::support::rig::{Rig, gift, refusal, table};
use cardroom_store::*;
use sha2::{Digest as _, Sha256};

/// The seeds of a running hand in a room that was restored, and in one that has moved.
const VOID: &[&[u8]] = &[];
const GO_ON: &[&[u8]] = &[b"seeds"];

/// Something of everything.
async fn furnish(store: &Store) {
    let id = store.create_account("Ada", 5).await.unwrap();
    let owner = Ownership { password: "hash", token: &[1; 32], agent: "Firefox", now_ms: 10 };
    store.claim_name(id, "Ada", "ada", Some(owner)).await.unwrap();
    store.create_account("Guest", 6).await.unwrap();
    store.set_codes(Right::Password("hash"), id, &[vec![5; 32]]).await.unwrap();
    store.note_operation("credit of chips", 1).await.unwrap();
    store.set_setting("chat", "off").await.unwrap();
    store.set_fact("colour", b"green".to_vec()).await.unwrap();
    store.post(vec![gift("gift", id, 500)]).await.unwrap();
    for number in 0..300 {
        let epoch = store.claim(table(number)).await.unwrap().epoch;
        let hand = HandRecord {
            table: number,
            hand: 1,
            game: "holdem".to_owned(),
            at_ms: 7,
            players: vec![HandPlayer { account: id, own: b"As Kd".to_vec() }],
            record: b"a record".repeat(9),
            proof: Some(Secret::new(b"a proof".repeat(300))),
        };
        let append = Append {
            events: vec![b"one".to_vec(), b"two".to_vec()],
            hand: Some(hand),
            snapshot: Some(b"state".to_vec()),
            secrets: vec![SecretChange::Keep { hand: 2, secret: Secret::new(b"seeds".to_vec()) }],
            answer: Some(CommandAnswer { account: id, command: format!("c{number}"), answer: b"yes".to_vec() }),
            ..Append::to(table(number), epoch, Version(0))
        };
        store.append(append).await.unwrap();
        for (version, event) in [(2, b"three".to_vec()), (3, b"four".to_vec())] {
            let append = Append { events: vec![event], ..Append::to(table(number), epoch, Version(version)) };
            store.append(append).await.unwrap();
        }
    }
}

/// What `furnish` left is here, and the room goes on: with the seeds of its hands, if it has moved.
async fn looks_furnished(store: &Store, seeds: &[&[u8]]) {
    let ada = store.account_called("ada").await.unwrap().unwrap();
    assert_eq!(ada.password.as_deref(), Some("hash"));
    assert_eq!(store.session(&[1; 32]).await.unwrap().unwrap().account, ada.id);
    assert_eq!(store.balance(LedgerAccount::Wallet(ada.id)).await.unwrap(), 500);
    assert_eq!(store.audit().await.unwrap().issued, 500);
    assert_eq!(store.settings().await.unwrap(), [("chat".to_owned(), "off".to_owned())]);
    assert_eq!(store.operations(None, 9).await.unwrap().len(), 1);
    assert_eq!(store.streams(StreamKind::Table).await.unwrap().len(), 300);
    let loaded = store.load(table(299)).await.unwrap();
    assert_eq!((loaded.version, loaded.damage), (Version(4), None));
    assert_eq!(loaded.events, [(Version(3), b"three".to_vec()), (Version(4), b"four".to_vec())]);
    let kept: Vec<_> = loaded.secrets.iter().map(|kept| kept.secret.as_ref().unwrap().expose()).collect();
    assert_eq!(kept, seeds);
    assert_eq!(store.fact("colour", Vec::new()).await.unwrap(), b"green");
    assert_eq!(store.hand(17, 1, Some(ada.id)).await.unwrap().1, Some(b"As Kd".to_vec()));
    let proof = store.proof(17, 1).await.unwrap();
    assert!(matches!(proof, Some(StoredProof::Kept(kept)) if kept.expose() == b"a proof".repeat(300)));
    assert_eq!(store.answer_to(ada.id, "c17").await.unwrap(), Some(b"yes".to_vec()));
    assert!(store.use_code(ada.id, &[5; 32]).await.unwrap());
    // New things get new numbers, and old owners are still fenced.
    let new = store.create_account("New", 9).await.unwrap();
    assert!(new > ada.id + 1);
    store.post(vec![gift("another", new, 1)]).await.unwrap();
    let claim = store.claim(table(0)).await.unwrap();
    assert_eq!((claim.epoch, claim.version), (Epoch(2), Version(4)));
    refusal(store.append(Append { events: vec![b"x".to_vec()], ..Append::to(table(0), Epoch(1), Version(4)) }).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_comes_back_and_a_damaged_one_does_not() {
    let (folder, rig) = (Folder::on_disk(), Rig::sqlite());
    let path = folder.path().join("room.backup");
    let store = rig.open().await;
    furnish(&store).await;
    let written = store.backup(&path).await.unwrap().counts;
    assert_eq!(written.bytes, fs::metadata(&path).unwrap().len());
    let bytes = fs::read(&path).unwrap();
    assert!(!bytes.windows(5).any(|window| window == b"seeds" || window == b"As Kd"));

    let again = Rig::sqlite();
    let restored = again.open().await;
    assert_eq!(restored.restore(&path).await.unwrap(), written);
    looks_furnished(&restored, VOID).await;
    // Nor is the sealed seed of a hand that ran in the file: it would lie there for as long as the file does.
    let sealed = rig.bytes("SELECT sealed FROM secrets").await;
    assert_eq!(sealed.len(), 300);
    assert!(sealed.iter().all(|sealed| !bytes.windows(sealed.len()).any(|window| window == sealed)));
    assert_eq!(again.number("SELECT COUNT(*) FROM secrets").await, 0);
    // Only an empty room is filled.
    assert!(matches!(restored.restore(&path).await, Err(StoreError::Unusable { .. })));

    let empty = Rig::sqlite();
    let target = empty.open().await;
    let broken = folder.path().join("broken");
    for cut in [0, 10, 17, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&broken, &bytes[..cut]).unwrap();
        assert!(
            matches!(target.restore(&broken).await, Err(StoreError::Damaged(Damage::Backup { .. }))),
            "cut at {cut}"
        );
    }
    for place in (0..bytes.len()).step_by(bytes.len() / 40) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x20;
        fs::write(&broken, &changed).unwrap();
        let refused = target.restore(&broken).await;
        assert!(matches!(refused, Err(StoreError::Damaged(Damage::Backup { .. }))), "byte {place}: {refused:?}");
    }
    fs::write(&broken, [&bytes[..], b"!"].concat()).unwrap();
    let longer = target.restore(&broken).await;
    assert!(matches!(longer, Err(StoreError::Damaged(Damage::Backup { .. }))), "{longer:?}");
    // After all that it is still empty, and takes the whole one.
    target.restore(&path).await.unwrap();
    looks_furnished(&target, VOID).await;

    let other_key = Rig::sqlite();
    let stranger = Store::open(&other_key.address, SealingKey::from_bytes([3; 32]), Options::default()).await.unwrap();
    assert!(matches!(stranger.restore(&path).await, Err(StoreError::Unusable { .. })));
}

/// Whoever changes the chips in a file can make its digest fit as well: the ledger is added up before it counts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_whose_chips_do_not_add_up_leaves_the_room_empty() {
    let (folder, rig, again) = (Folder::on_disk(), Rig::sqlite(), Rig::sqlite());
    let (path, other) = (folder.path().join("room.backup"), folder.path().join("other.backup"));
    let store = rig.open().await;
    furnish(&store).await;
    store.backup(&other).await.unwrap();
    assert_eq!(rig.tamper("UPDATE ledger_accounts SET balance = 9000000 WHERE account LIKE 'wallet/%'").await, 1);
    store.backup(&path).await.unwrap();
    let target = again.open().await;
    let richer = target.restore(&path).await;
    assert!(matches!(richer, Err(StoreError::Damaged(Damage::Ledger { .. }))), "{richer:?}");
    assert_eq!(again.number("SELECT COUNT(*) FROM accounts").await, 0);
    target.restore(&other).await.unwrap();
    looks_furnished(&target, VOID).await;
}

/// A file that is there stays as it is, and so does what a link leads to.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_drafted_in_a_file_of_its_own() {
    let (folder, rig) = (Folder::on_disk(), Rig::sqlite());
    let (path, draft) = (folder.path().join("room.backup"), folder.path().join("room.backup.partial"));
    let precious = folder.path().join("room.partial");
    fs::write(&precious, "mine").unwrap();
    std::os::unix::fs::symlink(&precious, &draft).unwrap();
    let store = rig.open().await;
    assert!(matches!(store.backup(&path).await, Err(StoreError::Unusable { .. })));
    assert_eq!(fs::read_to_string(&precious).unwrap(), "mine");
    fs::remove_file(&draft).unwrap();
    store.backup(&path).await.unwrap();
    assert!(!draft.exists());
    assert_eq!(fs::read_to_string(&precious).unwrap(), "mine");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_moves_to_postgres_and_back() {
    let (folder, server, rig) = (Folder::on_disk(), Postgres::start(), Rig::sqlite());
    let via = folder.path().join("moving");
    let sqlite = rig.open().await;
    furnish(&sqlite).await;
    let postgres = Rig::postgres(&server, "moved").open().await;
    let there = sqlite.copy_to(&postgres, &via).await.unwrap();
    assert!(!via.exists());
    let last = Rig::sqlite();
    let back = last.open().await;
    let back_again = postgres.copy_to(&back, &via).await.unwrap();
    assert_eq!(there, back_again);
    looks_furnished(&postgres, GO_ON).await;
    looks_furnished(&back, GO_ON).await;
}

/// A backup made before there were parts of proofs: the same, without their table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_backup_is_read() {
    let (folder, rig, again) = (Folder::on_disk(), Rig::sqlite(), Rig::sqlite());
    let path = folder.path().join("room.backup");
    let store = rig.open().await;
    furnish(&store).await;
    assert!(rig.tamper("DELETE FROM proof_parts").await > 300);
    store.backup(&path).await.unwrap();
    let bytes = fs::read(&path).unwrap();
    // Of the table of parts only its end is left, one byte before the digest.
    let mut older = [b"cardroom backup1", &bytes[16..bytes.len() - 33]].concat();
    older.extend(Sha256::digest(&older));
    fs::write(&path, older).unwrap();
    again.open().await.restore(&path).await.unwrap();
    let found = again.open().await.hand(17, 1, None).await.unwrap().0;
    assert_eq!(found.record, b"a record".repeat(9));
}
