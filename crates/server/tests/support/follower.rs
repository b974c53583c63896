//! What a client knows of its table from what it was told: the state that a page would show.

use serde_json::{Value, json};

use super::Mirror;

/// A table as one client knows it.
#[derive(Clone, Debug, Default)]
pub struct Follower {
    pub table: u64,
    /// The number of the last message.
    pub seq: u64,
    pub seat: Option<u64>,
    pub hand: u64,
    /// Whether the hand is over.
    pub over: bool,
    pub own: Vec<String>,
    pub thrown: Vec<String>,
    pub board: Vec<String>,
    /// What the dealing was committed to.
    pub commitment: Value,
    /// The running turn, with `legal` if it is the client's own.
    pub turn: Value,
    /// The round of betting, as far as it was heard of.
    pub round: u64,
    pub hands_over: usize,
    /// Every event, in order.
    pub events: Vec<Value>,
    /// The whole snapshot, kept true.
    pub mirror: Option<Mirror>,
}

impl Follower {
    pub fn of(snapshot: &Value) -> Self {
        let mut follower = Self { table: snapshot["snapshot"]["table"].as_u64().unwrap(), ..Self::default() };
        follower.take(snapshot);
        follower
    }

    /// Takes in a message; whether it was about this table.
    ///
    /// # Panics
    /// If a message is missing or comes twice.
    pub fn take(&mut self, message: &Value) -> bool {
        match message["type"].as_str().unwrap() {
            "table" if message["snapshot"]["table"] == self.table => self.begin_anew(message),
            "events" if message["table"] == self.table => {
                let seq = message["seq"].as_u64().unwrap();
                assert_eq!(seq, self.seq + 1, "messages are numbered without a gap");
                self.seq = seq;
                for event in message["events"].as_array().unwrap() {
                    self.see(event);
                    if let Some(mirror) = &mut self.mirror {
                        mirror.see(event);
                    }
                    self.events.push(event.clone());
                }
            }
            _ => return false,
        }
        true
    }

    fn begin_anew(&mut self, message: &Value) {
        let snapshot = &message["snapshot"];
        self.seq = message["seq"].as_u64().unwrap();
        self.seat = snapshot["you"]["seat"].as_u64();
        let hand = &snapshot["hand"];
        self.hand = hand["hand"].as_u64().unwrap_or(0);
        self.over = hand["over"].as_bool().unwrap_or(true);
        self.board = hand["board"].as_array().into_iter().flatten().flat_map(cards).collect();
        self.thrown = cards(&hand["own_thrown"]);
        let own = self.seat.and_then(|seat| snapshot["seats"].as_array()?.iter().find(|view| view["seat"] == seat));
        self.own = own.map(|seat| cards(&seat["cards"])).unwrap_or_default();
        self.commitment = hand["commitment"].clone();
        self.turn = hand["turn"].clone();
        self.mirror = Some(Mirror::of(snapshot));
    }

    fn see(&mut self, event: &Value) {
        match event["type"].as_str().unwrap() {
            "hand_started" => {
                self.hand = event["hand"].as_u64().unwrap();
                self.over = false;
                self.own.clear();
                self.thrown.clear();
                self.board.clear();
                self.turn = Value::Null;
                self.round = 0;
            }
            "round" => self.round = event["round"].as_u64().unwrap(),
            "committed" => self.commitment = event["commitment"].clone(),
            "dealt" => self.own.extend(cards(&event["own"])),
            "board" => self.board.extend(cards(&event["cards"])),
            "discarded" | "drew" => {
                let gone = cards(&event["own"]);
                self.own.retain(|card| !gone.contains(card));
                self.thrown.extend(gone);
                self.turn = Value::Null;
            }
            "turn" => self.turn = event["turn"].clone(),
            "folded" | "checked" | "called" | "raised" | "shown" | "mucked" => self.turn = Value::Null,
            "hand_ended" | "hand_void" => {
                self.over = true;
                self.hands_over += 1;
                self.turn = Value::Null;
            }
            _ => {}
        }
    }

    /// Whether it is this client's turn.
    pub fn is_to_act(&self) -> bool {
        !self.turn["legal"].is_null()
    }

    /// A play in this turn, as a command.
    pub fn act(&self, play: &Value) -> Value {
        json!({ "type": "act", "hand": self.hand, "turn": self.turn["turn"], "play": play })
    }

    /// Asserts that both know the same of the whole table.
    pub fn agrees_with(&self, other: &Self) {
        self.agrees_on_hand_with(other);
        if let (Some(own), Some(fresh)) = (&self.mirror, &other.mirror) {
            own.agrees_with(fresh);
        }
    }

    /// Asserts that both know the same of the hand.
    pub fn agrees_on_hand_with(&self, other: &Self) {
        let sorted = |cards: &[String]| {
            let mut cards = cards.to_vec();
            cards.sort();
            cards
        };
        if other.hand == 0 {
            // Between two hands there is none to see.
            assert!(self.over, "hand {} is gone", self.hand);
            return;
        }
        assert_eq!((self.hand, self.over), (other.hand, other.over));
        assert_eq!(sorted(&self.own), sorted(&other.own), "own cards in hand {}", self.hand);
        assert_eq!(sorted(&self.thrown), sorted(&other.thrown), "cards thrown in hand {}", self.hand);
        assert_eq!(self.board, other.board);
        for name in ["seat", "turn", "kind", "pot", "price", "legal"] {
            assert_eq!(self.turn[name], other.turn[name], "{name} of the turn");
        }
    }
}

/// The cards in a list; those face down are left out.
pub fn cards(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(ToOwned::to_owned).collect()
}
