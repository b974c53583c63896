//! `cardroom charts`: what to keep of every hand, as a picture; how far that is from a fixed point; and how it is made.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anstyle::{Ansi256Color, Style};
use anyhow::{Context, bail, ensure};
use cardroom_odds::{
    Chart, Contest, MOST_OPPONENTS, OddsError, Rounds, deviation, html, next_chart, polish, summary, svg,
};
use cardroom_rules::Game;
use cardroom_server::{read_bytes, read_text};
use serde::{Deserialize, Serialize};

use crate::charts_page;
use crate::hold;
use crate::odds::Sampling;
use crate::output::Output;
use crate::progress::Progress;
use crate::typed;

/// Show what to keep of every kind of hand, or check and make the charts
///
/// A chart says what to keep of each of the 134,459 suit-distinct hands against opponents who keep by the same chart.
/// Without betting: all choose at once, seeing no discard counts, the cards come, the best hand wins.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game
    #[arg(long, value_name = "ID", value_parser = typed::game(), default_value = "holdout")]
    game: &'static Game,

    /// How many opponents, 1 to 8
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = hold::opponents, allow_negative_numbers = true)]
    opponents: usize,

    /// Print the picture as an SVG document
    #[arg(long, conflicts_with_all = ["html", "check", "make"])]
    svg: bool,

    /// Print the pictures of the game against 1 to 8 opponents as a web page
    #[arg(long, conflicts_with_all = ["check", "make"])]
    html: bool,

    /// Print the page about all charts, with the figures from this file: what
    /// --check --json printed, a line for each chart
    #[arg(long, value_name = "FILE", conflicts_with_all = ["svg", "html", "check", "make"])]
    page: Option<PathBuf>,

    /// Estimate, on fresh deals, what hands gain by deviating; at least
    /// --samples for each hand, 1024 unless given
    #[arg(long, conflicts_with = "make")]
    check: bool,

    /// Take the charts from this folder, where --make has written them, and not
    /// those that come with the program; with --make, begin with these and
    /// change only what hands keep that gain by it
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,

    /// Make the game's charts against 1 to 8 opponents anew, and write them
    /// into this folder; takes minutes, and goes on after an interruption
    #[arg(long, value_name = "FOLDER")]
    make: Option<PathBuf>,

    #[command(flatten)]
    sampling: Sampling,
}

const EXAMPLES: &str = "\
Examples:
  cardroom charts --game holdout --opponents 3
  cardroom charts --game holdout-low --svg > chart.svg
  cardroom charts --game holdout-hilo --html > charts.html
  cardroom charts --game draw27 --opponents 2 --check --samples 4096
  cardroom charts --game holdout-hilo --make crates/odds/charts";

/// A game's charts take some 190 kB and the figures of all of them some 20; what is larger than this is something else.
const LARGEST_FILE: u64 = 4 << 20;

#[derive(Serialize)]
struct Kind {
    hands: String,
    count: u64,
    kept: [u64; 6],
    ways: Vec<(String, u64)>,
}

/// How far a chart is from a fixed point, as `--check` prints it.
#[derive(Serialize, Deserialize)]
pub(crate) struct Figures {
    pub(crate) game: String,
    pub(crate) opponents: usize,
    pub(crate) samples: u64,
    pub(crate) seed: u64,
    pub(crate) average_gain: f64,
    pub(crate) average_stderr: f64,
    pub(crate) average_bound: f64,
    pub(crate) largest_gain: f64,
    pub(crate) largest_stderr: f64,
    pub(crate) largest_bound: f64,
    /// On how many deals the hands that seem to gain most were measured.
    pub(crate) looks: u64,
    pub(crate) hand: String,
    pub(crate) keeps: String,
    pub(crate) better: String,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let Some(contest) = Contest::of(args.game) else {
        bail!("{} has no charts: they are of the Hold-Out games and the draw games", args.game.name);
    };
    if let Some(folder) = &args.make {
        return make(contest, folder, args, out);
    }
    if let Some(file) = &args.page {
        let lines = read_text(file, LARGEST_FILE).with_context(|| format!("{} can't be read", file.display()))?;
        let figures = lines.lines().map(serde_json::from_str).collect::<Result<Vec<Figures>, _>>();
        let figures = figures.with_context(|| file.display().to_string())?;
        let page = charts_page::page(&figures, |contest, opponents| chart(contest, opponents, args.from.as_deref()))?;
        return print("page", page, out);
    }
    let chart = chart(contest, args.opponents, args.from.as_deref())?;
    if args.check {
        return check(&chart, args, out);
    }
    if args.svg {
        return print("svg", svg(&chart), out);
    }
    if args.html {
        let charts = (1..=MOST_OPPONENTS).map(|opponents| self::chart(contest, opponents, args.from.as_deref()));
        return print("html", html(&charts.collect::<Result<Vec<_>, _>>()?), out);
    }
    let groups = summary(&chart);
    if out.wants_json() {
        let kind = |group: cardroom_odds::Group| Kind {
            hands: group.name,
            count: group.hands,
            kept: group.kept,
            ways: group.ways,
        };
        return out.json(&groups.into_iter().map(kind).collect::<Vec<_>>());
    }
    let many = hold::many(args.opponents);
    out.text(format_args!(
        "{} against {many}\nHow many of five cards are kept, and what most often\n\n",
        args.game.name
    ))?;
    let longest = groups.iter().map(|group| group.name.len()).max().unwrap_or(0);
    for group in groups {
        let (way, hands) = group.ways.first().map_or(("", 0), |(way, hands)| (way.as_str(), *hands));
        let part = 100.0 * hands as f64 / group.hands as f64;
        out.text(format_args!("{:>longest$} {} {way}, {part:.0} %\n", group.name, bar(group.kept, group.hands)))?;
    }
    out.text(format_args!("\nModel equilibrium: {}\n", hold::MODEL))
}

/// Prints a page or a picture; for machines as a field of that name.
fn print(name: &str, text: String, out: &mut Output) -> anyhow::Result<()> {
    if out.wants_json() { out.json(&BTreeMap::from([(name, text)])) } else { out.text(text) }
}

fn chart(contest: Contest, opponents: usize, folder: Option<&Path>) -> anyhow::Result<Chart> {
    let Some(folder) = folder else { return Ok(Chart::shipped(contest, opponents)?) };
    let file = folder.join(contest.file());
    let packed = read_bytes(&file, LARGEST_FILE).with_context(|| format!("{} can't be read", file.display()))?;
    Chart::unpack(contest, opponents, &packed).with_context(|| file.display().to_string())
}

/// Thirty characters, each the number of cards kept of a thirtieth of the hands.
fn bar(kept: [u64; 6], hands: u64) -> String {
    const WIDE: u64 = 30;
    const COLOURS: [u8; 6] = [240, 67, 73, 107, 172, 167];
    let mut bar = String::new();
    for place in 0..WIDE {
        // The hand in the middle of this part, counted from those of which most is kept.
        let mut middle = (2 * place + 1) * hands / (2 * WIDE);
        let mut count = 5;
        while count > 0 && middle >= kept[count] {
            middle -= kept[count];
            count -= 1;
        }
        let style = Style::new().fg_color(Some(Ansi256Color(COLOURS[count]).into()));
        bar.push_str(&format!("{style}{count}{style:#}"));
    }
    bar
}

fn check(chart: &Chart, args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let samples = args.sampling.samples.unwrap_or(1024);
    ensure!(samples > 0, OddsError::NoSamples);
    let found = {
        let progress = Progress::new("Checking");
        let tell = |done| progress.tell(done);
        deviation(chart, samples, args.sampling.seed, &args.sampling.pool()?.telling(&tell))?
    };
    let figures = Figures {
        game: args.game.id.to_owned(),
        opponents: args.opponents,
        samples,
        seed: args.sampling.seed,
        average_gain: found.average,
        average_stderr: found.average_stderr,
        average_bound: found.average_bound,
        largest_gain: found.largest,
        largest_stderr: found.largest_stderr,
        largest_bound: found.largest_bound,
        looks: found.looks,
        hand: found.hand.to_string(),
        keeps: found.keeps.to_string(),
        better: found.better.to_string(),
    };
    if out.wants_json() {
        return out.json(&figures);
    }
    let percent = |part: f64| format!("{:.2} %", 100.0 * part);
    out.text(format_args!(
        "{} against {}: gains by deviating, in hundredths of a pot\n\n\
         average  {} ± {}, measured on fresh deals; at most {} with luck counted as gain\n\
         largest  {} ± {}, by keeping {} of {} instead of {}; at most {} (95 % confidence)\n",
        args.game.name,
        hold::many(args.opponents),
        percent(found.average),
        percent(found.average_stderr),
        percent(found.average_bound),
        percent(found.largest),
        percent(found.largest_stderr),
        charts_page::named(&figures.better),
        figures.hand,
        charts_page::named(&figures.keeps),
        percent(found.largest_bound),
    ))
}

/// Every chart is kept as soon as it is made, in a file named after all that it depends on; who was interrupted starts
/// the command again and loses one chart's work.
fn make(contest: Contest, folder: &Path, args: &Args, out: &mut Output) -> anyhow::Result<()> {
    // Better now than after an hour's work.
    ensure!(folder.is_dir(), "{} is not a folder: the charts are written into one that is there", folder.display());
    let mut rounds = Rounds::usual(contest);
    rounds.deals = args.sampling.samples.unwrap_or(rounds.deals);
    rounds.seed = rounds.seed.wrapping_add(args.sampling.seed);
    ensure!(rounds.deals > 0, OddsError::NoSamples);
    let file = folder.join(contest.file());
    let kind = if args.from.is_some() { "polished" } else { "made" };
    let Rounds { rounds: count, deals, searches, seed } = rounds;
    let part = file.with_extension(format!("{kind}-{count}-{deals}-{searches}-{seed}.part"));
    let packed = read_bytes(&part, LARGEST_FILE).unwrap_or_default();
    let kept = (1..=MOST_OPPONENTS).map_while(|opponents| Chart::unpack(contest, opponents, &packed).ok());
    let mut charts = kept.collect::<Vec<_>>();
    {
        let progress = Progress::new("Making charts");
        while charts.len() < MOST_OPPONENTS {
            let tell = |done| progress.tell((charts.len() as f64 + done) / MOST_OPPONENTS as f64);
            let pool = args.sampling.pool()?;
            let chart = match args.from.as_deref() {
                None => next_chart(contest, &charts, rounds, &pool.telling(&tell))?,
                Some(from) => polish(&chart(contest, charts.len() + 1, Some(from))?, rounds, &pool)?,
            };
            charts.push(chart);
            let written = part.with_extension("new");
            fs::write(&written, Chart::pack(&charts)).with_context(|| written.display().to_string())?;
            fs::rename(&written, &part).with_context(|| part.display().to_string())?;
        }
    }
    fs::rename(&part, &file).with_context(|| file.display().to_string())?;
    out.text(format_args!("wrote {}\n", file.display()))
}
