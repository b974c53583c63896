//! Whole hands over real sockets: every game, from the deal to the showdown.

use serde_json::{Value, json};

use crate::support::{Running, play, settings, sit_down, throwing};

/// Two people play every game of the catalogue; nobody is ever sent the other's cards before they are shown.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_played_to_its_showdown() {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let (status, _, games) = server.request("GET", "/api/v1/games", &[], "").await;
    assert_eq!(status, 200);
    let games: Vec<Value> = serde_json::from_str(&games).unwrap();
    assert_eq!(games.len(), cardroom_rules::CATALOGUE.len());
    for game in games {
        let game = game["id"].as_str().unwrap();
        let host = server.guest().await;
        let table = host.open_table(&server, game, "fixed", &json!({ "seats": 2 })).await;
        let (mut one, mut two) = sit_down(&ann, &bob, table, 500).await;
        let choose = |turn: &Value, own: &[Value]| throwing(turn, own, 2, 1);
        let (first, second) = tokio::join!(play(&mut one, table, 2, choose), play(&mut two, table, 2, choose));
        for events in [&first, &second] {
            let of = |kind: &str| events.iter().filter(|event| event["type"] == kind).count();
            assert!(of("hand_started") >= 2, "{game}");
            assert!(of("shown") >= 2, "{game}: {events:#?}");
            assert!(of("awarded") >= 2, "{game}");
            let ended = events.iter().rfind(|event| event["type"] == "hand_ended").unwrap();
            let chips: u64 =
                ended["stacks"].as_array().unwrap().iter().map(|seat| seat["stack"].as_u64().unwrap()).sum();
            assert_eq!(chips, 1_000, "{game}");
        }
        let left = one.command(table, json!({ "type": "leave" })).await;
        assert!(left["problem"].is_null(), "{left}");
        two.command(table, json!({ "type": "leave" })).await;
    }
    server.stop().await;
}

/// Where the blinds take all that everybody has, a hand begins and ends in one breath. It is told from its beginning on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_that_the_blinds_decide_begins_with_what_everybody_had() {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let spread = json!({ "game": "holdem", "limit": "no", "min_bet": 10, "small_blind": 10 });
    let short = json!({ "seats": 2, "min_buy_in": 10, "max_buy_in": 10, "spread": spread });
    let table = ann.open_table(&server, "holdem", "no", &short).await;
    let (_one, mut two) = sit_down(&ann, &bob, table, 10).await;
    let mut told = Vec::new();
    while !told.iter().any(|event: &Value| event["type"] == "hand_ended") {
        told.extend(two.until("events").await["events"].as_array().unwrap().iter().cloned());
    }
    let find = |kind: &str| told.iter().filter(|event| event["type"] == kind).collect::<Vec<_>>();
    let stacks = |seats: &Value| seats.as_array().unwrap().iter().map(|seat| seat["stack"].clone()).collect::<Vec<_>>();
    assert_eq!(stacks(&find("hand_started")[0]["seats"]), [10, 10]);
    assert_eq!(find("posted").iter().map(|post| &post["stack"]).collect::<Vec<_>>(), [0, 0]);
    let ended = stacks(&find("hand_ended")[0]["stacks"]);
    let won: Vec<_> = find("awarded").iter().map(|event| event["award"]["stack"].clone()).collect();
    assert!(won.iter().all(|stack| ended.contains(stack)), "{won:?} of {ended:?}");
    server.stop().await;
}

/// A wrong amount is answered with what is allowed, and nothing changes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn impossible_amounts_are_refused_with_the_legal_range() {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdem", "no", &json!({ "seats": 2 })).await;
    let (mut one, mut two) = (ann.connect().await, bob.connect().await);
    for (client, guest) in [(&mut one, &ann), (&mut two, &bob)] {
        let _ = guest;
        client.watch(table).await;
        client.sit(table, 500).await;
    }
    // Whoever is to act tries everything that is no raise.
    let (turn, hand, mut actor, other) = loop {
        let (first, second) = (one.until("events").await, two.until("events").await);
        let find = |message: &Value| {
            message["events"].as_array().unwrap().iter().find(|event| !event["turn"]["legal"].is_null()).cloned()
        };
        let started = |message: &Value| {
            let events = message["events"].as_array().unwrap();
            events.iter().find(|event| event["type"] == "hand_started").map(|event| event["hand"].as_u64().unwrap())
        };
        if let Some(event) = find(&first) {
            break (event["turn"].clone(), started(&first).unwrap_or(1), one, two);
        }
        if let Some(event) = find(&second) {
            break (event["turn"].clone(), started(&second).unwrap_or(1), two, one);
        }
    };
    let raise =
        |to: Value| json!({ "type": "act", "hand": hand, "turn": turn["turn"], "play": { "type": "raise", "to": to } });
    for wrong in ["-1", "0", "1.5", "9007199254740992", "1e300", "\"all of it\"", "null", "true"] {
        let answer = actor.command(table, raise(serde_json::from_str(wrong).unwrap())).await;
        let problem = &answer["problem"];
        assert_eq!(problem["code"], "illegal", "{wrong}: {answer}");
        assert_eq!(problem["legal"]["raise"]["min"], turn["legal"]["raise"]["min"], "{wrong}: {answer}");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains("20"), "{wrong}: {detail}");
    }
    // Nothing has changed: the same turn still takes a legal raise.
    let answer = actor.command(table, raise(json!(40))).await;
    assert!(answer["problem"].is_null(), "{answer}");
    // Sent again under another id it is late, and changes nothing.
    let late = actor.command(table, raise(json!(60))).await;
    assert_eq!(late["problem"]["code"], "stale", "{late}");
    drop(other);
    server.crash().await;
}
