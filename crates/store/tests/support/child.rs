//! A process that runs the real store under load and is killed. The test program starts itself again with a role in
//! its environment; everything the store acknowledges is printed at once, so that the parent knows what must be there.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cardroom_store::*;

use super::rig::{patient, seat, table};
use super::{Random, rig};

/// How many tables a child plays, and how many players each has.
pub const TABLES: u64 = 12;
pub const PLAYERS: u64 = 3;
/// What each player is given, once.
pub const GIFT: u64 = 10_000;

const ROLE: &str = "CARDROOM_STORE_CHILD";

/// What a child has to know.
pub struct Role {
    pub address: String,
    pub seed: u64,
    /// Stop for ever at this step, the n-th time.
    pub stop: Option<(Step, u64)>,
    /// End by itself after so many acknowledged commands.
    pub commands: u64,
    /// How many of the tables are played.
    pub tables: u64,
}

impl Role {
    /// The role this process was started in, if it is a child.
    pub fn of_this_process() -> Option<Self> {
        let text = std::env::var(ROLE).ok()?;
        let fields = text.split('|').collect::<Vec<_>>();
        let step = Step::ALL.into_iter().find(|step| format!("{step:?}") == fields[2]);
        let number = |place: usize| fields[place].parse::<u64>().unwrap();
        let stop = step.map(|step| (step, number(3)));
        let (seed, commands, tables) = (number(1), number(4), number(5));
        Some(Self { address: fields[0].to_owned(), seed, stop, commands, tables })
    }

    fn text(&self) -> String {
        let (step, count) = self.stop.map_or(("-".to_owned(), 0), |(step, count)| (format!("{step:?}"), count));
        format!("{}|{}|{step}|{count}|{}|{}", self.address, self.seed, self.commands, self.tables)
    }

    /// Starts this program again, to run the test `name` in this role; `before` may put another program in front.
    pub fn start(&self, name: &str, before: &[&str]) -> Running {
        let program = std::env::current_exe().unwrap();
        let mut words = before.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        words.extend([program.to_str().unwrap().to_owned()]);
        words.extend(["--exact", name, "--nocapture", "--test-threads=1"].map(str::to_owned));
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .env(ROLE, self.text())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Running { child, lines }
    }
}

/// A child and what it prints.
pub struct Running {
    pub child: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Running {
    /// The next whole line; `None` when it has ended. A line that a kill cut short was never said.
    pub fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.ends_with('\n').then(|| line.trim_end().to_owned())
    }

    /// Kills it, and hears out what it had said.
    pub fn kill(mut self) -> Vec<String> {
        self.child.kill().unwrap();
        let rest = std::iter::from_fn(|| self.line()).collect();
        self.child.wait().unwrap();
        rest
    }
}

/// What happens at a table: a hand begins with a secret, goes on, and ends by moving chips between seats. Each event
/// names its table and version, so that nothing can be there twice or in another's place.
pub fn event(stream: StreamId, version: u64) -> Vec<u8> {
    format!("{stream} event {version}").into_bytes()
}

/// The seeds of a hand: the same whoever asks.
pub fn seeds(stream: StreamId, hand: u64) -> Vec<u8> {
    Random::new(stream.number() * 1_000_003 + hand).bytes(512)
}

/// Plays until it is killed or has done its commands.
pub async fn play(role: Role) {
    let count = Arc::new(AtomicU64::new(0));
    let stop = role.stop;
    let watcher: Watcher = Arc::new(move |step| {
        // Whoever waits for a database that is lost in a commit gives it time to be lost there.
        if let (Some((Step::LookedUp, _)), Step::Written) = (stop, step) {
            std::thread::sleep(Duration::from_millis(20));
        }
        if let Some((at, times)) = stop
            && at == step
            && count.fetch_add(1, Ordering::Relaxed) == times
        {
            say("stopped");
            loop {
                std::thread::sleep(Duration::from_secs(60));
            }
        }
    });
    let options = Options { watcher: Some(watcher), ..patient() };
    let key = SealingKey::from_bytes([42; 32]);
    let store = Store::open(&role.address, key, options).await.unwrap();
    let gifts = (0..TABLES * PLAYERS).map(|account| rig::gift(&format!("gift {account}"), account, GIFT));
    store.post(gifts.collect()).await.unwrap();
    let claims = store.claim_all((0..role.tables).map(table).collect()).await.unwrap();
    say("ready");
    let left = Arc::new(AtomicU64::new(role.commands));
    let tables = claims.into_iter().map(|claim| {
        let (store, left) = (store.clone(), left.clone());
        let random = Random::new(role.seed ^ claim.stream.number());
        tokio::spawn(play_table(store, claim, random, left))
    });
    for table in tables.collect::<Vec<_>>() {
        table.await.unwrap();
    }
    store.close().await;
    say("done");
}

async fn play_table(store: Store, claim: Claim, mut random: Random, left: Arc<AtomicU64>) {
    let stream = claim.stream;
    let loaded = store.load(stream).await.unwrap();
    let mut version = loaded.version;
    let mut under_way = loaded.secrets.first().map(|kept| kept.hand);
    while left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok() {
        let mut append = Append::to(stream, claim.epoch, version);
        for place in 1..=1 + random.below(3) {
            append.events.push(event(stream, version.0 + place));
        }
        let after = version.0 + append.events.len() as u64;
        let account = stream.number() * PLAYERS + random.below(PLAYERS);
        match under_way {
            // The hand's number is the version it began at: no two are the same.
            None => {
                append
                    .secrets
                    .push(SecretChange::Keep { hand: version.0, secret: Secret::new(seeds(stream, version.0)) });
                under_way = Some(version.0);
            }
            Some(hand) if random.below(4) == 0 => {
                append.secrets.push(SecretChange::Erase { hand });
                append.snapshot = Some(format!("{stream} state {after}").into_bytes());
                under_way = None;
            }
            Some(_) => {}
        }
        // Chips go to the table and come back, by turns and as far as they are there.
        let (wallet, chips) = (LedgerAccount::Wallet(account), 1 + random.below(50));
        let (from, to) = if random.below(2) == 0 {
            (wallet, seat(stream.number(), account))
        } else {
            (seat(stream.number(), account), wallet)
        };
        let held = loop {
            match store.balance(from).await {
                Ok(held) => break held,
                Err(StoreError::Unavailable { .. }) => tokio::time::sleep(Duration::from_millis(5)).await,
                Err(error) => panic!("{stream}: {error}"),
            }
        };
        if u64::try_from(held).unwrap() >= chips {
            let id = format!("{stream} {after}");
            append.entries.push(LedgerEntry::transfer(id, 1, "move", from, to, chips));
        }
        let command = format!("{stream} {after}");
        append.answer = Some(CommandAnswer { account, command, answer: after.to_be_bytes().to_vec() });
        let moved = append.entries.len();
        version = loop {
            match store.append(append.clone()).await {
                Ok(version) => break version,
                // Nothing was changed: the very same must succeed when the store is back.
                Err(StoreError::Unavailable { .. }) => say("away"),
                Err(error) => panic!("{stream}: {error}"),
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        say(&format!("ack {} {} {moved}", stream.number(), version.0));
    }
}

/// One whole line, at once.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("{line}\n").as_bytes()).unwrap();
    out.flush().unwrap();
}

/// What was acknowledged so far, over all lives of the child.
#[derive(Default)]
pub struct Acknowledged {
    versions: HashMap<u64, u64>,
    pub commands: u64,
    moves: Vec<(u64, u64)>,
    /// How many of those have been asked for one by one.
    asked_for: usize,
}

impl Acknowledged {
    /// Takes a line in; whether it was an acknowledgement.
    pub fn hear(&mut self, line: &str) -> bool {
        // The test harness may print its own words before the child's first line.
        let Some(line) = line.find("ack ").map(|place| &line[place..]) else { return false };
        let numbers = line.split(' ').skip(1).map(|field| field.parse::<u64>().unwrap()).collect::<Vec<_>>();
        let (table, version, moved) = (numbers[0], numbers[1], numbers[2]);
        let reached = self.versions.entry(table).or_default();
        assert!(version > *reached, "table {table} acknowledged {version} after {reached}");
        *reached = version;
        self.commands += 1;
        if moved > 0 {
            self.moves.push((table, version));
        }
        true
    }

    /// Everything acknowledged is there, nothing twice, chips conserved, the hand under way has its deck.
    pub async fn check(&mut self, rig: &rig::Rig) {
        let store = rig.open().await;
        let streams = (0..TABLES).map(table).collect::<Vec<_>>();
        for loaded in store.load_all(&streams).await.unwrap() {
            let stream = loaded.stream;
            assert_eq!(loaded.damage, None, "{stream}");
            let acknowledged = self.versions.get(&stream.number()).copied().unwrap_or(0);
            assert!(loaded.version.0 >= acknowledged, "{stream}: {} of {acknowledged}", loaded.version.0);
            let snapshot = loaded.snapshot.as_ref().map_or(0, |(version, _)| version.0);
            if let Some((version, state)) = &loaded.snapshot {
                assert_eq!(*state, format!("{stream} state {version}").into_bytes());
            }
            for (expected, (version, bytes)) in (snapshot + 1..).zip(&loaded.events) {
                assert_eq!((version.0, bytes), (expected, &event(stream, expected)));
            }
            assert_eq!(snapshot + loaded.events.len() as u64, loaded.version.0);
            assert!(loaded.secrets.len() <= 1, "{stream}");
            for kept in &loaded.secrets {
                assert!(kept.secret.as_ref().unwrap().expose() == seeds(stream, kept.hand), "{stream}");
                assert!(kept.hand >= snapshot);
            }
        }
        // All of them are read at once, and those of this life also asked for as the room asks.
        let answered = rig.bytes("SELECT command FROM answers").await.into_iter().collect::<HashSet<_>>();
        for (place, (table, version)) in self.moves.iter().enumerate() {
            let command = format!("table {table} {version}");
            let key = |account: u64| [&account.to_be_bytes(), command.as_bytes()].concat();
            let accounts = (0..PLAYERS).map(|place| table * PLAYERS + place);
            let theirs = accounts.filter(|&account| answered.contains(&key(account))).collect::<Vec<_>>();
            assert_eq!(theirs.len(), 1, "{command}");
            if place >= self.asked_for {
                assert!(store.answer_to(theirs[0], &command).await.unwrap().is_some(), "{command}");
            }
        }
        self.asked_for = self.moves.len();
        let audit = store.audit().await.unwrap();
        let given = i64::try_from(TABLES * PLAYERS * GIFT).unwrap();
        // A child that was killed before it began to play may not have given everything yet.
        assert!(audit.issued == given || (self.commands == 0 && audit.issued <= given), "{audit:?}");
        assert!(audit.entries >= self.moves.len() as u64, "{audit:?}");
        store.close().await;
    }
}
