//! The six games without betting that charts are made for: Hold-Out and the single draw, each with three kinds of pot.
//!
//! Everyone keeps what they like at the same moment, the cards come, the best hand wins. Both Hold-Out rule sets are
//! then one game, and so are one draw and the last of three.

use cardroom_rules::{Division, Game, LowKind, Making, Verb};

/// A game without betting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Contest {
    /// Hold-Out for the high hand.
    HoldOutHigh,
    /// Hold-Out for both halves, eight or better for low.
    HoldOutHighLow,
    /// Hold-Out for the ace-to-five low.
    HoldOutLow,
    /// A draw for the high hand.
    DrawHigh,
    /// A draw for the deuce-to-seven low.
    DrawDeuceSeven,
    /// A draw for the ace-to-five low.
    DrawAceFive,
}

/// The most opponents there are charts for.
pub const MOST_OPPONENTS: usize = 8;

impl Contest {
    /// All six.
    pub const ALL: [Self; 6] = [
        Self::HoldOutHigh,
        Self::HoldOutHighLow,
        Self::HoldOutLow,
        Self::DrawHigh,
        Self::DrawDeuceSeven,
        Self::DrawAceFive,
    ];

    /// What a game is without its betting, if its players keep some of five cards as in one of these.
    ///
    /// ```
    /// use cardroom_odds::Contest;
    /// use cardroom_rules::Game;
    ///
    /// let of = |id| Contest::of(Game::by_id(id).unwrap());
    /// assert_eq!(of("holdout22-low"), Some(Contest::HoldOutLow));
    /// assert_eq!(of("draw27-triple"), Some(Contest::DrawDeuceSeven));
    /// assert_eq!(of("holdem"), None);
    /// ```
    pub fn of(game: &Game) -> Option<Self> {
        // What the charts were made for: all but one may go, for a board of four, or all may be exchanged.
        let asked = match game.board_cards() {
            0 => Verb::Draw { most: 5 },
            4 => Verb::Discard { most: 4 },
            _ => return None,
        };
        let is_choice = |verb: &Verb| matches!(verb, Verb::Discard { .. } | Verb::Draw { .. });
        let mut choices = game.steps.iter().map(|step| step.verb).filter(is_choice).peekable();
        choices.peek()?;
        if !choices.all(|choice| choice == asked) {
            return None;
        }
        let draws = game.board_cards() == 0;
        let contest = match (game.division, draws) {
            (Division::High, false) => Self::HoldOutHigh,
            (Division::HighLow, false) => Self::HoldOutHighLow,
            (Division::Low(_), false) => Self::HoldOutLow,
            (Division::Low(LowKind::DeuceToSeven), true) => Self::DrawDeuceSeven,
            (Division::Low(LowKind::AceToFive), true) => Self::DrawAceFive,
            (_, true) => Self::DrawHigh,
        };
        (game.making == Making::AllHeld && game.cards_dealt() == 5).then_some(contest)
    }

    /// The first game of the catalogue that is this one without its betting.
    ///
    /// # Panics
    /// Never: each is one.
    pub fn game(self) -> &'static Game {
        let found = cardroom_rules::CATALOGUE.into_iter().find(|game| Self::of(game) == Some(self));
        found.expect("each contest is a game of the catalogue without its betting")
    }

    /// The file that its charts are shipped in.
    pub const fn file(self) -> &'static str {
        match self {
            Self::HoldOutHigh => "holdout-high.bin",
            Self::HoldOutHighLow => "holdout-highlow.bin",
            Self::HoldOutLow => "holdout-low.bin",
            Self::DrawHigh => "draw-high.bin",
            Self::DrawDeuceSeven => "draw-27.bin",
            Self::DrawAceFive => "draw-a5.bin",
        }
    }

    /// Whether kept cards are made up from the deck, not from a board.
    pub const fn draws(self) -> bool {
        matches!(self, Self::DrawHigh | Self::DrawDeuceSeven | Self::DrawAceFive)
    }

    /// Whether suits can't matter, so that hands of the same ranks are one.
    pub(crate) const fn ignores_suits(self) -> bool {
        matches!(self, Self::HoldOutLow | Self::DrawAceFive)
    }
}

#[cfg(test)]
mod tests {
    use cardroom_rules::Step;

    use super::*;

    const fn step(verb: Verb) -> Step {
        Step { verb, cite: "", notes: &[] }
    }

    /// A game that is nearly one of these has no charts rather than another game's.
    #[test]
    fn a_game_with_other_choices_is_none_of_them() {
        let played = |id: &str, steps: &'static [Step]| {
            let game = Game::by_id(id).unwrap();
            Contest::of(&Game { steps, ..*game })
        };
        static HOLD: [Step; 3] =
            [step(Verb::Deal(5)), step(Verb::Discard { most: 4 }), step(Verb::Board(4, "the board"))];
        assert_eq!(played("holdout", &HOLD), Some(Contest::HoldOutHigh));
        static SMALL_BOARD: [Step; 3] =
            [step(Verb::Deal(5)), step(Verb::Discard { most: 4 }), step(Verb::Board(3, "the board"))];
        static FEWER_THROWN: [Step; 3] =
            [step(Verb::Deal(5)), step(Verb::Discard { most: 3 }), step(Verb::Board(4, "the board"))];
        static FOUR_DRAWN: [Step; 2] = [step(Verb::Deal(5)), step(Verb::Draw { most: 4 })];
        static NO_CHOICE: [Step; 1] = [step(Verb::Deal(5))];
        for steps in [&SMALL_BOARD[..], &FEWER_THROWN, &FOUR_DRAWN, &NO_CHOICE] {
            assert_eq!(played("holdout", steps), None, "{steps:?}");
        }
    }
}
