//! Making a chart: repeated best response, from samples, until hardly anyone gains by deviating.
//!
//! One round deals tables at which everyone plays the chart so far, and for every hand looks at all it could have kept.
//! Hands that would do better with something else change to it, each only with some probability, so that the field
//! doesn't swing from one extreme to the other; samples of older rounds count half as much with every round. At the end
//! the hands that still seem to gain something are looked at one by one, on deals of their own.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chart::Chart;
use crate::classes::{Classes, chosen};
use crate::contest::Contest;
use crate::keep::Keep;
use crate::pooled::Pools;
use crate::sample::{below, mix};
use crate::sums::{Sums, best};
use crate::{OddsError, Pool};

/// How long to work on charts.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// How many rounds for the first chart; the others begin with the one before, and need half as many.
    pub rounds: u32,
    /// Deals for every hand in a round, at least; the last round takes twice as many, and so does the search for hands
    /// that still gain.
    pub deals: u64,
    /// The seed: the same one gives the same charts.
    pub seed: u64,
}

impl Rounds {
    /// Enough for charts that are better than those that come with the program, in minutes to half an hour.
    pub const fn usual(contest: Contest) -> Self {
        let deals = match contest {
            Contest::HoldOutHigh | Contest::HoldOutHighLow => 512,
            Contest::DrawHigh | Contest::DrawDeuceSeven => 128,
            Contest::HoldOutLow | Contest::DrawAceFive => 1024,
        };
        Self { rounds: 6, deals, seed: 2018 }
    }
}

/// A hand that seems to gain less than this is let be, in parts of a pot.
const WORTH_A_LOOK: f32 = 0.005;
/// Deals of its own for each hand that seems to gain more: so many for every deal of a round, up to so many.
const LOOKS: (u64, u64) = (64, 8192);
/// How many standard errors a gain must be above nothing for a hand to change.
const SURE: f64 = 1.0;

/// Makes the charts of a contest, against one opponent up to `most`, from nothing.
///
/// ```
/// use cardroom_odds::{Contest, Pool, Rounds, make_charts};
///
/// let rounds = Rounds { rounds: 2, deals: 4, seed: 1 }; // far too few for more than an example
/// let charts = make_charts(Contest::DrawAceFive, 1, rounds, &Pool::new(1))?;
/// let wheel = "Ah 2c 3d 4s 5h".parse().unwrap();
/// assert_eq!(charts[0].keep(wheel), wheel);
/// # Ok::<(), cardroom_odds::OddsError>(())
/// ```
pub fn make_charts(contest: Contest, most: usize, rounds: Rounds, pool: &Pool<'_>) -> Result<Vec<Chart>, OddsError> {
    let classes = Classes::get(contest.ignores_suits()).len();
    let mut charts: Vec<Chart> = Vec::new();
    for opponents in 1..=most {
        // Everybody keeps everything, to begin with.
        let choices = charts.last().map_or_else(|| vec![31; classes], |chart| chart.choices().to_vec());
        let start = Chart::new(contest, opponents, choices)?;
        let first = opponents == 1;
        let quiet = pool.without_progress();
        let chart = improve(start, first, rounds, &quiet)?;
        charts.push(polish(&chart, rounds, &quiet)?);
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
        sums.sample(&chart, rounds.deals * if last { 2 } else { 1 }, seed, pool)?;
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

/// Hands that on fresh samples still seem to gain are measured on deals of their own, and change if they do gain. Too
/// few do for anybody else's best choice to become another.
fn polish(chart: &Chart, rounds: Rounds, pool: &Pool<'_>) -> Result<Chart, OddsError> {
    let (contest, opponents) = (chart.contest(), chart.opponents());
    let classes = Classes::get(contest.ignores_suits());
    let seed = mix(rounds.seed, 1 << 48 | opponents as u64);
    let mut sums = Sums::new(classes.len());
    sums.sample(chart, 2 * rounds.deals, seed, pool)?;
    let estimates = Pools::get(contest.ignores_suits()).estimates(&sums);
    let mut choices = chart.choices().to_vec();
    let gainer = |(class, &choice): (usize, &u8)| {
        let row = &estimates[class];
        let other = best(row, choice, contest);
        (row[usize::from(other)] - row[usize::from(choice)] > WORTH_A_LOOK).then_some((class, choice, other))
    };
    let gainers = chart.choices().iter().enumerate().filter_map(gainer).collect::<Vec<_>>();
    let looks = (LOOKS.0 * rounds.deals).min(LOOKS.1);
    let mut measured = Vec::new();
    pool.run(
        gainers.len(),
        |place| {
            let (class, choice, other) = gainers[place];
            let hand = classes.hand(class);
            let question = Keep::against(chart, hand)?;
            let seed = mix(seed, 1 << 40 | class as u64);
            let (gain, stderr) = question.gain(chosen(hand, other), chosen(hand, choice), looks, seed);
            Ok((class, if gain > SURE * stderr { other } else { choice }))
        },
        |found: Result<(usize, u8), OddsError>| measured.push(found),
    )?;
    for found in measured {
        let (class, choice) = found?;
        choices[class] = choice;
    }
    Chart::new(contest, opponents, choices)
}
