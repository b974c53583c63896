//! Texas Hold'em, by GLD.

use crate::game::{Division, Game, Making, Source, Step, Verb};

const fn step(verb: Verb, cite: &'static str) -> Step {
    Step { verb, cite, notes: &[] }
}

pub(super) static HOLDEM: Game = Game {
    id: "holdem",
    name: "Texas Hold'em",
    source: Source::Gld,
    steps: &[
        Step { verb: Verb::Deal(2), cite: "§5", notes: &[("They are called hole or pocket cards.", "§5")] },
        step(Verb::Bet("pre-flop"), "§6"),
        step(Verb::Burn, "§7"),
        Step {
            verb: Verb::Board(3, "the flop"),
            cite: "§8",
            notes: &[("Board cards belong to every player's hand.", "§8")],
        },
        step(Verb::Bet("flop"), "§9"),
        step(Verb::Burn, "§10"),
        step(Verb::Board(1, "the turn"), "§10"),
        step(Verb::Bet("turn"), "§11"),
        step(Verb::Burn, "§12"),
        step(Verb::Board(1, "the river"), "§12"),
        step(Verb::Bet("river"), "§13"),
    ],
    making: Making::BestFive,
    making_cite: "§12",
    division: Division::High,
    division_cite: "§15",
};
