//! What to keep of five cards: every choice, against opponents who play by a model.
//!
//! All choices are judged on the same deals, so they are compared more sharply than their standard errors say.

use cardroom_cards::CardSet;
use cardroom_rules::{CATALOGUE, Game, Qualifier};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chart::Chart;
use crate::classes::chosen;
use crate::contest::{Contest, MOST_OPPONENTS};
use crate::judge::{DEALS, Judge};
use crate::opponents::{Bar, Deck, Play, exchange};
use crate::outcome::POT;
use crate::sample::mix;
use crate::{OddsError, Pool};

/// How opponents choose what to keep.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Model {
    /// Anything the rules allow, each choice as likely as another.
    Random,
    /// Each keeps what is best against others who do the same. All choose at the same moment: nobody sees how many
    /// cards the others threw, and nothing is bet afterwards.
    #[default]
    Equilibrium,
}

impl Model {
    /// The model's name, as it is typed and printed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Equilibrium => "equilibrium",
        }
    }
}

/// A question about what to keep.
#[derive(Clone, Debug)]
pub struct Keep {
    contest: Contest,
    hand: CardSet,
    opponents: usize,
    model: Model,
    chart: Option<Chart>,
}

/// One choice and what it can expect.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The cards kept.
    pub keep: CardSet,
    /// The expected part of the pot.
    pub equity: f64,
    /// How often the pot, or a half of it, is won alone.
    pub win: f64,
    /// How often it is only shared.
    pub tie: f64,
    /// The standard error of the equity.
    pub stderr: f64,
}

/// All choices, best first.
#[derive(Clone, PartialEq, Debug)]
pub struct Choices {
    /// The choices, best first.
    pub choices: Vec<Choice>,
    /// How many deals they were judged on.
    pub deals: u64,
}

/// When to stop sampling.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Enough {
    /// After so many deals.
    Deals(u64),
    /// When no choice's equity has a larger standard error.
    Error(f64),
}

/// Deals in a piece of work.
const PIECE: u64 = 8 * DEALS as u64;

impl Keep {
    /// A question about these five cards in this game.
    ///
    /// ```
    /// use cardroom_odds::{Enough, Keep, Model, Pool};
    /// use cardroom_rules::Game;
    ///
    /// let hand = "Ah Kh 7c 7d 2s".parse().unwrap();
    /// let question = Keep::new(Game::by_id("holdout").unwrap(), hand, 3, Model::Random)?;
    /// let answer = question.answer(Enough::Deals(10_000), 0, &Pool::new(1))?;
    /// assert_eq!(answer.choices.len(), 31);
    /// # Ok::<(), cardroom_odds::OddsError>(())
    /// ```
    pub fn new(game: &Game, hand: CardSet, opponents: usize, model: Model) -> Result<Self, OddsError> {
        let Some(contest) = Contest::of(game) else {
            let games = CATALOGUE.iter().filter(|game| Contest::of(game).is_some()).map(|game| game.id);
            let games = games.collect::<Vec<_>>().join(", ");
            return Err(OddsError::WrongGame { game: game.name, verb: "held or drawn", games });
        };
        if hand.len() != 5 {
            return Err(OddsError::NotFive { count: hand.len() });
        }
        if !(1..=MOST_OPPONENTS).contains(&opponents) {
            return Err(OddsError::Opponents { count: opponents, most: MOST_OPPONENTS, game: game.name });
        }
        let chart = match model {
            Model::Random => None,
            Model::Equilibrium => Some(Chart::shipped(contest, opponents)?),
        };
        Ok(Self { contest, hand, opponents, model, chart })
    }

    /// The same question against opponents who play by this chart.
    pub fn against(chart: &Chart, hand: CardSet) -> Result<Self, OddsError> {
        let question = Self::new(chart.contest().game(), hand, chart.opponents(), Model::Random)?;
        Ok(Self { model: Model::Equilibrium, chart: Some(chart.clone()), ..question })
    }

    /// The model that opponents play by.
    pub fn model(&self) -> Model {
        self.model
    }

    /// Judges every choice.
    pub fn answer(&self, enough: Enough, seed: u64, pool: &Pool<'_>) -> Result<Choices, OddsError> {
        let choices = (u8::from(!self.contest.draws())..32).map(|choice| chosen(self.hand, choice));
        let mut sums = choices.map(|keep| (keep, Sum::default())).collect::<Vec<_>>();
        let mut deals = 0;
        let mut more = match enough {
            Enough::Deals(0) => return Err(OddsError::NoSamples),
            Enough::Deals(deals) => deals,
            Enough::Error(target) if target > 0.000_01 && target.is_finite() => 8 * PIECE,
            Enough::Error(target) => return Err(OddsError::Target { target }),
        };
        loop {
            let first = deals / PIECE;
            let keeps = sums.iter().map(|(keep, _)| *keep).collect::<Vec<_>>();
            pool.run(
                usize::try_from(more.div_ceil(PIECE)).unwrap_or(usize::MAX),
                |piece| {
                    let rng = Xoshiro256PlusPlus::seed_from_u64(mix(seed, first + piece as u64));
                    self.judge(&keeps, PIECE.min(more - piece as u64 * PIECE), rng)
                },
                |judged: Vec<Sum>| sums.iter_mut().zip(judged).for_each(|((_, sum), more)| sum.join(more)),
            )?;
            deals += more;
            let worst = sums.iter().map(|(_, sum)| sum.stderr(deals)).fold(0.0, f64::max);
            match enough {
                Enough::Error(target) if worst > target => {
                    let missing = deals as f64 * ((worst / target).powi(2) * 1.02 - 1.0);
                    more = (missing as u64).clamp(PIECE, 4 * deals).next_multiple_of(PIECE);
                }
                _ => break,
            }
        }
        let choice = |(keep, sum): &(CardSet, Sum)| Choice {
            keep: *keep,
            equity: sum.parts as f64 / (deals * POT) as f64,
            win: sum.win as f64 / deals as f64,
            tie: sum.tie as f64 / deals as f64,
            stderr: sum.stderr(deals),
        };
        let mut choices = sums.iter().map(choice).collect::<Vec<_>>();
        choices.sort_by(|a, b| b.equity.total_cmp(&a.equity));
        Ok(Choices { choices, deals })
    }

    /// The mean and the standard error of how much more one choice wins than another, on the same deals.
    pub(crate) fn gain(&self, better: CardSet, worse: CardSet, deals: u64, seed: u64) -> (f64, f64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut table = Table::new(self);
        let (mut sum, mut squares) = (0.0, 0.0);
        let blocks = deals.div_ceil(DEALS as u64);
        for _ in 0..blocks {
            table.deal(DEALS, &mut rng);
            let first = table.judge(better).iter().map(|&(parts, _)| parts as f64).collect::<Vec<_>>();
            for (a, &(b, _)) in first.iter().zip(table.judge(worse)) {
                let difference = (a - b as f64) / POT as f64;
                sum += difference;
                squares += difference * difference;
            }
        }
        let count = (blocks * DEALS as u64) as f64;
        let mean = sum / count;
        (mean, ((squares / count - mean * mean).max(1.0 / count) / count).sqrt())
    }

    fn judge(&self, keeps: &[CardSet], deals: u64, mut rng: Xoshiro256PlusPlus) -> Vec<Sum> {
        let mut sums = vec![Sum::default(); keeps.len()];
        let mut table = Table::new(self);
        let mut left = deals as usize;
        while left > 0 {
            let count = left.min(DEALS);
            left -= count;
            table.deal(count, &mut rng);
            for (&keep, sum) in keeps.iter().zip(&mut sums) {
                for &(parts, alone) in table.judge(keep) {
                    sum.parts += parts;
                    sum.squares += parts * parts;
                    sum.win += u64::from(alone);
                    sum.tie += u64::from(parts > 0 && !alone);
                }
            }
        }
        sums
    }
}

#[derive(Clone, Copy, Default)]
struct Sum {
    parts: u64,
    squares: u64,
    win: u64,
    tie: u64,
}

impl Sum {
    fn join(&mut self, more: Self) {
        self.parts += more.parts;
        self.squares += more.squares;
        self.win += more.win;
        self.tie += more.tie;
    }

    fn stderr(&self, deals: u64) -> f64 {
        let count = deals as f64;
        let mean = self.parts as f64 / count / POT as f64;
        let square = self.squares as f64 / count / (POT * POT) as f64;
        ((square - mean * mean).max(1.0 / (count + 1.0)) / count).sqrt()
    }
}

/// Many deals around one hand.
struct Table<'a> {
    question: &'a Keep,
    judge: Judge,
    deck: Deck,
    /// For each deal the board, or in a draw what comes for up to five cards.
    boards: Vec<CardSet>,
    coming: Vec<[CardSet; 6]>,
    bars: Vec<Bar>,
    held: Vec<CardSet>,
    beside: Vec<CardSet>,
    high: Vec<u32>,
    low: Vec<u32>,
    won: Vec<(u64, bool)>,
}

impl<'a> Table<'a> {
    fn new(question: &'a Keep) -> Self {
        Self {
            question,
            judge: Judge::new(question.contest.game(), Qualifier::default()),
            deck: Deck::new(CardSet::FULL - question.hand),
            boards: Vec::new(),
            coming: Vec::new(),
            bars: Vec::new(),
            held: Vec::new(),
            beside: Vec::new(),
            high: Vec::new(),
            low: Vec::new(),
            won: Vec::new(),
        }
    }

    /// Deals everything but what is kept of the hand.
    fn deal(&mut self, count: usize, rng: &mut Xoshiro256PlusPlus) {
        let Keep { contest, opponents, chart, .. } = self.question;
        let play = chart.as_ref().map_or(Play::Random, Play::Chart);
        let draws = contest.draws();
        self.boards.clear();
        self.coming.clear();
        self.held.clear();
        self.beside.clear();
        for _ in 0..count {
            let first = if draws { 5 } else { 4 };
            let cards = self.deck.shuffle(if draws { 47 } else { 4 + 5 * opponents }, rng);
            let mut hands = [CardSet::EMPTY; MOST_OPPONENTS];
            for (hand, cards) in hands.iter_mut().zip(cards[first..].chunks_exact(5)).take(*opponents) {
                *hand = cards.iter().fold(CardSet::EMPTY, |all, &card| all | card);
            }
            let start = self.held.len();
            for &hand in &hands[..*opponents] {
                self.held.push(play.keep(*contest, hand, rng));
            }
            let mut coming = [CardSet::EMPTY; 6];
            for place in 0..first {
                coming[place + 1] = coming[place] | cards[place];
            }
            if draws {
                let stub = &cards[5 + 5 * opponents..];
                exchange(&hands[..*opponents], &mut self.held[start..], stub, &cards[..5], rng);
            }
            let board = if draws { CardSet::EMPTY } else { coming[4] };
            self.boards.push(board);
            self.beside.resize(self.held.len(), board);
            self.coming.push(coming);
        }
        self.judge.values(&self.held, &self.beside, &mut self.high, &mut self.low);
        let each = self.high.chunks_exact(*opponents).zip(self.low.chunks_exact(*opponents));
        self.bars.clear();
        self.bars.extend(each.map(|(high, low)| {
            let mut bar = Bar::default();
            high.iter().zip(low).for_each(|(&high, &low)| bar.raise(high, low));
            bar
        }));
    }

    /// What keeping these cards wins in each deal, and whether alone.
    fn judge(&mut self, keep: CardSet) -> &[(u64, bool)] {
        self.held.clear();
        if self.question.contest.draws() {
            self.held.extend(self.coming.iter().map(|coming| keep | coming[5 - keep.len()]));
        } else {
            self.held.resize(self.boards.len(), keep);
        }
        self.judge.values(&self.held, &self.boards, &mut self.high, &mut self.low);
        self.won.clear();
        let beside = self.bars.iter().zip(&self.high).zip(&self.low);
        self.won.extend(beside.map(|((bar, &high), &low)| (bar.parts(high, low), bar.beaten_by(high, low))));
        &self.won
    }
}
