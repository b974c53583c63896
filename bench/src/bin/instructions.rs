//! Runs one route to a rank many times, for a tool that counts instructions: `instructions.sh` calls it.

use std::hint::black_box;

use cardroom_cards::enumerate::{self, Partial};
use cardroom_cards::holdout::{self, Qualifier};
use cardroom_cards::{AceFiveRank, Card, CardSet, HighRank, batch};

const HANDS: usize = 4096;

fn main() {
    let route = std::env::args().nth(1).unwrap_or_default();
    // Every 634th subset: all kinds of hands, and the same ones each time.
    let five: Vec<CardSet> = CardSet::FULL.subsets(5).step_by(634).take(HANDS).collect();
    let seven: Vec<CardSet> =
        five.iter().map(|&hand| hand | (!hand).iter().skip(hand.len()).step_by(9).take(2).collect()).collect();
    let boards: Vec<CardSet> = five.iter().map(|&hand| (!hand).iter().skip(3).step_by(11).take(4).collect()).collect();
    let held: Vec<CardSet> = five.iter().enumerate().map(|(at, hand)| hand.iter().take(1 + at % 5).collect()).collect();
    let five_cards: Vec<[Card; 5]> =
        five.iter().map(|hand| hand.iter().collect::<Vec<_>>().try_into().unwrap()).collect();
    let seven_cards: Vec<[Card; 7]> =
        seven.iter().map(|hand| hand.iter().collect::<Vec<_>>().try_into().unwrap()).collect();
    let partial: Vec<Partial<7>> = seven.iter().map(|&hand| Partial::of(hand)).collect();
    let mut ranks = vec![HighRank::WORST; HANDS];
    let mut lows = vec![AceFiveRank::WORST; HANDS];
    let mut high_showdowns = vec![None; HANDS];
    let mut low_showdowns = vec![None; HANDS];
    let hands = match route.as_str() {
        "five-set" => measured(|| five.iter().for_each(|&hand| keep(HighRank::of(hand)))),
        "five-cards" => measured(|| five_cards.iter().for_each(|hand| keep(HighRank::of_five(hand)))),
        "five-batch" => measured(|| batch::high_of_five(black_box(&five), &mut ranks)),
        "seven-set" => measured(|| seven.iter().for_each(|&hand| keep(HighRank::of(hand)))),
        "seven-cards" => measured(|| seven_cards.iter().for_each(|hand| keep(HighRank::of_seven(hand)))),
        "seven-prebuilt" => measured(|| partial.iter().for_each(|hand| keep(hand.rank()))),
        "seven-batch" => measured(|| batch::high_of_seven(black_box(&seven), &mut ranks)),
        "ace-five-batch" => measured(|| batch::ace_five(black_box(&five), &mut lows)),
        "holdout-high" => measured(|| {
            held.iter().zip(&boards).for_each(|(&held, &board)| keep(holdout::high(held, board)));
        }),
        "holdout-high-batch" => measured(|| batch::holdout_high(black_box(&held), &boards, &mut high_showdowns)),
        "holdout-low-batch" => {
            measured(|| batch::holdout_low(black_box(&held), &boards, Qualifier::default(), &mut low_showdowns))
        }
        "all-five" => {
            measured(|| enumerate::each_hand::<5>(CardSet::EMPTY, CardSet::FULL, |hands| keep(hands.ranks)));
            2_598_960
        }
        "all-seven-of-a-flop" => {
            let flop = "2c 7d Jh".parse().unwrap();
            measured(|| enumerate::each_hand::<7>(flop, CardSet::FULL, |hands| keep(hands.ranks)));
            211_876
        }
        _ => panic!("{route:?} is no route; instructions.txt lists them"),
    };
    println!("{hands}");
}

/// Keeps the compiler from leaving out what makes this.
fn keep<T>(value: T) {
    black_box(value);
}

/// What is counted: the tool is told this function's name.
#[inline(never)]
fn measured(run: impl FnOnce()) -> usize {
    run();
    HANDS
}
