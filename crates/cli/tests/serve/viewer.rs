//! Somebody at a table, or beside it, who checks every frame: a card it may not know is a leak.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::scan::{Token, token, tokens};
use crate::support::{Client, Guest};

/// What really was dealt, put together from what each player was told of its own cards.
#[derive(Default)]
pub(crate) struct Truth {
    /// Who was dealt each card, by table and hand; every player's in the order they came.
    pub(crate) dealt: BTreeMap<(u64, u64), Vec<(Token, u64)>>,
    /// What everyone saw, by table and hand.
    pub(crate) public: BTreeMap<(u64, u64), BTreeSet<Token>>,
    /// What was thrown away, by table and hand.
    pub(crate) thrown: BTreeMap<(u64, u64), BTreeSet<Token>>,
    /// Cards that were dealt twice in one hand: possible only after a reshuffle of what was thrown away.
    pub(crate) again: Vec<((u64, u64), Token)>,
}

/// Somebody who looks at one table.
pub(crate) struct Viewer {
    pub(crate) guest: Guest,
    pub(crate) client: Client,
    table: u64,
    chair: Option<u64>,
    truth: Arc<Mutex<Truth>>,
    /// The hand that is watched from its beginning.
    hand: Option<u64>,
    own: BTreeSet<Token>,
    /// Own cards that were thrown away.
    gone: BTreeSet<Token>,
    public: BTreeSet<Token>,
    folded: BTreeSet<u64>,
    /// The last hand that is over, by its number: the same for all at the table, so that they stop together.
    hands: usize,
    random: u64,
    count: u64,
}

impl Viewer {
    pub(crate) async fn look(guest: Guest, table: u64, truth: Arc<Mutex<Truth>>) -> Self {
        let mut client = guest.connect().await;
        client.watch(table).await;
        let random = guest.account.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let (own, gone, public, folded) = Default::default();
        let (chair, hand, hands, count) = Default::default();
        Self { guest, client, table, chair, truth, hand, own, gone, public, folded, hands, random, count }
    }

    pub(crate) async fn sit(&mut self, buy_in: u64) {
        let answer = self.client.command(self.table, json!({ "type": "sit", "buy_in": buy_in })).await;
        assert!(answer["problem"].is_null(), "{answer}");
        self.chair = answer["seat"].as_u64();
    }

    /// Plays at random, or looks on, until so many hands are over; reads every frame.
    pub(crate) async fn stay(&mut self, hands: usize) {
        while self.hands < hands {
            let message = self.client.hear().await;
            let text = self.client.log.pop().unwrap_or_default();
            self.client.log.clear();
            self.read(&message, &text);
            if let Some(turn) = self.own_turn(&message) {
                let play = self.choose(&turn);
                self.say(json!({ "type": "act", "hand": self.hand, "turn": turn["turn"], "play": play })).await;
            }
            if self.is_broke(&message) {
                self.say(json!({ "type": "top_up", "amount": 200 })).await;
                self.say(json!({ "type": "return" })).await;
            }
        }
    }

    async fn say(&mut self, command: Value) {
        self.count += 1;
        let id = format!("v{}", self.count);
        let message = json!({ "type": "command", "id": id, "table": self.table, "command": command });
        self.client.say(&message).await;
    }

    fn own_turn(&self, message: &Value) -> Option<Value> {
        let events = message["events"].as_array()?;
        let turn = events.iter().rfind(|event| event["type"] == "turn")?;
        (!turn["turn"]["legal"].is_null()).then(|| turn["turn"].clone())
    }

    fn is_broke(&self, message: &Value) -> bool {
        let ended = message["events"].as_array().into_iter().flatten().filter(|event| event["type"] == "hand_ended");
        let mut stacks = ended.flat_map(|event| event["stacks"].as_array().into_iter().flatten());
        self.chair.is_some() && stacks.any(|seat| seat["seat"].as_u64() == self.chair && seat["stack"] == 0)
    }

    /// Takes in what may be known from a frame, then looks for anything else in it.
    fn read(&mut self, message: &Value, text: &str) {
        let mut drawn = BTreeSet::new();
        if message["type"] == "table" {
            self.hand = None;
        }
        for event in message["events"].as_array().into_iter().flatten() {
            if event["type"] == "button_drawn" {
                drawn.extend(
                    event["cards"].as_array().into_iter().flatten().filter_map(|pair| pair[1].as_str()).map(token),
                );
            }
            self.see(event);
        }
        if self.hand.is_none() {
            return;
        }
        for card in tokens(text.as_bytes()) {
            let known = self.own.contains(&card) || self.public.contains(&card) || drawn.contains(&card);
            assert!(known, "account {} may not know {}: {text}", self.guest.account, String::from_utf8_lossy(&card));
        }
    }

    fn see(&mut self, event: &Value) {
        let cards = |list: &Value| -> Vec<Token> {
            list.as_array().into_iter().flatten().filter_map(Value::as_str).map(token).collect()
        };
        let Some(hand) = self.hand else {
            if event["type"] == "hand_started" {
                self.begin(event);
            }
            return;
        };
        let at = (self.table, hand);
        let seat = event["seat"].as_u64();
        match event["type"].as_str().unwrap() {
            "hand_started" => self.begin(event),
            "dealt" => {
                let own = cards(&event["own"]);
                let places = event["seats"].as_array().unwrap().iter();
                let mine = places.filter(|place| self.chair.is_some() && place.as_u64() == self.chair).count();
                assert_eq!(own.len(), mine, "as many cards as were dealt to the chair");
                let mut truth = self.truth.lock().unwrap();
                for card in own {
                    let dealt = truth.dealt.entry(at).or_default();
                    let again = dealt.iter().any(|(other, _)| *other == card);
                    dealt.push((card, self.guest.account));
                    if again {
                        truth.again.push((at, card));
                    }
                    self.gone.remove(&card);
                    self.own.insert(card);
                }
            }
            "discarded" | "drew" => {
                let gone = cards(&event["own"]);
                assert!(gone.is_empty() || seat == self.chair, "somebody else's discards: {event}");
                assert!(gone.iter().all(|card| self.own.contains(card)));
                self.gone.extend(&gone);
                self.truth.lock().unwrap().thrown.entry(at).or_default().extend(gone);
            }
            "board" => self.open(at, cards(&event["cards"])),
            "folded" => {
                self.folded.insert(seat.unwrap());
            }
            "shown" => {
                assert!(!self.folded.contains(&seat.unwrap()), "a folded hand is shown: {event}");
                self.open(at, cards(&event["cards"]));
            }
            "revealed" => panic!("nobody asked to reveal anything: {event}"),
            "hand_ended" => self.hands = hand as usize,
            _ => {}
        }
    }

    fn begin(&mut self, event: &Value) {
        self.hand = event["hand"].as_u64();
        self.own.clear();
        self.gone.clear();
        self.public.clear();
        self.folded.clear();
    }

    fn open(&mut self, at: (u64, u64), cards: Vec<Token>) {
        self.truth.lock().unwrap().public.entry(at).or_default().extend(&cards);
        self.public.extend(cards);
    }

    fn choose(&mut self, turn: &Value) -> Value {
        let legal = &turn["legal"];
        let own: Vec<String> = self.held();
        let dice = self.dice(100);
        match turn["kind"].as_str().unwrap() {
            kind @ ("discard" | "draw") => {
                let most = usize::try_from(legal["most"].as_u64().unwrap()).unwrap().min(own.len());
                let count = usize::try_from(self.dice(most as u64 + 1)).unwrap();
                json!({ "type": kind, "cards": own[..count] })
            }
            "show" => json!({ "type": if legal["may_muck"] == true { "muck" } else { "show" } }),
            _ if !legal["raise"].is_null() && dice < 10 => json!({ "type": "raise", "to": legal["raise"]["min"] }),
            _ if !legal["raise"].is_null() && dice < 12 => json!({ "type": "raise", "to": legal["raise"]["max"] }),
            _ if legal["check"] == true => json!({ "type": "check" }),
            _ if dice < 75 => json!({ "type": "call" }),
            _ => json!({ "type": "fold" }),
        }
    }

    /// The cards that are still held.
    fn held(&self) -> Vec<String> {
        self.own.difference(&self.gone).map(|card| String::from_utf8_lossy(card).into_owned()).collect()
    }

    fn dice(&mut self, sides: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % sides
    }
}
