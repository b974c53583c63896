//! What is stored is damaged while nobody looks: the hand under way is void, every stack is what it was when it began, and
//! no chip is lost, not even with a table of which nothing can be read.

use cardroom_store::{Options, SealingKey, Store};
use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _};

use crate::support::{Client, Folder, Guest, Running, settings, sit_down};

const BUY_IN: u64 = 500;

/// A room with two at a table, in the middle of a hand that has bets in it; then it is gone.
async fn interrupted(folder: &Folder) -> (Vec<Guest>, u64, u64) {
    let server = Running::start(kept_in(folder)).await;
    let guests = vec![server.guest().await, server.guest().await];
    let table = guests[0].open_table(&server, "holdem", "no", &json!({})).await;
    let mut clients = Vec::new();
    for guest in &guests {
        let mut client = guest.connect().await;
        client.watch(table).await;
        client.sit(table, BUY_IN).await;
        clients.push(client);
    }
    let hand = bet(&mut clients, table).await;
    drop(clients);
    server.crash().await;
    (guests, table, hand)
}

pub(crate) fn kept_in(folder: &Folder) -> cardroom_server::Config {
    cardroom_server::Config { demo: false, data: folder.path().clone(), ..settings() }
}

/// Whoever is to act first raises; the hand's number.
async fn bet(clients: &mut [Client], table: u64) -> u64 {
    let mut hand = 0;
    loop {
        for client in clients.iter_mut() {
            let message = client.until("events").await;
            for event in message["events"].as_array().unwrap() {
                hand = if event["type"] == "hand_started" { event["hand"].as_u64().unwrap() } else { hand };
                if event["type"] == "turn" && !event["turn"]["legal"].is_null() {
                    let play = json!({ "type": "raise", "to": 120 });
                    let act = json!({ "type": "act", "hand": hand, "turn": event["turn"]["turn"], "play": play });
                    let answer = client.command(table, act).await;
                    assert!(answer["problem"].is_null(), "{answer}");
                    return hand;
                }
            }
        }
    }
}

pub(crate) async fn tamper(folder: &Folder, sql: &'static str) -> u64 {
    let address = format!("sqlite://{}", folder.path().join("cardroom.db").display());
    let pool = sqlx::SqlitePool::connect(&address).await.unwrap();
    let rows = sqlx::query(sql).execute(&pool).await.unwrap().rows_affected();
    pool.close().await;
    rows
}

/// The room opens again, and so do those who were there.
pub(crate) async fn reopened(folder: &Folder, guests: &[Guest]) -> (Running, Vec<Guest>) {
    let server = Running::start(kept_in(folder)).await;
    let back = |guest: &Guest| Guest { address: server.address, ..guest.clone() };
    let guests = guests.iter().map(back).collect();
    (server, guests)
}

/// The hand is void after this: everybody has what it began with, and the next hand has another number.
async fn the_hand_is_void_after(sql: &'static str, name: &str) {
    the_hand_is_void(name, async |folder| assert!(tamper(folder, sql).await > 0, "{sql}")).await;
}

async fn the_hand_is_void(name: &str, after: impl AsyncFnOnce(&Folder)) {
    let folder = Folder::new(name);
    let (guests, table, hand) = interrupted(&folder).await;
    after(&folder).await;
    let (server, guests) = reopened(&folder, &guests).await;
    let table = guests[0].connect().await.watch(table).await["snapshot"].take();
    let seats = table["seats"].as_array().unwrap_or_else(|| panic!("{table}"));
    for guest in &guests {
        let seat = seats.iter().find(|seat| seat["player"]["account"] == guest.account);
        // The next hand may have begun, with blinds in front of the players.
        let seated = seat.map_or(0, |seat| seat["stack"].as_u64().unwrap() + seat["bet"].as_u64().unwrap());
        // Who sat down in what was lost is up again, with its chips.
        assert!(seat.is_none() || seated == BUY_IN, "{table}");
        assert_eq!(guest.wallet().await + seated, settings().grant, "{table}");
    }
    let now = table["hand"]["hand"].as_u64();
    assert!(now.is_none_or(|now| now > hand), "hand {hand} was void: {table}");
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_lost_its_end_voids_the_hand() {
    the_hand_is_void_after("DELETE FROM log WHERE version = (SELECT MAX(version) FROM log)", "cut").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_was_changed_voids_the_hand() {
    the_hand_is_void_after("UPDATE log SET body = zeroblob(20)", "changed").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seeds_that_do_not_open_void_the_hand() {
    the_hand_is_void_after("UPDATE secrets SET sealed = zeroblob(600)", "seeds").await;
}

/// The room played it on after the backup: whoever saw how it ended must not play it again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_that_ran_in_a_backup_is_void_where_it_is_restored() {
    the_hand_is_void("restored", async |folder| {
        let (database, backup) = (folder.path().join("cardroom.db"), folder.path().join("room.backup"));
        let open = async || {
            let key = SealingKey::read(&folder.path().join("sealing.key")).unwrap();
            Store::open(database.to_str().unwrap(), key, Options::default()).await.unwrap()
        };
        let store = open().await;
        store.backup(&backup).await.unwrap();
        store.close().await;
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(folder.path().join(format!("cardroom.db{ending}")));
        }
        let store = open().await;
        store.restore(&backup).await.unwrap();
        store.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_cannot_be_read_gives_its_chips_back() {
    let folder = Folder::new("lost");
    let (guests, ..) = interrupted(&folder).await;
    assert!(tamper(&folder, "UPDATE snapshots SET body = zeroblob(20)").await > 0);
    let (server, guests) = reopened(&folder, &guests).await;
    for guest in guests {
        assert_eq!(guest.wallet().await, settings().grant);
    }
    server.crash().await;
}

/// The next event of this kind, and when it was told.
pub(crate) async fn told(client: &mut Client, kind: &str) -> (u64, Value) {
    loop {
        let message = client.until("events").await;
        let event = message["events"].as_array().unwrap().iter().find(|event| event["type"] == kind);
        if let Some(event) = event {
            return (message["time"].as_u64().unwrap(), event.clone());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_stand_still_while_the_store_is_away() {
    let folder = Folder::new("away");
    let server = Running::start(kept_in(&folder)).await;
    let (one, two) = (server.guest().await, server.guest().await);
    let table = one.open_table(&server, "holdem", "no", &json!({})).await;
    let (mut one, mut two) = sit_down(&one, &two, table, BUY_IN).await;
    let (_, started) = told(&mut one, "hand_started").await;
    let (_, turn) = told(&mut two, "turn").await;
    let (mut first, mut other) = if turn["turn"]["legal"].is_null() { (one, two) } else { (two, one) };

    let address = format!("sqlite://{}", folder.path().join("cardroom.db").display());
    let mut thief = sqlx::SqliteConnection::connect(&address).await.unwrap();
    thief.execute("BEGIN IMMEDIATE").await.unwrap();
    let act =
        json!({ "type": "act", "hand": started["hand"], "turn": turn["turn"]["turn"], "play": { "type": "call" } });
    first.say(&json!({ "type": "command", "id": "away", "table": table, "command": act })).await;
    let (stood_at, _) = told(&mut other, "paused").await;
    thief.execute("ROLLBACK").await.unwrap();
    told(&mut other, "resumed").await;

    assert!(first.answer_to("away").await["problem"].is_null());
    let (_, event) = told(&mut other, "turn").await;
    let turn = &event["turn"];
    assert!(turn["deadline"].as_u64().unwrap() >= stood_at + turn["clock_ms"].as_u64().unwrap(), "{turn}, {stood_at}");
    server.crash().await;
}
