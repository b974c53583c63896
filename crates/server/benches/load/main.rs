//! A full house over real sockets: ten thousand people who only look at the lobby, and a thousand tables at which
//! programs play. The server is a process of its own, with SQLite on disk; both share the machine's cores.
//!
//! Reported are the memory of an idle connection, hands and actions a second, and the time from sending an action to
//! the moment the last seat of the table has been told. The tables play at a set pace first: flat out, a thousand
//! actions are always under way, and their time says only how many wait in line. Hands are as long as the house's bots
//! make them, and then as people do.

#![allow(clippy::print_stdout, reason = "a bench reports")]
#![allow(missing_docs, reason = "a program")]

mod client;
mod loopback;
mod seat;
mod server;
mod stalls;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use client::{Door, Line};
use seat::{BOTS, Floor, PEOPLE, Taken};
use server::Child;
use stalls::{Stall, Watch};
use tokio::task::JoinHandle;

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How large the house is.
struct Size {
    idle: usize,
    tables: usize,
    seats: usize,
    seconds: u64,
    /// Hands a second to play at; 0 is flat out.
    paces: &'static [u64],
}

/// Half a minute at each pace: in ten seconds, one tenth of a second that the host took for itself is the 99th percentile.
const WHOLE: Size = Size { idle: 10_000, tables: 1_000, seats: 6, seconds: 30, paces: &[300, 400, 520, 600, 0] };
/// `cargo test --benches` runs this too, only to see that it works.
const TRIED: Size = Size { idle: 100, tables: 10, seats: 3, seconds: 1, paces: &[50, 0] };

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    match &arguments[..] {
        [_, kind, folder] if kind == "serve" => return server::serve(folder),
        [_, kind, _] if kind == "loopback" => return server::serve_loopback(),
        [_, kind, _] if kind == "stalls" => return stalls::look(),
        _ => {}
    }
    let size = if arguments.iter().any(|argument| argument == "--bench") { WHOLE } else { TRIED };
    // `cargo bench … --bench load -- 510 0` plays at these paces alone.
    let chosen: Vec<u64> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let paces = if chosen.is_empty() { size.paces } else { &chosen };
    // One thread is enough for all clients, and wakes no other.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(measure(&size, paces));
}

async fn measure(size: &Size, paces: &[u64]) {
    // Sixteen thousand clients on one thread: it looks at all of them once a millisecond, and isn't woken for each.
    tokio::spawn(async {
        loop {
            std::thread::sleep(Duration::from_millis(1));
            tokio::task::yield_now().await;
        }
    });
    let watch = Watch::start();
    sockets_alone(size, paces, watch.as_ref()).await;
    let server = Child::start("serve");
    let (held, per_connection) = idle(&server, size.idle).await;
    println!(
        "{} idle connections: {:.1} KB each in the server (20 to stay under)",
        held.len(),
        per_connection / 1024.0
    );
    let floor = Arc::new(Floor::new(size.tables, size.seats));
    let began = Instant::now();
    // Slowly, until everybody has a seat.
    floor.play(&BOTS, size.paces[0] / 5);
    let playing = seat::open(server.address, &floor).await;
    println!("{} tables of {} seats are open after {:.1} s", size.tables, size.seats, began.elapsed().as_secs_f64());
    for (manner, &pace) in [BOTS, PEOPLE].iter().flat_map(|manner| paces.iter().map(move |pace| (manner, pace))) {
        floor.play(manner, pace);
        // Time to come into step.
        tokio::time::sleep(Duration::from_secs(size.seconds.min(3))).await;
        floor.begin_counting();
        let (began, busy) = (Instant::now(), server.busy());
        let _ = stood_still(watch.as_ref());
        tokio::time::sleep(Duration::from_secs(size.seconds)).await;
        let took = began.elapsed().as_secs_f64();
        let busy = (server.busy() - busy).as_secs_f64() / took;
        let (stalls, said) = stood_still(watch.as_ref());
        let (hands, actions, times) = floor.counted();
        println!(
            "{}, {}: {:.0} hands/s, {:.0} actions/s; from action to the last seat p50 {:.1} ms, p99 {:.1} ms \
             ({}); the server used {busy:.2} cores; {said}",
            manner.name,
            wanted(pace),
            hands as f64 / took,
            actions as f64 / took,
            milliseconds(&times, 0.5),
            milliseconds(&times, 0.99),
            by_seconds(&times, began, &stalls),
        );
    }
    let still = held.iter().filter(|line| !line.is_finished()).count();
    println!("{still} idle connections were held throughout");
    // Everyone gets up before the lights go out.
    for line in playing.into_iter().chain(held) {
        line.abort();
        let _ = line.await;
    }
}

/// What so large a part of these times, the shortest first, stayed within.
fn milliseconds(times: &[Taken], part: f64) -> f64 {
    times.get((times.len() as f64 * part) as usize).map_or(0.0, |taken| taken.time.as_secs_f64() * 1e3)
}

/// The 99th percentiles of single seconds, the middle one and the worst, and that of all seconds in which no core stood
/// still for as long as can be told from the server's own time.
fn by_seconds(times: &[Taken], began: Instant, stalls: &[Stall]) -> String {
    const WORST: usize = 5;
    let second = |at: Instant| at.saturating_duration_since(began).as_secs();
    let mut seconds = BTreeMap::<u64, Vec<Taken>>::new();
    for &taken in times {
        seconds.entry(second(taken.heard)).or_default().push(taken);
    }
    let mut all: Vec<f64> = seconds.values().map(|times| milliseconds(times, 0.99)).collect();
    all.sort_unstable_by(|one, other| other.total_cmp(one));
    let middle = all.get(all.len() / 2).copied().unwrap_or_default();
    let worst = all.iter().take(WORST).map(|time| format!("{time:.0}")).collect::<Vec<_>>();
    for stall in stalls.iter().filter(|stall| stall.time >= STOOD_STILL) {
        // What gathered meanwhile may be worked off in the second after it.
        let (from, to) = (stall.ended.checked_sub(stall.time).map_or(0, second), second(stall.ended + CATCHING_UP));
        seconds.retain(|at, _| !(from..=to).contains(at));
    }
    let mut rest: Vec<Taken> = seconds.values().flatten().copied().collect();
    rest.sort_unstable_by_key(|taken| taken.time);
    format!(
        "single seconds: median {middle:.0}, worst {}; the {} in which every core ran: {:.1} ms",
        worst.join(" "),
        seconds.len(),
        milliseconds(&rest, 0.99)
    )
}

/// A core that is away for so long has stood still, and so long may it take until nothing is left of that.
const STOOD_STILL: Duration = Duration::from_millis(30);
const CATCHING_UP: Duration = Duration::from_millis(200);

/// How the cores stood still since this was last asked, and in words.
fn stood_still(watch: Option<&Watch>) -> (Vec<Stall>, String) {
    let Some(watch) = watch else { return (Vec::new(), "whether the cores ran throughout isn't known".to_owned()) };
    let (stalls, stolen) = watch.seen();
    let long = stalls.iter().filter(|stall| stall.time >= STOOD_STILL).count();
    let longest = stalls.iter().map(|stall| stall.time).max().unwrap_or_default().as_millis();
    let all = stalls.iter().map(|stall| stall.time).sum::<Duration>().as_millis();
    let said = format!(
        "the machine stood still for {all} ms of a core, {long} times over 30 ms, longest {longest} ms; its host gave {} ms \
         to others",
        stolen.as_millis()
    );
    (stalls, said)
}

/// What the same tables take where nothing is done but reading and writing: a hand is one action more than its players'
/// own, the deal.
async fn sockets_alone(size: &Size, paces: &[u64], watch: Option<&Watch>) {
    let messages = |hands| BOTS.actions(hands) + hands;
    let seconds = size.seconds.min(10);
    for &pace in paces {
        let server = Child::start("loopback");
        let busy = server.busy();
        let _ = stood_still(watch);
        let figures = loopback::play(server.address, size.tables, size.seats, messages(pace), seconds).await;
        let busy = (server.busy() - busy).as_secs_f64() / seconds as f64;
        let at = |part: f64| figures.times.get((figures.actions as f64 * part) as usize).copied().unwrap_or_default();
        println!(
            "sockets alone, {}: {:.0} hands/s; from action to the last seat p50 {:.1} ms, p99 {:.1} ms; {busy:.2} cores; {}",
            wanted(pace),
            figures.actions as f64 * 1000.0 / (messages(1000) * seconds) as f64,
            at(0.5).as_secs_f64() * 1e3,
            at(0.99).as_secs_f64() * 1e3,
            stood_still(watch).1,
        );
    }
}

fn wanted(pace: u64) -> String {
    if pace == 0 { "flat out".to_owned() } else { format!("{pace} hands/s wanted") }
}

/// Opens idle connections, each of a guest of its own and with a task that answers pings, for as long as it is open; gives
/// those and what each costs the server, in bytes.
async fn idle(server: &Child, count: usize) -> (Vec<JoinHandle<()>>, f64) {
    const AT_ONCE: usize = 64;
    let mut guests = Vec::new();
    let doors = (0..AT_ONCE).map(|part| {
        let address = server.address;
        tokio::spawn(async move {
            let mut door = Door::open(address).await;
            let mut guests = Vec::new();
            for _ in (part..count).step_by(AT_ONCE) {
                guests.push(door.guest().await);
            }
            guests
        })
    });
    for door in doors.collect::<Vec<_>>() {
        guests.extend(door.await.unwrap());
    }
    // Everything that the server keeps about guests is there already: what follows is the connections alone.
    let before = server.memory();
    let mut held = Vec::new();
    for guest in guests {
        let mut line = Line::open(server.address, &guest.cookie).await;
        held.push(tokio::spawn(async move {
            loop {
                line.hear(|_| ()).await;
            }
        }));
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let after = server.memory();
    (held, after.saturating_sub(before) as f64 / count as f64)
}
