//! Nonsense by the thousand, on sockets and over HTTP, while two people play: nothing panics, nothing grows, and the
//! two don't notice. A million in `make soak`.

mod support;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use cardroom_server::Config;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use support::{Folder, Follower, Guest, Running, passive, settings};

/// How many messages and requests: a part of a million, or with `SOAK` all of it.
fn how_many() -> usize {
    let times = std::env::var("SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(1_usize);
    (20_000 * times.max(1)).min(1_000_000)
}

/// A small generator, so that a run can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        let length = self.below(most);
        (0..length).map(|_| self.next() as u8).collect()
    }
}

const NUMBERS: [&str; 10] =
    ["-1", "0", "1.5", "9007199254740992", "1e300", "18446744073709551616", "\"7\"", "null", "[]", "{}"];
const TYPES: [&str; 14] = [
    "watch",
    "unwatch",
    "command",
    "ping",
    "watch_lobby",
    "watch_tournament",
    "sit",
    "leave",
    "act",
    "link",
    "chat",
    "top_up",
    "close",
    "welcome",
];

/// A message that is wrong in some way, or right but out of order.
fn message(random: &mut Random, table: u64) -> String {
    let number = |random: &mut Random| random.pick(&NUMBERS).to_string();
    match random.below(13) {
        0 => String::from_utf8_lossy(&random.bytes(300)).into_owned(),
        1 => "[".repeat(random.below(4096)),
        2 => "{\"type\":".repeat(random.below(400)),
        3 => format!("{{\"type\":\"{}\"}}", random.pick(&TYPES)),
        4 => format!("{{\"type\":\"watch\",\"table\":{},\"since\":{}}}", number(random), number(random)),
        5 => format!("{{\"type\":\"ping\",\"echo\":{}}}", number(random)),
        6 => {
            let whole = act(table, "1", "1", "{\"type\":\"call\"}");
            let end = random.below(whole.len());
            whole[..end].to_owned()
        }
        7 => act(table, &number(random), &number(random), "{\"type\":\"fold\"}"),
        8 => act(table, "1", "1", &format!("{{\"type\":\"raise\",\"to\":{}}}", number(random))),
        9 => act(table, "1", "2", "{\"type\":\"discard\",\"cards\":[\"As\",\"As\",\"Xx\",\"10h\",7,null]}"),
        10 => {
            let kind = random.pick(&TYPES).to_string();
            let command =
                json!({ "type": kind, "seat": 99, "buy_in": -5, "text": "\u{202e}", "hand": 1e300, "x": kind });
            json!({ "type": "command", "id": "x".repeat(random.below(60)), "table": table, "command": command })
                .to_string()
        }
        11 => {
            let first = *random.pick(&["a", "tp", "\u{10ffff}"]);
            let fields: String = (0..random.below(250)).map(|number| format!(",\"{first}{number}\":0")).collect();
            act(table, "1", "1", &format!("{{\"type\":\"raise\"{fields}}}"))
        }
        _ => {
            let mut whole = act(table, "1", "1", "{\"type\":\"check\"}").into_bytes();
            for _ in 0..3 {
                let place = random.below(whole.len());
                whole[place] = 32 + (random.next() % 95) as u8;
            }
            String::from_utf8_lossy(&whole).into_owned()
        }
    }
}

fn act(table: u64, hand: &str, turn: &str, play: &str) -> String {
    format!(
        "{{\"type\":\"command\",\"id\":\"f\",\"table\":{table},\
         \"command\":{{\"type\":\"act\",\"hand\":{hand},\"turn\":{turn},\"play\":{play}}}}}"
    )
}

/// Messages on a socket: text that can't be read, and now and then what ends the socket at once.
async fn on_a_socket(guest: Guest, table: u64, seed: u64, count: usize) {
    let mut random = Random(seed);
    let mut left = count;
    while left > 0 {
        let Ok(client) = guest.try_connect().await else { continue };
        let (mut out, mut back) = client.socket.split();
        let reading = tokio::spawn(async move { while let Some(Ok(_)) = back.next().await {} });
        for _ in 0..left.min(500) {
            left -= 1;
            let last = match random.below(400) {
                0 => Some(Message::text("x".repeat(4_097 + random.below(100_000)))),
                1 => Some(Message::binary(random.bytes(1_000))),
                _ => None,
            };
            let ends = last.is_some();
            let message = last.unwrap_or_else(|| Message::text(message(&mut random, table)));
            if out.send(message).await.is_err() || ends {
                break;
            }
        }
        let _ = out.close().await;
        reading.await.unwrap();
    }
}

/// Bytes that are no frames of a client: unmasked, reserved, broken, endless.
async fn below_the_messages(guest: Guest, seed: u64, count: usize) {
    let mut random = Random(seed);
    for _ in 0..count {
        let Ok(mut stream) = TcpStream::connect(guest.address).await else { continue };
        let upgrade = format!(
            "GET /ws/v1 HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            guest.address, guest.cookie
        );
        let _ = stream.write_all(upgrade.as_bytes()).await;
        let frame: Vec<u8> = match random.below(7) {
            0 => vec![0x81, 0x05, b'h', b'e', b'l', b'l', b'o'],
            1 => vec![0xf1, 0x80, 0, 0, 0, 0],
            2 => vec![0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
            3 => vec![0x81, 0x84, 0, 0, 0, 0, 0xc3, 0x28, 0xff, 0xfe],
            4 => vec![0x09, 0x80, 0, 0, 0, 0, 0x89, 0xfe, 0x00, 0xff, 0, 0, 0, 0],
            5 => [0x01, 0x81, 0, 0, 0, 0, b'['].repeat(random.below(50)),
            _ => random.bytes(200),
        };
        let _ = stream.write_all(&frame).await;
        let _ = stream.shutdown().await;
        let _ = stream.read_to_end(&mut Vec::new()).await;
    }
}

/// Requests that are none, or wrong, or too large.
async fn over_http(address: SocketAddr, cookie: String, seed: u64, count: usize) {
    let mut random = Random(seed);
    const PATHS: [&str; 14] = [
        "/",
        "/api/v1/account",
        "/api/v1/lobby",
        "/api/v1/tables",
        "/api/v1/tables/-1",
        "/api/v1/tables/99999999999999999999",
        "/api/v1/odds",
        "/api/v1/hold",
        "/api/v1/login",
        "/ws/v1",
        "/api/v1/%ff%00",
        "/../../etc/passwd",
        "/metrics",
        "/api/v1/account/sessions/1e5",
    ];
    for _ in 0..count {
        let Ok(mut stream) = TcpStream::connect(address).await else { continue };
        let method = *random.pick(&["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "BREW", "get", ""]);
        let path = *random.pick(&PATHS);
        let head = format!("{method} {path} HTTP/1.1\r\nHost: room\r\nCookie: {cookie}\r\nConnection: close\r\n");
        let json = "Content-Type: application/json\r\n";
        let request: Vec<u8> = match random.below(9) {
            0 => random.bytes(2_000),
            1 => {
                format!("{head}{json}Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET").into_bytes()
            }
            2 => format!("{head}{json}Content-Length: -1\r\n\r\n").into_bytes(),
            3 => format!("{head}{json}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n").into_bytes(),
            4 => format!("{head}X: {}\r\n\r\n", "y".repeat(random.below(40_000))).into_bytes(),
            5 => format!("{head}{}\r\n", "A: b\r\n".repeat(random.below(300))).into_bytes(),
            6 => {
                let body = "[".repeat(random.below(30_000));
                format!("{head}{json}Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
            }
            7 => {
                let body = format!("{{\"game\":\"{}\",\"hands\":[{}]}}", random.next(), random.pick(&NUMBERS));
                format!("{head}{json}Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
            }
            _ => format!("{head}\r\n").into_bytes(),
        };
        let _ = stream.write_all(&request).await;
        let _ = stream.shutdown().await;
        let _ = stream.read_to_end(&mut Vec::new()).await;
    }
}

/// Two people who play until they are told that it is enough, and ten hands more; how many it were until then.
async fn play_meanwhile(server: &Running, enough: Arc<AtomicBool>) -> (u64, tokio::task::JoinHandle<usize>) {
    let (ann, bob) = (server.guest().await, server.guest().await);
    let more = json!({ "seats": 2, "max_buy_in": 10_000 });
    let table = ann.open_table(server, "holdout", "fixed", &more).await;
    let mut players = Vec::new();
    for guest in [&ann, &bob] {
        let mut client = guest.connect().await;
        let follower = Follower::of(&client.watch(table).await);
        client.sit(table, 8_000).await;
        players.push((client, follower));
    }
    let playing = tokio::spawn(async move {
        // However slow the machine is, they go on afterwards, too.
        let mut during = 0;
        while !enough.load(Ordering::Relaxed) || players[0].1.hands_over < during + 10 {
            if !enough.load(Ordering::Relaxed) {
                during = players[0].1.hands_over;
            }
            for (client, follower) in &mut players {
                if follower.is_to_act() {
                    let answer = client.command(table, follower.act(&passive(&follower.turn))).await;
                    assert!(answer["problem"].is_null(), "{answer}");
                    follower.turn = Value::Null;
                }
            }
            // Both are told everything, so the one who has heard less has something to hear.
            let (client, follower) = players.iter_mut().min_by_key(|(_, follower)| follower.seq).unwrap();
            let message = client.hear().await;
            follower.take(&message);
            // What the two remember is not to be taken for something that the server keeps.
            follower.events.clear();
            client.log.clear();
            if message["type"] == "events" {
                for event in message["events"].as_array().unwrap().iter().filter(|event| event["type"] == "hand_ended")
                {
                    let stacks = event["stacks"].as_array().unwrap().iter().map(|seat| seat["stack"].as_u64().unwrap());
                    assert_eq!(stacks.sum::<u64>(), 16_000);
                }
            }
        }
        during
    });
    (table, playing)
}

/// What the process holds in memory, in bytes.
fn memory() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap_or(0) * 4096
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn soak_nonsense_by_the_million_disturbs_nobody() {
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        usual(panic);
    }));
    // On disk: a room in memory would grow with every hand that the two play.
    let folder = Folder::new("flood");
    let server = Running::start(Config { demo: false, data: folder.path().clone(), ..settings() }).await;
    let enough = Arc::new(AtomicBool::new(false));
    let (table, playing) = play_meanwhile(&server, enough.clone()).await;
    let count = how_many();
    let mut before = 0;
    // Twice the same: what the first half leaves behind is the room at work; the second must add nothing to it.
    for round in 0..2 {
        let mut floods = Vec::new();
        for seed in 1..=4_u64 {
            let seed = seed + 10 * round;
            floods.push(tokio::spawn(on_a_socket(server.guest().await, table, seed, count / 10)));
            floods.push(tokio::spawn(below_the_messages(server.guest().await, seed, count / 200)));
            floods.push(tokio::spawn(over_http(server.address, server.guest().await.cookie, seed, count / 50)));
        }
        for flood in floods {
            flood.await.unwrap();
        }
        if round == 0 {
            before = memory();
        }
    }
    let after = memory();
    enough.store(true, Ordering::Relaxed);
    let hands = playing.await.unwrap();
    assert!(hands > 0, "the two had to wait until the flood was over");
    assert_eq!(PANICS.load(Ordering::Relaxed), 0);
    assert!(after < before + (16 << 20), "memory grew from {before} to {after}");
    let (status, _, metrics) = server.request("GET", "/metrics", &[], "").await;
    assert_eq!(status, 200);
    assert!(!metrics.contains("cardroom_panics_total"), "{metrics}");
    server.crash().await;
}
