//! A table's snapshot as a client keeps it true from what it is told, by docs/protocol.md and nothing else.

use serde_json::{Map, Value, json};

/// A snapshot, and the events since put on top of it.
#[derive(Clone, Debug)]
pub struct Mirror(Value);

/// How a seat stands that plays, or played, the hand on the table.
const IN_HAND: [&str; 4] = ["playing", "all_in", "folded", "mucked"];

impl Mirror {
    pub fn of(snapshot: &Value) -> Self {
        Self(snapshot.clone())
    }

    pub fn see(&mut self, event: &Value) {
        let field = |name: &str| event[name].clone();
        match event["type"].as_str().unwrap() {
            "seated" => {
                let (player, stack, state) = (field("player"), field("stack"), field("state"));
                self.seat(event, json!({ "player": player, "stack": stack, "state": state }));
                self.seat(event, json!({ "bet": 0, "cards": [], "thrown": [], "last": null }));
            }
            "left" => {
                self.seat(event, json!({ "player": null, "stack": 0, "bet": 0, "state": "empty" }));
                self.seat(event, json!({ "cards": [], "thrown": [], "last": null }));
            }
            "seat" => self.seat(event, json!({ "state": field("state"), "stack": field("stack") })),
            "connected" => self.at(event)["player"]["connected"] = field("connected"),
            "you" => self.0["you"] = field("you"),
            "committed" => {
                self.clear();
                self.0["committed"] = field("commitment");
            }
            "hand_started" => self.begin(event),
            "posted" => {
                let counts = event["post"] != "ante" && event["post"] != "dead";
                self.pay(event, if counts { number(event, "amount") } else { 0 });
                self.hand()["pot"] = (number(&self.0["hand"], "pot") + number(event, "amount")).into();
            }
            "dealt" => self.deal(event),
            "board" => {
                self.collect();
                self.hand()["board"].as_array_mut().unwrap().push(field("cards"));
            }
            "round" => {
                if event["round"] != 0 {
                    self.collect();
                }
                self.hand()["pots"] = field("pots");
            }
            "turn" => {
                let turn = field("turn");
                if turn["kind"] != "bet" {
                    self.collect();
                }
                for name in ["pot", "pots", "price"] {
                    self.hand()[name] = turn[name].clone();
                }
                self.hand()["turn"] = turn;
            }
            "time_bank" => self.hand()["turn"]["on_bank"] = true.into(),
            kind @ ("folded" | "mucked") => {
                self.seat(event, json!({ "state": kind }));
                if event["seat"] != self.0["you"]["seat"] {
                    self.seat(event, json!({ "cards": [] }));
                }
                self.hand()["turn"] = Value::Null;
            }
            "checked" => self.act(event, "check", 0),
            "called" => self.act(event, "call", number(event, "amount")),
            "raised" => {
                let more = number(event, "to") - number(self.at(event), "bet");
                self.act(event, if event["bet"] == true { "bet" } else { "raise" }, more);
            }
            "discarded" | "drew" => self.throw(event),
            "made" => self.hand()["made"] = field("made"),
            "returned" => {
                let bet = number(self.at(event), "bet") - number(event, "amount");
                self.seat(event, json!({ "bet": bet, "stack": field("stack"), "state": "playing" }));
            }
            "shown" => {
                self.collect();
                self.seat(event, json!({ "cards": field("cards") }));
                self.hand()["turn"] = Value::Null;
            }
            "awarded" => {
                let award = field("award");
                self.seat(&award, json!({ "stack": award["stack"] }));
            }
            "hand_ended" => {
                self.collect();
                self.set_stacks(event);
                for (name, value) in [("over", json!(true)), ("pot", json!(0)), ("pots", json!([]))] {
                    self.hand()[name] = value;
                }
                self.hand()["turn"] = Value::Null;
            }
            "hand_void" => {
                self.clear();
                self.set_stacks(event);
            }
            "spread" => {
                for name in ["spread", "mix", "mix_hands", "asked", "buy_in"] {
                    self.0[name] = field(name);
                }
            }
            "paused" => self.0["paused"] = field("reason"),
            "resumed" => self.0["paused"] = Value::Null,
            "waiting_list" => self.0["waiting_list"] = field("length"),
            "chat" => self.0["chat"].as_array_mut().unwrap().push(field("line")),
            "muted" => {
                let muted = self.0["muted"].as_array_mut().unwrap();
                muted.retain(|account| *account != event["account"]);
                if event["on"] == true {
                    muted.push(field("account"));
                }
            }
            "button_drawn" | "burned" | "burn_card" | "reshuffled" | "revealed" | "closed" => {}
            kind => panic!("what {kind} changes, docs/protocol.md doesn't say"),
        }
    }

    /// Asserts that both are the same, but for clocks and for what only a snapshot tells.
    pub fn agrees_with(&self, fresh: &Self) {
        let (mut own, mut fresh) = (self.clone(), fresh.clone());
        if fresh.0["hand"].is_null() {
            // A hand that is over is gone after a while.
            assert!(own.0["hand"].is_null() || own.0["hand"]["over"] == true, "{}", own.0["hand"]);
            own.clear();
        }
        for Self(table) in [&mut own, &mut fresh] {
            let table = table.as_object_mut().unwrap();
            for name in ["spectators", "waiting"] {
                table.remove(name);
            }
            table["you"].as_object_mut().unwrap().remove("wallet");
            if let Some(turn) = table["hand"]["turn"].as_object_mut() {
                turn.remove("deadline");
            }
        }
        let names: Vec<&String> = fresh.0.as_object().unwrap().keys().collect();
        for name in names {
            assert_eq!(own.0[name], fresh.0[name], "{name} of table {}", fresh.0["table"]);
        }
    }

    fn at(&mut self, event: &Value) -> &mut Value {
        &mut self.0["seats"][event["seat"].as_u64().unwrap() as usize]
    }

    fn seat(&mut self, event: &Value, change: Value) {
        put(self.at(event), change);
    }

    fn hand(&mut self) -> &mut Value {
        &mut self.0["hand"]
    }

    fn seats(&mut self) -> &mut Vec<Value> {
        self.0["seats"].as_array_mut().unwrap()
    }

    /// Chips go from a stack to the middle, and so many of them are a bet.
    fn pay(&mut self, event: &Value, bet: u64) {
        let bet = number(self.at(event), "bet") + bet;
        self.seat(event, json!({ "bet": bet, "stack": event["stack"] }));
        if event["stack"] == 0 {
            self.seat(event, json!({ "state": "all_in" }));
        }
    }

    fn act(&mut self, event: &Value, what: &str, more: u64) {
        if more > 0 {
            self.pay(event, more);
        }
        self.seat(event, json!({ "last": what }));
        self.hand()["turn"] = Value::Null;
    }

    /// The bets go into the pots.
    fn collect(&mut self) {
        for seat in self.seats() {
            put(seat, json!({ "bet": 0, "last": null }));
        }
    }

    fn set_stacks(&mut self, event: &Value) {
        for seating in event["stacks"].as_array().unwrap() {
            self.seat(seating, json!({ "stack": seating["stack"] }));
        }
    }

    /// The hand is gone from the table.
    fn clear(&mut self) {
        self.0["hand"] = Value::Null;
        for seat in self.seats() {
            put(seat, json!({ "bet": 0, "cards": [], "thrown": [], "last": null }));
            if IN_HAND.contains(&seat["state"].as_str().unwrap()) {
                seat["state"] = "ready".into();
            }
        }
    }

    fn begin(&mut self, event: &Value) {
        let mut hand = json!({
            "board": [], "price": 0, "pot": 0, "pots": [], "turn": null, "made": [], "own_thrown": [], "over": false,
        });
        for name in ["hand", "spread", "button", "small_blind", "big_blind"] {
            hand[name] = event[name].clone();
        }
        hand["commitment"] = self.0["committed"].clone();
        self.0["hand"] = hand;
        self.0["spread"] = event["spread"].clone();
        for seating in event["seats"].as_array().unwrap() {
            self.seat(seating, json!({ "stack": seating["stack"], "state": "playing" }));
        }
    }

    fn deal(&mut self, event: &Value) {
        let mut own = event["own"].as_array().unwrap().iter();
        let mine = self.0["you"]["seat"].clone();
        for seat in event["seats"].as_array().unwrap() {
            let card = if *seat == mine { own.next().unwrap().clone() } else { Value::Null };
            let cards = &mut self.0["seats"][seat.as_u64().unwrap() as usize]["cards"];
            cards.as_array_mut().unwrap().push(card);
        }
    }

    fn throw(&mut self, event: &Value) {
        self.collect();
        let own = event["own"].as_array().unwrap().clone();
        let mine = event["seat"] == self.0["you"]["seat"];
        let seat = self.at(event);
        seat["thrown"].as_array_mut().unwrap().push(event["count"].clone());
        let cards = seat["cards"].as_array_mut().unwrap();
        if mine {
            cards.retain(|card| !own.contains(card));
        } else {
            cards.truncate(cards.len() - number(event, "count") as usize);
        }
        let hand = self.hand();
        hand["own_thrown"].as_array_mut().unwrap().extend(own);
        hand["turn"] = Value::Null;
    }
}

fn number(of: &Value, name: &str) -> u64 {
    of[name].as_u64().unwrap()
}

fn put(into: &mut Value, change: Value) {
    let Value::Object(change) = change else { panic!("{change}") };
    let into: &mut Map<String, Value> = into.as_object_mut().unwrap();
    into.extend(change);
}
