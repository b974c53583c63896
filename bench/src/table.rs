//! The best time of each candidate, and the table of them.

use std::fmt;
use std::hint::black_box;
use std::time::Instant;

/// Nanoseconds for each row and candidate, in the order in which they were first measured.
#[derive(Default)]
pub struct Table {
    rows: Vec<Row>,
}

struct Row {
    name: &'static str,
    target: Option<f64>,
    times: Vec<(&'static str, f64)>,
}

impl Table {
    /// Runs a candidate and keeps its time for each hand if it is the best so far. It has run once before, so that
    /// nobody pays for what the one before left behind: a cache full of other tables, or a clock slowed by wide registers.
    pub fn time(&mut self, row: &'static str, candidate: &'static str, hands: usize, mut run: impl FnMut() -> u64) {
        black_box(run());
        self.keep(row, candidate, nanoseconds(run) / hands as f64);
    }

    /// Keeps a time for each hand if it is the best so far.
    pub fn keep(&mut self, row: &'static str, candidate: &'static str, time: f64) {
        let times = &mut self.row(row).times;
        match times.iter_mut().find(|(name, _)| *name == candidate) {
            Some((_, best)) => *best = best.min(time),
            None => times.push((candidate, time)),
        }
    }

    /// Sets what the ratio of `pokers` to us is to reach.
    pub fn target(&mut self, row: &'static str, ratio: f64) {
        self.row(row).target = Some(ratio);
    }

    fn row(&mut self, name: &'static str) -> &mut Row {
        let at = self.rows.iter().position(|row| row.name == name).unwrap_or_else(|| {
            self.rows.push(Row { name, target: None, times: Vec::new() });
            self.rows.len() - 1
        });
        &mut self.rows[at]
    }
}

/// How long a run takes.
pub fn nanoseconds(run: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    black_box(run());
    start.elapsed().as_secs_f64() * 1e9
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| ns a hand, best of all rounds | cardroom | pokers | ratio | to reach | others |")?;
        writeln!(f, "|---|---|---|---|---|---|")?;
        for row in &self.rows {
            let best = |name| row.times.iter().find(|time| time.0 == name).map(|time| time.1);
            let number = |value: Option<f64>, digits| value.map_or(String::new(), |value| format!("{value:.digits$}"));
            let ratio = best("cardroom").zip(best("pokers")).map(|(ours, theirs)| theirs / ours);
            write!(f, "| {} | {} | {} ", row.name, number(best("cardroom"), 2), number(best("pokers"), 2))?;
            write!(f, "| {} | {} | ", number(ratio, 2), number(row.target, 1))?;
            let others = row.times.iter().filter(|time| time.0 != "cardroom" && time.0 != "pokers");
            let others: Vec<String> = others.map(|(name, time)| format!("{name} {time:.2}")).collect();
            writeln!(f, "{} |", others.join(", "))?;
        }
        Ok(())
    }
}
