//! A small language for rule cases, and what plays them. `cases/README.md` explains it to whoever writes one.
//!
//! A case sets a table, plays a hand line by line and says what must be true on the way. Whatever isn't as it says
//! is reported with the file and the line.

#![allow(dead_code, reason = "each test file takes what it needs")]

mod dealer;
mod expect;
mod table;
mod words;

use cardroom_rules::{Lineup, Spread};
use table::Table;

/// One case of a file: its title and its lines with their numbers.
pub(crate) struct Case<'a> {
    pub(crate) title: &'a str,
    line: usize,
    lines: Vec<(usize, &'a str)>,
}

impl<'a> Case<'a> {
    /// The rules that the case shows: what stands before the first colon of its title, cut at commas.
    pub(crate) fn citations(&self) -> impl Iterator<Item = &'a str> {
        self.title.split(':').next().unwrap_or_default().split(',').map(str::trim)
    }

    /// The case's lines with their numbers.
    pub(crate) fn lines(&self) -> &[(usize, &'a str)] {
        &self.lines
    }

    /// Plays the case. An error says which line and what differs.
    fn play(&self) -> Result<(), String> {
        let mut table = Table::default();
        for &(number, line) in &self.lines {
            table.follow(line).map_err(|difference| format!("{number}: {line}\n    {difference}"))?;
        }
        table.close().map_err(|difference| format!("{}: {}\n    {difference}", self.line, self.title))
    }
}

/// Cuts a file into its cases: a title begins with `==`, a comment with `#`.
pub(crate) fn cases(text: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        if let Some(title) = line.strip_prefix("==") {
            cases.push(Case { title: title.trim(), line: number, lines: Vec::new() });
        } else if !line.is_empty() && !line.starts_with('#') {
            let case = cases.last_mut().unwrap_or_else(|| panic!("line {number} stands before any title"));
            case.lines.push((number, line));
        }
    }
    cases
}

/// The table that lines of settings set; an error says which line is none.
pub(crate) fn set_up(lines: &[(usize, &str)]) -> Result<(Spread, Lineup), String> {
    let mut table = Table::default();
    lines.iter().try_for_each(|&(number, line)| table.set_line(line).map_err(|error| format!("{number}: {error}")))?;
    table.set_up()
}

/// Plays every case of a file and reports all that fail.
pub(crate) fn check(file: &str, text: &str) {
    let cases = cases(text);
    assert!(!cases.is_empty(), "{file} has no case");
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| Some(format!("{file}:{}\n    in: {}", case.play().err()?, case.title)))
        .collect();
    assert!(failures.is_empty(), "{} of {} cases fail\n\n{}", failures.len(), cases.len(), failures.join("\n\n"));
}
