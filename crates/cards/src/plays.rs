//! Which five cards play: from a rank back to cards.

use crate::code::Shape;
use crate::{CardSet, Rank, Suit};

/// Five of `from` that make this shape, its ranks read with the ace as bit 12; fewer where there are none.
pub(crate) fn ace_high(shape: Shape, from: CardSet) -> CardSet {
    match shape {
        Shape::Straight { start } => {
            (start..start + 5).fold(CardSet::EMPTY, |cards, step| cards | lowest(from, (step + 12) % 13, 1))
        }
        Shape::StraightFlush { start } => {
            let ranks = (start..start + 5).fold(0, |ranks, step| ranks | 1 << ((step + 12) % 13));
            suited(from, ranks)
        }
        Shape::Flush { ranks } => suited(from, ranks),
        other => of_a_kind(other, |bits, count| every(from, bits, count)),
    }
}

/// The same with the ace as bit 0, for a game without straights and flushes.
pub(crate) fn ace_low(shape: Shape, from: CardSet) -> CardSet {
    of_a_kind(shape, |bits, count| every(from, (bits >> 1) | (bits & 1) << 12, count))
}

fn of_a_kind(shape: Shape, take: impl Fn(u16, usize) -> CardSet) -> CardSet {
    match shape {
        Shape::HighCard { ranks } => take(ranks, 1),
        Shape::Pair { pair, kickers } => take(pair, 2) | take(kickers, 1),
        Shape::TwoPair { pairs, kicker } => take(pairs, 2) | take(kicker, 1),
        Shape::Trips { trips, kickers } => take(trips, 3) | take(kickers, 1),
        Shape::FullHouse { trips, pair } => take(trips, 3) | take(pair, 2),
        Shape::Quads { quads, kicker } => take(quads, 4) | take(kicker, 1),
        Shape::Straight { .. } | Shape::Flush { .. } | Shape::StraightFlush { .. } => CardSet::EMPTY,
    }
}

/// `count` cards of each of these ranks, lower suits first.
fn every(from: CardSet, ranks: u16, count: usize) -> CardSet {
    (0..13).filter(|rank| ranks >> rank & 1 == 1).fold(CardSet::EMPTY, |cards, rank| cards | lowest(from, rank, count))
}

fn lowest(from: CardSet, rank: u32, count: usize) -> CardSet {
    Rank::from_index(rank as u8)
        .map_or(CardSet::EMPTY, |rank| (from & CardSet::of_rank(rank)).iter().take(count).collect())
}

/// These ranks in the lowest suit that has them all.
fn suited(from: CardSet, ranks: u16) -> CardSet {
    let suit = Suit::ALL.into_iter().find(|&suit| from.ranks_in(suit) & ranks == ranks);
    suit.map_or(CardSet::EMPTY, |suit| every(from & CardSet::of_suit(suit), ranks, 1))
}
