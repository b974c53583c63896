//! Whether a replay comes out as the record says.

use std::fmt::Write;

use crate::decimal::Decimal;
use crate::record::Record;
use crate::replay::Replayed;

/// What a comparison with the record's finishing stacks says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The same, up to a rake.
    Match,
    /// Not the same; why.
    Differ(String),
    /// There is nothing to compare with.
    Unchecked,
}

/// Compares a replay with the record's `finishing_stacks`.
///
/// Where those add up to less than the starting stacks the missing part is rake: who was paid nothing must match to
/// the chip, and those who were paid together be short by exactly the rake.
///
/// Chips don't break. Finishing stacks that split one match if each is less than a chip from what was played, and
/// together they are neither more than was there nor short by a whole chip.
pub fn check(record: &Record<'_>, played: &Replayed) -> Verdict {
    let Some(expected) = &record.finishing_stacks else { return Verdict::Unchecked };
    let places = expected.iter().flatten().map(|stack| stack.places()).fold(played.places, u8::max);
    let units = |amount: Decimal| amount.in_units(places).map(i128::from);
    let mut lines = Vec::with_capacity(10);
    for ((start, end), expected) in record.starting_stacks.iter().zip(&played.stacks).zip(expected) {
        let (Some(start), Some(end), Some(expected)) = (*start, *end, *expected) else { return Verdict::Unchecked };
        let end = Decimal::from_chips(end, played.places);
        let (Some(start), Some(end), Some(expected)) = (units(start), units(end), units(expected)) else {
            return Verdict::Differ("finishing_stacks are too large to compare".to_owned());
        };
        lines.push((start, end, expected));
    }
    let paid = |index: usize| played.winners.iter().any(|seat| seat.index() == index);
    if matches(&lines, paid) {
        return Verdict::Match;
    }
    let chip = 10_i128.pow(u32::from(places - played.places));
    let splits = lines.iter().any(|(.., said)| said % chip != 0);
    if splits && (0..chip).contains(&rake(&lines)) && lines.iter().all(|(_, end, said)| (end - said).abs() < chip) {
        return Verdict::Match;
    }
    Verdict::Differ(explain(&lines, places, played, paid))
}

/// What the house kept: by how much the finishing stacks are short of the starting ones.
fn rake(lines: &[(i128, i128, i128)]) -> i128 {
    lines.iter().map(|(start, _, expected)| start - expected).sum()
}

fn matches(lines: &[(i128, i128, i128)], paid: impl Fn(usize) -> bool) -> bool {
    let rake = rake(lines);
    rake >= 0 && lines.iter().enumerate().all(|(index, (_, end, said))| end == said || (rake > 0 && paid(index)))
}

fn explain(lines: &[(i128, i128, i128)], places: u8, played: &Replayed, paid: impl Fn(usize) -> bool) -> String {
    let amount = |units: i128| Decimal::new(i64::try_from(units).unwrap_or(i64::MAX), places).to_string();
    let rake = rake(lines);
    let mut text = String::new();
    for (index, (_, end, expected)) in lines.iter().enumerate() {
        if end != expected && !(rake > 0 && paid(index)) {
            let comma = if text.is_empty() { "" } else { ", " };
            let _ = write!(text, "{comma}p{} has {}, the record says {}", index + 1, amount(*end), amount(*expected));
        }
    }
    let power = 10_i128.pow(u32::from(places - played.places));
    if rake < 0 {
        let _ = write!(text, "; the finishing stacks are {} more than the starting stacks", amount(-rake));
    } else if lines.iter().any(|(.., expected)| expected % power != 0) {
        let unit = Decimal::new(1, played.places);
        let _ = write!(text, "; finishing_stacks split a chip: the record's smallest unit is {unit}");
    }
    text.trim_start_matches("; ").to_owned()
}
