//! The door: whose pages may ask, how many may come and how often, and what becomes of the slow.

use std::time::Duration;

use cardroom_server::Config;
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::support::{Guest, PATIENCE, Running, settings};

/// The status with which a socket is refused; 101 if it is not.
async fn knock(guest: &Guest, origin: Option<&str>) -> u16 {
    let mut request = format!("ws://{}/ws/v1", guest.address).into_client_request().unwrap();
    request.headers_mut().insert("Cookie", guest.cookie.parse().unwrap());
    if let Some(origin) = origin {
        request.headers_mut().insert("Origin", origin.parse().unwrap());
    }
    match tokio_tungstenite::connect_async(request).await {
        Ok(_) => 101,
        Err(Error::Http(answer)) => answer.status().as_u16(),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_our_own_page_may_open_a_socket() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await;
    let own = format!("http://{}", server.address);
    assert_eq!(knock(&ann, Some(&own)).await, 101);
    assert_eq!(knock(&ann, None).await, 101, "a program has no origin");
    let port = server.address.port();
    for origin in [
        "http://evil.example".to_owned(),
        "null".to_owned(),
        format!("https://{}", server.address),
        format!("http://127.0.0.1.evil.example:{port}"),
        format!("{own}.evil.example"),
        format!("http://127.0.0.1:{}", port ^ 1),
        format!("{own}/"),
    ] {
        assert_eq!(knock(&ann, Some(&origin)).await, 403, "{origin}");
    }
    let nobody = Guest { cookie: "cardroom_session=0".into(), ..ann };
    assert_eq!(knock(&nobody, Some(&own)).await, 401);
    server.crash().await;
    // Behind a proxy the origin is the public one, and no other.
    let server = Running::start(Config { public_url: Some("https://cards.example".into()), ..settings() }).await;
    let ann = server.guest().await;
    assert!(ann.cookie.starts_with("__Host-"), "no subdomain can plant one: {}", ann.cookie);
    assert_eq!(knock(&ann, Some("https://cards.example")).await, 101);
    let here = format!("http://{}", server.address);
    assert_eq!(knock(&ann, Some(&here)).await, 403);
    let headers = [("Cookie", ann.cookie.as_str()), ("X-CSRF-Token", ann.csrf.as_str()), ("Origin", here.as_str())];
    let (_, _, answer) = server.request("POST", "/api/v1/tables", &headers, "{}").await;
    assert!(answer.contains("This room is played at https://cards.example"), "{answer}");
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_changes_without_the_token_against_forged_requests() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await;
    let body = json!({ "spread": { "game": "holdem", "limit": "no", "min_bet": 10 } }).to_string();
    let evil = ("Origin", "http://evil.example");
    for headers in [
        vec![("Cookie", ann.cookie.as_str())],
        vec![("Cookie", ann.cookie.as_str()), ("X-CSRF-Token", "")],
        vec![("Cookie", ann.cookie.as_str()), ("X-CSRF-Token", "0123456789abcdef")],
        vec![("Cookie", ann.cookie.as_str()), ("X-CSRF-Token", ann.csrf.as_str()), evil],
    ] {
        let (status, head, answer) = server.request("POST", "/api/v1/tables", &headers, &body).await;
        assert_eq!(status, 403, "{headers:?}: {answer}");
        assert!(head.to_lowercase().contains("content-type: application/problem+json"), "{head}");
    }
    let (_, lobby) = ann.ask("GET", "/api/v1/lobby", None).await;
    assert_eq!(lobby["tables"].as_array().unwrap().len(), 0);
    ann.open_table(&server, "holdem", "no", &json!({})).await;
    server.crash().await;
}

/// A wrong password and an unknown name get the same answer, and after a few tries none at all for a while.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tries_to_log_in_are_few_and_tell_nothing() {
    let server = Running::start(Config { logins_per_minute: 5, ..settings() }).await;
    server.guest().await.claim("Annabel", "correct horse").await;
    let login = async |name: &str| {
        let body = json!({ "name": name, "password": "wrong horse" }).to_string();
        server.request("POST", "/api/v1/login", &[], &body).await
    };
    let (known, unknown) = (login("Annabel").await, login("Nobody").await);
    assert_eq!((known.0, &known.2), (401, &unknown.2));
    // With taking the name those were three.
    assert_eq!([login("Annabel").await.0, login("Annabel").await.0], [401; 2]);
    let (status, head, _) = login("Annabel").await;
    assert_eq!(status, 429, "after five tries it is enough");
    let wait =
        head.to_lowercase().split_once("retry-after: ").unwrap().1.lines().next().unwrap().parse::<u64>().unwrap();
    assert!((1..=60).contains(&wait), "{head}");
    // The right password doesn't help then either.
    let body = json!({ "name": "Annabel", "password": "correct horse" }).to_string();
    assert_eq!(server.request("POST", "/api/v1/login", &[], &body).await.0, 429);
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_connections_and_messages_are_counted() {
    let limits = Config {
        sockets_per_address: 2,
        connections_per_address: 6,
        messages_per_second: 1,
        messages_burst: 10,
        ..settings()
    };
    let server = Running::start(limits).await;
    let (ann, bob, eve) = (server.guest().await, server.guest().await, server.guest().await);
    let (mut one, two) = (ann.connect().await, bob.connect().await);
    let own = format!("http://{}", server.address);
    assert_eq!(knock(&eve, Some(&own)).await, 429);
    drop(two);
    // More messages than allowed are refused one by one; many more, and the line is cut.
    for echo in 0..60 {
        one.say(&json!({ "type": "ping", "echo": echo })).await;
    }
    let (mut pongs, mut refused) = (0, 0);
    while pongs + refused < 60 {
        match one.hear().await["type"].as_str().unwrap() {
            "pong" => pongs += 1,
            "answer" => refused += 1,
            _ => {}
        }
    }
    assert!((10..20).contains(&pongs), "{pongs} answered, {refused} refused");
    for echo in 0..100 {
        if !one.try_say(&json!({ "type": "ping", "echo": echo })).await {
            break;
        }
    }
    while one.try_hear().await.is_some() {}
    // Connections that say nothing take all the places there are; the next one is told to come back.
    let mut silent = Vec::new();
    let refusal = loop {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let mut answer = String::new();
        if tokio::time::timeout(Duration::from_millis(200), stream.read_to_string(&mut answer)).await.is_ok() {
            break answer;
        }
        silent.push(stream);
    };
    assert!(refusal.starts_with("HTTP/1.1 503") && refusal.contains("Retry-After: "), "{refusal}");
    let (_, body) = refusal.split_once("\r\n\r\n").unwrap();
    let problem: Value = serde_json::from_str(body).unwrap();
    assert_eq!(problem["code"], "unavailable");
    assert!(silent.len() <= 6, "{}", silent.len());
    drop(silent);
    loop {
        if server.request("GET", "/healthz", &[], "").await.0 == 200 {
            break;
        }
    }
    server.crash().await;
}

/// Who sends a head or a body too slowly, or nothing at all, is cut off.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_senders_are_cut_off() {
    let server = Running::start(Config { header_seconds: 1, request_seconds: 1, ..settings() }).await;
    let beginnings = [
        "",
        "GET /api/v1/lobby HTTP/1.1\r\nHost: room\r\nX-Slow: ",
        "POST /api/v1/login HTTP/1.1\r\nHost: room\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
        "GET /healthz HTTP/1.1\r\nHost: room\r\n\r\n",
    ];
    let address = server.address;
    let waits = beginnings.map(|beginning| async move {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(beginning.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let ended = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
        assert!(ended.is_ok(), "{beginning:?} was never cut off");
        let answer = String::from_utf8_lossy(&answer);
        let problem = answer.contains("408 Request Timeout") && answer.contains("application/problem+json");
        assert!(problem || !beginning.starts_with("POST"), "a body that never came is answered: {answer}");
    });
    futures_util::future::join_all(waits).await;
    server.crash().await;
}

/// The operator's door is for programs on this machine: no page may use it, and a token is asked for where one is set.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operators_door_is_not_for_pages() {
    let (listen, token) = (Some(([127, 0, 0, 1], 0).into()), Some("a token of sixteen".to_owned()));
    let server = Running::start(Config { operator_listen: listen, operator_token: token, ..settings() }).await;
    let operator = server.operator.unwrap();
    let ask = async |headers: &[(&str, &str)]| crate::support::request(operator, "GET", "/tables", headers, "").await.0;
    let right = ("Authorization", "Bearer a token of sixteen");
    assert_eq!(ask(&[]).await, 401);
    assert_eq!(ask(&[("Authorization", "Bearer a token of sixteem")]).await, 401);
    assert_eq!(ask(&[right]).await, 200);
    assert_eq!(ask(&[right, ("Origin", "http://evil.example")]).await, 403);
    let public = Config::read("operator_listen = \"0.0.0.0:7778\"", [], []);
    assert!(public.unwrap_err().to_string().contains("operator_token"));
    server.crash().await;
}

/// A message is as long as the room is set to read, and not a byte longer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn longer_messages_are_read_where_the_room_is_set_so() {
    for (message_bytes, read) in [(5_000, true), (4_999, false)] {
        let server = Running::start(Config { message_bytes, ..settings() }).await;
        let mut client = server.guest().await.connect().await;
        let ping = json!({ "type": "ping", "echo": 1 }).to_string();
        let message = format!("{ping}{}", " ".repeat(5_000 - ping.len()));
        client.socket.send(Message::text(message)).await.unwrap();
        let heard = client.try_hear().await;
        assert_eq!(heard.is_some_and(|heard| heard["type"] == "pong"), read);
        server.crash().await;
    }
}

/// Who guesses at the operator's token is written down, and doesn't guess for long.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_tokens_at_the_operators_door_are_few_and_written_down() {
    let (listen, token) = (Some(([127, 0, 0, 1], 0).into()), Some("a token of sixteen".to_owned()));
    let config = Config { operator_listen: listen, operator_token: token, logins_per_minute: 5, ..settings() };
    let server = Running::start(config).await;
    let operator = server.operator.unwrap();
    let ask = async |token: &str, path: &str| {
        let token = format!("Bearer {token}");
        crate::support::request(operator, "GET", path, &[("Authorization", &token)], "").await
    };
    for _ in 0..4 {
        assert_eq!(ask("a wrong one", "/tables").await.0, 401);
    }
    let (status, _, log) = ask("a token of sixteen", "/log").await;
    assert_eq!(status, 200, "{log}");
    let refused = log.matches("refused, without the token, from 127.0.0.1: GET /tables").count();
    assert_eq!(refused, 4, "{log}");
    assert_eq!(ask("a wrong one", "/tables").await.0, 401);
    let (status, head, _) = ask("a wrong one", "/tables").await;
    assert!(status == 429 && head.to_lowercase().contains("retry-after: "), "{head}");
    assert_eq!(ask("a token of sixteen", "/log").await.0, 429, "the right one could be a guess as well");
    server.crash().await;
}

/// An operator finds people by what they are called, and reads its lists page by page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operator_finds_accounts_by_name_and_turns_pages() {
    let server = Running::start(Config { operator_listen: Some(([127, 0, 0, 1], 0).into()), ..settings() }).await;
    let operator = server.operator.unwrap();
    let ask = async |path: &str| {
        let (status, _, said) = crate::support::request(operator, "GET", path, &[], "").await;
        assert_eq!(status, 200, "{said}");
        serde_json::from_str::<Vec<Value>>(&said).unwrap()
    };
    let ann = server.guest().await.claim("Annabel", "correct horse").await;
    let others = [server.guest().await, server.guest().await];
    let numbers =
        |lines: &[Value], field: &str| lines.iter().map(|line| line[field].as_u64().unwrap()).collect::<Vec<_>>();
    // However it is written, by letters that look alike, too: a Cyrillic A.
    for name in ["Annabel", "annabel", "%D0%90nnabel", "%20Annabel"] {
        let found = ask(&format!("/accounts?name={name}")).await;
        assert_eq!(numbers(&found, "account"), [ann.account], "{name}: {found:?}");
        assert_eq!((&found[0]["guest"], &found[0]["chips"]), (&json!(false), &json!(10_000)));
    }
    let guest = others[0].ask("GET", "/api/v1/account", None).await.1["name"].as_str().unwrap().replace(' ', "%20");
    let found = ask(&format!("/accounts?name={guest}")).await;
    assert!(numbers(&found, "account").contains(&others[0].account), "{found:?}");
    assert_eq!(ask("/accounts?name=Nobody").await, [Value::Null; 0]);
    let page = ask("/accounts?limit=2").await;
    assert_eq!(numbers(&page, "account"), [others[1].account, others[0].account]);
    let next = ask(&format!("/accounts?limit=2&before={}", others[0].account)).await;
    assert_eq!(numbers(&next, "account"), [ann.account]);
    let log = ask("/log?limit=3").await;
    let last = log[2]["number"].as_u64().unwrap();
    let earlier = ask(&format!("/log?limit=3&before={last}")).await;
    assert_eq!(earlier[0]["number"].as_u64().unwrap(), last - 1, "{earlier:?}");
    assert_eq!(log[0]["action"], "GET /log?limit=3");
    // What was refused is told from what was done.
    let path = "/accounts/999999/credit";
    let (status, ..) = crate::support::request(operator, "POST", path, &[], r#"{"chips":5}"#).await;
    assert_eq!(status, 404);
    let log = ask("/log?limit=2").await;
    assert_eq!(log[1]["action"], r#"not done (404): POST /accounts/999999/credit {"chips":5}"#);
    let path = format!("/accounts/{}/credit", ann.account);
    let (status, _, body) = crate::support::request(operator, "POST", &path, &[], r#"{"chips":0}"#).await;
    assert!(status == 409 && body.contains("one chip or more"), "{status} {body}");
    server.crash().await;
}

/// The type of every problem is the address of a paragraph about it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_problem_says_where_it_is_explained() {
    let server = Running::start(settings()).await;
    let (_, _, body) = server.request("GET", "/api/v1/nothing", &[], "").await;
    let problem: Value = serde_json::from_str(&body).unwrap();
    let (page, place) = problem["type"].as_str().unwrap().split_once('#').unwrap();
    let (status, head, page) = server.request("GET", page, &[], "").await;
    assert!(status == 200 && head.contains("text/html"), "{head}");
    assert!(page.contains(&format!("<h2 id=\"{place}\">")), "{place} in {page}");
    server.crash().await;
}

/// The page answers any address that it may know; where only programs look, nothing is said to be there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_there_is_not_found() {
    let server = Running::start(settings()).await;
    for path in ["/api/v1/nothing", "/api/v1/tables/1/nothing", "/api/v2/lobby", "/ws/v2", "/api/v1/../../etc/passwd"] {
        for method in ["GET", "POST", "DELETE"] {
            let (status, head, body) = server.request(method, path, &[], "").await;
            assert_eq!(status, 404, "{method} {path}: {body}");
            assert!(head.to_lowercase().contains("application/problem+json"), "{head}");
        }
    }
    for path in ["/assets/nothing.js", "/assets/../index.html"] {
        let (status, ..) = server.request("GET", path, &[], "").await;
        assert_eq!(status, 404, "{path}");
    }
    for method in ["POST", "PUT", "DELETE"] {
        let (status, ..) = server.request(method, "/lobby", &[], "").await;
        assert!(status == 404 || status == 405, "{method}: {status}");
    }
    server.stop().await;
}
