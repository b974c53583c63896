//! Cuts a stream of records apart at its `[n]` headers, holding no more than one record in memory.
//!
//! Whether a line is a header can be said only by knowing whether it stands inside a list or a text of several lines,
//! so those are followed; what else the lines say is the readers' business. A record that never closes its list is cut
//! off at the next header all the same, so that one broken record doesn't swallow those behind it.

use std::io::{self, Read};

use memchr::{memchr, memchr2};

/// The longest record that is read; the longest recorded hand known is under ten kilobytes.
pub const MOST_BYTES: usize = 1 << 20;

const READ_SIZE: usize = 1 << 16;
/// A byte order mark.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// One record as it stands in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece<'s> {
    /// The number in its header, or its place in the file where that is no number.
    pub number: u64,
    /// Its bytes without the header; `None` if there are more than [`MOST_BYTES`].
    pub bytes: Option<&'s [u8]>,
}

/// The records of a stream, one after another.
///
/// ```
/// use cardroom_history::Splitter;
///
/// let mut records = Splitter::new("[1]\nvariant = 'NT'\n\n[2]\nvariant = 'FT'\n".as_bytes(), false);
/// assert_eq!(records.next()?.unwrap().bytes, Some(&b"variant = 'NT'\n\n"[..]));
/// assert_eq!(records.next()?.unwrap().number, 2);
/// assert!(records.next()?.is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Splitter<R> {
    source: R,
    /// One file, one hand: only numbers are headers, and a file without any has one hand, even if it is empty.
    single: bool,
    buffer: Vec<u8>,
    /// Where the record begins in the buffer, behind its header.
    begin: usize,
    /// The beginning of the first line that hasn't been looked at.
    line: usize,
    ended: bool,
    /// The record under way has grown too long and was let go.
    too_long: bool,
    number: u64,
    place: u64,
    /// Whether a header, or anything that isn't blank, has been seen.
    seen_header: bool,
    seen_content: bool,
    within: Within,
    /// Whether the first line has been looked at.
    begun: bool,
}

/// What a line stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Nothing,
    /// So many lists deep; whether the line before ended where another element may follow; and a line that looks
    /// like a header, if the one before was one.
    List {
        depth: u32,
        open: bool,
        maybe_header: Option<(usize, usize)>,
    },
    /// A text in three quotes, inside so many lists.
    Text {
        quote: u8,
        depth: u32,
    },
}

/// What was found next.
enum Found {
    /// A header: the record ends at the first place, the next begins at the second.
    Header(usize, usize),
    End,
}

impl<R: Read> Splitter<R> {
    /// Reads from `source`; `single` if it is meant to hold one hand (`.phh`).
    pub fn new(source: R, single: bool) -> Self {
        Self {
            source,
            single,
            buffer: Vec::new(),
            begin: 0,
            line: 0,
            ended: false,
            too_long: false,
            number: 1,
            place: 0,
            seen_header: false,
            seen_content: false,
            within: Within::Nothing,
            begun: false,
        }
    }

    /// The next record.
    ///
    /// # Errors
    /// If the source can't be read.
    #[expect(clippy::should_implement_trait, reason = "what it lends lives only until the next call")]
    pub fn next(&mut self) -> io::Result<Option<Piece<'_>>> {
        loop {
            let number = self.number;
            match self.find()? {
                Found::Header(end, next) => {
                    let had_header = std::mem::replace(&mut self.seen_header, true);
                    let content = std::mem::replace(&mut self.seen_content, false);
                    let too_long = std::mem::replace(&mut self.too_long, false);
                    let begin = self.begin;
                    self.place += u64::from(had_header || content);
                    let header = self.buffer.get(end..next).and_then(header_key).unwrap_or_default();
                    self.number = header.parse().unwrap_or(self.place + 1);
                    self.begin = next;
                    if had_header || content || too_long {
                        let bytes = self.buffer.get(begin..end).filter(|_| !too_long);
                        return Ok(Some(Piece { number, bytes }));
                    }
                }
                Found::End => {
                    let content = std::mem::replace(&mut self.seen_content, false);
                    let had_header = std::mem::replace(&mut self.seen_header, true);
                    let too_long = std::mem::replace(&mut self.too_long, false);
                    let empty_single = self.single && !had_header;
                    let (begin, end) = (self.begin, self.buffer.len());
                    self.begin = end;
                    let last = content || empty_single || too_long || (had_header && self.place != u64::MAX);
                    self.place = u64::MAX;
                    if !last {
                        return Ok(None);
                    }
                    let bytes = self.buffer.get(begin..end).filter(|_| !too_long);
                    return Ok(Some(Piece { number, bytes }));
                }
            }
        }
    }

    /// Goes on to the next header or the end, reading as it goes.
    fn find(&mut self) -> io::Result<Found> {
        loop {
            while let Some(length) = memchr(b'\n', self.buffer.get(self.line..).unwrap_or_default()) {
                let (start, end) = (self.line, self.line + length);
                self.line = end + 1;
                if let Some(found) = self.look(start, end) {
                    return Ok(found);
                }
            }
            if self.ended {
                let (start, end) = (self.line, self.buffer.len());
                self.line = end;
                if start < end
                    && let Some(found) = self.look(start, end)
                {
                    return Ok(found);
                }
                return Ok(Found::End);
            }
            self.read_more()?;
        }
    }

    fn read_more(&mut self) -> io::Result<()> {
        if self.buffer.len() - self.begin > MOST_BYTES || self.too_long {
            // Let go of everything but the line under way, and of that too if it alone is too long.
            self.too_long = true;
            self.within = Within::Nothing;
            let line_too_long = self.buffer.len() - self.line > READ_SIZE;
            let keep_from = if line_too_long { self.buffer.len() } else { self.line };
            self.buffer.drain(..keep_from);
            (self.begin, self.line) = (0, 0);
        } else if self.begin > 0 {
            self.buffer.drain(..self.begin);
            self.line -= self.begin;
            if let Within::List { maybe_header: Some((start, end)), .. } = &mut self.within {
                (*start, *end) = (*start - self.begin, *end - self.begin);
            }
            self.begin = 0;
        }
        let filled = self.buffer.len();
        self.buffer.resize(filled + READ_SIZE, 0);
        let result = loop {
            match self.source.read(self.buffer.get_mut(filled..).unwrap_or_default()) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        let read = *result.as_ref().unwrap_or(&0);
        self.buffer.truncate(filled + read);
        self.ended = read == 0;
        result.map(|_| ())
    }

    /// Looks at one line: a header, or something of the record. The mark that some editors put before the first line of a
    /// file is no part of it.
    #[inline]
    fn look(&mut self, start: usize, end: usize) -> Option<Found> {
        let begun = std::mem::replace(&mut self.begun, true);
        let marked = !begun && self.buffer.get(start..end)?.starts_with(MARK);
        let start = if marked { start + MARK.len() } else { start };
        let line = self.buffer.get(start..end)?;
        match self.within {
            Within::Nothing => {
                if self.is_header(line.trim_ascii_start()) {
                    return Some(Found::Header(start, (end + 1).min(self.buffer.len())));
                }
                let content = line.iter().find(|byte| !byte.is_ascii_whitespace());
                self.seen_content |= content.is_some_and(|&byte| byte != b'#');
                if !self.too_long && (memchr(b'[', line).is_some() || may_open_text(line)) {
                    self.within = follow(line, 0, None);
                }
            }
            Within::List { depth, open, maybe_header } => {
                if let Some((start, next)) = maybe_header
                    && begins_field(line)
                {
                    self.within = Within::Nothing;
                    self.line = next;
                    return Some(Found::Header(start, next));
                }
                if self.is_header(line) {
                    let next = (end + 1).min(self.buffer.len());
                    if !open {
                        self.within = Within::Nothing;
                        return Some(Found::Header(start, next));
                    }
                    self.within = Within::List { depth, open: false, maybe_header: Some((start, next)) };
                } else {
                    self.within = follow(line, depth, None);
                }
            }
            Within::Text { quote, depth } => self.within = follow(line, depth, Some(quote)),
        }
        None
    }

    fn is_header(&self, line: &[u8]) -> bool {
        if line.first() != Some(&b'[') {
            return false;
        }
        let key = header_key(line);
        key.is_some_and(|key| !self.single || key.bytes().all(|byte| byte.is_ascii_digit()))
    }
}

/// The key of a header line: `[12]`, `["Table 7 #3"]`, with a comment behind it or not.
fn header_key(line: &[u8]) -> Option<&str> {
    let line = std::str::from_utf8(line).ok()?.trim_ascii().strip_prefix('[')?.trim_ascii_start();
    let (key, rest) = match line.as_bytes().first()? {
        &quote @ (b'"' | b'\'') => {
            let rest = after_quote(line.as_bytes().get(1..)?, quote);
            let key = line.get(1..line.len() - rest.len())?.strip_suffix(char::from(quote))?;
            (key, line.get(line.len() - rest.len()..)?.trim_ascii_start().strip_prefix(']')?)
        }
        _ => {
            let (key, rest) = line.split_once(']')?;
            let key = key.trim_ascii();
            (Some(key).filter(|key| crate::tree::is_bare(key))?, rest)
        }
    };
    let rest = rest.trim_ascii_start();
    (rest.is_empty() || rest.starts_with('#')).then_some(key)
}

/// Whether a line begins like `key =`, as no line inside a list does.
fn begins_field(line: &[u8]) -> bool {
    let name = line.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    name > 0 && line.get(name..).unwrap_or_default().trim_ascii_start().first() == Some(&b'=')
}

/// Whether a line without lists may open a text in three quotes: such a value begins with the line's first quote,
/// unless the name has quotes itself.
fn may_open_text(line: &[u8]) -> bool {
    let Some(at) = memchr2(b'\'', b'"', line) else { return false };
    let from = line.get(at..).unwrap_or_default();
    from.starts_with(b"\'\'\'")
        || from.starts_with(b"\"\"\"")
        || line.get(..at).is_none_or(|key| memchr(b'=', key).is_none())
}

/// The bytes that `follow` looks at; everything else is skipped.
const TELLING: [bool; 256] = {
    let mut telling = [false; 256];
    let mut index = 0;
    while index < b"[]#'\"".len() {
        telling[b"[]#'\""[index] as usize] = true;
        index += 1;
    }
    telling
};

/// What the next line stands in, after this one.
fn follow(line: &[u8], mut depth: u32, mut text: Option<u8>) -> Within {
    let mut rest = line;
    let mut comment = line.len();
    loop {
        if let Some(quote) = text.take() {
            match end_of_text(rest, quote) {
                Some(end) => rest = rest.get(end..).unwrap_or_default(),
                None => return Within::Text { quote, depth },
            }
        }
        let Some(at) = rest.iter().position(|&byte| TELLING[usize::from(byte)]) else { break };
        let Some((&byte, tail)) = rest.get(at..).unwrap_or_default().split_first() else { break };
        rest = tail;
        match byte {
            b'[' => depth += 1,
            b']' => depth = depth.saturating_sub(1),
            b'#' => {
                comment = line.len() - rest.len() - 1;
                break;
            }
            quote if tail.starts_with(&[quote, quote]) => {
                rest = tail.get(2..).unwrap_or_default();
                text = Some(quote);
            }
            quote => rest = after_quote(tail, quote),
        }
    }
    if depth == 0 {
        return Within::Nothing;
    }
    let last = line.get(..comment).unwrap_or_default().trim_ascii_end().last();
    Within::List { depth, open: last.is_none_or(|last| matches!(last, b',' | b'[')), maybe_header: None }
}

/// What follows the closing quote of a text on one line; nothing if it isn't closed.
#[inline]
fn after_quote(text: &[u8], quote: u8) -> &[u8] {
    let mut from = 0;
    while let Some(at) = memchr(quote, text.get(from..).unwrap_or_default()) {
        let end = from + at;
        let slashes = text.get(..end).unwrap_or_default().iter().rev().take_while(|&&byte| byte == b'\\').count();
        if quote == b'\'' || slashes % 2 == 0 {
            return text.get(end + 1..).unwrap_or_default();
        }
        from = end + 1;
    }
    &[]
}

/// Where a text in three quotes ends, behind them.
fn end_of_text(text: &[u8], quote: u8) -> Option<usize> {
    let mut index = 0;
    while let Some(&byte) = text.get(index) {
        if byte == b'\\' && quote == b'"' {
            index += 2;
        } else if byte == quote && text.get(index..)?.starts_with(&[quote; 3]) {
            let quotes = text.get(index..)?.iter().take_while(|&&byte| byte == quote).count();
            return Some(index + quotes.min(5));
        } else {
            index += 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &[u8], single: bool) -> Vec<(u64, Option<String>)> {
        let mut splitter = Splitter::new(text, single);
        let mut pieces = Vec::new();
        while let Some(piece) = splitter.next().unwrap() {
            let text = piece.bytes.map(|bytes| String::from_utf8_lossy(bytes).trim().to_owned());
            pieces.push((piece.number, text));
        }
        pieces
    }

    fn check(text: &str, single: bool, expected: &[(u64, &str)]) {
        let expected: Vec<_> = expected.iter().map(|&(number, text)| (number, Some(text.to_owned()))).collect();
        assert_eq!(pieces(text.as_bytes(), single), expected, "{text:?}");
    }

    #[test]
    fn records_are_cut_at_their_headers() {
        check("", false, &[]);
        check("", true, &[(1, "")]);
        check("# nothing\n", false, &[]);
        check("a = 1\n", true, &[(1, "a = 1")]);
        check("a = 1", false, &[(1, "a = 1")]);
        check("# head\n[1]\na = 1\n[2]\nb = 2", false, &[(1, "a = 1"), (2, "b = 2")]);
        check("[7]\r\na = 1\r\n[8] # comment\r\nb = 2\r\n", false, &[(7, "a = 1"), (8, "b = 2")]);
        check("[x]\na = 1\n['9']\nb = 2\n[1]", false, &[(1, "a = 1"), (9, "b = 2"), (1, "")]);
        check("a = 1\n[notes]\nb = 2", true, &[(1, "a = 1\n[notes]\nb = 2")]);
        // A key in quotes may be anything, brackets and quotes included.
        let headers = "[1]\na = 1\n[\"hand 2\"]\nb = 2\n[ 'x.y' ] # 3\nc = 3\n[\"4 [\\\"]\"]\nd = 4";
        check(headers, false, &[(1, "a = 1"), (2, "b = 2"), (3, "c = 3"), (4, "d = 4")]);
    }

    #[test]
    fn a_list_or_text_of_several_lines_is_no_header() {
        check(
            "[1]\na = [\n[1]\n]\nb = [\n[1],\n[2]\n]\n[2]\n",
            false,
            &[(1, "a = [\n[1]\n]\nb = [\n[1],\n[2]\n]"), (2, "")],
        );
        check(
            "[1]\na = '''\n[5]\n''' # '\n[2]\nb = \"]\\\"[\"\n[3]\n",
            false,
            &[(1, "a = '''\n[5]\n''' # '"), (2, "b = \"]\\\"[\""), (3, "")],
        );
        check("[1]\na = [ # ]\n'x]', # [\n]\n[2]\n", false, &[(1, "a = [ # ]\n'x]', # [\n]"), (2, "")]);
    }

    #[test]
    fn a_list_that_never_closes_ends_at_the_next_header() {
        check("[1]\na = ['x'\n[2]\nb = 1\n[3]\nc = 2\n", false, &[(1, "a = ['x'"), (2, "b = 1"), (3, "c = 2")]);
        check("[1]\na = ['x',\n[2]\nb = 1\n[3]\nc = 2\n", false, &[(1, "a = ['x',"), (2, "b = 1"), (3, "c = 2")]);
    }

    #[test]
    fn what_is_too_long_is_let_go_and_the_rest_goes_on() {
        let mut text = b"[1]\na = 1\n[2]\nb = '".to_vec();
        text.resize(3 * MOST_BYTES, b'x');
        text.extend(b"'\n[3]\nc = 3\n");
        let found = pieces(&text, false);
        assert_eq!(found[0], (1, Some("a = 1".to_owned())));
        assert_eq!(found[1], (2, None));
        assert_eq!(found[2], (3, Some("c = 3".to_owned())));
        assert_eq!(found.len(), 3);

        let mut splitter = Splitter::new(io::repeat(b'\n').take(8 << 20), true);
        assert!(splitter.next().unwrap().is_some_and(|piece| piece.bytes.is_none()));
        assert!(splitter.buffer.capacity() <= 4 * MOST_BYTES, "{}", splitter.buffer.capacity());
    }
}
