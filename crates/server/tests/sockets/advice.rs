//! Advice while hands are played: where a table allows none, none is given, however the question is put.

use serde_json::{Value, json};

use crate::support::{Client, Guest, Running, settings, sit_down};

/// Waits for the next deal.
async fn dealt(client: &mut Client) {
    while !client.until("events").await["events"].as_array().unwrap().iter().any(|event| event["type"] == "dealt") {}
}

/// The same five cards as each of the games that hold alike, and two cards of them as another game's.
fn questions() -> [(&'static str, Value); 4] {
    let hold = |game: &str| json!({ "game": game, "cards": "AhKh7c7d2s" });
    [
        ("/api/v1/hold", hold("holdout")),
        ("/api/v1/hold", hold("holdout22")),
        ("/api/v1/odds", json!({ "game": "holdout", "hands": ["AhKh", "QsQd"] })),
        ("/api/v1/odds", json!({ "game": "holdem", "hands": ["AhKh", "QsQd"] })),
    ]
}

/// Whether all those questions are answered, or all refused.
async fn is_advised(server: &Running, who: &Guest) -> bool {
    let mut answered = Vec::new();
    for (path, body) in questions() {
        let (status, said) = who.post(server, path, &body).await;
        assert!(status == 200 || said["detail"].as_str().unwrap().contains("doesn't allow advice"), "{said}");
        answered.push(status == 200);
    }
    assert!(answered.iter().all(|one| *one == answered[0]), "{answered:?}");
    answered[0]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_advice_in_a_hand_whichever_game_is_named() {
    let server = Running::start(settings()).await;
    let (ann, bob, eve) = (server.guest().await, server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdout", "no", &json!({ "seats": 2 })).await;
    let (mut first, _second) = sit_down(&ann, &bob, table, 500).await;
    dealt(&mut first).await;
    assert!(!is_advised(&server, &ann).await && !is_advised(&server, &bob).await);
    assert!(is_advised(&server, &eve).await, "who is in no hand asks what it likes");
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn advice_where_the_table_allows_it_and_against_bots_alone() {
    let server = Running::start(settings()).await;
    let (ann, bob, eve) = (server.guest().await, server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdout", "no", &json!({ "seats": 2, "advisor": true })).await;
    let (mut first, _second) = sit_down(&ann, &bob, table, 500).await;
    dealt(&mut first).await;
    assert!(is_advised(&server, &ann).await);
    let practice = eve.open_table(&server, "holdout", "no", &json!({ "seats": 2, "bots": ["solid"] })).await;
    let mut alone = eve.connect().await;
    alone.watch(practice).await;
    alone.sit(practice, 500).await;
    dealt(&mut alone).await;
    assert!(is_advised(&server, &eve).await);
    server.crash().await;
}
