//! What somebody gains by asking many times at once, or by hanging up: nothing.

use std::time::Duration;

use cardroom_server::{Config, Server};
use futures_util::future::select_all;
use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _, SqliteConnection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::damage::kept_in;
use crate::support::{Folder, Guest, PATIENCE, Running, request, settings};

/// How many of many equal requests at once are done.
async fn done_at_once(guest: &Guest, path: &'static str, body: &Value) -> usize {
    let mut asked = JoinSet::new();
    for _ in 0..20 {
        let (guest, body) = (guest.clone(), body.clone());
        asked.spawn(async move { guest.ask("POST", path, Some(&body)).await.0 });
    }
    asked.join_all().await.into_iter().filter(|&status| status == 200).count()
}

/// Counted and made in one piece: of many who count at once only as many are let through as there may be.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn as_many_as_may_be_and_not_one_more() {
    let server = Running::start(Config { tables_per_account: 3, ..settings() }).await;
    let ann = server.guest().await;
    let spread = json!({ "game": "holdem", "limit": "no", "min_bet": 10 });
    assert_eq!(done_at_once(&ann, "/api/v1/tables", &json!({ "spread": spread })).await, 3);
    let tournament = json!({ "spread": spread, "kind": "sit_and_go", "entry": 10, "most": 9 });
    assert_eq!(done_at_once(&ann, "/api/v1/tournaments", &tournament).await, 3);
    assert_eq!(done_at_once(&ann, "/api/v1/account/tokens", &json!({ "label": "bot" })).await, 10);
    server.crash().await;
}

/// Bots that wait for a tournament to begin are bots that the house has promised.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn promised_bots_count() {
    let server = Running::start(Config { bots: 12, ..settings() }).await;
    let ann = server.guest().await;
    let spread = json!({ "game": "holdem", "limit": "no", "min_bet": 10 });
    let tournament =
        json!({ "spread": spread, "kind": "sit_and_go", "entry": 0, "most": 9, "bots": vec!["beginner"; 5] });
    assert_eq!(done_at_once(&ann, "/api/v1/tournaments", &tournament).await, 2);
    let table = json!({ "spread": spread, "bots": vec!["beginner"; 3] });
    let (status, refused) = ann.ask("POST", "/api/v1/tables", Some(&table)).await;
    assert_eq!(status, 503, "{refused}");
    server.crash().await;
}

/// A question that would take hours, from somebody who doesn't wait for the answer, keeps nobody else from asking.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_that_nobody_waits_for_is_dropped() {
    let server = Running::start(Config { odds_threads: 1, ..settings() }).await;
    let (eve, ann) = (server.guest().await, server.guest().await);
    // Nine players share twenty cards: nearly every deal is dealt in vain.
    let endless = json!({ "game": "holdem", "hands": vec!["AA,KK,QQ,JJ,TT"; 9] }).to_string();
    let head = format!(
        "POST /api/v1/odds HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nX-CSRF-Token: {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        server.address,
        eve.cookie,
        eve.csrf,
        endless.len()
    );
    let mut lines = Vec::new();
    for _ in 0..3 {
        let mut line = TcpStream::connect(server.address).await.unwrap();
        line.write_all(format!("{head}{endless}").as_bytes()).await.unwrap();
        lines.push(line);
    }
    // One is being answered, one waits for its turn, and a third is one too many.
    let heard = lines.iter_mut().map(|line| {
        Box::pin(async {
            let mut first = [0; 12];
            line.read_exact(&mut first).await.map(|_| first)
        })
    });
    assert_eq!(&select_all(heard).await.0.unwrap(), b"HTTP/1.1 429");
    drop(lines);
    let quick = json!({ "game": "holdem", "hands": ["AhKh", "QsQd"] });
    let mut tries = 0;
    while ann.ask("POST", "/api/v1/odds", Some(&quick)).await.0 != 200 {
        tries += 1;
        assert!(tries < 3, "the advisor is still busy with questions that nobody waits for");
    }
    server.crash().await;
}

/// Whoever holds all connections of the operator's own machine doesn't keep the operator out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_on_the_operators_machine_do_not_keep_it_out() {
    let operator_listen = Some(([127, 0, 0, 1], 0).into());
    let server = Running::start(Config { connections_per_address: 2, operator_listen, ..settings() }).await;
    let _held = [TcpStream::connect(server.address).await.unwrap(), TcpStream::connect(server.address).await.unwrap()];
    while request(server.address, "GET", "/healthz", &[], "").await.0 == 200 {}
    assert_eq!(request(server.operator.unwrap(), "GET", "/tables", &[], "").await.0, 200);
    server.crash().await;
}

/// A second server on the same folder is told who is there, and a crash leaves nothing locked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_server_serves_a_folder() {
    let folder = Folder::new("served");
    let kept = || Config { demo: false, data: folder.path().clone(), ..settings() };
    let first = Running::start(kept()).await;
    let refused = Server::open(kept()).await.err().expect("the folder is taken").to_string();
    let who = format!("process {}, listening on {}, serves it", std::process::id(), first.address);
    assert!(refused.contains(&who), "{refused}");
    assert_eq!(first.guest().await.wallet().await, 10_000, "the first goes on");
    first.crash().await;
    Running::start(kept()).await.stop().await;
    Running::start(kept()).await.stop().await;
}

/// Sends a request, and hangs up while the store is away.
async fn hang_up_on(guest: &Guest, path: &str, body: &Value, away: &mut SqliteConnection) {
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nX-CSRF-Token: {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        guest.address,
        guest.cookie,
        guest.csrf,
        body.len()
    );
    away.execute("BEGIN IMMEDIATE").await.unwrap();
    let mut line = TcpStream::connect(guest.address).await.unwrap();
    line.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    // It has got as far as the store.
    let answer = tokio::time::timeout(Duration::from_millis(500), line.read_u8()).await;
    assert!(answer.is_err(), "{path} needs the store");
    drop(line);
    tokio::time::sleep(Duration::from_millis(200)).await;
    away.execute("ROLLBACK").await.unwrap();
}

/// Stored by halves a table was on no wall and counted for nobody, and came at the next start: as many as anybody liked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_begun_is_done_for_whoever_hangs_up() {
    let folder = Folder::new("hung-up");
    let server = Running::start(Config { tables_per_account: 2, ..kept_in(&folder) }).await;
    let address = format!("sqlite://{}", folder.path().join("cardroom.db").display());
    let mut away = SqliteConnection::connect(&address).await.unwrap();
    let ann = server.guest().await;
    let spread = json!({ "game": "holdem", "limit": "no", "min_bet": 10 });
    let tournament = json!({ "spread": spread, "kind": "sit_and_go", "entry": 10, "most": 9 });
    for (path, body, on_the_wall) in
        [("/api/v1/tables", json!({ "spread": spread }), "tables"), ("/api/v1/tournaments", tournament, "tournaments")]
    {
        for opened in 1..=2 {
            hang_up_on(&ann, path, &body, &mut away).await;
            let on_it = async || ann.ask("GET", "/api/v1/lobby", None).await.1[on_the_wall].as_array().unwrap().len();
            let there = async {
                while on_it().await < opened {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            };
            tokio::time::timeout(PATIENCE, there).await.unwrap_or_else(|_| panic!("{opened} {on_the_wall}"));
        }
        let (status, refused) = ann.ask("POST", path, Some(&body)).await;
        assert_eq!(status, 409, "{refused}");
    }
    server.crash().await;
}

/// Whoever changes the password has somebody else out, though the line breaks just then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_is_changed_to_the_end() {
    let folder = Folder::new("changed");
    let server = Running::start(kept_in(&folder)).await;
    let address = format!("sqlite://{}", folder.path().join("cardroom.db").display());
    let mut away = SqliteConnection::connect(&address).await.unwrap();
    let ann = server.guest().await.claim("Annabel", "correct horse").await;
    let login = json!({ "name": "Annabel", "password": "correct horse" }).to_string();
    let (_, head, body) = server.request("POST", "/api/v1/login", &[], &login).await;
    let mut thief = Guest::signed_in(server.address, &head, &body).connect().await;
    let change = json!({ "old": "correct horse", "new": "better horse" });
    hang_up_on(&ann, "/api/v1/account/password", &change, &mut away).await;
    assert_eq!(thief.until("bye").await["problem"]["code"], "sign_in");
    server.crash().await;
}

/// Whoever has the house send many bots keeps nobody else waiting for them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_that_come_in_one_by_one_hold_nobody_up() {
    let folder = Folder::new("one-by-one");
    let server = Running::start(Config { tables_per_account: 1, ..kept_in(&folder) }).await;
    let address = format!("sqlite://{}", folder.path().join("cardroom.db").display());
    let mut away = SqliteConnection::connect(&address).await.unwrap();
    let (ann, eve) = (server.guest().await, server.guest().await);
    let spread = json!({ "game": "holdem", "limit": "no", "min_bet": 10 });
    let table = json!({ "spread": spread });
    assert_eq!(ann.ask("POST", "/api/v1/tables", Some(&table)).await.0, 200);
    let many = json!({ "spread": spread, "kind": "sit_and_go", "entry": 10, "most": 31, "bots": vec!["beginner"; 30] });
    for number in 1..=20 {
        let asking = eve.clone();
        let held = tokio::spawn({
            let many = many.clone();
            async move { asking.ask("POST", "/api/v1/tournaments", Some(&many)).await }
        });
        let path = format!("/api/v1/tournaments/{number}");
        while eve.ask("GET", &path, None).await.0 != 200 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        away.execute("BEGIN IMMEDIATE").await.unwrap();
        let entered = eve.ask("GET", &path, None).await.1["summary"]["entrants"].as_u64().unwrap();
        let answer =
            tokio::time::timeout(Duration::from_secs(2), ann.ask("POST", "/api/v1/tables", Some(&table))).await;
        away.execute("ROLLBACK").await.unwrap();
        held.await.unwrap();
        assert_eq!(eve.ask("DELETE", &path, None).await.0, 200);
        // Else all of them were in already.
        if entered < 25 {
            let (status, refused) = answer.expect("an answer that needs nothing of the store");
            assert_eq!(status, 409, "{refused}");
            server.crash().await;
            return;
        }
    }
    panic!("the bots were always quicker");
}
