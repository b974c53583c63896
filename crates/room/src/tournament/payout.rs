//! How a prize pool is divided: so much for each place, in whole chips that add up to the pool.
//!
//! Places are counted from 0 here (the Champion's), prizes never grow with the place, and players who tie for places
//! share what those places win.

use cardroom_rules::Chips;
use serde::{Deserialize, Serialize};

use super::written;

/// How the pool is to be divided.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum PayoutPlan {
    /// About one entrant in seven is paid, the winner the most; small fields pay one, two or three places.
    #[default]
    Usual,
    /// Everything to the Champion.
    WinnerTakesAll,
    /// One weight for each paid place, best first: `[50, 30, 20]`.
    Shares(Vec<u32>),
}

/// What each place wins, best first. The amounts add up to the pool and none is zero.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Prizes(#[serde(with = "written")] Vec<Chips>);

impl PayoutPlan {
    /// Divides a pool among so many entrants.
    ///
    /// ```
    /// use cardroom_room::tournament::PayoutPlan;
    /// use cardroom_rules::Chips;
    ///
    /// let prizes = PayoutPlan::Usual.prizes(Chips::new(901), 9);
    /// assert_eq!(prizes.iter().map(Chips::get).collect::<Vec<_>>(), [451, 270, 180]);
    /// ```
    pub fn prizes(&self, pool: Chips, entrants: usize) -> Prizes {
        let weights = match self {
            Self::Usual => usual_weights(entrants),
            Self::WinnerTakesAll => vec![1],
            Self::Shares(weights) => weights.iter().take(entrants).map(|&weight| u64::from(weight)).collect(),
        };
        Prizes(divided(pool, &weights))
    }
}

impl Prizes {
    /// How many places are paid.
    pub fn places(&self) -> usize {
        self.0.len()
    }

    /// What each place wins, best first.
    pub fn iter(&self) -> impl Iterator<Item = Chips> + '_ {
        self.0.iter().copied()
    }

    /// What one place wins, counted from 0.
    pub fn of_place(&self, place: usize) -> Chips {
        self.0.get(place).copied().unwrap_or(Chips::ZERO)
    }

    /// What each of `players` wins who tie for the places from `first` on: equal shares, and the odd chips one each to
    /// those named first.
    pub fn shared(&self, first: usize, players: usize) -> Vec<Chips> {
        let together: Chips = self.iter().skip(first).take(players).sum();
        let (share, odd) = together.shared_by(players as u64);
        (0..players as u64).map(|index| share + Chips::new(u64::from(index < odd.get()))).collect()
    }
}

/// Up to ten entrants the shares that single tables are used to. Above, one in seven is paid: each paid place gets one
/// and a half times an entrant's part of the pool, and the rest is divided as 1 : 1/2 : 1/3 …, which gives the Champion
/// of 500 a sixth of the pool.
fn usual_weights(entrants: usize) -> Vec<u64> {
    match entrants {
        0..=3 => vec![1],
        4..=6 => vec![65, 35],
        7..=10 => vec![50, 30, 20],
        _ => {
            let places = entrants.div_ceil(7).max(3) as u64;
            let unit = 1_u64 << 32;
            let floor = unit.saturating_mul(3).checked_div(entrants.saturating_mul(2) as u64).unwrap_or(0);
            let rest = unit.saturating_sub(floor.saturating_mul(places));
            let harmonic = |place: u64| unit.checked_div(place).unwrap_or(0);
            let all: u64 = (1..=places).map(harmonic).fold(0, u64::saturating_add);
            let part = |place: u64| {
                let share = u128::from(rest).saturating_mul(u128::from(harmonic(place)));
                share.checked_div(u128::from(all)).unwrap_or(0) as u64
            };
            (1..=places).map(|place| floor.saturating_add(part(place))).collect()
        }
    }
}

/// Divides by weights, rounding down; what is left over goes one chip each to the best places.
fn divided(pool: Chips, weights: &[u64]) -> Vec<Chips> {
    let mut weights = weights.to_vec();
    weights.sort_unstable_by(|a, b| b.cmp(a));
    let all: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    let part = |weight: u64| {
        let product = u128::from(pool.get()).saturating_mul(u128::from(weight));
        Chips::new(product.checked_div(all).unwrap_or(0) as u64)
    };
    let mut prizes: Vec<Chips> = weights.iter().map(|&weight| part(weight)).collect();
    let odd = pool - prizes.iter().copied().sum();
    for prize in prizes.iter_mut().take(odd.get() as usize) {
        *prize += Chips::new(1);
    }
    prizes.retain(|prize| !prize.is_zero());
    prizes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn numbers(prizes: &[Chips]) -> Vec<u64> {
        prizes.iter().map(|prize| prize.get()).collect()
    }

    #[test]
    fn one_table_pays_three_and_odd_chips_go_up() {
        assert_eq!(numbers(&PayoutPlan::Usual.prizes(Chips::new(1000), 9).0), [500, 300, 200]);
        assert_eq!(numbers(&PayoutPlan::Usual.prizes(Chips::new(7), 9).0), [4, 2, 1]);
        assert_eq!(numbers(&PayoutPlan::WinnerTakesAll.prizes(Chips::new(7), 9).0), [7]);
        assert_eq!(PayoutPlan::Usual.prizes(Chips::ZERO, 9).places(), 0);
    }

    #[test]
    fn a_large_field_pays_one_in_seven_and_the_last_of_them_more_than_it_paid() {
        let prizes = PayoutPlan::Usual.prizes(Chips::new(500 * 100), 500);
        assert_eq!(prizes.places(), 72);
        assert!((7500..9500).contains(&prizes.of_place(0).get()), "{prizes:?}");
        assert!(prizes.of_place(71) >= Chips::new(150), "{prizes:?}");
    }

    #[test]
    fn ties_share_and_the_odd_chip_goes_to_the_first_named() {
        let prizes = PayoutPlan::Shares(vec![5, 3, 2]).prizes(Chips::new(1000), 9);
        assert_eq!(numbers(&prizes.shared(1, 2)), [250, 250]);
        assert_eq!(numbers(&prizes.shared(2, 3)), [67, 67, 66], "two of the three would have won nothing alone");
        assert_eq!(numbers(&prizes.shared(3, 2)), [0, 0]);
    }

    proptest! {
        #[test]
        fn prizes_add_up_and_never_grow(pool in 0..=Chips::MOST.get(), entrants in 1..3000_usize,
                                        shares in proptest::collection::vec(1..1000_u32, 1..40)) {
            for plan in [PayoutPlan::Usual, PayoutPlan::WinnerTakesAll, PayoutPlan::Shares(shares)] {
                let prizes = plan.prizes(Chips::new(pool), entrants);
                prop_assert_eq!(prizes.iter().sum::<Chips>(), Chips::new(pool));
                prop_assert!(prizes.0.is_sorted_by(|a, b| a >= b));
                prop_assert!(prizes.places() <= entrants);
                let tied: Chips = prizes.shared(0, entrants).into_iter().sum();
                prop_assert_eq!(tied, Chips::new(pool));
            }
        }
    }
}
