//! People who only look on: they see the board, the bets and how many cards were thrown, never which; and they may
//! speak, within the rules.

use serde_json::{Value, json};

use crate::support::{Client, Follower, Guest, Running, cards, passive, settings};

/// Two people who play, and one who looks on from before the first card.
struct Scene {
    server: Running,
    table: u64,
    players: [(Guest, Client, Follower); 2],
    spectator: (Guest, Client),
}

impl Scene {
    async fn set(game: &str) -> Self {
        let server = Running::start(settings()).await;
        let (ann, bob, eve) = (server.guest().await, server.guest().await, server.guest().await);
        let table = ann.open_table(&server, game, "fixed", &json!({ "seats": 2 })).await;
        let mut looking = eve.connect().await;
        looking.watch(table).await;
        let mut players = Vec::new();
        for (guest, seat) in [(ann, 0), (bob, 1)] {
            let mut client = guest.connect().await;
            let mut follower = Follower::of(&client.watch(table).await);
            client.sit(table, 500).await;
            follower.seat = Some(seat);
            players.push((guest, client, follower));
        }
        let Ok(players) = players.try_into() else { panic!("two players") };
        Self { server, table, players, spectator: (eve, looking) }
    }

    /// Plays until `enough` says so of what both players know. Whoever may throw cards throws two.
    async fn play_until(&mut self, enough: impl Fn(&Follower) -> bool) {
        loop {
            // Both are told everything, so the one who has heard less has something to hear.
            if self.players[0].2.seq == self.players[1].2.seq {
                if enough(&self.players[0].2) {
                    return;
                }
                self.act().await;
            }
            let (_, client, follower) = self.players.iter_mut().min_by_key(|(.., follower)| follower.seq).unwrap();
            let message = client.hear().await;
            follower.take(&message);
        }
    }

    async fn act(&mut self) {
        for (_, client, follower) in self.players.iter_mut().filter(|(.., follower)| follower.is_to_act()) {
            let play = match follower.turn["kind"].as_str().unwrap() {
                kind @ ("discard" | "draw") => json!({ "type": kind, "cards": follower.own[..2] }),
                _ => passive(&follower.turn),
            };
            let answer = client.command(self.table, follower.act(&play)).await;
            assert!(answer["problem"].is_null(), "{answer}");
            follower.turn = Value::Null;
        }
    }

    /// Everything that was told the spectator up to this message.
    async fn told_up_to(&mut self, seq: u64) -> Vec<Value> {
        let mut told = Vec::new();
        loop {
            let message = self.spectator.1.until("events").await;
            told.extend(message["events"].as_array().unwrap().iter().cloned());
            if message["seq"].as_u64() >= Some(seq) {
                return told;
            }
        }
    }
}

/// Every card in what was told, whatever the field is called.
fn all_cards(told: &Value) -> Vec<String> {
    match told {
        Value::String(text) => {
            let card =
                matches!(text.as_bytes(), [rank, suit] if b"23456789TJQKA".contains(rank) && b"cdhs".contains(suit));
            if card { vec![text.clone()] } else { Vec::new() }
        }
        Value::Array(list) => list.iter().flat_map(all_cards).collect(),
        Value::Object(fields) => fields.values().flat_map(all_cards).collect(),
        _ => Vec::new(),
    }
}

/// In the middle of the hand somebody comes to look: cards lie face down, thrown ones are counted.
fn check_snapshot(snapshot: &Value, knows: &Follower, throws: usize) {
    let (hand, you) = (&snapshot["snapshot"]["hand"], &snapshot["snapshot"]["you"]);
    assert!(you["seat"].is_null(), "{you}");
    assert_eq!(hand["own_thrown"], json!([]));
    assert_eq!(hand["made"], json!([]));
    assert!(hand["turn"]["legal"].is_null(), "{hand}");
    assert_eq!(all_cards(&snapshot["snapshot"]), knows.board, "only the board lies open");
    assert_eq!(all_cards(&snapshot["so_far"]), knows.board, "and only the board was told of");
    for seat in snapshot["snapshot"]["seats"].as_array().unwrap() {
        let held = seat["cards"].as_array().unwrap();
        assert!(!held.is_empty() && held.iter().all(Value::is_null), "{seat}");
        assert_eq!(seat["thrown"], json!(vec![2; throws]), "{seat}");
    }
}

/// What a spectator is told of whole hands: no card but the board, the draw for the button and what was shown.
fn check_events(told: &[Value], throws: &str) {
    let mut counted = 0;
    for event in told {
        match event["type"].as_str().unwrap() {
            "board" | "shown" | "button_drawn" | "awarded" => continue,
            "discarded" | "drew" => {
                assert_eq!((&event["type"], &event["count"]), (&json!(throws), &json!(2)), "{event}");
                counted += 1;
            }
            "turn" => assert!(event["turn"]["legal"].is_null(), "{event}"),
            "made" | "you" => panic!("this is for players alone: {event}"),
            _ => {}
        }
        assert_eq!(all_cards(event), Vec::<String>::new(), "{event}");
    }
    assert!(counted >= 2, "both threw cards away");
    assert!(told.iter().any(|event| event["type"] == "shown"), "and showed the rest");
}

/// What this player threw away wasn't shown in the same hand, by anyone.
fn check_never_shown(events: &[Value]) {
    let (mut thrown, mut all) = (Vec::new(), 0);
    for event in events {
        match event["type"].as_str().unwrap() {
            "hand_started" => thrown.clear(),
            "discarded" | "drew" => thrown.extend(cards(&event["own"])),
            "board" | "shown" => assert!(!cards(&event["cards"]).iter().any(|card| thrown.contains(card)), "{event}"),
            "hand_ended" => all += thrown.len(),
            _ => {}
        }
    }
    assert_eq!(all, 4, "two cards in each of two hands");
}

async fn look_on(game: &str, throws: &str) {
    let mut scene = Scene::set(game).await;
    let table = scene.table;
    // Both have thrown, and the betting goes on.
    scene.play_until(|player| player.round == 1 && !player.turn.is_null()).await;
    let snapshot = Guest::arrive(scene.server.address).await.connect().await.watch(table).await;
    check_snapshot(&snapshot, &scene.players[0].2, 1);
    for (_, _, player) in &scene.players {
        assert_eq!(player.thrown.len(), 2, "who threw them knows them");
    }

    // A spectator can't play, not even for whoever is to act.
    let (hand, turn) = (scene.players[0].2.hand, scene.players[0].2.turn["turn"].clone());
    for play in [json!({ "type": "check" }), json!({ "type": "fold" })] {
        let act = json!({ "type": "act", "hand": hand, "turn": turn, "play": play });
        let answer = scene.spectator.1.command(table, act).await;
        assert!(!answer["problem"].is_null(), "{answer}");
    }

    scene.play_until(|player| player.hands_over >= 2).await;
    let told = scene.told_up_to(scene.players[0].2.seq).await;
    check_events(&told, throws);
    for (_, _, player) in &scene.players {
        check_never_shown(&player.events);
    }
    scene.server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_hold_out_the_discards_are_counted_and_never_seen() {
    look_on("holdout", "discarded").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_draw_the_exchanged_cards_are_counted_and_never_seen() {
    look_on("draw", "drew").await;
}

/// Spectators speak as players do: as plain text, only where they look on, not too often, and not when muted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_may_speak_within_the_rules() {
    let mut scene = Scene::set("holdout").await;
    let table = scene.table;
    let says = |text: &str| json!({ "type": "chat", "text": text });
    let stranger = Guest::arrive(scene.server.address).await;
    let mut outside = stranger.connect().await;
    let answer = outside.command(table, says("hello")).await;
    assert_eq!(answer["problem"]["code"], "forbidden", "who doesn't look on isn't heard: {answer}");

    let (eve, looking) = &mut scene.spectator;
    let answer = looking.command(table, says("<b>nice\u{202e}</b>\n hand ")).await;
    assert!(answer["problem"].is_null(), "{answer}");
    let line = |message: &Value| -> Option<Value> {
        let events = message["events"].as_array()?;
        events.iter().find(|event| event["type"] == "chat").map(|event| event["line"].clone())
    };
    for (_, client, _) in &mut scene.players {
        let heard = loop {
            if let Some(line) = line(&client.until("events").await) {
                break line;
            }
        };
        assert_eq!((&heard["text"], &heard["account"]), (&json!("<b>nice</b>  hand"), &json!(eve.account)), "{heard}");
    }
    let snapshot = outside.watch(table).await;
    assert_eq!(snapshot["snapshot"]["chat"][0]["text"], "<b>nice</b>  hand", "who comes later reads it, too");
    for text in ["", " \u{200b} ", &"x".repeat(201)] {
        let answer = looking.command(table, says(text)).await;
        assert_eq!(answer["problem"]["code"], "illegal", "{answer}");
    }

    // Only the host mutes, and only whom it names.
    let mute = |account: u64, on: bool| json!({ "type": "mute", "account": account, "on": on });
    let answer = looking.command(table, mute(stranger.account, true)).await;
    assert_eq!(answer["problem"]["code"], "forbidden", "{answer}");
    let host = &mut scene.players[0].1;
    let answer = host.command(table, mute(eve.account, true)).await;
    assert!(answer["problem"].is_null(), "{answer}");
    let answer = looking.command(table, says("still here")).await;
    assert_eq!(answer["problem"]["code"], "forbidden", "{answer}");
    let answer = outside.command(table, says("hello")).await;
    assert!(answer["problem"].is_null(), "{answer}");
    let answer = host.command(table, mute(eve.account, false)).await;
    assert!(answer["problem"].is_null(), "{answer}");

    // It spoke once; four more at once, and then it has to wait.
    let mut codes = Vec::new();
    for _ in 0..6 {
        codes.push(looking.command(table, says("again")).await["problem"]["code"].clone());
    }
    assert_eq!(codes[..4], vec![Value::Null; 4], "{codes:?}");
    assert!(codes.contains(&json!("too_many")), "{codes:?}");
    scene.server.crash().await;
}
