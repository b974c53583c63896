//! Making a chart: repeated best response, from samples, until hardly anyone gains by deviating.
//!
//! One round deals many tables at which everyone plays the chart so far, and for every hand looks at all it could
//! have kept. Hands that would do better with something else change to it, each only with some probability, so that
//! the field doesn't swing from one extreme to the other; samples of older rounds count half as much with every round.
//!
//! Hold-Out tables are used to the full: once the board and the opponents are dealt, every hand of the cards left is
//! as likely as another, so all hands of eight such cards are looked at together. What is kept decides a hand's
//! value, whatever went away, so each set of kept cards is ranked once for all the hands it is part of.

use cardroom_cards::CardSet;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chart::Chart;
use crate::classes::Classes;
use crate::contest::Contest;
use crate::judge::Judge;
use crate::opponents::{Bar, Deck, Play, exchange};
use crate::outcome::POT;
use crate::pooled::Pools;
use crate::sample::{below, mix};
use crate::{OddsError, Pool};

/// The cards of which all hands are looked at together. More would make a sample cheaper and worth less: hands that
/// keep the same cards win and lose together.
const TOGETHER: usize = 8;
/// Tables of a draw game that are ranked together.
const DRAW_TABLES: usize = 8;
/// Sets of those cards.
const SETS: usize = 1 << TOGETHER;

/// What every choice of every class won, summed over samples.
#[derive(Clone)]
pub(crate) struct Sums {
    rows: Vec<[u32; 32]>,
    counts: Vec<u32>,
}

impl Sums {
    pub(crate) fn new(classes: usize) -> Self {
        Self { rows: vec![[0; 32]; classes], counts: vec![0; classes] }
    }

    fn halve(&mut self) {
        self.rows.iter_mut().flatten().for_each(|sum| *sum /= 2);
        self.counts.iter_mut().for_each(|count| *count /= 2);
    }

    pub(crate) fn join(&mut self, other: &Self) {
        for (sum, more) in self.rows.iter_mut().flatten().zip(other.rows.iter().flatten()) {
            *sum += more;
        }
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    pub(crate) fn rows(&self) -> &[[u32; 32]] {
        &self.rows
    }

    pub(crate) fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// How much more of the pot one choice won than another, on average.
    pub(crate) fn gain(&self, class: usize, choice: u8, other: u8) -> f64 {
        let row = &self.rows[class];
        let difference = f64::from(row[usize::from(choice)]) - f64::from(row[usize::from(other)]);
        difference / (f64::from(self.counts[class].max(1)) * POT as f64)
    }
}

/// How long to work on charts.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// How many rounds for the first chart; the others begin with the one before, and need half as many.
    pub rounds: u32,
    /// Samples of each hand in a round, on average; the last round takes four times as many.
    pub samples: u64,
    /// The seed: the same one gives the same charts.
    pub seed: u64,
}

impl Rounds {
    /// What the charts that come with the program were made with.
    pub const fn shipped(contest: Contest) -> Self {
        let (rounds, samples) = match contest {
            Contest::HoldOutHigh | Contest::HoldOutHighLow => (6, 40),
            Contest::HoldOutLow => (6, 1000),
            Contest::DrawHigh | Contest::DrawDeuceSeven => (6, 24),
            Contest::DrawAceFive => (6, 300),
        };
        Self { rounds, samples, seed: 2018 }
    }
}

/// Makes the charts of a contest, against one opponent up to `most`, from nothing.
pub fn make_charts(contest: Contest, most: usize, rounds: Rounds, pool: &Pool<'_>) -> Result<Vec<Chart>, OddsError> {
    let classes = Classes::get(contest.ignores_suits()).len();
    let mut charts: Vec<Chart> = Vec::new();
    for opponents in 1..=most {
        // Everybody keeps everything, to begin with.
        let choices = charts.last().map_or_else(|| vec![31; classes], |chart| chart.choices().to_vec());
        let start = Chart::new(contest, opponents, choices)?;
        let first = opponents == 1;
        charts.push(improve(start, first, rounds, &pool.without_progress())?);
        pool.tell(opponents as f64 / most as f64);
    }
    Ok(charts)
}

fn improve(mut chart: Chart, first: bool, rounds: Rounds, pool: &Pool<'_>) -> Result<Chart, OddsError> {
    let (contest, opponents) = (chart.contest(), chart.opponents());
    let pools = Pools::get(contest.ignores_suits());
    let mut sums = Sums::new(chart.choices().len());
    let count = if first { rounds.rounds } else { rounds.rounds.div_ceil(2) };
    for round in 0..count {
        let last = round + 1 == count;
        let seed = mix(rounds.seed, u64::from(round) << 32 | opponents as u64);
        sums.halve();
        let samples = rounds.samples * if last { 4 } else { 1 };
        sample(&chart, samples, seed, &mut sums, pool)?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        // The first answers to a field that nobody would be are taken whole, and the last, which nobody answers.
        let change = if first && round < 2 || last { 100 } else { 50 };
        let estimates = pools.estimates(&sums);
        let better = |(class, &choice): (usize, &u8)| {
            let best = best(&estimates[class], choice, contest);
            if best != choice && below(rng.next_u32(), 100) < change { best } else { choice }
        };
        let choices = chart.choices().iter().enumerate().map(better).collect();
        chart = Chart::new(contest, opponents, choices)?;
    }
    Ok(chart)
}

/// The choice with the largest estimate; the one there was, if none is larger.
pub(crate) fn best(estimates: &[f32; 32], was: u8, contest: Contest) -> u8 {
    let fewest = u8::from(!contest.draws());
    let larger = |best: u8, choice| if estimates[choice as usize] > estimates[best as usize] { choice } else { best };
    (fewest..32).fold(was, larger)
}

/// Adds samples in which the opponents play the chart: so many for each class, on average.
pub(crate) fn sample(
    chart: &Chart,
    samples: u64,
    seed: u64,
    sums: &mut Sums,
    pool: &Pool<'_>,
) -> Result<(), OddsError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let wanted = samples * sums.counts.len() as u64;
    let mut done = 0;
    let mut tables = Tables::new(chart);
    while done < wanted {
        if pool.is_stopped() {
            return Err(OddsError::Cancelled);
        }
        done += if chart.contest().draws() { tables.draw(&mut rng, sums) } else { tables.hold_out(&mut rng, sums) };
    }
    Ok(())
}

/// Tables at which everyone plays the chart.
struct Tables<'a> {
    chart: &'a Chart,
    classes: &'static Classes,
    judge: Judge,
    deck: Deck,
    held: Vec<CardSet>,
    boards: Vec<CardSet>,
    high: Vec<u32>,
    low: Vec<u32>,
    /// All sets of one to five of the cards looked at together, by size, as bits over their places.
    sets: Vec<u16>,
    /// How many cards those are.
    together: usize,
    /// What each set wins, by its bits.
    won: Box<[u16; SETS]>,
}

impl<'a> Tables<'a> {
    fn new(chart: &'a Chart) -> Self {
        let contest = chart.contest();
        let together = TOGETHER;
        let mut sets = (1..1_u16 << together).filter(|set| set.count_ones() <= 5).collect::<Vec<_>>();
        sets.sort_by_key(|set| set.count_ones());
        Self {
            chart,
            classes: Classes::get(contest.ignores_suits()),
            judge: Judge::new(contest.game(), cardroom_rules::Qualifier::default()),
            deck: Deck::new(CardSet::FULL),
            held: Vec::new(),
            boards: Vec::new(),
            high: Vec::new(),
            low: Vec::new(),
            sets,
            together,
            won: Box::new([0; SETS]),
        }
    }

    /// One board and its opponents, for all hands of some of the cards left.
    fn hold_out(&mut self, rng: &mut Xoshiro256PlusPlus, sums: &mut Sums) -> u64 {
        let (opponents, together) = (self.chart.opponents(), self.together);
        let contest = self.chart.contest();
        let cards = self.deck.shuffle(4 + 5 * opponents + together, rng);
        let union = |cards: &[CardSet]| cards.iter().fold(CardSet::EMPTY, |all, &card| all | card);
        let board = union(&cards[..4]);
        let mut left = [CardSet::EMPTY; TOGETHER];
        left[..together].copy_from_slice(&cards[4 + 5 * opponents..][..together]);
        self.held.clear();
        for hand in cards[4..].chunks_exact(5).take(opponents) {
            self.held.push(Play::Chart(self.chart).keep(contest, union(hand), rng));
        }
        for &set in &self.sets {
            let mut kept = CardSet::EMPTY;
            let mut places = set;
            while places != 0 {
                kept |= left[places.trailing_zeros() as usize % TOGETHER];
                places &= places - 1;
            }
            self.held.push(kept);
        }
        self.boards.clear();
        self.boards.resize(self.held.len(), board);
        self.judge.values(&self.held, &self.boards, &mut self.high, &mut self.low);
        let mut bar = Bar::default();
        for (&high, &low) in self.high.iter().zip(&self.low).take(opponents) {
            bar.raise(high, low);
        }
        let values = self.high[opponents..].iter().zip(&self.low[opponents..]);
        for (&set, (&high, &low)) in self.sets.iter().zip(values) {
            self.won[usize::from(set)] = bar.parts(high, low) as u16;
        }
        let hands = self.sets.iter().rev().take_while(|set| set.count_ones() == 5);
        let mut place_of = [0_u16; 64];
        for (place, card) in left[..together].iter().enumerate() {
            place_of[card.bits().trailing_zeros() as usize % 64] = 1 << place;
        }
        let held = self.held.iter().rev();
        let mut count = 0;
        for (_, &hand) in hands.zip(held) {
            count += 1;
            add_hand(self.classes, hand, &place_of, &self.won, sums);
        }
        count
    }

    /// Tables of a draw game, seen by each player in turn, who might also have drawn the five cards set aside.
    fn draw(&mut self, rng: &mut Xoshiro256PlusPlus, sums: &mut Sums) -> u64 {
        let players = self.chart.opponents() + 1;
        self.held.clear();
        let mut rows = [[0; 9]; DRAW_TABLES];
        for rows in &mut rows {
            self.draw_table(players, rng, rows);
        }
        self.boards.clear();
        self.boards.resize(self.held.len(), CardSet::EMPTY);
        self.judge.values(&self.held, &self.boards, &mut self.high, &mut self.low);
        let tables = self.high.chunks_exact(33 * players).zip(self.low.chunks_exact(33 * players));
        for ((high, low), rows) in tables.zip(rows) {
            for (player, &row) in rows.iter().enumerate().take(players) {
                let mut bar = Bar::default();
                for other in (0..players).filter(|&other| other != player) {
                    bar.raise(high[other], low[other]);
                }
                let start = players + 32 * player;
                let values = high[start..].iter().zip(&low[start..]);
                for (sum, (&high, &low)) in sums.rows[row].iter_mut().zip(values) {
                    *sum += bar.parts(high, low) as u32;
                }
                sums.counts[row] += 1;
            }
        }
        (DRAW_TABLES * players) as u64
    }

    /// Deals one table and lines up the hands to rank: what each player has by the chart, then what each would have
    /// by every choice. Says which class each player's hand is of.
    fn draw_table(&mut self, players: usize, rng: &mut Xoshiro256PlusPlus, rows: &mut [usize; 9]) {
        let contest = self.chart.contest();
        let cards = self.deck.shuffle((10 * players + 5).min(52), rng);
        let mut hands = [CardSet::EMPTY; 9];
        for (hand, cards) in hands.iter_mut().zip(cards.chunks_exact(5)).take(players) {
            *hand = cards.iter().fold(CardSet::EMPTY, |all, &card| all | card);
        }
        let hands = &hands[..players];
        let (aside, stub) = cards[5 * players..].split_at(5);
        let start = self.held.len();
        self.held.extend(hands.iter().map(|&hand| Play::Chart(self.chart).keep(contest, hand, rng)));
        exchange(hands, &mut self.held[start..], stub, aside, rng);
        let mut drawn = [CardSet::EMPTY; 6];
        for count in 0..5 {
            drawn[count + 1] = drawn[count] | aside[count];
        }
        for (row, &hand) in rows.iter_mut().zip(hands) {
            let view = self.classes.view(hand);
            *row = self.classes.of(view);
            let order = self.classes.in_order(view, hand);
            let mut kept = [0_u64; 32];
            for choice in 0..32_usize {
                if choice > 0 {
                    kept[choice] = kept[choice & (choice - 1)] | order[choice.trailing_zeros() as usize % 5];
                }
                let kept = CardSet::from_bits(kept[choice]).unwrap_or_default();
                self.held.push(kept | drawn[5 - choice.count_ones() as usize]);
            }
        }
    }
}

/// Adds what each choice of this hand wins to its class's row.
#[inline]
fn add_hand(classes: &Classes, hand: CardSet, place_of: &[u16; 64], won: &[u16; SETS], sums: &mut Sums) {
    let view = classes.view(hand);
    let class = classes.of(view);
    // The hand's cards in the order of the class's hand, as bits over the places of the cards looked at together.
    let order = classes.in_order(view, hand).map(|card| place_of[card.trailing_zeros() as usize % 64]);
    let mut sets = [0_u16; 32];
    for choice in 1..32_usize {
        sets[choice] = sets[choice & (choice - 1)] | order[choice.trailing_zeros() as usize % 5];
    }
    let row = &mut sums.rows[class];
    for (sum, &set) in row.iter_mut().zip(&sets).skip(1) {
        *sum += u32::from(won[usize::from(set) % SETS]);
    }
    sums.counts[class] += 1;
}
