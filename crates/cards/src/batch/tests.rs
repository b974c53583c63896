//! Every width of the wide kernels against the single hand, for every five-card hand and millions of others.

use super::*;

/// The widths that this CPU has, and none.
fn widths() -> Vec<Option<Width>> {
    [None, Some(Width::Sixteen), Some(Width::ThirtyTwo)].into_iter().filter(|width| *width <= Width::detect()).collect()
}

/// The same random numbers every run: a failure is found again.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn deal(&mut self, count: usize, dead: CardSet) -> CardSet {
        let mut cards = CardSet::EMPTY;
        while cards.len() < count {
            let card = crate::Card::from_index((self.next() % 52) as u8).unwrap();
            cards |= CardSet::of(card) - dead;
        }
        cards
    }
}

fn agree<R: Coded + Single + PartialEq + std::fmt::Debug>(
    task: Task,
    hands: &[CardSet],
    single: impl Fn(CardSet) -> Option<R>,
    worst: R,
) {
    let expected: Vec<R> = hands.iter().map(|&hand| single(hand).unwrap()).collect();
    for width in widths() {
        let mut ranks = vec![worst; hands.len()];
        each(width, task, hands, &mut ranks);
        for ((hand, rank), expected) in hands.iter().zip(&ranks).zip(&expected) {
            assert_eq!(rank, expected, "{hand} with {width:?}");
        }
    }
}

#[test]
fn every_five_card_hand_in_every_game() {
    // Five more than whole blocks, so that the rest is seen too.
    let hands: Vec<CardSet> = CardSet::FULL.subsets(5).collect();
    assert_ne!(hands.len() % 32, 0);
    agree(Task::HighFive, &hands, HighRank::of, HighRank::WORST);
    agree(Task::AceFive, &hands, AceFiveRank::of, AceFiveRank::WORST);
    agree(Task::DeuceSeven, &hands, DeuceSevenRank::of, DeuceSevenRank::WORST);
}

#[test]
fn six_and_seven_cards() {
    let mut random = Random(67);
    let six: Vec<CardSet> = (0..1_000_003).map(|_| random.deal(6, CardSet::EMPTY)).collect();
    agree(Task::HighSix, &six, HighRank::of, HighRank::WORST);
    let seven: Vec<CardSet> = (0..2_000_003).map(|_| random.deal(7, CardSet::EMPTY)).collect();
    agree(Task::HighSeven, &seven, HighRank::of, HighRank::WORST);
}

/// The steps of the wide kernels one hand at a time, against the tables.
#[test]
fn bit_logic_is_the_twin_of_the_tables() {
    let code = |hand: CardSet| HighRank::of(hand).unwrap().order();
    for hand in CardSet::FULL.subsets(5) {
        assert_eq!(logic::five::<{ logic::game::HIGH }>(hand).get(), code(hand), "{hand}");
    }
    let mut random = Random(21);
    for _ in 0..1_000_000 {
        let hand = random.deal(7, CardSet::EMPTY);
        assert_eq!(logic::best::<7>(hand).get(), code(hand), "{hand}");
    }
}

/// Cards of two suits and few ranks: flushes, full houses and straights as a rule, not as an exception.
#[test]
fn six_and_seven_cards_that_fit_together() {
    let near: CardSet = (0..52).filter(|card| card % 4 < 2).filter_map(crate::Card::from_index).collect();
    let few: CardSet = (0..52).filter(|card| card / 4 % 3 == 0).filter_map(crate::Card::from_index).collect();
    for deck in [near, few] {
        let six: Vec<CardSet> = deck.subsets(6).collect();
        agree(Task::HighSix, &six, HighRank::of, HighRank::WORST);
        let seven: Vec<CardSet> = deck.subsets(7).collect();
        agree(Task::HighSeven, &seven, HighRank::of, HighRank::WORST);
    }
}

fn showdowns_agree(held: &[CardSet], boards: &[CardSet]) {
    for width in widths() {
        let mut high = vec![None; held.len()];
        showdowns(width, Showdown::High, held, boards, &mut high, holdout::high);
        let mut low = vec![None; held.len()];
        let single = |held, board| holdout::low(held, board, Qualifier::Any);
        showdowns(width, Showdown::Low, held, boards, &mut low, single);
        for (at, (&held, &board)) in held.iter().zip(boards).enumerate() {
            assert_eq!(high[at], holdout::high(held, board), "{held} on {board} with {width:?}");
            assert_eq!(low[at], holdout::low(held, board, Qualifier::Any), "{held} on {board} with {width:?}");
        }
    }
}

#[test]
fn holdout_with_any_number_held_on_any_board() {
    let mut random = Random(5);
    // The first half are full boards only, the second whatever comes, illegal deals too.
    let (held, boards): (Vec<CardSet>, Vec<CardSet>) = (0..600_011)
        .map(|round| {
            let mixed = round > 300_000;
            let held = random.deal(1 + round % 5 + usize::from(mixed && round % 7 == 0), CardSet::EMPTY);
            let dead = if mixed && round % 11 == 0 { CardSet::EMPTY } else { held };
            (held, random.deal(if mixed { round % 6 } else { 4 }, dead))
        })
        .unzip();
    showdowns_agree(&held, &boards);
}

#[test]
fn holdout_with_one_number_held() {
    let mut random = Random(4);
    for count in 1..=5 {
        let (held, boards): (Vec<CardSet>, Vec<CardSet>) = (0..100_003)
            .map(|_| {
                let held = random.deal(count, CardSet::EMPTY);
                (held, random.deal(4, held))
            })
            .unzip();
        showdowns_agree(&held, &boards);
    }
}

#[test]
fn holdout_low_keeps_the_qualifier() {
    let mut random = Random(8);
    let held: Vec<CardSet> = (0..50_000).map(|round| random.deal(1 + round % 5, CardSet::EMPTY)).collect();
    let boards: Vec<CardSet> = held.iter().map(|&held| random.deal(4, held)).collect();
    for qualifier in crate::Rank::ALL.map(Qualifier::OrBetter).into_iter().chain([Qualifier::Any]) {
        let mut ranks = vec![None; held.len()];
        holdout_low(&held, &boards, qualifier, &mut ranks);
        for (at, rank) in ranks.iter().enumerate() {
            assert_eq!(*rank, holdout::low(held[at], boards[at], qualifier), "{} on {}", held[at], boards[at]);
        }
    }
}
