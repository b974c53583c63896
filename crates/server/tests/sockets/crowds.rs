//! One stranger who comes as many guests, and leaves no room for others.

use std::time::Duration;

use cardroom_server::Config;
use serde_json::{Value, json};

use crate::support::{Guest, PATIENCE, Running, settings};

fn table() -> Value {
    json!({ "spread": { "game": "holdem", "limit": "no", "min_bet": 10 } })
}

fn sit_and_go(name: &str) -> Value {
    json!({ "name": name, "spread": table()["spread"], "kind": "sit_and_go", "entry": 0, "most": 9 })
}

/// Guests cost nothing, so what each of them may open is counted by their address, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_guests_from_one_address_open_only_so_many_tables() {
    let server = Running::start(Config { tables_per_account: 2, tables_per_address: 3, ..settings() }).await;
    let (ann, eve) = (server.guest().await, server.guest().await);
    let first = ann.open_table(&server, "holdem", "no", &json!({})).await;
    ann.open_table(&server, "holdem", "no", &json!({})).await;
    assert_eq!(eve.ask("POST", "/api/v1/tournaments", Some(&sit_and_go("One"))).await.0, 200);
    for (path, wanted) in [("/api/v1/tables", table()), ("/api/v1/tournaments", sit_and_go("Two"))] {
        let (status, problem) = eve.ask("POST", path, Some(&wanted)).await;
        assert_eq!((status, problem["code"].as_str()), (429, Some("too_many")), "{path}: {problem}");
    }
    let mut client = ann.connect().await;
    client.watch(first).await;
    let answer = client.command(first, json!({ "type": "close" })).await;
    assert!(answer["problem"].is_null(), "{answer}");
    let opens = async { while eve.ask("POST", "/api/v1/tables", Some(&table())).await.0 != 200 {} };
    assert!(tokio::time::timeout(PATIENCE, opens).await.is_ok(), "a table that is gone makes room for another");
    server.crash().await;
}

/// The house knows its tournaments by their names: whoever took one kept the house from holding its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_holds_a_tournament_under_the_name_of_one_of_the_houses() {
    let server = Running::start(settings()).await;
    let eve = server.guest().await;
    for name in ["The hourly Hold-Out", "THE HOURLY HOLD OUT", "Hold'em sit-and-go", "HoId'em  sit and go"] {
        let (status, problem) = eve.ask("POST", "/api/v1/tournaments", Some(&sit_and_go(name))).await;
        assert_eq!((status, problem["code"].as_str()), (409, Some("illegal")), "{name}: {problem}");
    }
    assert_eq!(eve.ask("POST", "/api/v1/tournaments", Some(&sit_and_go("Eve's sit-and-go"))).await.0, 200);
    server.crash().await;
}

/// Blinds that never rise take no chips from those who are away: they would be dealt in for ever.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_level_has_an_end_that_somebody_lives_to_see() {
    let server = Running::start(settings()).await;
    let eve = server.guest().await;
    for (level, status) in [(7_200, 200), (7_201, 409)] {
        let mut wanted = sit_and_go("Long");
        wanted["level"] = json!(level);
        let (answered, problem) = eve.ask("POST", "/api/v1/tournaments", Some(&wanted)).await;
        assert_eq!(answered, status, "{problem}");
    }
    server.crash().await;
}

/// A sit-and-go starts when it is full, so one that nobody enters would be there for ever.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sit_and_go_that_nobody_enters_is_called_off() {
    let server = Running::start(Config { idle_minutes: 0, ..settings() }).await;
    let eve = server.guest().await;
    let (status, held) = eve.ask("POST", "/api/v1/tournaments", Some(&sit_and_go("Never"))).await;
    assert_eq!(status, 200, "{held}");
    let phase = async |guest: &Guest| {
        let path = format!("/api/v1/tournaments/{}", held["tournament"]);
        guest.ask("GET", &path, None).await.1["summary"]["phase"].as_str().map(ToOwned::to_owned)
    };
    let off = async {
        while phase(&eve).await.as_deref() != Some("cancelled") {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert!(tokio::time::timeout(PATIENCE, off).await.is_ok(), "it still waits: {:?}", phase(&eve).await);
    server.crash().await;
}
