//! Who doesn't read is dropped, comes back and is told what it missed; nobody else notices.

use cardroom_server::Config;
use futures_util::SinkExt;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpSocket;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::support::{Follower, Guest, Running, settings};

/// A client that asks for a table again and again and reads nothing, until its line is cut.
async fn read_nothing(guest: Guest, table: u64) {
    let socket = TcpSocket::new_v4().unwrap();
    // Little fits on its side of the line.
    socket.set_recv_buffer_size(2048).unwrap();
    let stream = socket.connect(guest.address).await.unwrap();
    let mut request = format!("ws://{}/ws/v1", guest.address).into_client_request().unwrap();
    request.headers_mut().insert("Cookie", guest.cookie.parse().unwrap());
    let (mut slow, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
    let watch = Message::text(json!({ "type": "watch", "table": table }).to_string());
    while slow.send(watch.clone()).await.is_ok() {}
}

/// Whoever asks for pages, one after another, and reads none of them doesn't keep its connection.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_and_never_reads_is_hung_up_on() {
    let server = Running::start(Config { request_seconds: 1, ..settings() }).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(2048).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    let ask = format!("GET /api/v1/openapi.json HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    // Until the server has hung up, this waits for it to take more.
    while stream.write_all(ask.as_bytes()).await.is_ok() {}
    let (_, _, metrics) = server.request("GET", "/metrics", &[], "").await;
    assert!(metrics.lines().any(|line| line.starts_with("cardroom_slow_readers_total")), "{metrics}");
}

/// Who says nothing, not even to a ping, is hung up on when its time is over, however far off the next ping is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_says_nothing_is_hung_up_on_in_time() {
    let server = Running::start(Config { ping_seconds: 86_400, dead_seconds: 1, ..settings() }).await;
    let mut silent = server.guest().await.connect().await;
    assert_eq!(silent.try_hear().await, None);
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_readers_are_dropped_and_resume() {
    let server = Running::start(settings()).await;
    let (ann, eve) = (server.guest().await, server.guest().await);
    let bots = json!({ "seats": 3, "bots": ["beginner", "beginner"] });
    let table = ann.open_table(&server, "draw27-triple", "fixed", &bots).await;
    let mut other = ann.connect().await;
    let mut follower = Follower::of(&other.watch(table).await);
    let mut slow = tokio::spawn(read_nothing(eve.clone(), table));
    // Meanwhile somebody else is told everything, without a gap.
    loop {
        tokio::select! {
            cut = &mut slow => break cut.unwrap(),
            message = other.hear() => { follower.take(&message); }
        }
    }
    let (_, _, metrics) = server.request("GET", "/metrics", &[], "").await;
    assert!(metrics.lines().any(|line| line.starts_with("cardroom_slow_readers_total")), "{metrics}");

    // The table comes to rest, so that nothing more is told while the one that was dropped comes back.
    let answer = other.command(table, json!({ "type": "pause" })).await;
    assert!(answer["problem"].is_null(), "{answer}");
    while !(follower.over && follower.events.iter().any(|event| event["type"] == "paused")) {
        let message = other.hear().await;
        follower.take(&message);
    }
    let mut back = eve.connect().await;
    let mut resumed = Follower { table, seq: follower.seq - 10, ..Follower::default() };
    back.say(&json!({ "type": "watch", "table": table, "since": resumed.seq })).await;
    while resumed.seq < follower.seq {
        let message = back.hear().await;
        assert!(message["type"] != "table", "so few are still known");
        resumed.take(&message);
    }
    // The host was told of its own seat besides.
    follower.events.retain(|event| event["type"] != "you");
    assert!(follower.events.ends_with(&resumed.events), "{:?}", resumed.events);
    server.crash().await;
}
