//! The tables and their seats: simple programs that play hold'em from what they are sent, and note when they heard it.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use memchr::memmem::{self, Finder};
use tokio::task::JoinHandle;

use crate::client::{Door, Line, number_after};

/// How the seats play, which makes their hands short or long.
pub(crate) struct Manner {
    pub(crate) name: &'static str,
    /// Actions in ten hands, about: for the pace.
    actions_in_ten: u64,
    /// Of a hundred times that a seat is asked to pay, it does so this often.
    calls: u64,
    /// Of a hundred times that it may check, it bets this often.
    bets: u64,
}

impl Manner {
    /// Actions in so many hands, about.
    pub(crate) const fn actions(&self, hands: u64) -> u64 {
        hands * self.actions_in_ten / 10
    }
}

/// Recorded hands of people at six seats have seven actions; the house's bots, who give up less, come to twelve.
pub(crate) const PEOPLE: Manner = Manner { name: "as people play", actions_in_ten: 83, calls: 20, bets: 40 };
pub(crate) const BOTS: Manner = Manner { name: "as the house's bots play", actions_in_ten: 116, calls: 37, bets: 27 };

/// How far a table may fall behind its pace and still catch up, in microseconds.
const BEHIND: u64 = 200_000;

/// All tables.
pub(crate) struct Floor {
    tables: Vec<Table>,
    seats: usize,
    /// Between two actions at a table, in microseconds.
    pause_us: AtomicU64,
    calls: AtomicU64,
    bets: AtomicU64,
    began: Instant,
    hands: AtomicU64,
    actions: AtomicU64,
    times: Mutex<Vec<Taken>>,
}

/// How long an action took until the last seat had heard of it, and when that was.
#[derive(Clone, Copy)]
pub(crate) struct Taken {
    pub(crate) heard: Instant,
    pub(crate) time: Duration,
}

/// One table: the action that is under way, and who has heard of it.
#[derive(Default)]
struct Table {
    under_way: Mutex<Option<UnderWay>>,
    /// The last hand that was counted.
    counted: AtomicU64,
    /// When the last action was due, in microseconds since the beginning.
    due_us: AtomicU64,
}

struct UnderWay {
    sent: Instant,
    /// The number of the message that will tell of it.
    seq: u64,
    heard: usize,
}

impl Floor {
    pub(crate) fn new(tables: usize, seats: usize) -> Self {
        let tables = (0..tables).map(|_| Table::default()).collect();
        let (pause_us, calls, bets, hands, actions, times) = Default::default();
        Self { tables, seats, pause_us, calls, bets, began: Instant::now(), hands, actions, times }
    }

    /// From now on all play like this, and so many hands a second; 0 is flat out.
    pub(crate) fn play(&self, manner: &Manner, hands_a_second: u64) {
        let pause = (self.tables.len() as u64 * 1_000_000).checked_div(manner.actions(hands_a_second)).unwrap_or(0);
        self.pause_us.store(pause, Ordering::Relaxed);
        self.calls.store(manner.calls, Ordering::Relaxed);
        self.bets.store(manner.bets, Ordering::Relaxed);
    }

    pub(crate) fn begin_counting(&self) {
        self.hands.store(0, Ordering::Relaxed);
        self.actions.store(0, Ordering::Relaxed);
        self.times.lock().unwrap().clear();
    }

    /// Hands, actions, and the times from action to the last seat, the shortest first.
    pub(crate) fn counted(&self) -> (u64, u64, Vec<Taken>) {
        let mut times = std::mem::take(&mut *self.times.lock().unwrap());
        times.sort_unstable_by_key(|taken| taken.time);
        (self.hands.load(Ordering::Relaxed), self.actions.load(Ordering::Relaxed), times)
    }

    /// A seat acts: the next message of the table will tell of it.
    fn sent(&self, table: usize, seq: u64) {
        self.actions.fetch_add(1, Ordering::Relaxed);
        *self.tables[table].under_way.lock().unwrap() = Some(UnderWay { sent: Instant::now(), seq, heard: 0 });
    }

    /// A seat has heard a message.
    fn heard(&self, table: usize, seq: u64) {
        let mut under_way = self.tables[table].under_way.lock().unwrap();
        if let Some(action) = under_way.as_mut().filter(|action| action.seq == seq) {
            action.heard += 1;
            if action.heard == self.seats {
                let heard = Instant::now();
                let time = heard.duration_since(action.sent);
                *under_way = None;
                self.times.lock().unwrap().push(Taken { heard, time });
            }
        }
    }
}

/// Opens the tables, and seats everyone. Each plays in a task of its own from the moment it sits: a line that is left
/// alone for long is taken for dead.
pub(crate) async fn open(address: SocketAddr, floor: &Arc<Floor>) -> Vec<JoinHandle<()>> {
    const AT_ONCE: usize = 64;
    let workers = (0..AT_ONCE).map(|part| {
        let floor = floor.clone();
        tokio::spawn(async move {
            let (count, seats) = (floor.tables.len(), floor.seats);
            let mut door = Door::open(address).await;
            let mut playing = Vec::new();
            for table in (part..count).step_by(AT_ONCE) {
                let host = door.guest().await;
                let wanted = format!(
                    "{{\"spread\":{{\"game\":\"holdem\",\"limit\":\"no\",\"min_bet\":2}},\"seats\":{seats},\
                         \"max_buy_in\":10000}}"
                );
                let number = door.table(&host, &wanted).await;
                for seat in 0..seats {
                    let guest = door.guest().await;
                    let mut line = Line::open(address, &guest.cookie).await;
                    line.say(&format!("{{\"type\":\"watch\",\"table\":{number}}}")).await;
                    line.say(&format!(
                        "{{\"type\":\"command\",\"id\":\"sit\",\"table\":{number},\
                             \"command\":{{\"type\":\"sit\",\"buy_in\":10000}}}}"
                    ))
                    .await;
                    let random = ((table * seats + seat + 1) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    let seat = Seat { floor: floor.clone(), table, id: number, line, random, hand: 0, seq: 0 };
                    playing.push(tokio::spawn(seat.play()));
                }
            }
            playing
        })
    });
    let mut playing = Vec::new();
    for worker in workers.collect::<Vec<_>>() {
        playing.extend(worker.await.unwrap());
    }
    playing
}

/// One seat.
struct Seat {
    floor: Arc<Floor>,
    table: usize,
    id: u64,
    line: Line,
    random: u64,
    hand: u64,
    seq: u64,
}

/// What a message asks of a seat.
struct Heard {
    seq: Option<u64>,
    hand: Option<u64>,
    ended: bool,
    turn: Option<(u64, Choice)>,
}

enum Choice {
    /// Or bet this much.
    Check(Option<u64>),
    Pay,
    Show,
}

impl Seat {
    async fn play(mut self) {
        loop {
            let heard = self.line.hear(read).await;
            if let Some(seq) = heard.seq {
                self.seq = seq;
                self.floor.heard(self.table, seq);
            }
            self.hand = heard.hand.unwrap_or(self.hand);
            // Every seat hears of it; the first to do so counts it.
            if heard.ended && self.floor.tables[self.table].counted.fetch_max(self.hand, Ordering::Relaxed) < self.hand
            {
                self.floor.hands.fetch_add(1, Ordering::Relaxed);
            }
            if let Some((turn, choice)) = heard.turn {
                self.act(turn, &choice).await;
            }
        }
    }

    async fn act(&mut self, turn: u64, choice: &Choice) {
        let pause = self.floor.pause_us.load(Ordering::Relaxed);
        if pause > 0 {
            // Between nothing and twice the pause, so that tables don't fall into step; after the time at which the
            // last action was due, so that a slow server isn't asked for less.
            let now = self.floor.began.elapsed().as_micros() as u64;
            let pause = self.dice(2 * pause);
            let last = &self.floor.tables[self.table].due_us;
            let due = (last.load(Ordering::Relaxed) + pause).max(now.saturating_sub(BEHIND));
            last.store(due, Ordering::Relaxed);
            if due > now {
                tokio::time::sleep(Duration::from_micros(due - now)).await;
            }
        }
        let play = match *choice {
            Choice::Check(Some(to)) if self.dice(100) < self.floor.bets.load(Ordering::Relaxed) => {
                format!("\"raise\",\"to\":{to}")
            }
            Choice::Check(_) => "\"check\"".to_owned(),
            Choice::Pay if self.dice(100) < self.floor.calls.load(Ordering::Relaxed) => "\"call\"".to_owned(),
            Choice::Pay => "\"fold\"".to_owned(),
            Choice::Show => "\"show\"".to_owned(),
        };
        let (id, hand) = (self.id, self.hand);
        self.floor.sent(self.table, self.seq + 1);
        let act = format!(
            "{{\"type\":\"command\",\"id\":\"{hand}.{turn}\",\"table\":{id},\"command\":{{\"type\":\"act\",\
             \"hand\":{hand},\"turn\":{turn},\"play\":{{\"type\":{play}}}}}}}"
        );
        self.line.say(&act).await;
    }

    fn dice(&mut self, sides: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % sides.max(1)
    }
}

/// What a seat looks for in a message.
struct Words {
    started: Finder<'static>,
    ended: Finder<'static>,
    legal: Finder<'static>,
    show: Finder<'static>,
    check: Finder<'static>,
    raise: Finder<'static>,
}

/// Made once: to prepare for a search takes longer than the search.
static WORDS: LazyLock<Words> = LazyLock::new(|| Words {
    started: Finder::new("\"hand_started\""),
    ended: Finder::new("\"hand_ended\""),
    legal: Finder::new("\"legal\":{"),
    show: Finder::new("\"kind\":\"show\""),
    check: Finder::new("\"check\":true"),
    raise: Finder::new("\"raise\":{"),
});

/// Reads from a message the little that a seat needs.
fn read(text: &[u8]) -> Heard {
    let words = &*WORDS;
    let events = text.starts_with(b"{\"type\":\"events\"");
    let seq = if events { number_after(&text[..text.len().min(120)], b"\"seq\":") } else { None };
    let refused = text.starts_with(b"{\"type\":\"answer\"") && memmem::find(text, b"\"problem\":null").is_none();
    assert!(!refused, "{}", String::from_utf8_lossy(text));
    let started = words.started.find(text).filter(|_| events);
    let hand = started.and_then(|at| number_after(&text[at..], b"\"hand\":"));
    let ended = events && words.ended.find(text).is_some();
    let turn = words.legal.find(text).and_then(|legal| {
        let begins = memmem::rfind(&text[..legal], b"{\"seat\":")?;
        let turn = number_after(&text[begins..legal], b"\"turn\":")?;
        let kind = &text[legal..];
        let choice = if words.show.find(kind).is_some() {
            Choice::Show
        } else if words.check.find(kind).is_some() {
            let raise = words.raise.find(kind);
            Choice::Check(raise.and_then(|raise| number_after(&kind[raise..], b"\"min\":")))
        } else {
            Choice::Pay
        };
        Some((turn, choice))
    });
    Heard { seq, hand, ended, turn }
}
