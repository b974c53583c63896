//! Who gets what of the pot in one deal, and sums of that over many: whole numbers only.
//!
//! A pot is [`POT`] parts, which any two halves and any number of tied players up to ten divide without a rest. So
//! what all players get together is exactly the pot, in every deal and in every sum of deals.

use std::fmt;

/// The parts of a pot: twice the least number that every one of 1 to 10 divides.
pub(crate) const POT: u64 = 5040;

/// What one player got over some deals.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Got {
    pub(crate) win: u64,
    pub(crate) tie: u64,
    pub(crate) scoop: u64,
    /// Parts of pots, won by high hands and by low hands.
    pub(crate) high: u64,
    pub(crate) low: u64,
    /// Squares of the parts, for the standard error.
    pub(crate) squares: u64,
}

/// Deals counted, with what each player got.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tally {
    pub(crate) deals: u64,
    pub(crate) players: Vec<Got>,
}

impl Tally {
    pub(crate) fn new(players: usize) -> Self {
        Self { deals: 0, players: vec![Got::default(); players] }
    }

    /// Counts `deals` deals won by these players: one bit each, for the high and for the low hand; no bit where the
    /// game has no such half or nobody qualifies.
    pub(crate) fn add(&mut self, high: u16, low: u16, deals: u64) {
        self.deals += deals;
        let half = if high != 0 && low != 0 { POT / 2 } else { POT };
        let part = |winners: u16| half / u64::from(winners.count_ones().max(1));
        for (place, got) in self.players.iter_mut().enumerate() {
            let bit = 1_u16 << place;
            let share = |winners: u16| if winners & bit == 0 { 0 } else { part(winners) };
            let (by_high, by_low) = (share(high), share(low));
            let parts = by_high + by_low;
            if parts == 0 {
                continue;
            }
            let alone = high == bit || low == bit;
            got.win += deals * u64::from(alone);
            got.tie += deals * u64::from(!alone);
            got.scoop += deals * u64::from(parts == POT);
            got.high += deals * by_high;
            got.low += deals * by_low;
            got.squares += deals * parts * parts;
        }
    }

    pub(crate) fn join(&mut self, other: &Self) {
        self.deals += other.deals;
        for (got, more) in self.players.iter_mut().zip(&other.players) {
            got.win += more.win;
            got.tie += more.tie;
            got.scoop += more.scoop;
            got.high += more.high;
            got.low += more.low;
            got.squares += more.squares;
        }
    }

    /// The standard error of a player's equity, were these deals a sample.
    pub(crate) fn standard_error(&self, place: usize) -> f64 {
        let got = self.players[place];
        let (deals, pot) = (self.deals as f64, POT as f64);
        let mean = (got.high + got.low) as f64 / deals / pot;
        let square = got.squares as f64 / deals / (pot * pot);
        // One deal more or less would be a whole step: a sample that never lost isn't certain to win.
        let variance = (square - mean * mean).max(1.0 / (deals + 1.0) * (1.0 - 1.0 / (deals + 1.0)));
        (variance / deals).sqrt()
    }
}

/// Sums of weighted tallies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Weighed {
    pub(crate) deals: u64,
    pub(crate) weight: u128,
    /// Win, tie, scoop in weights; high and low in weights times [`POT`].
    pub(crate) players: Vec<[u128; 5]>,
}

impl Weighed {
    pub(crate) fn new(players: usize) -> Self {
        Self { deals: 0, weight: 0, players: vec![[0; 5]; players] }
    }

    /// Adds a tally that stands for as many others like it, which have this weight together.
    pub(crate) fn add(&mut self, tally: &Tally, weight: u128, alike: u64) {
        self.deals += tally.deals * alike;
        self.weight += u128::from(tally.deals) * weight;
        for (sums, got) in self.players.iter_mut().zip(&tally.players) {
            for (sum, more) in sums.iter_mut().zip([got.win, got.tie, got.scoop, got.high, got.low]) {
                *sum += u128::from(more) * weight;
            }
        }
    }
}

/// An exact fraction in lowest terms.
///
/// ```
/// use cardroom_odds::Ratio;
///
/// let half = Ratio::new(855_577, 1_711_154);
/// assert_eq!(half.to_string(), "1/2");
/// assert_eq!(half.to_f64(), 0.5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    numerator: u128,
    denominator: u128,
}

impl Ratio {
    /// This many of so many; nothing of nothing is zero.
    pub fn new(numerator: u128, denominator: u128) -> Self {
        let divisor = gcd(numerator, denominator).max(1);
        Self { numerator: numerator / divisor, denominator: (denominator / divisor).max(1) }
    }

    /// The number above the line.
    pub const fn numerator(self) -> u128 {
        self.numerator
    }

    /// The number below the line, never zero.
    pub const fn denominator(self) -> u128 {
        self.denominator
    }

    /// The nearest floating-point number, for showing.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

pub(crate) fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::{POT, Tally};

    #[test]
    fn a_pot_is_always_given_away_whole() {
        for players in 2..=10 {
            for high in 0..1_u16 << players {
                for low in [0, 1, 0b11, 0b101, u16::MAX] {
                    let low = low & ((1 << players) - 1);
                    if high == 0 && low == 0 {
                        continue;
                    }
                    let mut tally = Tally::new(players);
                    tally.add(high, low, 3);
                    let given: u64 = tally.players.iter().map(|got| got.high + got.low).sum();
                    assert_eq!(given, 3 * POT, "{high:b} {low:b}");
                }
            }
        }
    }

    #[test]
    fn who_wins_both_halves_scoops_and_a_shared_half_is_a_tie() {
        let mut tally = Tally::new(3);
        tally.add(0b001, 0b001, 1); // first scoops
        tally.add(0b001, 0b110, 1); // high alone; the others split the low
        tally.add(0b010, 0, 1); // no low: high takes all
        let [first, second, third] = tally.players[..] else { panic!() };
        assert_eq!((first.win, first.tie, first.scoop, first.high, first.low), (2, 0, 1, POT, POT / 2));
        assert_eq!((second.win, second.tie, second.scoop, second.high, second.low), (1, 1, 1, POT, POT / 4));
        assert_eq!((third.win, third.tie, third.scoop, third.high, third.low), (0, 1, 0, 0, POT / 4));
    }
}
