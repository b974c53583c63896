//! What a dealer says: ranks in words.
//!
//! One wording for each kind of hand, the same in every game: "royal flush", "straight flush, nine high", "four
//! fives", "kings full of nines", "ace-high flush", "six-high straight", "three jacks", "aces and eights", "pair of
//! kings", "king-high". A low of five different ranks is named by its two highest: "eight-six low".

use core::fmt::{Formatter, Result};

use crate::Rank;
use crate::code::Shape;

/// Names a high hand; with the alternate flag its kickers too.
pub(crate) fn high(shape: Shape, f: &mut Formatter<'_>) -> Result {
    match shape {
        Shape::HighCard { ranks } => {
            let mut line = AceHigh.ranks(ranks);
            write!(f, "{}-high", word(line.next()))?;
            if f.alternate() { listed(f, ", ", line, "") } else { Ok(()) }
        }
        Shape::Flush { ranks } => {
            let mut line = AceHigh.ranks(ranks);
            write!(f, "{}-high flush", word(line.next()))?;
            if f.alternate() { listed(f, ", ", line, "") } else { Ok(()) }
        }
        other => of_a_kind(other, &AceHigh, f),
    }
}

/// Names a deuce-to-seven low.
pub(crate) fn deuce_seven(shape: Shape, f: &mut Formatter<'_>) -> Result {
    match shape {
        Shape::HighCard { ranks } => low(AceHigh.ranks(ranks), f),
        other => high(other, f),
    }
}

/// Names an ace-to-five low.
pub(crate) fn ace_five(shape: Shape, f: &mut Formatter<'_>) -> Result {
    match shape {
        Shape::HighCard { ranks: 0b11111 } if !f.alternate() => f.write_str("wheel"),
        Shape::HighCard { ranks } => low(AceLow.ranks(ranks), f),
        other => of_a_kind(other, &AceLow, f),
    }
}

fn low(ranks: impl Iterator<Item = Rank>, f: &mut Formatter<'_>) -> Result {
    let shown = if f.alternate() { 5 } else { 2 };
    listed(f, "", ranks.take(shown), " low")
}

fn of_a_kind(shape: Shape, reading: &impl Reading, f: &mut Formatter<'_>) -> Result {
    let top = |ranks: u16| reading.ranks(ranks).next();
    match shape {
        Shape::HighCard { .. } | Shape::Flush { .. } => Ok(()),
        Shape::Pair { pair, kickers } => {
            write!(f, "pair of {}", words(top(pair)))?;
            kicked(f, reading, kickers)
        }
        Shape::TwoPair { pairs, kicker } => {
            let mut line = reading.ranks(pairs);
            write!(f, "{} and {}", words(line.next()), words(line.next()))?;
            kicked(f, reading, kicker)
        }
        Shape::Trips { trips, kickers } => {
            write!(f, "three {}", words(top(trips)))?;
            kicked(f, reading, kickers)
        }
        Shape::Straight { start } => write!(f, "{}-high straight", word(straight_top(start))),
        Shape::FullHouse { trips, pair } => write!(f, "{} full of {}", words(top(trips)), words(top(pair))),
        Shape::Quads { quads, kicker } => {
            write!(f, "four {}", words(top(quads)))?;
            kicked(f, reading, kicker)
        }
        Shape::StraightFlush { start: 9 } => f.write_str("royal flush"),
        Shape::StraightFlush { start } => write!(f, "straight flush, {} high", word(straight_top(start))),
    }
}

fn kicked(f: &mut Formatter<'_>, reading: &impl Reading, kickers: u16) -> Result {
    if !f.alternate() {
        return Ok(());
    }
    listed(f, ", ", reading.ranks(kickers), if kickers.count_ones() == 1 { " kicker" } else { " kickers" })
}

fn listed(f: &mut Formatter<'_>, before: &str, ranks: impl Iterator<Item = Rank>, after: &str) -> Result {
    f.write_str(before)?;
    for (place, rank) in ranks.enumerate() {
        f.write_str(if place == 0 { "" } else { "-" })?;
        f.write_str(rank.name())?;
    }
    f.write_str(after)
}

/// A straight that begins at bit 0 (the ace) ends with the five.
fn straight_top(start: u32) -> Option<Rank> {
    Rank::from_index(start as u8 + 3)
}

fn word(rank: Option<Rank>) -> &'static str {
    rank.map_or("?", Rank::name)
}

fn words(rank: Option<Rank>) -> &'static str {
    rank.map_or("?", Rank::plural)
}

/// How thirteen bits are read as ranks, highest first.
trait Reading {
    fn rank(&self, bit: u8) -> Option<Rank>;

    fn ranks(&self, bits: u16) -> impl Iterator<Item = Rank> {
        (0..13).rev().filter(move |bit| bits >> bit & 1 == 1).filter_map(|bit| self.rank(bit))
    }
}

/// Bit 0 is the two, bit 12 the ace.
struct AceHigh;

/// Bit 0 is the ace, bit 12 the king.
struct AceLow;

impl Reading for AceHigh {
    fn rank(&self, bit: u8) -> Option<Rank> {
        Rank::from_index(bit)
    }
}

impl Reading for AceLow {
    fn rank(&self, bit: u8) -> Option<Rank> {
        Rank::from_index((bit + 12) % 13)
    }
}
