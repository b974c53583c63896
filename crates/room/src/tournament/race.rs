//! The chip race: when the smallest chips leave the tournament, odd ones are raced for (TDA, chip race).
//!
//! Everybody's odd small chips are exchanged together, over the whole field, so that the chips in play never change.
//! Lots are drawn with one lot for each odd chip; nobody wins more than one of the larger chips, and nobody is raced out
//! of play: who has no larger chip at all comes first. If there are more such players than larger chips to win, the race
//! is put off to the next level.

use cardroom_rules::Chips;

use super::draw::Draw;

/// The stacks after racing off everything smaller than `chip`, in the same order, or nothing if somebody would have to
/// be raced out. What doesn't make a whole chip together stays with the player whose lot comes next.
pub(crate) fn raced(stacks: &[Chips], chip: Chips, draw: &mut Draw) -> Option<Vec<Chips>> {
    let odd_of = |stack: Chips| stack.shared_by_chip(chip).1;
    let odd_chips: Chips = stacks.iter().map(|&stack| odd_of(stack)).sum();
    let (to_win, rest) = odd_chips.shared_by_chip(chip);
    let mut winners = to_win.get();
    let (mut safe, mut racing): (Vec<usize>, Vec<usize>) = (0..stacks.len())
        .filter(|&player| stacks.get(player).is_some_and(|&stack| !odd_of(stack).is_zero()))
        .partition(|&player| stacks.get(player).is_some_and(|&stack| stack < chip));
    if safe.len() as u64 > winners.saturating_add(u64::from(!rest.is_zero())) {
        return None;
    }
    let mut after: Vec<Chips> = stacks.iter().map(|&stack| stack - odd_of(stack)).collect();
    let mut rest = Some(rest);
    draw.shuffle(&mut safe);
    while let Some(player) = safe.pop().or_else(|| drawn_by_odd_chips(&mut racing, stacks, odd_of, draw)) {
        let won = match winners.checked_sub(1) {
            Some(fewer) => {
                winners = fewer;
                chip
            }
            None => rest.take().unwrap_or(Chips::ZERO),
        };
        if let Some(stack) = after.get_mut(player) {
            *stack += won;
        }
    }
    Some(after)
}

/// Takes one player out of those racing, with one lot for each of its odd chips.
fn drawn_by_odd_chips(
    racing: &mut Vec<usize>,
    stacks: &[Chips],
    odd_of: impl Fn(Chips) -> Chips,
    draw: &mut Draw,
) -> Option<usize> {
    let lots = |player: &usize| stacks.get(*player).map_or(0, |&stack| odd_of(stack).get());
    let all = racing.iter().map(lots).fold(0, u64::saturating_add);
    let mut lot = draw.below(all);
    let mut chosen = 0;
    for (index, player) in racing.iter().enumerate() {
        chosen = index;
        match lot.checked_sub(lots(player)) {
            Some(later) => lot = later,
            None => break,
        }
    }
    (chosen < racing.len()).then(|| racing.remove(chosen))
}

/// Counting an amount in chips of one colour.
trait InChips {
    /// How many whole chips, and what is left over.
    fn shared_by_chip(self, chip: Chips) -> (Chips, Chips);
}

impl InChips for Chips {
    fn shared_by_chip(self, chip: Chips) -> (Chips, Chips) {
        self.shared_by(chip.get())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn race(stacks: &[u64], chip: u64, byte: u8) -> Option<Vec<u64>> {
        let stacks: Vec<Chips> = stacks.iter().copied().map(Chips::new).collect();
        let after = raced(&stacks, Chips::new(chip), &mut Draw::new([byte; 32]))?;
        Some(after.into_iter().map(Chips::get).collect())
    }

    #[test]
    fn nobody_is_raced_out() {
        for byte in 0..50 {
            // 75 + 25 odd chips make one larger chip, and the short stack needs it to stay.
            assert_eq!(race(&[575, 25, 400], 100, byte), Some(vec![500, 100, 400]));
        }
        assert_eq!(race(&[25, 25, 50, 900], 100, 1), None, "one chip to win and three who would be out without it");
    }

    #[test]
    fn at_most_one_chip_each_and_one_lot_for_each_odd_chip() {
        let mut won = [0_u32; 3];
        for byte in 0..200 {
            let after = race(&[175, 150, 175], 100, byte).unwrap();
            assert_eq!(after.iter().sum::<u64>(), 500);
            assert!(after.iter().all(|&stack| stack == 100 || stack == 200));
            after.iter().zip(&mut won).for_each(|(&stack, won)| *won += u32::from(stack == 200));
        }
        assert!(won[1] < won[0] && won[1] < won[2], "{won:?}");
    }

    #[test]
    fn what_makes_no_whole_chip_stays_with_somebody() {
        let after = race(&[1075, 1050], 100, 3).unwrap();
        assert_eq!(after.iter().sum::<u64>(), 2125);
        assert!(after == [1100, 1025] || after == [1025, 1100], "{after:?}");
    }

    proptest! {
        #[test]
        fn chips_are_conserved(stacks in proptest::collection::vec(1..5000_u64, 1..60), chip in 1..700_u64, byte: u8) {
            if let Some(after) = race(&stacks, chip, byte) {
                prop_assert_eq!(after.iter().sum::<u64>(), stacks.iter().sum::<u64>());
                prop_assert!(after.iter().all(|&stack| stack > 0));
                prop_assert!(after.iter().zip(&stacks).all(|(after, before)| after.abs_diff(*before) < chip));
                prop_assert!(after.iter().filter(|&stack| stack % chip != 0).count() <= 1);
            }
        }
    }
}
