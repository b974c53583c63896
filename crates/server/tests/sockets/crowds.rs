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

/// All chips that the house ever issues are fewer than 2^53. A table that lets a bot bring nearly so many would leave none
/// for whoever comes next.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_makes_the_house_give_all_its_chips_to_a_bot() {
    let server = Running::start(settings()).await;
    let eve = server.guest().await;
    const ALL: u64 = (1 << 53) - 1;
    let with_bot = |more: Value| {
        let mut wanted = table();
        wanted["bots"] = json!(["beginner"]);
        wanted.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        wanted
    };
    let refused = async |path: &str, wanted: &Value| {
        let (status, problem) = eve.ask("POST", path, Some(wanted)).await;
        assert_eq!((status, problem["code"].as_str()), (409, Some("illegal")), "{path}: {problem}");
        assert!(problem["detail"].as_str().unwrap().contains("at most 1000000 chips"), "{problem}");
    };
    refused("/api/v1/tables", &with_bot(json!({ "min_buy_in": ALL - 20_000, "max_buy_in": ALL - 20_000 }))).await;
    let mut tournament = sit_and_go("Dear");
    tournament["entry"] = json!(2_000_000);
    assert_eq!(eve.ask("POST", "/api/v1/tournaments", Some(&tournament)).await.0, 200, "for people, if there are any");
    tournament["bots"] = json!(["beginner"]);
    refused("/api/v1/tournaments", &tournament).await;
    // Where it may bring less it does.
    let open = with_bot(json!({ "max_buy_in": ALL - 20_000 }));
    let table = eve.ask("POST", "/api/v1/tables", Some(&open)).await.1["table"].as_u64().unwrap();
    let mut client = eve.connect().await;
    // The bot may be there already, or on its way.
    let mut snapshot = client.watch(table).await;
    let is_bot = |seat: &&Value| seat["player"]["bot"] == "house";
    let bot = loop {
        if let Some(bot) = snapshot["snapshot"]["seats"].as_array().unwrap().iter().find(is_bot) {
            break bot.clone();
        }
        client.until("events").await;
        snapshot = client.watch(table).await;
    };
    assert_eq!(bot["stack"], 1_000_000, "{bot}");
    assert_eq!(server.guest().await.wallet().await, 10_000, "who comes next has chips, too");
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
