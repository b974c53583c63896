//! Players who add to the shuffle: each sits down with a chain's anchor and gives a link before every deal. Who gives
//! none sits out, and everybody is told that the hand's number was spent.

use cardroom_fair::{Bytes, chain};
use serde_json::{Value, json};

use crate::support::{Client, Follower, Running, passive, settings};

/// How long the chains are.
const LENGTH: u32 = 100;

/// Somebody with a chain.
pub(crate) struct Linked {
    pub(crate) client: Client,
    pub(crate) follower: Follower,
    last: u8,
    given: u32,
}

impl Linked {
    fn link(&self, given: u32) -> Value {
        let link = chain(Bytes([self.last; 32]), LENGTH - given);
        json!(link.0.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
    }

    pub(crate) async fn sit(mut client: Client, table: u64, last: u8) -> Self {
        let follower = Follower::of(&client.watch(table).await);
        let mut linked = Self { client, follower, last, given: 0 };
        let sit = json!({ "type": "sit", "buy_in": 500, "anchor": linked.link(0) });
        let answer = linked.client.command(table, sit).await;
        assert!(answer["problem"].is_null(), "{answer}");
        linked.follower.seat = answer["seat"].as_u64();
        linked
    }

    /// Plays if it is its turn.
    async fn act(&mut self) {
        if self.follower.is_to_act() {
            let act = self.follower.act(&passive(&self.follower.turn));
            let answer = self.client.command(self.follower.table, act).await;
            assert!(answer["problem"].is_null(), "{answer}");
            self.follower.turn = Value::Null;
        }
    }

    /// Hears the next message, and gives its link when it is asked, if it wants to.
    async fn hear(&mut self, gives: bool) {
        let before = self.follower.events.len();
        let message = self.client.hear().await;
        self.follower.take(&message);
        let news = self.follower.events[before..].to_vec();
        if gives {
            self.give(&news).await;
        }
    }

    /// Comes back to the table, and gives a link if it is awaited.
    pub(crate) async fn come_back(&mut self, mut client: Client) {
        let snapshot = client.watch(self.follower.table).await;
        (self.client, self.follower) = (client, Follower::of(&snapshot));
        self.give(snapshot["so_far"].as_array().unwrap()).await;
    }

    /// Gives the links that these events ask for.
    async fn give(&mut self, events: &[Value]) {
        let table = self.follower.table;
        let own = |chair: &Value| chair.as_u64() == self.follower.seat;
        let asks = |event: &&Value| event["type"] == "committed" && event["links"].as_array().unwrap().iter().any(own);
        let asked: Vec<Value> = events.iter().filter(asks).map(|event| event["hand"].clone()).collect();
        for hand in asked {
            self.given += 1;
            let wrong = json!({ "type": "link", "hand": hand, "link": self.link(self.given + 1) });
            assert!(!self.client.command(table, wrong).await["problem"].is_null(), "a link further on is no link");
            let link = json!({ "type": "link", "hand": hand, "link": self.link(self.given) });
            let answer = self.client.command(table, link).await;
            assert!(answer["problem"].is_null(), "{answer}");
        }
    }
}

/// Both are told everything: whoever has heard less has something to hear.
pub(crate) async fn step(one: &mut Linked, two: &mut Linked, both_give: bool) {
    one.act().await;
    two.act().await;
    if one.follower.seq <= two.follower.seq {
        one.hear(true).await;
    } else {
        two.hear(both_give).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_chain_is_asked_and_a_missing_link_burns_the_hand() {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.open_table(&server, "holdout", "fixed", &json!({ "seats": 2 })).await;
    let mut one = Linked::sit(ann.connect().await, table, 1).await;
    let mut two = Linked::sit(bob.connect().await, table, 2).await;
    while one.follower.hands_over < 2 {
        step(&mut one, &mut two, true).await;
    }
    // Bob falls silent: nothing is dealt, the number is spent, and he sits out.
    let burned = |event: &Value| event["type"] == "burned";
    while !one.follower.events.iter().any(burned) {
        step(&mut one, &mut two, false).await;
    }
    let spent = one.follower.events.iter().find(|event| burned(event)).unwrap();
    assert_eq!(spent["seats"], json!([two.follower.seat]), "{spent}");
    let dealt = |event: &&Value| event["type"] == "hand_started" && event["hand"] == spent["hand"];
    assert_eq!(one.follower.events.iter().find(dealt), None);
    server.crash().await;
}
