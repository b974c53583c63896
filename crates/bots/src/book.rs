//! What the bots know of a game before any card is dealt: charts, ladders and the hands that players begin with.
//!
//! Books are made when they are first asked for, which takes a moment, and shared by all bots of a process. They come from
//! fixed seeds and shipped charts only, so every process has the same ones.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use cardroom_cards::CardSet;
use cardroom_odds::{Chart, Contest, Judge};
use cardroom_rules::{Game, Qualifier, Spread, Verb};

use crate::ladder::Ladder;
use crate::starts::Starts;

/// What is known of a game against about so many opponents.
pub(crate) struct Book {
    pub(crate) judge: Judge,
    /// The chart of what to keep, where something can be thrown away.
    pub(crate) chart: Option<Chart>,
    /// How many discards or draws the game has.
    pub(crate) throws: usize,
    pub(crate) kind: Kind,
}

/// How hands grow: by a board, or by draws.
pub(crate) enum Kind {
    Board(Starts),
    Draw {
        /// For reading others: the worth against one hand.
        one: Ladder,
        /// For the own choice: the worth against all who are in.
        all: Ladder,
    },
}

type Key = (&'static str, usize, Option<Qualifier>);

static BOOKS: LazyLock<Mutex<HashMap<Key, Arc<Book>>>> = LazyLock::new(Mutex::default);

impl Book {
    /// The book of a game for so many opponents.
    pub(crate) fn get(spread: &Spread, opponents: usize) -> Arc<Self> {
        let game = spread.game();
        let opponents = match opponents {
            0 | 1 => 1,
            2 => 2,
            3 | 4 => 3,
            _ => 5,
        };
        let key = (game.id, opponents, Some(spread.qualifier()));
        // A book is put in whole or not at all: one whose making was cut short is simply made again.
        let mut books = BOOKS.lock().unwrap_or_else(PoisonError::into_inner);
        let book = books.entry(key).or_insert_with(|| Arc::new(Self::new(spread, opponents)));
        Arc::clone(book)
    }

    fn new(spread: &Spread, opponents: usize) -> Self {
        let game = spread.game();
        let chart = Contest::of(game).and_then(|contest| Chart::shipped(contest, opponents).ok());
        let throws = throws(game);
        let draws = game.steps.iter().any(|step| matches!(step.verb, Verb::Draw { .. }));
        let kind = if draws {
            let others = i32::try_from(opponents).unwrap_or(1);
            Kind::Draw { one: Ladder::new(game, throws, 1), all: Ladder::new(game, throws, others) }
        } else {
            Kind::Board(Starts::new(spread, chart.as_ref()))
        };
        Self { judge: Judge::new(game, spread.qualifier()), chart, throws, kind }
    }

    /// Whether hands grow by a board, not by draws.
    pub(crate) fn is_board(&self) -> bool {
        matches!(self.kind, Kind::Board(_))
    }

    /// The ladder by which others are read, in a draw game.
    pub(crate) fn ladder(&self) -> Option<&Ladder> {
        match &self.kind {
            Kind::Board(_) => None,
            Kind::Draw { one, .. } => Some(one),
        }
    }

    /// What the chart keeps of a hand.
    pub(crate) fn keep(&self, hand: CardSet) -> CardSet {
        match &self.chart {
            Some(chart) if hand.len() == 5 => chart.keep(hand),
            _ => hand,
        }
    }
}

/// How many discards or draws a game has.
pub(crate) fn throws(game: &Game) -> usize {
    game.steps.iter().filter(|step| matches!(step.verb, Verb::Discard { .. } | Verb::Draw { .. })).count()
}
