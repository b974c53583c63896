//! Sets of cards: their algebra, their order, their subsets.

use std::collections::BTreeSet;

use cardroom_cards::{Card, CardSet, Rank, Suit};
use proptest::prelude::*;

fn any_set() -> impl Strategy<Value = CardSet> {
    any::<u64>().prop_map(|bits| CardSet::from_bits(bits & CardSet::FULL.bits()).unwrap())
}

fn plain(set: CardSet) -> BTreeSet<Card> {
    Card::all().filter(|&card| set.contains(card)).collect()
}

proptest! {
    #[test]
    fn algebra_is_that_of_plain_sets(one in any_set(), other in any_set()) {
        let (a, b) = (plain(one), plain(other));
        prop_assert_eq!(plain(one | other), a.union(&b).copied().collect());
        prop_assert_eq!(plain(one & other), a.intersection(&b).copied().collect());
        prop_assert_eq!(plain(one - other), a.difference(&b).copied().collect());
        prop_assert_eq!(plain(one ^ other), a.symmetric_difference(&b).copied().collect());
        prop_assert_eq!(plain(!one), plain(CardSet::FULL).difference(&a).copied().collect());
        prop_assert_eq!(one.is_superset(other), a.is_superset(&b));
        prop_assert_eq!(one.len(), a.len());
        prop_assert_eq!(one.is_empty(), a.is_empty());
        let mut joined = one;
        joined |= other;
        prop_assert_eq!(joined, one | other);
        joined -= other;
        prop_assert_eq!(joined, one - other);
        joined &= other;
        prop_assert_eq!(joined, CardSet::EMPTY);
    }

    #[test]
    fn cards_come_in_order_from_both_ends(set in any_set()) {
        let cards: Vec<Card> = set.iter().collect();
        prop_assert!(cards.is_sorted());
        prop_assert_eq!(cards.len(), set.iter().len());
        prop_assert_eq!(cards.iter().copied().collect::<CardSet>(), set);
        let mut backwards: Vec<Card> = set.iter().rev().collect();
        backwards.reverse();
        prop_assert_eq!(backwards, cards);
    }

    #[test]
    fn one_card_more_or_less(set in any_set(), index in 0_u8..52) {
        let card = Card::from_index(index).unwrap();
        let had = set.contains(card);
        let mut changed = set;
        prop_assert_eq!(changed.insert(card), !had);
        prop_assert_eq!(changed, set.with(card));
        prop_assert!(changed.contains(card));
        prop_assert!(changed.remove(card));
        prop_assert!(!changed.remove(card));
        prop_assert_eq!(changed, set.without(card));
    }

    #[test]
    fn ranks_and_suits(set in any_set()) {
        for rank in Rank::ALL {
            let there = !(set & CardSet::of_rank(rank)).is_empty();
            prop_assert_eq!(set.ranks() >> rank.index() & 1 == 1, there);
        }
        for suit in Suit::ALL {
            prop_assert_eq!(set.ranks_in(suit).count_ones() as usize, (set & CardSet::of_suit(suit)).len());
        }
    }

    #[test]
    fn a_set_is_read_back_as_written(set in any_set()) {
        prop_assert_eq!(set.to_string().parse::<CardSet>(), Ok(set));
        prop_assert_eq!(set.to_string().to_uppercase().parse::<CardSet>(), Ok(set));
    }
}

#[test]
fn subsets_of_each_size_come_once() {
    let set: CardSet = "2c 9d 9h Ts Ks Ac As".parse().unwrap();
    for (size, expected) in [1, 7, 21, 35, 35, 21, 7, 1, 0].into_iter().enumerate() {
        let subsets: BTreeSet<CardSet> = set.subsets(size).collect();
        assert_eq!(set.subsets(size).count(), expected, "of {size}");
        assert_eq!(subsets.len(), expected, "of {size}");
        assert!(subsets.iter().all(|subset| subset.len() == size && set.is_superset(*subset)));
    }
    assert_eq!(CardSet::EMPTY.subsets(0).collect::<Vec<_>>(), [CardSet::EMPTY]);
    assert_eq!(CardSet::FULL.subsets(52).collect::<Vec<_>>(), [CardSet::FULL]);
    assert_eq!(CardSet::FULL.subsets(2).count(), 1_326);
    assert_eq!(CardSet::FULL.subsets(53).count(), 0);
    assert_eq!(CardSet::FULL.subsets(usize::MAX).count(), 0);
}

#[test]
fn bits_that_stand_for_no_card_are_refused() {
    assert_eq!(CardSet::from_bits(0x2000), None);
    assert_eq!(CardSet::from_bits(u64::MAX), None);
    assert_eq!(CardSet::from_bits(0x1fff).map(CardSet::len), Some(13));
    assert_eq!(Card::from_index(52), None);
    assert_eq!(Rank::from_index(13), None);
    assert_eq!(Suit::from_index(4), None);
}

#[test]
fn a_card_is_four_times_its_rank_plus_its_suit() {
    for (index, card) in Card::all().enumerate() {
        assert_eq!(usize::from(card.index()), index);
        assert_eq!(4 * card.rank().index() + card.suit().index(), card.index());
        assert_eq!(Card::new(card.rank(), card.suit()), card);
        assert_eq!(card.to_string().parse(), Ok(card));
    }
}
