//! Making a chart: repeated best response, from samples, until hardly anyone gains by deviating.
//!
//! One round deals tables at which everyone plays the chart so far, and for every hand looks at all it could have kept.
//! Hands that would do better with something else change to it, each only with some probability, so that the field
//! doesn't swing from one extreme to the other; samples of older rounds count half as much with every round. At the end
//! the hands that still seem to gain something are looked at one by one, on deals of their own.

use cardroom_cards::CardSet;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chart::Chart;
use crate::classes::{Classes, chosen};
use crate::contest::Contest;
use crate::judge::DEALS;
use crate::opponents::Play;
use crate::outcome::POT;
use crate::pooled::Pools;
use crate::sample::{below, mix};
use crate::sums::{Sums, best};
use crate::table::Table;
use crate::{OddsError, Pool};

/// How long to work on charts.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// How many rounds for the first chart; the others begin with the one before, and need a third as many.
    pub rounds: u32,
    /// Deals for every hand in the last round, at least; those before take half as many, and each search for hands that
    /// still gain as many again.
    pub deals: u64,
    /// How many times hands that still gain are searched for at the end.
    pub searches: u32,
    /// The seed: the same one gives the same charts.
    pub seed: u64,
}

impl Rounds {
    /// Minutes of work for each game.
    pub const fn usual(contest: Contest) -> Self {
        let deals = match contest {
            Contest::HoldOutHigh | Contest::HoldOutHighLow | Contest::DrawHigh | Contest::DrawDeuceSeven => 256,
            Contest::HoldOutLow | Contest::DrawAceFive => 1024,
        };
        Self { rounds: 6, deals, searches: 4, seed: 2018 }
    }
}

/// A hand that seems to gain less than this is let be, in parts of a pot.
const WORTH_A_LOOK: f32 = 0.01;
/// Deals of its own for each hand that seems to gain more: so many for every deal of a round, up to so many.
const LOOKS: (u64, u64) = (256, 8192);
/// How many of its choices are compared, beside the one there is.
const RIVALS: usize = 3;
/// The standard deviation of the difference of two choices in one deal, in pots: one wins where the other doesn't in
/// every third. Choices that are much alike differ less, so this is careful.
const SPREAD: f64 = 0.58;
/// Standard errors that a choice must be ahead to be taken: before the last deal, and at the end.
const AHEAD: (f64, f64) = (3.0, 1.5);

/// Makes the chart of a contest against one opponent more than the last of those there are has, from nothing but them.
/// One at a time, so that whoever wants all eight can keep each as it is made.
///
/// ```
/// use cardroom_odds::{Contest, Pool, Rounds, next_chart};
///
/// let rounds = Rounds { rounds: 2, deals: 4, searches: 1, seed: 1 }; // far too few for more than an example
/// let mut charts = vec![next_chart(Contest::DrawAceFive, &[], rounds, &Pool::new(1))?];
/// let wheel = "Ah 2c 3d 4s 5h".parse().unwrap();
/// assert_eq!(charts[0].keep(wheel), wheel);
/// charts.push(next_chart(Contest::DrawAceFive, &charts, rounds, &Pool::new(1))?);
/// assert_eq!(charts[1].opponents(), 2);
/// # Ok::<(), cardroom_odds::OddsError>(())
/// ```
pub fn next_chart(contest: Contest, before: &[Chart], rounds: Rounds, pool: &Pool<'_>) -> Result<Chart, OddsError> {
    let classes = Classes::get(contest.ignores_suits()).len();
    // Everybody keeps everything, to begin with.
    let choices = before.last().map_or_else(|| vec![31; classes], |chart| chart.choices().to_vec());
    let opponents = before.last().map_or(0, Chart::opponents) + 1;
    let start = Chart::new(contest, opponents, choices)?;
    let quiet = pool.without_progress();
    let chart = improve(start, before.is_empty(), rounds, &quiet)?;
    pool.tell(0.4);
    let chart = polish(&chart, rounds, &quiet)?;
    pool.tell(1.0);
    Ok(chart)
}

fn improve(mut chart: Chart, first: bool, rounds: Rounds, pool: &Pool<'_>) -> Result<Chart, OddsError> {
    let (contest, opponents) = (chart.contest(), chart.opponents());
    let pools = Pools::get(contest.ignores_suits());
    let mut sums = Sums::new(chart.choices().len());
    let count = if first { rounds.rounds } else { rounds.rounds.div_ceil(3) };
    for round in 0..count {
        let last = round + 1 == count;
        let seed = mix(rounds.seed, u64::from(round) << 32 | opponents as u64);
        sums.halve();
        sums.sample(&chart, rounds.deals.div_ceil(if last { 1 } else { 2 }), seed, pool)?;
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

/// Looks for hands that gain by keeping something else, and has them keep it, as often as `rounds` say. Those that on
/// fresh samples seem to gain are looked at on deals of their own. Too few change for anybody else's best choice to
/// become another.
///
/// ```
/// use cardroom_odds::{Chart, Contest, Pool, Rounds, polish};
///
/// let rounds = Rounds { rounds: 1, deals: 4, searches: 1, seed: 1 };
/// let chart = polish(&Chart::shipped(Contest::HoldOutLow, 1)?, rounds, &Pool::new(1))?;
/// assert_eq!(chart.opponents(), 1);
/// # Ok::<(), cardroom_odds::OddsError>(())
/// ```
pub fn polish(chart: &Chart, rounds: Rounds, pool: &Pool<'_>) -> Result<Chart, OddsError> {
    (1..=u64::from(rounds.searches)).try_fold(chart.clone(), |chart, search| {
        let seed = mix(rounds.seed, search << 48 | chart.opponents() as u64);
        without_gainers(&chart, rounds.deals, seed, pool)
    })
}

/// One search for hands that gain.
fn without_gainers(chart: &Chart, deals: u64, seed: u64, pool: &Pool<'_>) -> Result<Chart, OddsError> {
    let (contest, opponents) = (chart.contest(), chart.opponents());
    let classes = Classes::get(contest.ignores_suits());
    let mut sums = Sums::new(classes.len());
    sums.sample(chart, deals, seed, pool)?;
    let estimates = Pools::get(contest.ignores_suits()).estimates(&sums);
    let gainer = |(class, &choice): (usize, &u8)| {
        let row = &estimates[class];
        let other = best(row, choice, contest);
        (row[usize::from(other)] - row[usize::from(choice)] > WORTH_A_LOOK).then_some(class)
    };
    let gainers = chart.choices().iter().enumerate().filter_map(gainer).collect::<Vec<_>>();
    let mut choices = chart.choices().to_vec();
    pool.run(
        gainers.len(),
        |place| {
            let class = gainers[place];
            let look = Look {
                hand: classes.hand(class),
                choice: chart.choices()[class],
                rivals: rivals(&estimates[class], chart.choices()[class], contest),
                blocks: (LOOKS.0 * deals).min(LOOKS.1).div_ceil(DEALS as u64),
            };
            let table = Table::new(contest, opponents, Play::Chart(chart), look.hand);
            (class, look.best(table, mix(seed, 1 << 40 | class as u64)))
        },
        |(class, choice)| choices[class] = choice,
    )?;
    Chart::new(contest, opponents, choices)
}

/// The choices that seem best, beside the one there is.
fn rivals(estimates: &[f32; 32], choice: u8, contest: Contest) -> Vec<u8> {
    let mut others = (u8::from(!contest.draws())..32).filter(|&other| other != choice).collect::<Vec<_>>();
    others.sort_by(|&a, &b| estimates[usize::from(b)].total_cmp(&estimates[usize::from(a)]));
    others.truncate(RIVALS);
    others
}

/// One hand, looked at on deals of its own.
struct Look {
    hand: CardSet,
    choice: u8,
    rivals: Vec<u8>,
    blocks: u64,
}

impl Look {
    /// The choice there is, or one that is surely better, on the same deals.
    fn best(mut self, mut table: Table<'_>, seed: u64) -> u8 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut won = [0_u64; 32];
        let mut before = 0_u64;
        for block in 1..=self.blocks {
            table.deal(DEALS, &mut rng);
            before += table.totals(&[chosen(self.hand, self.choice)]).iter().sum::<u64>();
            let keeps = self.rivals.iter().map(|&rival| chosen(self.hand, rival)).collect::<Vec<_>>();
            self.rivals.iter().zip(table.totals(&keeps)).for_each(|(&rival, total)| won[usize::from(rival)] += total);
            let Some(leader) = self.rivals.iter().copied().max_by_key(|&rival| won[usize::from(rival)]) else { break };
            let stderr = SPREAD * ((block * DEALS as u64) as f64).sqrt() * POT as f64;
            let ahead = (won[usize::from(leader)] as f64 - before as f64) / stderr;
            if ahead > if block < self.blocks { AHEAD.0 } else { AHEAD.1 } {
                return leader;
            }
            // A gain that isn't there after some deals is none worth looking for.
            if block > 1 {
                self.rivals.retain(|&rival| won[usize::from(rival)] > before);
            }
        }
        self.choice
    }
}
