//! Hold-Out against choosing by brute force: every number held, every board so far, high and low.

use cardroom_cards::holdout::{self, Qualifier};
use cardroom_cards::{AceFiveRank, Card, CardSet, HighRank, Rank};

use crate::reference::{self, Random};

/// The best of all choices of five, found card by card.
fn brute(held: CardSet, board: CardSet, value: fn(&[Card]) -> u32) -> Option<(u32, CardSet)> {
    let (held, board) = (reference::cards(held), reference::cards(board));
    let mut best = None;
    for pick in 0..1_u32 << board.len() {
        let mut five = held.clone();
        five.extend((0..board.len()).filter(|place| pick >> place & 1 == 1).map(|place| board[place]));
        if five.len() == 5 {
            let found = (value(&five), five.iter().copied().collect());
            best = best.max(Some(found));
        }
    }
    best
}

fn every_deal(rounds: usize, mut check: impl FnMut(CardSet, CardSet)) {
    let mut random = Random(14);
    for _ in 0..rounds {
        for count in 1..=5 {
            for dealt in 0..=4 {
                let held = random.deal(count, CardSet::EMPTY);
                check(held, random.deal(dealt, held));
            }
        }
    }
}

#[test]
fn high_is_the_best_choice() {
    every_deal(40_000, |held, board| {
        let expected = brute(held, board, reference::high);
        let found = holdout::high(held, board);
        assert_eq!(found.is_some(), expected.is_some(), "{held} on {board}");
        let five = holdout::high_five(held, board);
        if let (Some((value, _)), Some(rank), Some(five)) = (expected, found, five) {
            assert_eq!(reference::high(&reference::cards(five)), value, "{held} on {board}");
            assert_eq!(HighRank::of(five), Some(rank), "{held} on {board}");
            assert!(five.is_superset(held) && (held | board).is_superset(five), "{held} on {board}");
        }
    });
}

#[test]
fn low_is_the_best_choice_under_every_qualifier() {
    every_deal(40_000, |held, board| {
        let expected = brute(held, board, reference::ace_five);
        let found = holdout::low(held, board, Qualifier::Any);
        assert_eq!(found.is_some(), expected.is_some(), "{held} on {board}");
        if let (Some((value, brute_five)), Some(rank)) = (expected, found) {
            let five = holdout::low_five(held, board, Qualifier::Any).unwrap();
            assert_eq!(reference::ace_five(&reference::cards(five)), value, "{held} on {board}");
            assert_eq!(AceFiveRank::of(five), Some(rank), "{held} on {board}");
            assert!(five.is_superset(held) && (held | board).is_superset(five), "{held} on {board}");
            let different = brute_five.ranks().count_ones() == 5;
            let top = brute_five.iter().map(|card| (card.index() / 4 + 1) % 13).max().unwrap();
            for qualifier in &Rank::ALL[..12] {
                let counts = different && top <= qualifier.index() + 1;
                let low = holdout::low(held, board, Qualifier::OrBetter(*qualifier));
                assert_eq!(low, counts.then_some(rank), "{held} on {board}, {qualifier:?}");
            }
        }
    });
}

#[test]
fn five_held_cards_ignore_the_board() {
    let held = "KhKdKc9s9d".parse().unwrap();
    let board: CardSet = "KsAs2c3c".parse().unwrap();
    assert_eq!(holdout::high(held, board), HighRank::of(held));
    assert_eq!(holdout::high_five(held, board), Some(held));
}

#[test]
fn what_cannot_be_dealt_has_no_rank() {
    let none = |held: &str, board: &str| {
        let (held, board) = (held.parse().unwrap(), board.parse().unwrap());
        assert_eq!(holdout::high(held, board), None);
        assert_eq!(holdout::low(held, board, Qualifier::Any), None);
        assert_eq!(holdout::high_five(held, board), None);
        assert_eq!(holdout::low_five(held, board, Qualifier::Any), None);
    };
    none("", "2c3c4c5c");
    none("AsKsQsJsTs9s", "2c3c4c5c");
    none("As", "2c3c4c");
    none("AsKs", "2c3c4c5c6c");
    none("AsKs", "As3c4c5c");
}
