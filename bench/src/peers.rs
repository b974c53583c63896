//! The peers: how each makes and ranks a hand, and the check that all agree.

use aya_poker::base::Hand as AyaHand;
use cardroom_cards::{Card, HighRank};
use ckc_rs::cards::HandRanker;
use ckc_rs::cards::five::Five;
use ckc_rs::cards::seven::Seven;
use ckc_rs::{CKCNumber, PokerCard};
use rs_poker::core::{Rank, Rankable};

use crate::hands::{self, Hands};

/// A peer, or ourselves, ranking single hands. Its cards are made beforehand.
pub trait Peer {
    const NAME: &'static str;
    type Card: Copy;

    fn card(number: u8) -> Self::Card;
    /// Larger wins.
    fn five(hand: &[Self::Card; 5]) -> u32;
    fn seven(hand: &[Self::Card; 7]) -> u32;
}

pub struct Cardroom;
pub struct Pokers;
pub struct Aya;
pub struct RsPoker;
pub struct Ckc;

impl Peer for Cardroom {
    const NAME: &'static str = "cardroom";
    type Card = Card;

    fn card(number: u8) -> Card {
        Card::from_index(number).unwrap()
    }
    #[inline(always)]
    fn five(hand: &[Card; 5]) -> u32 {
        HighRank::of_five(hand).order()
    }
    #[inline(always)]
    fn seven(hand: &[Card; 7]) -> u32 {
        HighRank::of_seven(hand).order()
    }
}

impl Peer for Pokers {
    const NAME: &'static str = "pokers";
    type Card = u8;

    fn card(number: u8) -> u8 {
        number
    }
    #[inline(always)]
    fn five(hand: &[u8; 5]) -> u32 {
        pokers_hand(hand).evaluate().into()
    }
    #[inline(always)]
    fn seven(hand: &[u8; 7]) -> u32 {
        pokers_hand(hand).evaluate().into()
    }
}

#[inline(always)]
pub fn pokers_hand(cards: &[u8]) -> pokers::Hand {
    cards.iter().fold(pokers::Hand::default(), |hand, &card| hand + pokers::CARDS[usize::from(card)])
}

impl Peer for Aya {
    const NAME: &'static str = "aya_poker";
    type Card = aya_poker::base::Card;

    fn card(number: u8) -> Self::Card {
        text(number).parse().unwrap()
    }
    #[inline(always)]
    fn five(hand: &[Self::Card; 5]) -> u32 {
        aya_poker::poker_rank(&aya_hand(hand)).0.into()
    }
    #[inline(always)]
    fn seven(hand: &[Self::Card; 7]) -> u32 {
        aya_poker::poker_rank(&aya_hand(hand)).0.into()
    }
}

#[inline(always)]
pub fn aya_hand(cards: &[aya_poker::base::Card]) -> AyaHand {
    let mut hand = AyaHand::new();
    cards.iter().for_each(|card| hand.insert_unchecked(card));
    hand
}

impl Peer for RsPoker {
    const NAME: &'static str = "rs_poker";
    type Card = rs_poker::core::Card;

    fn card(number: u8) -> Self::Card {
        text(number).as_str().try_into().unwrap()
    }
    #[inline(always)]
    fn five(hand: &[Self::Card; 5]) -> u32 {
        rs_poker_order(hand.as_slice().rank_five())
    }
    #[inline(always)]
    fn seven(hand: &[Self::Card; 7]) -> u32 {
        rs_poker_order(hand.as_slice().rank())
    }
}

#[inline(always)]
fn rs_poker_order(rank: Rank) -> u32 {
    let (category, within) = match rank {
        Rank::HighCard(within) => (0, within),
        Rank::OnePair(within) => (1, within),
        Rank::TwoPair(within) => (2, within),
        Rank::ThreeOfAKind(within) => (3, within),
        Rank::Straight(within) => (4, within),
        Rank::Flush(within) => (5, within),
        Rank::FullHouse(within) => (6, within),
        Rank::FourOfAKind(within) => (7, within),
        Rank::StraightFlush(within) => (8, within),
    };
    category << 28 | within
}

impl Peer for Ckc {
    const NAME: &'static str = "ckc-rs";
    type Card = CKCNumber;

    fn card(number: u8) -> CKCNumber {
        let text = text(number).to_uppercase();
        CKCNumber::from_index(Box::leak(text.into_boxed_str()))
    }
    #[inline(always)]
    fn five(hand: &[CKCNumber; 5]) -> u32 {
        u32::MAX - u32::from(Five::from(*hand).hand_rank_value())
    }
    #[inline(always)]
    fn seven(hand: &[CKCNumber; 7]) -> u32 {
        u32::MAX - u32::from(Seven::from(*hand).hand_rank_value())
    }
}

fn text(number: u8) -> String {
    Cardroom::card(number).to_string()
}

/// Panics unless every peer puts the hands in our order.
pub fn agree(hands: &Hands) {
    agree_with::<Pokers>(hands);
    agree_with::<Aya>(hands);
    agree_with::<RsPoker>(hands);
    agree_with::<Ckc>(hands);
}

fn agree_with<P: Peer>(hands: &Hands) {
    let five = hands.five.iter().map(|hand| (Cardroom::five(&hands::cards(hand)), P::five(&hand.map(P::card))));
    same_order(P::NAME, five.collect());
    // Some peers need a microsecond for seven cards.
    let seven = hands.seven.iter().take(20_000);
    let seven = seven.map(|hand| (Cardroom::seven(&hands::cards(hand)), P::seven(&hand.map(P::card))));
    same_order(P::NAME, seven.collect());
}

pub fn same_order(name: &str, mut orders: Vec<(u32, u32)>) {
    orders.sort_unstable();
    for pair in orders.windows(2) {
        let ([ours, theirs], [next_ours, next_theirs]) = ([pair[0].0, pair[0].1], [pair[1].0, pair[1].1]);
        assert_eq!(ours.cmp(&next_ours), theirs.cmp(&next_theirs), "{name} puts two hands in another order");
    }
}
