//! `cardroom simulate`: plays hands between random players or bots, checks the engine's invariants, and says how fast
//! it went, or who won.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Instant;

use anyhow::ensure;
use cardroom_bots::Level;
use cardroom_rules::{Chips, Event, Hand, Lineup, MOST_SEATS, Spread};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

use crate::CheckFailed;
use crate::bot_match::BotMatch;
use crate::bot_report;
use crate::hand_records::{self, HandRecords};
use crate::output::Output;
use crate::random_play::{self, Dealer};
use crate::table_settings::TableSettings;
use crate::typed;

/// Play hands between random players and check the engine, or between bots
/// and see who wins
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableSettings,

    /// How many players; 6, or as many as there are bots
    #[arg(long, value_name = "N", value_parser = typed::number, allow_negative_numbers = true)]
    players: Option<u64>,

    /// How many hands; 100000, or 10000 between bots
    #[arg(long, value_name = "H", value_parser = typed::count::<u64>, allow_negative_numbers = true)]
    hands: Option<u64>,

    /// Seat bots of these levels, and report what they win: random, beginner,
    /// solid, strong; one of each unless named. At a larger table they sit down
    /// in turn
    #[arg(long, value_name = "LEVEL,...", value_delimiter = ',', num_args = 0..=1,
        default_missing_value = "strong,solid,beginner,random")]
    bots: Vec<Level>,

    /// Deals that a bot imagines for each decision, instead of its level's own
    #[arg(long, value_name = "N", requires = "bots", value_parser = typed::count::<usize>, allow_negative_numbers = true)]
    samples: Option<usize>,

    /// Threads that bots play on; all cores unless given
    #[arg(long, value_name = "N", requires = "bots", value_parser = typed::count::<usize>, allow_negative_numbers = true)]
    threads: Option<usize>,

    /// What everybody has at the beginning of each hand; 100 minimum bets unless given
    #[arg(long, value_name = "CHIPS", value_parser = typed::number, allow_negative_numbers = true)]
    stack: Option<u64>,

    /// The seed: the same one gives the same hands
    #[arg(long, default_value_t = 0, value_parser = typed::number, allow_negative_numbers = true)]
    seed: u64,

    /// Check every invariant after every step, not only the chip sum
    #[arg(long)]
    check: bool,

    /// Write every hand to a new file of PHH records, all cards open, for
    /// cardroom replay and convert
    #[arg(long, value_name = "FILE.phhs")]
    records: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cardroom simulate --game holdem --players 6 --hands 1000000
  cardroom simulate --game holdout-hilo --players 9 --hands 100000 --check
  cardroom simulate --game draw27-triple --limit fixed --seed 7 --json
  cardroom simulate --game holdout --bots
  cardroom simulate --game holdem --bots strong,solid --hands 50000
  cardroom simulate --game holdout --limit spread --profile wac-230-15 \\
      --hands 1000000 --records million.phhs";

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    game: &'static str,
    players: usize,
    hands: u64,
    actions: u64,
    seconds: f64,
    hands_per_second: f64,
    actions_per_second: f64,
    chips_before: u128,
    chips_after: u128,
    seed: u64,
    checked: bool,
}

/// What was counted over all hands.
#[derive(Default)]
struct Tally {
    actions: u64,
    /// Added up over all hands: a room's chips a few thousand times over are more than 64 bits hold.
    before: u128,
    after: u128,
}

impl Tally {
    fn add(&mut self, actions: u64, stack: Chips, hand: &Hand) {
        self.actions += actions;
        self.before += u128::from(stack.get()) * hand.players() as u128;
        self.after += hand.stacks().map(|stack| u128::from(stack.get())).sum::<u128>();
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let spread = args.table.spread()?;
    let stack = args.stack.map_or(spread.limit().min_bet().times(100), Chips::new);
    let usual = if args.bots.is_empty() { 6 } else { args.bots.len() };
    let players = args.players.map_or(usual, |players| usize::try_from(players).unwrap_or(usize::MAX));
    let alone = args.bots.len() == 1 && args.players.is_none();
    ensure!(!alone, "one bot has nobody to play against: name more of them, or say how many with --players");
    // One too many is refused like a million too many, which would need a list as long.
    let seated = players.min(MOST_SEATS + 1);
    ensure!(players == seated, "{players} players: at most {MOST_SEATS} sit at a table");
    let mut lineup = Lineup::new(&spread, &vec![stack; seated])?;
    if args.table.straddle {
        ensure!(players > 2, "--straddle: only left of the big blind, so at least three must play");
        lineup = lineup.with_straddle(&spread)?;
    }
    let records = args.records.as_deref().map(HandRecords::create).transpose()?;
    if !args.bots.is_empty() {
        return between_bots(args, &spread, lineup, stack, records, out);
    }
    let hand = Hand::new(&spread, &lineup, &mut ());
    let hands = args.hands();
    let began = Instant::now();
    let Tally { actions, before, after } = if args.check || records.is_some() {
        play_watched(args, &lineup, stack, hand, records)?
    } else {
        play(args, &lineup, stack, hand)?
    };
    let seconds = began.elapsed().as_secs_f64();
    let report = Report {
        game: spread.game().id,
        players,
        hands,
        actions,
        seconds,
        hands_per_second: hands as f64 / seconds,
        actions_per_second: actions as f64 / seconds,
        chips_before: before,
        chips_after: after,
        seed: args.seed,
        checked: args.check,
    };
    if out.wants_json() {
        out.json(&report)?;
    } else {
        print(&report, out)?;
    }
    if before != after {
        return Err(CheckFailed(format!("{before} chips became {after}")).into());
    }
    Ok(())
}

impl Args {
    fn hands(&self) -> u64 {
        self.hands.unwrap_or(if self.bots.is_empty() { 100_000 } else { 10_000 })
    }
}

/// Plays the bots against each other and reports what they won.
fn between_bots(
    args: &Args,
    spread: &Spread,
    lineup: Lineup,
    stack: Chips,
    records: Option<HandRecords>,
    out: &mut Output,
) -> anyhow::Result<()> {
    let players = lineup.players();
    ensure!(
        args.bots.len() <= players,
        "--bots names {} bots for {players} players: at most one for each seat",
        args.bots.len()
    );
    let bots = args.bots.iter().copied().cycle().take(players).collect();
    let (samples, check) = (args.samples, args.check);
    let played = BotMatch { spread: *spread, lineup, stack, bots, samples, seed: args.seed, check };
    let threads = args.threads.or(thread::available_parallelism().ok().map(NonZeroUsize::get)).unwrap_or(1);
    let began = Instant::now();
    let results = played.play(args.hands(), threads, records)?;
    bot_report::print(&played, &results, began.elapsed().as_secs_f64(), out)?;
    let (before, after) = results.chips();
    if before != after {
        return Err(CheckFailed(format!("{before} chips became {after}")).into());
    }
    Ok(())
}

/// Plays the hands. Apart from the checks, which would get in the way.
#[inline(never)]
fn play(args: &Args, lineup: &Lineup, stack: Chips, mut hand: Hand) -> anyhow::Result<Tally> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let mut dealer = Dealer::new();
    let mut tally = Tally::default();
    for _ in 0..args.hands() {
        let actions = random_play::play(&mut hand, lineup, &mut dealer, &mut rng, &mut (), |_| {})?;
        tally.add(actions, stack, &hand);
    }
    Ok(tally)
}

/// Plays the hands and keeps what happens in each: to check every invariant after every step and that it can be played
/// again, to write it down, or both.
#[inline(never)]
fn play_watched(
    args: &Args,
    lineup: &Lineup,
    stack: Chips,
    mut hand: Hand,
    mut records: Option<HandRecords>,
) -> anyhow::Result<Tally> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let mut dealer = Dealer::new();
    let mut tally = Tally::default();
    let mut events = Vec::new();
    for number in 1..=args.hands() {
        events.clear();
        let mut broken = None;
        let actions = random_play::play(&mut hand, lineup, &mut dealer, &mut rng, &mut events, |hand| {
            if args.check {
                broken = broken.take().or(hand.invariants().err());
            }
        })?;
        if args.check
            && let Some(broken) = broken.map(|broken| broken.to_string()).or(replays(lineup, &hand, &events))
        {
            return Err(CheckFailed(format!("hand {number} with seed {}: {broken}", args.seed)).into());
        }
        if let Some(records) = &mut records {
            records.write(&hand_records::record(number, hand.spread(), lineup, &events, Vec::new()))?;
        }
        tally.add(actions, stack, &hand);
    }
    records.map_or(Ok(()), HandRecords::finish)?;
    Ok(tally)
}

/// Plays the hand again from its events; says what differs, if anything.
fn replays(lineup: &Lineup, hand: &Hand, events: &[Event]) -> Option<String> {
    let mut again = Vec::with_capacity(events.len());
    let mut copy = Hand::new(hand.spread(), lineup, &mut again);
    for input in events.iter().filter_map(Event::input) {
        if let Err(refusal) = copy.apply(input, &mut again) {
            return Some(format!("played again it is refused: {refusal}"));
        }
    }
    (again != events || copy != *hand).then(|| "played again it comes out differently".to_owned())
}

fn print(report: &Report, out: &mut Output) -> anyhow::Result<()> {
    let Report { game, players, hands, actions, seconds, chips_before, chips_after, .. } = report;
    let checked = if report.checked { "every invariant checked after every step" } else { "chip sum checked" };
    out.text(format_args!("{hands} hands of {game}, {players} players, {actions} actions in {seconds:.2} s\n"))?;
    out.text(format_args!(
        "{:.0} hands/s, {:.0} actions/s on one thread\n",
        report.hands_per_second, report.actions_per_second
    ))?;
    out.text(format_args!("chips before {chips_before}, after {chips_after}; {checked}\n"))
}
