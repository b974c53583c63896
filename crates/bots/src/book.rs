//! What the bots know of a game before any card is dealt: charts, ladders and the hands that players begin with.
//!
//! Books are made when they are first asked for, which takes a moment, and shared by all bots of a process. They come from
//! fixed seeds and shipped charts only, so every process has the same ones.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use cardroom_cards::CardSet;
use cardroom_odds::{Chart, Contest, Judge};
use cardroom_rules::{Game, Qualifier, Spread, Verb};

use crate::beginner;
use crate::chance::Chance;
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
        one: Arc<Ladder>,
        /// For the own choice: the worth against all who are in.
        all: Arc<Ladder>,
        /// Hands as they are dealt, by how many cards of them somebody keeps: schooled and naive. A pat hand is so rare in
        /// high games that waiting for one to be dealt would take too long.
        dealt: [[Vec<CardSet>; 6]; 2],
    },
}

/// Enough that even pat hands of high games, one in 130, are a few hundred.
const DEALT: usize = 40_000;

/// What sets a book apart: games that differ only in their betting rounds share theirs.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    contest: Option<Contest>,
    throws: usize,
    opponents: usize,
    qualifier: Qualifier,
}

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
        let key = Key { contest: Contest::of(game), throws: throws(game), opponents, qualifier: spread.qualifier() };
        // A book is put in whole or not at all: one whose making was cut short is simply made again.
        let mut books = BOOKS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(book) = books.get(&key) {
            return Arc::clone(book);
        }
        let one = books.get(&Key { opponents: 1, ..key }).and_then(|book| match &book.kind {
            Kind::Draw { one, .. } => Some(Arc::clone(one)),
            Kind::Board(_) => None,
        });
        let book = Arc::new(Self::new(spread, key, one));
        books.insert(key, Arc::clone(&book));
        book
    }

    /// Makes a book; the ladder against one opponent is made too if nobody has it yet.
    fn new(spread: &Spread, key: Key, one: Option<Arc<Ladder>>) -> Self {
        let game = spread.game();
        let Key { contest, throws, opponents, .. } = key;
        let chart = contest.and_then(|contest| Chart::shipped(contest, opponents).ok());
        let draws = game.steps.iter().any(|step| matches!(step.verb, Verb::Draw { .. }));
        let kind = if draws {
            let ladder = |others| Arc::new(Ladder::new(game, throws, others));
            let one = one.unwrap_or_else(|| ladder(1));
            let all = if opponents == 1 { Arc::clone(&one) } else { ladder(i32::try_from(opponents).unwrap_or(1)) };
            let dealt = dealt(game, &one, throws);
            Kind::Draw { one, all, dealt }
        } else {
            Kind::Board(Starts::new(spread, chart.as_ref()))
        };
        Self { judge: Judge::new(game, spread.qualifier()), chart, throws, kind }
    }

    /// What a player will hold beside the board who has these cards and so many discards to come; in a draw game what it
    /// has, for its draws are dealt with the worlds.
    pub(crate) fn will_hold(&self, hand: CardSet, discards: usize) -> CardSet {
        match self.kind {
            Kind::Board(_) if discards > 0 => self.keep(hand),
            _ => hand,
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

/// Hands dealt at random from a fixed seed, by how many cards are kept of them at the first draw.
fn dealt(game: &Game, ladder: &Ladder, draws: usize) -> [[Vec<CardSet>; 6]; 2] {
    let mut chance = Chance::new(0xd4a3);
    let mut lists = <[[Vec<CardSet>; 6]; 2]>::default();
    for _ in 0..DEALT {
        let hand = chance.cards(5, CardSet::EMPTY);
        let kept = [ladder.keep(hand, draws), beginner::keep(hand, game.division)];
        for (lists, kept) in lists.iter_mut().zip(kept) {
            lists[kept.len().min(5)].push(hand);
        }
    }
    lists
}

/// How many discards or draws a game has.
pub(crate) fn throws(game: &Game) -> usize {
    game.steps.iter().filter(|step| matches!(step.verb, Verb::Discard { .. } | Verb::Draw { .. })).count()
}
