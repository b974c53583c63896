//! Levels: what a hand costs at which time of a tournament, the breaks between levels, and which chips are in play.
//!
//! A level names amounts, not a limit: the kind of limit, the game or mix and the house rules are the tournament's and
//! stay, so that one schedule serves any of them.

use cardroom_rules::Chips;
use serde::{Deserialize, Serialize};

use crate::id::chips;
use crate::stakes::{Stakes, StakesAnte, StakesLimit};

/// The amounts of one level and how long it lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Level {
    /// The least bet; in fixed limit the small bet.
    #[serde(with = "chips")]
    pub min_bet: Chips,
    /// In fixed limit the big bet, in spread limit the largest wager; elsewhere unread.
    #[serde(with = "chips")]
    pub big_bet: Chips,
    /// The small blind.
    #[serde(with = "chips")]
    pub small_blind: Chips,
    /// The big blind.
    #[serde(with = "chips")]
    pub big_blind: Chips,
    /// The ante.
    pub ante: StakesAnte,
    /// How long the level lasts.
    pub length_ms: u64,
    /// How long everybody pauses after it; 0 is no break.
    pub break_ms: u64,
}

impl Level {
    /// A level of this minimum bet: the big bet is twice as much, the blinds half of it and all of it (GLD §2, §3), no
    /// ante, no break.
    pub const fn new(min_bet: Chips, length_ms: u64) -> Self {
        let (big_bet, small_blind) = (min_bet.times(2), min_bet.half());
        Self { min_bet, big_bet, small_blind, big_blind: min_bet, ante: StakesAnte::None, length_ms, break_ms: 0 }
    }

    /// The stakes of a table at this level: the game, the kind of limit and the house rules of `usual`, with the
    /// amounts of the level.
    pub fn stakes(&self, usual: &Stakes) -> Stakes {
        let (min_bet, big_bet) = (self.min_bet.get(), self.big_bet.get());
        let limit = match usual.limit {
            StakesLimit::Fixed { .. } => StakesLimit::Fixed { small_bet: min_bet, big_bet },
            StakesLimit::Pot { .. } => StakesLimit::Pot { min_bet },
            StakesLimit::No { .. } => StakesLimit::No { min_bet },
            StakesLimit::Spread { .. } => StakesLimit::Spread { min: min_bet, max: big_bet },
        };
        let (small_blind, big_blind) = (Some(self.small_blind.get()), Some(self.big_blind.get()));
        Stakes { limit, small_blind, big_blind, ante: self.ante, ..usual.clone() }
    }

    /// The same level with every amount doubled and no break after it.
    #[must_use]
    pub const fn doubled(&self) -> Self {
        self.times(2)
    }

    /// The same level with every amount so many times as large and no break after it.
    #[must_use]
    pub const fn times(&self, count: u64) -> Self {
        let ante = match self.ante {
            StakesAnte::None => StakesAnte::None,
            StakesAnte::Each(ante) => StakesAnte::Each(ante.saturating_mul(count)),
            StakesAnte::BigBlind(ante) => StakesAnte::BigBlind(ante.saturating_mul(count)),
        };
        Self {
            min_bet: self.min_bet.times(count),
            big_bet: self.big_bet.times(count),
            small_blind: self.small_blind.times(count),
            big_blind: self.big_blind.times(count),
            ante,
            length_ms: self.length_ms,
            break_ms: 0,
        }
    }

    /// Whether the last two with so many chips between them play for all of them whoever acts: one of them has no more than
    /// half, and puts that in before any card is looked at. A big blind's own ante isn't asked of the other.
    pub(crate) fn takes_all(&self, chips: Chips) -> bool {
        let ante = match self.ante {
            StakesAnte::Each(ante) => Chips::new(ante),
            StakesAnte::None | StakesAnte::BigBlind(_) => Chips::ZERO,
        };
        self.small_blind.max(ante).times(2) >= chips
    }

    fn amounts(&self) -> [Chips; 5] {
        let ante = match self.ante {
            StakesAnte::None => Chips::ZERO,
            StakesAnte::Each(ante) | StakesAnte::BigBlind(ante) => Chips::new(ante),
        };
        [self.min_bet, self.big_bet, self.small_blind, self.big_blind, ante]
    }
}

/// The written levels of a tournament, in order. After the last one every level doubles it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// The levels as they are announced.
    pub levels: Vec<Level>,
}

/// Minimum bets of the usual schedule, as multiples of the first one. After the first step each is a fifth to a half
/// more than the one before, and halves of all of them are whole multiples of half the first.
const USUAL_STEPS: [u64; 15] = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 60, 80];

/// From here on the usual steps repeat, ten times as large.
const STEPS_REPEAT_FROM: usize = 6;

impl Schedule {
    /// Thirty-three levels that grow from this minimum bet, each of the same length.
    ///
    /// ```
    /// use cardroom_room::tournament::Schedule;
    /// use cardroom_rules::Chips;
    ///
    /// let schedule = Schedule::usual(Chips::new(20), 10 * 60_000).with_breaks(6, 5 * 60_000);
    /// let blinds: Vec<u64> = schedule.levels.iter().take(8).map(|level| level.big_blind.get()).collect();
    /// assert_eq!(blinds, [20, 40, 60, 80, 120, 160, 200, 240]);
    /// assert_eq!(schedule.levels[5].break_ms, 5 * 60_000);
    /// ```
    pub fn usual(min_bet: Chips, length_ms: u64) -> Self {
        Self::growing(Level::new(min_bet, length_ms))
    }

    /// The same steps from a first level of any amounts, whose blinds and ante grow as its bets do.
    ///
    /// ```
    /// use cardroom_room::StakesAnte;
    /// use cardroom_room::tournament::{Level, Schedule};
    /// use cardroom_rules::Chips;
    ///
    /// let first = Level { ante: StakesAnte::Each(5), ..Level::new(Chips::new(20), 60_000) };
    /// assert_eq!(Schedule::growing(first).levels[2].ante, StakesAnte::Each(15));
    /// ```
    pub fn growing(first: Level) -> Self {
        let again = USUAL_STEPS.iter().skip(STEPS_REPEAT_FROM);
        let tenfold = [10, 100].into_iter().flat_map(|tens| again.clone().map(move |step| step.saturating_mul(tens)));
        // Half of an odd bet is rounded down at each level, not once for all.
        let halves = first.small_blind == first.min_bet.half();
        let level = |step| {
            let level = first.times(step);
            if halves { Level { small_blind: level.min_bet.half(), ..level } } else { level }
        };
        Self { levels: USUAL_STEPS.iter().copied().chain(tenfold).map(level).collect() }
    }

    /// A pause after every so many levels.
    #[must_use]
    pub fn with_breaks(mut self, every_levels: usize, break_ms: u64) -> Self {
        for (index, level) in self.levels.iter_mut().enumerate() {
            if index.saturating_add(1).checked_rem(every_levels) == Some(0) {
                level.break_ms = break_ms;
            }
        }
        self
    }

    /// No ante before this level (counted from 0).
    #[must_use]
    pub fn without_antes_until(mut self, level: usize) -> Self {
        for level in self.levels.iter_mut().take(level) {
            level.ante = StakesAnte::None;
        }
        self
    }

    /// From this level on (counted from 0) everybody antes an eighth of the big blind.
    #[must_use]
    pub fn with_antes(mut self, from_level: usize) -> Self {
        for level in self.levels.iter_mut().skip(from_level) {
            let (eighth, _) = level.big_blind.shared_by(8);
            level.ante = StakesAnte::Each(eighth.get().max(1));
        }
        self
    }

    /// From this level on (counted from 0) the big blind antes a big blind for the table.
    #[must_use]
    pub fn with_big_blind_antes(mut self, from_level: usize) -> Self {
        for level in self.levels.iter_mut().skip(from_level) {
            level.ante = StakesAnte::BigBlind(level.big_blind.get());
        }
        self
    }

    /// The level with this number, counted from 0. Past the written ones each doubles the one before, until the blinds or
    /// antes take all of so many chips, or would be more than a room can hold: then the last one stays.
    pub fn level(&self, index: usize, chips: Chips) -> Option<Level> {
        let last = self.levels.last()?;
        let mut level = *self.levels.get(index).unwrap_or(last);
        for _ in self.levels.len()..=index {
            let doubled = level.doubled();
            if level.takes_all(chips) || doubled.amounts().into_iter().any(|amount| amount > Chips::MOST) {
                break;
            }
            level = doubled;
        }
        Some(level)
    }

    /// The smallest of these chips that this level and the later ones need: the largest one that all their amounts are
    /// whole numbers of. Doubled levels need no smaller one.
    pub fn smallest_chip(&self, index: usize, chips: &[Chips]) -> Option<Chips> {
        let from = index.min(self.levels.len().saturating_sub(1));
        let amounts = self.levels.iter().skip(from).flat_map(Level::amounts);
        let common = amounts.fold(0, |divisor, amount| common_divisor(divisor, amount.get()));
        chips.iter().copied().filter(|chip| common.checked_rem(chip.get()) == Some(0)).max()
    }
}

fn common_divisor(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while let Some(rest) = a.checked_rem(b) {
        (a, b) = (b, rest);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: u64 = 60_000;

    #[test]
    fn the_usual_schedule_never_more_than_doubles_and_never_stalls() {
        let schedule = Schedule::usual(Chips::new(2), MINUTE);
        assert_eq!(schedule.levels.len(), 33);
        for pair in schedule.levels.windows(2) {
            let (before, after) = (pair[0].min_bet.get(), pair[1].min_bet.get());
            assert!(after * 5 >= before * 6 && after <= before * 2, "{before} to {after}");
            assert_eq!(pair[1].small_blind.get() * 2, after);
        }
    }

    #[test]
    fn levels_go_on_doubling_until_the_blinds_are_everything() {
        let schedule =
            Schedule { levels: vec![Level::new(Chips::new(10), MINUTE), Level::new(Chips::new(20), MINUTE)] };
        let bet = |index| schedule.level(index, Chips::new(200)).map(|level| level.min_bet.get());
        assert_eq!([0, 1, 2, 3, 4, 5, 9].map(bet), [10, 20, 40, 80, 160, 320, 320].map(Some));
        let without = Level { small_blind: Chips::ZERO, ..Level::new(Chips::new(10), MINUTE) };
        let last = Schedule { levels: vec![without] }.level(usize::MAX, Chips::new(200)).unwrap();
        assert!(last.big_bet <= Chips::MOST && last.big_bet.times(2) > Chips::MOST, "never, and yet it ends");
        assert_eq!(Schedule { levels: vec![] }.level(0, Chips::MOST), None);
    }

    #[test]
    fn small_chips_go_when_no_later_level_needs_them() {
        let chips = [1, 5, 25, 100, 500, 1000].map(Chips::new);
        let schedule = Schedule::usual(Chips::new(50), MINUTE);
        let smallest = |index| schedule.smallest_chip(index, &chips).unwrap().get();
        // 25/50, 75/150 and 250/500 need the 25; from 300/600 on hundreds do.
        assert_eq!([smallest(0), smallest(2), smallest(6), smallest(7)], [25, 25, 25, 100]);
        assert_eq!(smallest(40), 1000);
        assert_eq!(schedule.smallest_chip(0, &[]), None);
    }

    #[test]
    fn a_first_level_of_any_amounts_grows_as_a_whole() {
        let first = Level { small_blind: Chips::new(5), big_bet: Chips::new(60), ..Level::new(Chips::new(20), MINUTE) };
        let schedule = Schedule::growing(Level { ante: StakesAnte::Each(2), ..first }).without_antes_until(1);
        let [one, _, three, ..] = schedule.levels.as_slice() else { panic!("too few levels") };
        assert_eq!((one.ante, three.ante), (StakesAnte::None, StakesAnte::Each(6)));
        assert_eq!([three.small_blind, three.big_bet].map(Chips::get), [15, 180]);
        // 5 has no half: 2/5, then 5/10, 7/15.
        let blinds = Schedule::usual(Chips::new(5), MINUTE).levels;
        assert_eq!(blinds.iter().take(3).map(|level| level.small_blind.get()).collect::<Vec<_>>(), [2, 5, 7]);
    }

    #[test]
    fn antes_begin_where_they_are_said_to() {
        let schedule = Schedule::usual(Chips::new(20), MINUTE).with_antes(2);
        assert_eq!(schedule.levels[1].ante, StakesAnte::None);
        assert_eq!(schedule.levels[2].ante, StakesAnte::Each(7));
        let schedule = Schedule::usual(Chips::new(20), MINUTE).with_big_blind_antes(1);
        assert_eq!(schedule.levels[1].ante, StakesAnte::BigBlind(40));
    }
}
