//! What the house sees to: people's own limits, bots that make room, chat that can be muted, switches, forgotten
//! passwords, the time bank.

use std::time::Duration;

use cardroom_server::Config;
use serde_json::{Value, json};

use crate::support::{Client, Folder, Guest, Running, passive, request, settings, sit_down};

async fn put(server: &Running, guest: &Guest, path: &str, body: &Value) -> (u16, Value) {
    let headers = [("Cookie", guest.cookie.as_str()), ("X-CSRF-Token", guest.csrf.as_str())];
    let (status, _, body) = server.request("PUT", path, &headers, &body.to_string()).await;
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_limit_on_chips_counts_what_is_lost_or_at_stake_today() {
    let server = Running::start(settings()).await;
    let (host, ann) = (server.guest().await, server.guest().await);
    let table = host.open_table(&server, "holdem", "fixed", &json!({ "seats": 3 })).await;
    for name in ["chips_a_day", "looser_from"] {
        let (status, said) = put(&server, &ann, "/api/v1/account/limits", &json!({ name: 1_u64 << 63 })).await;
        assert_eq!(status, 400, "more than the document allows: {said}");
    }
    let (status, limits) = put(&server, &ann, "/api/v1/account/limits", &json!({ "chips_a_day": 600 })).await;
    assert_eq!((status, &limits["chips_a_day"]), (200, &json!(600)), "{limits}");
    let mut client = ann.connect().await;
    client.watch(table).await;
    let sit = |buy_in: u64| json!({ "type": "sit", "buy_in": buy_in });
    let refused = client.command(table, sit(700)).await;
    assert_eq!(refused["problem"]["code"], "forbidden", "{refused}");
    assert!(refused["problem"]["detail"].as_str().unwrap().contains("600 are left"), "{refused}");
    client.sit(table, 500).await;
    let top_up = client.command(table, json!({ "type": "top_up", "amount": 200 })).await;
    assert!(top_up["problem"]["detail"].as_str().unwrap().contains("100 are left"), "{top_up}");
    client.command(table, json!({ "type": "leave" })).await;
    client.sit(table, 600).await;
    // A looser limit waits for a day.
    let (_, limits) = put(&server, &ann, "/api/v1/account/limits", &json!({ "chips_a_day": 9_000 })).await;
    assert_eq!(limits["chips_a_day"], 600, "{limits}");
    assert!(limits["looser_from"].is_u64(), "{limits}");
    server.crash().await;
}

/// A limit holds for all tables together, however quickly one sits down at them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_limit_on_chips_holds_for_many_tables_at_once() {
    let server = Running::start(settings()).await;
    let (host, ann) = (server.guest().await, server.guest().await);
    let mut tables = Vec::new();
    for _ in 0..4 {
        tables.push(host.open_table(&server, "holdem", "no", &json!({ "seats": 3 })).await);
    }
    put(&server, &ann, "/api/v1/account/limits", &json!({ "chips_a_day": 500 })).await;
    let mut client = ann.connect().await;
    for &table in &tables {
        client.watch(table).await;
    }
    for &table in &tables {
        let sit = json!({ "type": "sit", "buy_in": 500 });
        client.say(&json!({ "type": "command", "id": format!("s{table}"), "table": table, "command": sit })).await;
    }
    let mut seated = 0;
    for table in tables {
        seated += usize::from(client.answer_to(&format!("s{table}")).await["problem"].is_null());
    }
    assert_eq!(seated, 1);
    assert_eq!(ann.wallet().await, 9_500);
    server.crash().await;
}

/// Who excludes itself or is banned in the middle of a hand gives that up, and takes home what is left.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_may_play_no_longer_gets_up() {
    let server = Running::start(Config { operator_listen: Some(([127, 0, 0, 1], 0).into()), ..settings() }).await;
    let operator = server.operator.unwrap();
    for banned in [false, true] {
        let (ann, bob) = (server.guest().await, server.guest().await);
        let before = ann.wallet().await + bob.wallet().await;
        let table = bob.open_table(&server, "holdem", "no", &json!({ "seats": 2 })).await;
        let (_ann, mut other) = sit_down(&ann, &bob, table, 500).await;
        if banned {
            let path = format!("/accounts/{}/ban", ann.account);
            let (status, ..) = request(operator, "POST", &path, &[], "{\"hours\":1}").await;
            assert_eq!(status, 200);
        } else {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64;
            let excluded = json!({ "excluded_until": now + 86_400_000 });
            let (status, said) = ann.ask("PUT", "/api/v1/account/limits", Some(&excluded)).await;
            assert_eq!(status, 200, "{said}");
        }
        let mut looks = 0;
        loop {
            let snapshot = other.watch(table).await["snapshot"].take();
            if snapshot["seats"].as_array().unwrap().iter().all(|seat| seat["player"]["account"] != ann.account) {
                break;
            }
            assert!(looks < 500, "still seated: {snapshot}");
            looks += 1;
            let (hand, turn) = (&snapshot["hand"]["hand"], &snapshot["hand"]["turn"]);
            if turn["legal"].is_object() {
                let act = json!({ "type": "act", "hand": hand, "turn": turn["turn"], "play": passive(turn) });
                other.command(table, act).await;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        other.command(table, json!({ "type": "leave" })).await;
        // As the operator sees it: who is banned isn't told its own account any more.
        let (.., account) = request(operator, "GET", &format!("/accounts/{}", ann.account), &[], "").await;
        let chips = serde_json::from_str::<Value>(&account).unwrap()["chips"].as_u64().unwrap();
        assert_eq!(chips + bob.wallet().await, before);
    }
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_gets_up_for_somebody_who_waits() {
    let server = Running::start(settings()).await;
    let (host, ann, bob) = (server.guest().await, server.guest().await, server.guest().await);
    let table = host.open_table(&server, "holdem", "fixed", &json!({ "seats": 2, "bots": ["beginner"] })).await;
    let (mut first, mut second) = (ann.connect().await, bob.connect().await);
    first.watch(table).await;
    first.sit(table, 500).await;
    second.watch(table).await;
    let full = second.command(table, json!({ "type": "sit", "buy_in": 500 })).await;
    assert!(!full["problem"].is_null(), "{full}");
    let waits = second.command(table, json!({ "type": "wait" })).await;
    assert!(waits["problem"].is_null(), "{waits}");
    // The bot leaves, at once or after its hand, and the seat is kept for whoever waits.
    loop {
        let message = second.until("events").await;
        let events = message["events"].as_array().unwrap();
        if events.iter().any(|event| event["type"] == "left") {
            break;
        }
        for event in events.iter().filter(|event| event["type"] == "turn") {
            assert!(event["turn"]["legal"].is_null());
        }
        let snapshot = first.watch(table).await;
        let hand = &snapshot["snapshot"]["hand"];
        if hand["turn"]["legal"].is_object() {
            let fold = json!({ "type": "act", "hand": hand["hand"], "turn": hand["turn"]["turn"],
                "play": { "type": "fold" } });
            first.command(table, fold).await;
        }
    }
    second.sit(table, 500).await;
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_mutes_and_nobody_chatters_without_end() {
    let server = Running::start(settings()).await;
    let (host, ann) = (server.guest().await, server.guest().await);
    let table = host.open_table(&server, "holdem", "fixed", &json!({})).await;
    let (mut chair, mut guest) = (host.connect().await, ann.connect().await);
    chair.watch(table).await;
    guest.watch(table).await;
    let say = json!({ "type": "chat", "text": "hello" });
    assert!(guest.command(table, say.clone()).await["problem"].is_null());
    let mute = |on: bool| json!({ "type": "mute", "account": ann.account, "on": on });
    assert_eq!(guest.command(table, mute(false)).await["problem"]["code"], "forbidden");
    assert!(chair.command(table, mute(true)).await["problem"].is_null());
    let told = json!({ "type": "muted", "account": ann.account, "on": true });
    while guest.until("events").await["events"] != json!([told]) {}
    assert_eq!(
        host.connect().await.watch(table).await["snapshot"]["muted"],
        json!([ann.account]),
        "after a reload, too"
    );
    let muted = guest.command(table, say.clone()).await;
    assert!(muted["problem"]["detail"].as_str().unwrap().contains("muted"), "{muted}");
    assert!(chair.command(table, mute(false)).await["problem"].is_null());
    let nobody = json!({ "type": "mute", "account": ann.account + 1000, "on": true });
    assert_eq!(chair.command(table, nobody).await["problem"]["code"], "conflict", "a list of nobodies has no end");
    let mut said = 0;
    let refused = loop {
        let answer = guest.command(table, say.clone()).await;
        if !answer["problem"].is_null() {
            break answer;
        }
        said += 1;
        assert!(said < 20);
    };
    assert_eq!(refused["problem"]["code"], "too_many", "{refused}");
    server.crash().await;
}

/// Whoever still chooses is told what the table would be, or why not, in the words of opening it; and nothing is opened.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_checked_before_it_is_opened() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await;
    let spread =
        |limit: &str, bet: u64| json!({ "game": "holdem", "limit": limit, "min_bet": bet, "profile": "wac-230-15" });
    let wanted = json!({ "spread": spread("fixed", 10), "seats": 4, "bots": ["solid"], "max_buy_in": 700 });
    let (status, plan) = ann.post(&server, "/api/v1/tables/check", &wanted).await;
    assert_eq!(status, 200, "{plan}");
    assert_eq!(plan["spread"]["stakes"], "Limit 10/20");
    assert_eq!(plan["spread"]["small_blind"], 5);
    assert_eq!(plan["seats"], 4);
    assert_eq!(plan["buy_in"], json!([200, 700]));
    for wrong in [
        json!({ "spread": spread("no", 10) }),
        json!({ "spread": spread("fixed", 44) }),
        json!({ "spread": spread("fixed", 10), "seats": 11 }),
        json!({ "spread": spread("fixed", 10), "min_buy_in": 300, "max_buy_in": 200 }),
        json!({ "spread": spread("fixed", 10), "seats": 2, "bots": ["solid", "solid"] }),
    ] {
        let (status, checked) = ann.post(&server, "/api/v1/tables/check", &wrong).await;
        assert_eq!(status, 409, "{wrong}: {checked}");
        assert_eq!(checked, ann.post(&server, "/api/v1/tables", &wrong).await.1);
    }
    let (_, lobby) = ann.ask("GET", "/api/v1/lobby", None).await;
    assert_eq!(lobby["tables"], json!([]));
    server.crash().await;
}

/// Who was sent away from a private table sees no more of it, whatever code it has, and not after a restart either.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_was_sent_away_stays_away() {
    let folder = Folder::new("sent-away");
    let config = || Config { demo: false, data: folder.path().clone(), ..settings() };
    let server = Running::start(config()).await;
    let (host, ann) = (server.guest().await, server.guest().await);
    let spread = json!({ "game": "holdem", "limit": "no", "min_bet": 10 });
    let (_, opened) = host.post(&server, "/api/v1/tables", &json!({ "spread": spread, "private": true })).await;
    let (table, code) = (opened["table"].as_u64().unwrap(), &opened["code"]);
    let watch = json!({ "type": "watch", "table": table, "code": code });
    let (mut chair, mut guest) = (host.connect().await, ann.connect().await);
    chair.watch(table).await;
    guest.say(&watch).await;
    guest.snapshot().await;
    guest.sit(table, 500).await;
    let kicked = chair.command(table, json!({ "type": "kick", "account": ann.account })).await;
    assert!(kicked["problem"].is_null(), "{kicked}");
    let sent_away = |said: &Value| {
        assert_eq!(said["problem"]["code"], "forbidden", "{said}");
        assert!(said["problem"]["detail"].as_str().unwrap().contains("sent you away"), "{said}");
    };
    sent_away(&guest.answer_to(&format!("watch:{table}")).await);
    sent_away(&guest.command(table, json!({ "type": "sit", "buy_in": 500 })).await);
    sent_away(&guest.command(table, json!({ "type": "wait" })).await);
    assert_eq!(guest.command(table, json!({ "type": "chat", "text": "hello" })).await["problem"]["code"], "forbidden");
    server.crash().await;
    let server = Running::start(config()).await;
    let mut back = Guest { address: server.address, ..ann.clone() }.connect().await;
    back.say(&watch).await;
    sent_away(&back.answer_to(&format!("watch:{table}")).await);
    sent_away(&back.command(table, json!({ "type": "sit", "buy_in": 500 })).await);
    server.crash().await;
}

/// Codes are copied by hand: however one is typed, it leads to the table and opens it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_is_read_in_capitals_as_well() {
    let server = Running::start(settings()).await;
    let (host, ann) = (server.guest().await, server.guest().await);
    let spread = json!({ "game": "holdem", "limit": "no", "min_bet": 10 });
    let (_, opened) = host.post(&server, "/api/v1/tables", &json!({ "spread": spread, "private": true })).await;
    let (table, code) = (&opened["table"], opened["code"].as_str().unwrap().to_uppercase());
    let (_, found) = ann.ask("GET", &format!("/api/v1/invitations/{code}"), None).await;
    assert_eq!(found["table"], *table, "{found}");
    let mut client = ann.connect().await;
    client.say(&json!({ "type": "watch", "table": table, "code": "wrong" })).await;
    assert_eq!(client.until("answer").await["problem"]["code"], "forbidden");
    client.say(&json!({ "type": "watch", "table": table, "code": code })).await;
    assert_eq!(client.snapshot().await["snapshot"]["table"], *table);
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_switched_off_says_so() {
    let spread = json!({ "game": "holdem", "limit": "no", "min_bet": 10 });
    let table = json!({ "spread": spread });
    let with_bots = json!({ "spread": spread, "bots": ["solid"] });
    let tournament =
        |bots: &[&str]| json!({ "spread": spread, "kind": "sit_and_go", "entry": 100, "most": 3, "bots": bots });
    let is_off = |(status, problem): (u16, Value)| {
        assert_eq!(status, 403, "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains("switched off"), "{problem}");
    };
    let server = Running::start(Config { off: "chat,tables,advice,tournaments".to_owned(), ..settings() }).await;
    let guest = server.guest().await;
    for (path, body) in [
        ("/api/v1/tables", &table),
        ("/api/v1/hold", &json!({ "game": "holdout", "cards": "AhKh7c7d2s" })),
        ("/api/v1/odds", &json!({ "game": "holdem", "hands": ["AhKh", "QsQd"] })),
        ("/api/v1/tournaments", &tournament(&[])),
        ("/api/v1/tournaments/1/entry", &json!({})),
    ] {
        is_off(guest.post(&server, path, body).await);
    }
    server.stop().await;
    // Nobody is left at a table, or in a tournament, that it wanted bots for and has none.
    let server = Running::start(Config { off: "bots".to_owned(), ..settings() }).await;
    let host = server.guest().await;
    is_off(host.post(&server, "/api/v1/tables", &with_bots).await);
    is_off(host.post(&server, "/api/v1/tables/check", &with_bots).await);
    is_off(host.post(&server, "/api/v1/tournaments", &tournament(&["solid"])).await);
    assert_eq!(host.ask("GET", "/api/v1/tournaments", None).await.1, json!([]));
    let opened = host.open_table(&server, "holdem", "no", &json!({})).await;
    let mut client = host.connect().await;
    client.watch(opened).await;
    let refused = client.command(opened, json!({ "type": "add_bot", "level": "solid" })).await;
    assert!(refused["problem"]["detail"].as_str().unwrap().contains("switched off bots"), "{refused}");
    server.crash().await;
}

/// What a bot was staked with goes back when it gets up, whoever makes it, and with its entry.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_house_has_its_chips_back_when_its_bots_go() {
    let server = Running::start(Config { operator_listen: Some(([127, 0, 0, 1], 0).into()), ..settings() }).await;
    let operator = server.operator.unwrap();
    let issued = async || {
        let (.., audit) = request(operator, "GET", "/audit", &[], "").await;
        serde_json::from_str::<Value>(&audit).unwrap()["issued"].as_i64().unwrap()
    };
    let host = server.guest().await;
    let table = host.open_table(&server, "holdem", "no", &json!({ "seats": 3 })).await;
    let mut client = host.connect().await;
    client.watch(table).await;
    let event = async |client: &mut Client, kind: &str| loop {
        let events = client.until("events").await["events"].take();
        if let Some(event) = events.as_array().unwrap().iter().find(|event| event["type"] == kind) {
            break event.clone();
        }
    };
    for _ in 0..3 {
        let added = client.command(table, json!({ "type": "add_bot", "level": "beginner" })).await;
        assert!(added["problem"].is_null(), "{added}");
        let account = event(&mut client, "seated").await["player"]["account"].clone();
        assert_eq!(issued().await, 10_000 + 1_000);
        let kicked = client.command(table, json!({ "type": "kick", "account": account })).await;
        assert!(kicked["problem"].is_null(), "{kicked}");
        event(&mut client, "left").await;
        assert_eq!(issued().await, 10_000);
    }
    let wanted = json!({ "spread": { "game": "holdem", "limit": "no", "min_bet": 10 }, "kind": "sit_and_go",
        "entry": 100, "most": 4, "bots": ["solid", "strong"] });
    let (_, held) = host.post(&server, "/api/v1/tournaments", &wanted).await;
    assert_eq!(issued().await, 10_200);
    let cancel = format!("/tournaments/{}/cancel", held["tournament"]);
    assert_eq!(request(operator, "POST", &cancel, &[], "").await.0, 200);
    assert_eq!(issued().await, 10_000);
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_in_with_a_recovery_code_sets_a_new_password_once() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await.claim("Ann of Tacoma", "correct horse").await;
    let codes = async |password: &str| {
        ann.post(&server, "/api/v1/account/recovery-codes", &json!({ "password": password })).await
    };
    assert_eq!(codes("wrong horse").await.0, 403, "somebody else at a browser that is signed in");
    let (_, codes) = codes("correct horse").await;
    let login = json!({ "name": "Ann of Tacoma", "recovery_code": codes["codes"][0] });
    let (status, head, body) = server.request("POST", "/api/v1/login", &[], &login.to_string()).await;
    assert_eq!(status, 200, "{body}");
    let back = Guest::signed_in(server.address, &head, &body);
    let new = |password: &str| json!({ "new": password });
    assert_eq!(back.post(&server, "/api/v1/account/password", &new("short")).await.0, 409, "that doesn't use it up");
    assert_eq!(back.post(&server, "/api/v1/account/password", &new("a new password")).await.0, 204);
    assert_eq!(back.post(&server, "/api/v1/account/password", &new("another one")).await.0, 403);
    let login = json!({ "name": "Ann of Tacoma", "password": "a new password" });
    assert_eq!(server.request("POST", "/api/v1/login", &[], &login.to_string()).await.0, 200);
    server.stop().await;
}

/// A browser that was left signed in is enough to play, and not to end the account.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_with_a_password_is_deleted_by_whoever_knows_it() {
    let server = Running::start(settings()).await;
    let ann = server.guest().await.claim("Ann of Tacoma", "correct horse").await;
    let delete = async |body: Option<Value>| ann.ask("DELETE", "/api/v1/account", body.as_ref()).await;
    for (body, status) in [(None, 403), (Some(json!({ "password": "wrong horse" })), 403), (Some(json!({})), 400)] {
        let (refused, said) = delete(body).await;
        assert_eq!(refused, status, "{said}");
    }
    assert_eq!(ann.wallet().await, 10_000);
    assert_eq!(delete(Some(json!({ "password": "correct horse" }))).await.0, 204);
    assert_eq!(ann.ask("GET", "/api/v1/account/sessions", None).await.0, 401);
    let guest = server.guest().await;
    assert_eq!(guest.ask("DELETE", "/api/v1/account", None).await.0, 204, "a guest has none");
    let another = server.guest().await;
    assert_eq!(
        another.ask("DELETE", "/api/v1/account", Some(&Value::Null)).await.0,
        204,
        "nothing said is nothing said"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_tells_who_sits_from_who_is_there() {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdem", "fixed", &json!({})).await;
    let (mut first, second) = sit_down(&ann, &bob, table, 500).await;
    first.say(&json!({ "type": "watch_lobby", "on": true })).await;
    let people_and_here = |lobby: &Value| {
        let line = &lobby["tables"][0];
        (line["people"].as_u64(), line["here"].as_u64())
    };
    let mut wall = first.until("lobby").await;
    assert_eq!(people_and_here(&wall), (Some(2), Some(2)), "{wall}");
    drop(second);
    while people_and_here(&wall) != (Some(2), Some(1)) {
        wall = first.until("lobby").await;
    }
    server.crash().await;
}
