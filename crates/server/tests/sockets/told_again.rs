//! A hand that is over is told again as it was told when it was played, to every one of its players and to whoever
//! looked on: event by event and field by field, but for clocks.

use std::collections::BTreeMap;

use cardroom_server::Config;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{Client, Guest, Running, settings};

/// What happens around a hand, and on whose clock: that isn't told again.
const AROUND: [&str; 17] = [
    "seated",
    "left",
    "seat",
    "connected",
    "you",
    "button_drawn",
    "committed",
    "burned",
    "time_bank",
    "spread",
    "paused",
    "resumed",
    "waiting_list",
    "chat",
    "muted",
    "closed",
    "hand_void",
];

/// Somebody at a table, or who only looks on.
struct Viewer {
    guest: Guest,
    client: Client,
    table: u64,
    seat: Value,
    hand: u64,
    over: usize,
    own: Vec<Value>,
    events: Vec<Value>,
    said: u64,
    dice: u64,
}

impl Viewer {
    async fn come(server: &Running, table: u64, dice: u64) -> Self {
        let guest = server.guest().await;
        let mut client = guest.connect().await;
        client.watch(table).await;
        let (own, events) = (Vec::new(), Vec::new());
        Self { guest, client, table, seat: Value::Null, hand: 0, over: 0, own, events, said: 0, dice }
    }

    async fn sit(&mut self, buy_in: u64) {
        let answer = self.client.command(self.table, json!({ "type": "sit", "buy_in": buy_in })).await;
        assert!(answer["problem"].is_null(), "{answer}");
        self.seat = answer["seat"].clone();
    }

    async fn prefer(&mut self, what: &str, on: bool) {
        let answer = self.client.command(self.table, json!({ "type": what, "on": on })).await;
        assert!(answer["problem"].is_null() || !on, "{answer}");
    }

    /// One of so many, always the same ones in a row.
    fn roll(&mut self, sides: u64) -> u64 {
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.dice >> 33) % sides
    }

    async fn say(&mut self, command: &Value) {
        self.said += 1;
        let id = format!("said-{}", self.said);
        self.client.say(&json!({ "type": "command", "id": id, "table": self.table, "command": command })).await;
    }

    /// Plays, or looks on, until so many hands are over.
    async fn play(&mut self, hands: usize) {
        while self.over < hands {
            let message = self.client.hear().await;
            if message["type"] == "events" && message["table"] == self.table {
                for event in message["events"].as_array().unwrap() {
                    self.events.push(event.clone());
                    self.take(event, hands).await;
                }
            }
        }
    }

    /// Looks on until it has cards again.
    async fn until_dealt_in(&mut self) {
        while self.own.is_empty() {
            let message = self.client.hear().await;
            for event in message["events"].as_array().into_iter().flatten() {
                self.events.push(event.clone());
                self.take(event, 0).await;
            }
        }
    }

    async fn take(&mut self, event: &Value, hands: usize) {
        match event["type"].as_str().unwrap() {
            "hand_started" => {
                self.hand = event["hand"].as_u64().unwrap();
                self.own.clear();
            }
            "dealt" => self.own.extend(event["own"].as_array().unwrap().iter().cloned()),
            "discarded" | "drew" => {
                let gone = event["own"].as_array().unwrap();
                self.own.retain(|card| !gone.contains(card));
            }
            "hand_ended" => {
                self.over += 1;
                let broke = |seating: &Value| seating["seat"] == self.seat && seating["stack"] == 0;
                if event["stacks"].as_array().unwrap().iter().any(broke) {
                    let amount = 100 + 50 * self.roll(4);
                    self.say(&json!({ "type": "top_up", "amount": amount })).await;
                    self.say(&json!({ "type": "return" })).await;
                } else if !self.own.is_empty() && self.roll(3) == 0 {
                    let reveal = json!({ "type": "reveal", "hand": self.hand, "cards": self.own[..1] });
                    self.say(&reveal).await;
                }
            }
            "turn" if !event["turn"]["legal"].is_null() && self.over < hands => {
                let play = self.choose(&event["turn"]);
                let act = json!({ "type": "act", "hand": self.hand, "turn": event["turn"]["turn"], "play": play });
                self.say(&act).await;
            }
            _ => {}
        }
    }

    fn choose(&mut self, turn: &Value) -> Value {
        let legal = &turn["legal"];
        match turn["kind"].as_str().unwrap() {
            "bet" => {
                let raise = legal["raise"].as_object().cloned();
                match (self.roll(10), raise) {
                    (0, _) if legal["check"] == false => json!({ "type": "fold" }),
                    (1, Some(raise)) => json!({ "type": "raise", "to": raise["max"] }),
                    (2 | 3, Some(raise)) => json!({ "type": "raise", "to": raise["min"] }),
                    _ if legal["check"] == true => json!({ "type": "check" }),
                    _ => json!({ "type": "call" }),
                }
            }
            "show" if legal["may_muck"] == true && self.roll(2) == 0 => json!({ "type": "muck" }),
            "show" => json!({ "type": "show" }),
            throws => {
                let most = legal["most"].as_u64().unwrap().min(self.own.len() as u64);
                let count = if self.roll(2) == 0 { most } else { self.roll(most + 1) } as usize;
                json!({ "type": throws, "cards": self.own[..count] })
            }
        }
    }

    /// What it was told of each hand from beginning to end, but for the last one, which may be played on.
    fn told(&self) -> BTreeMap<u64, Vec<Value>> {
        let (mut hands, mut hand) = (BTreeMap::<u64, Vec<Value>>::new(), None);
        for event in &self.events {
            match event["type"].as_str().unwrap() {
                "hand_started" => hand = event["hand"].as_u64(),
                "committed" => hand = None,
                _ => {}
            }
            if let (Some(hand), Some(event)) = (hand, without_clocks(event)) {
                hands.entry(hand).or_default().push(event);
            }
        }
        hands.pop_last();
        hands
    }

    /// Compares what it was told with what it is told again; gives what there was to be told.
    async fn compare(&self, server: &Running, what: &str) -> Vec<Value> {
        let told = self.told();
        assert!(!told.is_empty(), "{what}");
        for (hand, live) in &told {
            let path = format!("/api/v1/hands/{}/{hand}", self.table);
            let (status, _, body) = server.request("GET", &path, &[("Cookie", &self.guest.cookie)], "").await;
            assert_eq!(status, 200, "{what}, hand {hand}: {body}");
            let again: Value = serde_json::from_str(&body).unwrap();
            let retold = again["events"].as_array().unwrap();
            let place = (0..retold.len().max(live.len())).find(|&place| retold.get(place) != live.get(place));
            if let Some(place) = place {
                let from = place.saturating_sub(2);
                let (retold, live) = (retold.get(from..), live.get(from..));
                panic!("{what}, hand {hand}, seat {}, event {place}: {retold:#?} instead of {live:#?}", self.seat);
            }
        }
        told.into_values().flatten().collect()
    }
}

/// An event of the hand, as far as it can be told again.
fn without_clocks(event: &Value) -> Option<Value> {
    if AROUND.contains(&event["type"].as_str().unwrap()) {
        return None;
    }
    let mut event = event.clone();
    if event["type"] == "turn" {
        for clock in ["deadline", "clock_ms", "bank_ms"] {
            event["turn"][clock] = json!(0);
        }
    }
    Some(event)
}

async fn open(server: &Running, spread: &Value, bots: &Value) -> u64 {
    let wanted =
        json!({ "spread": spread, "seats": 5, "bots": bots, "min_buy_in": 40, "max_buy_in": 2000, "advisor": false });
    let (status, opened) = server.guest().await.post(server, "/api/v1/tables", &wanted).await;
    assert_eq!(status, 200, "{spread}: {opened}");
    opened["table"].as_u64().unwrap()
}

/// Three people and a bot play at a table, and one looks on. All that was told, as everybody has it and as players do.
async fn evening(server: &Running, spread: Value, seed: u64) -> Vec<Value> {
    let table = open(server, &spread, &json!(["beginner"])).await;
    let mut viewers = Vec::new();
    for number in 0..4 {
        viewers.push(Viewer::come(server, table, seed * 4 + number).await);
    }
    for (viewer, buy_in) in viewers.iter_mut().zip([300, 90, 140]) {
        viewer.sit(buy_in).await;
        // Asked whether to show what is beaten, and left of the big blind twice as much.
        viewer.prefer("auto_muck", false).await;
        viewer.prefer("straddle", spread["straddle"] == true).await;
    }
    join_all(viewers.iter_mut().map(|viewer| viewer.play(20))).await;
    let mut told = Vec::new();
    for viewer in &viewers {
        told.extend(viewer.compare(server, &spread.to_string()).await);
    }
    told
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_told_again_as_it_was_told() {
    let server = Running::start(Config { drain_seconds: 0, ..settings() }).await;
    let (_, _, games) = server.request("GET", "/api/v1/games", &[], "").await;
    let games: Value = serde_json::from_str(&games).unwrap();
    let ways = [
        json!({ "limit": "no", "min_bet": 10, "ante": 2, "straddle": true }),
        json!({ "limit": "fixed", "min_bet": 10, "small_blind": 0, "raises": 3 }),
        json!({ "limit": "pot", "min_bet": 10, "ante": 10, "big_blind_ante": true }),
        json!({ "limit": "no", "min_bet": 10, "gld": true }),
        json!({ "limit": "spread", "min_bet": 4, "max_bet": 40, "small_blind": 1 }),
    ];
    let ids = games.as_array().unwrap().iter().map(|game| &game["id"]);
    let spreads = ids.enumerate().flat_map(|(number, id)| {
        // Each game in no limit, where all-ins are, and in one way of the others.
        [0, 1 + number % 4].map(|way| {
            let mut spread = ways[way].clone();
            spread["game"] = id.clone();
            spread
        })
    });
    let mut told = Vec::new();
    for (seed, spread) in (1..).zip(spreads.collect::<Vec<_>>()) {
        told.extend(evening(&server, spread, seed).await);
    }
    let count = |fits: &dyn Fn(&Value) -> bool| told.iter().filter(|event| fits(event)).count();
    let kinds = ["folded", "raised", "discarded", "drew", "reshuffled", "returned", "shown", "mucked", "revealed"];
    for kind in kinds.into_iter().chain(["made", "awarded"]) {
        assert!(count(&|event| event["type"] == kind) > 0, "{kind}");
    }
    assert!(count(&|event| event["turn"]["kind"] == "show" && event["turn"]["legal"].is_object()) > 0);
    assert!(count(&|event| event["post"] == "straddle") > 0);
    assert!(count(&|event| event["award"]["pot"].as_u64() > Some(0)) > 0, "side pots");
    let tabled = told.windows(2).filter(|pair| pair[0]["type"] == "shown" && pair[1]["type"] == "burn_card");
    assert!(tabled.count() > 0, "hands tabled before the board was whole");
    server.stop().await;
}

/// Whoever isn't there is asked nothing, and whoever says nothing is asked once: the same, told again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_away_is_told_of_again_as_it_was() {
    let config = Config { clock_seconds: 1, bank_seconds: 0, grace_seconds: 0, drain_seconds: 0, ..settings() };
    let server = Running::start(config).await;
    let mut told = Vec::new();
    for (seed, game) in (1..).zip(["holdout-hilo", "drawa5-triple", "holdem"]) {
        let spread = json!({ "game": game, "limit": "fixed", "min_bet": 10 });
        let table = open(&server, &spread, &json!([])).await;
        let mut viewers = Vec::new();
        for number in 0..6 {
            viewers.push(Viewer::come(&server, table, seed * 6 + number).await);
        }
        for viewer in &mut viewers[..5] {
            viewer.sit(400).await;
            viewer.prefer("auto_muck", viewer.dice % 2 == 0).await;
        }
        let [one, leaves, other, _silent, _too, looks_on] = &mut viewers[..] else { panic!() };
        let goes = async {
            leaves.play(4).await;
            leaves.until_dealt_in().await;
            leaves.say(&json!({ "type": "leave" })).await;
            leaves.play(8).await;
        };
        tokio::join!(one.play(8), goes, other.play(8), looks_on.play(8));
        for viewer in [&*one, leaves, other, looks_on] {
            told.extend(viewer.compare(&server, game).await);
        }
    }
    assert!(told.iter().any(|event| event["timeout"] == true));
    server.stop().await;
}
