//! Time that runs out, lines that go dead, players who leave in the middle of a hand, people who look on.

use cardroom_server::Config;
use serde_json::{Value, json};

use crate::support::{Client, Follower, Guest, Running, passive, settings};

/// A second to act, no time bank, and so much grace.
fn short_clocks(grace_seconds: u32) -> Config {
    Config { clock_seconds: 1, bank_seconds: 0, grace_seconds, ..settings() }
}

/// Two people at a table.
async fn seated(server: &Running, game: &str) -> ([Guest; 2], [Client; 2], [Follower; 2], u64) {
    let guests = [server.guest().await, server.guest().await];
    let table = guests[0].open_table(server, game, "fixed", &json!({ "seats": 2 })).await;
    let mut clients = [guests[0].connect().await, guests[1].connect().await];
    let mut followers = [Follower::default(), Follower::default()];
    for (chair, (client, follower)) in clients.iter_mut().zip(&mut followers).enumerate() {
        *follower = Follower::of(&client.watch(table).await);
        client.sit(table, 500).await;
        follower.seat = Some(chair as u64);
    }
    (guests, clients, followers, table)
}

/// Listens; acts where it is its turn and `acts` allows it.
async fn step(client: &mut Client, follower: &mut Follower, acts: bool) {
    if follower.is_to_act() && acts {
        let answer = client.command(follower.table, follower.act(&passive(&follower.turn))).await;
        assert!(answer["problem"].is_null(), "{answer}");
        follower.turn = Value::Null;
        return;
    }
    let message = client.hear().await;
    follower.take(&message);
}

/// Bob acts so many times and then never again: what the table does for him, and whether who comes while that hand is
/// still on the table was told so, too.
async fn falls_silent_after(server: &Running, game: &str, turns: usize) -> (Value, Value, bool) {
    let (guests, [mut one, mut two], [mut ann, mut bob], table) = seated(server, game).await;
    let chair = bob.seat;
    let silent = move |event: &Value| event["timeout"] == true && event["seat"].as_u64() == chair;
    let playing = tokio::spawn(async move {
        while !ann.events.iter().any(silent) {
            step(&mut one, &mut ann, true).await;
        }
        ann
    });
    let mut acted = 0;
    let turn = loop {
        let acts = acted < turns;
        if bob.is_to_act() && !acts {
            break bob.turn.clone();
        }
        acted += usize::from(bob.is_to_act());
        step(&mut two, &mut bob, acts).await;
    };
    let ann = playing.await.unwrap();
    let done = ann.events.iter().find(|event| silent(event)).expect("the table acted").clone();
    let later = guests[0].connect().await.watch(table).await;
    let began = ann.events.iter().rfind(|event| event["type"] == "hand_started").expect("a hand");
    let same_hand = later["snapshot"]["hand"]["hand"] == began["hand"];
    assert!(!same_hand || later["so_far"].as_array().unwrap().contains(&done), "{done} in {later}");
    (turn, done, same_hand)
}

/// Time runs out: a free check is taken, a bet is folded to, at a draw the player stands pat.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_free_check_is_never_a_fold_and_a_draw_stands_pat() {
    let server = Running::start(short_clocks(0)).await;
    let server = &server;
    let silences = [("draw", 0), ("draw", 1), ("draw", 2), ("draw", 3), ("holdout", 1), ("holdout", 2), ("holdem", 2)];
    let mut seen = std::collections::BTreeSet::new();
    let mut all = Vec::new();
    for (game, turns) in silences {
        all.push(falls_silent_after(server, game, turns));
    }
    let mut told_again = false;
    for (turn, done, again) in futures_util::future::join_all(all).await {
        told_again |= again;
        let (kind, legal) = (turn["kind"].as_str().unwrap(), &turn["legal"]);
        let expected = match kind {
            "discard" => "discarded",
            "draw" => "drew",
            _ if legal["check"] == true => "checked",
            _ => "folded",
        };
        assert_eq!(done["type"], expected, "{turn}");
        if kind != "bet" {
            assert_eq!(done["count"], 0, "{done}");
        }
        seen.insert(expected);
    }
    assert!(seen.len() >= 3, "{seen:?}");
    assert!(told_again, "nobody came in time to be told of it again");
}

/// Who loses the line gets time to come back, and plays on as if nothing had been.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_line_is_given_grace() {
    let server = Running::start(short_clocks(20)).await;
    let (guests, [mut one, mut two], [mut ann, mut bob], table) = seated(&server, "holdem").await;
    while !bob.is_to_act() {
        step(&mut two, &mut bob, false).await;
        while ann.seq < bob.seq {
            let message = one.hear().await;
            ann.take(&message);
        }
        if ann.is_to_act() {
            step(&mut one, &mut ann, true).await;
        }
    }
    drop(two);
    let more = |event: &Value| event["type"] == "time_bank" && event["seat"] == 1;
    while !ann.events.iter().any(more) {
        let message = one.hear().await;
        ann.take(&message);
    }
    let mut two = guests[1].connect().await;
    let fresh = Follower::of(&two.watch(table).await);
    assert_eq!((fresh.hand, &fresh.own), (bob.hand, &bob.own));
    let answer = two.command(table, fresh.act(&passive(&fresh.turn))).await;
    assert!(answer["problem"].is_null(), "{answer}");
    assert!(!ann.events.iter().any(|event| event["timeout"] == true));
    server.crash().await;
}

/// Leaving in the middle of a hand gives up the hand and nothing else: what is left goes home, and no chip is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn leaving_in_a_hand_takes_home_what_is_left() {
    for game in ["holdem", "holdout", "draw"] {
        let server = Running::start(settings()).await;
        let (guests, [mut one, mut two], [mut ann, mut bob], table) = seated(&server, game).await;
        let before: u64 = guests[0].wallet().await + guests[1].wallet().await + 1_000;
        while !bob.is_to_act() {
            let acts = ann.is_to_act();
            step(&mut one, &mut ann, acts).await;
            while bob.seq < ann.seq {
                let message = two.hear().await;
                bob.take(&message);
            }
        }
        let answer = two.command(table, json!({ "type": "leave" })).await;
        assert!(answer["problem"].is_null(), "{answer}");
        let left = |event: &Value| event["type"] == "left" && event["seat"] == 1;
        while !ann.events.iter().any(left) {
            step(&mut one, &mut ann, true).await;
        }
        // The hand was finished without it, and the other one has the pot.
        let ended = ann.events.iter().rfind(|event| event["type"] == "hand_ended").expect("the hand is over");
        let stacks = ended["stacks"].as_array().unwrap().iter().map(|seat| seat["stack"].as_u64().unwrap());
        assert_eq!(stacks.sum::<u64>(), 1_000, "{game}");
        let answer = one.command(table, json!({ "type": "leave" })).await;
        assert!(answer["problem"].is_null(), "{answer}");
        assert_eq!(guests[0].wallet().await + guests[1].wallet().await, before, "{game}");
        server.crash().await;
    }
}

/// They play a hand, and Bob leaves while it lies on the table.
async fn leaves_after_a_hand(one: &mut Client, ann: &mut Follower, two: &mut Client, bob: &mut Follower) {
    while !ann.events.iter().any(|event| event["type"] == "hand_ended") {
        step(one, ann, true).await;
        while bob.seq < ann.seq || bob.is_to_act() {
            step(two, bob, true).await;
        }
    }
    let answer = two.command(ann.table, json!({ "type": "leave" })).await;
    assert!(answer["problem"].is_null(), "{answer}");
    while !ann.events.iter().any(|event| event["type"] == "left" && event["seat"] == 1) {
        step(one, ann, false).await;
    }
}

/// While the last hand lies on the table: who comes to look is told who played it, also of one who has left since, and
/// whoever takes a leaver's chair has its own chips there, and no part in that hand.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chair_that_was_left_is_the_next_ones_and_its_hand_the_leavers() {
    // It begins the first hand, too, so that it can't be as long as one likes.
    let server = Running::start(Config { pause_seconds: 15.0, ..settings() }).await;
    let (_, [mut one, mut two], [mut ann, mut bob], table) = seated(&server, "holdem").await;
    let before = one.watch(table).await;
    let name = |seat: usize| before["snapshot"]["seats"][seat]["player"]["name"].clone();
    leaves_after_a_hand(&mut one, &mut ann, &mut two, &mut bob).await;
    let mut zoe = server.guest().await.connect().await;
    let late = zoe.watch(table).await;
    assert!(late["snapshot"]["seats"][1]["player"].is_null(), "{late}");
    let mut names: Vec<Value> = late["names"].as_array().unwrap().clone();
    names.sort_by_key(|named| named[0].as_u64());
    assert_eq!(json!(names), json!([[0, name(0)], [1, name(1)]]));
    assert!(late["so_far"].as_array().unwrap().iter().any(|event| event["seat"] == 1), "{late}");
    zoe.sit(table, 400).await;
    let chair = zoe.watch(table).await["snapshot"]["seats"][1].clone();
    let seated = |event: &&Value| event["type"] == "seated" && event["seat"] == 1 && event["stack"] == 400;
    while !ann.events.iter().any(|event| seated(&event)) {
        step(&mut one, &mut ann, false).await;
    }
    let heard = &ann.events.iter().find(seated).unwrap()["state"];
    assert!(&chair["state"] == heard && (heard == "ready" || heard == "waiting_for_blind"), "{chair}, {heard}");
    assert_eq!((&chair["stack"], &chair["bet"], &chair["cards"]), (&json!(400), &json!(0), &json!([])));
    server.crash().await;
}
