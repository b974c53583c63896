//! `cardroom hold`: what to keep of five cards in Hold-Out, every one of the 31 holds.

use anyhow::ensure;
use cardroom_cards::holdout::Qualifier;
use cardroom_cards::{Card, CardSet};
use cardroom_odds::{Choices, Contest, Enough, Keep, Model, OddsError};
use cardroom_rules::Game;
use clap::ValueEnum;
use clap::builder::TypedValueParser;
use serde::Serialize;

use crate::odds::{self, Sampling, grouped};
use crate::output::Output;
use crate::progress::Progress;
use crate::typed;

/// Say what to keep of five cards in Hold-Out: every hold, best first
///
/// Without betting: everyone keeps what they like at the same moment, the board comes, the best hand wins.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game; both Hold-Out rule sets are the same without betting
    #[arg(long, value_name = "ID", value_parser = hold_game(), default_value = "holdout")]
    game: &'static Game,

    /// In high/low the highest card of a low that counts: 5 to K, or none for no
    /// condition; 8 unless given. Opponents keep as if it were 8
    #[arg(long, value_name = "RANK", value_parser = typed::qualifier)]
    qualifier: Option<Qualifier>,

    #[command(flatten)]
    asked: Asked,
}

/// What `hold` and `draw` both take.
#[derive(clap::Args)]
pub(crate) struct Asked {
    /// How many opponents, 1 to 8
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = opponents, allow_negative_numbers = true)]
    opponents: usize,

    /// What opponents keep: the best against others who do the same, or
    /// anything
    #[arg(long, value_enum, default_value_t = ModelName::Equilibrium)]
    model: ModelName,

    /// Print only so many choices, the best; --json always has all
    #[arg(long, value_name = "N", value_parser = typed::count::<usize>, allow_negative_numbers = true)]
    best: Option<usize>,

    #[command(flatten)]
    sampling: Sampling,

    /// Your five cards
    #[arg(required = true, value_name = "CARDS")]
    cards: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum ModelName {
    Equilibrium,
    Random,
}

const EXAMPLES: &str = "\
Examples:
  cardroom hold \"Ah Kh 7c 7d 2s\" --opponents 3
  cardroom hold As2s3d8hKc --game holdout-hilo --opponents 5 --best 5
  cardroom hold As2s3d8hKc --game holdout-low --model random --json";

/// The standard error that is good enough where nothing else is asked for.
const ERROR: f64 = 0.0015;

/// What the figures leave out, said with every answer.
pub(crate) const MODEL: &str = "all choose at once, seeing no discard counts, and nothing is bet afterwards";

#[derive(Serialize)]
struct Report {
    game: &'static str,
    cards: String,
    opponents: usize,
    model: &'static str,
    model_note: &'static str,
    exact: bool,
    deals: u64,
    seed: u64,
    holds: Vec<Record>,
}

#[derive(Serialize)]
struct Record {
    keep: String,
    equity: f64,
    win: f64,
    tie: f64,
    stderr: f64,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    answer(args.game, odds::qualifier(args.game, args.qualifier)?, &args.asked, out)
}

fn hold_game() -> impl TypedValueParser<Value = &'static Game> {
    typed::game_where(|game| Contest::of(game).is_some_and(|contest| !contest.draws()))
}

/// A number of opponents; too many or too few are for the library to refuse.
pub(crate) fn opponents(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "allowed are 1 to 8")
}

/// "one opponent", "3 opponents".
pub(crate) fn many(opponents: usize) -> String {
    if opponents == 1 { "one opponent".to_owned() } else { format!("{opponents} opponents") }
}

/// Answers for `hold` and for `draw`.
pub(crate) fn answer(game: &'static Game, qualifier: Qualifier, asked: &Asked, out: &mut Output) -> anyhow::Result<()> {
    let cards = typed::Deck::default().take("among the cards", &asked.cards.join(" "))?;
    ensure!(cards.len() == 5, OddsError::NotFive { count: cards.len() });
    let model = match asked.model {
        ModelName::Equilibrium => Model::Equilibrium,
        ModelName::Random => Model::Random,
    };
    let question = Keep::new(game, cards.iter().copied().collect(), asked.opponents, model)?.with_qualifier(qualifier);
    let enough = match (asked.sampling.samples, asked.sampling.until) {
        (Some(deals), _) => Enough::Deals(deals),
        (_, until) => Enough::Error(until.unwrap_or(ERROR)),
    };
    let choices = {
        let progress = Progress::new("Dealing");
        let tell = |done| progress.tell(done);
        question.answer(enough, asked.sampling.seed, &asked.sampling.pool()?.telling(&tell))?
    };
    let written = |keep: CardSet| cards.iter().filter(|&&card| keep.contains(card)).map(Card::to_string).collect();
    if out.wants_json() {
        let record = |choice: &cardroom_odds::Choice| Record {
            keep: written(choice.keep),
            equity: choice.equity,
            win: choice.win,
            tie: choice.tie,
            stderr: choice.stderr,
        };
        return out.json(&Report {
            game: game.id,
            cards: cards.iter().map(Card::to_string).collect(),
            opponents: asked.opponents,
            model: model.name(),
            model_note: MODEL,
            exact: false,
            deals: choices.deals,
            seed: asked.sampling.seed,
            holds: choices.choices.iter().map(record).collect(),
        });
    }
    print(game, asked, model, &choices, written, out)
}

fn print(
    game: &Game,
    asked: &Asked,
    model: Model,
    choices: &Choices,
    written: impl Fn(CardSet) -> String,
    out: &mut Output,
) -> anyhow::Result<()> {
    let many = many(asked.opponents);
    let deals = grouped(choices.deals);
    out.text(format_args!("{}, {many}, model {}: {MODEL}\n", game.name, model.name()))?;
    out.text(format_args!("Sampled: {deals} deals, seed {}\n\n", asked.sampling.seed))?;
    let mut table = out.table();
    table.set_header(["Keep", "Equity", "±", "Win", "Tie"]);
    for choice in choices.choices.iter().take(asked.best.unwrap_or(usize::MAX)) {
        let keep = written(choice.keep);
        let percent = |part: f64| format!("{:.2} %", 100.0 * part);
        table.add_row([
            if keep.is_empty() { "nothing".to_owned() } else { keep },
            percent(choice.equity),
            percent(choice.stderr),
            percent(choice.win),
            percent(choice.tie),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
    out.text(format_args!("{}\n", table.trim_fmt()))
}
