//! What somebody is told about its own seat when others, the clock or the end of a hand have changed it.

use cardroom_server::Config;
use serde_json::{Value, json};

use crate::support::{Client, Running, passive, play, request, settings, sit_down};

/// The first event of this kind at the table, from now on.
async fn told(client: &mut Client, kind: &str, is_it: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = client.until("events").await;
        let found = message["events"].as_array().unwrap().iter().find(|event| event["type"] == kind && is_it(event));
        if let Some(event) = found {
            return event.clone();
        }
    }
}

/// Whoever asked in a hand to sit out does so at its end, while the cards still lie there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sits_out_at_the_end_of_a_hand_is_not_shown_as_playing() {
    let server = Running::start(Config { pause_seconds: 1.0, ..settings() }).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdem", "fixed", &json!({ "seats": 2 })).await;
    let (mut first, mut second) = sit_down(&ann, &bob, table, 500).await;
    told(&mut second, "hand_started", |_| true).await;
    let answer = second.command(table, json!({ "type": "sit_out", "when": "next_hand" })).await;
    assert!(answer["problem"].is_null(), "{answer}");
    let fold = |turn: &Value, _: &[Value]| {
        if turn["kind"] == "bet" { json!({ "type": "fold" }) } else { passive(turn) }
    };
    // Whoever is first to act folds; the hand is over for both.
    let snapshot = second.watch(table).await;
    let seat = snapshot["snapshot"]["you"]["seat"].clone();
    let hand = &snapshot["snapshot"]["hand"];
    if hand["turn"]["legal"].is_object() {
        let act =
            json!({ "type": "act", "hand": hand["hand"], "turn": hand["turn"]["turn"], "play": { "type": "fold" } });
        second.command(table, act).await;
    } else {
        play(&mut first, table, 1, fold).await;
    }
    let event = told(&mut second, "seat", |event| event["seat"] == seat).await;
    assert_eq!(event["state"], "sitting_out", "{event}");
    let snapshot = second.watch(table).await;
    assert_eq!(snapshot["snapshot"]["you"]["sitting_out_from"], "now", "{snapshot}");
    server.crash().await;
}

/// Whoever was asked to go is told that it has no seat any more, and whoever the clock sat out that it sits out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_done_to_somebody_is_told_to_it() {
    let server = Running::start(Config { clock_seconds: 1, bank_seconds: 0, grace_seconds: 0, ..settings() }).await;
    let (host, ann) = (server.guest().await, server.guest().await);
    let table = host.open_table(&server, "holdem", "fixed", &json!({ "seats": 3 })).await;
    let (mut first, mut second) = sit_down(&host, &ann, table, 500).await;
    // Nobody acts: the clock does, and whoever was first sits out.
    let out = |event: &Value| event["you"]["sitting_out_from"] == "now";
    let you = tokio::select! {
        you = told(&mut first, "you", out) => you,
        you = told(&mut second, "you", out) => you,
    };
    assert!(you["you"]["seat"].is_u64(), "{you}");
    let kick = json!({ "type": "kick", "account": ann.account });
    let answer = first.command(table, kick).await;
    assert!(answer["problem"].is_null(), "{answer}");
    let you = told(&mut second, "you", |event| event["you"]["seat"].is_null()).await;
    assert_eq!(you["you"]["wallet"], ann.wallet().await, "{you}");
    server.crash().await;
}

/// Whoever waits is told of its place when somebody before it goes: the first of the line has a seat kept for a minute.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_is_told_when_the_line_moves() {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdem", "fixed", &json!({ "seats": 2 })).await;
    let (_first, _second) = sit_down(&ann, &bob, table, 500).await;
    let mut line = Vec::new();
    for place in 1..=3 {
        let mut client = server.guest().await.connect().await;
        client.watch(table).await;
        let answer = client.command(table, json!({ "type": "wait" })).await;
        assert!(answer["problem"].is_null(), "{answer}");
        told(&mut client, "you", |event| event["you"]["waiting"] == place).await;
        line.push(client);
    }
    let answer = line[0].command(table, json!({ "type": "stop_waiting" })).await;
    assert!(answer["problem"].is_null(), "{answer}");
    told(&mut line[1], "you", |event| event["you"]["waiting"] == 1).await;
    told(&mut line[2], "you", |event| event["you"]["waiting"] == 2).await;
    server.crash().await;
}

/// Whoever waits is called to the table when a chair is kept for it, wherever it is; it sees until when, and when that
/// is over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_is_told_that_a_seat_is_kept_for_it() {
    let server = Running::start(settings()).await;
    let (ann, bob, eve) = (server.guest().await, server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdem", "fixed", &json!({ "seats": 2 })).await;
    let (mut host, mut player) = (ann.connect().await, bob.connect().await);
    // Between hands whoever leaves is gone at once.
    host.watch(table).await;
    host.command(table, json!({ "type": "pause" })).await;
    host.sit(table, 500).await;
    player.watch(table).await;
    player.sit(table, 500).await;
    let (mut away, mut there) = (eve.connect().await, eve.connect().await);
    there.watch(table).await;
    away.command(table, json!({ "type": "wait" })).await;
    let you = told(&mut there, "you", |event| event["you"]["waiting"] == 1).await;
    assert!(you["you"]["kept_until"].is_null(), "{you}");
    player.command(table, json!({ "type": "leave" })).await;
    let you = told(&mut there, "you", |event| event["you"]["kept_until"].is_u64()).await;
    let call = away.until("seat").await;
    assert_eq!((&call["table"], &call["until"]), (&json!(table), &you["you"]["kept_until"]));
    host.command(table, json!({ "type": "close" })).await;
    let you = told(&mut there, "you", |event| event["you"]["waiting"].is_null()).await;
    assert!(you["you"]["kept_until"].is_null(), "{you}");
    server.crash().await;
}

/// Who comes back within the hour brings at least what it took, and is told so before it tries.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_left_is_told_what_it_must_bring() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await;
    let table = ann.open_table(&server, "holdem", "fixed", &json!({ "seats": 2 })).await;
    let mut client = ann.connect().await;
    let snapshot = client.watch(table).await;
    assert!(snapshot["snapshot"]["you"]["must_bring"].is_null(), "{snapshot}");
    client.sit(table, 500).await;
    client.command(table, json!({ "type": "leave" })).await;
    let you = told(&mut client, "you", |event| event["you"]["seat"].is_null()).await;
    assert_eq!(you["you"]["must_bring"], 500, "{you}");
    let answer = client.command(table, json!({ "type": "sit", "buy_in": 400 })).await;
    assert!(answer["problem"].to_string().contains("brings at least what they took"), "{answer}");
    client.sit(table, 500).await;
    server.crash().await;
}

/// Whom the host sends away is told so as it goes, before a private table shows it nothing more; and whenever it looks
/// again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_sent_away_is_told_that_it_was() {
    let server = Running::start(settings()).await;
    let (host, ann) = (server.guest().await, server.guest().await);
    for private in [false, true] {
        let wanted = json!({ "spread": { "game": "holdem", "limit": "no", "min_bet": 10 }, "private": private });
        let (_, opened) = host.post(&server, "/api/v1/tables", &wanted).await;
        let (table, watch) = (
            opened["table"].as_u64().unwrap(),
            json!({ "type": "watch", "table": opened["table"], "code": opened["code"] }),
        );
        let (mut chair, mut guest) = (host.connect().await, ann.connect().await);
        chair.watch(table).await;
        guest.say(&watch).await;
        assert_eq!(guest.snapshot().await["snapshot"]["you"]["sent_off"], false);
        guest.sit(table, 500).await;
        let kicked = chair.command(table, json!({ "type": "kick", "account": ann.account })).await;
        assert!(kicked["problem"].is_null(), "{kicked}");
        let you = told(&mut guest, "you", |event| event["you"]["seat"].is_null()).await;
        assert_eq!(you["you"]["sent_off"], true, "{you}");
        if private {
            let answer = guest.answer_to(&format!("watch:{table}")).await;
            assert_eq!(answer["problem"]["code"], "forbidden", "{answer}");
        } else {
            guest.say(&watch).await;
            assert_eq!(guest.snapshot().await["snapshot"]["you"]["sent_off"], true);
        }
    }
    server.crash().await;
}

/// An operator who voids a hand is told whether there was one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_that_is_not_there_cannot_be_voided() {
    let operator_listen = Some(([127, 0, 0, 1], 0).into());
    let server = Running::start(Config { operator_listen, ..settings() }).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdem", "fixed", &json!({ "seats": 2 })).await;
    let void = async || {
        let (status, _, body) =
            request(server.operator.unwrap(), "POST", &format!("/tables/{table}/void"), &[], "").await;
        (status, body)
    };
    let (status, body) = void().await;
    assert!(status == 409 && body.contains("No hand is being played."), "{status} {body}");
    let (mut first, _second) = sit_down(&ann, &bob, table, 500).await;
    told(&mut first, "turn", |_| true).await;
    assert_eq!(void().await.0, 200);
    told(&mut first, "hand_void", |_| true).await;
    server.crash().await;
}
