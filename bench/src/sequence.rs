//! All hands of five and of seven cards, in order, each ranked and added up.

#![allow(clippy::needless_range_loop, reason = "loops over places, as one would write them")]

use aya_poker::base::Hand as AyaHand;
use cardroom_cards::{Card, CardSet, enumerate};
use pokers::{CARDS, Hand};

use crate::peers::{Aya, Peer};
use crate::table::{Table, nanoseconds};

const FIVE: &str = "all 2,598,960 of five";
const FIVE_COUNT: usize = 2_598_960;
const SEVEN: &str = "all 133,784,560 of seven";
const SEVEN_COUNT: usize = 133_784_560;

/// Seven cards take too long for a moment of quiet on a busy machine, so they are timed by their lowest card, and the best
/// times of the parts are added up.
pub struct Sequence {
    ours: [f64; 46],
    pokers: [f64; 46],
}

impl Default for Sequence {
    fn default() -> Self {
        Self { ours: [f64::MAX; 46], pokers: [f64::MAX; 46] }
    }
}

impl Sequence {
    pub fn round(&mut self, table: &mut Table) {
        table.target(FIVE, 1.9);
        table.target(SEVEN, 2.2);
        let aya_cards = std::array::from_fn(|at| Aya::card(at as u8));
        table.time(FIVE, "cardroom", FIVE_COUNT, || ours::<5>(CardSet::EMPTY, CardSet::FULL));
        table.time(FIVE, "pokers", FIVE_COUNT, pokers_five);
        table.time(FIVE, "aya_poker", FIVE_COUNT, || aya(AyaHand::new(), 0, 5, &aya_cards));
        for lowest in 0..46 {
            let higher = Card::all().skip(lowest + 1).collect();
            let held = Card::all().skip(lowest).take(1).collect();
            self.ours[lowest] = self.ours[lowest].min(nanoseconds(|| ours::<7>(held, higher)));
            self.pokers[lowest] = self.pokers[lowest].min(nanoseconds(|| pokers_seven(lowest)));
        }
        table.keep(SEVEN, "cardroom", self.ours.iter().sum::<f64>() / SEVEN_COUNT as f64);
        table.keep(SEVEN, "pokers", self.pokers.iter().sum::<f64>() / SEVEN_COUNT as f64);
    }
}

fn ours<const HAND: usize>(held: CardSet, deck: CardSet) -> u64 {
    let mut sum = 0;
    enumerate::each_hand::<HAND>(held, deck, |hands| {
        sum = hands.ranks.iter().fold(sum, |sum: u32, rank| sum.wrapping_add(rank.order()));
    });
    sum.into()
}

/// Loops within loops, as one would write it.
fn pokers_five() -> u64 {
    let mut sum = 0;
    for a in 0..48 {
        sum += u64::from(pokers_four(Hand::default() + CARDS[a], a + 1));
    }
    sum
}

fn pokers_seven(lowest: usize) -> u64 {
    let mut sum = 0;
    let hand = Hand::default() + CARDS[lowest];
    for b in lowest + 1..47 {
        let hand = hand + CARDS[b];
        for c in b + 1..48 {
            sum += u64::from(pokers_four(hand + CARDS[c], c + 1));
        }
    }
    sum
}

#[inline(always)]
fn pokers_four(hand: Hand, from: usize) -> u32 {
    let mut sum = 0;
    for a in from..49 {
        let hand = hand + CARDS[a];
        for b in a + 1..50 {
            let hand = hand + CARDS[b];
            for c in b + 1..51 {
                let hand = hand + CARDS[c];
                for &last in &CARDS[c + 1..] {
                    sum += u32::from((hand + last).evaluate());
                }
            }
        }
    }
    sum
}

fn aya(hand: AyaHand, from: usize, left: usize, cards: &[<Aya as Peer>::Card; 52]) -> u64 {
    let with = |card| {
        let mut hand = hand;
        hand.insert_unchecked(card);
        hand
    };
    if left == 1 {
        return cards[from..].iter().map(|card| u64::from(aya_poker::poker_rank(&with(card)).0)).sum();
    }
    (from..=52 - left).map(|place| aya(with(&cards[place]), place + 1, left - 1, cards)).sum()
}
