//! A whole evening: people and bots at every game, tournaments, lost lines, readers who never read, and kills. The ledger
//! is added up all the while, and in the end the program is no larger than it was.

use std::process::Stdio;
use std::time::{Duration, Instant};

use cardroom_rules::CATALOGUE;
use serde_json::{Value, json};

use crate::people;
use crate::program::Program;
use crate::support::{Client, Folder, Follower, Guest, passive};

/// What more of memory an evening may take than its first part, in KiB: the database's connections keep up to 48 MiB of
/// what they read, the bots' tables come as they are asked for, and allocators keep some for every thread.
const SLACK: u64 = 96 * 1024;

/// How many stretches it has, and how long each is: some seconds in all, or as many minutes as `MINUTES` says.
fn stretches() -> (u32, Duration) {
    let minutes: Option<f64> = std::env::var("MINUTES").ok().and_then(|minutes| minutes.parse().ok());
    match minutes.map(|minutes| Duration::from_secs_f64(minutes * 60.0)) {
        None => (12, Duration::from_millis(500)),
        Some(length) => (90, length / 90),
    }
}

/// Sockets that watch every table and never read what they are sent.
async fn deaf(program: &Program) -> Vec<Client> {
    let mut clients = Vec::new();
    let guest = Guest::arrive(program.address).await;
    let (_, lobby) = guest.ask("GET", "/api/v1/lobby", None).await;
    for _ in 0..3 {
        let Some(mut client) = people::come_in(&guest).await else { continue };
        for table in lobby["tables"].as_array().into_iter().flatten().take(20) {
            // Who never reads may be shown the door before all is said.
            client.try_say(&json!({ "type": "watch", "table": table["table"] })).await;
        }
        clients.push(client);
    }
    clients
}

/// Somebody who comes back to the same table all evening, with fresh chips where the old ones are gone.
struct Regular {
    guest: Guest,
    table: u64,
}

impl Regular {
    async fn play_for(&mut self, program: &Program, time: Duration) {
        let until = tokio::time::Instant::now() + time;
        self.guest.address = program.address;
        let Some(mut client) = people::come_in(&self.guest).await else { return };
        let mut follower = Follower::of(&client.watch(self.table).await);
        if follower.seat.is_none() {
            let _ = self.guest.ask("POST", "/api/v1/account/refill", None).await;
            let answer = client.command(self.table, json!({ "type": "sit", "buy_in": 200 })).await;
            follower.seat = answer["seat"].as_u64();
        }
        let mut count = 0;
        loop {
            if follower.is_to_act() {
                let command = follower.act(&passive(&follower.turn));
                count += 1;
                let message = json!({ "type": "command", "id": format!("e{count}-{}", follower.seq), "table": self.table,
                    "command": command });
                follower.turn = Value::Null;
                if !client.try_say(&message).await {
                    return;
                }
            }
            match tokio::time::timeout_at(until, client.try_hear()).await {
                Ok(Some(message)) => follower.take(&message),
                // The line is lost without a word.
                Ok(None) | Err(_) => return,
            };
        }
    }
}

/// Everybody plays for a while beside somebody who watches the house, and some who never read.
async fn play_on(program: &Program, people: &mut [Regular], spectator: &mut Guest, time: Duration) {
    spectator.address = program.address;
    let deaf = deaf(program).await;
    let playing = people.iter_mut().map(|person| person.play_for(program, time));
    tokio::join!(people::watch_house(spectator, time), futures_util::future::join_all(playing));
    drop(deaf);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn soak_an_evening_loses_no_chip_and_does_not_grow() {
    let folder = Folder::new("evening");
    let open = || Program::start_with(folder.path(), &["log=error", "house_tournaments=true"], Stdio::inherit());
    let mut program = open();
    let mut people = Vec::new();
    for game in CATALOGUE {
        let host = Guest::arrive(program.address).await;
        let table = people::open_table(&host, game.id, 2).await;
        people.push(Regular { guest: host, table });
        people.push(Regular { guest: Guest::arrive(program.address).await, table });
    }
    let mut spectator = Guest::arrive(program.address).await;
    let (began, (count, stretch)) = (Instant::now(), stretches());
    let (mut kills, mut came_back, mut sizes, mut hands) = (0, 0, Vec::new(), 0);
    // A third of the evening with kills, the rest without, to see whether it grows.
    for number in 0..count {
        play_on(&program, &mut people, &mut spectator, stretch).await;
        came_back += people.len();
        if number < count / 3 {
            hands += program.hands().await;
            program.kill();
            program = open();
            kills += 1;
        } else {
            sizes.push(program.memory());
        }
        program.audit().await;
    }
    hands += program.hands().await;
    let (first, second) = sizes.split_at(sizes.len() / 2);
    let most = |sizes: &[u64]| sizes.iter().copied().max().unwrap_or(0);
    println!(
        "{} s: {hands} hands, {kills} kills, {came_back} times somebody came back; memory {} KiB at most in the first \
         half without kills, {} KiB in the second",
        began.elapsed().as_secs(),
        most(first),
        most(second)
    );
    assert!(hands > 0, "nobody got a hand to its end in {count} stretches of {stretch:?}");
    assert!(most(second) < most(first) + most(first) / 10 + SLACK, "it grows: {sizes:?}");
}
