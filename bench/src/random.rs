//! Random hands of five and seven cards: one at a time, prebuilt, and in batches.

use std::sync::OnceLock;

use cardroom_cards::enumerate::Partial;
use cardroom_cards::{AceFiveRank, Card, CardSet, DeuceSevenRank, HighRank, batch};

use crate::hands::{BATCH, BATCHED, COUNT, Hands, batches, set};
use crate::peers::{Aya, Cardroom, Ckc, Peer, Pokers, RsPoker, aya_hand, pokers_hand};
use crate::table::Table;

const FIVE: &str = "random five, one by one from cards";
const FIVE_BATCH: &str = "random five, batch of sets";
const FIVE_CARDS_BATCH: &str = "random five, batch, sets made from cards first";
const SEVEN: &str = "random seven, one by one from cards";
const SEVEN_PREBUILT: &str = "random seven, prebuilt";
const SEVEN_BATCH: &str = "random seven, batch of sets";
const ACE_FIVE: &str = "random five, ace-to-five, batch of sets";
const DEUCE_SEVEN: &str = "random five, deuce-to-seven, batch of sets";

/// Everything made beforehand.
struct Prepared {
    five_cards: Vec<[Card; 5]>,
    five_sets: Vec<CardSet>,
    seven_sets: Vec<CardSet>,
    partial: Vec<Partial<7>>,
    pokers: Vec<pokers::Hand>,
}

pub fn round(hands: &Hands, table: &mut Table) {
    static PREPARED: OnceLock<Prepared> = OnceLock::new();
    let prepared = PREPARED.get_or_init(|| Prepared {
        five_cards: hands.five.iter().map(crate::hands::cards).collect(),
        five_sets: hands.five.iter().map(|hand| set(hand)).collect(),
        seven_sets: hands.seven.iter().map(|hand| set(hand)).collect(),
        partial: hands.seven.iter().map(|hand| Partial::of(set(hand))).collect(),
        pokers: hands.seven.iter().map(|hand| pokers_hand(hand)).collect(),
    });
    let mut ranks = [HighRank::WORST; BATCH];

    table.target(FIVE, 1.3);
    five::<Cardroom>(hands, table);
    five::<Pokers>(hands, table);
    five::<Aya>(hands, table);
    five::<RsPoker>(hands, table);
    five::<Ckc>(hands, table);

    table.target(FIVE_BATCH, 6.0);
    table.time(FIVE_BATCH, "cardroom", BATCHED, || {
        each_batch(&prepared.five_sets, |hands| {
            batch::high_of_five(hands, &mut ranks);
            ranks[0].order()
        })
    });
    one_by_one::<Pokers, 5>(FIVE_BATCH, &hands.five, table, Pokers::five);
    table.time(FIVE_CARDS_BATCH, "cardroom", BATCHED, || {
        let mut sets = [CardSet::EMPTY; BATCH];
        each_batch(&prepared.five_cards, |hands| {
            for (set, hand) in sets.iter_mut().zip(hands) {
                *set = hand.iter().fold(CardSet::EMPTY, |set, &card| set.with(card));
            }
            batch::high_of_five(&sets, &mut ranks);
            ranks[0].order()
        })
    });
    one_by_one::<Pokers, 5>(FIVE_CARDS_BATCH, &hands.five, table, Pokers::five);

    table.target(SEVEN, 1.1);
    seven::<Cardroom>(hands, table);
    seven::<Pokers>(hands, table);
    seven::<Aya>(hands, table);
    seven::<RsPoker>(hands, table);
    table.time(SEVEN_PREBUILT, "cardroom", COUNT, || {
        prepared.partial.iter().map(|hand| hand.rank().map_or(0, |rank| u64::from(rank.order()))).sum()
    });
    table.time(SEVEN_PREBUILT, "pokers", COUNT, || prepared.pokers.iter().map(|hand| u64::from(hand.evaluate())).sum());
    table.target(SEVEN_BATCH, 3.0);
    table.time(SEVEN_BATCH, "cardroom", BATCHED, || {
        each_batch(&prepared.seven_sets, |hands| {
            batch::high_of_seven(hands, &mut ranks);
            ranks[0].order()
        })
    });
    one_by_one::<Pokers, 7>(SEVEN_BATCH, &hands.seven, table, Pokers::seven);
    lows(hands, prepared, table);
}

fn lows(hands: &Hands, prepared: &Prepared, table: &mut Table) {
    let aya: Vec<_> = hands.five.iter().map(|hand| hand.map(Aya::card)).collect();
    let mut ranks = [AceFiveRank::WORST; BATCH];
    table.time(ACE_FIVE, "cardroom", BATCHED, || {
        each_batch(&prepared.five_sets, |hands| {
            batch::ace_five(hands, &mut ranks);
            ranks[0].order()
        })
    });
    table.time(ACE_FIVE, "aya_poker", COUNT, || {
        aya.iter().map(|hand| u64::from(aya_poker::ace_five_rank(&aya_hand(hand)).0)).sum()
    });
    let mut ranks = [DeuceSevenRank::WORST; BATCH];
    table.time(DEUCE_SEVEN, "cardroom", BATCHED, || {
        each_batch(&prepared.five_sets, |hands| {
            batch::deuce_seven(hands, &mut ranks);
            ranks[0].order()
        })
    });
    table.time(DEUCE_SEVEN, "aya_poker", COUNT, || {
        aya.iter().map(|hand| u64::from(aya_poker::deuce_seven_rank(&aya_hand(hand)).0)).sum()
    });
}

/// All batches; one rank of each is enough to keep the compiler from leaving them out.
fn each_batch<T>(hands: &[T], mut rank: impl FnMut(&[T]) -> u32) -> u64 {
    batches(hands).map(|hands| u64::from(rank(hands))).sum()
}

fn five<P: Peer>(hands: &Hands, table: &mut Table) {
    one_by_one::<P, 5>(FIVE, &hands.five, table, P::five);
}

fn seven<P: Peer>(hands: &Hands, table: &mut Table) {
    one_by_one::<P, 7>(SEVEN, &hands.seven, table, P::seven);
}

/// Ranks each hand by itself, the cards being in the peer's own form already.
fn one_by_one<P: Peer, const CARDS: usize>(
    row: &'static str,
    hands: &[[u8; CARDS]],
    table: &mut Table,
    rank: impl Fn(&[P::Card; CARDS]) -> u32,
) {
    let hands: Vec<[P::Card; CARDS]> = hands.iter().map(|hand| hand.map(P::card)).collect();
    table.time(row, P::NAME, COUNT, || hands.iter().map(|hand| u64::from(rank(hand))).sum());
}
