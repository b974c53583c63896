//! `cardroom draw`: what to keep of five cards in a draw game, every one of the 32 choices.

use cardroom_cards::holdout::Qualifier;
use cardroom_odds::Contest;
use cardroom_rules::Game;
use clap::builder::TypedValueParser;

use crate::hold::{self, Asked};
use crate::output::Output;
use crate::typed;

/// Say what to keep of five cards in a draw game: every choice, best first
///
/// Without betting: everyone draws at the same moment, the best hand wins. A triple draw's choice is valued as if it
/// were the last draw.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game
    #[arg(long, value_name = "ID", value_parser = draw_game())]
    game: &'static Game,

    #[command(flatten)]
    asked: Asked,
}

const EXAMPLES: &str = "\
Examples:
  cardroom draw \"2c 3d 4h 7s Kd\" --game draw27
  cardroom draw AhAd9c5d2s --game draw --opponents 4
  cardroom draw Ah2d3c8sKd --game drawa5-triple --json";

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    hold::answer(args.game, Qualifier::default(), &args.asked, out)
}

fn draw_game() -> impl TypedValueParser<Value = &'static Game> {
    typed::game_where(|game| Contest::of(game).is_some_and(Contest::draws))
}
