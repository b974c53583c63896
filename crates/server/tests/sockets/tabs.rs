//! One account in two windows, and people who only look on.

use serde_json::{Value, json};

use crate::support::{Follower, Running, passive, settings};

/// Both windows see the same; what is done in one has happened in the other; closing one is no disconnection.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_windows_of_one_account_are_one_player() {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdout", "fixed", &json!({ "seats": 3 })).await;
    let (mut left, mut right, mut other) = (ann.connect().await, ann.connect().await, bob.connect().await);
    let mut one = Follower::of(&left.watch(table).await);
    let mut two = Follower::of(&right.watch(table).await);
    let mut opponent = Follower::of(&other.watch(table).await);
    left.sit(table, 500).await;
    // The same account can't sit twice.
    let again = right.command(table, json!({ "type": "sit", "buy_in": 500 })).await;
    assert!(!again["problem"].is_null(), "{again}");
    other.sit(table, 500).await;
    while one.hands_over < 2 {
        if one.is_to_act() {
            while two.seq < one.seq {
                let message = right.hear().await;
                two.take(&message);
            }
            two.agrees_with(&one);
            // Both windows click at once: one of them is late.
            let play = one.act(&passive(&one.turn));
            let say = |id: &str| json!({ "type": "command", "id": id, "table": table, "command": play });
            let ids = [format!("left{}", one.seq), format!("right{}", one.seq)];
            left.say(&say(&ids[0])).await;
            right.say(&say(&ids[1])).await;
            let (first, second) = (left.answer_to(&ids[0]).await, right.answer_to(&ids[1]).await);
            let done = [&first, &second].iter().filter(|answer| answer["problem"].is_null()).count();
            assert_eq!(done, 1, "{first} {second}");
            one.turn = Value::Null;
        } else if opponent.is_to_act() {
            let answer = other.command(table, opponent.act(&passive(&opponent.turn))).await;
            assert!(answer["problem"].is_null(), "{answer}");
            opponent.turn = Value::Null;
        }
        // Everybody is told everything in the same order, so nobody waits for long.
        let message = left.hear().await;
        one.take(&message);
        while opponent.seq < one.seq {
            let message = other.hear().await;
            opponent.take(&message);
        }
    }
    drop(right);
    let answer = left.command(table, json!({ "type": "sit_out", "when": "next_hand" })).await;
    assert!(answer["problem"].is_null(), "{answer}");
    let gone = |event: &Value| event["type"] == "connected" && event["connected"] == false;
    assert!(!one.events.iter().any(gone) && !opponent.events.iter().any(gone));
    server.crash().await;
}

/// An account has three windows, not four; the fourth is told so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fourth_window_is_turned_away() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await;
    let (_one, _two, three) = (ann.connect().await, ann.connect().await, ann.connect().await);
    let mut fourth = ann.try_connect().await.unwrap();
    let bye = fourth.hear().await;
    assert_eq!((&bye["type"], &bye["problem"]["code"]), (&json!("bye"), &json!("too_many")), "{bye}");
    assert!(fourth.try_hear().await.is_none());
    drop(three);
    // A place is free again as soon as the server has noticed.
    loop {
        let mut next = ann.try_connect().await.unwrap();
        if next.hear().await["type"] == "welcome" {
            break;
        }
    }
    server.crash().await;
}

/// A session that is over has no socket: signing out, a new password, self-exclusion.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_end_with_their_sessions() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await;
    let mut socket = ann.connect().await;
    let (status, _) =
        ann.ask("PUT", "/api/v1/account/limits", Some(&json!({ "excluded_until": 4_000_000_000_000_u64 }))).await;
    assert_eq!(status, 409, "five years are the most");
    let until =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64 + 86_400_000;
    let (status, said) = ann.ask("PUT", "/api/v1/account/limits", Some(&json!({ "excluded_until": until }))).await;
    assert_eq!(status, 200, "{said}");
    assert_eq!(socket.until("bye").await["problem"]["code"], "unavailable");
    let bob = server.guest().await;
    let table = bob.open_table(&server, "holdem", "no", &json!({})).await;
    let mut socket = ann.connect().await;
    socket.watch(table).await;
    let refused = socket.command(table, json!({ "type": "sit", "buy_in": 500 })).await;
    assert_eq!(refused["problem"]["code"], "forbidden", "{refused}");
    let (status, _) = ann.ask("POST", "/api/v1/logout", Some(&json!({}))).await;
    assert_eq!(status, 204);
    assert_eq!(socket.until("bye").await["problem"]["code"], "sign_in");
    assert!(ann.try_connect().await.is_err());
    server.crash().await;
}

/// Who plays on one socket for long comes through many tables: those that have closed are followed no longer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_that_have_closed_leave_room_for_others() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await;
    let mut client = ann.connect().await;
    for _ in 0..17 {
        let table = ann.open_table(&server, "holdem", "fixed", &json!({ "seats": 2 })).await;
        client.watch(table).await;
        let answer = client.command(table, json!({ "type": "close" })).await;
        assert!(answer["problem"].is_null(), "{answer}");
        while ann.ask("GET", &format!("/api/v1/tables/{table}"), None).await.0 == 200 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }
    server.crash().await;
}
