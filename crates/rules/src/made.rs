//! What held cards are worth with a board, by a game's rules: its high half, its low half, and the words for each.

use cardroom_cards::holdout::{self, Qualifier};
use cardroom_cards::{AceFiveRank, Card, CardSet, DeuceSevenRank, HighRank, Rank};

use crate::game::{Division, Game, LowKind, Making};

/// One half of what a hand is worth: the cards that play and what they are called.
///
/// ```
/// use cardroom_rules::{Game, Qualifier};
///
/// let game = Game::by_id("holdout-hilo").unwrap();
/// let (held, board) = ("Ah3h5d".parse()?, "2c4d7hKs".parse()?);
/// assert_eq!(game.made_high(held, board).unwrap().name, "five-high straight");
/// let low = game.made_low(held, board, Qualifier::Any).unwrap();
/// assert_eq!(low.five.iter().map(ToString::to_string).collect::<String>(), "5d4d3h2cAh");
/// # Ok::<(), cardroom_cards::ParseCardsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// What a dealer says: "pair of sevens".
    pub name: String,
    /// The same with every card that can decide: "pair of sevens, ace-ten-two kickers".
    pub full_name: String,
    /// A whole number; the larger one wins.
    pub order: u32,
    /// The five cards, as they are read out: pairs before kickers, high before low.
    pub five: Vec<Card>,
}

impl Game {
    /// The best high hand, where the game pays one and there are cards enough to make it.
    pub fn made_high(&self, held: CardSet, board: CardSet) -> Option<Made> {
        if !self.division.has_high() {
            return None;
        }
        let (rank, five) = match self.making {
            Making::BestFive => HighRank::of(held | board).map(|rank| (rank, rank.five(held | board))),
            Making::AllHeld => holdout::high(held, board).zip(holdout::high_five(held, board)),
        }?;
        // The ace that begins the lowest straight is read last.
        let wheel = five.ranks() == 0b1_0000_0000_1111;
        Some(Made::new(rank.to_string(), format!("{rank:#}"), rank.order(), five, wheel))
    }

    /// The best low hand, where the game pays one, there are cards enough, and it qualifies.
    pub fn made_low(&self, held: CardSet, board: CardSet, qualifier: Qualifier) -> Option<Made> {
        let (kind, qualifier) = match self.division {
            Division::High => return None,
            Division::HighLow => (LowKind::AceToFive, qualifier),
            Division::Low(kind) => (kind, Qualifier::Any),
        };
        match (kind, self.making) {
            (LowKind::AceToFive, Making::AllHeld) => {
                let rank = holdout::low(held, board, qualifier)?;
                let five = holdout::low_five(held, board, qualifier)?;
                Some(Made::ace_five(rank, five))
            }
            (LowKind::AceToFive, Making::BestFive) => {
                let rank = AceFiveRank::of(held | board).filter(|&rank| qualifier.admits(rank))?;
                Some(Made::ace_five(rank, rank.five(held | board)))
            }
            (LowKind::DeuceToSeven, _) => {
                let rank = DeuceSevenRank::of(held | board)?;
                Some(Made::new(rank.to_string(), format!("{rank:#}"), rank.order(), rank.five(held | board), false))
            }
        }
    }
}

impl Made {
    fn ace_five(rank: AceFiveRank, five: CardSet) -> Self {
        Self::new(rank.to_string(), format!("{rank:#}"), rank.order(), five, true)
    }

    fn new(name: String, full_name: String, order: u32, five: CardSet, ace_low: bool) -> Self {
        let height =
            |card: &Card| if ace_low && card.rank() == Rank::Ace { 0 } else { card.rank().index().saturating_add(1) };
        let like = |card: &Card| (five & CardSet::of_rank(card.rank())).len();
        let mut five = five.iter().collect::<Vec<_>>();
        five.sort_by_key(|card| core::cmp::Reverse((like(card), height(card), card.suit())));
        Self { name, full_name, order, five }
    }
}
