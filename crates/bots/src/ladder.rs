//! What five cards are worth with draws to come, and what to keep of them.
//!
//! A hand's worth is the chance to end above a hand of the field, whose players draw by the same ladder. Going back from
//! the last draw, each hand keeps what is worth most on average, and the field that comes of it sets the worth of final
//! hands anew; a few rounds of that settle. Hands are sets of ranks, of which there are 6,175, so all of it takes
//! milliseconds; flushes are reckoned on top, which is nearly right because nobody else's cards are known anyway.

use std::cmp::Ordering;

use cardroom_cards::{Card, CardSet, Rank, Suit};
use cardroom_odds::Judge;
use cardroom_rules::{Division, Game};

/// The worth of every hand of a draw game.
pub(crate) struct Ladder {
    judge: Judge,
    division: Division,
    /// Final values, lowest first, with the part of the field that each beats.
    rungs: Vec<(u32, f32)>,
    /// By draws left: worths, lowest first, with the part of the field at that time that is worth less.
    stages: Vec<Vec<(f32, f32)>>,
    /// By draws left, and then by the place of the hand's ranks.
    worth: Vec<Vec<f32>>,
    kept: Vec<Vec<u8>>,
    /// By draws left after this one, and then by kept cards: what the hand that comes of them is worth.
    after: Vec<Filled>,
}

/// One number for each set of so many ranks, for none to five.
type Filled = [Vec<f32>; 6];

/// Ranks of up to five cards, lowest first.
type Ranks = [u8; 5];

/// How often the field is worked out anew; what is kept hardly changes after the third time.
const ROUNDS: usize = 4;
/// What a flush is worth: nearly everything.
const FLUSH: f32 = 0.97;

impl Ladder {
    /// The ladder of a draw game for a pot against so many others.
    pub(crate) fn new(game: &Game, draws: usize, others: i32) -> Self {
        let judge = Judge::new(game, cardroom_rules::Qualifier::Any);
        let sets = [0, 1, 2, 3, 4, 5].map(all_sets);
        let hands = sets[5].iter().map(|ranks| rainbow(*ranks)).collect::<Vec<_>>();
        let values = value_of(&judge, &hands);
        let dealt = fill_forward(&sets, [(0, vec![1.0])]);
        let (mut rungs, mut worth, mut kept, mut after) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut stages = vec![dealt.clone(); draws + 1];
        for _ in 0..ROUNDS {
            let field = &stages[0];
            rungs = climb(&values, field);
            worth = vec![values.iter().map(|&value| standing(&rungs, value).powi(others)).collect::<Vec<_>>()];
            (kept, after) = (vec![vec![0b1_1111; values.len()]], Vec::new());
            for left in 0..draws {
                let filled = fill_back(&sets, worth[left].clone());
                let best = sets[5].iter().map(|ranks| best_keep(&filled, *ranks, 31));
                let (keeps, worths) = best.unzip::<u8, f32, Vec<_>, Vec<_>>();
                worth.push(worths);
                kept.push(keeps);
                after.push(filled);
            }
            for left in (1..=draws).rev() {
                stages[left - 1] = redraw(&sets, &stages[left], &kept[left]);
            }
        }
        let stages = stages.iter().zip(&worth).map(|(field, worth)| climb(worth, field)).collect();
        Self { judge, division: game.division, rungs, stages, worth, kept, after }
    }

    /// What a hand is worth with so many draws to come, from 0 to 1.
    pub(crate) fn worth(&self, hand: CardSet, draws: usize) -> f32 {
        self.best(hand, draws).1
    }

    /// The part of the field that is worse than a hand with so many draws to come, from 0 to 1.
    pub(crate) fn strength(&self, hand: CardSet, draws: usize) -> f32 {
        standing(&self.stages[draws.min(self.after.len())], self.worth(hand, draws))
    }

    /// What to keep of a hand with so many draws to come.
    pub(crate) fn keep(&self, hand: CardSet, draws: usize) -> CardSet {
        self.best(hand, draws).0
    }

    fn best(&self, hand: CardSet, draws: usize) -> (CardSet, f32) {
        let draws = draws.min(self.after.len());
        let (ranks, place) = place_of(hand);
        let suited = Suit::ALL.into_iter().map(|suit| hand & CardSet::of_suit(suit)).find(|suited| suited.len() >= 4);
        let plain = || (some_of(hand, self.kept[draws][place]), self.worth[draws][place]);
        match (suited, self.division) {
            (Some(flush), _) if flush.len() == 5 => {
                let stands = standing(&self.rungs, value_of(&self.judge, &[hand])[0]);
                match self.division {
                    Division::Low(_) if draws > 0 => {
                        let (kept, worth) = best_keep(&self.after[draws - 1], ranks, 30);
                        if worth > stands { (some_of(hand, kept), worth) } else { (hand, stands) }
                    }
                    _ => (hand, stands),
                }
            }
            (Some(four), Division::High | Division::HighLow) if draws > 0 => {
                let missed = self.after[0][4][index(&place_of(four).0[..4])];
                let comes = 1.0 - (38.0_f32 / 47.0).powi(draws as i32);
                let flush = comes * FLUSH + (1.0 - comes) * missed;
                let plain = plain();
                if flush > plain.1 { (four, flush) } else { plain }
            }
            _ => plain(),
        }
    }
}

/// The best of the choices up to `most` as five bits, and its worth.
fn best_keep(filled: &Filled, ranks: Ranks, most: u8) -> (u8, f32) {
    let mut best = (0, -1.0);
    // Keeping more first: of equal choices the one that shows the least is the best.
    for choice in (0..=most).rev() {
        let (mut some, mut count) = ([0; 5], 0);
        for (place, &rank) in ranks.iter().enumerate() {
            some[count] = rank;
            count += usize::from(choice >> place & 1);
        }
        let worth = filled[count][index(&some[..count])];
        if worth > best.1 {
            best = (choice, worth);
        }
    }
    best
}

/// The place of a set of ranks among all of its size: the usual numbering of subsets, with repeated ranks spread out.
fn index(ranks: &[u8]) -> usize {
    ranks.iter().enumerate().map(|(place, &rank)| choose(usize::from(rank) + place, place + 1)).sum()
}

const fn choose(from: usize, count: usize) -> usize {
    let (mut ways, mut taken) = (1, 0);
    while taken < count {
        if from < taken + 1 {
            return 0;
        }
        ways = ways * (from - taken) / (taken + 1);
        taken += 1;
    }
    ways
}

fn place_of(hand: CardSet) -> (Ranks, usize) {
    let mut ranks = [0; 5];
    ranks.iter_mut().zip(hand).for_each(|(rank, card)| *rank = card.rank() as u8);
    (ranks, index(&ranks))
}

fn some_of(hand: CardSet, choice: u8) -> CardSet {
    hand.iter().enumerate().filter(|(place, _)| choice >> place & 1 == 1).map(|(_, card)| card).collect()
}

/// Every set of so many ranks, in the order of their places.
fn all_sets(size: usize) -> Vec<Ranks> {
    fn grow(ranks: Ranks, at: usize, most: u8, sets: &mut Vec<(usize, Ranks)>, size: usize) {
        if at == 0 {
            sets.push((index(&ranks[..size]), ranks));
            return;
        }
        for rank in 0..=most {
            let mut ranks = ranks;
            ranks[at - 1] = rank;
            grow(ranks, at - 1, rank, sets, size);
        }
    }
    let mut sets = Vec::new();
    grow([0; 5], size, 12, &mut sets, size);
    sets.sort_unstable();
    sets.into_iter().map(|(_, ranks)| ranks).collect()
}

/// Cards of these ranks that are no flush.
fn rainbow(ranks: Ranks) -> CardSet {
    let card = |(place, &rank): (usize, &u8)| Some(Card::new(Rank::from_index(rank)?, Suit::ALL[place % 4]));
    ranks.iter().enumerate().filter_map(card).collect()
}

/// Five cards of one rank aren't five cards: they get the value of nothing, and no weight.
fn value_of(judge: &Judge, hands: &[CardSet]) -> Vec<u32> {
    let (mut high, mut low) = (Vec::new(), Vec::new());
    judge.values(hands, &vec![CardSet::EMPTY; hands.len()], &mut high, &mut low);
    high.iter().zip(low).map(|(&high, low)| high.max(low)).collect()
}

/// The ways to add a card of a rank to a set of ranks.
fn ways(ranks: &[u8], rank: u8) -> f32 {
    4.0 - ranks.iter().filter(|&&other| other == rank).count() as f32
}

fn with(ranks: Ranks, size: usize, rank: u8) -> usize {
    let mut more = [0; 6];
    more[..size].copy_from_slice(&ranks[..size]);
    more[size] = rank;
    more[..=size].sort_unstable();
    index(&more[..=size])
}

/// From the worth of five cards to what fewer are worth that are filled up from the deck.
fn fill_back(sets: &[Vec<Ranks>; 6], five: Vec<f32>) -> Filled {
    let mut filled = Filled::default();
    filled[5] = five;
    for size in (0..5).rev() {
        let average = |ranks: &Ranks| {
            let sum = (0..13).map(|rank| ways(&ranks[..size], rank) * filled[size + 1][with(*ranks, size, rank)]);
            sum.sum::<f32>() / (52 - size) as f32
        };
        filled[size] = sets[size].iter().map(average).collect();
    }
    filled
}

/// From how often cards are kept to how often each five come of them.
fn fill_forward(sets: &[Vec<Ranks>; 6], kept: impl IntoIterator<Item = (usize, Vec<f32>)>) -> Vec<f32> {
    let mut often = [0, 1, 2, 3, 4, 5].map(|size: usize| vec![0.0; sets[size].len()]);
    for (size, more) in kept {
        often[size].iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
    for size in 0..5 {
        let (less, more) = often.split_at_mut(size + 1);
        for (ranks, &part) in sets[size].iter().zip(&less[size]).filter(|(_, part)| **part > 0.0) {
            for rank in 0..13 {
                more[0][with(*ranks, size, rank)] += part * ways(&ranks[..size], rank).max(0.0) / (52 - size) as f32;
            }
        }
    }
    let [.., five] = often;
    five
}

fn redraw(sets: &[Vec<Ranks>; 6], field: &[f32], kept: &[u8]) -> Vec<f32> {
    let mut often = [0, 1, 2, 3, 4, 5].map(|size: usize| vec![0.0; sets[size].len()]);
    for ((ranks, &part), &choice) in sets[5].iter().zip(field).zip(kept) {
        let some = (0..5).filter(|place| choice >> place & 1 == 1).map(|place| ranks[place]).collect::<Vec<_>>();
        often[some.len()][index(&some)] += part;
    }
    fill_forward(sets, often.into_iter().enumerate())
}

/// The numbers of a field, lowest first, with the part of it that each beats; ties count half.
fn climb<N: Copy + PartialOrd>(numbers: &[N], field: &[f32]) -> Vec<(N, f32)> {
    let mut order = numbers.iter().copied().zip(field.iter().copied()).collect::<Vec<_>>();
    order.sort_unstable_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal));
    let mut below = 0.0;
    let mut rungs = Vec::new();
    for same in order.chunk_by(|a, b| a.0 == b.0) {
        let part = same.iter().map(|(_, part)| part).sum::<f32>();
        rungs.push((same[0].0, below + part / 2.0));
        below += part;
    }
    rungs
}

fn standing<N: Copy + PartialOrd>(rungs: &[(N, f32)], number: N) -> f32 {
    let above = rungs.partition_point(|(other, _)| *other <= number);
    rungs.get(above.saturating_sub(1)).map_or(0.0, |&(_, part)| part)
}

#[cfg(test)]
mod tests {
    use super::Ladder;
    use cardroom_rules::Game;

    fn kept(id: &str, draws: usize, left: usize, hand: &str) -> String {
        Ladder::new(Game::by_id(id).unwrap(), draws, 1).keep(hand.parse().unwrap(), left).to_string()
    }

    #[test]
    fn what_every_player_knows_to_keep() {
        assert_eq!(kept("draw", 1, 1, "Ac Ad 9h 4s 2d"), "AcAd");
        assert_eq!(kept("draw", 1, 1, "Kc Kd 4h 4s 2d"), "4h4sKcKd");
        assert_eq!(kept("draw", 1, 1, "5c 6d 7h 8s 9d"), "5c6d7h8s9d");
        assert_eq!(kept("draw27", 1, 1, "2c 3d 4h 7s Kd"), "2c3d4h7s");
        assert_eq!(kept("draw27", 1, 1, "2c 3c 4c 7c 8c"), "2c3c4c7c", "a flush is no low");
        assert_eq!(kept("drawa5", 1, 1, "Ac 2d 3h 4s 4d"), "2d3h4sAc");
    }

    #[test]
    fn four_to_a_flush_are_worth_more_the_more_there_are_to_beat() {
        let kept = |others| {
            let ladder = Ladder::new(Game::by_id("draw").unwrap(), 1, others);
            ladder.keep("Th 8h 6h 4h 2d".parse().unwrap(), 1).to_string()
        };
        assert_eq!(kept(1), "Th");
        assert_eq!(kept(4), "4h6h8hTh");
    }

    #[test]
    fn a_rough_hand_stands_at_the_last_draw_and_is_broken_before() {
        assert_eq!(kept("draw27-triple", 3, 1, "2c 3d 5h 7s Td"), "2c3d5h7sTd");
        assert_eq!(kept("draw27-triple", 3, 3, "2c 3d 5h 7s Td"), "2c3d5h7s");
    }

    #[test]
    fn draws_to_come_make_hands_more_alike() {
        let ladder = Ladder::new(Game::by_id("drawa5-triple").unwrap(), 3, 1);
        let (wheel, kings) = ("Ac 2d 3h 4s 5d".parse().unwrap(), "Kc Kd Kh 9s 9d".parse().unwrap());
        let gap = |draws| ladder.worth(wheel, draws) - ladder.worth(kings, draws);
        assert!(gap(0) > 0.9 && gap(1) < gap(0) && gap(3) < gap(1), "{} {} {}", gap(0), gap(1), gap(3));
    }
}
