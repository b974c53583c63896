//! A slow, plain ranking to check the fast ones against, written from the rules and from nothing in the crate.
//!
//! A hand becomes a number made of its category and its ranks, most frequent first: larger is the better high hand.

use cardroom_cards::{Card, CardSet};

/// High: straights and flushes count, A-2-3-4-5 is a straight to the five.
pub(crate) fn high(cards: &[Card]) -> u32 {
    best(cards, |five| value(five, 14, Straights::WithWheel))
}

/// Ace-to-five low, the larger the better: no straights, no flushes, ace as one.
pub(crate) fn ace_five(cards: &[Card]) -> u32 {
    best(cards, |five| u32::MAX - value(five, 1, Straights::Ignored))
}

/// Deuce-to-seven low, the larger the better: ace high only.
pub(crate) fn deuce_seven(cards: &[Card]) -> u32 {
    best(cards, |five| u32::MAX - value(five, 14, Straights::AceHigh))
}

/// The category of [`high`]: 0 for high card to 8 for a straight flush.
pub(crate) fn category(high: u32) -> usize {
    (high >> 20) as usize
}

/// The cards of a set.
pub(crate) fn cards(set: CardSet) -> Vec<Card> {
    set.iter().collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Straights {
    WithWheel,
    AceHigh,
    Ignored,
}

fn value(five: &[Card], ace: u32, straights: Straights) -> u32 {
    let mut ranks: Vec<u32> =
        five.iter().map(|card| if card.index() / 4 == 12 { ace } else { u32::from(card.index() / 4) + 2 }).collect();
    let times = |rank: u32, all: &[u32]| all.iter().filter(|&&other| other == rank).count();
    let all = ranks.clone();
    ranks.sort_by_key(|&rank| std::cmp::Reverse((times(rank, &all), rank)));
    let counts: Vec<usize> = ranks.iter().map(|&rank| times(rank, &all)).collect();
    let flush = straights != Straights::Ignored && five.iter().all(|card| card.index() % 4 == five[0].index() % 4);
    let wheel = straights == Straights::WithWheel && ranks == [14, 5, 4, 3, 2];
    let sequence = counts[0] == 1 && ranks[0] - ranks[4] == 4 && straights != Straights::Ignored;
    if wheel {
        ranks = vec![5, 4, 3, 2, 1];
    }
    let category = match (counts[0], counts[3], sequence || wheel, flush) {
        (_, _, true, true) => 8,
        (4, ..) => 7,
        (3, 2, ..) => 6,
        (_, _, _, true) => 5,
        (_, _, true, _) => 4,
        (3, ..) => 3,
        (2, 2, ..) => 2,
        (2, ..) => 1,
        _ => 0,
    };
    ranks.iter().fold(category, |value, &rank| value << 4 | rank)
}

/// The best five of any number of cards, by leaving one out at a time.
fn best(cards: &[Card], value: impl Fn(&[Card]) -> u32 + Copy) -> u32 {
    if cards.len() == 5 {
        return value(cards);
    }
    (0..cards.len())
        .map(|out| {
            let mut fewer = cards.to_vec();
            fewer.remove(out);
            best(&fewer, value)
        })
        .max()
        .unwrap_or(0)
}

/// The same random numbers every run (SplitMix64): a failure is found again.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }

    /// So many different cards, none of them among `dead`.
    pub(crate) fn deal(&mut self, count: usize, dead: CardSet) -> CardSet {
        let mut cards = CardSet::EMPTY;
        while cards.len() < count {
            let card = Card::from_index(self.below(52) as u8).unwrap();
            if !dead.contains(card) {
                cards.insert(card);
            }
        }
        cards
    }
}
