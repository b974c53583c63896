//! Going through all hands: every seven-card hand counted, and every route to a rank compared.

use cardroom_cards::enumerate::{self, Partial};
use cardroom_cards::{Card, CardSet, HighRank, Suit};

use crate::reference::{self, Random};

/// How many hands of each category there are in an enumeration of the whole deck.
fn frequencies<const CARDS: usize>() -> [u32; 9] {
    let mut frequency = [0; 9];
    enumerate::each_hand::<CARDS>(CardSet::EMPTY, CardSet::FULL, |hands| {
        for rank in hands.ranks {
            frequency[rank.category() as usize] += 1;
        }
    });
    frequency
}

#[test]
fn all_five_card_hands() {
    let known = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40];
    assert_eq!(frequencies::<5>(), known);
}

#[test]
fn all_133_784_560_seven_card_hands() {
    let known = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584];
    assert_eq!(frequencies::<7>(), known);
    assert_eq!(known.iter().sum::<u32>(), 133_784_560);
}

/// Every hand of an enumeration, with its own cards, against the rank of those cards.
fn check<const CARDS: usize>(held: CardSet, deck: CardSet) {
    let mut seen = 0;
    let mut before = None;
    enumerate::each_hand::<CARDS>(held, deck, |hands| {
        assert_eq!(hands.missing, CARDS - hands.cards.len());
        assert_eq!(hands.iter().count(), hands.ranks.len());
        for (last, rank) in hands.iter() {
            let hand = hands.cards | last;
            assert_eq!(hand.len(), CARDS);
            assert!(hand.is_superset(held) && (held | deck).is_superset(hand));
            assert_eq!(HighRank::of(hand), Some(rank), "{hand}");
            let order: Vec<Card> = (hand - held).iter().collect();
            assert!(before.as_ref() < Some(&order), "{hand} comes twice or out of order");
            before = Some(order);
            seen += 1;
        }
    });
    let draw = CARDS.saturating_sub(held.len());
    let expected = if draw == 0 { 0 } else { (deck - held).subsets(draw).count() };
    assert_eq!(seen, expected, "{held} from {deck}");
}

#[test]
fn each_hand_has_its_own_cards_rank() {
    let mut random = Random(52);
    for _ in 0..60 {
        for count in 0..=6 {
            let held = random.deal(count, CardSet::EMPTY);
            // Held cards in the deck are passed over.
            let deck_size = 12 + random.below(6);
            let deck = random.deal(deck_size, CardSet::EMPTY);
            check::<7>(held, deck);
            check::<5>(held, deck);
        }
        let held = random.deal(5, CardSet::EMPTY);
        check::<7>(held, CardSet::FULL);
        check::<5>(random.deal(3, CardSet::EMPTY), CardSet::FULL);
    }
}

/// Decks in which flushes are near from the start: two suits, and one.
#[test]
fn each_hand_finds_every_flush() {
    let two_suits: CardSet = Card::all().filter(|card| card.index() % 4 < 2).collect();
    let one_suit: CardSet = Card::all().filter(|card| card.index() % 4 == 3).collect();
    check::<5>(CardSet::EMPTY, two_suits);
    check::<7>(CardSet::EMPTY, one_suit);
    let held = one_suit.iter().take(3).collect();
    check::<7>(held, two_suits | one_suit);
    check::<7>(one_suit.iter().take(5).collect(), CardSet::FULL);
}

#[test]
fn nothing_to_visit() {
    for held in ["AsKsQsJsTs", "AsKsQsJsTs9s8s", "AsKsQsJsTs9s8s7s"] {
        enumerate::each_hand::<5>(held.parse().unwrap(), CardSet::FULL, |_| panic!("{held} is complete"));
    }
    enumerate::each_hand::<7>("As".parse().unwrap(), "KsQs".parse().unwrap(), |_| panic!("too few cards"));
}

#[test]
fn every_route_gives_the_same_rank() {
    for hand in CardSet::FULL.subsets(5) {
        let cards: [Card; 5] = reference::cards(hand).try_into().unwrap();
        let expected = HighRank::of(hand);
        assert_eq!(Some(HighRank::of_five(&cards)), expected, "{hand}");
        assert_eq!(Partial::<5>::of(hand).rank(), expected, "{hand}");
    }
    let mut random = Random(77);
    let minor = CardSet::of_suit(Suit::Clubs) | CardSet::of_suit(Suit::Diamonds);
    for round in 0..3_000_000 {
        // One in four without the minor suits, for flushes.
        let dead = if round % 4 == 0 { minor } else { CardSet::EMPTY };
        let hand = random.deal(7, dead);
        let mut cards: [Card; 7] = reference::cards(hand).try_into().unwrap();
        cards.swap(random.below(7), random.below(7));
        let expected = HighRank::of(hand);
        assert_eq!(Some(HighRank::of_seven(&cards)), expected, "{hand}");
        let partial = cards.iter().fold(Partial::<7>::EMPTY, |partial, &card| partial.with(card));
        assert_eq!(partial.rank(), expected, "{hand}");
        assert_eq!(partial.cards(), hand);
        assert_eq!(Partial::<7>::of(hand.without(cards[0])).rank(), None);
    }
}
