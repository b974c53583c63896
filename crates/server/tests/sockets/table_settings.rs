//! A table's settings: each is asked for, told to whoever looks before it sits down, and kept through a restart.

use cardroom_server::Config;
use serde_json::{Value, json};

use crate::support::{Folder, Guest, Running, settings};

/// Every setting of stakes, in three requests: some don't go with each other.
fn spreads() -> [Value; 3] {
    let common = json!({
        "game": "mix-holdout", "limit": "spread", "min_bet": 5, "max_bet": 600, "small_blind": 2, "big_blind": 10,
        "ante": 10, "big_blind_ante": true, "straddle": true, "raises": 2, "qualifier": 9,
        "profile": "wac-230-15-f", "chip_cents": 50,
    });
    let fixed = json!({
        "game": "holdout-hilo", "limit": "fixed", "min_bet": 10, "max_bet": 30, "raises": 4,
        "cap_lifted_heads_up": true, "qualifier": 0,
    });
    let letter = json!({ "game": "holdem", "limit": "no", "min_bet": 10, "ante": 1, "raises": 0, "gld": true });
    [common, fixed, letter]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_setting_of_a_table_is_told_and_kept() {
    let folder = Folder::new("table-settings");
    let config = || Config { demo: false, data: folder.path().clone(), ..settings() };
    let server = Running::start(config()).await;
    let (host, guest) = (server.guest().await, server.guest().await);
    let mut opened = Vec::new();
    for spread in spreads() {
        let mut wanted = json!({
            "spread": spread, "name": "All of it", "seats": 4, "min_buy_in": 300, "max_buy_in": 900, "advisor": true,
            "clock": 20, "time_bank": 90, "pause": 7, "sit_out": 3,
        });
        if spread["game"] == "mix-holdout" {
            wanted["mix_hands"] = json!(2);
        }
        let (status, plan) = host.post(&server, "/api/v1/tables/check", &wanted).await;
        assert_eq!(status, 200, "{plan}");
        assert_eq!((&plan["buy_in"], &plan["clock_ms"]), (&json!([300, 900]), &json!(20_000)), "{plan}");
        assert_eq!(times(&plan), TIMES, "{plan}");
        let (status, table) = host.post(&server, "/api/v1/tables", &wanted).await;
        assert_eq!(status, 200, "{table}");
        opened.push((table["table"].as_u64().unwrap(), wanted));
    }
    for (table, wanted) in &opened {
        shows(&guest, *table, wanted).await;
    }
    server.crash().await;
    let server = Running::start(config()).await;
    let guest = Guest { address: server.address, ..guest };
    for (table, wanted) in &opened {
        shows(&guest, *table, wanted).await;
    }
    server.crash().await;
}

/// Time bank, pause and sitting out as they are asked for here, in milliseconds.
const TIMES: [Option<u64>; 3] = [Some(90_000), Some(7_000), Some(180_000)];

fn times(told: &Value) -> [Option<u64>; 3] {
    ["bank_ms", "pause_ms", "sit_out_ms"].map(|time| told[time].as_u64())
}

/// Whoever looks on sees the settings as they were asked for.
async fn shows(guest: &Guest, table: u64, wanted: &Value) {
    let mut client = guest.connect().await;
    let shown = client.watch(table).await["snapshot"].take();
    assert_eq!(shown["asked"], wanted["spread"], "{shown}");
    assert_eq!((&shown["buy_in"], &shown["clock_ms"]), (&json!([300, 900]), &json!(20_000)), "{shown}");
    assert_eq!(times(&shown), TIMES, "{shown}");
    assert_eq!((&shown["advisor"], &shown["mix_hands"]), (&json!(true), &wanted["mix_hands"]), "{shown}");
    assert_eq!(shown["spread"]["gld"], wanted["spread"]["gld"] == true, "{shown}");
    assert_eq!(shown["spread"]["profile"], wanted["spread"]["profile"], "{shown}");
}

/// The host changes all of it between hands, and what players may sit down with.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_changes_every_setting_of_the_stakes() {
    let server = Running::start(settings()).await;
    let host = server.guest().await;
    let table = host.open_table(&server, "holdem", "no", &json!({ "seats": 4 })).await;
    let mut client = host.connect().await;
    client.watch(table).await;
    for spread in spreads() {
        let change = json!({ "type": "spread", "spread": spread, "min_buy_in": 250, "max_buy_in": 750 });
        let answer = client.command(table, change).await;
        assert!(answer["problem"].is_null(), "{answer}");
        let shown = host.connect().await.watch(table).await["snapshot"].take();
        assert_eq!((&shown["asked"], &shown["buy_in"]), (&spread, &json!([250, 750])), "{shown}");
    }
    let [.., letter] = spreads();
    let answer = client.command(table, json!({ "type": "spread", "spread": letter })).await;
    assert!(answer["problem"].is_null(), "{answer}");
    let shown = host.connect().await.watch(table).await["snapshot"].take();
    assert_eq!(shown["buy_in"], json!([200, 1000]), "as usual where nothing is said");
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_setting_that_does_not_go_is_refused_with_its_rule() {
    let server = Running::start(settings()).await;
    let host = server.guest().await;
    let fixed = |more: &Value| {
        let mut spread = json!({ "game": "holdem", "limit": "fixed", "min_bet": 20 });
        spread.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "spread": spread, "seats": 6 })
    };
    let mixed = json!({ "spread": { "game": "holdem", "limit": "no", "min_bet": 2 }, "mix_hands": 3 });
    let profile = |more: &Value| {
        let mut wanted = fixed(more);
        wanted["spread"]["profile"] = json!("wac-230-15");
        wanted
    };
    for (wanted, why) in [
        (fixed(&json!({ "chip_cents": 100 })), "goes with a profile"),
        (fixed(&json!({ "big_blind": 10 })), "below the minimum bet of 20: it must be equal or greater (GLD §3)"),
        (profile(&json!({ "chip_cents": 200 })), "at most 20 chips"),
        (profile(&json!({ "chip_cents": 0 })), "between 1 cent and its largest wager"),
        (profile(&json!({ "cap_lifted_heads_up": true })), "heads-up too (WAC 230-15-135)"),
        (profile(&json!({ "raises": 4 })), "three raises a round, heads-up too (WAC 230-15-135)"),
        (mixed, "mix_hands goes with a mix"),
    ] {
        let (status, said) = host.post(&server, "/api/v1/tables/check", &wanted).await;
        assert_eq!((status, &said["code"]), (409, &json!("illegal")), "{said}");
        assert!(said["detail"].as_str().unwrap().contains(why), "{said}");
    }
    // GLD's three raises at any limit keep to the profile, and so does a chip that is worth less.
    for more in [json!({ "gld": true }), json!({ "chip_cents": 25, "max_bet": 160 })] {
        let (status, plan) = host.post(&server, "/api/v1/tables/check", &profile(&more)).await;
        assert_eq!(status, 200, "{plan}");
    }
    let (_, profiles) = host.ask("GET", "/api/v1/profiles", None).await;
    let told: Vec<_> = profiles.as_array().unwrap().iter().map(|told| (&told["id"], &told["wager_cents"])).collect();
    assert_eq!(told, [(&json!("wac-230-15"), &json!(4_000)), (&json!("wac-230-15-f"), &json!(30_000))]);
    assert_eq!(profiles[0]["cite"], "WAC 230-15-135, WAC 230-15-055");
    server.crash().await;
}

/// What is wrong with a table or a tournament itself is said before what its bots would need.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_of_seats_or_places_that_cannot_be_is_answered_with_what_can() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await;
    let spread = json!({ "game": "holdem", "limit": "no", "min_bet": 10 });
    for (what, ask, why) in [
        ("tables", json!({ "seats": 0 }), "0 seats: holdem is played at a table of 2 to 10."),
        (
            "tables",
            json!({ "seats": 1, "bots": ["solid", "solid"] }),
            "1 seats: holdem is played at a table of 2 to 10.",
        ),
        ("tables", json!({ "seats": 2, "bots": ["solid", "solid"] }), "A table needs a free seat: ask for fewer bots."),
        ("tournaments", json!({ "most": 0 }), "From 2 to 500 can enter, not 0."),
        (
            "tournaments",
            json!({ "most": 2, "seats": 0 }),
            "The tables: 0 seats: holdem is played at a table of 2 to 10.",
        ),
    ] {
        let mut wanted = ask;
        wanted["spread"] = spread.clone();
        if what == "tournaments" {
            (wanted["kind"], wanted["entry"]) = (json!("sit_and_go"), json!(0));
        }
        for path in [format!("/api/v1/{what}"), format!("/api/v1/{what}/check")] {
            let (status, problem) = ann.post(&server, &path, &wanted).await;
            assert_eq!((status, problem["detail"].as_str()), (409, Some(why)), "{path} {wanted}: {problem}");
        }
    }
    server.crash().await;
}
