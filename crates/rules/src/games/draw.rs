//! Five Card Draw, single and triple, by APT: high, deuce-to-seven and ace-to-five.

use crate::game::{Division, Game, LowKind, Making, Source, Step, Verb};

const DEAL: Step = Step { verb: Verb::Deal(5), cite: "How it's Dealt", notes: &[] };

const fn draw(notes: &'static [(&'static str, &'static str)]) -> Step {
    Step { verb: Verb::Draw { most: 5 }, cite: "How it's Dealt", notes }
}

const fn bet(round: &'static str) -> Step {
    Step { verb: Verb::Bet(round), cite: "How it's Dealt", notes: &[] }
}

const FIRST_DRAW: Step = draw(&[
    ("A choice is final once announced; standing pat, exchanging nothing, is one.", "How it's Dealt"),
    ("If the stub runs out, its rest is dealt first; then the muck is shuffled and dealt on.", "Reshuffling"),
    ("A card is passed over for the player who has just thrown it away.", "Reshuffling"),
]);

const SINGLE: &[Step] = &[DEAL, bet("before the draw"), FIRST_DRAW, bet("after the draw")];

const TRIPLE: &[Step] = &[
    DEAL,
    bet("before the draw"),
    FIRST_DRAW,
    bet("after the first draw"),
    draw(&[]),
    bet("after the second draw"),
    draw(&[]),
    bet("after the third draw"),
];

const fn game(id: &'static str, name: &'static str, steps: &'static [Step], division: Division) -> Game {
    Game {
        id,
        name,
        source: Source::Apt,
        steps,
        making: Making::AllHeld,
        making_cite: "Determining the Winner",
        division,
        division_cite: "Determining the Winner",
    }
}

const DEUCE_TO_SEVEN: Division = Division::Low(LowKind::DeuceToSeven);
const ACE_TO_FIVE: Division = Division::Low(LowKind::AceToFive);

pub(super) static DRAW: Game = game("draw", "Five Card Draw", SINGLE, Division::High);
pub(super) static DRAW_TRIPLE: Game = game("draw-triple", "Five Card Triple Draw", TRIPLE, Division::High);
pub(super) static DRAW27: Game = game("draw27", "Deuce-to-Seven Single Draw", SINGLE, DEUCE_TO_SEVEN);
pub(super) static DRAW27_TRIPLE: Game = game("draw27-triple", "Deuce-to-Seven Triple Draw", TRIPLE, DEUCE_TO_SEVEN);
pub(super) static DRAWA5: Game = game("drawa5", "Ace-to-Five Single Draw", SINGLE, ACE_TO_FIVE);
pub(super) static DRAWA5_TRIPLE: Game = game("drawa5-triple", "Ace-to-Five Triple Draw", TRIPLE, ACE_TO_FIVE);
