//! The room stops and opens again while people play: nobody is there then, and nobody loses anything by that.

use std::time::Duration;

use cardroom_server::Config;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::links::{Linked, step};
use crate::support::{Client, Folder, Follower, Guest, Running, passive, settings};

/// What is told at a table for so long.
async fn told_within(client: &mut Client, seconds: u64) -> Vec<Value> {
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut events = Vec::new();
    while let Ok(message) = tokio::time::timeout_at(until, client.hear()).await {
        events.extend(message["events"].as_array().into_iter().flatten().cloned());
    }
    events
}

fn connected(snapshot: &Value) -> Vec<bool> {
    let seats = snapshot["snapshot"]["seats"].as_array().unwrap();
    seats.iter().filter_map(|seat| seat["player"]["connected"].as_bool()).collect()
}

/// Two who add to the shuffle play a hand; the room stops as soon as it is over, and they come back late.
async fn plays_on_after_a_restart(name: &str, pause_seconds: f32, committed: bool) {
    let folder = Folder::new(name);
    let config = || Config { demo: false, data: folder.path().clone(), pause_seconds, ..settings() };
    let server = Running::start(config()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdem", "fixed", &json!({ "seats": 2 })).await;
    let mut one = Linked::sit(ann.connect().await, table, 1).await;
    let mut two = Linked::sit(bob.connect().await, table, 2).await;
    let waits = |one: &Linked| {
        let next = |event: &&Value| event["type"] == "committed" && event["hand"] == 2;
        one.follower.hands_over > 0 && (!committed || one.follower.events.iter().any(|event| next(&event)))
    };
    while !waits(&one) {
        let plays = one.follower.hands_over == 0;
        step(&mut one, &mut two, plays).await;
    }
    server.crash().await;

    let server = Running::start(config()).await;
    let back = |guest: Guest| Guest { address: server.address, ..guest };
    let (ann, bob) = (back(ann), back(bob));
    let mut watcher = server.guest().await.connect().await;
    assert_eq!(connected(&watcher.watch(table).await), [false, false]);
    let (_, _, lobby) = server.request("GET", "/api/v1/lobby", &[("Cookie", &ann.cookie)], "").await;
    let lobby: Value = serde_json::from_str(&lobby).unwrap();
    assert_eq!((&lobby["tables"][0]["people"], &lobby["tables"][0]["here"]), (&json!(2), &json!(0)), "{lobby}");
    let told = told_within(&mut watcher, 7).await;
    assert_eq!(told, Vec::<Value>::new(), "nothing happens to who can't be there");
    one.come_back(ann.connect().await).await;
    two.come_back(bob.connect().await).await;
    while one.follower.hands_over < 2 {
        step(&mut one, &mut two, true).await;
    }
    let events = one.follower.events.iter().chain(&two.follower.events);
    assert!(events.clone().all(|event| event["type"] != "burned" && event["state"] != "sitting_out"));
    assert!(events.clone().any(|event| event["type"] == "committed" && event["links"].as_array().unwrap().len() == 2));
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn between_two_hands() {
    plays_on_after_a_restart("between", 3.0, false).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_links_are_awaited() {
    plays_on_after_a_restart("linking", 0.0, true).await;
}

/// Whose turn it is when the room stops has time to come back, whatever the clock.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_the_middle_of_a_hand() {
    let folder = Folder::new("turn");
    let clocks = Config { clock_seconds: 5, bank_seconds: 0, grace_seconds: 20, ..settings() };
    let config = || Config { demo: false, data: folder.path().clone(), ..clocks.clone() };
    let server = Running::start(config()).await;
    let guests = [server.guest().await, server.guest().await];
    let table = guests[0].open_table(&server, "holdem", "fixed", &json!({ "seats": 2 })).await;
    let mut clients = [guests[0].connect().await, guests[1].connect().await];
    let mut follower = Follower::of(&clients[0].watch(table).await);
    for client in &mut clients {
        client.sit(table, 500).await;
    }
    while follower.turn["seat"].is_null() {
        let message = clients[0].hear().await;
        follower.take(&message);
    }
    server.crash().await;

    let server = Running::start(config()).await;
    let mut watcher = server.guest().await.connect().await;
    assert_eq!(connected(&watcher.watch(table).await), [false, false]);
    let told = told_within(&mut watcher, 8).await;
    assert_eq!(told, Vec::<Value>::new(), "its clock waits until it can be there");
    let to_act = follower.turn["seat"].as_u64().unwrap() as usize;
    let mut client = Guest { address: server.address, ..guests[to_act].clone() }.connect().await;
    let fresh = Follower::of(&client.watch(table).await);
    let answer = client.command(table, fresh.act(&passive(&fresh.turn))).await;
    assert!(answer["problem"].is_null(), "{answer}");
    server.crash().await;
}

/// A hand that nobody finishes keeps no room open: who follows it is told goodbye as everybody is, and it goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_that_is_not_finished_in_time() {
    let folder = Folder::new("unfinished");
    let config = || Config { demo: false, data: folder.path().clone(), drain_seconds: 0, ..settings() };
    let server = Running::start(config()).await;
    let guests = [server.guest().await, server.guest().await];
    let table = guests[0].open_table(&server, "holdout", "fixed", &json!({ "seats": 2 })).await;
    let mut clients = [guests[0].connect().await, guests[1].connect().await];
    let mut followers = Vec::new();
    for client in &mut clients {
        followers.push(Follower::of(&client.watch(table).await));
        client.sit(table, 500).await;
    }
    for (client, follower) in clients.iter_mut().zip(&mut followers) {
        while follower.turn["seat"].is_null() {
            follower.take(&client.hear().await);
        }
    }
    server.stop().await;
    for client in &mut clients {
        let (bye, code) = client.hear_bye().await;
        assert_eq!((bye["problem"]["code"].as_str(), code), (Some("unavailable"), 1013), "{bye}");
    }

    let server = Running::start(config()).await;
    let mut clients = Vec::new();
    for (guest, before) in guests.iter().zip(&followers) {
        let mut client = Guest { address: server.address, ..guest.clone() }.connect().await;
        let after = Follower::of(&client.watch(table).await);
        assert_eq!((after.hand, &after.own), (before.hand, &before.own), "the same cards");
        clients.push((client, after));
    }
    let (client, follower) = clients.iter_mut().find(|(_, follower)| follower.is_to_act()).unwrap();
    let answer = client.command(table, follower.act(&passive(&follower.turn))).await;
    assert!(answer["problem"].is_null(), "{answer}");
    server.crash().await;
}
