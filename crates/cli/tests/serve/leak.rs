//! Hands of all games at the most verbose log level, ten thousand in the soak: every frame, log line, metric, answer and
//! byte of the database is read, and no card is found where it may not be.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use serde_json::{Value, json};

use crate::pages;
use crate::program::Program;
use crate::scan::{Token, found, runs, tokens};
use crate::support::{Folder, Guest, request};
use crate::viewer::{Truth, Viewer};

/// Hands in all: some hundreds, or a hundred times what `SOAK` says.
fn wanted() -> usize {
    std::env::var("SOAK").ok().and_then(|times| times.parse().ok()).map_or(300, |times: usize| (100 * times).max(300))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn soak_no_hidden_card_is_found_anywhere() {
    let folder = Folder::new("leak");
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    let settings = ["log=trace", "house_tables=false", "clock_seconds=600", "tables_per_account=100"];
    let mut program = Program::start_with(&data, &settings, Stdio::from(File::create(&log).unwrap()));
    let truth = Arc::new(Mutex::new(Truth::default()));
    let (_, _, games) = request(program.address, "GET", "/api/v1/games", &[], "").await;
    let games: Vec<Value> = serde_json::from_str(&games).unwrap();
    // Many tables share the waits for the disk; few are soon seated.
    let places = games.len() * if wanted() > 1_000 { 4 } else { 1 };
    let each = wanted().div_ceil(places);
    let (mut viewers, mut tables) = (Vec::new(), Vec::new());
    let host = Guest::arrive(program.address).await;
    for game in games.iter().cycle().take(places) {
        let limit = if ["holdem", "holdout"].contains(&game["id"].as_str().unwrap()) { "no" } else { "fixed" };
        let wanted = json!({ "spread": { "game": game["id"], "limit": limit, "min_bet": 2 }, "seats": 3,
            "max_buy_in": if limit == "no" { 200 } else { 8_000 } });
        let (status, opened) = host.ask("POST", "/api/v1/tables", Some(&wanted)).await;
        assert_eq!(status, 200, "{opened}");
        let table = opened["table"].as_u64().unwrap();
        tables.push(table);
        for chair in 0..4 {
            let mut viewer = Viewer::look(Guest::arrive(program.address).await, table, truth.clone()).await;
            if chair < 3 {
                viewer.sit(if limit == "no" { 200 } else { 8_000 }).await;
            }
            viewers.push(viewer);
        }
    }
    let playing = viewers.iter_mut().map(|viewer| viewer.stay(each));
    let asking = ask_meanwhile(&program, &host, &data, &tables);
    tokio::select! {
        _ = futures_util::future::join_all(playing) => {}
        () = asking => {}
    }
    // The last hands are still on the table: everything is read while the secrets of running hands are there.
    let truth = std::mem::take(&mut *truth.lock().unwrap());
    assert!(truth.dealt.len() >= wanted(), "{} hands", truth.dealt.len());
    check_truth(&truth);
    check_metrics(&program).await;
    let readers: Vec<Guest> = viewers.iter().map(|viewer| viewer.guest.clone()).collect();
    check_answers(&truth, &tables[..games.len()], &readers).await;
    pages::check_bytes(&data, &truth);
    program.ask_to_stop();
    drop(viewers);
    program.has_stopped();
    pages::check_bytes(&data, &truth);
    pages::check_records(&data, &truth).await;
    check_log(&log, &data);
}

/// Cards were dealt once, and what was thrown away was never seen by all.
fn check_truth(truth: &Truth) {
    for (at, card) in &truth.again {
        let thrown = truth.thrown.get(at).is_some_and(|thrown| thrown.contains(card));
        assert!(thrown, "{} was dealt twice in {at:?}", String::from_utf8_lossy(card));
    }
    let again: BTreeSet<_> = truth.again.iter().collect();
    for (at, thrown) in &truth.thrown {
        let seen = truth.public.get(at);
        let leaked =
            thrown.iter().find(|card| seen.is_some_and(|seen| seen.contains(*card)) && !again.contains(&(*at, **card)));
        assert!(leaked.is_none(), "a card thrown away in {at:?} was shown: {leaked:?}");
    }
}

/// Other people's answers and the database's secrets, while hands run.
async fn ask_meanwhile(program: &Program, host: &Guest, data: &Path, tables: &[u64]) {
    let mut before = Vec::new();
    loop {
        for path in ["/api/v1/lobby", "/api/v1/account", "/metrics", "/readyz", "/api/v1/account/sessions"] {
            let (status, _, text) = request(program.address, "GET", path, &[("Cookie", &host.cookie)], "").await;
            assert_eq!(status, 200, "{path}");
            assert_eq!(tokens(text.as_bytes()).next(), None, "{path}: {text}");
        }
        for path in ["/tables", "/accounts", "/log"] {
            let (status, _, text) = request(program.operator, "GET", path, &[], "").await;
            assert_eq!(status, 200, "{path}");
            assert_eq!(tokens(text.as_bytes()).next(), None, "{path}: {text}");
        }
        let began = Instant::now();
        pages::seeds_are_sealed(data, tables, &mut before).await;
        // The database is read whole each time: that must not take more than a small part of the processor.
        tokio::time::sleep(20 * began.elapsed()).await;
    }
}

/// The last hands of a table of each game as each player and a stranger may read them, in every form: own and open cards only.
async fn check_answers(truth: &Truth, tables: &[u64], readers: &[Guest]) {
    let mut read = 0;
    for (&table, readers) in tables.iter().zip(readers.chunks(4)) {
        let last = truth.dealt.range((table, 0)..(table + 1, 0)).map(|((_, hand), _)| *hand).rev().skip(1).take(2);
        for hand in last.collect::<Vec<_>>() {
            for (reader, form) in readers.iter().flat_map(|reader| FORMS.map(|form| (reader, form))) {
                let path = format!("/api/v1/hands/{table}/{hand}{form}");
                let headers = [("Cookie", reader.cookie.as_str())];
                let (status, _, text) = request(reader.address, "GET", &path, &headers, "").await;
                read += usize::from(status == 200);
                let at = (table, hand);
                let may_know = |card: &Token| {
                    let own = truth.dealt[&at].contains(&(*card, reader.account));
                    own || truth.public.get(&at).is_some_and(|seen| seen.contains(card))
                };
                let leaked = runs(text.as_bytes()).into_iter().find(|card| !may_know(card));
                let leaked = leaked.map(|card| String::from_utf8_lossy(&card).into_owned());
                assert_eq!(leaked, None, "{path} to account {}: {text}", reader.account);
            }
        }
    }
    assert!(read > tables.len() * 5, "only {read} answers could be read");
}

/// The forms in which a hand can be read.
const FORMS: [&str; 5] = ["", "/record/phh", "/record/ohh", "/record/pokerstars", "/proof"];

async fn check_metrics(program: &Program) {
    let (_, _, text) = request(program.address, "GET", "/metrics", &[], "").await;
    assert!(text.contains("cardroom_hands_total"), "{text}");
    assert_eq!(tokens(text.as_bytes()).next(), None, "{text}");
}

/// The log holds no card, and no key.
fn check_log(log: &Path, data: &Path) {
    let text = fs::read(log).unwrap();
    assert!(!text.is_empty(), "at trace level something is written");
    for line in text.split(|&byte| byte == b'\n') {
        let found = runs(line);
        assert!(found.is_empty(), "cards in the log: {}", String::from_utf8_lossy(line));
    }
    let keys: Vec<Vec<u8>> = ["sealing.key", "signing.key"]
        .into_iter()
        .filter_map(|name| fs::read(data.join(name)).ok())
        .map(|key| key.trim_ascii().to_vec())
        .collect();
    assert!(found(&text, &keys).is_empty(), "a key is in the log");
}
