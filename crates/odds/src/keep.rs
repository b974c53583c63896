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
use crate::judge::DEALS;
use crate::opponents::Play;
use crate::outcome::POT;
use crate::sample::mix;
use crate::table::Table;
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
    qualifier: Qualifier,
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
        Ok(Self { contest, hand, opponents, model, chart, qualifier: Qualifier::default() })
    }

    /// The same question where the lows of a high/low game need this. Opponents keep by the charts all the same, which
    /// are for eight or better.
    #[must_use]
    pub fn with_qualifier(self, qualifier: Qualifier) -> Self {
        Self { qualifier, ..self }
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
        let quiet = pool.without_progress();
        // How far it is, is known beforehand only where the deals are.
        let working = if matches!(enough, Enough::Deals(_)) { pool } else { &quiet };
        loop {
            let first = deals / PIECE;
            let keeps = sums.iter().map(|(keep, _)| *keep).collect::<Vec<_>>();
            working.run(
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
                    pool.tell((target / worst).powi(2));
                    let missing = deals as f64 * ((worst / target).powi(2) * 1.02 - 1.0);
                    more = (missing as u64).clamp(PIECE, 4 * deals).next_multiple_of(PIECE);
                }
                _ => break,
            }
        }
        pool.tell(1.0);
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
        let mut table = self.table();
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

    fn table(&self) -> Table<'_> {
        let play = self.chart.as_ref().map_or(Play::Random, Play::Chart);
        Table::new(self.contest, self.opponents, play, self.hand).with_qualifier(self.qualifier)
    }

    fn judge(&self, keeps: &[CardSet], deals: u64, mut rng: Xoshiro256PlusPlus) -> Vec<Sum> {
        let mut sums = vec![Sum::default(); keeps.len()];
        let mut table = self.table();
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
