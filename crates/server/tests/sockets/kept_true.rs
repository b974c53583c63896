//! Who keeps a table's snapshot true by the events it is told knows all that a fresh snapshot says.

use cardroom_server::Config;
use serde_json::{Value, json};

use crate::support::{Client, Follower, Guest, Running, passive, settings};
use crate::tournaments::sit_and_go;

/// Somebody at a table, and what it made of all it was told.
struct Watcher {
    client: Client,
    follower: Follower,
}

impl Watcher {
    async fn of(mut client: Client, table: u64) -> Self {
        let follower = Follower::of(&client.watch(table).await);
        Self { client, follower }
    }

    /// Compares what it knows with a fresh snapshot; gives that.
    async fn check(&mut self) -> Value {
        self.client.say(&json!({ "type": "watch", "table": self.follower.table })).await;
        loop {
            let message = self.client.hear().await;
            if message["type"] == "table" {
                self.follower.agrees_with(&Follower::of(&message));
                return message["snapshot"].clone();
            }
            self.follower.take(&message);
        }
    }

    /// Hears on until it was told something of this kind; gives that.
    async fn told(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.client.hear().await;
            if self.follower.take(&message)
                && let Some(event) = message["events"].as_array().into_iter().flatten().find(|event| is_it(event))
            {
                return event.clone();
            }
        }
    }

    async fn does(&mut self, command: Value) {
        let answer = self.client.command(self.follower.table, command).await;
        assert!(answer["problem"].is_null(), "{answer}");
    }
}

/// Two people sit down, and their first hand has begun.
async fn two_play(guests: [&Guest; 2], table: u64) -> [Watcher; 2] {
    let [one, two] = guests;
    let mut watchers = [Watcher::of(one.connect().await, table).await, Watcher::of(two.connect().await, table).await];
    for watcher in &mut watchers {
        watcher.client.sit(table, 500).await;
    }
    watchers[0].told(|event| event["type"] == "turn").await;
    watchers
}

/// A little of everything, in turn: folds, raises, all-ins, cards thrown away.
fn choose(follower: &Follower, count: usize) -> Value {
    let legal = &follower.turn["legal"];
    match follower.turn["kind"].as_str().unwrap() {
        "bet" if count % 5 == 3 => json!({ "type": "fold" }),
        "bet" if count % 4 == 1 && legal["raise"].is_object() => {
            json!({ "type": "raise", "to": legal["raise"][if count % 8 == 1 { "min" } else { "max" }] })
        }
        kind @ ("discard" | "draw") => json!({ "type": kind, "cards": follower.own[..count % 4] }),
        _ => passive(&follower.turn),
    }
}

async fn play_on(game: &str, limit: &str) {
    let server = Running::start(Config { pause_seconds: 0.1, ..settings() }).await;
    let host = server.guest().await;
    let spread = json!({ "game": game, "limit": limit, "min_bet": 10, "ante": 5 });
    let table = host.open_table(&server, "", "", &json!({ "spread": spread, "seats": 4 })).await;
    let guests = [host, server.guest().await, server.guest().await];
    let mut watchers = vec![Watcher::of(server.guest().await.connect().await, table).await];
    for guest in &guests {
        watchers.push(Watcher::of(guest.connect().await, table).await);
    }
    for (watcher, buy_in) in watchers[1..].iter_mut().zip([300, 500, 700]) {
        watcher.client.sit(table, buy_in).await;
        watcher.does(json!({ "type": "auto_muck", "on": false })).await;
    }
    for count in 0.. {
        for watcher in &mut watchers {
            let snapshot = watcher.check().await;
            let Some(seat) = snapshot["you"]["seat"].as_u64() else { continue };
            let broke = snapshot["seats"][seat as usize]["state"] == "sitting_out";
            if broke || count % 20 == 10 && snapshot["seats"][seat as usize]["stack"].as_u64() < Some(200) {
                // Whoever has chips left gets them with the next hand.
                watcher.client.command(table, json!({ "type": "top_up", "amount": 300 })).await;
            }
        }
        if watchers[0].follower.hands_over >= 6 {
            break;
        }
        match watchers.iter_mut().find(|watcher| watcher.follower.is_to_act()) {
            Some(watcher) => {
                let play = watcher.follower.act(&choose(&watcher.follower, count));
                // The clock doesn't play here, so nobody comes too late.
                watcher.does(play).await;
            }
            None => drop(watchers[0].told(|_| true).await),
        }
    }
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_hold_out() {
    play_on("holdout-hilo", "no").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_triple_draw() {
    play_on("draw27-triple", "pot").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_holdem() {
    play_on("holdem", "no").await;
}

/// A host who changes what is played changes what one sits down with, too, and a mix is told with all of its games.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_host_changes_what_is_played() {
    let server = Running::start(settings()).await;
    let host = server.guest().await;
    let table = host.open_table(&server, "mix-draw", "fixed", &json!({ "mix_hands": 3 })).await;
    let mut watcher = Watcher::of(host.connect().await, table).await;
    for game in ["draw", "mix-house"] {
        let spread = json!({ "game": game, "limit": "fixed", "min_bet": 20 });
        let wish = json!({ "type": "spread", "spread": spread, "min_buy_in": 300, "max_buy_in": 900 });
        watcher.does(wish).await;
        let snapshot = watcher.check().await;
        assert_eq!(snapshot["buy_in"], json!([300, 900]));
        assert_eq!(snapshot["mix_hands"].is_null(), snapshot["mix"] == json!([]));
    }
    server.crash().await;
}

/// A table that closes in the middle of a hand says so at once, and plays the hand to its end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_table_closes_after_the_hand() {
    let server = Running::start(settings()).await;
    let (host, guest) = (server.guest().await, server.guest().await);
    let table = host.open_table(&server, "holdem", "fixed", &json!({ "seats": 2 })).await;
    let mut watchers = two_play([&host, &guest], table).await;
    watchers[0].does(json!({ "type": "close" })).await;
    for watcher in &mut watchers {
        let snapshot = watcher.check().await;
        assert_eq!(snapshot["paused"], "The table closes after this hand.");
        assert!(snapshot["hand"]["turn"].is_object(), "{snapshot}");
    }
    let to_act = watchers.iter_mut().find(|watcher| watcher.follower.is_to_act()).unwrap();
    let fold = to_act.follower.act(&json!({ "type": "fold" }));
    to_act.does(fold).await;
    to_act.told(|event| event["type"] == "closed").await;
    server.crash().await;
}

/// Who comes in owes blinds until it is dealt in.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_blinds_are_owed_and_paid() {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdem", "fixed", &json!({ "seats": 2 })).await;
    let mut watcher = Watcher::of(ann.connect().await, table).await;
    watcher.client.sit(table, 500).await;
    assert_eq!(watcher.check().await["you"]["owes_blinds"], true);
    let mut other = Watcher::of(bob.connect().await, table).await;
    other.client.sit(table, 500).await;
    watcher.told(|event| event["type"] == "turn").await;
    assert_eq!(watcher.check().await["you"]["owes_blinds"], false);
    server.crash().await;
}

/// Chips that come with the next hand are at the seat as soon as the one that runs is over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_chips_come_with_the_next_hand() {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdem", "fixed", &json!({ "seats": 2 })).await;
    let mut watchers = two_play([&ann, &bob], table).await;
    watchers[0].does(json!({ "type": "pause" })).await;
    watchers[0].does(json!({ "type": "top_up", "amount": 100 })).await;
    assert_eq!(watchers[0].check().await["you"]["coming"], 100);
    watchers[1].check().await;
    let to_act = watchers.iter_mut().find(|watcher| watcher.follower.is_to_act()).unwrap();
    let fold = to_act.follower.act(&json!({ "type": "fold" }));
    to_act.does(fold).await;
    for watcher in &mut watchers {
        let snapshot = watcher.check().await;
        let stacks: u64 =
            snapshot["seats"].as_array().unwrap().iter().map(|seat| seat["stack"].as_u64().unwrap()).sum();
        assert_eq!((stacks, &snapshot["you"]["coming"]), (1100, &json!(0)));
    }
    server.crash().await;
}

/// At a tournament's table nothing is paused while its hands are played; who sits out plays the one that runs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_somebody_sits_out_of_a_tournament() {
    let server = Running::start(settings()).await;
    let guests = [server.guest().await, server.guest().await];
    let (_, held) = guests[0].post(&server, "/api/v1/tournaments", &sit_and_go("holdem", 2, &[])).await;
    let entry = format!("/api/v1/tournaments/{}/entry", held["tournament"]);
    let mut clients = [guests[0].connect().await, guests[1].connect().await];
    for guest in &guests {
        assert_eq!(guest.post(&server, &entry, &json!({})).await.0, 200);
    }
    let table = clients[0].until("seat").await["table"].as_u64().unwrap();
    let [one, two] = clients;
    let mut watchers = [Watcher::of(one, table).await, Watcher::of(two, table).await];
    while !watchers.iter().any(|watcher| watcher.follower.is_to_act()) {
        watchers[0].told(|_| true).await;
        watchers[1].check().await;
    }
    for watcher in &mut watchers {
        assert!(watcher.check().await["paused"].is_null());
    }
    let to_act = watchers.iter_mut().find(|watcher| watcher.follower.is_to_act()).unwrap();
    to_act.does(json!({ "type": "sit_out", "when": "next_hand" })).await;
    let snapshot = to_act.check().await;
    assert_eq!(snapshot["you"]["sitting_out_from"], "next_hand");
    assert!(to_act.follower.is_to_act(), "{snapshot}");
    let fold = to_act.follower.act(&json!({ "type": "fold" }));
    to_act.does(fold).await;
    to_act.told(|event| event["type"] == "hand_ended").await;
    assert_eq!(to_act.check().await["you"]["sitting_out_from"], "now");
    server.crash().await;
}
