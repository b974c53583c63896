//! `cardroom replay`: plays recorded hands through the engine, by the folder, on all cores.
//!
//! The hands are read, replayed and put into words by the workers; only printing is done in order.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use cardroom_history::{
    Batch, Batches, Decimal, HistoryError, Played, Posts, Record, Replayer, Stats, Verdict, Watched, check, in_order,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::CheckFailed;
use crate::output::Output;
use crate::player_figures;
use crate::remarks::Remarks;

/// Play recorded hands (.phh, .phhs) through the engine
///
/// Strict about chips, cards and turn order, lenient about table customs. A broken record is reported with its file,
/// number, action and reason, and the rest goes on; of many that have the same reason the first few, and how many more
/// there are. Exit code 1 if a record is invalid or differs, 2 if there is none.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, or folders with .phh and .phhs files in them
    #[arg(required = true, value_name = "FILE-OR-FOLDER")]
    paths: Vec<PathBuf>,

    /// Compare with the records' finishing stacks, up to a rake
    #[arg(long)]
    check: bool,

    /// Sum up every player's figures
    #[arg(long)]
    stats: bool,

    /// How many hands to work on at once; all cores unless given
    #[arg(long, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    jobs: Option<u16>,
}

const EXAMPLES: &str = "\
Examples:
  cardroom replay --check hands.phhs
  cardroom replay --check --json session.phh archive/
  cardroom replay --stats archive/";

fn jobs(text: &str) -> Result<u16, &'static str> {
    let allowed = "allowed is a whole number from 1 to 1024";
    text.parse().ok().filter(|jobs| (1..=1024).contains(jobs)).ok_or(allowed)
}

/// What the last line of `--json` says.
#[derive(Serialize, Default, Clone, Copy)]
struct Tally {
    hands: u64,
    r#match: u64,
    differ: u64,
    unchecked: u64,
    invalid: u64,
    /// How many fit only with posts that were live, though they are written as dead ones.
    live_posts: u64,
    seconds: f64,
}

/// What a worker made of a batch.
#[derive(Default)]
struct Done {
    /// One for each hand, with `--json`.
    lines: String,
    /// The hands that there is something to say about: where each is, and what.
    remarks: Vec<(String, String)>,
    tally: Tally,
    bytes: u64,
    unreadable: Option<String>,
}

/// What a worker keeps from batch to batch.
#[derive(Default)]
struct Worker {
    replayer: Replayer,
    stats: Stats,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    for path in &args.paths {
        std::fs::metadata(path).with_context(|| format!("{} can't be read", path.display()))?;
    }
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let began = Instant::now();
    let progress = progress(out);
    let json = out.wants_json();
    let mut tally = Tally::default();
    let mut unreadable = Vec::new();
    let mut remarks = Remarks::default();
    let mut printed = Ok(());
    let work = |worker: &mut Worker, batch: Batch| worker.replay(&batch, args, json);
    let workers = in_order(jobs, Batches::new(args.paths.clone()), Worker::default, work, |done| {
        tally.add(&done.tally);
        unreadable.extend(done.unreadable);
        progress.inc(done.bytes);
        progress.set_message(format!("{} hands", tally.hands));
        let text = if json { done.lines } else { told(&mut remarks, done.remarks) };
        printed = if text.is_empty() { Ok(()) } else { progress.suspend(|| out.text(text)) };
        printed.is_ok()
    });
    progress.finish_and_clear();
    printed?;
    out.text(remarks.untold())?;
    tally.seconds = began.elapsed().as_secs_f64();
    if args.stats {
        let mut stats = Stats::default();
        workers.into_iter().for_each(|worker| stats.merge(worker.stats));
        player_figures::print(&stats, out)?;
    }
    if json {
        out.json(&tally)?;
    } else {
        out.text(tally.in_words())?;
    }
    out.finish()?;
    tally.verdict(&unreadable, &args.paths)
}

/// The lines of what is told now.
fn told(remarks: &mut Remarks, said: Vec<(String, String)>) -> String {
    let told = said.into_iter().filter(|(_, remark)| remarks.tells(remark));
    told.map(|(place, remark)| format!("{place}: {remark}\n")).collect()
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// A count of bytes and hands on a terminal, nothing elsewhere.
fn progress(out: &Output) -> ProgressBar {
    if !std::io::stderr().is_terminal() || (out.wants_json() && std::io::stdout().is_terminal()) {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {bytes} {bytes_per_sec} {msg}");
    let bar = ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

impl Worker {
    fn replay(&mut self, batch: &Batch, args: &Args, json: bool) -> Done {
        let file = batch.file.display().to_string();
        let json_file = serde_json::to_string(&file).unwrap_or_default();
        let mut done = Done { bytes: batch.len() as u64, ..Done::default() };
        for (number, text) in batch.records() {
            let Hand { status, record, played, error } = self.hand(text, args);
            let posts = played.as_ref().map(Played::posts).unwrap_or_default();
            done.tally.count(status, posts);
            if json {
                done.lines.push_str("{\"file\":");
                done.lines.push_str(&json_file);
                let _ = write!(done.lines, ",\"hand\":{number},\"status\":\"{}\",\"stacks\":", status.name());
                write_stacks(&mut done.lines, played.as_ref());
                done.lines.push_str(",\"expected\":");
                write_expected(&mut done.lines, record.as_ref());
                done.lines.push_str(",\"error\":");
                let _ = match error {
                    Some(error) => write!(done.lines, "{}", serde_json::Value::from(error)),
                    None => write!(done.lines, "null"),
                };
                let live = if posts == Posts::Dead { "false" } else { "true" };
                let _ = writeln!(done.lines, ",\"live_posts\":{live}}}");
            } else if let Some(error) = error {
                done.remarks.push((format!("{file}: hand {number}"), format!("{}: {error}", status.name())));
            }
        }
        if let Some(error) = &batch.unreadable {
            done.unreadable = Some(format!("{file} can't be read: {error}"));
        }
        done
    }

    fn hand<'t>(&mut self, text: Result<&'t str, HistoryError>, args: &Args) -> Hand<'t> {
        let broken = |record, error: &HistoryError| {
            let said = Some(error.to_string());
            Hand { status: Status::of(error), record, played: None, error: said }
        };
        let record = match text.and_then(Record::read) {
            Ok(record) => record,
            Err(error) => return broken(None, &error),
        };
        let mut watched = Watched::default();
        let played = if args.stats {
            self.replayer.play_into(&record, &mut watched)
        } else {
            self.replayer.play_into(&record, &mut ())
        };
        let played = match played {
            Ok(played) => played,
            Err(error) => return broken(Some(record), &error),
        };
        if let (true, Played::Over(played)) = (args.stats, &played) {
            self.stats.add(&record.names(), &played.spread, &watched);
        }
        let (verdict, stopped) = match &played {
            Played::Over(played) => (args.check.then(|| check(&record, played)), None),
            Played::Stopped(stopped) => (args.check.then(|| stopped.check(&record)), Some(stopped)),
        };
        let (status, error) = match verdict {
            Some(Verdict::Match) => (Status::Match, None),
            Some(Verdict::Differ(why)) => (Status::Differ, Some(why)),
            Some(Verdict::Unchecked) | None => {
                (Status::Unchecked, stopped.map(|stopped| stopped.unfinished().to_string()))
            }
        };
        Hand { status, record: Some(record), played: Some(played), error }
    }
}

/// What became of a hand.
struct Hand<'t> {
    status: Status,
    record: Option<Record<'t>>,
    played: Option<Played>,
    error: Option<String>,
}

#[derive(Clone, Copy)]
enum Status {
    Match,
    Differ,
    Unchecked,
    Invalid,
}

impl Status {
    /// A game that isn't played here is no fault of the record's.
    fn of(error: &HistoryError) -> Self {
        if error.is_unsupported() { Self::Unchecked } else { Self::Invalid }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Differ => "differ",
            Self::Unchecked => "unchecked",
            Self::Invalid => "invalid",
        }
    }
}

impl Tally {
    fn count(&mut self, status: Status, posts: Posts) {
        self.hands += 1;
        self.live_posts += u64::from(posts != Posts::Dead);
        match status {
            Status::Match => self.r#match += 1,
            Status::Differ => self.differ += 1,
            Status::Unchecked => self.unchecked += 1,
            Status::Invalid => self.invalid += 1,
        }
    }

    fn add(&mut self, other: &Self) {
        self.hands += other.hands;
        self.r#match += other.r#match;
        self.differ += other.differ;
        self.unchecked += other.unchecked;
        self.invalid += other.invalid;
        self.live_posts += other.live_posts;
    }

    fn in_words(&self) -> String {
        let Self { hands, r#match, differ, unchecked, invalid, live_posts, seconds } = self;
        let speed = *hands as f64 / seconds.max(1e-9);
        let s = if *hands == 1 { "" } else { "s" };
        let posts = match live_posts {
            0 => String::new(),
            1 => "1 hand fits only if its post below zero was a live blind\n".to_owned(),
            many => format!("{many} hands fit only if their posts below zero were live blinds\n"),
        };
        format!(
            "{posts}{hands} hand{s}: {match} match, {differ} differ, {unchecked} unchecked, {invalid} invalid; \
             {seconds:.2} s, {speed:.0} hands/s\n"
        )
    }

    fn verdict(&self, unreadable: &[String], paths: &[PathBuf]) -> anyhow::Result<()> {
        if let [first, rest @ ..] = unreadable {
            let others = if rest.is_empty() { String::new() } else { format!(" (and {} more)", rest.len()) };
            bail!("{first}{others}");
        }
        // Nothing that differs among nothing is no success: somebody who checks an archive wants to know.
        if self.hands == 0 {
            let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            bail!(
                "nothing to replay: no hand is in {}; of a folder the .phh and .phhs files are read",
                paths.join(", ")
            );
        }
        if self.differ + self.invalid > 0 {
            let Self { hands, differ, invalid, .. } = self;
            let s = if *hands == 1 { "" } else { "s" };
            return Err(CheckFailed(format!("of {hands} hand{s} {differ} differ and {invalid} are invalid")).into());
        }
        Ok(())
    }
}

/// The chips that the players ended with, or had where the record stops.
fn write_stacks(lines: &mut String, played: Option<&Played>) {
    let (stacks, places) = match played {
        Some(Played::Over(played)) => (&played.stacks, played.places),
        Some(Played::Stopped(stopped)) => (&stopped.stacks, stopped.places),
        None => return lines.push_str("null"),
    };
    write_list(lines, stacks.iter().map(|stack| stack.map(|stack| Decimal::from_chips(stack, places))));
}

fn write_expected(lines: &mut String, record: Option<&Record<'_>>) {
    match record.and_then(|record| record.finishing_stacks.as_ref()) {
        Some(stacks) => write_list(lines, stacks.iter().copied()),
        None => lines.push_str("null"),
    }
}

/// A list of numbers, `null` for one that isn't known.
fn write_list(lines: &mut String, amounts: impl Iterator<Item = Option<Decimal>>) {
    lines.push('[');
    for (index, amount) in amounts.enumerate() {
        if index > 0 {
            lines.push(',');
        }
        let _ = match amount {
            Some(amount) => write!(lines, "{amount}"),
            None => write!(lines, "null"),
        };
    }
    lines.push(']');
}
