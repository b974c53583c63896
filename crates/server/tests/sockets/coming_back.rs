//! Losing the line in the middle of a hand, on every street of every kind of game, and coming back to the same cards.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{Client, Follower, Guest, Running, passive, settings};

/// Throws cards where that is possible, so that there is something to lose.
fn plays(follower: &Follower) -> Value {
    let turn = &follower.turn;
    match turn["kind"].as_str().unwrap() {
        "discard" => json!({ "type": "discard", "cards": follower.own[..2] }),
        "draw" => json!({ "type": "draw", "cards": follower.own[..1] }),
        _ => passive(turn),
    }
}

/// Plays until the hands are over, or nothing more is to be heard.
async fn play_on(client: &mut Client, follower: &mut Follower, hands: usize) {
    while follower.hands_over < hands {
        if follower.is_to_act() {
            let play = follower.act(&plays(follower));
            let answer = client.command(follower.table, play).await;
            assert!(answer["problem"].is_null(), "{answer}");
            follower.turn = Value::Null;
        }
        let message = client.hear().await;
        follower.take(&message);
    }
}

/// Comes back twice: with the number of the last message, which gives what was missed, and without, which gives
/// everything. Both must know the same.
async fn come_back(guest: &Guest, follower: &mut Follower) -> Client {
    let mut client = guest.connect().await;
    client.say(&json!({ "type": "watch", "table": follower.table, "since": follower.seq })).await;
    client.say(&json!({ "type": "ping", "echo": 7 })).await;
    // What was missed comes first, the answer to the ping after it.
    loop {
        let message = client.hear().await;
        assert!(message["type"] != "table", "what was missed is still known");
        follower.take(&message);
        if message["type"] == "pong" {
            break;
        }
    }
    client.say(&json!({ "type": "watch", "table": follower.table })).await;
    let snapshot = loop {
        let message = client.hear().await;
        if message["type"] == "table" {
            break message;
        }
        follower.take(&message);
    };
    let fresh = Follower::of(&snapshot);
    assert_eq!(fresh.seq, follower.seq);
    follower.agrees_with(&fresh);
    assert_eq!(story(snapshot["so_far"].as_array().unwrap()), heard_of_the_hand(follower, &snapshot));
    client
}

/// What happened in a hand, without what only matters while it happens.
fn story(events: &[Value]) -> Vec<Value> {
    let passing = ["turn", "time_bank", "made", "seat", "connected", "you", "hand_ended", "committed"];
    let lasting = events.iter().filter(|event| !passing.contains(&event["type"].as_str().unwrap()));
    let plain = |event: &Value| {
        let mut event = event.clone();
        let fields = event.as_object_mut().unwrap();
        fields.remove("pots");
        event
    };
    lasting.map(plain).collect()
}

/// What was heard, while it happened, of the hand that is on the table.
fn heard_of_the_hand(follower: &Follower, snapshot: &Value) -> Vec<Value> {
    if snapshot["snapshot"]["hand"].is_null() {
        return Vec::new();
    }
    let began = follower.events.iter().rposition(|event| event["type"] == "hand_started").unwrap();
    story(&follower.events[began..])
}

/// One player loses its line after each of its actions and comes back when it is to act again, or the hand is over.
async fn lose_the_line_on_every_street(game: &str) {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, game, "fixed", &json!({ "seats": 2 })).await;
    let (mut one, mut two) = (ann.connect().await, bob.connect().await);
    let mut first = Follower::of(&one.watch(table).await);
    let mut second = Follower::of(&two.watch(table).await);
    one.sit(table, 500).await;
    two.sit(table, 500).await;
    (first.seat, second.seat) = (Some(0), Some(1));
    let others = tokio::spawn(async move {
        play_on(&mut two, &mut second, 3).await;
        second
    });
    let mut streets = BTreeSet::new();
    while first.hands_over < 3 {
        if first.is_to_act() {
            streets.insert((first.round, first.turn["kind"].as_str().unwrap().to_owned()));
            let answer = one.command(table, first.act(&plays(&first))).await;
            assert!(answer["problem"].is_null(), "{answer}");
            // Gone without a word, before it has read what came of it.
            drop(one);
            one = come_back(&ann, &mut first).await;
            continue;
        }
        let message = one.hear().await;
        first.take(&message);
    }
    let second = others.await.unwrap();
    // Both were told the same story; each with its own cards in it.
    let shown = |follower: &Follower| -> Vec<Value> {
        follower.events.iter().filter(|event| event["type"] == "shown").cloned().collect()
    };
    assert_eq!(shown(&first), shown(&second));
    assert!(shown(&first).len() >= 3, "{game}");
    assert!(streets.len() >= 3, "{game}: only {streets:?}");
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_every_street_of_hold_out() {
    lose_the_line_on_every_street("holdout").await;
    lose_the_line_on_every_street("holdout22-hilo").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_every_street_of_holdem() {
    lose_the_line_on_every_street("holdem").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_every_street_of_draw() {
    lose_the_line_on_every_street("draw").await;
    lose_the_line_on_every_street("draw27-triple").await;
}

/// Who was away for too long gets the table anew.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_long_away_gives_a_snapshot() {
    let server = Running::start(settings()).await;
    let (ann, bob, eve) = (server.guest().await, server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "draw27-triple", "fixed", &json!({ "seats": 2 })).await;
    let (mut one, mut two, mut watcher) = (ann.connect().await, bob.connect().await, eve.connect().await);
    let since = watcher.watch(table).await["seq"].as_u64().unwrap();
    drop(watcher);
    let mut first = Follower::of(&one.watch(table).await);
    let mut second = Follower::of(&two.watch(table).await);
    one.sit(table, 500).await;
    two.sit(table, 500).await;
    tokio::join!(play_on(&mut one, &mut first, 6), play_on(&mut two, &mut second, 6));
    let mut watcher = eve.connect().await;
    for since in [since, 0, since - 1_000_000, u64::MAX >> 11] {
        watcher.say(&json!({ "type": "watch", "table": table, "since": since })).await;
        let snapshot = watcher.snapshot().await;
        assert!(snapshot["seq"].as_u64().unwrap() > since || since > 1 << 52, "{since}");
    }
    server.crash().await;
}
