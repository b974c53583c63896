//! Several processes and one database: the same chips are never spent twice, an older owner is fenced; and PostgreSQL
//! goes away and comes back under load.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::support::postgres::Postgres;
use crate::support::rig::{Rig, gift, patient, refusal, seat, table};
use cardroom_store::*;

const RIVAL: &str = "CARDROOM_STORE_RIVAL";

/// Tries to bring all of a wallet's chips to its own table, again and again, while others do the same.
async fn spend(rival: &str) {
    let (address, number) = rival.split_once('|').unwrap();
    let number = number.parse::<u64>().unwrap();
    let store = Store::open(address, SealingKey::from_bytes([42; 32]), patient()).await.unwrap();
    let claim = store.claim(table(number)).await.unwrap();
    let mut version = claim.version;
    for round in 0..40 {
        let to = seat(number, 1);
        let bring =
            LedgerEntry::transfer(format!("{number} brings {round}"), 1, "buy-in", LedgerAccount::Wallet(1), to, 700);
        let events = vec![format!("round {round}").into_bytes()];
        let append = Append { events, entries: vec![bring], ..Append::to(table(number), claim.epoch, version) };
        match store.append(append).await {
            Ok(after) => {
                version = after;
                // Both sides were never rich at once: what is here is not in the wallet.
                assert_eq!(store.balance(to).await.unwrap(), 700);
                let back = LedgerEntry::transfer(
                    format!("{number} returns {round}"),
                    1,
                    "leave",
                    to,
                    LedgerAccount::Wallet(1),
                    700,
                );
                store.post(vec![back]).await.unwrap();
                println!("brought");
            }
            refused => assert!(matches!(refusal(refused), Refusal::Insufficient { .. })),
        }
    }
    store.close().await;
}

async fn rivals_never_spend_twice(test: &str, rig: &Rig) {
    let store = rig.open().await;
    store.post(vec![gift("gift", 1, 1_000)]).await.unwrap();
    let start = |number: u64| {
        let role = format!("{}|{number}", rig.address);
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", test, "--nocapture"]).env(RIVAL, role);
        command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap()
    };
    let rivals = (1..=3).map(start).collect::<Vec<_>>();
    let mut brought = 0;
    for rival in rivals {
        let said = rival.wait_with_output().unwrap();
        assert!(said.status.success());
        brought += String::from_utf8_lossy(&said.stdout).matches("brought").count();
    }
    assert!(brought > 0);
    assert_eq!(store.balance(LedgerAccount::Wallet(1)).await.unwrap(), 1_000);
    assert_eq!(store.audit().await.unwrap().issued, 1_000);
    // An owner in another process is fenced as soon as somebody else claims.
    let claim = store.claim(table(1)).await.unwrap();
    let late =
        Append { events: vec![b"late".to_vec()], ..Append::to(table(1), Epoch(claim.epoch.0 - 1), claim.version) };
    assert!(matches!(refusal(store.append(late).await), Refusal::Fenced { .. }));
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_processes_share_a_wallet_on_sqlite() {
    if let Ok(rival) = std::env::var(RIVAL) {
        return spend(&rival).await;
    }
    rivals_never_spend_twice("rivals::three_processes_share_a_wallet_on_sqlite", &Rig::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_processes_share_a_wallet_on_postgres() {
    if let Ok(rival) = std::env::var(RIVAL) {
        return spend(&rival).await;
    }
    let server = Postgres::start();
    rivals_never_spend_twice("rivals::three_processes_share_a_wallet_on_postgres", &Rig::postgres(&server, "rivals"))
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_may_restart_under_load() {
    const TABLES: u64 = 20;
    let mut server = Postgres::start();
    let rig = Rig::postgres(&server, "restarts");
    let options = Options { patience: Duration::from_millis(500), ..Options::default() };
    let store = rig.open_with(options).await.unwrap();
    let claims = store.claim_all((0..TABLES).map(table).collect()).await.unwrap();
    let over = Arc::new(AtomicBool::new(false));
    let tables = claims.into_iter().map(|claim| {
        let (store, over) = (store.clone(), over.clone());
        tokio::spawn(async move {
            let (mut version, mut away) = (claim.version, 0_u64);
            while !over.load(Ordering::Relaxed) {
                let events = vec![format!("event {}", version.0 + 1).into_bytes()];
                let entries = vec![gift(&format!("{} {}", claim.stream, version.0), claim.stream.number(), 1)];
                let append = Append { events, entries, ..Append::to(claim.stream, claim.epoch, version) };
                match store.append(append).await {
                    Ok(after) => version = after,
                    // Whatever the store could not do it has not done: the same again.
                    Err(StoreError::Unavailable { .. }) => away += 1,
                    Err(error) => panic!("{}: {error}", claim.stream),
                }
            }
            (claim.stream, version, away)
        })
    });
    let tables = tables.collect::<Vec<_>>();
    let mut health = store.health();
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_millis(300)).await;
        server.kill();
        // The store says so.
        health.wait_for(|health| *health == Health::Down).await.unwrap();
        server.resume();
        health.wait_for(|health| *health == Health::Up).await.unwrap();
    }
    // Nor has it lost its hold on the room: whoever wants that for itself is refused as before.
    let alone = Options { patience: Duration::from_millis(500), alone: true, ..Options::default() };
    let refused = rig.open_with(alone).await.err().map_or_else(String::new, |error| error.to_string());
    assert!(refused.contains("a server has it open"), "{refused}");
    tokio::time::sleep(Duration::from_millis(300)).await;
    over.store(true, Ordering::Relaxed);
    let (mut events, mut troubled) = (0, 0);
    for table in tables {
        let (stream, version, away) = table.await.unwrap();
        let loaded = store.load(stream).await.unwrap();
        assert_eq!((loaded.version, &loaded.damage), (version, &None), "{stream}");
        for (version, event) in &loaded.events {
            assert_eq!(*event, format!("event {version}").into_bytes());
        }
        assert_eq!(
            store.balance(LedgerAccount::Wallet(stream.number())).await.unwrap(),
            i64::try_from(version.0).unwrap()
        );
        events += version.0;
        troubled += away;
    }
    assert!(events > 0 && troubled > 0, "{events} events, {troubled} times unavailable");
    assert_eq!(store.audit().await.unwrap().issued, i64::try_from(events).unwrap());
}

/// A machine that loses power within a transaction doesn't hang up: the server gives its transaction up by itself, and
/// whoever takes its tables over waits for that and no longer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_taken_over_from_a_writer_that_stands_still() {
    let server = Postgres::start();
    let rig = Rig::postgres(&server, "still");
    let (stands, goes_on) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let watcher: Watcher = {
        let (stands, goes_on) = (stands.clone(), goes_on.clone());
        Arc::new(move |step| {
            while step == Step::Written && stands.load(Ordering::Relaxed) && !goes_on.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(10));
            }
        })
    };
    let lost = rig.open_with(Options { watcher: Some(watcher), ..patient() }).await.unwrap();
    let claim = lost.claim(table(1)).await.unwrap();
    stands.store(true, Ordering::Relaxed);
    let event = Append { events: vec![b"lost".to_vec()], ..Append::to(table(1), claim.epoch, Version(0)) };
    let append = tokio::spawn({
        let (lost, event) = (lost.clone(), event.clone());
        async move { lost.append(event).await }
    });
    let heir = rig.open().await;
    // The row is held before it is asked for.
    let held = "SELECT COUNT(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE '%writers%'";
    while rig.number(held).await == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let taken = heir.claim(table(1)).await.unwrap();
    assert_eq!((taken.epoch, taken.version), (Epoch(2), Version(0)));
    goes_on.store(true, Ordering::Relaxed);
    assert!(matches!(append.await.unwrap(), Err(StoreError::Unavailable { .. })));
    assert!(matches!(refusal(lost.append(event).await), Refusal::Fenced { .. }));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_cannot_hold_every_name_is_refused() {
    let server = Postgres::start();
    server.run_sql("CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
    let refused = Store::open(&server.address("latin"), SealingKey::fresh(), patient()).await;
    let refused = refused.err().map_or_else(String::new, |error| error.to_string());
    assert!(refused.contains("the database is in LATIN1"), "{refused}");
}
