//! Whoever plays a tournament adds to the shuffle of every hand it is dealt: at the table it is seated at first, at the
//! one it is moved to, and after the room was closed in between.

use std::collections::{BTreeMap, BTreeSet};

use cardroom_fair::{Bytes, chain};
use serde_json::{Value, json};

use crate::support::{Client, Folder, Guest, Running, passive, settings};

/// How long the chains are.
const LENGTH: u32 = 100;

/// Somebody who plays wherever the tournament seats it, with a chain for each seat.
pub(crate) struct Entrant {
    pub(crate) guest: Guest,
    client: Client,
    /// By table: the secret of the chain, and how many links of it were given.
    pub(crate) chains: BTreeMap<u64, ([u8; 32], u32)>,
    seats: BTreeMap<u64, Value>,
    pub(crate) watched: BTreeSet<u64>,
    /// The last hand of each table.
    hands: BTreeMap<u64, u64>,
    /// The hands it was dealt, by table and number.
    pub(crate) dealt: BTreeSet<(u64, u64)>,
}

impl Entrant {
    async fn come(guest: &Guest, tournament: u64) -> Self {
        let mut client = guest.connect().await;
        client.say(&json!({ "type": "watch_tournament", "tournament": tournament, "on": true })).await;
        Self {
            guest: guest.clone(),
            client,
            chains: BTreeMap::new(),
            seats: BTreeMap::new(),
            watched: BTreeSet::new(),
            hands: BTreeMap::new(),
            dealt: BTreeSet::new(),
        }
    }

    /// The room was closed, and has opened again elsewhere.
    pub(crate) async fn come_back(self, address: std::net::SocketAddr, tournament: u64) -> Self {
        let guest = Guest { address, ..self.guest };
        Self { chains: self.chains, dealt: self.dealt, ..Self::come(&guest, tournament).await }
    }

    /// Takes part until `stop` says so of a message.
    async fn play(&mut self, stop: impl Fn(&Value) -> bool) {
        loop {
            let message = self.client.hear().await;
            assert!(message["type"] != "answer" || message["problem"].is_null(), "{message}");
            match message["type"].as_str().unwrap() {
                "tournament" => self.go_to(&message["your_table"]).await,
                "seat" => self.go_to(&message["table"]).await,
                _ => {}
            }
            if stop(&message) {
                return;
            }
            match message["type"].as_str().unwrap() {
                "table" => {
                    let (snapshot, table) = (&message["snapshot"], message["snapshot"]["table"].as_u64().unwrap());
                    self.sits(table, &snapshot["you"]).await;
                    if let Some(hand) = snapshot["hand"]["hand"].as_u64() {
                        self.hands.insert(table, hand);
                        self.act(table, &snapshot["hand"]["turn"]).await;
                    }
                }
                "events" => {
                    let table = message["table"].as_u64().unwrap();
                    for event in message["events"].as_array().unwrap() {
                        self.see(table, event).await;
                    }
                }
                _ => {}
            }
        }
    }

    async fn go_to(&mut self, table: &Value) {
        if let Some(table) = table.as_u64().filter(|table| self.watched.insert(*table)) {
            self.client.say(&json!({ "type": "watch", "table": table })).await;
        }
    }

    async fn see(&mut self, table: u64, event: &Value) {
        match event["type"].as_str().unwrap() {
            "you" => self.sits(table, &event["you"]).await,
            "committed" if event["links"].as_array().unwrap().contains(&self.seats[&table]) => {
                let (secret, given) = self.chains.get_mut(&table).expect("only who has a chain is asked");
                *given += 1;
                let link = hex(*secret, LENGTH - *given);
                self.say(table, json!({ "type": "link", "hand": event["hand"], "link": link })).await;
            }
            "hand_started" => {
                let hand = event["hand"].as_u64().unwrap();
                self.hands.insert(table, hand);
                if event["seats"].as_array().unwrap().iter().any(|seat| seat["seat"] == self.seats[&table]) {
                    self.dealt.insert((table, hand));
                }
            }
            "turn" => self.act(table, &event["turn"]).await,
            _ => {}
        }
    }

    /// Whoever sits without a chain sends one's anchor.
    async fn sits(&mut self, table: u64, you: &Value) {
        self.seats.insert(table, you["seat"].clone());
        if you["seat"].is_u64() && you["chain"] == false {
            let secret: [u8; 32] = std::array::from_fn(|at| (at as u64 ^ table ^ self.guest.account) as u8);
            if self.chains.insert(table, (secret, 0)).is_none() {
                self.say(table, json!({ "type": "chain", "anchor": hex(secret, LENGTH) })).await;
            }
        }
    }

    /// All in, whenever it can.
    async fn act(&mut self, table: u64, turn: &Value) {
        if turn["legal"].is_object() {
            let play = match &turn["legal"]["raise"]["max"] {
                Value::Number(most) => json!({ "type": "raise", "to": most }),
                _ => passive(turn),
            };
            let act = json!({ "type": "act", "hand": self.hands[&table], "turn": turn["turn"], "play": play });
            self.say(table, act).await;
        }
    }

    async fn say(&mut self, table: u64, command: Value) {
        static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);
        let id = format!("e{}", NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        self.client.say(&json!({ "type": "command", "id": id, "table": table, "command": command })).await;
    }

    /// Every hand that it was dealt has its link, of a chain that was fixed before.
    pub(crate) async fn added_to_every_hand(&self) {
        assert!(!self.dealt.is_empty());
        for (table, hand) in &self.dealt {
            let (status, file) = self.guest.ask("GET", &format!("/api/v1/hands/{table}/{hand}/proof"), None).await;
            assert_eq!(status, 200, "{file}");
            let links = file["proof"]["links"].as_array().unwrap();
            let account = json!(self.guest.account.to_string());
            let own = links.iter().find(|link| link["account"] == account).unwrap();
            assert_eq!(own["mode"], 1, "hand {hand} of table {table}: {links:?}");
        }
    }
}

fn hex(secret: [u8; 32], steps: u32) -> String {
    chain(Bytes(secret), steps).0.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) async fn hold(server: &Running, players: usize, level_seconds: u64) -> (Vec<Entrant>, u64) {
    let mut guests = Vec::new();
    for _ in 0..players {
        guests.push(server.guest().await);
    }
    let wanted = json!({
        "spread": { "game": "holdem", "limit": "no", "min_bet": 20 }, "kind": "sit_and_go",
        "entry": 100, "stack": 400, "most": players, "seats": 2, "level": level_seconds,
    });
    let (status, held) = guests[0].post(server, "/api/v1/tournaments", &wanted).await;
    assert_eq!(status, 200, "{held}");
    let tournament = held["tournament"].as_u64().unwrap();
    let mut entrants = Vec::new();
    for guest in &guests {
        entrants.push(Entrant::come(guest, tournament).await);
    }
    for guest in &guests {
        let (status, entered) =
            guest.post(server, &format!("/api/v1/tournaments/{tournament}/entry"), &json!({})).await;
        assert_eq!(status, 200, "{entered}");
    }
    (entrants, tournament)
}

pub(crate) fn is_over(message: &Value) -> bool {
    message["summary"]["phase"] == "over"
}

/// A hand has begun, and nobody has acted in it.
pub(crate) fn is_first_turn(message: &Value) -> bool {
    message["events"].as_array().is_some_and(|events| events.iter().any(|event| event["type"] == "turn"))
}

/// Everybody plays at once until `stop` says so.
pub(crate) async fn all_play(entrants: Vec<Entrant>, stop: fn(&Value) -> bool) -> Vec<Entrant> {
    let tasks = entrants.into_iter().map(|mut entrant| {
        tokio::spawn(async move {
            entrant.play(stop).await;
            entrant
        })
    });
    let mut done = Vec::new();
    for task in tasks.collect::<Vec<_>>() {
        done.push(task.await.unwrap());
    }
    done
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_adds_to_every_hand_of_a_sit_and_go_and_after_a_move() {
    let server = Running::start(settings()).await;
    let (entrants, _) = hold(&server, 4, 480).await;
    let entrants = all_play(entrants, is_over).await;
    let mut moved = 0;
    for entrant in &entrants {
        entrant.added_to_every_hand().await;
        let tables: BTreeSet<u64> = entrant.dealt.iter().map(|&(table, _)| table).collect();
        moved += usize::from(tables.len() > 1);
    }
    assert_eq!(moved, 2, "the final table is drawn for the two that are left");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_adds_to_every_hand_when_the_room_was_closed_in_between() {
    let folder = Folder::new("chains");
    let config = || cardroom_server::Config { demo: false, data: folder.path().clone(), ..settings() };
    let server = Running::start(config()).await;
    let (entrants, tournament) = hold(&server, 2, 480).await;
    // Neither has acted: the hand has its links and goes on.
    let entrants = all_play(entrants, is_first_turn).await;
    server.crash().await;
    let server = Running::start(config()).await;
    let mut back = Vec::new();
    for entrant in entrants {
        back.push(entrant.come_back(server.address, tournament).await);
    }
    for mut entrant in all_play(back, is_over).await {
        // The one that was under way when the room closed, whose beginning it wasn't told again.
        let table = *entrant.watched.first().unwrap();
        entrant.dealt.insert((table, 1));
        entrant.added_to_every_hand().await;
    }
    server.stop().await;
}
