//! Tests of what a table does while the store says nothing, and when somebody goes, or waits and doesn't come.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cardroom_protocol::Command as Asked;
use cardroom_room::{AccountId, Actor, Chips, Choice, Command, Now, Stakes, StakesLimit, TableSetup};
use cardroom_store::{LedgerAccount, LedgerEntry, Step, Watcher as StoreWatcher};
use tokio::io::AsyncReadExt;
use tokio::net::tcp::OwnedReadHalf;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

use super::{LONGEST_SILENCE_MS, WAITS_FOR_STORE};
use crate::config::Config;
use crate::house::House;
use crate::line::Line;
use crate::outbox::Outbox;
use crate::table::{Ask, Doer, TableHandle, Watcher};

/// How long a test waits for anything before it gives up. Nothing is measured by it.
const PATIENCE: Duration = Duration::from_secs(60);

/// Somebody at the other end of a line.
struct Reader {
    stream: TcpStream,
    heard: String,
    _kept: OwnedReadHalf,
}

impl Reader {
    /// All that was said, once this was said.
    async fn until(&mut self, said: &str) -> &str {
        let mut bytes = [0; 4096];
        while !self.heard.contains(said) {
            let read = tokio::time::timeout(PATIENCE, self.stream.read(&mut bytes)).await;
            let count = read.unwrap_or_else(|_| panic!("{said} isn't said: {}", self.heard)).unwrap();
            assert!(count > 0, "the line is closed");
            self.heard += &String::from_utf8_lossy(&bytes[..count]);
        }
        &self.heard
    }
}

/// An account follows a table on a socket of its own.
async fn watch(handle: &TableHandle, account: u64) -> (Reader, Outbox) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let (kept, writer) = listener.accept().await.unwrap().0.into_split();
    let out = Outbox::new(Arc::new(Line::new(writer, 64)));
    let watcher = Watcher { account: AccountId(account), out: out.clone() };
    let (answer, answered) = oneshot::channel();
    handle.ask_patiently(Ask::Watch { watcher, since: None, code: None, answer }).await.unwrap();
    answered.await.unwrap().unwrap();
    (Reader { stream, heard: String::new(), _kept: kept }, out)
}

/// A table where accounts 1, the host, and 2 play. A seat is kept for whoever waits for as short a time as can be.
async fn two_at_a_table(watcher: Option<StoreWatcher>) -> (TableHandle, [(Reader, Outbox); 2]) {
    let config = Config { demo: true, pause_seconds: 0.0, ..Config::default() };
    let house = House::open_watched(config, ([127, 0, 0, 1], 0).into(), watcher).await.unwrap();
    let gift = |account| {
        let wallet = LedgerAccount::Wallet(account);
        LedgerEntry::transfer(format!("gift {account}"), 1, "welcome", LedgerAccount::House, wallet, 500)
    };
    house.store.post(vec![gift(1), gift(2)]).await.unwrap();
    let stakes = Stakes::new("holdem", StakesLimit::fixed(10));
    let mut setup = TableSetup { host: Some(AccountId(1)), ..TableSetup::new("Front room", stakes, 2) };
    setup.clocks.offer_ms = 1;
    let table = house.open_table(setup).await.unwrap();
    let handle = house.table(table).unwrap();
    let mut sockets = [watch(&handle, 1).await, watch(&handle, 2).await];
    for account in [1, 2] {
        let (seat, buy_in, name) = (None, Chips::new(500), format!("Guest {account}"));
        let sit = Command::Sit { seat, buy_in, name, anchor: None, code: None };
        handle.tell(Actor::Player(AccountId(account)), sit).await.unwrap();
    }
    sockets[0].0.until(r#""type":"turn""#).await;
    (handle, sockets)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_stands_still_while_the_store_says_nothing_and_lets_people_look() {
    let silent = Arc::new(AtomicBool::new(false));
    let says_nothing = silent.clone();
    let watcher: StoreWatcher = Arc::new(move |step| {
        while step == Step::Written && says_nothing.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
    });
    let (handle, [(mut ann, _), _bob]) = two_at_a_table(Some(watcher)).await;
    let turn_ends = async || handle.look().await.unwrap().turn_clock().unwrap().until.0;
    let before = turn_ends().await;
    silent.store(true, Ordering::SeqCst);
    let asks = handle.clone();
    let asked =
        tokio::spawn(async move { asks.tell(Actor::Player(AccountId(1)), Command::AutoMuck { on: false }).await });
    ann.until(r#""type":"paused""#).await;
    let (mut eve, _) = watch(&handle, 3).await;
    assert!(eve.until(r#""so_far""#).await.contains(&format!(r#""paused":"{WAITS_FOR_STORE}""#)), "{}", eve.heard);
    assert!(!asked.is_finished(), "nothing is acknowledged that isn't stored");
    silent.store(false, Ordering::SeqCst);
    asked.await.unwrap().unwrap();
    let after = turn_ends().await;
    assert!(after >= before + LONGEST_SILENCE_MS, "clocks stand still: {before}, {after}");
    ann.until(&format!(r#""type":"resumed","deadline":{after}"#)).await;
    eve.until(r#""type":"resumed""#).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_lost_while_nothing_is_stored_is_disconnected_all_the_same() {
    let (handle, [(_ann, out), bob]) = two_at_a_table(None).await;
    drop(bob);
    let is_there = async || {
        let seats = handle.look().await.unwrap().view(None, Now(0)).seats;
        seats.iter().find(|seat| seat.account == AccountId(2)).unwrap().connected
    };
    assert!(is_there().await, "the table hasn't noticed yet");
    // Each word that doesn't arrive is one more sign; how many it takes is up to the system.
    for times in 0_u32.. {
        if !is_there().await {
            break;
        }
        assert!(times < 5000, "the table doesn't notice");
        let doer = Doer { account: AccountId(1), name: "Guest 1".to_owned(), out: out.clone() };
        let asked = Box::new(Asked::Mute { account: 2, on: times % 2 == 0 });
        handle.ask_patiently(Ask::Do { doer, id: times.to_string(), asked, stake: None }).await.unwrap();
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_take_the_seat_that_is_kept_for_it_is_told_that_it_waits_no_longer() {
    let (handle, [(_ann, _out), _bob]) = two_at_a_table(None).await;
    let (mut eve, _line) = watch(&handle, 3).await;
    let does = async |account, command| handle.tell(Actor::Player(AccountId(account)), command).await.unwrap();
    does(3, Command::JoinList { code: None }).await;
    eve.until(r#""waiting":1,"kept_until":null"#).await;
    does(2, Command::Leave).await;
    // If it was its turn, the hand is over already.
    if let Some((account, hand, turn)) = handle.look().await.unwrap().to_act() {
        does(account.0, Command::Act { hand, turn, choice: Choice::Fold }).await;
    }
    let kept = r#""waiting":1,"kept_until":1"#;
    eve.heard = eve.until(kept).await.split_once(kept).unwrap().1.to_owned();
    eve.until(r#""waiting":null,"kept_until":null"#).await;
}
