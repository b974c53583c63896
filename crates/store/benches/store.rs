//! How many commands a second the store takes, and how long a room takes to come back.
//!
//! Two hundred tables, each of which waits for its own answer before it goes on, as tables do. A command brings one to
//! three events of 50 to 150 bytes and its answer; every thirtieth ends a hand: chips move, a snapshot is left.

#![allow(clippy::print_stdout, reason = "a bench reports")]
#![allow(missing_docs, reason = "a program")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cardroom_store::*;
use support::Random;
use support::postgres::Postgres;
use support::rig::{Rig, gift, seat, table};

const TABLES: u64 = 200;
const PLAYERS: u64 = 6;
const HAND: u64 = 30;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    // `cargo test --benches` runs this too, only to see that it works.
    let seconds = if std::env::args().any(|argument| argument == "--bench") { 5 } else { 1 };
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let wanted = |name: &str| only.as_ref().is_none_or(|only| name.contains(only.as_str()));
    let (mut sqlite, mut postgres) = (0.0, 0.0);
    let server = (wanted("postgres") || wanted("recovery")).then(Postgres::start);
    if wanted("sqlite") {
        sqlite = commands(&Rig::sqlite(), Duration::from_secs(seconds)).await;
        println!("SQLite on disk: {sqlite:.0} commands/s across {TABLES} tables (20,000 to reach)");
    }
    if let (true, Some(server)) = (wanted("postgres"), &server) {
        postgres = commands(&Rig::postgres(server, "bench"), Duration::from_secs(seconds)).await;
        println!("PostgreSQL: {postgres:.0} commands/s across {TABLES} tables (10,000 to reach)");
    }
    if sqlite > 0.0 && postgres > 0.0 {
        println!("PostgreSQL is at {:.2} of SQLite (0.5 to reach)", postgres / sqlite);
    }
    if let (true, Some(server)) = (wanted("recovery"), &server) {
        for (name, rig) in [("SQLite", Rig::sqlite()), ("PostgreSQL", Rig::postgres(server, "recovery"))] {
            let took = recovery(&rig, 1_000).await.as_secs_f64();
            println!("{name}: 1,000 tables in the middle of a hand are back after {took:.3} s (2 to reach)");
        }
    }
}

/// Commands a second, all tables together.
async fn commands(rig: &Rig, span: Duration) -> f64 {
    let commits = Arc::new(AtomicU64::new(0));
    let counter = commits.clone();
    let watcher: Watcher = Arc::new(move |step| {
        counter.fetch_add(u64::from(step == Step::Committed), Ordering::Relaxed);
    });
    let store = rig.open_with(Options { watcher: Some(watcher), ..Options::default() }).await.unwrap();
    sit_down(&store, TABLES).await;
    commits.store(0, Ordering::Relaxed);
    let claims = store.claim_all((0..TABLES).map(table).collect()).await.unwrap();
    let (started, worked) = (Instant::now(), worked());
    let tables = claims.into_iter().map(|claim| {
        let store = store.clone();
        tokio::spawn(async move {
            let mut play = Play::new(claim);
            while started.elapsed() < span {
                let append = play.next();
                play.version = store.append(append).await.unwrap();
            }
            play.commands
        })
    });
    let mut commands = 0;
    for table in tables.collect::<Vec<_>>() {
        commands += table.await.unwrap();
    }
    let rate = commands as f64 / started.elapsed().as_secs_f64();
    // What a busy machine doesn't change: how long this process's cores worked for a command.
    let work = (self::worked() - worked).as_secs_f64() * 1e6 / commands as f64;
    let shared = commands / commits.load(Ordering::Relaxed);
    println!("{work:.1} microseconds of this process's work a command; {shared} commands share a commit");
    store.audit().await.unwrap();
    store.close().await;
    rate
}

/// How long this process's threads have run so far, in the kernel and out of it.
fn worked() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields = stat.rsplit(')').next().unwrap().split_whitespace();
    let ticks = fields.skip(11).take(2).map(|field| field.parse::<u64>().unwrap()).sum::<u64>();
    Duration::from_millis(ticks * 10)
}

/// From opening the database to every table's state in hand.
async fn recovery(rig: &Rig, tables: u64) -> Duration {
    let store = rig.open().await;
    sit_down(&store, tables).await;
    let claims = store.claim_all((0..tables).map(table).collect()).await.unwrap();
    let mut plays = claims.into_iter().map(Play::new).collect::<Vec<_>>();
    // One hand finished, and twenty commands into the next.
    for _ in 0..HAND + 20 {
        let appends = plays.iter_mut().map(Play::next).collect();
        let versions = store.append_all(appends).await.unwrap();
        for (play, version) in plays.iter_mut().zip(versions) {
            play.version = version;
        }
    }
    store.close().await;
    let started = Instant::now();
    let store = rig.open().await;
    let streams = store.streams(StreamKind::Table).await.unwrap();
    store.claim_all(streams.clone()).await.unwrap();
    let loaded = store.load_all(&streams).await.unwrap();
    let took = started.elapsed();
    assert_eq!(loaded.len() as u64, tables);
    for (loaded, play) in loaded.iter().zip(&plays) {
        assert_eq!((loaded.version, &loaded.damage), (play.version, &None));
        assert!(loaded.snapshot.is_some() && loaded.events.len() >= 20 && loaded.secrets.len() == 1);
    }
    store.close().await;
    took
}

/// Every seat of every table with 1,000 chips.
async fn sit_down(store: &Store, tables: u64) {
    for table in 0..tables {
        let gifts = (0..PLAYERS).flat_map(|place| {
            let account = table * PLAYERS + place;
            let sit = format!("sit {account}");
            let sit =
                LedgerEntry::transfer(sit, 1, "buy-in", LedgerAccount::Wallet(account), seat(table, account), 1_000);
            [gift(&format!("gift {account}"), account, 1_000), sit]
        });
        store.post(gifts.collect()).await.unwrap();
    }
}

/// A table that goes on and on.
struct Play {
    claim: Claim,
    version: Version,
    commands: u64,
    random: Random,
}

impl Play {
    fn new(claim: Claim) -> Self {
        Self { claim, version: claim.version, commands: 0, random: Random::new(claim.stream.number()) }
    }

    fn next(&mut self) -> Append {
        let number = self.claim.stream.number();
        let (place, hand) = (self.commands % HAND, self.commands / HAND);
        let mut append = Append::to(self.claim.stream, self.claim.epoch, self.version);
        for _ in 0..=self.random.below(3) {
            let length = 50 + self.random.below(101);
            append.events.push(self.random.bytes(length));
        }
        let account = number * PLAYERS + self.commands % PLAYERS;
        let answer = self.version.0.to_be_bytes().to_vec();
        append.answer = Some(CommandAnswer { account, command: format!("{:016x}", self.random.next()), answer });
        if place == 0 {
            append.secrets.push(SecretChange::Keep { hand, secret: Secret::new(self.random.bytes(512)) });
        }
        if place == HAND - 1 {
            let first = number * PLAYERS;
            let postings = [(first, 5), (first + 1, -3), (first + 2, -2)];
            let back = hand % 2 == 1;
            let postings = postings.map(|(account, amount)| Posting {
                account: seat(number, account),
                amount: if back { -amount } else { amount },
            });
            let (id, reason) = (format!("hand {number} {hand}"), "hand".to_owned());
            append.entries.push(LedgerEntry { id, at_ms: 1, reason, postings: postings.to_vec() });
            append.snapshot = Some(self.random.bytes(1_500));
            append.secrets.push(SecretChange::Erase { hand });
        }
        self.commands += 1;
        append
    }
}
