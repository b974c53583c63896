//! Six and seven cards: the best five, which five, and the known counts.

use std::collections::BTreeMap;

use cardroom_cards::{AceFiveRank, CardSet, DeuceSevenRank, HighRank};

use crate::reference::{self, Random};

/// Random hands of six and seven against the reference; `rank` gives an order and the five that play.
fn agree(reference: fn(&[cardroom_cards::Card]) -> u32, rank: fn(CardSet) -> (u32, CardSet)) {
    let mut random = Random(7);
    let mut classes = BTreeMap::new();
    for round in 0..400_000 {
        let hand = random.deal(6 + round % 2, CardSet::EMPTY);
        let (order, five) = rank(hand);
        let value = reference(&reference::cards(hand));
        assert_eq!(*classes.entry(value).or_insert(order), order, "{hand}");
        assert!(hand.is_superset(five), "{hand} plays {five}");
        assert_eq!(rank(five).0, order, "{hand} plays {five}");
    }
    assert!(classes.values().is_sorted_by(|worse, better| worse < better));
}

#[test]
fn high_agrees() {
    agree(reference::high, |hand| {
        let rank = HighRank::of(hand).unwrap();
        (rank.order(), rank.five(hand))
    });
}

#[test]
fn ace_five_agrees() {
    agree(reference::ace_five, |hand| {
        let rank = AceFiveRank::of(hand).unwrap();
        (rank.order(), rank.five(hand))
    });
}

#[test]
fn deuce_seven_agrees() {
    agree(reference::deuce_seven, |hand| {
        let rank = DeuceSevenRank::of(hand).unwrap();
        (rank.order(), rank.five(hand))
    });
}

#[test]
fn cards_that_cannot_make_a_rank_play_nothing() {
    let quads: CardSet = "5c5d5h5sKd".parse().unwrap();
    let rags: CardSet = "7c5d4h3s2d".parse().unwrap();
    assert!(HighRank::of(quads).unwrap().five(rags).is_empty());
    assert!(AceFiveRank::of(rags).unwrap().five(quads).is_empty());
    assert!(DeuceSevenRank::of(rags).unwrap().five(quads).is_empty());
    assert!(DeuceSevenRank::of(rags).unwrap().five(CardSet::FULL).is_empty());
}
