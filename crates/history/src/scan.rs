//! Reads the shape that nearly all records have, straight from the bytes: `key = value`, each on one line.
//!
//! It answers only where it is certain that [`tree`](crate::tree) would read the same; `None` is "ask the other one",
//! never "broken". What it leaves to the other: comments, escapes, values over several lines, nested values, numbers
//! with signs, underscores or exponents, names in quotes, remarks among the actions, and every record with something wrong
//! in it.

use std::borrow::Cow;

use arrayvec::ArrayVec;
use cardroom_rules::MOST_SEATS;
use memchr::memchr;

use crate::decimal::Decimal;
use crate::entry::Entry;
use crate::record::{Amounts, Field, Record, Stacks};
use crate::variant::Variant;

/// Fields beyond these would make the search for a name that stands twice slow.
const MOST_OTHERS: usize = 40;
/// Entries of one record that this reader takes.
const MOST_ENTRIES: usize = 500;

/// The fields needed to play the hand, as they are found.
#[derive(Default)]
struct Found<'a> {
    variant: Option<Variant>,
    ante_trimming: Option<bool>,
    antes: Option<Amounts>,
    blinds: Option<Amounts>,
    min_bet: Option<Decimal>,
    small_bet: Option<Decimal>,
    big_bet: Option<Decimal>,
    starting_stacks: Option<Stacks>,
    finishing_stacks: Option<Stacks>,
    entries: Option<Vec<Entry>>,
    others: Vec<Field<'a>>,
}

pub(crate) fn record(text: &str) -> Option<Record<'_>> {
    if !is_plain(text.as_bytes()) {
        return None;
    }
    let mut found = Found { others: Vec::with_capacity(16), ..Found::default() };
    let mut rest = text;
    while !rest.is_empty() {
        let end = memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let line = rest.get(..end)?;
        rest = rest.get(end + 1..).unwrap_or("");
        if !line.is_empty() {
            field(line, &mut found)?;
        }
    }
    Some(Record {
        variant: found.variant.filter(|variant| variant.is_played())?,
        ante_trimming: found.ante_trimming.unwrap_or(false),
        antes: found.antes?,
        blinds: found.blinds?,
        min_bet: found.min_bet,
        small_bet: found.small_bet,
        big_bet: found.big_bet,
        starting_stacks: found.starting_stacks?,
        entries: found.entries?,
        finishing_stacks: found.finishing_stacks,
        others: found.others,
    })
}

/// No control characters but line feeds: TOML forbids most, and a carriage return may end a line.
fn is_plain(text: &[u8]) -> bool {
    let bad = |byte: u8| (byte < b' ') & (byte != b'\n') | (byte == 0x7f);
    // Counting rather than stopping at the first lets the compiler look at many bytes at once.
    text.chunks(4096).all(|chunk| chunk.iter().fold(0_u8, |any, &byte| any | u8::from(bad(byte))) == 0)
}

/// One line, `key = value`.
fn field<'a>(line: &'a str, found: &mut Found<'a>) -> Option<()> {
    let bytes = line.as_bytes();
    let key_end = bytes.iter().position(|&byte| !(byte.is_ascii_alphanumeric() || byte == b'_'))?;
    let (key, rest) = (line.get(..key_end)?, bytes.get(key_end..)?);
    let value_start = match rest {
        [b' ', b'=', b' ', ..] => key_end + 3,
        [b'=', ..] => key_end + 1,
        _ => return None,
    };
    let value = line.get(value_start..)?;
    let bytes = value.as_bytes();
    match key {
        "variant" => once(&mut found.variant, Variant::read(simple_text(value)?)?),
        "ante_trimming_status" => once(&mut found.ante_trimming, truth(value)?),
        "antes" => once(&mut found.antes, amounts(bytes)?),
        "blinds_or_straddles" => once(&mut found.blinds, amounts(bytes)?),
        "min_bet" => once(&mut found.min_bet, Decimal::plain(bytes)?),
        "small_bet" => once(&mut found.small_bet, Decimal::plain(bytes)?),
        "big_bet" => once(&mut found.big_bet, Decimal::plain(bytes)?),
        "starting_stacks" => once(&mut found.starting_stacks, stacks(bytes)?),
        "finishing_stacks" => once(&mut found.finishing_stacks, stacks(bytes)?),
        "actions" => once(&mut found.entries, entries(bytes)?),
        "" => None,
        _ => {
            let twice = found.others.iter().any(|field| field.key == key);
            if twice || found.others.len() >= MOST_OTHERS || !is_simple(bytes) {
                return None;
            }
            found.others.push(Field { key: Cow::Borrowed(key), raw: Cow::Borrowed(value) });
            Some(())
        }
    }
}

/// A name that stands twice isn't TOML.
fn once<T>(place: &mut Option<T>, value: T) -> Option<()> {
    if place.is_some() {
        return None;
    }
    *place = Some(value);
    Some(())
}

fn truth(value: &str) -> Option<bool> {
    match value {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// What stands between quotes that need no second look.
fn simple_text(value: &str) -> Option<&str> {
    let (text, rest) = simple_quoted(value.as_bytes())?;
    if rest.is_empty() { value.get(1..1 + text.len()) } else { None }
}

/// The text in quotes at the beginning of `bytes`, and what follows it. No escapes, no triple quotes.
#[inline]
fn simple_quoted(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&quote, rest) = bytes.split_first()?;
    if quote != b'\'' && quote != b'"' {
        return None;
    }
    let end = memchr(quote, rest)?;
    let (text, rest) = (rest.get(..end)?, rest.get(end + 1..)?);
    let triple = end == 0 && rest.first() == Some(&quote);
    if triple || (quote == b'"' && memchr(b'\\', text).is_some()) {
        return None;
    }
    Some((text, rest))
}

/// Goes through `[a, b, c]`, handing the text from each element on to `element`, which says what is left.
#[inline]
fn list<'a>(bytes: &'a [u8], mut element: impl FnMut(&'a [u8]) -> Option<&'a [u8]>) -> Option<()> {
    let mut rest = bytes.strip_prefix(b"[")?;
    if rest == b"]" {
        return Some(());
    }
    loop {
        rest = match element(rest)? {
            [b']'] => return Some(()),
            [b',', b' ', rest @ ..] | [b',', rest @ ..] => rest,
            _ => return None,
        };
    }
}

/// The number or word at the beginning of `bytes`, up to a comma or the list's end, and what follows it.
#[inline]
fn scalar(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b',' || byte == b']')?;
    Some(bytes.split_at(end))
}

fn amounts(bytes: &[u8]) -> Option<Amounts> {
    let mut amounts = ArrayVec::<_, MOST_SEATS>::new();
    list(bytes, |rest| {
        let (number, rest) = scalar(rest)?;
        amounts.try_push(Decimal::plain(number)?).ok()?;
        Some(rest)
    })?;
    Some(amounts)
}

fn stacks(bytes: &[u8]) -> Option<Stacks> {
    let mut stacks = ArrayVec::<_, MOST_SEATS>::new();
    list(bytes, |rest| {
        let (number, rest) = scalar(rest)?;
        let stack = if number == b"inf" { None } else { Some(Decimal::plain(number)?) };
        if stack.is_some_and(Decimal::is_negative) {
            return None;
        }
        stacks.try_push(stack).ok()?;
        Some(rest)
    })?;
    Some(stacks)
}

fn entries(bytes: &[u8]) -> Option<Vec<Entry>> {
    let mut entries = Vec::with_capacity(32);
    list(bytes, |rest| {
        let (text, rest) = simple_quoted(rest)?;
        if entries.len() >= MOST_ENTRIES {
            return None;
        }
        entries.push(Entry::read_bytes(text).ok()?);
        Some(rest)
    })?;
    Some(entries)
}

/// Whether a value is one that TOML surely takes: a text, a number, a time, true or false, or a flat list of those.
fn is_simple(value: &[u8]) -> bool {
    match value.first() {
        Some(b'[') => list(value, |rest| match rest.first()? {
            b'\'' | b'"' => Some(simple_quoted(rest)?.1),
            _ => {
                let (word, rest) = scalar(rest)?;
                is_simple_word(word).then_some(rest)
            }
        })
        .is_some(),
        Some(b'\'' | b'"') => simple_quoted(value).is_some_and(|(_, rest)| rest.is_empty()),
        _ => is_simple_word(value),
    }
}

fn is_simple_word(word: &[u8]) -> bool {
    match word {
        b"true" | b"false" => true,
        [h1 @ b'0'..=b'9', h2 @ b'0'..=b'9', b':', m1, m2, b':', s1, s2] => {
            let below = |tens: u8, ones: u8, bound: u8| {
                tens.is_ascii_digit() && ones.is_ascii_digit() && 10 * (tens - b'0') + ones - b'0' < bound
            };
            below(*h1, *h2, 24) && below(*m1, *m2, 60) && below(*s1, *s2, 60)
        }
        _ => Decimal::plain(word).is_some(),
    }
}
