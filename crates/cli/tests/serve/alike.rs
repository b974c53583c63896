//! Two rooms in which the same happens with different hidden cards: to everyone else they look the same, byte by byte,
//! but for times, commitments and signatures, and those are equally long.

use serde_json::{Value, json};

use crate::program::Program;
use crate::support::{Client, Folder, Guest};

/// Hands in a story.
const HANDS: u64 = 12;

/// What everybody there is sent, the spectator and both seats, while the same story is played in a room of its own: calls,
/// discards and draws by count alone, and at the end one bets and the other folds, so that nobody shows anything. The
/// button is drawn for by chance, and everyone may see that: nothing unless it comes to this seat.
async fn story(game: &str, rounds: u64, button: u64) -> Option<[Vec<String>; 3]> {
    let folder = Folder::new("alike");
    let settings = ["house_tables=false", "log=error"];
    let program = Program::start_with(folder.path(), &settings, std::process::Stdio::inherit());
    let players = [Guest::arrive(program.address).await, Guest::arrive(program.address).await];
    // Guests get their names by chance.
    for (guest, name) in players.iter().zip(["Anna", "Berta"]) {
        let (status, claimed) = guest.ask("POST", "/api/v1/account/claim", Some(&json!({ "name": name }))).await;
        assert_eq!(status, 200, "{claimed}");
    }
    let wanted = json!({ "spread": { "game": game, "limit": "fixed", "min_bet": 10 }, "seats": 2, "name": "Alike" });
    let (_, opened) = players[0].ask("POST", "/api/v1/tables", Some(&wanted)).await;
    let table = opened["table"].as_u64().unwrap();
    let mut spectator = Guest::arrive(program.address).await.connect().await;
    spectator.watch(table).await;
    let mut clients = [players[0].connect().await, players[1].connect().await];
    for client in &mut clients {
        client.watch(table).await;
    }
    for client in &mut clients {
        client.sit(table, 1_000).await;
    }
    let started = loop {
        let message = spectator.until("events").await;
        let started = message["events"].as_array().unwrap().iter().find(|event| event["type"] == "hand_started");
        if let Some(started) = started.cloned() {
            break started;
        }
    };
    assert_eq!(started["hand"], 1);
    if started["button"] != button {
        return None;
    }
    let [anna, berta] = clients;
    let (anna, berta, ()) = tokio::join!(play(anna, table, rounds), play(berta, table, rounds), watch(&mut spectator));
    Some([spectator, anna, berta].map(|client| heard(&client.log)))
}

/// Looks on until the hands are over.
async fn watch(spectator: &mut Client) {
    while !spectator.log.last().is_some_and(|text| starts(text, HANDS + 1)) {
        spectator.until("events").await;
    }
}

/// Whether a frame tells of the start of a hand.
fn starts(text: &str, hand: u64) -> bool {
    text.contains(&format!("\"type\":\"hand_started\",\"hand\":{hand},"))
}

/// Everything that was heard from the first hand's start to the last one's end, without what may differ.
fn heard(log: &[String]) -> Vec<String> {
    let first = log.iter().position(|text| starts(text, 1)).expect("a first hand");
    let last = log.iter().position(|text| starts(text, HANDS + 1)).expect("a hand after the last");
    log[first..last].iter().map(|text| plain(&without_worth(text))).collect()
}

/// A player is told what its own cards are worth: that may differ as they do, and stands in an event of its own.
fn without_worth(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::with_capacity(text.len());
    while let Some(begins) = rest.find("{\"type\":\"made\"") {
        let mut depth = 0_i32;
        let ends = rest[begins..].find(|letter| {
            depth += i32::from(letter == '{') - i32::from(letter == '}');
            depth == 0
        });
        kept.push_str(&rest[..begins]);
        kept.push_str("{\"type\":\"made\"");
        rest = &rest[begins + ends.expect("the event ends")..];
    }
    kept + rest
}

/// Calls and checks up to a round of betting that is another in every hand; there it bets, and folds to a bet. Throws
/// by count alone.
async fn play(mut client: Client, table: u64, rounds: u64) -> Client {
    let (mut hand, mut own, mut round): (u64, Vec<Value>, u64) = (0, Vec::new(), 0);
    while hand <= HANDS {
        let message = client.hear().await;
        for event in message["events"].as_array().into_iter().flatten() {
            match event["type"].as_str().unwrap() {
                "hand_started" => {
                    (hand, round) = (event["hand"].as_u64().unwrap(), 0);
                    own.clear();
                }
                "round" => round = event["round"].as_u64().unwrap(),
                "dealt" => own.extend(event["own"].as_array().unwrap().iter().cloned()),
                "discarded" | "drew" => {
                    let gone = event["own"].as_array().unwrap();
                    own.retain(|card| !gone.contains(card));
                }
                "turn" if !event["turn"]["legal"].is_null() => {
                    let (turn, legal) = (&event["turn"], &event["turn"]["legal"]);
                    let play = match turn["kind"].as_str().unwrap() {
                        kind @ ("discard" | "draw") => json!({ "type": kind, "cards": own[..2] }),
                        "show" => json!({ "type": "muck" }),
                        _ if legal["check"] == true && round == hand % rounds => {
                            json!({ "type": "raise", "to": legal["raise"]["min"] })
                        }
                        _ if legal["check"] == true => json!({ "type": "check" }),
                        _ if round == hand % rounds && turn["price"].as_u64() > Some(10) => json!({ "type": "fold" }),
                        _ if round > 0 => json!({ "type": "fold" }),
                        _ => json!({ "type": "call" }),
                    };
                    let id = format!("{hand}-{}", turn["turn"]);
                    let act = json!({ "type": "act", "hand": hand, "turn": turn["turn"], "play": play });
                    client.say(&json!({ "type": "command", "id": id, "table": table, "command": act })).await;
                }
                _ => {}
            }
        }
    }
    client
}

/// A frame without what may differ: times and numbers of messages, commitments, signatures, and cards, which are one's
/// own or lie open for all. Each is blotted out letter by letter, so that a difference in length still shows.
fn plain(text: &str) -> String {
    assert!(!text.contains("\"type\":\"shown\""), "nobody shows in this story: {text}");
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word: &str = &rest[..rest.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(rest.len())];
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        let hex = word.len() >= 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        if word.is_empty() {
            plain.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let card = crate::scan::tokens(word.as_bytes()).next().is_some();
        if hex || card || (digits && word.len() >= 13) {
            plain.extend(std::iter::repeat_n('#', word.len()));
        } else {
            plain.push_str(word);
        }
        rest = &rest[word.len()..];
    }
    plain
}

/// Whose cards they are makes no difference to anybody else; and to the player itself none but the cards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hands_that_differ_in_hidden_cards_alone_look_alike() {
    for (game, rounds) in [("holdout", 4), ("holdem", 4), ("draw", 2), ("draw27-triple", 4), ("holdout22-hilo", 3)] {
        let mut told = Vec::new();
        while told.len() < 2 {
            told.extend(story(game, rounds, 0).await);
        }
        for (who, (one, two)) in ["the spectator", "Anna", "Berta"].iter().zip(told[0].iter().zip(&told[1])) {
            assert!(one.len() > 20, "{game}: {} frames to {who}", one.len());
            for (one, two) in one.iter().zip(two) {
                assert_eq!(one, two, "{game}: to {who}");
            }
            assert_eq!(one.len(), two.len(), "{game}: to {who}");
        }
    }
}
