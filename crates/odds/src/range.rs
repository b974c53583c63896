//! What a player may have: one hand, a hand with unknown cards, or many hands with weights.

use cardroom_cards::CardSet;
use cardroom_rules::{Game, Making};

use crate::{OddsError, notation};

/// One hand a player may have: cards that are known, and how many more are not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Holding {
    /// The known cards.
    pub cards: CardSet,
    /// How many more the player has, any of those left in the deck.
    pub unknown: u8,
}

/// The hands a player may have, each with a weight.
///
/// ```
/// use cardroom_odds::Range;
/// use cardroom_rules::Game;
///
/// let holdem = Game::by_id("holdem").unwrap();
/// assert_eq!(Range::parse(holdem, "QQ+, AKs")?.len(), 3 * 6 + 4);
/// assert_eq!(Range::parse(holdem, "A5s-A2s, KQo:0.5")?.len(), 4 * 4 + 12);
/// assert_eq!(Range::parse(holdem, "??")?.len(), 1); // one holding, of two unknown cards
///
/// let holdout = Game::by_id("holdout").unwrap();
/// assert_eq!(Range::parse(holdout, "AhAd??")?.holdings()[0].unknown, 1);
/// assert!(Range::parse(holdout, "QQ").is_err());
/// # Ok::<(), cardroom_odds::OddsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    text: String,
    holdings: Vec<Holding>,
    /// Beside the holdings: how likely each is, in any unit.
    weights: Vec<u64>,
}

/// A weight of 1, in which six decimals are whole numbers.
pub(crate) const WEIGHT_ONE: u64 = 1_000_000;

impl Range {
    /// Reads a range as people write it, for this game.
    ///
    /// In a two-card game: `AhKh`, `QQ`, `QQ+`, `QQ-99`, `AK`, `AKs`, `KQo`, `A5s+`, `A5s-A2s`, any of them with a
    /// weight (`QQ:0.5`), and lists with commas. In a five-card game a hand is written out. In every game `??`
    /// inside a hand is one unknown card, and `??` alone is a random hand. In Hold-Out that is somebody who keeps
    /// any of the 31 holds of five random cards; in a draw game, cards that aren't named are unknown.
    pub fn parse(game: &Game, text: &str) -> Result<Self, OddsError> {
        let (holdings, weights) = notation::read(game, text)?.unzip();
        Ok(Self { text: notation::canonical(text), holdings, weights })
    }

    /// A player who holds exactly these cards.
    pub fn of(cards: CardSet) -> Self {
        Self { text: cards.to_string(), holdings: vec![Holding { cards, unknown: 0 }], weights: vec![1] }
    }

    pub(crate) fn of_holdings(text: &str, hands: impl Iterator<Item = (Holding, u64)>) -> Self {
        let (holdings, weights) = hands.unzip();
        Self { text: text.to_owned(), holdings, weights }
    }

    /// A player with a random hand.
    pub fn random(game: &Game) -> Self {
        let (holdings, weights) = random_holdings(game).into_iter().unzip();
        Self { text: "??".to_owned(), holdings, weights }
    }

    /// The range as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The hands.
    pub fn holdings(&self) -> &[Holding] {
        &self.holdings
    }

    /// The weights beside [`Range::holdings`].
    pub fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// How many holdings there are.
    pub fn len(&self) -> usize {
        self.holdings.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.holdings.is_empty()
    }

    /// Without the holdings that need one of these cards, and with the smallest weights in the same proportion.
    pub(crate) fn without(&self, out: CardSet) -> Self {
        let left = self.holdings.iter().zip(&self.weights).filter(|(holding, _)| (holding.cards & out).is_empty());
        let (holdings, weights): (Vec<_>, Vec<_>) = left.map(|(&holding, &weight)| (holding, weight)).unzip();
        let divisor = weights.iter().fold(0, |divisor, &weight| gcd(divisor, weight)).max(1);
        Self { text: self.text.clone(), holdings, weights: weights.iter().map(|weight| weight / divisor).collect() }
    }

    /// The one hand of known cards, if that is all there is.
    pub(crate) fn known(&self) -> Option<CardSet> {
        match self.holdings[..] {
            [Holding { cards, unknown: 0 }] => Some(cards),
            _ => None,
        }
    }
}

/// What `??` alone stands for.
pub(crate) fn random_holdings(game: &Game) -> Vec<(Holding, u64)> {
    let unknown = |unknown: u8, weight| (Holding { cards: CardSet::EMPTY, unknown }, weight);
    if keeps_some(game) {
        // Any of the 31 holds: so many of each size. Which cards went away tells nothing, for nobody saw them.
        vec![unknown(1, 5), unknown(2, 10), unknown(3, 10), unknown(4, 5), unknown(5, 1)]
    } else {
        vec![unknown(game.cards_dealt() as u8, WEIGHT_ONE)]
    }
}

/// Whether a hand at showdown may have fewer cards than were dealt, the board making up for them.
pub(crate) fn keeps_some(game: &Game) -> bool {
    game.making == Making::AllHeld && game.board_cards() > 0
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
