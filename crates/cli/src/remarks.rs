//! What is said about hands one by one, so that the same thing isn't said ten thousand times.

use std::collections::HashMap;
use std::fmt::Write as _;

/// How often the same is said.
const MOST: u64 = 3;
/// How many different ones are counted; those that come later are all told.
const KINDS: usize = 10_000;

/// What was said, and how often.
#[derive(Default)]
pub(crate) struct Remarks {
    said: HashMap<String, u64>,
}

impl Remarks {
    /// Whether this is still to be told, or only counted.
    pub(crate) fn tells(&mut self, remark: &str) -> bool {
        match self.said.get_mut(remark) {
            Some(times) => {
                *times += 1;
                *times <= MOST
            }
            None => {
                if self.said.len() < KINDS {
                    self.said.insert(remark.to_owned(), 1);
                }
                true
            }
        }
    }

    /// How many were not told, the most first.
    pub(crate) fn untold(self) -> String {
        let mut left: Vec<_> = self.said.into_iter().filter(|(_, times)| *times > MOST).collect();
        left.sort_by(|(one, times), (other, more)| more.cmp(times).then_with(|| one.cmp(other)));
        let mut lines = String::new();
        for (remark, times) in left {
            let more = times - MOST;
            let _ = writeln!(lines, "… and {more} more hand{}: {remark}", if more == 1 { "" } else { "s" });
        }
        if !lines.is_empty() {
            lines.push_str("(--json names every hand)\n");
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_many_is_counted_and_what_differs_is_told() {
        let mut remarks = Remarks::default();
        let told: Vec<_> = (0..8).map(|hand| remarks.tells(["odd", "even"][hand % 2])).collect();
        assert_eq!(told, [true, true, true, true, true, true, false, false]);
        remarks.tells("odd");
        assert!((0..2 * KINDS).all(|hand| remarks.tells(&hand.to_string())));
        let lines = remarks.untold();
        assert_eq!(lines, "… and 2 more hands: odd\n… and 1 more hand: even\n(--json names every hand)\n");
        assert_eq!(Remarks::default().untold(), "");
    }
}
