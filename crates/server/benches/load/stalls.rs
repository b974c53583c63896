//! What the machine itself does not give: on each core a process that goes before every other wants nothing but to wake
//! once a millisecond. Where it wakes late, nothing on that core ran, and no server could have answered; the system counts
//! the time that its host gave to others.

use std::cell::Cell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A core that stands still for longer than this is told of.
const WORTH_TELLING: Duration = Duration::from_millis(10);

/// A core stood still.
#[derive(Clone, Copy)]
pub(crate) struct Stall {
    pub(crate) ended: Instant,
    pub(crate) time: Duration,
}

/// Looks at every core; as long as it lives.
pub(crate) struct Watch {
    processes: Vec<Child>,
    seen: Arc<Mutex<Vec<Stall>>>,
    /// What the host had given to others when it was last asked.
    stolen: Cell<Duration>,
}

impl Watch {
    /// Nothing where the system doesn't let anybody go before all others.
    pub(crate) fn start() -> Option<Self> {
        let cores = std::thread::available_parallelism().map_or(1, Into::into);
        let mut watch = Self { processes: Vec::new(), seen: Arc::default(), stolen: Cell::default() };
        for core in 0..cores {
            let mut command = Command::new("taskset");
            command.args(["-c", &core.to_string(), "chrt", "-f", "90"]).arg(std::env::current_exe().ok()?);
            let command = command.args(["stalls", "-"]).stdout(Stdio::piped()).stderr(Stdio::null());
            let mut process = command.spawn().ok()?;
            let mut lines = BufReader::new(process.stdout.take()?).lines();
            watch.processes.push(process);
            // The first line says that it got so far.
            lines.next()?.ok()?;
            let seen = watch.seen.clone();
            std::thread::spawn(move || {
                for time in lines.map_while(Result::ok).filter_map(|line| line.parse().ok()) {
                    seen.lock().unwrap().push(Stall { ended: Instant::now(), time: Duration::from_micros(time) });
                }
            });
        }
        Some(watch)
    }

    /// What was seen since it was last asked, and the time of all cores that the host gave to others.
    pub(crate) fn seen(&self) -> (Vec<Stall>, Duration) {
        let stolen = stolen();
        let before = self.stolen.replace(stolen);
        (std::mem::take(&mut *self.seen.lock().unwrap()), stolen.saturating_sub(before))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        for process in &mut self.processes {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// What a host has given to others since the system was started, as far as it says so.
fn stolen() -> Duration {
    let text = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let ticks = text.split_whitespace().nth(8).and_then(|ticks| ticks.parse().ok()).unwrap_or(0);
    Duration::from_millis(ticks * 10)
}

/// What each process does: says how long its core stood still, in microseconds, whenever it did.
pub(crate) fn look() {
    let mut out = std::io::stdout();
    let mut last = Instant::now();
    let mut told = writeln!(out, "0");
    while told.and_then(|()| out.flush()).is_ok() {
        std::thread::sleep(Duration::from_millis(1));
        let time = last.elapsed();
        last = Instant::now();
        told = if time > WORTH_TELLING { writeln!(out, "{}", time.as_micros()) } else { Ok(()) };
    }
}
