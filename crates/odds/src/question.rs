//! A question about equity, checked: what was asked can be dealt.

use cardroom_cards::{Card, CardSet};
use cardroom_rules::{Game, Qualifier};

use crate::answer::{Answer, Effort};
use crate::{OddsError, Pool, Range, exact, sample};

/// A question as it is asked, not yet checked.
///
/// ```
/// use cardroom_odds::{Effort, Pool, Range, Setup};
/// use cardroom_rules::Game;
///
/// let holdem = Game::by_id("holdem").unwrap();
/// let hands = vec![Range::parse(holdem, "AhKh")?, Range::parse(holdem, "QsQd")?];
/// let question = Setup { hands, ..Setup::new(holdem) }.check()?;
/// let answer = question.answer(&Effort::default(), &Pool::new(1))?;
/// assert!(answer.is_exact());
/// assert_eq!(answer.boards(), 1_712_304);
/// assert_eq!(format!("{:.6}", answer.players()[0].equity.to_f64()), "0.462145");
/// # Ok::<(), cardroom_odds::OddsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game whose rules decide.
    pub game: &'static Game,
    /// What a low must be to count, in high/low games.
    pub qualifier: Qualifier,
    /// The board so far.
    pub board: CardSet,
    /// Cards that can't come.
    pub dead: CardSet,
    /// What each player may have.
    pub hands: Vec<Range>,
}

impl Setup {
    /// No board, no dead cards, and nobody in yet.
    pub fn new(game: &'static Game) -> Self {
        let (board, dead) = (CardSet::EMPTY, CardSet::EMPTY);
        Self { game, qualifier: Qualifier::default(), board, dead, hands: Vec::new() }
    }

    /// Checks that the question has an answer.
    pub fn check(&self) -> Result<Question, OddsError> {
        let Self { game, board, dead, .. } = *self;
        let (fewest, most) = game.seats();
        let count = self.hands.len();
        if !(fewest..=most).contains(&count) {
            return Err(OddsError::Players { count, fewest, most, game: game.name });
        }
        if board.len() > game.board_cards() {
            return Err(OddsError::Board { count: board.len(), most: game.board_cards(), game: game.name });
        }
        self.check_shared()?;
        let mut hands = Vec::with_capacity(count);
        for (player, range) in (1..).zip(&self.hands) {
            let left = range.without(board | dead);
            if left.is_empty() {
                let why = if range.is_empty() {
                    "there is no hand in it"
                } else {
                    "the board and the dead cards block every hand in it"
                };
                return Err(OddsError::EmptyRange { player, range: range.text().to_owned(), why });
            }
            hands.push(left);
        }
        let question = Question { game, qualifier: self.qualifier, board, dead, hands };
        question.check_deck()?;
        Ok(question)
    }

    /// Cards that are in two places for certain are named; ranges lose what others hold only later.
    fn check_shared(&self) -> Result<(), OddsError> {
        let mut taken: Vec<(Card, String)> = Vec::new();
        let hands = (1..).zip(&self.hands).filter_map(|(place, range)| match range.holdings() {
            [holding] => Some((format!("in hand {place}"), holding.cards)),
            _ => None,
        });
        let places = [("on the board".to_owned(), self.board), ("dead".to_owned(), self.dead)].into_iter().chain(hands);
        for (second, cards) in places {
            for card in cards {
                if let Some((_, first)) = taken.iter().find(|(other, _)| *other == card) {
                    return Err(OddsError::SharedCard { card, first: first.clone(), second });
                }
                taken.push((card, second.clone()));
            }
        }
        Ok(())
    }
}

/// A question that has an answer.
#[derive(Clone, Debug)]
pub struct Question {
    pub(crate) game: &'static Game,
    pub(crate) qualifier: Qualifier,
    pub(crate) board: CardSet,
    pub(crate) dead: CardSet,
    pub(crate) hands: Vec<Range>,
}

impl Question {
    /// Answers: exactly where the effort allows, else by sampling.
    pub fn answer(&self, effort: &Effort, pool: &Pool<'_>) -> Result<Answer, OddsError> {
        match *effort {
            Effort::Auto { seed, until } => match exact::count(self, exact::LIMIT, pool) {
                Err(OddsError::TooManyDeals { .. } | OddsError::TooManyHands { .. }) => {
                    sample::until(self, seed, until, pool)
                }
                Ok(weighed) => Ok(Answer::exact(self, &weighed)),
                Err(other) => Err(other),
            },
            Effort::Exact => Ok(Answer::exact(self, &exact::count(self, exact::HARD_LIMIT, pool)?)),
            Effort::Samples { seed, samples } => sample::samples(self, seed, samples, pool),
            Effort::Until { seed, stderr } => sample::until(self, seed, stderr, pool),
        }
    }

    /// The game asked about.
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// The hands asked about, without those that board or dead cards rule out.
    pub fn hands(&self) -> &[Range] {
        &self.hands
    }

    /// How many board cards are still to come.
    pub(crate) fn to_come(&self) -> usize {
        self.game.board_cards() - self.board.len()
    }

    fn check_deck(&self) -> Result<(), OddsError> {
        let most = |range: &Range| range.holdings().iter().map(|h| h.cards.len() + usize::from(h.unknown)).max();
        let held = self.hands.iter().filter_map(most).sum::<usize>();
        let left = (CardSet::FULL - self.board - self.dead).len();
        let known = |range: &Range| range.holdings().iter().map(|h| h.cards.len()).max().unwrap_or(0);
        let known = self.hands.iter().map(known).sum::<usize>();
        if held + self.to_come() > left {
            return Err(OddsError::DeckTooSmall {
                needed: held + self.to_come() - known,
                left: left.saturating_sub(known),
            });
        }
        Ok(())
    }
}
