//! `cardroom odds`: the equity of each hand or range, in any game.

use anyhow::{Context, bail, ensure};
use cardroom_cards::{CardSet, holdout::Qualifier};
use cardroom_odds::{Answer, Effort, Pool, Range, Setup};
use cardroom_rules::{CATALOGUE, Division, Game};
use serde::Serialize;

use crate::output::Output;
use crate::progress::Progress;
use crate::typed;

/// Say what part of the pot each hand or range can expect
///
/// Exact where every deal can be counted in about a second, else sampled, with the standard error of the equity.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game whose rules decide
    #[arg(long, value_name = "ID", value_parser = typed::game())]
    game: &'static Game,

    /// The board so far
    #[arg(long, value_name = "CARDS", default_value = "", hide_default_value = true)]
    board: String,

    /// Cards that can't come: folded, shown or burned
    #[arg(long, value_name = "CARDS", default_value = "", hide_default_value = true)]
    dead: String,

    /// In high/low games the highest card of a low that counts: 5 to K, or none
    /// for no condition; 8 unless given
    #[arg(long, value_name = "RANK", value_parser = typed::qualifier)]
    qualifier: Option<Qualifier>,

    #[command(flatten)]
    sampling: Sampling,

    /// Count every deal, however long it takes, up to a million million
    #[arg(long, conflicts_with_all = ["samples", "until"])]
    exact: bool,

    /// A hand (AhKh), a range (QQ+,AKs), or ?? for a random hand; in Hold-Out
    /// the cards kept, 1 to 5; ?? inside a hand is one unknown card
    #[arg(required = true, value_name = "HAND")]
    hands: Vec<String>,
}

/// How to sample, for every command that does.
#[derive(clap::Args)]
pub(crate) struct Sampling {
    /// Sample so many deals
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) samples: Option<u64>,

    /// Sample until the standard error is at most this: 0.1%, or 0.001
    #[arg(long, value_name = "ERROR", value_parser = error, conflicts_with = "samples", allow_negative_numbers = true)]
    pub(crate) until: Option<f64>,

    /// The seed of sampling: the same one gives the same answer
    #[arg(long, default_value_t = 0, value_parser = typed::number, allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// How many threads to work on; as many as the machine has unless given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  cardroom odds --game holdem AhKh QsQd
  cardroom odds --game holdem --board 2c7dTh \"QQ+,AKs\" \"??\"
  cardroom odds --game holdem --until 0.05% \"A5s-A2s,KQo:0.5\" \"??\" \"??\"
  cardroom odds --game holdout-hilo --board 2c4d7h As3s KhKd9c9d
  cardroom odds --game draw27 --json 8s5d4c3s2d 7h4d3c2h??

Ranges are for two-card games: QQ, QQ+, QQ-99, AK, AKs, KQo, A5s+, A5s-A2s,
each with a weight (QQ:0.5), in lists with commas. A random Hold-Out hand keeps
any of the 31 holds of five random cards.";

#[derive(Serialize)]
struct Report<'a> {
    game: &'static str,
    exact: bool,
    boards: u64,
    seed: Option<u64>,
    players: Vec<Record<'a>>,
}

#[derive(Serialize)]
struct Record<'a> {
    hand: &'a str,
    win: f64,
    tie: f64,
    equity: f64,
    scoop: f64,
    high: f64,
    low: f64,
    stderr: f64,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let qualifier = qualifier(args.game, args.qualifier)?;
    let hand = |(place, text): (usize, &String)| Range::parse(args.game, text).with_context(|| format!("hand {place}"));
    let setup = Setup {
        game: args.game,
        qualifier,
        board: cards("on the board", &args.board)?,
        dead: cards("among the dead cards", &args.dead)?,
        hands: (1..).zip(&args.hands).map(hand).collect::<Result<_, _>>()?,
    };
    let question = setup.check()?;
    let seed = args.sampling.seed;
    let effort = match (args.exact, args.sampling.samples, args.sampling.until) {
        (true, ..) => Effort::Exact,
        (_, Some(samples), _) => Effort::Samples { seed, samples },
        (_, _, Some(stderr)) => Effort::Until { seed, stderr },
        _ => Effort::Auto { seed, until: 0.0005 },
    };
    let answer = {
        let progress = Progress::new("Dealing");
        let tell = |done| progress.tell(done);
        question.answer(&effort, &args.sampling.pool()?.telling(&tell))?
    };
    if out.wants_json() { out.json(&report(args.game, &answer)) } else { print(args, &answer, out) }
}

impl Sampling {
    pub(crate) fn pool(&self) -> anyhow::Result<Pool<'static>> {
        match self.threads {
            None => Ok(Pool::default()),
            Some(threads) => {
                ensure!((1..=1024).contains(&threads), "--threads {threads}: allowed are 1 to 1024");
                Ok(Pool::new(threads))
            }
        }
    }
}

/// The qualifier, which only some games have.
pub(crate) fn qualifier(game: &Game, given: Option<Qualifier>) -> anyhow::Result<Qualifier> {
    if given.is_some() && game.division != Division::HighLow {
        let high_low = CATALOGUE.iter().filter(|game| game.division == Division::HighLow);
        let ids = high_low.map(|game| game.id).collect::<Vec<_>>().join(", ");
        bail!("--qualifier is for high/low games only ({ids}): {} has none", game.name);
    }
    Ok(given.unwrap_or_default())
}

/// A set of cards from what was typed.
pub(crate) fn cards(place: &str, text: &str) -> anyhow::Result<CardSet> {
    Ok(typed::Deck::default().take(place, text)?.into_iter().collect())
}

/// A number of deals; none at all is for the library to refuse.
fn count(text: &str) -> Result<u64, &'static str> {
    text.replace(['_', ','], "").parse().map_err(|_| typed::AT_LEAST_ONE)
}

/// A standard error: a number above 0, or a percentage.
fn error(text: &str) -> Result<f64, &'static str> {
    let (number, unit) = match text.strip_suffix('%') {
        Some(percent) => (percent, 0.01),
        None => (text, 1.0),
    };
    match number.trim().parse::<f64>() {
        Ok(error) if error * unit > 0.000_01 && error * unit < 1.0 => Ok(error * unit),
        _ => Err("allowed is a percentage above 0.001%, like 0.1%, or a number, like 0.001"),
    }
}

fn report<'a>(game: &Game, answer: &'a Answer) -> Report<'a> {
    let record = |player: &'a cardroom_odds::PlayerOdds| Record {
        hand: &player.hand,
        win: player.win.to_f64(),
        tie: player.tie.to_f64(),
        equity: player.equity.to_f64(),
        scoop: player.scoop.to_f64(),
        high: player.high.to_f64(),
        low: player.low.to_f64(),
        stderr: player.stderr,
    };
    Report {
        game: game.id,
        exact: answer.is_exact(),
        boards: answer.boards(),
        seed: answer.seed(),
        players: answer.players().iter().map(record).collect(),
    }
}

fn print(args: &Args, answer: &Answer, out: &mut Output) -> anyhow::Result<()> {
    let boards = grouped(answer.boards());
    match answer.seed() {
        None => out.text(format_args!("{}, exact: {boards} deals counted\n\n", args.game.name))?,
        Some(seed) => out.text(format_args!("{}, sampled: {boards} deals, seed {seed}\n\n", args.game.name))?,
    }
    let halves = args.game.division == Division::HighLow;
    let mut table = out.table();
    let mut header = vec!["Hand", "Equity", "Win", "Tie"];
    if !answer.is_exact() {
        header.insert(2, "±");
    }
    if halves {
        header.extend(["Scoop", "High", "Low"]);
    }
    table.set_header(header);
    for player in answer.players() {
        let percent = |ratio: cardroom_odds::Ratio| format!("{:.2} %", 100.0 * ratio.to_f64());
        let mut row = vec![player.hand.clone(), percent(player.equity), percent(player.win), percent(player.tie)];
        if !answer.is_exact() {
            row.insert(2, format!("{:.2} %", 100.0 * player.stderr));
        }
        if halves {
            row.extend([player.scoop, player.high, player.low].map(percent));
        }
        table.add_row(row);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
    out.text(format_args!("{}\n", table.trim_fmt()))
}

/// A number with commas: 1,712,304.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let start = digits.len() % 3;
    let mut text = digits[..start].to_owned();
    for group in digits.as_bytes()[start..].chunks(3) {
        if !text.is_empty() {
            text.push(',');
        }
        text.extend(group.iter().map(|&digit| char::from(digit)));
    }
    text
}
