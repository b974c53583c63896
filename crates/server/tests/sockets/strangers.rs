//! Strangers: what somebody who means ill tries at the door, and what comes of it.

use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use cardroom_server::Config;
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{Folder, PATIENCE, Running, request, settings, sit_down};

/// A room full of tables is still shown: as many as fit on the wall, those with people first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_can_open_so_many_tables_that_the_lobby_is_lost() {
    let server = Running::start(Config { tables_per_account: 1_000, ..settings() }).await;
    let ann = server.guest().await;
    let mut last = 0;
    for number in 0..210 {
        let name = format!("{number:03} {}", "x".repeat(60));
        last = ann.open_table(&server, "holdem", "no", &json!({ "name": name })).await;
    }
    let mut client = ann.connect().await;
    client.watch(last).await;
    client.sit(last, 500).await;
    client.say(&json!({ "type": "watch_lobby", "on": true })).await;
    let lobby = client.until("lobby").await;
    let tables = lobby["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 200);
    assert!(lobby.to_string().len() > 64 * 1024, "a long message, and it came");
    assert!(tables.iter().any(|table| table["table"] == last), "the one table where somebody sits");
    server.crash().await;
}

/// A link on another page leads a browser here without its cookie. That makes no guest, whose cookie would take the
/// place of the one that the browser has.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_page_cannot_put_a_new_guest_in_place_of_a_player() {
    let server = Running::start(settings()).await;
    for (site, status) in [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)] {
        let headers = [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate")];
        let (answered, head, body) = server.request("GET", "/api/v1/account", &headers, "").await;
        assert_eq!(answered, status, "{site}: {body}");
        assert_eq!(head.to_lowercase().contains("set-cookie"), status == 200, "{site}: {head}");
    }
    // Who is signed in may be linked to.
    let ann = server.guest().await;
    let headers = [("Sec-Fetch-Site", "cross-site"), ("Cookie", ann.cookie.as_str())];
    assert_eq!(server.request("GET", "/api/v1/account", &headers, "").await.0, 200);
    server.crash().await;
}

/// Whoever finds a program's token can play with it until it is taken back, and can't make the account its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_programs_token_plays_and_opens_no_other_door() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await.claim("Annabel", "correct horse").await;
    let (_, token) = ann.ask("POST", "/api/v1/account/tokens", Some(&json!({ "label": "bot" }))).await;
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let session = format!("/api/v1/account/sessions/{}", token["id"]);
    let ask = async |method: &str, path: &str, body: &str| {
        server.request(method, path, &[("Authorization", bearer.as_str())], body).await.0
    };
    for (method, path, body) in [
        ("POST", "/api/v1/account/recovery-codes", r#"{"password":"correct horse"}"#),
        ("POST", "/api/v1/account/tokens", r#"{"label":"another"}"#),
        ("POST", "/api/v1/account/password", r#"{"old":"correct horse","new":"wrong horse"}"#),
        ("POST", "/api/v1/account/claim", r#"{"name":"Eve"}"#),
        ("PUT", "/api/v1/account/limits", r#"{"minutes_a_day":1}"#),
        ("DELETE", "/api/v1/account", ""),
        ("POST", "/api/v1/logout", ""),
        ("DELETE", session.as_str(), ""),
    ] {
        assert_eq!(ask(method, path, body).await, 403, "{method} {path}");
    }
    let table = r#"{"spread":{"game":"holdem","limit":"no","min_bet":10}}"#;
    assert_eq!(ask("POST", "/api/v1/tables", table).await, 200);
    assert_eq!(ask("GET", "/api/v1/account", "").await, 200);
    for none in ["Bearer", "bearer", "Bearer ä"] {
        let (status, head, _) = server.request("GET", "/api/v1/account", &[("Authorization", none)], "").await;
        assert_eq!((status, head.to_lowercase().contains("set-cookie")), (401, false), "{none}: {head}");
    }
    let small = bearer.replace("Bearer", "bearer");
    let (_, _, account) = server.request("GET", "/api/v1/account", &[("Authorization", small.as_str())], "").await;
    assert!(account.contains("Annabel"), "the scheme's name may be in small letters: {account}");
    // Taken back, it is nobody's, and doesn't turn into a new guest, nor into somebody who only looks on.
    assert_eq!(ann.ask("DELETE", &session, None).await.0, 204);
    let reads = ["account", "lobby", "tables/1", "tournaments", "games", "games/holdem/rules", "profiles"];
    for path in reads.map(|read| format!("/api/v1/{read}")) {
        assert_eq!(ask("GET", &path, "").await, 401, "{path}");
        assert_ne!(server.request("GET", &path, &[], "").await.0, 401, "{path} is open");
    }
    server.crash().await;
}

/// A label is kept as it was written, or refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tokens_label_is_not_cut() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await.claim("Annabel", "correct horse").await;
    let make = async |label: &str| ann.ask("POST", "/api/v1/account/tokens", Some(&json!({ "label": label }))).await;
    for (label, why) in [
        ("ä".repeat(61), "A label has from 1 to 60 characters, this one 61."),
        ("x".repeat(300), "A label has from 1 to 60 characters, this one 300."),
        ("two\nlines".to_owned(), "A label is one line of text."),
        (" ".to_owned(), "Say what the token is for."),
    ] {
        let (status, problem) = make(&label).await;
        assert_eq!((status, problem["detail"].as_str()), (409, Some(why)), "{problem}");
    }
    let longest = "ä".repeat(60);
    let (status, token) = make(&longest).await;
    assert_eq!((status, token["label"].as_str()), (200, Some(longest.as_str())), "{token}");
    let (_, tokens) = ann.ask("GET", "/api/v1/account/tokens", None).await;
    assert_eq!(tokens.as_array().unwrap().len(), 1, "{tokens}");
    server.crash().await;
}

/// An origin that can't be read, or a second one, is somebody else's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_strange_origin_is_not_the_same_as_none() {
    let server = Running::start(settings()).await;
    let (own, evil) = (format!("http://{}", server.address), ("Origin", "http://evil.example"));
    let own = ("Origin", own.as_str());
    let login = json!({ "name": "Nobody", "password": "wrong horse" }).to_string();
    for (headers, status) in [
        (vec![], 401),
        (vec![own], 401),
        (vec![evil], 403),
        (vec![("Origin", "http://\u{e9}vil.example")], 403),
        (vec![own, evil], 403),
        (vec![evil, own], 403),
    ] {
        let (answered, _, body) = server.request("POST", "/api/v1/login", &headers, &login).await;
        assert_eq!(answered, status, "{headers:?}: {body}");
    }
    server.crash().await;
}

/// One who tries passwords is stopped, and its victim still comes in from elsewhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stranger_cannot_keep_somebody_out_by_trying_passwords() {
    let server = Running::start(Config { trust_proxy: true, logins_per_minute: 5, ..settings() }).await;
    server.guest().await.claim("Annabel", "correct horse").await;
    let login = async |from: &str, password: &str| {
        let body = json!({ "name": "Annabel", "password": password }).to_string();
        server.request("POST", "/api/v1/login", &[("X-Forwarded-For", from)], &body).await.0
    };
    let mut tries = 0;
    while login("10.0.0.6", "wrong horse").await == 401 {
        tries += 1;
        assert!(tries < 20, "the stranger is never stopped");
    }
    assert_eq!(login("10.0.0.1", "correct horse").await, 200);
    server.crash().await;
}

/// Whoever has a network of addresses counts as one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_network_of_version_six_is_one_address() {
    let server = Running::start(Config { trust_proxy: true, guests_per_minute: 1, ..settings() }).await;
    let come = async |from: &str| server.request("GET", "/api/v1/account", &[("X-Forwarded-For", from)], "").await.0;
    assert_eq!(come("2001:db8:1:2::1").await, 200);
    assert_eq!(come("2001:db8:1:2:ffff::9").await, 429, "the same network");
    assert_eq!(come("2001:db8:1:3::1").await, 200, "another one");
    assert_eq!(come("10.0.0.1").await, 200);
    assert_eq!(come("::ffff:10.0.0.1").await, 429, "the same address, written in another way");
    server.crash().await;
}

/// A flood of frames that say nothing is a flood.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn empty_frames_count_as_messages() {
    let server = Running::start(Config { messages_per_second: 1, messages_burst: 10, ..settings() }).await;
    let mut eve = server.guest().await.connect().await;
    for _ in 0..300 {
        if eve.socket.send(Message::Ping(Default::default())).await.is_err() {
            break;
        }
    }
    while eve.try_hear().await.is_some() {}
    let (_, _, counted) = server.request("GET", "/metrics", &[], "").await;
    assert!(counted.contains("cardroom_limited_total{limit=\"messages\"}"), "{counted}");
    server.crash().await;
}

/// Frames that never make a message, each empty and none the last, are read no faster than messages may come.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_of_no_message_are_read_at_a_pace() {
    let server = Running::start(Config { messages_per_second: 1, messages_burst: 10, ..settings() }).await;
    let eve = server.guest().await;
    let mut line = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "GET /ws/v1 HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address, eve.cookie
    );
    line.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    line.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    let flood = async {
        line.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await.unwrap();
        let nothing = [0x00, 0x80, 0, 0, 0, 0].repeat(100_000);
        // More than the system keeps on the way.
        for _ in 0..200 {
            line.write_all(&nothing).await.unwrap();
        }
    };
    let paced = async {
        while !server.request("GET", "/metrics", &[], "").await.2.contains("cardroom_limited_total{limit=\"bytes\"}") {}
    };
    tokio::select! {
        () = flood => panic!("all of it was read at once"),
        () = paced => {}
    }
    server.crash().await;
}

/// Who asks for more than anybody needs, though it were refused, is answered more slowly, and answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_hurries_waits() {
    let server = Running::start(Config { requests_per_second: 1, requests_burst: 1, ..settings() }).await;
    let mut line = TcpStream::connect(server.address).await.unwrap();
    let ask = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: {}\r\n", server.address);
    let (page, refused, last) = (ask("/healthz"), ask("/api/v1/lobby"), ask("/metrics"));
    let asked = [page + "\r\n", refused + "\r\n"].concat().repeat(15) + &last + "Connection: close\r\n\r\n";
    line.write_all(asked.as_bytes()).await.unwrap();
    let mut answers = String::new();
    line.read_to_string(&mut answers).await.unwrap();
    assert_eq!(answers.matches("HTTP/1.1 ").count(), 31, "{answers}");
    assert!(answers.contains("cardroom_limited_total{limit=\"hurried\"}"), "{answers}");
    server.crash().await;
}

/// What comes too often is refused by its own id, so that the client can say it again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_comes_too_often_is_refused_by_its_id() {
    let server = Running::start(Config { messages_per_second: 1, messages_burst: 1, ..settings() }).await;
    let ann = server.guest().await;
    let mut line = ann.connect().await;
    let command = json!({ "type": "command", "id": "mine", "table": 1, "command": { "type": "leave" } });
    let said = [
        json!({ "type": "ping", "echo": 1 }),
        json!({ "type": "watch", "table": 12 }),
        json!({ "type": "watch_tournament", "tournament": 7, "on": true }),
        command,
        json!({ "type": "watch_lobby", "on": true }),
        json!({ "type": "nonsense" }),
    ];
    for message in &said {
        line.say(message).await;
    }
    for id in [json!("watch:12"), json!("watch_tournament:7"), json!("mine"), Value::Null, Value::Null] {
        let answer = line.until("answer").await;
        assert_eq!((&answer["id"], &answer["problem"]["code"]), (&id, &json!("too_many")), "{answer}");
        assert_eq!(answer["problem"]["retry_after"], 1, "{answer}");
    }
    server.crash().await;
}

/// Nor is a room that finishes its last hands flooded.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn empty_frames_count_while_the_room_closes() {
    let server = Running::start(Config { messages_per_second: 1, messages_burst: 10, ..settings() }).await;
    let (ann, eve) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdem", "fixed", &json!({ "seats": 2 })).await;
    let (first, mut second) = sit_down(&ann, &eve, table, 500).await;
    while !second.until("events").await.to_string().contains("hand_started") {}
    let address = server.address;
    let closing = tokio::spawn(server.stop());
    while request(address, "GET", "/readyz", &[], "").await.0 == 200 {}
    let bye = loop {
        let _ = second.socket.send(Message::Ping(Default::default())).await;
        match tokio::time::timeout(Duration::from_millis(1), second.hear()).await {
            Ok(message) if message["type"] == "bye" => break message,
            _ => {}
        }
    };
    assert_eq!(bye["problem"]["code"], "too_many", "{bye}");
    drop((first, second));
    closing.abort();
}

/// A ban of any length leaves an account that can be read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ban_for_ever_has_an_end() {
    let server = Running::start(Config { operator_listen: Some(([127, 0, 0, 1], 0).into()), ..settings() }).await;
    let (ann, operator) = (server.guest().await, server.operator.unwrap());
    let account = format!("/accounts/{}", ann.account);
    let ban = async |hours: u64| {
        let body = json!({ "hours": hours }).to_string();
        request(operator, "POST", &format!("{account}/ban"), &[], &body).await.0
    };
    assert_eq!(ban(u64::MAX).await, 409);
    assert_eq!(ban(876_600).await, 200);
    assert_eq!(request(operator, "GET", &account, &[], "").await.0, 200);
    server.crash().await;
}

/// What a room keeps is its own: nobody else on the machine can look into its folder.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rooms_folder_is_closed_to_others() {
    let folder = Folder::new("closed");
    let data = folder.path().join("data");
    let server = Running::start(Config { demo: false, data: data.clone(), ..settings() }).await;
    let mode = std::fs::metadata(&data).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    server.stop().await;
}

/// Nothing on the way keeps an answer that was for one person; a body that is too large is refused like anything else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_are_kept_by_nobody_on_the_way() {
    let server = Running::start(settings()).await;
    let large = format!("{{\"name\":\"{}\"}}", "x".repeat(16_400));
    for (method, path, body) in [
        ("GET", "/api/v1/account", ""),
        ("GET", "/api/v1/hands", ""),
        ("GET", "/api/v1/nothing", ""),
        ("POST", "/api/v1/login", large.as_str()),
    ] {
        let (_, head, _) = server.request(method, path, &[], body).await;
        assert!(head.to_lowercase().contains("cache-control: no-store"), "{path}: {head}");
    }
    let (status, head, _) = server.request("POST", "/api/v1/login", &[], &large).await;
    assert_eq!(status, 413);
    assert!(head.to_lowercase().contains("content-type: application/problem+json"), "{head}");
    server.crash().await;
}

/// The house's bots are not there for one person to have hundreds of them think at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_gets_only_so_many_bots() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await;
    let hold = async |bots: usize| {
        let spread = json!({ "game": "holdem", "limit": "no", "min_bet": 10 });
        let wanted = json!({
            "spread": spread, "kind": "scheduled", "starts_in": 3_600, "entry": 0, "most": 500,
            "bots": vec!["beginner"; bots],
        });
        ann.ask("POST", "/api/v1/tournaments", Some(&wanted)).await
    };
    let (status, problem) = hold(31).await;
    assert_eq!((status, problem["code"].as_str()), (409, Some("illegal")), "{problem}");
    let (status, held) = hold(30).await;
    assert_eq!(status, 200, "{held}");
    server.crash().await;
}

/// A host who closes its table in the middle of a hand and goes leaves no table behind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_closes_in_a_hand_is_gone_after_it() {
    let server = Running::start(Config { pause_seconds: 1.0, tables_per_account: 1, ..settings() }).await;
    let ann = server.guest().await;
    let table = ann.open_table(&server, "holdem", "no", &json!({ "bots": ["solid", "solid"] })).await;
    let mut client = ann.connect().await;
    client.watch(table).await;
    client.sit(table, 500).await;
    let is_turn = |event: &Value| event["type"] == "turn" && event["turn"]["legal"].is_object();
    while !client.hear().await["events"].as_array().is_some_and(|events| events.iter().any(is_turn)) {}
    for command in ["close", "leave"] {
        let answer = client.command(table, json!({ "type": command })).await;
        assert!(answer["problem"].is_null(), "{command}: {answer}");
    }
    drop(client);
    let gone = async {
        while server.request("GET", &format!("/api/v1/tables/{table}"), &[], "").await.0 != 404 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert!(tokio::time::timeout(PATIENCE, gone).await.is_ok(), "the table is still there");
    assert!(ann.wallet().await > 9_500, "what was left of the stack is back");
    ann.open_table(&server, "holdem", "no", &json!({})).await;
    server.crash().await;
}

/// Bots think on the house's machine: players call them as long as there are some.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_call_as_many_bots_as_the_house_has() {
    let server = Running::start(Config { bots: 3, ..settings() }).await;
    let ann = server.guest().await;
    let two = json!({ "bots": ["beginner", "beginner"] });
    let table = ann.open_table(&server, "holdem", "no", &two).await;
    let path = format!("/api/v1/tables/{table}");
    while ann.ask("GET", &path, None).await.1["bots"] != 2 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut wanted = json!({ "spread": { "game": "holdem", "limit": "no", "min_bet": 10 } });
    assert_eq!(ann.ask("POST", "/api/v1/tables", Some(&wanted)).await.0, 200, "without bots");
    wanted["bots"] = two["bots"].clone();
    let (status, refused) = ann.ask("POST", "/api/v1/tables", Some(&wanted)).await;
    assert_eq!(status, 503, "{refused}");
    server.crash().await;
}

/// Whoever knows a guest's session, having left it in somebody else's browser say, doesn't get the account made of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_from_before_the_password_is_over_with_it() {
    let server = Running::start(settings()).await;
    let guest = server.guest().await;
    let (_, token) = guest.ask("POST", "/api/v1/account/tokens", Some(&json!({ "label": "bot" }))).await;
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let mut socket = guest.connect().await;
    let owner = guest.clone().claim("Annabel", "correct horse").await;
    assert_eq!(owner.account, guest.account);
    assert_ne!(owner.cookie, guest.cookie);
    socket.until("bye").await;
    let chips = json!({ "password": "correct horse" });
    assert_eq!(guest.ask("POST", "/api/v1/account/recovery-codes", Some(&chips)).await.0, 401, "the guest's");
    assert_eq!(server.request("GET", "/api/v1/account", &[("Authorization", bearer.as_str())], "").await.0, 401);
    assert_eq!(owner.ask("POST", "/api/v1/account/recovery-codes", Some(&chips)).await.0, 200, "the owner's");
    // A name alone, without a password, makes nothing of the guest that it wasn't.
    let other = server.guest().await;
    assert_eq!(other.ask("POST", "/api/v1/account/claim", Some(&json!({ "name": "Bob" }))).await.0, 200);
    assert_eq!(other.ask("GET", "/api/v1/account", None).await.1["name"], "Bob");
    server.crash().await;
}

/// Whoever knows a private table's number alone learns nothing by it: not which hand is played there, nor for what.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_table_has_one_answer_for_whoever_lacks_its_code() {
    let server = Running::start(settings()).await;
    let (ann, eve) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdem", "no", &json!({ "private": true, "bots": ["beginner"] })).await;
    let mut own = ann.connect().await;
    own.watch(table).await;
    own.sit(table, 500).await;
    own.until("events").await;
    let mut client = eve.connect().await;
    for asked in [
        json!({ "type": "act", "hand": 999, "turn": 1, "play": { "type": "fold" } }),
        json!({ "type": "time_bank", "hand": 999, "turn": 1 }),
        json!({ "type": "link", "hand": 999, "link": "0".repeat(64) }),
        json!({ "type": "reveal", "hand": 999, "cards": ["As"] }),
        json!({ "type": "sit", "buy_in": -1 }),
        json!({ "type": "top_up", "amount": "all" }),
        json!({ "type": "leave" }),
        json!({ "type": "chat", "text": "hello" }),
        json!({ "type": "pause" }),
    ] {
        let answer = client.command(table, asked.clone()).await;
        let said = "This table is private: its host gives out the invitation code.";
        assert_eq!(answer["problem"]["detail"], said, "{asked}");
    }
    // Who sits there needs to show nothing.
    let mut other = ann.connect().await;
    assert_eq!(other.command(table, json!({ "type": "auto_muck", "on": false })).await["problem"], Value::Null);
    server.crash().await;
}
