//! The hands that players of board games begin with: what they would keep of them, and how good they are.
//!
//! Made once for each game, from a fixed seed: a few thousand hands are kept by the chart and meet each other on the same
//! boards. Whoever imagines an opponent's cards draws from these.

use cardroom_cards::CardSet;
use cardroom_odds::{Chart, Judge};
use cardroom_rules::{Division, Spread};

use crate::beginner;
use crate::chance::Chance;
use crate::field::{Field, Standing};

/// A hand as it is dealt.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) dealt: CardSet,
    /// What is kept of it; all of it where nothing is discarded.
    pub(crate) kept: CardSet,
    /// The part of all hands that are worse before any board card, from 0 to 1.
    pub(crate) strength: f32,
}

/// Who keeps the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Skill {
    /// Somebody who knows the chart.
    Schooled,
    /// Somebody who keeps what looks good.
    Naive,
}

/// Many hands, and where to find those of which so many cards are kept, by the skill of who keeps them.
pub(crate) struct Starts {
    hands: Vec<Start>,
    division: Division,
    by_kept: [[Vec<u16>; 6]; 2],
    board_cards: usize,
}

/// Hands of five cards; enough that each number of kept cards has a few hundred.
const HANDS: usize = 6000;
/// Boards that they meet on.
const BOARDS: usize = 64;
/// How often a hand that clashes with known cards is tried again.
const TRIES: usize = 48;

impl Starts {
    pub(crate) fn new(spread: &Spread, chart: Option<&Chart>) -> Self {
        let game = spread.game();
        let mut chance = Chance::new(0xca4d);
        let dealt = match chart {
            Some(_) => (0..HANDS).map(|_| chance.cards(game.cards_dealt(), CardSet::EMPTY)).collect::<Vec<_>>(),
            None => CardSet::FULL.subsets(game.cards_dealt()).collect(),
        };
        let start =
            |&dealt: &CardSet| Start { dealt, kept: chart.map_or(dealt, |chart| chart.keep(dealt)), strength: 0.0 };
        let mut hands = dealt.iter().map(start).collect::<Vec<_>>();
        let judge = Judge::new(game, spread.qualifier());
        let mut sums = vec![(0.0, 0.0_f32); hands.len()];
        for _ in 0..BOARDS {
            let board = chance.cards(game.board_cards(), CardSet::EMPTY);
            let there = (0..hands.len()).filter(|&place| (hands[place].dealt & board).is_empty()).collect::<Vec<_>>();
            let held = there.iter().map(|&place| hands[place].kept).collect::<Vec<_>>();
            let field = Field::new(&judge, &held, board);
            for (&place, share) in there.iter().zip(field.own_shares()) {
                sums[place].0 += share;
                sums[place].1 += 1.0;
            }
        }
        let shares = sums.iter().map(|&(sum, count)| sum / count.max(1.0)).collect::<Vec<_>>();
        let standing = Standing::among(shares.clone());
        let mut by_kept = <[[Vec<u16>; 6]; 2]>::default();
        for (place, (hand, share)) in hands.iter_mut().zip(shares).enumerate() {
            hand.strength = standing.of(share);
            by_kept[0][hand.kept.len().min(5)].push(place as u16);
            by_kept[1][beginner::keep(hand.dealt, game.division).len().min(5)].push(place as u16);
        }
        Self { hands, division: game.division, by_kept, board_cards: game.board_cards() }
    }

    /// How many cards the board will have.
    pub(crate) fn board_cards(&self) -> usize {
        self.board_cards
    }

    /// Some hand that none of these cards is in.
    pub(crate) fn any(&self, gone: CardSet, chance: &mut Chance) -> Start {
        for _ in 0..TRIES {
            let start = self.hands[chance.place(self.hands.len())];
            if (start.dealt & gone).is_empty() {
                return start;
            }
        }
        let dealt = chance.cards(self.hands[0].dealt.len(), gone);
        Start { dealt, kept: dealt, strength: 0.5 }
    }

    /// Some hand of which somebody keeps so many cards, and that none of these cards is in.
    pub(crate) fn keeping(&self, kept: usize, skill: Skill, gone: CardSet, chance: &mut Chance) -> Start {
        let list = &self.by_kept[skill as usize][kept.min(5)];
        for _ in 0..if list.is_empty() { 0 } else { TRIES } {
            let start = self.hands[usize::from(list[chance.place(list.len())])];
            if (start.dealt & gone).is_empty() {
                return match skill {
                    Skill::Schooled => start,
                    Skill::Naive => Start { kept: beginner::keep(start.dealt, self.division), ..start },
                };
            }
        }
        // Nobody who thinks keeps so many: then it is anything.
        let start = self.any(gone, chance);
        Start { kept: chance.cards(kept, !start.dealt), ..start }
    }
}
