//! How far a chart is from a fixed point: what a hand could gain by keeping something else, on fresh samples.
//!
//! The best of many noisy averages looks better than it is. So the deviation of each hand is chosen on one half of
//! the samples and measured on the other. That gain is honest; where the best deviation wasn't found, there is more to
//! gain than it says. The hands that seem to gain most are then measured again, one by one.

use cardroom_cards::CardSet;

use crate::chart::Chart;
use crate::classes::{Classes, chosen};
use crate::fixpoint::{Sums, best, sample};
use crate::keep::Keep;
use crate::pooled::Pools;
use crate::sample::mix;
use crate::{OddsError, Pool};

/// How far a chart is from a fixed point. Gains are parts of a pot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deviation {
    /// The average gain of the deviations chosen on other samples, over all deals.
    pub average: f64,
    /// Its standard error.
    pub average_stderr: f64,
    /// The average gain that the deviations seem to have on the samples they were chosen on.
    pub apparent: f64,
    /// The largest gain found, of this hand by keeping these cards, measured on samples of its own.
    pub largest: f64,
    /// Its standard error.
    pub largest_stderr: f64,
    /// With 95 % confidence no hand that was measured gains more.
    pub largest_bound: f64,
    /// The hand.
    pub hand: CardSet,
    /// What the chart keeps of it.
    pub keeps: CardSet,
    /// What would be better.
    pub better: CardSet,
}

/// Parts of the samples, from whose spread the standard error comes.
const PARTS: usize = 8;
/// The hands with the largest apparent gains, which are measured again one by one.
const SUSPECTS: usize = 60;
/// 2.5 % shared among the suspects, as standard errors.
const CONFIDENCE: f64 = 3.34;

/// Measures a chart with so many samples of each hand, on average.
pub fn deviation(chart: &Chart, samples: u64, seed: u64, pool: &Pool<'_>) -> Result<Deviation, OddsError> {
    let classes = Classes::get(chart.contest().ignores_suits());
    let mut first = Sums::new(classes.len());
    sample(chart, samples / 2, mix(seed, 1 << 40), &mut first, pool)?;
    let contest = chart.contest();
    let pools = Pools::get(contest.ignores_suits());
    let choose = |sums: &Sums| {
        let estimates = pools.estimates(sums);
        let better = |(class, &choice): (usize, &u8)| {
            let better = best(&estimates[class], choice, contest);
            (better, f64::from(estimates[class][usize::from(better)] - estimates[class][usize::from(choice)]))
        };
        chart.choices().iter().enumerate().map(better).collect::<Vec<_>>()
    };
    let best = choose(&first);
    let weigh = |gain: &dyn Fn(usize) -> f64| {
        let sum = (0..classes.len()).map(|class| f64::from(classes.size(class)) * gain(class)).sum::<f64>();
        sum / 2_598_960.0
    };
    let mut averages = [0.0; PARTS];
    let mut all = first;
    for (part, average) in averages.iter_mut().enumerate() {
        let mut fresh = Sums::new(classes.len());
        sample(chart, (samples / 2 / PARTS as u64).max(1), mix(seed, 2 << 40 | part as u64), &mut fresh, pool)?;
        *average = weigh(&|class| fresh.gain(class, best[class].0, chart.choices()[class]));
        all.join(&fresh);
        pool.tell((part + 1) as f64 / (PARTS + 1) as f64);
    }
    let average = averages.iter().sum::<f64>() / PARTS as f64;
    let spread = averages.iter().map(|one| (one - average).powi(2)).sum::<f64>() / (PARTS - 1) as f64;
    let apparent = choose(&all);
    let mut found = Deviation {
        average,
        average_stderr: (spread / PARTS as f64).sqrt(),
        apparent: weigh(&|class| apparent[class].1),
        largest: f64::MIN,
        largest_stderr: 0.0,
        largest_bound: 0.0,
        hand: CardSet::EMPTY,
        keeps: CardSet::EMPTY,
        better: CardSet::EMPTY,
    };
    let mut suspects = (0..classes.len()).collect::<Vec<_>>();
    suspects.sort_by(|&a, &b| apparent[b].1.total_cmp(&apparent[a].1));
    for &class in suspects.iter().take(SUSPECTS) {
        let hand = classes.hand(class);
        let (keeps, better) = (chart.kept(class), chosen(hand, apparent[class].0));
        let (gain, stderr) = Keep::against(chart, hand)?.gain(better, keeps, 20_000, mix(seed, 3 << 40 | class as u64));
        found.largest_bound = found.largest_bound.max(gain + CONFIDENCE * stderr);
        if gain > found.largest {
            found = Deviation { largest: gain, largest_stderr: stderr, hand, keeps, better, ..found };
        }
        if pool.is_stopped() {
            return Err(OddsError::Cancelled);
        }
    }
    pool.tell(1.0);
    Ok(found)
}
