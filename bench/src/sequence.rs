//! All hands of five and of seven cards, in order, each ranked and added up.

use aya_poker::base::Hand as AyaHand;
use cardroom_cards::{CardSet, enumerate};
use pokers::{CARDS, Hand};

use crate::peers::{Aya, Peer};
use crate::table::Table;

const FIVE: &str = "all 2,598,960 of five";
const FIVE_COUNT: usize = 2_598_960;
const SEVEN: &str = "all 133,784,560 of seven";
const SEVEN_COUNT: usize = 133_784_560;

pub fn round(table: &mut Table) {
    table.target(FIVE, 1.9);
    table.target(SEVEN, 2.2);
    for _ in 0..5 {
        table.time(FIVE, "cardroom", FIVE_COUNT, ours::<5>);
        table.time(FIVE, "pokers", FIVE_COUNT, || pokers(Hand::default(), 0, 5));
        table.time(FIVE, "aya_poker", FIVE_COUNT, || {
            aya(AyaHand::new(), 0, 5, &std::array::from_fn(|at| Aya::card(at as u8)))
        });
    }
    table.time(SEVEN, "cardroom", SEVEN_COUNT, ours::<7>);
    table.time(SEVEN, "pokers", SEVEN_COUNT, || pokers(Hand::default(), 0, 7));
}

fn ours<const HAND: usize>() -> u64 {
    let mut sum = 0;
    enumerate::each_hand::<HAND>(CardSet::EMPTY, CardSet::FULL, |hands| {
        sum += hands.ranks.iter().map(|rank| u64::from(rank.order())).sum::<u64>();
    });
    sum
}

/// The last card is a loop of its own, as one would write it.
fn pokers(hand: Hand, from: usize, left: usize) -> u64 {
    if left == 1 {
        return CARDS[from..].iter().map(|&card| u64::from((hand + card).evaluate())).sum();
    }
    (from..=52 - left).map(|place| pokers(hand + CARDS[place], place + 1, left - 1)).sum()
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
