//! All 2,598,960 five-card hands, in all three rankings, against the plain reference.

use std::collections::BTreeMap;

use cardroom_cards::{AceFiveRank, CardSet, DeuceSevenRank, HighRank};

use crate::reference;

/// Every hand's number in the reference against its order here: classes must match one to one and in the same order.
/// Gives how many hands each class has.
fn agree(reference: fn(&[cardroom_cards::Card]) -> u32, order: fn(CardSet) -> u32) -> BTreeMap<u32, (u32, u32)> {
    let mut classes: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    for hand in CardSet::FULL.subsets(5) {
        let cards = reference::cards(hand);
        let order = order(hand);
        let class = classes.entry(reference(&cards)).or_insert((order, 0));
        assert_eq!(class.0, order, "{hand} is not like the others of its class");
        class.1 += 1;
    }
    let orders: Vec<u32> = classes.values().map(|class| class.0).collect();
    assert!(orders.is_sorted_by(|worse, better| worse < better), "classes are out of order");
    classes
}

#[test]
fn high_has_the_known_frequencies_and_classes() {
    let classes = agree(reference::high, |hand| HighRank::of(hand).unwrap().order());
    assert_eq!(classes.len(), 7_462);
    let mut frequency = [0; 9];
    for (value, (_, hands)) in classes {
        frequency[reference::category(value)] += hands;
    }
    assert_eq!(frequency, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]);
}

#[test]
fn high_categories_have_the_known_frequencies() {
    let mut frequency = [0; 9];
    for hand in CardSet::FULL.subsets(5) {
        frequency[HighRank::of(hand).unwrap().category() as usize] += 1;
    }
    assert_eq!(frequency, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]);
}

#[test]
fn ace_five_agrees() {
    // 1,287 sets of five ranks, 2,860 pairs, 858 two pairs, 858 trips, 156 full houses, 156 quads.
    let classes = agree(reference::ace_five, |hand| AceFiveRank::of(hand).unwrap().order());
    assert_eq!(classes.len(), 1_287 + 2_860 + 858 + 858 + 156 + 156);
}

#[test]
fn deuce_seven_agrees() {
    // Nine straights and nine straight flushes: A-5-4-3-2 is neither.
    let classes = agree(reference::deuce_seven, |hand| DeuceSevenRank::of(hand).unwrap().order());
    assert_eq!(classes.len(), 7_462);
    assert_eq!(classes.len(), 2 * 1_287 + 2_860 + 858 + 858 + 156 + 156);
}
