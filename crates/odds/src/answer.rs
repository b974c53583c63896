//! What comes back: each player's part of the pot, exactly or with its standard error.

use crate::outcome::{POT, Ratio, Tally, Weighed};
use crate::question::Question;

/// How to answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Effort {
    /// Exactly where that is quick, else by sampling until the standard error is at most `until`.
    Auto {
        /// The seed, where it comes to sampling: the same one gives the same answer.
        seed: u64,
        /// The standard error that is good enough.
        until: f64,
    },
    /// Exactly, or not at all.
    Exact,
    /// From so many deals drawn at random.
    Samples {
        /// The same seed gives the same answer.
        seed: u64,
        /// How many deals.
        samples: u64,
    },
    /// From deals drawn at random, until no player's equity has a larger standard error.
    Until {
        /// The same seed gives the same answer.
        seed: u64,
        /// The standard error that is good enough: 0.001 for 0.1 %.
        stderr: f64,
    },
}

impl Default for Effort {
    fn default() -> Self {
        Self::Auto { seed: 0, until: 0.0005 }
    }
}

/// The answer to a [`Question`].
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    boards: u64,
    seed: Option<u64>,
    players: Vec<PlayerOdds>,
}

/// What one player can expect.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerOdds {
    /// The player's range, as it was written.
    pub hand: String,
    /// How often the player takes the pot, or a half of it, alone.
    pub win: Ratio,
    /// How often the player only shares.
    pub tie: Ratio,
    /// The expected part of the pot. Over all players these add up to 1, exactly.
    pub equity: Ratio,
    /// How often the player takes the whole pot alone.
    pub scoop: Ratio,
    /// The part of the equity that high hands win.
    pub high: Ratio,
    /// The part of the equity that low hands win.
    pub low: Ratio,
    /// The standard error of the equity; 0 where the answer is exact.
    pub stderr: f64,
}

impl Answer {
    pub(crate) fn exact(question: &Question, sums: &Weighed) -> Self {
        let player = |(place, got): (usize, &[u128; 5])| {
            let of = |sum: u128| Ratio::new(sum, sums.weight);
            let of_pot = |sum: u128| Ratio::new(sum, sums.weight * u128::from(POT));
            let [win, tie, scoop, high, low] = *got;
            PlayerOdds {
                hand: question.hands[place].text().to_owned(),
                win: of(win),
                tie: of(tie),
                equity: of_pot(high + low),
                scoop: of(scoop),
                high: of_pot(high),
                low: of_pot(low),
                stderr: 0.0,
            }
        };
        Self { boards: sums.deals, seed: None, players: sums.players.iter().enumerate().map(player).collect() }
    }

    pub(crate) fn sampled(question: &Question, tally: &Tally, seed: u64) -> Self {
        let mut sums = Weighed::new(tally.players.len());
        sums.add(tally, 1, 1);
        let mut answer = Self::exact(question, &sums);
        for (place, player) in answer.players.iter_mut().enumerate() {
            player.stderr = tally.standard_error(place);
        }
        Self { seed: Some(seed), ..answer }
    }

    /// Whether every deal was counted.
    pub fn is_exact(&self) -> bool {
        self.seed.is_none()
    }

    /// How many deals were counted: boards, and where cards are unknown, hands with them.
    pub fn boards(&self) -> u64 {
        self.boards
    }

    /// The seed of a sampled answer.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Each player's odds, in the order asked.
    pub fn players(&self) -> &[PlayerOdds] {
        &self.players
    }
}
