//! Five Card Hold-Out: the approved game (WSGC-2018) and the earlier one (HOLDOUT-2+2), each in three pots.

use crate::game::{Division, Game, LowKind, Making, Source, Step, Verb};

const fn step(verb: Verb, cite: &'static str) -> Step {
    Step { verb, cite, notes: &[] }
}

const WSGC_2018: &[Step] = &[
    Step {
        verb: Verb::Deal(5),
        cite: "§1",
        notes: &[("The first card goes to the player left of the button; the button is served last.", "§2")],
    },
    Step {
        verb: Verb::Bet("pre-flop"),
        cite: "§3",
        notes: &[("The player left of the last blind opens; play goes clockwise: call, raise or fold.", "§4")],
    },
    Step {
        verb: Verb::Discard { most: 4 },
        cite: "§5",
        notes: &[
            ("At least one of the cards dealt must be kept.", "§5a"),
            ("Who discards nothing plays the five cards dealt and no board card.", "§5b"),
            ("The discards lie face down before the player, so that everyone sees how many there are.", "§5c"),
            (
                "The dealer takes all discards off the table. We read that as dead: never shown, never dealt again.",
                "§5d",
            ),
        ],
    },
    step(Verb::Burn, "§7"),
    step(Verb::Board(2, "the flop"), "§7"),
    Step {
        verb: Verb::Bet("flop"),
        cite: "§8",
        notes: &[
            ("The first player still in, left of the button, opens.", "§8"),
            ("\"Another two rounds\" is read with §6: four betting rounds in all, one after each deal.", "§6"),
        ],
    },
    step(Verb::Burn, "§9"),
    step(Verb::Board(1, "the turn"), "§9"),
    step(Verb::Bet("turn"), "§10"),
    step(Verb::Burn, "§11"),
    step(Verb::Board(1, "the river"), "§11"),
    step(Verb::Bet("river"), "§12"),
];

const HOLDOUT_22: &[Step] = &[
    Step {
        verb: Verb::Deal(5),
        cite: "§1",
        notes: &[("The first card goes to the player left of the button; the button is served last.", "§2")],
    },
    Step {
        verb: Verb::Bet("pre-flop"),
        cite: "§3",
        notes: &[("The player left of the last blind opens; play goes clockwise: call, raise or fold.", "§4")],
    },
    Step {
        verb: Verb::Discard { most: 4 },
        cite: "§5",
        notes: &[
            ("At least one of the cards dealt must be kept.", "§5A"),
            ("The discards lie face down before the player, so that everyone sees how many there are.", "§5B"),
        ],
    },
    step(Verb::Burn, "§6"),
    Step {
        verb: Verb::Board(2, "the flop"),
        cite: "§6",
        notes: &[("Board cards belong to the hand of every player still in.", "§6")],
    },
    Step {
        verb: Verb::Bet("flop"),
        cite: "§7",
        notes: &[("The first player still in, left of the button, opens.", "§7")],
    },
    step(Verb::Burn, "§8"),
    step(Verb::Board(2, "the second two"), "§8"),
    step(Verb::Bet("last round"), "§9"),
];

const fn wsgc_2018(id: &'static str, name: &'static str, division: Division, division_cite: &'static str) -> Game {
    Game {
        id,
        name,
        source: Source::Wsgc2018,
        steps: WSGC_2018,
        making: Making::AllHeld,
        making_cite: "§14",
        division,
        division_cite,
    }
}

const fn holdout_22(id: &'static str, name: &'static str, division: Division, division_cite: &'static str) -> Game {
    Game {
        id,
        name,
        source: Source::HoldOut22,
        steps: HOLDOUT_22,
        making: Making::AllHeld,
        making_cite: "§11",
        division,
        division_cite,
    }
}

pub(super) static HOLDOUT: Game = wsgc_2018("holdout", "Five Card Hold-Out", Division::High, "§13");
pub(super) static HOLDOUT_HILO: Game =
    wsgc_2018("holdout-hilo", "Five Card Hold-Out, high/low", Division::HighLow, "§15, §15a–c");
pub(super) static HOLDOUT_LOW: Game =
    wsgc_2018("holdout-low", "Five Card Hold-Out, low", Division::Low(LowKind::AceToFive), "§15, §15c");

pub(super) static HOLDOUT22: Game = holdout_22("holdout22", "Five Card Hold-Out 2+2", Division::High, "§10");
pub(super) static HOLDOUT22_HILO: Game =
    holdout_22("holdout22-hilo", "Five Card Hold-Out 2+2, high/low", Division::HighLow, "§12, §12A–C");
pub(super) static HOLDOUT22_LOW: Game =
    holdout_22("holdout22-low", "Five Card Hold-Out 2+2, low", Division::Low(LowKind::AceToFive), "§12, §12C");
