//! Cuts PokerStars text and Open Hand History into hands, holding no more than one in memory.

use std::io::{self, BufRead, Read};

use crate::error::HistoryError;
use crate::split::MOST_BYTES;

/// Cuts a stream of hands apart at their first lines, holding no more than one in memory.
pub struct HandTexts<R> {
    source: R,
    /// Whether a hand begins with this line.
    begins: fn(&[u8]) -> bool,
    /// The next hand's first line, once it has been seen.
    ahead: Vec<u8>,
}

impl<R: BufRead> HandTexts<R> {
    /// Reads PokerStars text.
    pub fn pokerstars(source: R) -> Self {
        Self { source, begins: begins_pokerstars, ahead: Vec::new() }
    }

    /// Reads Open Hand History: documents one after the other, each on one line or on many.
    pub fn ohh(source: R) -> Self {
        Self { source, begins: begins_ohh, ahead: Vec::new() }
    }

    /// The next hand's text; `Err` inside if it isn't text or too long.
    ///
    /// # Errors
    /// If the source can't be read.
    #[expect(clippy::should_implement_trait, reason = "an error of the source ends it, an error of a hand doesn't")]
    pub fn next(&mut self) -> io::Result<Option<Result<String, HistoryError>>> {
        let mut hand = std::mem::take(&mut self.ahead);
        let (mut too_long, mut new_line) = (false, true);
        loop {
            let mut line = Vec::new();
            // No line of a hand is nearly as long; what is longer comes in parts and is let go.
            let read = Read::by_ref(&mut self.source).take(1 << 16).read_until(b'\n', &mut line)?;
            if read == 0 {
                break;
            }
            if std::mem::replace(&mut new_line, line.ends_with(b"\n")) && (self.begins)(&line) {
                if !hand.is_empty() {
                    self.ahead = line;
                    break;
                }
            } else if hand.is_empty() {
                continue;
            }
            too_long |= hand.len() + line.len() > MOST_BYTES;
            if !too_long {
                hand.append(&mut line);
            }
        }
        if hand.is_empty() {
            return Ok(None);
        }
        if too_long {
            return Ok(Some(Err(HistoryError::TooLong { limit: MOST_BYTES })));
        }
        let text = String::from_utf8(hand);
        Ok(Some(text.map_err(|error| HistoryError::NotText { at: error.utf8_error().valid_up_to() + 1 })))
    }
}

fn begins_pokerstars(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    line.starts_with(b"PokerStars ") && memchr::memmem::find(line, b" #").is_some()
}

/// Braces inside of a document are indented, or on its only line.
fn begins_ohh(line: &[u8]) -> bool {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).starts_with(b"{")
}
