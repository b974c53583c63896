//! Tournaments over real sockets: entered, played to a Champion, paid, and brought back after a stop.

use cardroom_server::Config;
use serde_json::{Value, json};

use crate::support::{Client, Folder, Guest, Running, passive, request, settings};

pub(crate) async fn hold(server: &Running, host: &Guest, wanted: Value) -> u64 {
    let (status, held) = host.post(server, "/api/v1/tournaments", &wanted).await;
    assert_eq!(status, 200, "{held}");
    held["tournament"].as_u64().unwrap()
}

pub(crate) async fn enter(server: &Running, guest: &Guest, tournament: u64) -> (u16, Value) {
    guest.post(server, &format!("/api/v1/tournaments/{tournament}/entry"), &json!({})).await
}

async fn wallet(server: &Running, guest: &Guest) -> u64 {
    let (_, _, body) = server.request("GET", "/api/v1/account", &[("Cookie", &guest.cookie)], "").await;
    serde_json::from_str::<Value>(&body).unwrap()["chips"].as_u64().unwrap()
}

/// Whoever plays does so to the end before it goes: nobody's chair waits for ever. An entry alone goes with it, and so do
/// the chips.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_in_a_tournament_is_not_deleted() {
    let server = Running::start(with_operator()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let spread = json!({ "game": "holdem", "limit": "no", "min_bet": 10 });
    let wanted = |most: u32| json!({ "spread": spread, "kind": "sit_and_go", "entry": 100, "most": most });
    let (begins, waits) = (hold(&server, &ann, wanted(2)).await, hold(&server, &ann, wanted(4)).await);
    for tournament in [begins, waits] {
        assert_eq!(enter(&server, &ann, tournament).await.0, 200);
        assert_eq!(enter(&server, &bob, tournament).await.0, 200);
    }
    let (status, refused) = ann.ask("DELETE", "/api/v1/account", None).await;
    assert_eq!(status, 409, "{refused}");
    let eve = server.guest().await;
    assert_eq!(enter(&server, &eve, waits).await.0, 200);
    assert_eq!(eve.ask("DELETE", "/api/v1/account", None).await.0, 204);
    assert_eq!(entrants(&bob, waits).await, [ann.account, bob.account], "who is not deleted keeps its entry");
    assert_eq!(operate(&server, "GET", "/audit").await["issued"], 20_000);
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_sets_the_shares_of_the_pool() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await;
    let wanted = |shares: &[u32]| {
        let mut wanted = sit_and_go("holdem", 4, &["solid", "solid"]);
        wanted["shares"] = json!(shares);
        wanted
    };
    let tournament = hold(&server, &ann, wanted(&[3, 1])).await;
    assert_eq!(enter(&server, &ann, tournament).await.1["payouts"], json!([225, 75]));
    for wrong in [&[1, 3][..], &[], &[0], &[1; 5]] {
        let (status, said) = ann.post(&server, "/api/v1/tournaments", &wanted(wrong)).await;
        assert_eq!(status, 409, "{wrong:?}: {said}");
    }
    server.crash().await;
}

fn with_operator() -> Config {
    Config { operator_listen: Some(([127, 0, 0, 1], 0).into()), ..settings() }
}

async fn operate(server: &Running, method: &str, path: &str) -> Value {
    order(server, method, path, "").await
}

async fn order(server: &Running, method: &str, path: &str, body: &str) -> Value {
    let (.., said) = request(server.operator.unwrap(), method, path, &[], body).await;
    serde_json::from_str(&said).unwrap()
}

/// The accounts in a tournament.
async fn entrants(reader: &Guest, tournament: u64) -> Vec<u64> {
    let (_, shown) = reader.ask("GET", &format!("/api/v1/tournaments/{tournament}"), None).await;
    shown["places"].as_array().unwrap().iter().map(|place| place["account"].as_u64().unwrap()).collect()
}

/// Who excludes itself, or is banned, has its entries back from what has not begun, and enters nothing more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_may_play_no_longer_is_entered_nowhere() {
    let server = Running::start(with_operator()).await;
    let host = server.guest().await;
    let spread = json!({ "game": "holdem", "limit": "no", "min_bet": 10 });
    let scheduled = json!({ "spread": spread, "kind": "scheduled", "starts_in": 3600, "entry": 100, "most": 4 });
    let waiting = json!({ "spread": spread, "kind": "sit_and_go", "entry": 300, "most": 4 });
    let tournaments = [hold(&server, &host, scheduled).await, hold(&server, &host, waiting).await];
    for banned in [false, true] {
        let ann = server.guest().await;
        for tournament in tournaments {
            assert_eq!(enter(&server, &ann, tournament).await.0, 200);
        }
        assert_eq!(wallet(&server, &ann).await, 9_600);
        if banned {
            let path = format!("/accounts/{}/ban", ann.account);
            assert_eq!(order(&server, "POST", &path, "{\"hours\":1}").await["done"], true);
        } else {
            exclude(&ann).await;
        }
        for tournament in tournaments {
            assert_eq!(entrants(&host, tournament).await, [0_u64; 0]);
            let refused = enter(&server, &ann, tournament).await;
            assert_eq!(refused.0, if banned { 401 } else { 403 }, "{}", refused.1);
        }
        assert_eq!(operate(&server, "GET", &format!("/accounts/{}", ann.account)).await["chips"], 10_000);
    }
    server.crash().await;
}

async fn exclude(guest: &Guest) {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64;
    let excluded = json!({ "excluded_until": now + 86_400_000 });
    assert_eq!(guest.ask("PUT", "/api/v1/account/limits", Some(&excluded)).await.0, 200);
}

/// A tournament that runs can't be left; who excluded itself doesn't play it on, and nobody has to wait for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_excluded_itself_plays_no_tournament_on() {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let tournament = hold(&server, &ann, sit_and_go("holdem", 2, &[])).await;
    let mut client = ann.connect().await;
    for guest in [&ann, &bob] {
        assert_eq!(enter(&server, guest, tournament).await.0, 200);
    }
    let table = client.until("seat").await["table"].as_u64().unwrap();
    exclude(&ann).await;
    let mut back = ann.connect().await;
    let snapshot = back.watch(table).await["snapshot"].take();
    assert_eq!(snapshot["you"]["sitting_out_from"], "now", "{snapshot}");
    for command in
        [json!({ "type": "act", "hand": 1, "turn": 1, "play": { "type": "call" } }), json!({ "type": "return" })]
    {
        let refused = back.command(table, command).await;
        assert!(refused["problem"]["detail"].as_str().unwrap().contains("excluded yourself"), "{refused}");
    }
    // All that it has is in the blinds some day.
    let other = bob.connect().await;
    take_part_as(other, tournament, passive, is_over).await.unwrap();
    server.crash().await;
}

/// All in whenever it can.
fn bold(turn: &Value) -> Value {
    match &turn["legal"]["raise"]["max"] {
        Value::Number(most) => json!({ "type": "raise", "to": most }),
        _ => passive(turn),
    }
}

/// Puts no chip in that it need not.
pub(crate) fn timid(turn: &Value) -> Value {
    match turn["kind"].as_str().unwrap() {
        "bet" if turn["legal"]["check"] != true => json!({ "type": "fold" }),
        _ => passive(turn),
    }
}

/// Plays boldly wherever the tournament seats it, until `stop` says so of what it is told.
pub(crate) async fn take_part(client: Client, tournament: u64, stop: impl Fn(&Value) -> bool) -> Option<Value> {
    take_part_as(client, tournament, bold, stop).await
}

pub(crate) async fn take_part_as(
    mut client: Client,
    tournament: u64,
    choose: fn(&Value) -> Value,
    stop: impl Fn(&Value) -> bool,
) -> Option<Value> {
    client.say(&json!({ "type": "watch_tournament", "tournament": tournament, "on": true })).await;
    let mut watched = Vec::new();
    // One may still hear of the table that one was moved from.
    let mut hands = std::collections::BTreeMap::new();
    loop {
        let message = client.try_hear().await?;
        if stop(&message) {
            return Some(message);
        }
        let mut turns = Vec::new();
        match message["type"].as_str().unwrap() {
            "tournament" | "seat" => {
                let table = if message["type"] == "seat" { &message["table"] } else { &message["your_table"] };
                if !table.is_null() && !watched.contains(table) {
                    watched.push(table.clone());
                    client.say(&json!({ "type": "watch", "table": table })).await;
                }
            }
            "table" => {
                let now = &message["snapshot"]["hand"];
                let table = message["snapshot"]["table"].as_u64().unwrap();
                hands.insert(table, now["hand"].clone());
                turns.push((table, now["turn"].clone()));
            }
            "events" => {
                let table = message["table"].as_u64().unwrap();
                for event in message["events"].as_array().unwrap() {
                    match event["type"].as_str().unwrap() {
                        "hand_started" => drop(hands.insert(table, event["hand"].clone())),
                        "turn" => turns.push((table, event["turn"].clone())),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        for (table, turn) in turns {
            if turn["legal"].is_object() {
                let hand = &hands[&table];
                let command = json!({ "type": "act", "hand": hand, "turn": turn["turn"], "play": choose(&turn) });
                let id = format!("{hand}-{}", turn["turn"]);
                client.say(&json!({ "type": "command", "id": id, "table": table, "command": command })).await;
            }
        }
    }
}

pub(crate) fn is_over(message: &Value) -> bool {
    message["summary"]["phase"] == "over"
}

pub(crate) fn sit_and_go(game: &str, most: u32, bots: &[&str]) -> Value {
    json!({
        "name": "The test", "spread": { "game": game, "limit": "no", "min_bet": 20 }, "kind": "sit_and_go",
        "entry": 100, "stack": 100, "most": most, "seats": 3, "bots": bots,
    })
}

/// Two tables of three, one bot among them: tables break, everybody gets a place, the prizes are the entries.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sit_and_go_is_played_to_its_champion_and_paid() {
    let server = Running::start(settings()).await;
    let mut guests = Vec::new();
    for _ in 0..5 {
        guests.push(server.guest().await);
    }
    let tournament = hold(&server, &guests[0], sit_and_go("holdem", 6, &["solid"])).await;
    let mut players = Vec::new();
    for guest in &guests {
        players.push(tokio::spawn(take_part(guest.connect().await, tournament, is_over)));
    }
    for guest in &guests {
        let (status, entered) = enter(&server, guest, tournament).await;
        assert_eq!((status, &entered["entered"]), (200, &json!(true)), "{entered}");
    }
    let (status, again) = enter(&server, &guests[0], tournament).await;
    assert_eq!(status, 409, "{again}");
    for player in players {
        let end = player.await.unwrap().expect("the socket stays open");
        assert_eq!(end["places"].as_array().unwrap().len(), 6);
        let places: Vec<u64> =
            end["places"].as_array().unwrap().iter().map(|place| place["place"].as_u64().unwrap()).collect();
        assert_eq!(places[0], 1, "the Champion comes first: {places:?}");
        let prizes: u64 = end["places"].as_array().unwrap().iter().map(|place| place["prize"].as_u64().unwrap()).sum();
        assert_eq!(prizes, 600);
    }
    let (_, _, body) =
        server.request("GET", &format!("/api/v1/tournaments/{tournament}"), &[("Cookie", &guests[0].cookie)], "").await;
    let end: Value = serde_json::from_str(&body).unwrap();
    for guest in &guests {
        let places = end["places"].as_array().unwrap();
        let own = places.iter().find(|place| place["account"] == guest.account).unwrap();
        assert_eq!(wallet(&server, guest).await, 10_000 - 100 + own["prize"].as_u64().unwrap());
    }
    server.stop().await;
}

/// The room stops in the middle of it and opens again: the tournament goes on to its Champion.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_goes_on_after_the_room_was_closed() {
    let folder = Folder::new("tournament");
    let config = || Config { demo: false, data: folder.path().clone(), ..settings() };
    let server = Running::start(config()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let wanted = json!({
        "spread": { "game": "holdout-hilo", "limit": "no", "min_bet": 20 }, "kind": "sit_and_go",
        "entry": 100, "most": 4, "seats": 4, "bots": ["beginner", "solid"],
    });
    let tournament = hold(&server, &ann, wanted).await;
    // Both are still in after one hand, since they risk nothing: bold players may be through before they hear of it.
    let after_a_hand = |message: &Value| {
        let events = message["events"].as_array();
        events.is_some_and(|events| events.iter().any(|event| event["type"] == "hand_ended"))
    };
    let one = tokio::spawn(take_part_as(ann.connect().await, tournament, timid, after_a_hand));
    let two = tokio::spawn(take_part_as(bob.connect().await, tournament, timid, after_a_hand));
    for guest in [&ann, &bob] {
        assert_eq!(enter(&server, guest, tournament).await.0, 200);
    }
    one.await.unwrap().unwrap();
    two.await.unwrap().unwrap();
    server.crash().await;
    let server = Running::start(config()).await;
    let (ann, bob) = (Guest { address: server.address, ..ann }, Guest { address: server.address, ..bob });
    let one = tokio::spawn(take_part(ann.connect().await, tournament, is_over));
    let two = tokio::spawn(take_part(bob.connect().await, tournament, is_over));
    let end = one.await.unwrap().unwrap();
    two.await.unwrap().unwrap();
    let prizes: u64 = end["places"].as_array().unwrap().iter().map(|place| place["prize"].as_u64().unwrap()).sum();
    assert_eq!(prizes, 400, "{end}");
    server.stop().await;
}

/// Who holds a tournament may call it off until it starts; nobody else may, and every entry comes back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_calls_its_tournament_off_before_it_starts() {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let tournament = hold(&server, &ann, sit_and_go("holdem", 3, &["solid"])).await;
    let path = format!("/api/v1/tournaments/{tournament}");
    assert_eq!(enter(&server, &bob, tournament).await.0, 200);
    let (status, refused) = bob.ask("DELETE", &path, None).await;
    assert_eq!(status, 403, "{refused}");
    let (status, off) = ann.ask("DELETE", &path, None).await;
    assert_eq!((status, &off["summary"]["phase"], &off["host"]), (200, &json!("cancelled"), &json!(ann.account)));
    assert_eq!(wallet(&server, &bob).await, 10_000);
    assert_eq!(ann.ask("DELETE", &path, None).await.0, 409, "it is over");

    // One that plays is played.
    let tournament = hold(&server, &ann, sit_and_go("holdem", 2, &["solid"])).await;
    assert_eq!(enter(&server, &bob, tournament).await.0, 200);
    let (status, refused) = ann.ask("DELETE", &format!("/api/v1/tournaments/{tournament}"), None).await;
    assert!(status == 409 && refused["detail"].as_str().unwrap().contains("before it starts"), "{refused}");
    server.crash().await;
}

/// Who held as many as an account may still does after a crash.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_holds_a_tournament_is_known_after_a_restart() {
    let folder = Folder::new("holder");
    let config = || Config { demo: false, data: folder.path().clone(), tables_per_account: 1, ..settings() };
    let server = Running::start(config()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    hold(&server, &ann, sit_and_go("holdem", 6, &[])).await;
    server.crash().await;
    let server = Running::start(config()).await;
    let (ann, bob) = (Guest { address: server.address, ..ann }, Guest { address: server.address, ..bob });
    let (status, refused) = ann.post(&server, "/api/v1/tournaments", &sit_and_go("holdem", 6, &[])).await;
    assert_eq!(status, 409, "{refused}");
    assert!(refused["detail"].as_str().unwrap().contains("You hold 1 tournaments already"), "{refused}");
    hold(&server, &bob, sit_and_go("holdem", 6, &[])).await;
    server.stop().await;
}

/// What can't be held or entered is refused with the reason, and costs nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_held_or_entered_is_refused() {
    let server = Running::start(settings()).await;
    let guest = server.guest().await;
    let wrong = [
        (json!({ "game": "holdem", "limit": "no", "min_bet": 20 }), "scheduled", 6, "say so in starts_in"),
        (json!({ "game": "holdem", "limit": "no", "min_bet": 20 }), "sit_and_go", 1, "From 2 to 500"),
        (json!({ "game": "bridge", "limit": "no", "min_bet": 20 }), "sit_and_go", 6, "bridge"),
        (json!({ "game": "holdem", "limit": "no", "min_bet": 0 }), "sit_and_go", 6, ""),
    ];
    for (spread, kind, most, reason) in wrong {
        let wanted = json!({ "spread": spread, "kind": kind, "most": most, "entry": 0 });
        let (status, problem) = guest.post(&server, "/api/v1/tournaments", &wanted).await;
        assert_eq!(status, 409, "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(reason), "{problem}");
    }
    let dear = json!({
        "spread": { "game": "mix-house", "limit": "fixed", "min_bet": 20 }, "kind": "scheduled", "starts_in": 60,
        "most": 9, "entry": 10_001,
    });
    let tournament = hold(&server, &guest, dear).await;
    let (status, problem) = enter(&server, &guest, tournament).await;
    assert_eq!(status, 409, "{problem}");
    assert!(problem["detail"].as_str().unwrap().contains("10000"), "{problem}");
    assert_eq!(wallet(&server, &guest).await, 10_000);
    assert_eq!(enter(&server, &guest, 999).await.0, 404);
    server.stop().await;
}
