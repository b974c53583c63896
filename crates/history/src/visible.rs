//! Text of a stranger's file as it may be shown: a terminal obeys control characters, and a reader of lines takes the next
//! line for another.

use std::fmt::{self, Write as _};

/// A text whose control characters are written out.
///
/// ```
/// use cardroom_history::Visible;
///
/// assert_eq!(Visible("Zoë \u{1b}[2J\n").to_string(), r"Zoë \u{1b}[2J\u{a}");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Visible<'a>(pub &'a str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter.is_control() {
            true => write!(f, "{}", letter.escape_unicode()),
            false => f.write_char(letter),
        })
    }
}
