//! A session that is over: nothing that was begun with it is finished with it.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use crate::support::{Guest, PATIENCE, Running, request, settings};

/// The head of a request whose body is held back until the server asks for it.
async fn hold_back(guest: &Guest, path: &str, body: &str) -> TcpStream {
    let mut line = TcpStream::connect(guest.address).await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: {}\r\nX-CSRF-Token: {}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nExpect: 100-continue\r\n\r\n",
        guest.address,
        guest.cookie,
        guest.csrf,
        body.len()
    );
    line.write_all(head.as_bytes()).await.unwrap();
    let mut asked = [0; 25];
    line.read_exact(&mut asked).await.unwrap();
    assert_eq!(&asked, b"HTTP/1.1 100 Continue\r\n\r\n");
    line
}

/// Whoever has got hold of a session and holds back the end of a request for a program's token would have one for good,
/// however soon the owner changes the password.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_is_held_back_ends_with_its_session() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await.claim("Annabel", "correct horse").await;
    let login = json!({ "name": "Annabel", "password": "correct horse" }).to_string();
    let (_, head, body) = server.request("POST", "/api/v1/login", &[], &login).await;
    let owner = Guest::signed_in(server.address, &head, &body);
    let (token, name) = (r#"{"label":"thief"}"#, r#"{"name":"Mallory"}"#);
    let mut held = [
        (hold_back(&ann, "/api/v1/account/tokens", token).await, token),
        (hold_back(&ann, "/api/v1/account/claim", name).await, name),
    ];
    let change = json!({ "old": "correct horse", "new": "better horse" });
    assert_eq!(owner.ask("POST", "/api/v1/account/password", Some(&change)).await.0, 204);
    for (line, rest) in &mut held {
        line.write_all(rest.as_bytes()).await.unwrap();
        let mut answer = String::new();
        line.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
    }
    let (_, tokens) = owner.ask("GET", "/api/v1/account/tokens", None).await;
    assert_eq!(tokens, json!([]));
    assert_eq!(owner.ask("GET", "/api/v1/account", None).await.1["name"], "Annabel");
    server.crash().await;
}

/// Asks for a long page, so many short ones and then for a socket, and reads none of the answers yet.
async fn ask_and_wait(guest: &Guest, short: usize) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut line = socket.connect(guest.address).await.unwrap();
    let host = guest.address;
    let page = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let socket = format!(
        "GET /ws/v1 HTTP/1.1\r\nHost: {host}\r\nCookie: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        guest.cookie
    );
    let asked = page("/api/v1/openapi.json") + &page("/healthz").repeat(short) + &socket;
    line.write_all(asked.as_bytes()).await.unwrap();
    line
}

/// A client decides when the answer that opens its socket is sent, by what it reads of the answers before. Of many that
/// wait, each a little longer than the last, one is let in and not there yet when its session ends.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_that_is_being_opened_ends_with_its_session() {
    let server = Running::start(settings()).await;
    let mut lines = Vec::new();
    for short in 0..160 {
        let guest = server.guest().await;
        lines.push((ask_and_wait(&guest, short).await, guest));
    }
    // So that as many as can are let in; who isn't by then is refused later.
    tokio::time::sleep(Duration::from_millis(500)).await;
    for (_, guest) in &lines {
        assert_eq!(guest.ask("POST", "/api/v1/logout", None).await.0, 204);
    }
    let mut reading = JoinSet::new();
    for (mut line, _) in lines {
        reading.spawn(async move {
            let (mut heard, mut more) = (Vec::<u8>::new(), [0; 16 * 1024]);
            let (mut let_in, mut signed_out) = (false, false);
            // Until it is hung up on, or refused.
            while let Ok(length @ 1..) = line.read(&mut more).await {
                heard.extend(&more[..length]);
                let has = |text: &str| heard.windows(text.len()).any(|part| part == text.as_bytes());
                let_in |= has("101 Switching");
                signed_out |= has(r#""code":"sign_in""#);
                if signed_out {
                    break;
                }
                heard.drain(..heard.len().saturating_sub(100));
            }
            (let_in, signed_out)
        });
    }
    let ended = tokio::time::timeout(PATIENCE / 2, reading.join_all()).await.expect("no socket of theirs stays open");
    // Who was let in and read nothing for long is hung up on without having heard why.
    assert!(ended.iter().all(|(let_in, signed_out)| *let_in || *signed_out), "{ended:?}");
    assert!(ended.iter().any(|(let_in, signed_out)| *let_in && *signed_out), "{ended:?}");
    server.crash().await;
}

/// Whoever deletes its account and sits down meanwhile leaves nobody at the table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_that_is_deleted_sits_nowhere() {
    let server = Running::start(settings()).await;
    let host = server.guest().await;
    let table = host.open_table(&server, "holdem", "no", &json!({ "seats": 2 })).await;
    for _ in 0..20 {
        let ann = server.guest().await;
        let mut client = ann.connect().await;
        client.watch(table).await;
        let sit = json!({ "type": "command", "id": "1", "table": table, "command": { "type": "sit", "buy_in": 500 } });
        let delete = tokio::spawn(async move { ann.ask("DELETE", "/api/v1/account", None).await.0 });
        client.try_say(&sit).await;
        if delete.await.unwrap() != 204 {
            let leave = client.command(table, json!({ "type": "leave" })).await;
            assert!(leave["problem"].is_null(), "{leave}");
        }
    }
    let nobody = async {
        loop {
            let (_, seen) = host.ask("GET", &format!("/api/v1/tables/{table}"), None).await;
            if seen["people"] == 0 {
                break;
            }
        }
    };
    assert!(tokio::time::timeout(PATIENCE, nobody).await.is_ok(), "a chair is kept for nobody");
    server.crash().await;
}

/// Of an exclusion and something else that is asked for at the same moment the exclusion stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_exclusion_is_not_lost_to_another_change_at_the_same_moment() {
    let server = Running::start(settings()).await;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64;
    let until = now + 3_600_000;
    for _ in 0..20 {
        let ann = server.guest().await;
        let mut asked = JoinSet::new();
        for wanted in [json!({}), json!({}), json!({ "excluded_until": until }), json!({}), json!({})] {
            let ann = ann.clone();
            asked.spawn(async move { ann.ask("PUT", "/api/v1/account/limits", Some(&wanted)).await.0 });
        }
        asked.join_all().await;
        let (_, account) = ann.ask("GET", "/api/v1/account", None).await;
        assert_eq!(account["limits"]["excluded_until"], until, "{account}");
    }
    server.crash().await;
}

/// Nobody else's name is kept by giving it up: not at a table, and not on a socket that was open before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_that_was_given_up_is_spoken_under_no_longer() {
    let server = Running::start(settings()).await;
    let (eve, ann) = (server.guest().await, server.guest().await);
    let claim = async |guest: &Guest, name: &str| {
        let headers = [("Cookie", guest.cookie.as_str()), ("X-CSRF-Token", guest.csrf.as_str())];
        let body = json!({ "name": name }).to_string();
        request(server.address, "POST", "/api/v1/account/claim", &headers, &body).await.0
    };
    let table = eve.open_table(&server, "holdem", "no", &json!({ "seats": 3 })).await;
    let mut client = eve.connect().await;
    client.watch(table).await;
    client.sit(table, 500).await;
    assert_eq!(claim(&eve, "Annabel").await, 200, "a guest may take a name where it sits");
    assert_eq!(claim(&eve, "ANNABEL").await, 200, "and write it otherwise");
    assert_eq!(claim(&eve, "Eve").await, 409, "but not give it up");
    client.command(table, json!({ "type": "leave" })).await;
    assert_eq!(claim(&eve, "Eve").await, 200);
    assert_eq!(claim(&ann, "Annabel").await, 200);
    client.command(table, json!({ "type": "chat", "text": "I am Annabel" })).await;
    let said = loop {
        let message = client.until("events").await;
        let chat = message["events"].as_array().unwrap().iter().find(|event| event["type"] == "chat").cloned();
        if let Some(chat) = chat {
            break chat;
        }
    };
    assert_eq!(said["line"]["name"], "Eve", "{said}");
    client.sit(table, 500).await;
    let seats = ann.connect().await.watch(table).await["snapshot"]["seats"].clone();
    let names: Vec<&Value> = seats.as_array().unwrap().iter().map(|seat| &seat["player"]["name"]).collect();
    assert!(names.contains(&&json!("Eve")) && !names.contains(&&json!("Annabel")), "{seats}");
    server.crash().await;
}
