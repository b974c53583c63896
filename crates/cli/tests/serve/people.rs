//! People who play until the line goes dead, and remember exactly what they were told.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use crate::support::{Client, Follower, Guest, passive};

/// What every person sits down with.
pub(crate) const BUY_IN: u64 = 4_000;

/// Somebody at a table.
pub(crate) struct Person {
    pub(crate) guest: Guest,
    pub(crate) follower: Follower,
    client: Client,
    /// Whether only people sit at the table, so that its chips can be counted.
    pub(crate) people_only: bool,
    /// The last play that was sent, and whether it was answered.
    sent: Option<(Value, bool)>,
    count: u64,
}

pub(crate) async fn open_table(host: &Guest, game: &str, bots: usize) -> u64 {
    let limit = if bots == 0 { "fixed" } else { "no" };
    let table = json!({ "spread": { "game": game, "limit": limit, "min_bet": 2 }, "seats": 2 + bots,
        "max_buy_in": BUY_IN, "bots": vec!["beginner"; bots] });
    let (status, opened) = host.ask("POST", "/api/v1/tables", Some(&table)).await;
    assert_eq!(status, 200, "{opened}");
    opened["table"].as_u64().expect("a table")
}

/// Comes in, as often as the room says that it is too busy just now; nothing if it stays so.
pub(crate) async fn come_in(guest: &Guest) -> Option<Client> {
    for _ in 0..20 {
        if let Ok(mut client) = guest.try_connect().await {
            client.until("welcome").await;
            return Some(client);
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    None
}

/// Looks on at all of the house's tables: its bots play only where somebody looks.
pub(crate) async fn watch_house(guest: &Guest, time: Duration) {
    let until = Instant::now() + time;
    let Some(mut client) = come_in(guest).await else { return };
    let (_, lobby) = guest.ask("GET", "/api/v1/lobby", None).await;
    for table in lobby["tables"].as_array().into_iter().flatten().take(12) {
        client.say(&json!({ "type": "watch", "table": table["table"] })).await;
    }
    while let Ok(Some(_)) = timeout_at(until, client.try_hear()).await {}
}

impl Person {
    pub(crate) async fn sit(guest: Guest, table: u64, people_only: bool) -> Self {
        let mut client = guest.connect().await;
        let mut follower = Follower::of(&client.watch(table).await);
        let sit = json!({ "type": "sit", "buy_in": BUY_IN });
        let answer = client.command(table, sit).await;
        assert!(answer["problem"].is_null(), "{answer}");
        follower.seat = answer["seat"].as_u64();
        Self { guest, follower, client, people_only, sent: None, count: 0 }
    }

    /// Plays for so long, or until the line goes dead.
    pub(crate) async fn play_for(&mut self, time: Duration) {
        let until = Instant::now() + time;
        loop {
            if !self.act().await {
                return;
            }
            match timeout_at(until, self.client.try_hear()).await {
                Ok(Some(message)) => self.take(&message),
                Ok(None) | Err(_) => return,
            }
        }
    }

    /// Reads on until it is its turn.
    pub(crate) async fn wait_for_turn(&mut self) {
        while !self.follower.is_to_act() {
            let message = self.client.try_hear().await.expect("a room that goes on");
            self.take(&message);
        }
    }

    /// Plays until the server says goodbye.
    pub(crate) async fn play_to_the_end(&mut self) {
        while self.act().await {
            match self.client.try_hear().await {
                Some(message) => self.take(&message),
                None => return,
            }
        }
    }

    /// What was on its way when the line went dead was said all the same.
    pub(crate) async fn read_the_rest(&mut self) {
        while let Some(message) = self.client.try_hear().await {
            self.take(&message);
        }
    }

    async fn act(&mut self) -> bool {
        if !self.follower.is_to_act() {
            return true;
        }
        let turn = &self.follower.turn;
        let own = &self.follower.own;
        let play = match turn["kind"].as_str().unwrap_or_default() {
            "discard" => json!({ "type": "discard", "cards": own[..2] }),
            "draw" => json!({ "type": "draw", "cards": own[..1] }),
            _ => passive(turn),
        };
        let command = self.follower.act(&play);
        self.count += 1;
        let id = format!("p{}", self.count);
        let message = json!({ "type": "command", "id": id, "table": self.follower.table, "command": command });
        self.sent = Some((command, false));
        self.follower.turn = Value::Null;
        self.client.try_say(&message).await
    }

    fn take(&mut self, message: &Value) {
        self.follower.take(message);
        if message["type"] == "answer" && message["id"] == format!("p{}", self.count) {
            assert!(message["problem"].is_null(), "{message}");
            if let Some((_, answered)) = &mut self.sent {
                *answered = true;
            }
        }
    }

    /// Comes back to the new server, and checks that nothing has changed but what it asked for itself; whether the
    /// same hand is still played.
    pub(crate) async fn come_back(&mut self, address: SocketAddr) -> bool {
        self.guest.address = address;
        self.client = self.guest.connect().await;
        let snapshot = self.client.watch(self.follower.table).await;
        let (before, after) = (self.follower.clone(), Follower::of(&snapshot));
        assert_eq!(after.seat, before.seat, "the seat is kept");
        if after.hand == 0 {
            // Between two hands, while others are awaited: the last one is over and recorded.
            self.is_recorded(before.hand).await;
        } else {
            assert!(after.hand >= before.hand, "hand {} was there already", before.hand);
        }
        if self.people_only {
            let seats = snapshot["snapshot"]["seats"].as_array().expect("seats");
            let stacks: u64 = seats.iter().filter_map(|seat| seat["stack"].as_u64()).sum();
            let pot = snapshot["snapshot"]["hand"]["pot"].as_u64().filter(|_| !after.over).unwrap_or(0);
            assert_eq!(stacks + pot, 2 * BUY_IN, "chips at the table: {snapshot}");
        }
        self.is_durable(&after);
        let same = after.hand == before.hand && !before.over;
        if same && !after.over {
            // A hand of hold'em has two cards, and one of every other game that is played here five; those thrown away
            // come back in draw alone.
            let whole = match snapshot["snapshot"]["spread"]["game"].as_str() {
                Some("holdem") => 2,
                Some(game) if game.starts_with("draw") => 5,
                _ => 5 - before.thrown.len(),
            };
            self.is_the_same_hand(&after, whole);
        }
        let (hand, hands_over) = (after.hand.max(before.hand), before.hands_over);
        self.follower = Follower { hand, hands_over, ..after };
        self.sent = None;
        same
    }

    async fn is_recorded(&self, hand: u64) {
        if hand > 0 {
            let path = format!("/api/v1/hands/{}/{hand}/proof", self.follower.table);
            let (status, said) = self.guest.ask("GET", &path, None).await;
            assert_eq!(status, 200, "{path}: {said}");
        }
    }

    /// The dealing of the last hands can be proved, those that were interrupted among them; how many.
    pub(crate) async fn check_proofs(&self) -> usize {
        let (status, page) = self.guest.ask("GET", "/api/v1/hands?limit=50", None).await;
        assert_eq!(status, 200, "{page}");
        let hands = page["hands"].as_array().expect("hands");
        for hand in hands {
            let path = format!("/api/v1/hands/{}/{}/proof", hand["table"], hand["hand"]);
            let (status, file) = self.guest.ask("GET", &path, None).await;
            assert_eq!(status, 200, "{path}: {file}");
            let file = cardroom_fair::ProofFile::read(&file.to_string()).expect("a proof");
            let report = cardroom_fair::verify(&file.proof, file.record.as_bytes(), &cardroom_fair::Known::default());
            assert!(report.ok, "{path}: {report:?}");
        }
        hands.len()
    }

    /// What was acknowledged has happened.
    fn is_durable(&self, after: &Follower) {
        let Some((act, true)) = &self.sent else { return };
        let same_hand = act["hand"].as_u64() == Some(after.hand) && !after.over;
        let same_turn = act["turn"].as_u64() == after.turn["turn"].as_u64();
        assert!(!(same_hand && same_turn), "an acknowledged play is gone: {act}");
    }

    /// The same commitment, the same board so far, the same cards but for those thrown in the last moment.
    fn is_the_same_hand(&self, after: &Follower, whole: usize) {
        let before = &self.follower;
        assert_eq!(before.commitment, after.commitment);
        assert_eq!(before.board, after.board[..before.board.len()], "the board");
        let forgotten = before.thrown.iter().find(|card| !after.thrown.contains(card));
        assert_eq!(forgotten, None, "who threw cards away still knows which");
        let thrown = self.sent.as_ref().map(|(act, _)| act["play"]["cards"].to_string()).unwrap_or_default();
        let gone = before.own.iter().filter(|card| !after.own.contains(card)).collect::<Vec<_>>();
        assert!(gone.iter().all(|card| thrown.contains(card.as_str())), "cards have gone: {gone:?}");
        let new = after.own.iter().filter(|card| !before.own.contains(card)).count();
        // Who drew may have waited for the others to draw before the new cards were dealt.
        let awaited = whole.saturating_sub(before.own.len());
        assert!(
            new <= gone.len() + awaited || before.own.is_empty(),
            "cards have come: {:?} {:?}",
            before.own,
            after.own
        );
    }
}
