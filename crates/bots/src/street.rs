//! How good hands are on a board that isn't complete: a field of hands that meet on a few ways in which it may end.

use cardroom_cards::CardSet;

use crate::book::{Book, Kind};
use crate::chance::Chance;
use crate::field::{Field, Standing};

/// A board with some of its ends, and a field of hands on each.
pub(crate) struct Street {
    ends: Vec<(CardSet, Field)>,
    /// What the hands of the field expect: a share says how good a hand is only beside those.
    standing: Standing,
}

/// Ends that are looked at while cards are to come.
const ENDS: usize = 8;
/// Hands of the field.
const FIELD: usize = 96;

impl Street {
    pub(crate) fn new(book: &Book, board: CardSet, chance: &mut Chance) -> Option<Self> {
        let Kind::Board(starts) = &book.kind else { return None };
        let field = (0..FIELD).map(|_| starts.any(board, chance).kept).collect::<Vec<_>>();
        let missing = starts.board_cards() - board.len();
        let mut ends = Vec::with_capacity(ENDS);
        for _ in 0..if missing == 0 { 1 } else { ENDS } {
            let full = board | chance.cards(missing, board);
            let there = field.iter().copied().filter(|&hand| (hand & full).is_empty()).collect::<Vec<_>>();
            ends.push((full, Field::new(&book.judge, &there, full)));
        }
        let mut street = Self { ends, standing: Standing::among(Vec::new()) };
        street.standing = Standing::among(street.shares(book, &field));
        Some(street)
    }

    /// The part of the field that is worse than each hand.
    pub(crate) fn strengths(&self, book: &Book, held: &[CardSet]) -> Vec<f32> {
        self.shares(book, held).iter().map(|&share| self.standing.of(share)).collect()
    }

    /// The share that each hand expects against one of the field. Ends that a hand clashes with don't count for it.
    fn shares(&self, book: &Book, held: &[CardSet]) -> Vec<f32> {
        let mut sums = vec![(0.0, 0.0_f32); held.len()];
        let (mut high, mut low) = (Vec::new(), Vec::new());
        for (full, field) in &self.ends {
            let there = (0..held.len()).filter(|&place| (held[place] & *full).is_empty()).collect::<Vec<_>>();
            let hands = there.iter().map(|&place| held[place]).collect::<Vec<_>>();
            book.judge.values(&hands, &vec![*full; hands.len()], &mut high, &mut low);
            for ((&place, &high), &low) in there.iter().zip(&high).zip(&low) {
                sums[place].0 += field.share(high, low);
                sums[place].1 += 1.0;
            }
        }
        sums.iter().map(|&(sum, count)| if count > 0.0 { sum / count } else { 0.5 }).collect()
    }
}
