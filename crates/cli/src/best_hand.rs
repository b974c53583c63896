//! What held cards are worth with a board, by a game's rules: its high half, its low half, and the words for each.

use cardroom_cards::holdout::{self, Qualifier};
use cardroom_cards::{AceFiveRank, Card, CardSet, DeuceSevenRank, HighRank, Rank};
use cardroom_rules::{Division, Game, LowKind, Making};

/// One half of what a hand is worth: the cards that play and what they are called.
#[derive(Clone, Debug)]
pub(crate) struct Half {
    /// What a dealer says: "pair of sevens".
    pub(crate) name: String,
    /// The same with every card that can decide: "pair of sevens, ace-ten-two kickers".
    pub(crate) full_name: String,
    /// A whole number; the larger one wins.
    pub(crate) order: u32,
    /// The five cards, as they are read out: pairs before kickers, high before low.
    pub(crate) five: Vec<Card>,
}

/// The best high hand, where the game pays one and there are cards enough to make it.
pub(crate) fn high(game: &Game, held: CardSet, board: CardSet) -> Option<Half> {
    if !game.division.has_high() {
        return None;
    }
    let (rank, five) = match game.making {
        Making::BestFive => HighRank::of(held | board).map(|rank| (rank, rank.five(held | board))),
        Making::AllHeld => holdout::high(held, board).zip(holdout::high_five(held, board)),
    }?;
    // The ace that begins the lowest straight is read last.
    let wheel = five.ranks() == 0b1_0000_0000_1111;
    Some(Half::new(rank.to_string(), format!("{rank:#}"), rank.order(), five, wheel))
}

/// The best low hand, where the game pays one, there are cards enough, and it qualifies.
pub(crate) fn low(game: &Game, held: CardSet, board: CardSet, qualifier: Qualifier) -> Option<Half> {
    let (kind, qualifier) = match game.division {
        Division::High => return None,
        Division::HighLow => (LowKind::AceToFive, qualifier),
        Division::Low(kind) => (kind, Qualifier::Any),
    };
    match (kind, game.making) {
        (LowKind::AceToFive, Making::AllHeld) => {
            let rank = holdout::low(held, board, qualifier)?;
            let five = holdout::low_five(held, board, qualifier)?;
            Some(Half::ace_five(rank, five))
        }
        (LowKind::AceToFive, Making::BestFive) => {
            let rank = AceFiveRank::of(held | board).filter(|&rank| qualifier.admits(rank))?;
            Some(Half::ace_five(rank, rank.five(held | board)))
        }
        (LowKind::DeuceToSeven, _) => {
            let rank = DeuceSevenRank::of(held | board)?;
            Some(Half::new(rank.to_string(), format!("{rank:#}"), rank.order(), rank.five(held | board), false))
        }
    }
}

impl Half {
    fn ace_five(rank: AceFiveRank, five: CardSet) -> Self {
        Self::new(rank.to_string(), format!("{rank:#}"), rank.order(), five, true)
    }

    fn new(name: String, full_name: String, order: u32, five: CardSet, ace_low: bool) -> Self {
        let height = |card: &Card| if ace_low && card.rank() == Rank::Ace { 0 } else { card.rank().index() + 1 };
        let like = |card: &Card| (five & CardSet::of_rank(card.rank())).len();
        let mut five = five.iter().collect::<Vec<_>>();
        five.sort_by_key(|card| std::cmp::Reverse((like(card), height(card), card.suit())));
        Self { name, full_name, order, five }
    }
}
