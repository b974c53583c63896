//! The store is away while a tournament runs: nobody can play, the level stands still as the tables' clocks do, everybody is
//! told, and what was ordered is done when the store is back.

use std::time::Duration;

use serde_json::json;
use sqlx::{Connection as _, Executor as _, SqliteConnection};

use crate::damage::{kept_in, tamper, told};
use crate::support::{Client, Folder, Guest, Running, settings};
use crate::tournament_chains::{all_play, hold, is_first_turn, is_over};

/// Keeps the store from writing until it rolls back.
async fn thief(folder: &Folder) -> SqliteConnection {
    let address = format!("sqlite://{}", folder.path().join("cardroom.db").display());
    let mut thief = SqliteConnection::connect(&address).await.unwrap();
    thief.execute("BEGIN IMMEDIATE").await.unwrap();
    thief
}

async fn level_ends(guest: &Guest, tournament: u64) -> Option<u64> {
    guest.ask("GET", &format!("/api/v1/tournaments/{tournament}"), None).await.1["next_level_at"].as_u64()
}

/// From here on no new table can be stored, though everything else can.
async fn refuse_tables(folder: &Folder) {
    let refuse = "CREATE TRIGGER away BEFORE INSERT ON streams
        WHEN NEW.stream >> 56 = 1 AND NOT EXISTS (SELECT 1 FROM streams WHERE stream = NEW.stream)
        BEGIN SELECT RAISE(ABORT, 'no new table'); END";
    tamper(folder, refuse).await;
}

async fn take_tables_again(folder: &Folder) {
    tamper(folder, "DROP TRIGGER away").await;
}

/// The server's time.
async fn time(client: &mut Client) -> u64 {
    client.say(&json!({ "type": "ping", "echo": 1 })).await;
    client.until("pong").await["time"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_level_stands_still_while_its_tables_wait_for_the_store() {
    let folder = Folder::new("level-tables");
    let server = Running::start(kept_in(&folder)).await;
    let (entrants, tournament) = hold(&server, 2, 480).await;
    let entrants = all_play(entrants, is_first_turn).await;
    let table = *entrants[0].watched.first().unwrap();
    let mut clients = Vec::new();
    for entrant in &entrants {
        let mut client = entrant.guest.connect().await;
        let hand = client.watch(table).await["snapshot"]["hand"].take();
        clients.push((client, hand));
    }
    let (first, hand) = clients.iter_mut().find(|(_, hand)| hand["turn"]["legal"].is_object()).unwrap();
    let before = level_ends(&entrants[0].guest, tournament).await.unwrap();
    first.say(&json!({ "type": "watch_tournament", "tournament": tournament, "on": true })).await;
    first.until("tournament").await;

    let mut thief = thief(&folder).await;
    let act = json!({ "type": "act", "hand": hand["hand"], "turn": hand["turn"]["turn"], "play": { "type": "call" } });
    first.say(&json!({ "type": "command", "id": "away", "table": table, "command": act })).await;
    let (paused_at, _) = told(first, "paused").await;
    thief.execute("ROLLBACK").await.unwrap();
    let (resumed_at, _) = told(first, "resumed").await;
    let after = first.until("tournament").await["next_level_at"].as_u64().unwrap();
    assert!(after - before >= resumed_at - paused_at, "{before}, {after}; {paused_at}, {resumed_at}");
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_level_begins_when_it_is_stored() {
    const LEVEL_MS: u64 = 5_000;
    let folder = Folder::new("level-own");
    let server = Running::start(kept_in(&folder)).await;
    let (entrants, tournament) = hold(&server, 2, LEVEL_MS / 1000).await;
    let entrants = all_play(entrants, is_first_turn).await;
    let guest = &entrants[0].guest;
    let (mut client, mut clock) = (guest.connect().await, guest.connect().await);

    let mut thief = thief(&folder).await;
    client.say(&json!({ "type": "watch_tournament", "tournament": tournament, "on": true })).await;
    let before = client.until("tournament").await;
    let due_at = before["next_level_at"].as_u64().unwrap();
    // However quick the room is, the next level waits this long for the store.
    let mut away_until = 0;
    while away_until < due_at + 3_000 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        away_until = time(&mut clock).await;
    }
    thief.execute("ROLLBACK").await.unwrap();
    let mut after = client.until("tournament").await;
    while after["level"] == before["level"] {
        after = client.until("tournament").await;
    }
    assert_eq!(after["level"].as_u64(), before["level"].as_u64().map(|level| level + 1));
    // What is shorter than a second isn't counted.
    let ends_at = after["next_level_at"].as_u64().unwrap();
    assert!(ends_at + 1_000 >= away_until + LEVEL_MS, "{ends_at}, {away_until}");
    server.crash().await;
}

/// The start is in the tournament's log, and then its table can't be stored.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_table_is_opened_when_the_store_is_back() {
    let folder = Folder::new("first-table");
    let server = Running::start(kept_in(&folder)).await;
    let guest = server.guest().await;
    refuse_tables(&folder).await;
    let back = async {
        let mut client = guest.connect().await;
        let mut seen = json!(null);
        while seen["saving"] != true {
            client.say(&json!({ "type": "watch_tournament", "tournament": 1, "on": true })).await;
            let message = client.hear().await;
            match message["type"].as_str() {
                Some("tournament") => seen = message,
                // It isn't held yet.
                _ => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
        assert_eq!(seen["tables"], json!([]), "nobody is sent to a table that isn't there");
        take_tables_again(&folder).await;
    };
    let ((entrants, _), ()) = tokio::join!(hold(&server, 2, 480), back);
    let mut chips = 0;
    for entrant in all_play(entrants, is_over).await {
        entrant.added_to_every_hand().await;
        chips += entrant.guest.wallet().await;
    }
    assert_eq!(chips, 2 * settings().grant);
    server.stop().await;
}

/// The last two are to be moved to the final table, which can't be stored: those at the tables they come from are told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_final_table_is_opened_when_the_store_is_back() {
    let folder = Folder::new("final-table");
    let server = Running::start(kept_in(&folder)).await;
    let (entrants, tournament) = hold(&server, 4, 480).await;
    let entrants = all_play(entrants, is_first_turn).await;
    refuse_tables(&folder).await;
    let table = *entrants[0].watched.first().unwrap();
    let mut spectator = server.guest().await.connect().await;
    spectator.watch(table).await;
    let mut late = server.guest().await.connect().await;
    let back = async {
        told(&mut spectator, "paused").await;
        assert!(late.watch(table).await["snapshot"]["paused"].is_string(), "who comes now is told as well");
        take_tables_again(&folder).await;
        told(&mut spectator, "resumed").await;
    };
    let mut again = Vec::new();
    for entrant in entrants {
        again.push(entrant.come_back(server.address, tournament).await);
    }
    let (entrants, ()) = tokio::join!(all_play(again, is_over), back);
    let mut chips = 0;
    for entrant in &entrants {
        chips += entrant.guest.wallet().await;
    }
    assert_eq!(chips, 4 * settings().grant);
    server.stop().await;
}
