//! Whoever comes to a table, or comes back, is shown all that those know who were there.

use cardroom_server::Config;
use serde_json::{Value, json};

use crate::support::{Client, Follower, Running, passive, settings, sit_down};

/// The first event that is it, from now on.
async fn told(client: &mut Client, is_it: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = client.until("events").await;
        if let Some(event) = message["events"].as_array().unwrap().iter().find(|event| is_it(event)) {
            return event.clone();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_time_bank_that_runs_is_not_offered_again() {
    let server = Running::start(Config { clock_seconds: 1, ..settings() }).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdem", "fixed", &json!({ "seats": 2 })).await;
    let (mut one, _two) = sit_down(&ann, &bob, table, 500).await;
    told(&mut one, |event| event["type"] == "time_bank").await;
    let turn = &one.watch(table).await["snapshot"]["hand"]["turn"];
    assert_eq!(turn["on_bank"], true, "{turn}");
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_everyone_did_last_in_the_round_is_shown() {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdem", "fixed", &json!({ "seats": 2 })).await;
    let (mut one, mut two) = sit_down(&ann, &bob, table, 500).await;
    let last = |snapshot: &Value| -> Vec<Value> {
        let seats = snapshot["snapshot"]["seats"].as_array().unwrap();
        seats.iter().map(|seat| seat["last"].clone()).collect()
    };
    // Before the flop the button calls and the big blind checks, which ends the round; then the big blind checks first.
    for (plays, then) in [(1, "call"), (2, ""), (3, "check")] {
        let seat = loop {
            let (snapshot, other) = (one.watch(table).await, two.watch(table).await);
            let (own, others) = (Follower::of(&snapshot), Follower::of(&other));
            let (client, follower) = if own.is_to_act() { (&mut one, &own) } else { (&mut two, &others) };
            if follower.is_to_act() && follower.turn["turn"] == plays {
                let answer = client.command(table, follower.act(&passive(&follower.turn))).await;
                assert!(answer["problem"].is_null(), "{answer}");
                break follower.turn["seat"].as_u64().unwrap() as usize;
            }
        };
        let mut expected = vec![Value::Null, Value::Null];
        if !then.is_empty() {
            expected[seat] = json!(then);
        }
        assert_eq!(last(&one.watch(table).await), expected, "after play {plays}");
    }
    server.crash().await;
}
