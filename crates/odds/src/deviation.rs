//! How far a chart is from a fixed point: what a hand could gain by keeping something else, on fresh samples.
//!
//! The best of many noisy averages looks better than it is. So the deviation of each hand is chosen on some samples and
//! measured on others. That gain is honest; where the best deviation wasn't found, there is more to gain than it says,
//! but on average not more than the best of the noisy averages. The hands that seem to gain most are then measured
//! again, each on deals of its own.

use cardroom_cards::CardSet;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chart::Chart;
use crate::classes::{Classes, chosen};
use crate::judge::DEALS;
use crate::keep::Keep;
use crate::opponents::Deck;
use crate::outcome::POT;
use crate::pooled::Pools;
use crate::sample::mix;
use crate::sums::{Block, Sums, best};
use crate::{OddsError, Pool};

/// How far a chart is from a fixed point. Gains are parts of a pot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deviation {
    /// The average gain of the deviations chosen on other samples, over all hands as often as they are dealt.
    pub average: f64,
    /// Its standard error.
    pub average_stderr: f64,
    /// What the average gain of the best deviations can't be expected to exceed: the average of what seems best,
    /// luck included.
    pub average_bound: f64,
    /// The largest gain found, of this hand by keeping these cards, measured on samples of its own.
    pub largest: f64,
    /// Its standard error.
    pub largest_stderr: f64,
    /// With 95 % confidence none of the hands that were measured one by one gains more.
    pub largest_bound: f64,
    /// On how many deals each of those was measured.
    pub looks: u64,
    /// The hand.
    pub hand: CardSet,
    /// What the chart keeps of it.
    pub keeps: CardSet,
    /// What would be better.
    pub better: CardSet,
}

/// The hands with the largest apparent gains, which are measured again one by one.
const SUSPECTS: usize = 60;
/// Deals of its own for each of them, for every deal that each hand has; and at least so many.
const LOOKS: (u64, u64) = (16, 16_384);
/// 5 % shared among the suspects, as standard errors.
const CONFIDENCE: f64 = 3.15;

/// Measures a chart with so many deals for each hand, at least.
///
/// ```
/// use cardroom_odds::{Chart, Contest, Pool, deviation};
///
/// let chart = Chart::shipped(Contest::HoldOutLow, 1)?;
/// let found = deviation(&chart, 64, 5, &Pool::new(2))?; // for figures worth printing, ask for thousands
/// assert!(found.average < 0.005);
/// assert!(found.largest <= found.largest_bound);
/// # Ok::<(), cardroom_odds::OddsError>(())
/// ```
pub fn deviation(chart: &Chart, deals: u64, seed: u64, pool: &Pool<'_>) -> Result<Deviation, OddsError> {
    let contest = chart.contest();
    let classes = Classes::get(contest.ignores_suits());
    let quiet = pool.without_progress();
    let mut sums = Sums::new(classes.len());
    sums.sample(chart, deals, mix(seed, 1 << 40), &quiet)?;
    pool.tell(0.7);
    let estimates = Pools::get(contest.ignores_suits()).estimates(&sums);
    let better = |(class, &choice): (usize, &u8)| {
        let better = best(&estimates[class], choice, contest);
        (better, estimates[class][usize::from(better)] - estimates[class][usize::from(choice)])
    };
    let apparent = chart.choices().iter().enumerate().map(better).collect::<Vec<_>>();
    let (average, average_stderr) = average(chart, &apparent, deals, mix(seed, 2 << 40), &quiet)?;
    pool.tell(0.8);
    let luckiest = |(class, &choice): (usize, &u8)| {
        let means = sums.means(class);
        let gain = means[usize::from(best(&means, choice, contest))] - means[usize::from(choice)];
        gain * f64::from(classes.size(class)) / 2_598_960.0
    };
    let average_bound = chart.choices().iter().enumerate().map(luckiest).sum();
    let looks = (LOOKS.0 * deals).max(LOOKS.1).next_multiple_of(DEALS as u64);
    let largest = largest(chart, &apparent, looks, mix(seed, 3 << 40), &quiet)?;
    pool.tell(1.0);
    Ok(Deviation { average, average_stderr, average_bound, looks, ..largest })
}

/// What the deviations gain on average, over groups of cards set aside at random; from the spread between the groups
/// comes the standard error. In a draw a group is one hand: the deck is too small to spare more.
fn average(
    chart: &Chart,
    better: &[(u8, f32)],
    deals: u64,
    seed: u64,
    pool: &Pool<'_>,
) -> Result<(f64, f64), OddsError> {
    let classes = Classes::get(chart.contest().ignores_suits());
    let (together, groups, each) = if chart.contest().draws() { (5, 16, 64) } else { (8, 2, DEALS as u64) };
    let groups = groups * deals.clamp(50, 2000) as usize;
    // Whole numbers, so that the order in which the groups come doesn't matter.
    let mut gains = vec![0_i64; groups];
    pool.run(
        groups,
        |group| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(seed, group as u64));
            let aside = Deck::new(CardSet::FULL).shuffle(together, &mut rng)[..together].to_vec();
            let block = Block::deal(chart, &aside, each, &mut rng);
            let (mut gain, mut hands) = (0, 0);
            block.hands(classes, |class, row| {
                gain += row[usize::from(better[class].0)] as i64 - row[usize::from(chart.choices()[class])] as i64;
                hands += block.deals() as i64;
            });
            (group, gain * (1 << 20) / hands)
        },
        |(group, gain)| gains[group] = gain,
    )?;
    let unit = POT as f64 * f64::from(1 << 20);
    let gains = gains.iter().map(|&gain| gain as f64 / unit).collect::<Vec<_>>();
    let mean = gains.iter().sum::<f64>() / groups as f64;
    let spread = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / (groups - 1) as f64;
    Ok((mean, (spread / groups as f64).sqrt()))
}

/// Measures the hands that seem to gain most.
fn largest(
    chart: &Chart,
    apparent: &[(u8, f32)],
    looks: u64,
    seed: u64,
    pool: &Pool<'_>,
) -> Result<Deviation, OddsError> {
    let classes = Classes::get(chart.contest().ignores_suits());
    let mut suspects = (0..classes.len()).collect::<Vec<_>>();
    suspects.sort_by(|&a, &b| apparent[b].1.total_cmp(&apparent[a].1));
    suspects.truncate(SUSPECTS);
    let mut measured = vec![Ok((0.0, 0.0)); suspects.len()];
    let sets = |class: usize| (chart.kept(class), chosen(classes.hand(class), apparent[class].0));
    pool.run(
        suspects.len(),
        |place| {
            let class = suspects[place];
            let (keeps, better) = sets(class);
            let question = Keep::against(chart, classes.hand(class));
            (place, question.map(|question| question.gain(better, keeps, looks, mix(seed, class as u64))))
        },
        |(place, found)| measured[place] = found,
    )?;
    let mut found = Deviation {
        average: 0.0,
        average_stderr: 0.0,
        average_bound: 0.0,
        largest: f64::MIN,
        largest_stderr: 0.0,
        largest_bound: 0.0,
        looks,
        hand: CardSet::EMPTY,
        keeps: CardSet::EMPTY,
        better: CardSet::EMPTY,
    };
    for (&class, measured) in suspects.iter().zip(measured) {
        let (gain, stderr) = measured?;
        found.largest_bound = found.largest_bound.max(gain + CONFIDENCE * stderr);
        if gain > found.largest {
            let (keeps, better) = sets(class);
            found =
                Deviation { largest: gain, largest_stderr: stderr, hand: classes.hand(class), keeps, better, ..found };
        }
    }
    Ok(found)
}
