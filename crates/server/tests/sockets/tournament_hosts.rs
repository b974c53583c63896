//! Tournaments that people hold, over real sockets: told before they are held, private ones, and the host's pause.

use cardroom_server::Config;
use serde_json::{Value, json};

use crate::support::{Folder, Guest, Running, settings};
use crate::tournaments::{enter, hold, is_over, sit_and_go, take_part, take_part_as, timid};

fn with(mut wanted: Value, more: Value) -> Value {
    let Value::Object(more) = more else { panic!("settings are an object") };
    wanted.as_object_mut().unwrap().extend(more);
    wanted
}

fn scheduled(more: Value) -> Value {
    let spread = json!({ "game": "holdem", "limit": "no", "min_bet": 20 });
    with(json!({ "spread": spread, "kind": "scheduled", "starts_in": 600, "entry": 100, "most": 20 }), more)
}

/// What it would be is told without holding it, with every setting that a host has.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_is_told_before_it_is_held() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await;
    let spread =
        json!({ "game": "holdem", "limit": "no", "min_bet": 20, "small_blind": 5, "big_blind": 30, "ante": 2 });
    let wanted = scheduled(json!({
        "spread": spread, "level": 120, "ante_from": 3, "breaks": { "every": 2, "seconds": 60 }, "late_levels": 5,
        "fewest": 4, "clock": 15, "stack": 3000, "seats": 6, "shares": [3, 1], "bots": ["solid"], "private": true,
    }));
    let (status, plan) = ann.post(&server, "/api/v1/tournaments/check", &wanted).await;
    assert_eq!(status, 200, "{plan}");
    assert_eq!((&plan["seats"], &plan["stack"], &plan["payouts"]), (&json!(6), &json!(3000), &json!([1500, 500])));
    let level = |at: usize, of: &str| plan["levels"][at]["spread"][of].clone();
    assert_eq!((&plan["spread"]["small_blind"], &plan["spread"]["big_blind"]), (&json!(5), &json!(30)));
    let third = ["ante", "small_blind", "big_blind", "min_bet"].map(|of| level(2, of));
    assert_eq!((level(1, "ante"), third), (json!(0), [6, 15, 90, 60].map(|amount| json!(amount))));
    let breaks: Vec<&Value> = (0..4).map(|at| &plan["levels"][at]["break_ms"]).collect();
    assert_eq!(breaks, [&json!(0), &json!(60_000), &json!(0), &json!(60_000)]);
    assert_eq!(plan["levels"][0]["length_ms"], 120_000);
    let (_, on_the_wall) = ann.ask("GET", "/api/v1/tournaments", None).await;
    assert_eq!(on_the_wall, json!([]), "nothing was held");

    for (more, reason) in [
        (json!({ "fewest": 21 }), "21 players at least: allowed are 2 to 20"),
        (json!({ "late_levels": 34 }), "at most 33 levels"),
        (json!({ "level": 0 }), "A level lasts from 1 to 7200 seconds"),
        (json!({ "ante_from": 2 }), "There is no ante"),
        (json!({ "spread": spread, "ante_from": 34 }), "one of the levels 1 to 33"),
        (json!({ "breaks": { "every": 0, "seconds": 60 } }), "after every 1 to 33 levels"),
        (json!({ "kind": "sit_and_go", "starts_in": null, "late_levels": 1 }), "go with scheduled ones"),
        (json!({ "bots": vec!["solid"; 20] }), "A place must be left for people"),
        (json!({ "clock": 0 }), "The tables: a turn of 0 ms"),
        (json!({ "spread": { "game": "holdem", "limit": "no", "min_bet": 20, "profile": "wac-230-15" } }), "WAC"),
    ] {
        for path in ["/api/v1/tournaments/check", "/api/v1/tournaments"] {
            let (status, refused) = ann.post(&server, path, &scheduled(more.clone())).await;
            assert_eq!(status, 409, "{path} {more}: {refused}");
            assert!(refused["detail"].as_str().unwrap().contains(reason), "{more}: {refused}");
        }
    }
    server.crash().await;
}

/// Nobody finds it, looks on, enters or reads its hands without the code, before and after a restart; who has it may, and
/// who is in it needs it no more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_tournament_is_for_those_who_have_its_code() {
    let folder = Folder::new("private-tournament");
    let config = || Config { demo: false, data: folder.path().clone(), ..settings() };
    let server = Running::start(config()).await;
    let (ann, bob, eve) = (server.guest().await, server.guest().await, server.guest().await);
    let wanted = with(sit_and_go("holdem", 3, &["solid"]), json!({ "private": true }));
    let (_, held) = ann.post(&server, "/api/v1/tournaments", &wanted).await;
    let (tournament, code) = (held["tournament"].as_u64().unwrap(), held["code"].as_str().unwrap().to_owned());
    server.crash().await;
    let server = Running::start(config()).await;
    let [ann, bob, eve] = [ann, bob, eve].map(|guest| Guest { address: server.address, ..guest });

    let path = format!("/api/v1/tournaments/{tournament}");
    let entry = format!("{path}/entry");
    let listed = async |guest: &Guest| guest.ask("GET", "/api/v1/tournaments", None).await.1.as_array().unwrap().len();
    assert_eq!((listed(&ann).await, listed(&eve).await), (1, 0));
    let (_, lobby) = ann.ask("GET", "/api/v1/lobby", None).await;
    assert_eq!(lobby["tournaments"], json!([]));
    assert_eq!(ann.ask("GET", &path, None).await.1["code"], *code, "the host may pass it on");
    let refused = |(status, said): (u16, Value)| {
        assert!(status == 403 && said["detail"].as_str().unwrap().contains("private"), "{status} {said}");
    };
    refused(eve.ask("GET", &path, None).await);
    refused(eve.ask("GET", &format!("{path}?code=wrong"), None).await);
    refused(eve.post(&server, &entry, &json!({})).await);
    refused(eve.post(&server, &entry, &json!({ "code": "wrong" })).await);
    let mut stranger = eve.connect().await;
    stranger.say(&json!({ "type": "watch_tournament", "tournament": tournament, "on": true })).await;
    let answer = stranger.answer_to(&format!("watch_tournament:{tournament}")).await;
    assert_eq!(answer["problem"]["code"], "forbidden", "{answer}");

    let (_, led) = bob.ask("GET", &format!("/api/v1/invitations/{code}"), None).await;
    assert_eq!((&led["tournament"], &led["table"]), (&json!(tournament), &Value::Null));
    let (status, seen) = bob.ask("GET", &format!("{path}?code={}", code.to_uppercase()), None).await;
    assert_eq!((status, &seen["code"]), (200, &Value::Null), "a guest who only looks: {seen}");
    let (status, entered) = bob.post(&server, &entry, &json!({ "code": code })).await;
    assert_eq!((status, &entered["code"]), (200, &json!(code)), "{entered}");
    assert_eq!(listed(&bob).await, 1);
    // The third of three: it begins.
    assert_eq!(enter(&server, &ann, tournament).await.0, 200);
    let table = ann.ask("GET", &path, None).await.1["your_table"].as_u64().unwrap();
    assert_eq!(eve.ask("GET", &format!("/api/v1/tables/{table}"), None).await.0, 404);
    stranger.say(&json!({ "type": "watch", "table": table })).await;
    let answer = stranger.answer_to(&format!("watch:{table}")).await;
    assert_eq!(answer["problem"]["code"], "forbidden", "{answer}");
    stranger.say(&json!({ "type": "watch", "table": table, "code": code })).await;
    assert_eq!(stranger.snapshot().await["snapshot"]["table"], table);
    stranger.say(&json!({ "type": "watch_tournament", "tournament": tournament, "on": true, "code": code })).await;
    assert_eq!(stranger.until("tournament").await["summary"]["private"], true);

    let players = [&ann, &bob].map(async |guest| take_part(guest.connect().await, tournament, is_over).await.unwrap());
    let [one, two] = players;
    tokio::join!(one, two);
    let hand = format!("/api/v1/hands/{table}/1");
    for suffix in ["", "/proof", "/record/phh"] {
        assert_eq!(bob.ask("GET", &hand, None).await.0, 200);
        assert_eq!(eve.ask("GET", &format!("{hand}{suffix}"), None).await.0, 404, "{suffix}");
    }
    server.stop().await;
}

/// A public tournament's hands are for anyone, and stay so when it is over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_public_tournaments_hands_are_public() {
    let server = Running::start(settings()).await;
    let (ann, eve) = (server.guest().await, server.guest().await);
    let tournament = hold(&server, &ann, sit_and_go("holdem", 2, &["solid"])).await;
    assert_eq!(enter(&server, &ann, tournament).await.0, 200);
    let table = eve.ask("GET", &format!("/api/v1/tournaments/{tournament}"), None).await.1["tables"][0].clone();
    take_part(ann.connect().await, tournament, is_over).await.unwrap();
    assert_eq!(eve.ask("GET", &format!("/api/v1/hands/{table}/1"), None).await.0, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_pauses_its_tournament_between_hands() {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let tournament = hold(&server, &ann, sit_and_go("holdem", 2, &[])).await;
    let path = format!("/api/v1/tournaments/{tournament}/pause");
    let (status, early) = ann.ask("POST", &path, None).await;
    assert!(status == 409 && early["detail"].as_str().unwrap().contains("still to begin"), "{early}");
    for guest in [&ann, &bob] {
        assert_eq!(enter(&server, guest, tournament).await.0, 200);
    }
    let (status, refused) = bob.ask("POST", &path, None).await;
    assert_eq!(status, 403, "{refused}");
    let (status, paused) = ann.ask("POST", &path, None).await;
    assert_eq!((status, &paused["summary"]["phase"]), (200, &json!("paused")), "{paused}");
    assert!(paused["paused_until"].is_u64() && paused["next_level_at"].is_null(), "{paused}");
    assert_eq!(ann.ask("POST", &path, None).await.0, 409, "once is enough");
    // The hand that is under way is played out.
    let after_a_hand = |message: &Value| {
        let events = message["events"].as_array();
        events.is_some_and(|events| events.iter().any(|event| event["type"] == "hand_ended"))
    };
    let players = [&ann, &bob].map(async |guest| {
        take_part_as(guest.connect().await, tournament, timid, after_a_hand).await.unwrap();
    });
    let [one, two] = players;
    tokio::join!(one, two);
    assert_eq!(bob.ask("DELETE", &path, None).await.0, 403);
    let (status, on) = ann.ask("DELETE", &path, None).await;
    assert_eq!((status, &on["summary"]["phase"], &on["paused_until"]), (200, &json!("final_table"), &Value::Null));
    let players = [&ann, &bob].map(async |guest| take_part(guest.connect().await, tournament, is_over).await.unwrap());
    let [one, two] = players;
    tokio::join!(one, two);
    server.stop().await;
}
