//! A real server and real sockets: guests who sit down and play.

#![allow(dead_code, unreachable_pub, unused_imports, reason = "each test uses a part of it")]

mod follower;
mod mirror;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cardroom_server::{Config, Server};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::{self, Runtime};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub use follower::{Follower, cards};
pub use mirror::Mirror;

/// How long a test waits for anything before it gives up. Nothing is measured by it.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Settings for a quick room on any free port.
pub fn settings() -> Config {
    Config {
        demo: true,
        listen: ([127, 0, 0, 1], 0).into(),
        house_tables: false,
        house_tournaments: false,
        bots_think: false,
        pause_seconds: 0.0,
        connections_per_address: 100_000,
        sockets_per_address: 100_000,
        guests_per_minute: 10_000,
        tables_per_address: 10_000,
        requests_per_second: 10_000,
        requests_burst: 10_000,
        messages_per_second: 10_000,
        messages_burst: 10_000,
        logins_per_minute: 1_000,
        log: "off".into(),
        ..Config::default()
    }
}

/// A folder of its own for one test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cardroom-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &PathBuf {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server that runs.
pub struct Running {
    pub address: SocketAddr,
    pub operator: Option<SocketAddr>,
    stop: Option<oneshot::Sender<()>>,
    done: JoinHandle<()>,
    /// Threads of its own, so that all of it can end at once.
    runtime: Option<Runtime>,
}

impl Running {
    pub async fn start(config: Config) -> Self {
        let runtime = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let server = runtime.spawn(Server::open(config)).await.unwrap().unwrap();
        let (address, operator) = (server.address(), server.operator_address());
        let (stop, stopped) = oneshot::channel::<()>();
        let done = runtime.spawn(server.run_until(async {
            let _ = stopped.await;
        }));
        Self { address, operator, stop: Some(stop), done, runtime: Some(runtime) }
    }

    /// Tells it to stop, and waits until it has.
    pub async fn stop(mut self) {
        let _ = self.stop.take().unwrap().send(());
        let _ = tokio::time::timeout(PATIENCE, &mut self.done).await;
    }

    /// Drops everything on the floor, as a crash does.
    pub async fn crash(mut self) {
        let runtime = self.runtime.take().unwrap();
        let ended = tokio::task::spawn_blocking(move || runtime.shutdown_timeout(PATIENCE));
        ended.await.unwrap();
    }

    /// One request; the status and the body.
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, String, String) {
        request(self.address, method, path, headers, body).await
    }

    /// A new guest.
    pub async fn guest(&self) -> Guest {
        Guest::arrive(self.address).await
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// One request on a connection of its own; the status, the head and the body.
pub async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let mut text = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    if !body.is_empty() {
        text += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    }
    text += "\r\n";
    let _ = stream.write_all(format!("{text}{body}").as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body =
        if head.to_lowercase().contains("transfer-encoding: chunked") { unchunked(body) } else { body.to_owned() };
    (status, head.to_owned(), body)
}

fn unchunked(body: &str) -> String {
    let (mut rest, mut whole) = (body, String::new());
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 {
            break;
        }
        whole += &after[..size];
        rest = after[size..].trim_start_matches("\r\n");
    }
    whole
}

/// Somebody with a session.
#[derive(Clone)]
pub struct Guest {
    pub address: SocketAddr,
    pub cookie: String,
    pub csrf: String,
    pub account: u64,
}

impl Guest {
    /// Comes to a room for the first time.
    pub async fn arrive(address: SocketAddr) -> Self {
        let (status, head, body) = request(address, "GET", "/api/v1/account", &[], "").await;
        assert_eq!(status, 200, "{body}");
        Self::signed_in(address, &head, &body)
    }

    /// Whoever an answer signed in.
    pub fn signed_in(address: SocketAddr, head: &str, body: &str) -> Self {
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
        let cookie = cookie.split(';').next().unwrap().to_owned();
        let account: Value = serde_json::from_str(body).unwrap();
        let csrf = account["csrf"].as_str().unwrap().to_owned();
        Self { address, cookie, csrf, account: account["account"].as_u64().unwrap() }
    }

    pub async fn post(&self, _: &Running, path: &str, body: &Value) -> (u16, Value) {
        self.ask("POST", path, Some(body)).await
    }

    /// Takes a name and a password, and with them a new session.
    pub async fn claim(self, name: &str, password: &str) -> Self {
        let body = json!({ "name": name, "password": password }).to_string();
        let headers = [("Cookie", self.cookie.as_str()), ("X-CSRF-Token", self.csrf.as_str())];
        let (status, head, body) = request(self.address, "POST", "/api/v1/account/claim", &headers, &body).await;
        assert_eq!(status, 200, "{body}");
        Self::signed_in(self.address, &head, &body)
    }

    /// A request with the session's cookie and its token against forged requests.
    pub async fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        let headers = [("Cookie", self.cookie.as_str()), ("X-CSRF-Token", self.csrf.as_str())];
        let body = body.map(ToString::to_string).unwrap_or_default();
        let (status, _, body) = request(self.address, method, path, &headers, &body).await;
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    /// What the wallet holds.
    pub async fn wallet(&self) -> u64 {
        self.ask("GET", "/api/v1/account", None).await.1["chips"].as_u64().unwrap()
    }

    /// A socket, or why there is none.
    pub async fn try_connect(&self) -> Result<Client, Error> {
        let mut request = format!("ws://{}/ws/v1", self.address).into_client_request().unwrap();
        request.headers_mut().insert("Cookie", self.cookie.parse().unwrap());
        request.headers_mut().insert("Origin", format!("http://{}", self.address).parse().unwrap());
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Client { socket, heard: VecDeque::new(), log: Vec::new() })
    }

    /// Opens a table, and is its host.
    pub async fn open_table(&self, server: &Running, game: &str, limit: &str, more: &Value) -> u64 {
        let mut wanted = json!({ "spread": { "game": game, "limit": limit, "min_bet": 10 } });
        for (name, value) in more.as_object().into_iter().flatten() {
            wanted[name] = value.clone();
        }
        let (status, opened) = self.post(server, "/api/v1/tables", &wanted).await;
        assert_eq!(status, 200, "{opened}");
        opened["table"].as_u64().unwrap()
    }

    pub async fn connect(&self) -> Client {
        let mut client = self.try_connect().await.unwrap();
        client.until("welcome").await;
        client
    }
}

/// A client on its socket. It keeps every message it was ever sent.
pub struct Client {
    pub socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    heard: VecDeque<Value>,
    pub log: Vec<String>,
}

impl Client {
    pub async fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Says what may be no message at all.
    pub async fn say_raw(&mut self, message: Message) {
        self.socket.send(message).await.unwrap();
    }

    /// Why the server hangs up: its last message, and the code of the close frame.
    pub async fn hear_bye(&mut self) -> (Value, u16) {
        let bye = loop {
            let message = self.hear().await;
            if message["type"] == "bye" {
                break message;
            }
        };
        let close = tokio::time::timeout(PATIENCE, self.socket.next()).await.unwrap();
        let Some(Ok(Message::Close(Some(frame)))) = close else { panic!("{close:?} after {bye}") };
        (bye, frame.code.into())
    }

    /// Says something, unless the line is dead.
    pub async fn try_say(&mut self, message: &Value) -> bool {
        self.socket.send(Message::text(message.to_string())).await.is_ok()
    }

    /// The next message.
    pub async fn hear(&mut self) -> Value {
        let message = self.try_hear().await;
        message.unwrap_or_else(|| panic!("the socket was closed after {:?}", self.log.last()))
    }

    pub async fn try_hear(&mut self) -> Option<Value> {
        if let Some(message) = self.heard.pop_front() {
            return Some(message);
        }
        // Pings don't count as something to hear.
        let patience = tokio::time::Instant::now() + PATIENCE;
        loop {
            let next = tokio::time::timeout_at(patience, self.socket.next()).await.expect("a message in time");
            match next {
                Some(Ok(Message::Text(text))) => {
                    self.log.push(text.to_string());
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(_))) | None | Some(Err(Error::ConnectionClosed)) => return None,
                Some(Ok(_)) => {}
                Some(Err(_)) => return None,
            }
        }
    }

    /// The next message of this type; others are skipped.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Does something at a table, and waits for the answer; what else came is kept.
    pub async fn command(&mut self, table: u64, command: Value) -> Value {
        // Two windows of one account are still one account: their ids differ, too.
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = format!("c{}", NEXT.fetch_add(1, Ordering::Relaxed));
        self.command_as(&id, table, command).await
    }

    pub async fn command_as(&mut self, id: &str, table: u64, command: Value) -> Value {
        self.say(&json!({ "type": "command", "id": id, "table": table, "command": command })).await;
        self.answer_to(id).await
    }

    pub async fn answer_to(&mut self, id: &str) -> Value {
        let mut kept = VecDeque::new();
        let answer = loop {
            let message = self.hear().await;
            if message["type"] == "answer" && message["id"] == id {
                break message;
            }
            kept.push_back(message);
        };
        kept.append(&mut self.heard);
        self.heard = kept;
        answer
    }

    /// Follows a table; gives the snapshot.
    pub async fn watch(&mut self, table: u64) -> Value {
        self.say(&json!({ "type": "watch", "table": table })).await;
        self.snapshot().await
    }

    /// The table that was asked for; what else came is kept.
    pub async fn snapshot(&mut self) -> Value {
        let mut kept = VecDeque::new();
        let snapshot = loop {
            let message = self.hear().await;
            if message["type"] == "table" {
                break message;
            }
            assert!(message["type"] != "answer" || message["problem"].is_null(), "{message}");
            kept.push_back(message);
        };
        kept.append(&mut self.heard);
        self.heard = kept;
        snapshot
    }

    pub async fn sit(&mut self, table: u64, buy_in: u64) {
        let answer = self.command(table, json!({ "type": "sit", "buy_in": buy_in })).await;
        assert!(answer["problem"].is_null(), "{answer}");
    }
}

/// Two people connect and sit down. Both watch before either sits, so that they hear of the same hands.
pub async fn sit_down(one: &Guest, two: &Guest, table: u64, buy_in: u64) -> (Client, Client) {
    let (mut first, mut second) = (one.connect().await, two.connect().await);
    first.watch(table).await;
    second.watch(table).await;
    first.sit(table, buy_in).await;
    second.sit(table, buy_in).await;
    (first, second)
}

/// What somebody does that never folds: checks, calls, stands pat, shows.
pub fn passive(turn: &Value) -> Value {
    let legal = &turn["legal"];
    match turn["kind"].as_str().unwrap() {
        "bet" if legal["check"] == true => json!({ "type": "check" }),
        "bet" => json!({ "type": "call" }),
        "discard" => json!({ "type": "discard", "cards": [] }),
        "draw" => json!({ "type": "draw", "cards": [] }),
        _ => json!({ "type": "show" }),
    }
}

/// What somebody does that never folds and throws away the first cards of its hand.
pub fn throwing(turn: &Value, own: &[Value], discards: usize, draws: usize) -> Value {
    match turn["kind"].as_str().unwrap() {
        "discard" => json!({ "type": "discard", "cards": own[..discards] }),
        "draw" => json!({ "type": "draw", "cards": own[..draws] }),
        _ => passive(turn),
    }
}

/// Plays at a table by `choose` until so many hands are over; the events it was told.
pub async fn play(
    client: &mut Client,
    table: u64,
    hands: usize,
    mut choose: impl FnMut(&Value, &[Value]) -> Value,
) -> Vec<Value> {
    let mut events: Vec<Value> = Vec::new();
    let mut hand = 0;
    let mut over = 0;
    let mut own: Vec<Value> = Vec::new();
    while over < hands {
        let message = client.hear().await;
        assert!(message["type"] != "answer" || message["problem"].is_null(), "{message}");
        if message["type"] != "events" || message["table"] != table {
            continue;
        }
        for event in message["events"].as_array().unwrap() {
            events.push(event.clone());
            match event["type"].as_str().unwrap() {
                "hand_started" => {
                    hand = event["hand"].as_u64().unwrap();
                    own.clear();
                }
                "dealt" => own.extend(event["own"].as_array().unwrap().iter().cloned()),
                "discarded" | "drew" => {
                    let gone = event["own"].as_array().unwrap();
                    own.retain(|card| !gone.contains(card));
                }
                "hand_ended" => over += 1,
                "turn" if !event["turn"]["legal"].is_null() && over < hands => {
                    let turn = &event["turn"];
                    let play = choose(turn, &own);
                    let command = json!({ "type": "act", "hand": hand, "turn": turn["turn"], "play": play });
                    let id = format!("p{hand}-{}", turn["turn"]);
                    client.say(&json!({ "type": "command", "id": id, "table": table, "command": command })).await;
                }
                _ => {}
            }
        }
    }
    events
}
