//! Hold-Out showdowns: one to five held cards, as likely each, with exactly as many of four board cards as make five.

use std::sync::OnceLock;

use cardroom_cards::holdout::Qualifier;
use cardroom_cards::{CardSet, batch, holdout};
use pokers::{CARDS, Hand};

use crate::hands::{BATCH, BATCHED, COUNT, Hands, batches, set};
use crate::peers::{pokers_hand, same_order};
use crate::table::Table;

const HIGH: &str = "Hold-Out high, batch";
const LOW: &str = "Hold-Out low, eight or better, batch";
const SINGLE: &str = "Hold-Out high, one by one";

pub fn round(hands: &Hands, table: &mut Table) {
    static SETS: OnceLock<(Vec<CardSet>, Vec<CardSet>)> = OnceLock::new();
    let (held, boards) = SETS.get_or_init(|| {
        (
            hands.held.iter().map(|held| set(held.cards())).collect(),
            hands.boards.iter().map(|board| set(board)).collect(),
        )
    });
    let mut ranks = [None; BATCH];
    table.target(HIGH, 4.0);
    table.time(HIGH, "cardroom", BATCHED, || {
        let each = batches(held).zip(batches(boards));
        each.map(|(held, boards)| {
            batch::holdout_high(held, boards, &mut ranks);
            ranks[0].map_or(0, |rank| u64::from(rank.order()))
        })
        .sum()
    });
    table.time(HIGH, "pokers", COUNT, || {
        hands.held.iter().zip(&hands.boards).map(|(held, board)| u64::from(plain(held.cards(), board))).sum()
    });
    table.time(SINGLE, "cardroom", COUNT, || {
        let each = held.iter().zip(boards);
        each.map(|(&held, &board)| holdout::high(held, board).map_or(0, |rank| u64::from(rank.order()))).sum()
    });
    table.time(SINGLE, "pokers", COUNT, || {
        hands.held.iter().zip(&hands.boards).map(|(held, board)| u64::from(plain(held.cards(), board))).sum()
    });
    let mut ranks = [None; BATCH];
    table.time(LOW, "cardroom", BATCHED, || {
        let each = batches(held).zip(batches(boards));
        each.map(|(held, boards)| {
            batch::holdout_low(held, boards, Qualifier::default(), &mut ranks);
            ranks[0].map_or(0, |rank| u64::from(rank.order()))
        })
        .sum()
    });
}

/// Every choice of board cards ranked as five cards, the held cards being added up once.
fn plain(held: &[u8], board: &[u8; 4]) -> u16 {
    let hand: Hand = pokers_hand(held);
    let [a, b, c, d] = board.map(|card| CARDS[usize::from(card)]);
    let best = |hands: &[Hand]| hands.iter().map(Hand::evaluate).max().unwrap_or(0);
    match held.len() {
        5 => hand.evaluate(),
        4 => best(&[hand + a, hand + b, hand + c, hand + d]),
        3 => best(&[hand + a + b, hand + a + c, hand + a + d, hand + b + c, hand + b + d, hand + c + d]),
        2 => best(&[hand + a + b + c, hand + a + b + d, hand + a + c + d, hand + b + c + d]),
        _ => (hand + a + b + c + d).evaluate(),
    }
}

/// Panics unless `pokers`, choosing by brute force, puts the showdowns in our order.
pub fn agree(hands: &Hands) {
    let each = hands.held.iter().zip(&hands.boards);
    let orders = each.map(|(held, board)| {
        let rank = holdout::high(set(held.cards()), set(board)).expect("a full board");
        (rank.order(), u32::from(plain(held.cards(), board)))
    });
    same_order("pokers", orders.collect());
}
