//! Many hands on one board, sorted: what share of the pot another hand expects against one of them.

use cardroom_cards::CardSet;
use cardroom_odds::Judge;

/// The values of many hands on one board, lowest first.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// As they came.
    own: Vec<(u32, u32)>,
    highs: Vec<u32>,
    /// Those that qualify.
    lows: Vec<u32>,
}

impl Field {
    pub(crate) fn new(judge: &Judge, held: &[CardSet], board: CardSet) -> Self {
        let (mut high, mut low) = (Vec::new(), Vec::new());
        judge.values(held, &vec![board; held.len()], &mut high, &mut low);
        let own = high.iter().copied().zip(low.iter().copied()).collect();
        high.retain(|&value| value > 0);
        low.retain(|&value| value > 0);
        high.sort_unstable();
        low.sort_unstable();
        Self { own, highs: high, lows: low }
    }

    /// The share that each of the hands expects against one of the others.
    pub(crate) fn own_shares(&self) -> impl Iterator<Item = f32> + '_ {
        self.own.iter().map(|&(high, low)| self.share(high, low))
    }

    /// The share that a hand of these values expects; a value of 0 is none.
    pub(crate) fn share(&self, high: u32, low: u32) -> f32 {
        let count = self.own.len().max(1) as f32;
        if self.highs.is_empty() {
            return beaten(&self.lows, low) / count;
        }
        let by_high = beaten(&self.highs, high) / count;
        let lows = self.lows.len() as f32 / count;
        if low > 0 {
            // Half for each, and the low half for the asking where the other doesn't qualify.
            0.5 * by_high + 0.5 * (beaten(&self.lows, low) / count + 1.0 - lows)
        } else {
            by_high * (1.0 - 0.5 * lows)
        }
    }
}

/// Numbers among which others stand.
#[derive(Clone, Debug)]
pub(crate) struct Standing(Vec<f32>);

impl Standing {
    pub(crate) fn among(mut numbers: Vec<f32>) -> Self {
        numbers.sort_unstable_by(f32::total_cmp);
        Self(numbers)
    }

    /// The part of the numbers that is smaller; equal ones count half.
    pub(crate) fn of(&self, number: f32) -> f32 {
        let below = self.0.partition_point(|&other| other < number);
        let same = self.0[below..].partition_point(|&other| other <= number);
        (below as f32 + 0.5 * same as f32) / self.0.len().max(1) as f32
    }
}

/// How many of the sorted values a value beats; ties count half.
fn beaten(sorted: &[u32], value: u32) -> f32 {
    let below = sorted.partition_point(|&other| other < value);
    let same = sorted[below..].iter().take_while(|&&other| other == value).count();
    below as f32 + 0.5 * same as f32
}

#[cfg(test)]
mod tests {
    use super::{Field, beaten};
    use cardroom_odds::Judge;
    use cardroom_rules::{Game, Qualifier};

    #[test]
    fn ties_count_half() {
        assert_eq!(beaten(&[1, 2, 2, 5], 2), 2.0);
        assert_eq!(beaten(&[1, 2, 2, 5], 0), 0.0);
        assert_eq!(beaten(&[1, 2, 2, 5], 9), 4.0);
    }

    #[test]
    fn the_shares_of_a_field_among_itself_are_a_half() {
        for id in ["holdem", "holdout", "holdout-hilo", "holdout-low"] {
            let game = Game::by_id(id).unwrap();
            let board = "2c 4d 7h Ks 9s".parse::<cardroom_cards::CardSet>().unwrap();
            let board: cardroom_cards::CardSet = board.iter().take(game.board_cards()).collect();
            let held = (!board).subsets(2).collect::<Vec<_>>();
            let field = Field::new(&Judge::new(game, Qualifier::default()), &held, board);
            let mean = field.own_shares().sum::<f32>() / held.len() as f32;
            // In high/low the two halves are reckoned apart, which is nearly right.
            assert!((mean - 0.5).abs() < 0.03, "{id}: {mean}");
        }
    }
}
