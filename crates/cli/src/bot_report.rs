//! What a match between bots says: win rates in big blinds for a hundred hands, with their standard errors.

use cardroom_bots::Level;
use serde::Serialize;

use crate::bot_match::{BotMatch, Results};
use crate::output::Output;

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    game: &'static str,
    limit: String,
    players: usize,
    hands: u64,
    deals: u64,
    sessions: u64,
    actions: u64,
    seconds: f64,
    hands_per_second: f64,
    actions_per_second: f64,
    chips_before: u128,
    chips_after: u128,
    seed: u64,
    checked: bool,
    bots: Vec<Won>,
    differences: Vec<Difference>,
}

/// What the bots of one level won on average.
#[derive(Serialize)]
struct Won {
    level: &'static str,
    seats: usize,
    chips_per_100: f64,
    bb_per_100: f64,
    /// Null where there is but one session, from which no error can be estimated.
    stderr: Option<f64>,
}

/// How much more one level won than another, on the same deals.
#[derive(Serialize)]
struct Difference {
    better: &'static str,
    worse: &'static str,
    bb_per_100: f64,
    stderr: Option<f64>,
    sigmas: Option<f64>,
}

pub(crate) fn print(played: &BotMatch, results: &Results, seconds: f64, out: &mut Output) -> anyhow::Result<()> {
    let report = report(played, results, seconds);
    if out.wants_json() { out.json(&report) } else { text(&report, out) }
}

fn report(played: &BotMatch, results: &Results, seconds: f64) -> Report {
    let blind = played.spread.big_blind().get() as f64;
    // A bot plays one hand from each seat in a deal.
    let hands = results.session_deals as usize * played.bots.len();
    let factor = |level: Level| 100.0 / (played.seats_of(level) * hands) as f64;
    let levels = Level::ALL.into_iter().rev().filter(|&level| played.seats_of(level) > 0).collect::<Vec<_>>();
    let known = |error: f64| (results.sessions > 1).then_some(error);
    let won = |&level: &Level| {
        let mut factors = [0.0; 4];
        factors[level as usize] = factor(level);
        let (mean, error) = results.mean(factors);
        let seats = played.seats_of(level);
        Won { level: level.name(), seats, chips_per_100: mean, bb_per_100: mean / blind, stderr: known(error / blind) }
    };
    let difference = |pair: &[Level]| {
        let mut factors = [0.0; 4];
        factors[pair[0] as usize] = factor(pair[0]) / blind;
        factors[pair[1] as usize] = -factor(pair[1]) / blind;
        let (mean, error) = results.mean(factors);
        let (stderr, sigmas) = (known(error), known(if error > 0.0 { mean / error } else { 0.0 }));
        Difference { better: pair[0].name(), worse: pair[1].name(), bb_per_100: mean, stderr, sigmas }
    };
    let (chips_before, chips_after) = results.chips();
    Report {
        game: played.spread.game().id,
        limit: played.spread.limit().to_string(),
        players: played.bots.len(),
        hands: results.hands,
        deals: results.sessions * results.session_deals,
        sessions: results.sessions,
        actions: results.actions,
        seconds,
        hands_per_second: results.hands as f64 / seconds,
        actions_per_second: results.actions as f64 / seconds,
        chips_before,
        chips_after,
        seed: played.seed,
        checked: played.check,
        bots: levels.iter().map(won).collect(),
        differences: levels.windows(2).map(difference).collect(),
    }
}

fn text(report: &Report, out: &mut Output) -> anyhow::Result<()> {
    let Report { game, limit, players, hands, deals, actions, seconds, .. } = report;
    let s = if *deals == 1 { "" } else { "s" };
    out.text(format_args!(
        "{hands} hands of {game}, {limit}, {players} bots: {deals} deal{s}, each played from every seat\n\n"
    ))?;
    let mut table = out.table();
    table.set_header(["level", "seats", "bb/100", "± 1σ"]);
    for bot in &report.bots {
        let error = bot.stderr.map_or_else(|| "?".to_owned(), |error| format!("{error:.1}"));
        let numbers = [format!("{:+.1}", bot.bb_per_100), error];
        table.add_row([bot.level.to_owned(), bot.seats.to_string()].into_iter().chain(numbers));
    }
    right_align(&mut table);
    out.text(format_args!("{}\n", table.trim_fmt()))?;
    if !report.differences.is_empty() {
        out.text("\n")?;
    }
    for Difference { better, worse, bb_per_100, stderr, sigmas } in &report.differences {
        match (stderr, sigmas) {
            (Some(error), Some(sigmas)) => {
                out.text(format_args!("{better} over {worse}: {bb_per_100:+.1} ± {error:.1} bb/100, {sigmas:.1}σ\n"))?;
            }
            _ => out.text(format_args!(
                "{better} over {worse}: {bb_per_100:+.1} bb/100; too few hands to say how sure\n"
            ))?,
        }
    }
    let checked = if report.checked { "every invariant checked after every step" } else { "chip sum checked" };
    out.text(format_args!(
        "\n{actions} actions in {seconds:.2} s; chips before {}, after {}; {checked}\n",
        report.chips_before, report.chips_after
    ))
}

fn right_align(table: &mut comfy_table::Table) {
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
}
