//! `cardroom games`: the catalogue.

use cardroom_rules::{CATALOGUE, Division, Game, LowKind};
use serde::Serialize;

use crate::output::Output;

/// List the games that can be played here
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {}

const EXAMPLES: &str = "\
Examples:
  cardroom games              all of them
  cardroom games --json
  cardroom rules holdout      the rules of one of them";

/// What `--json` prints for each game.
#[derive(Serialize)]
struct Record {
    id: &'static str,
    name: &'static str,
    seats: [usize; 2],
    source: &'static str,
}

pub(crate) fn run(_: &Args, out: &mut Output) -> anyhow::Result<()> {
    if out.wants_json() {
        return out.json(&CATALOGUE.map(record));
    }
    let mut table = out.table();
    table.set_header(["Id", "Game", "Pot goes to", "Seats", "Source"]);
    for game in CATALOGUE {
        let (fewest, most) = game.seats();
        let seats = format!("{fewest}–{most}");
        table.add_row([game.id, game.name, pot_goes_to(game), &seats, game.source.short_name()]);
    }
    out.text(format_args!("{}\n", table.trim_fmt()))
}

fn record(game: &'static Game) -> Record {
    let (fewest, most) = game.seats();
    Record { id: game.id, name: game.name, seats: [fewest, most], source: game.source.short_name() }
}

fn pot_goes_to(game: &Game) -> &'static str {
    match game.division {
        Division::High => "high",
        Division::HighLow => "high and low",
        Division::Low(LowKind::AceToFive) => "A-5 low",
        Division::Low(LowKind::DeuceToSeven) => "2-7 low",
    }
}
