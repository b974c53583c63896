//! Whoever comes to a table, or comes back, is shown all that those know who were there.

use cardroom_server::Config;
use serde_json::{Value, json};

use crate::support::{Client, Follower, Running, passive, play, settings, sit_down};

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

/// Whoever changes one setting of a table begins with all the others as they are.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_settings_of_the_stakes_are_told() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await;
    let wish = json!({
        "game": "holdout-hilo", "limit": "no", "min_bet": 10, "ante": 10, "big_blind_ante": true, "straddle": true,
        "raises": 4, "qualifier": 9,
    });
    let table = ann.open_table(&server, "", "", &json!({ "spread": wish })).await;
    let mut client = ann.connect().await;
    let snapshot = client.watch(table).await["snapshot"].take();
    assert_eq!(snapshot["asked"], wish);
    let mut dearer = snapshot["asked"].clone();
    dearer["min_bet"] = json!(20);
    let answer = client.command(table, json!({ "type": "spread", "spread": dearer })).await;
    assert!(answer["problem"].is_null(), "{answer}");
    let event = told(&mut client, |event| event["type"] == "spread").await;
    assert_eq!((&event["asked"], &event["spread"]["qualifier"]), (&dearer, &snapshot["spread"]["qualifier"]));
    // A mix is asked for as a whole.
    let mix = json!({ "game": "mix-house", "limit": "fixed", "min_bet": 10 });
    let table = ann.open_table(&server, "", "", &json!({ "spread": mix })).await;
    assert_eq!(client.watch(table).await["snapshot"]["asked"], mix);
    server.crash().await;
}

/// Where the table allows it, whoever wants to and sits left of the big blind straddles.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_wants_to_straddle_does() {
    let server = Running::start(settings()).await;
    let guests = [server.guest().await, server.guest().await, server.guest().await];
    let spread = json!({ "game": "holdem", "limit": "no", "min_bet": 10, "straddle": true });
    let table = guests[0].open_table(&server, "", "", &json!({ "spread": spread, "seats": 3 })).await;
    let mut clients = Vec::new();
    for guest in &guests {
        let mut client = guest.connect().await;
        client.watch(table).await;
        clients.push(client);
    }
    clients[0].command(table, json!({ "type": "pause" })).await;
    for client in &mut clients {
        client.sit(table, 500).await;
        let answer = client.command(table, json!({ "type": "straddle", "on": true })).await;
        assert!(answer["problem"].is_null(), "{answer}");
        assert_eq!(client.watch(table).await["snapshot"]["you"]["straddle"], true);
    }
    clients[0].command(table, json!({ "type": "resume" })).await;
    let mut plays = clients.iter_mut().map(|client| play(client, table, 1, |turn, _| passive(turn)));
    let (one, two, three) = (plays.next().unwrap(), plays.next().unwrap(), plays.next().unwrap());
    let (heard, ..) = tokio::join!(one, two, three);
    let posted: Vec<&Value> =
        heard.iter().filter(|event| event["type"] == "posted").map(|event| &event["post"]).collect();
    assert_eq!(posted, ["small_blind", "big_blind", "straddle"]);
    server.crash().await;
}
