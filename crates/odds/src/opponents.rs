//! What opponents do: a model of what they keep, and the hands they end up with.

use cardroom_cards::CardSet;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chart::Chart;
use crate::classes::chosen;
use crate::contest::Contest;
use crate::outcome::POT;
use crate::sample::below;

/// How opponents choose what to keep.
#[derive(Clone, Copy)]
pub(crate) enum Play<'a> {
    /// Anything the rules allow, each as likely as another.
    Random,
    /// By a chart.
    Chart(&'a Chart),
}

impl Play<'_> {
    /// What a player with this hand keeps.
    #[inline]
    pub(crate) fn keep(self, contest: Contest, hand: CardSet, rng: &mut Xoshiro256PlusPlus) -> CardSet {
        match self {
            Self::Random if contest.draws() => chosen(hand, below(rng.next_u32(), 32) as u8),
            Self::Random => chosen(hand, 1 + below(rng.next_u32(), 31) as u8),
            Self::Chart(chart) => chart.keep(hand),
        }
    }
}

/// A deck that is dealt from anew again and again.
pub(crate) struct Deck {
    cards: Vec<CardSet>,
}

impl Deck {
    pub(crate) fn new(cards: CardSet) -> Self {
        Self { cards: cards.iter().map(CardSet::of).collect() }
    }

    /// Puts so many random cards first, in random order. What order the others have doesn't matter.
    #[inline]
    pub(crate) fn shuffle(&mut self, count: usize, rng: &mut Xoshiro256PlusPlus) -> &[CardSet] {
        let cards = self.cards.len();
        let mut bits = 0;
        for place in 0..count.min(cards.saturating_sub(1)) {
            if place % 2 == 0 {
                bits = rng.next_u64();
            }
            self.cards.swap(place, place + below(bits as u32, cards - place));
            bits >>= 32;
        }
        &self.cards
    }
}

/// Exchanges cards in a draw: each player's replacements come off the stub and, when that is used up, from what the
/// others threw, shuffled; nobody gets back what it threw itself.
///
/// `kept` are the players' cards, five bits' worth each; `hands` what they had. The stub is in random order; where
/// the last to be served finds only what it threw itself, it gets cards from `spare`, which nobody has.
pub(crate) fn exchange(
    hands: &[CardSet],
    kept: &mut [CardSet],
    stub: &[CardSet],
    spare: &[CardSet],
    rng: &mut Xoshiro256PlusPlus,
) {
    let mut next = stub.iter().copied();
    let mut muck: Option<Vec<CardSet>> = None;
    for place in 0..kept.len() {
        while kept[place].len() < 5 {
            if let Some(card) = next.next() {
                kept[place] |= card;
                continue;
            }
            // What those before have been given from the stub is no part of what they threw.
            let thrown = || hands.iter().zip(&*kept).flat_map(|(&hand, &kept)| (hand - kept).iter());
            let muck = muck.get_or_insert_with(|| thrown().map(CardSet::of).collect());
            let own = |card: &CardSet| !(*card & hands[place]).is_empty();
            let from = below(rng.next_u32(), muck.len());
            let found = (from..muck.len()).chain(0..from).find(|&at| !own(&muck[at]));
            match found {
                Some(at) => kept[place] |= muck.swap_remove(at),
                None => kept[place] |= spare[5 - kept[place].len() - 1],
            }
        }
    }
}

/// What a hand has to beat: the best of the others, and how many have it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Bar {
    high: (u32, u64),
    low: (u32, u64),
}

impl Bar {
    /// Raises the bar by one more opponent's values.
    #[inline]
    pub fn raise(&mut self, high: u32, low: u32) {
        for (bar, value) in [(&mut self.high, high), (&mut self.low, low)] {
            if value > bar.0 {
                *bar = (value, 1);
            } else if value == bar.0 && value != 0 {
                bar.1 += 1;
            }
        }
    }

    /// The parts of the pot for a hand with these values; a value the game doesn't have is 0.
    #[inline]
    pub(crate) fn parts(&self, high: u32, low: u32) -> u64 {
        let has_high = self.high.0 != 0;
        let has_low = self.low.0 != 0 || low != 0;
        let half = if has_high && has_low { POT / 2 } else { POT };
        let part = |value: u32, bar: (u32, u64)| match value.cmp(&bar.0) {
            std::cmp::Ordering::Greater => half,
            std::cmp::Ordering::Equal if value != 0 => half / (bar.1 + 1),
            _ => 0,
        };
        part(high, self.high) + part(low, self.low)
    }

    /// The share of the pot for a hand with these values, from 0 to 1.
    #[inline]
    pub fn share(&self, high: u32, low: u32) -> f64 {
        self.parts(high, low) as f64 / POT as f64
    }

    /// Where the pot isn't divided: the value to beat, and the parts of the pot for reaching it.
    pub(crate) fn whole(&self) -> (u32, u32) {
        let (value, holders) = if self.high.0 != 0 { self.high } else { self.low };
        (value, (POT / (holders + 1)) as u32)
    }

    /// Whether a hand with these values takes the pot or a half of it alone.
    #[inline]
    pub(crate) fn beaten_by(&self, high: u32, low: u32) -> bool {
        high > self.high.0 || low > self.low.0
    }
}
