//! Cuts PokerStars text into hands, holding no more than one in memory.

use std::io::{self, BufRead, Read};

use crate::error::HistoryError;
use crate::split::MOST_BYTES;

/// Cuts a stream of PokerStars hands apart at their first lines, holding no more than one in memory.
pub struct StarsHands<R> {
    source: R,
    /// The next hand's first line, once it has been seen.
    ahead: Vec<u8>,
}

impl<R: BufRead> StarsHands<R> {
    /// Reads from `source`.
    pub fn new(source: R) -> Self {
        Self { source, ahead: Vec::new() }
    }

    /// The next hand's text; `Err` inside if it isn't text or too long.
    ///
    /// # Errors
    /// If the source can't be read.
    #[expect(clippy::should_implement_trait, reason = "an error of the source ends it, an error of a hand doesn't")]
    pub fn next(&mut self) -> io::Result<Option<Result<String, HistoryError>>> {
        let mut hand = std::mem::take(&mut self.ahead);
        let mut too_long = false;
        loop {
            let mut line = Vec::new();
            // No line of a hand is nearly as long; what is longer comes in parts and is let go.
            let read = Read::by_ref(&mut self.source).take(1 << 16).read_until(b'\n', &mut line)?;
            if read == 0 {
                break;
            }
            if is_first_line(&line) {
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

/// Whether a hand begins with this line.
fn is_first_line(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    line.starts_with(b"PokerStars ") && memchr::memmem::find(line, b" #").is_some()
}
