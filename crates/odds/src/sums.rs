//! What every choice of every hand wins, from deals that many hands share.
//!
//! Some cards of the deck are set aside, tables are dealt from the rest, and every set of those cards that could be kept
//! is judged once on all of them. Each hand of five of the cards set aside then finds what its choices win among those
//! sums: 56 hands of eight cards for the price of 218 sets.
//!
//! For the hand that the cards were chosen for the others are random, as they should be; for the other hands among them
//! they aren't quite. What that moves is far below what the samples can tell apart, and the figures that are published
//! come from cards set aside at random or from one hand's own deals.

use cardroom_cards::CardSet;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chart::Chart;
use crate::classes::Classes;
use crate::contest::Contest;
use crate::judge::DEALS;
use crate::opponents::{Deck, Play};
use crate::outcome::POT;
use crate::sample::mix;
use crate::table::Table;
use crate::{OddsError, Pool};

/// What every choice of every class won, summed over samples.
#[derive(Clone)]
pub(crate) struct Sums {
    rows: Vec<[u64; 32]>,
    counts: Vec<u64>,
}

/// The most cards that are set aside together.
const MOST: usize = 8;

/// What was won by every set of the cards set aside, by its bits over their places, and on how many deals.
pub(crate) struct Block {
    cards: [CardSet; MOST],
    count: usize,
    won: [u64; 1 << MOST],
    deals: u64,
}

impl Sums {
    pub(crate) fn new(classes: usize) -> Self {
        Self { rows: vec![[0; 32]; classes], counts: vec![0; classes] }
    }

    /// Adds deals for every class: at least so many, against opponents who play the chart.
    pub(crate) fn sample(&mut self, chart: &Chart, deals: u64, seed: u64, pool: &Pool<'_>) -> Result<(), OddsError> {
        let contest = chart.contest();
        let classes = Classes::get(contest.ignores_suits());
        let cover = cover(classes, together(contest, chart.opponents()), seed);
        pool.run(
            cover.len(),
            |place| {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(seed, place as u64));
                Block::deal(chart, &cover[place], deals, &mut rng)
            },
            |block| {
                block.hands(classes, |class, row| {
                    self.counts[class] += block.deals;
                    self.rows[class].iter_mut().zip(row).for_each(|(sum, more)| *sum += more);
                });
            },
        )
    }

    /// Old samples count half as much as new ones.
    pub(crate) fn halve(&mut self) {
        self.rows.iter_mut().flatten().for_each(|sum| *sum /= 2);
        self.counts.iter_mut().for_each(|count| *count /= 2);
    }

    pub(crate) fn rows(&self) -> &[[u64; 32]] {
        &self.rows
    }

    pub(crate) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// What every choice of a class won on average, in parts of a pot, from its own samples alone.
    pub(crate) fn means(&self, class: usize) -> [f64; 32] {
        let all = (self.counts[class].max(1) * POT) as f64;
        self.rows[class].map(|sum| sum as f64 / all)
    }
}

impl Block {
    /// Deals so many tables around these cards.
    pub(crate) fn deal(chart: &Chart, aside: &[CardSet], deals: u64, rng: &mut Xoshiro256PlusPlus) -> Self {
        let mut cards = [CardSet::EMPTY; MOST];
        cards[..aside.len()].copy_from_slice(aside);
        let own = aside.iter().fold(CardSet::EMPTY, |own, &card| own | card);
        let mut table = Table::new(chart.contest(), chart.opponents(), Play::Chart(chart), own);
        let fewest = u32::from(!chart.contest().draws());
        let sets =
            (0_usize..1 << aside.len()).filter(|set| (fewest..=5).contains(&set.count_ones())).collect::<Vec<_>>();
        let chosen = |set: &usize| {
            let chosen = cards.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
            chosen.fold(CardSet::EMPTY, |all, (_, &card)| all | card)
        };
        let keeps = sets.iter().map(chosen).collect::<Vec<_>>();
        let mut won = [0; 1 << MOST];
        let mut left = deals;
        while left > 0 {
            let count = left.min(DEALS as u64);
            left -= count;
            table.deal(count as usize, rng);
            sets.iter().zip(table.totals(&keeps)).for_each(|(&set, total)| won[set] += total);
        }
        Self { cards, count: aside.len(), won, deals }
    }

    /// Every hand of five of the cards: its class, and what each choice of it won.
    pub(crate) fn hands(&self, classes: &Classes, mut each: impl FnMut(usize, [u64; 32])) {
        let mut place_of = [0_usize; 64];
        for (place, card) in self.cards[..self.count].iter().enumerate() {
            place_of[card.bits().trailing_zeros() as usize % 64] = 1 << place;
        }
        let all = self.cards[..self.count].iter().fold(CardSet::EMPTY, |all, &card| all | card);
        for hand in all.subsets(5) {
            let view = classes.view(hand);
            // The hand's cards in the order of the class's hand, as bits over the places of the cards set aside.
            let order = classes.in_order(view, hand).map(|card| place_of[card.trailing_zeros() as usize % 64]);
            let mut sets = [0_usize; 32];
            for choice in 1..32_usize {
                sets[choice] = sets[choice & (choice - 1)] | order[choice.trailing_zeros() as usize % 5];
            }
            each(classes.of(view), sets.map(|set| self.won[set % self.won.len()]));
        }
    }

    pub(crate) fn deals(&self) -> u64 {
        self.deals
    }
}

/// How many cards are set aside together. In a draw with many opponents the deck is nearly used up, and every card set
/// aside is one that they can't draw.
fn together(contest: Contest, opponents: usize) -> usize {
    match opponents {
        5 | 6 if contest.draws() => 7,
        7.. if contest.draws() => 6,
        _ => MOST,
    }
}

/// Cards to set aside so that every class has a hand among them: rare classes first, for they aren't met by chance.
fn cover(classes: &Classes, together: usize, seed: u64) -> Vec<Vec<CardSet>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(seed, u64::MAX));
    let mut order = (0..classes.len()).collect::<Vec<_>>();
    order.sort_by_key(|&class| classes.size(class));
    let mut met = vec![false; classes.len()];
    let mut cover = Vec::new();
    for class in order {
        if met[class] {
            continue;
        }
        let hand = classes.hand(class);
        let mut cards = hand.iter().map(CardSet::of).collect::<Vec<_>>();
        cards.extend_from_slice(&Deck::new(CardSet::FULL - hand).shuffle(together - 5, &mut rng)[..together - 5]);
        let all = cards.iter().fold(CardSet::EMPTY, |all, &card| all | card);
        for hand in all.subsets(5) {
            met[classes.of(classes.view(hand))] = true;
        }
        cover.push(cards);
    }
    cover
}

/// The choice with the largest estimate; the one there was, if none is larger.
pub(crate) fn best<T: PartialOrd>(estimates: &[T; 32], was: u8, contest: Contest) -> u8 {
    let fewest = u8::from(!contest.draws());
    let larger = |best: u8, choice| if estimates[choice as usize] > estimates[best as usize] { choice } else { best };
    (fewest..32).fold(was, larger)
}

#[cfg(test)]
mod tests {
    use super::{Block, cover};
    use crate::chart::Chart;
    use crate::classes::{Classes, chosen};
    use crate::contest::Contest;
    use crate::judge::DEALS;
    use crate::opponents::Play;
    use crate::table::Table;
    use cardroom_cards::CardSet;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn a_cover_has_a_hand_of_every_class() {
        for (ranks_only, together) in [(true, 8), (true, 6), (false, 8)] {
            let classes = Classes::get(ranks_only);
            let cover = cover(classes, together, 5);
            let mut met = vec![false; classes.len()];
            for cards in &cover {
                let all = cards.iter().fold(CardSet::EMPTY, |all, &card| all | card);
                assert_eq!(all.len(), together);
                all.subsets(5).for_each(|hand| met[classes.of(classes.view(hand))] = true);
            }
            assert!(met.iter().all(|met| *met));
            assert!(cover.len() < classes.len() / 2, "{} for {} classes", cover.len(), classes.len());
        }
    }

    /// What a block says of a hand is what the table says, choice by choice, in every contest.
    #[test]
    fn a_block_sums_what_the_table_judges() {
        let hand: CardSet = "2c 3d 4h 8s Kd".parse().unwrap();
        let aside: Vec<CardSet> = (hand | "Ac As 9h".parse().unwrap()).iter().map(CardSet::of).collect();
        for contest in Contest::ALL {
            let chart = Chart::shipped(contest, 3).unwrap();
            let rng = || Xoshiro256PlusPlus::seed_from_u64(7);
            let block = Block::deal(&chart, &aside, DEALS as u64, &mut rng());
            let own = aside.iter().fold(CardSet::EMPTY, |own, &card| own | card);
            let mut table = Table::new(contest, 3, Play::Chart(&chart), own);
            table.deal(DEALS, &mut rng());
            let classes = Classes::get(contest.ignores_suits());
            let view = classes.view(hand);
            let (class, mut met) = (classes.of(view), 0);
            block.hands(classes, |other, row| {
                if other != class {
                    return;
                }
                met += 1;
                for choice in u8::from(!contest.draws())..32 {
                    let kept = classes.actual(view, chosen(view.hand, choice), hand);
                    let won = table.judge(kept).iter().map(|(parts, _)| parts).sum::<u64>();
                    assert_eq!(row[usize::from(choice)], won, "{contest:?} {kept}");
                }
            });
            assert_eq!(met, 1);
        }
    }
}
