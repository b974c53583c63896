//! Hands that are over: found, downloaded, proved and coached. How they are told again is in `told_again.rs`.

use std::time::Duration;

use cardroom_history::{Record, Replayer, Verdict, check};
use cardroom_server::Config;
use serde_json::{Value, json};

use crate::support::{Client, Folder, Guest, PATIENCE, Running, passive, play, settings, sit_down, throwing};

async fn get(server: &Running, guest: &Guest, path: &str) -> (u16, String) {
    let (status, _, body) = server.request("GET", path, &[("Cookie", &guest.cookie)], "").await;
    (status, body)
}

async fn get_json(server: &Running, guest: &Guest, path: &str) -> Value {
    let (status, body) = get(server, guest, path).await;
    assert_eq!(status, 200, "{path}: {body}");
    serde_json::from_str(&body).unwrap()
}

/// How often a player was asked to bet, discard or draw in a hand.
fn own_choices(events: &[Value], hand: u64) -> usize {
    let begin = events.iter().position(|event| event["type"] == "hand_started" && event["hand"] == hand).unwrap();
    let of_the_hand = events[begin..].iter().take_while(|event| event["type"] != "hand_ended");
    let asked = |event: &&Value| event["type"] == "turn" && event["turn"]["legal"].is_object();
    of_the_hand.filter(asked).filter(|event| event["turn"]["kind"] != "show").count()
}

/// The files of a hand replay and verify, its coach looks at every choice, and nobody else sees what was hidden.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_that_is_over_has_its_files_and_its_coach() {
    let server = Running::start(settings()).await;
    let (ann, bob, stranger) = (server.guest().await, server.guest().await, server.guest().await);
    for game in ["holdout", "holdout22-hilo", "holdout-low", "draw", "draw27-triple", "drawa5", "holdem"] {
        let host = server.guest().await;
        let table = host.open_table(&server, game, "fixed", &json!({ "seats": 3, "bots": ["beginner"] })).await;
        let (mut one, mut two) = sit_down(&ann, &bob, table, 500).await;
        let choose = |turn: &Value, own: &[Value]| throwing(turn, own, 2, 3);
        let (first, _) = tokio::join!(play(&mut one, table, 4, choose), play(&mut two, table, 4, choose));
        for client in [&mut one, &mut two] {
            client.command(table, json!({ "type": "leave" })).await;
        }
        let page = get_json(&server, &ann, &format!("/api/v1/hands?table={table}&limit=3")).await;
        let lines = page["hands"].as_array().unwrap();
        assert!(!lines.is_empty() && lines.len() <= 3, "{game}: {page}");
        for line in lines {
            let hand = line["hand"].as_u64().unwrap();
            // One more hand may have begun before everybody had left.
            if !first.iter().any(|event| event["type"] == "hand_ended" && event["hand"] == hand) {
                continue;
            }
            let path = format!("/api/v1/hands/{table}/{hand}");
            let again = get_json(&server, &ann, &path).await;
            assert_eq!(again["net"], line["net"]);
            let cards = line["cards"].as_array().unwrap().len();
            assert!(cards >= if game == "holdem" { 2 } else { 5 }, "{line}");
            files(&server, &ann, &path).await;
            // Somebody who wasn't there sees no hidden card: the same hand, and none of the cards that were own.
            let theirs = get_json(&server, &stranger, &path).await;
            assert_eq!(theirs["net"], Value::Null);
            for event in theirs["events"].as_array().unwrap() {
                assert!(event["own"].as_array().is_none_or(Vec::is_empty), "{event}");
            }
            let coached = get_json(&server, &ann, &format!("{path}/coach")).await;
            // Every choice that Ann was asked for, and no other: none where the rest folded before her turn.
            let decisions = coached["decisions"].as_array().unwrap().len();
            assert_eq!(decisions, own_choices(&first, hand), "{game}, hand {hand}: {coached}");
            assert_eq!(get(&server, &stranger, &format!("{path}/coach")).await.0, 403);
        }
    }
    server.stop().await;
}

/// The record replays to its own finishing stacks, every format is there, and the proof verifies with one's own cards.
async fn files(server: &Running, guest: &Guest, path: &str) {
    let (status, phh) = get(server, guest, &format!("{path}/record/phh")).await;
    assert_eq!(status, 200, "{phh}");
    let record = Record::read(&phh).unwrap();
    let played = Replayer::new().replay(&record).unwrap();
    assert_eq!(check(&record, &played), Verdict::Match, "{phh}");
    let (status, ohh) = get(server, guest, &format!("{path}/record/ohh")).await;
    assert_eq!(status, 200, "{ohh}");
    serde_json::from_str::<Value>(&ohh).unwrap();
    let (status, stars) = get(server, guest, &format!("{path}/record/pokerstars")).await;
    assert!(status == 200 || status == 409, "{stars}");
    let (status, proof) = get(server, guest, &format!("{path}/proof")).await;
    assert_eq!(status, 200, "{proof}");
    let file = cardroom_fair::ProofFile::read(&proof).unwrap();
    assert!(file.proof.own.is_some());
    let report = cardroom_fair::verify(&file.proof, file.record.as_bytes(), &cardroom_fair::Known::default());
    assert!(report.ok, "{report:?}");
}

/// A hand that was burned has nothing to read, but a proof: for whoever was to play it, at a private table too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_tables_burned_hand_is_proved_to_who_was_to_play_it() {
    let server = Running::start(settings()).await;
    let (ann, stranger) = (server.guest().await, server.guest().await);
    let (table, mut client) = with_a_bot(&server, &ann, "holdem", true).await;
    // Ann has a chain, and gives no link.
    let sit = json!({ "type": "sit", "buy_in": 500, "anchor": "ab".repeat(32) });
    assert!(client.command(table, sit).await["problem"].is_null());
    let burned = |message: &Value| {
        let events = message["events"].as_array()?;
        events.iter().find(|event| event["type"] == "burned").map(|event| event["hand"].clone())
    };
    let hand = loop {
        if let Some(hand) = burned(&client.hear().await) {
            break hand;
        }
    };
    let path = format!("/api/v1/hands/{table}/{hand}");
    let (status, proof) = get(&server, &ann, &format!("{path}/proof")).await;
    assert_eq!(status, 200, "{proof}");
    let file = cardroom_fair::ProofFile::read(&proof).unwrap();
    assert!(matches!(file.proof.outcome, cardroom_fair::Outcome::Burned { .. }));
    let report = cardroom_fair::verify(&file.proof, file.record.as_bytes(), &cardroom_fair::Known::default());
    assert!(report.ok, "{report:?}");
    assert_eq!(get(&server, &stranger, &format!("{path}/proof")).await.0, 404);
    assert_eq!(get(&server, &ann, &path).await.0, 404, "there is nothing to tell of it");
    assert_eq!(get_json(&server, &ann, "/api/v1/hands").await["hands"], json!([]));
    server.stop().await;
}

/// A private table's hands are its players' alone, and nonsense is answered in the form of everything else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_tables_hands_are_its_players_alone() {
    let server = Running::start(settings()).await;
    let (ann, stranger) = (server.guest().await, server.guest().await);
    let (table, mut client) = with_a_bot(&server, &ann, "holdem", true).await;
    client.sit(table, 500).await;
    let events = play(&mut client, table, 2, |turn, _| passive(turn)).await;
    let hand = events.iter().find(|event| event["type"] == "hand_ended").unwrap()["hand"].as_u64().unwrap();
    client.command(table, json!({ "type": "leave" })).await;
    let path = format!("/api/v1/hands/{table}/{hand}");
    // Who was a bot is told again as well.
    let seats = get_json(&server, &ann, &path).await["snapshot"]["seats"].take();
    for player in seats.as_array().unwrap().iter().map(|seat| &seat["player"]) {
        assert_eq!(
            player["bot"],
            if player["account"] == ann.account { Value::Null } else { json!("house") },
            "{player}"
        );
    }
    let hidden = [path.clone(), format!("{path}/proof"), format!("{path}/record/phh"), format!("{path}/coach")];
    for hidden in &hidden {
        assert_eq!(get(&server, &stranger, hidden).await.0, 404, "{hidden}");
    }
    close(&server, &ann, &mut client, table).await;
    for hidden in &hidden {
        assert_eq!(get(&server, &stranger, hidden).await.0, 404, "{hidden} of a table that has closed");
    }
    for (wrong, status) in [
        ("/api/v1/hands/1/999", 404),
        ("/api/v1/hands/x/1", 400),
        ("/api/v1/hands?limit=0", 400),
        ("/api/v1/hands?limit=x", 400),
        (&format!("{path}/record/docx"), 400),
    ] {
        let (answered, body) = get(&server, &ann, wrong).await;
        assert_eq!(answered, status, "{wrong}: {body}");
        assert!(serde_json::from_str::<Value>(&body).unwrap()["detail"].is_string(), "{body}");
    }
    server.stop().await;
}

/// A link to a hand leads there for good, for whoever has it: no restart gives the table's number to another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_public_tables_hands_stay_public_when_it_has_closed() {
    let folder = Folder::new("closed-table");
    let config = || Config { demo: false, data: folder.path().clone(), ..settings() };
    let server = Running::start(config()).await;
    let (mut ann, stranger) = (server.guest().await, server.guest().await);
    let (table, mut client) = with_a_bot(&server, &ann, "holdout", false).await;
    client.sit(table, 500).await;
    let events = play(&mut client, table, 2, |turn, own| throwing(turn, own, 2, 3)).await;
    let hand = events.iter().find(|event| event["type"] == "hand_ended").unwrap()["hand"].as_u64().unwrap();
    let path = format!("/api/v1/hands/{table}/{hand}");
    let open = get_json(&server, &stranger, &path).await;
    client.command(table, json!({ "type": "leave" })).await;
    close(&server, &ann, &mut client, table).await;
    assert_eq!(get_json(&server, &stranger, &path).await, open);
    assert_eq!(get(&server, &stranger, &format!("{path}/proof")).await.0, 200);
    assert_eq!(get(&server, &stranger, &format!("{path}/coach")).await.0, 403);
    drop(client);
    server.stop().await;
    // The first start sees that the table has closed, the second no longer looks at it.
    for start in 1..=2 {
        let server = Running::start(config()).await;
        ann.address = server.address;
        assert_eq!(get(&server, &ann, &format!("/api/v1/tables/{table}")).await.0, 404);
        assert_eq!(get_json(&server, &stranger, &path).await, open, "after start {start}");
        let next = ann.open_table(&server, "holdout", "fixed", &json!({ "seats": 2, "bots": [] })).await;
        assert!(next > table, "table {next} was opened after table {table}");
        server.stop().await;
    }
}

/// Opens a table of two with a bot at it, and watches it.
async fn with_a_bot(server: &Running, host: &Guest, game: &str, private: bool) -> (u64, Client) {
    let more = json!({ "seats": 2, "private": private, "bots": ["beginner"] });
    let table = host.open_table(server, game, "fixed", &more).await;
    let mut client = host.connect().await;
    client.watch(table).await;
    (table, client)
}

/// Has the host close its table, and waits until it has.
async fn close(server: &Running, host: &Guest, client: &mut Client, table: u64) {
    client.command(table, json!({ "type": "close" })).await;
    while get(server, host, &format!("/api/v1/tables/{table}")).await.0 == 200 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Filters look at all of one's hands, however many are asked for at once, and a page that is not full may be followed
/// by others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hands_are_found_by_how_they_ended_and_where() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await;
    let tables = [("holdem", "no"), ("holdout", "fixed")];
    for (game, limit) in tables {
        let table = ann.open_table(&server, game, limit, &json!({ "seats": 2, "bots": ["beginner"] })).await;
        let mut client = ann.connect().await;
        client.watch(table).await;
        client.sit(table, 500).await;
        play(&mut client, table, 8, |turn, _| passive(turn)).await;
        // Once it has closed no hand of it is still to be stored.
        client.command(table, json!({ "type": "leave" })).await;
        close(&server, &ann, &mut client, table).await;
    }
    let ids = |page: &Value| -> Vec<(u64, u64)> {
        let id = |hand: &Value| (hand["table"].as_u64().unwrap(), hand["hand"].as_u64().unwrap());
        page["hands"].as_array().unwrap().iter().map(id).collect()
    };
    let all = get_json(&server, &ann, "/api/v1/hands?limit=100").await;
    let fitting = |fits: &dyn Fn(&Value) -> bool| -> Vec<(u64, u64)> {
        let hands = all["hands"].as_array().unwrap().iter().filter(|hand| fits(hand)).cloned().collect();
        ids(&json!({ "hands": Value::Array(hands) }))
    };
    let net = |hand: &Value| hand["net"].as_i64().unwrap();
    let won = fitting(&|hand| net(hand) > 0);
    assert!(ids(&all).len() >= 16, "{all}");
    for (query, expected) in [
        ("result=won", won.clone()),
        ("result=lost", fitting(&|hand| net(hand) < 0)),
        ("showdown=true", fitting(&|hand| hand["showdown"] == true)),
        ("showdown=false&result=won", fitting(&|hand| hand["showdown"] == false && net(hand) > 0)),
        ("game=holdout", fitting(&|hand| hand["spread"]["game"] == "holdout")),
        ("game=holdem,holdout", ids(&all)),
        ("kind=ring", ids(&all)),
        ("kind=tournament", Vec::new()),
        ("tournament=1", Vec::new()),
    ] {
        let page = get_json(&server, &ann, &format!("/api/v1/hands?limit=100&{query}")).await;
        assert_eq!((ids(&page), &page["next"]), (expected, &Value::Null), "{query}");
    }
    // One at a time gives the same.
    let (mut one_by_one, mut before) = (Vec::new(), String::new());
    loop {
        let page = get_json(&server, &ann, &format!("/api/v1/hands?limit=1&result=won{before}")).await;
        one_by_one.extend(ids(&page));
        let Some(next) = page["next"].as_i64() else { break };
        before = format!("&before={next}");
    }
    assert_eq!(one_by_one, won);
    for wrong in ["result=drawn", "kind=cash", "tournament=68719476736", "showdown=maybe"] {
        assert_eq!(get(&server, &ann, &format!("/api/v1/hands?{wrong}")).await.0, 400, "{wrong}");
    }
    server.stop().await;
}

/// Whoever goes as soon as a hand is over finds it among its own all the same, when its cards have been shown.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_is_kept_though_nobody_stays_for_its_end() {
    let server = Running::start(Config { pause_seconds: 1.0, ..settings() }).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdem", "no", &json!({ "seats": 2 })).await;
    let (mut first, mut second) = sit_down(&ann, &bob, table, 500).await;
    let mut dealt = false;
    while !dealt {
        let message = first.until("events").await;
        dealt = message["events"].as_array().unwrap().iter().any(|event| event["type"] == "dealt");
    }
    for client in [&mut first, &mut second] {
        client.command(table, json!({ "type": "leave" })).await;
    }
    drop((first, second));
    let kept = async {
        while get_json(&server, &ann, "/api/v1/hands").await["hands"].as_array().unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, kept).await.expect("the hand is kept");
    server.stop().await;
}
