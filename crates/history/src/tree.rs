//! Reads any record that TOML allows: comments, both kinds of quotes, several lines, whatever order.
//!
//! It builds a tree of the whole record, which is why [`scan`](crate::scan) is asked first. Errors come from here
//! alone, so that a broken record is described the same whichever reader met it first.

use std::borrow::Cow;
use std::fmt::Write;

use arrayvec::ArrayVec;
use cardroom_rules::MOST_SEATS;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::decimal::Decimal;
use crate::entry::{Entry, excerpt};
use crate::error::HistoryError;
use crate::record::{Field, Record, Stacks};
use crate::variant::Variant;

/// The most actions of one record. A hand has a few dozen; the bound keeps a hostile record small.
pub(crate) const MOST_ENTRIES: usize = 10_000;

pub(crate) fn record(text: &str) -> Result<Record<'_>, HistoryError> {
    let table = DeTable::parse(text).map_err(|error| not_toml(text, &error))?;
    let mut fields: Vec<_> = table.get_ref().iter().collect();
    fields.sort_by_key(|(key, _)| key.span().start);

    let variant = variant(&table)?;
    let mut record = Record {
        variant,
        ante_trimming: false,
        antes: ArrayVec::new(),
        blinds: ArrayVec::new(),
        min_bet: None,
        small_bet: None,
        big_bet: None,
        starting_stacks: ArrayVec::new(),
        entries: Vec::new(),
        finishing_stacks: None,
        others: Vec::new(),
    };
    for required in ["antes", "blinds_or_straddles", "starting_stacks", "actions"] {
        if !table.get_ref().contains_key(required) {
            return Err(HistoryError::Missing { field: required });
        }
    }
    for (key, value) in fields {
        let inner = value.get_ref();
        match key.get_ref().as_ref() {
            "variant" => {}
            "ante_trimming_status" => {
                let wanted = HistoryError::WrongType { field: "ante_trimming_status", wanted: "true or false" };
                record.ante_trimming = inner.as_bool().ok_or(wanted)?;
            }
            "antes" => record.antes = amounts("antes", inner)?,
            "blinds_or_straddles" => record.blinds = amounts("blinds_or_straddles", inner)?,
            "min_bet" => record.min_bet = Some(amount("min_bet", inner)?),
            "small_bet" => record.small_bet = Some(amount("small_bet", inner)?),
            "big_bet" => record.big_bet = Some(amount("big_bet", inner)?),
            "starting_stacks" => record.starting_stacks = stacks("starting_stacks", inner, amount)?,
            "finishing_stacks" => record.finishing_stacks = Some(stacks("finishing_stacks", inner, result)?),
            "actions" => record.entries = entries(inner)?,
            other => {
                // A value in one place is kept as it is written; a table may be spread over the record.
                let raw = match (inner, text.get(value.span())) {
                    (DeValue::Table(_), _) | (_, None) => Cow::Owned(written(inner)),
                    (_, Some(raw)) => Cow::Borrowed(raw),
                };
                let key = bare_in(text, key.span()).map_or_else(|| Cow::Owned(other.to_owned()), Cow::Borrowed);
                record.others.push(Field { key, raw });
            }
        }
    }
    Ok(record)
}

/// The key as it stands in the text, if it needs no quotes.
fn bare_in(text: &str, span: std::ops::Range<usize>) -> Option<&str> {
    text.get(span).filter(|key| is_bare(key))
}

/// Whether a key can be written without quotes.
pub(crate) fn is_bare(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

fn not_toml(text: &str, error: &toml::de::Error) -> HistoryError {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    for (sign, format) in [("{", "Open Hand History"), ("PokerStars ", "PokerStars text")] {
        if start.starts_with(sign) {
            return HistoryError::OtherFormat { format };
        }
    }
    let at = error.span().map_or(text.len(), |span| span.start).min(text.len());
    let line = 1 + text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count();
    HistoryError::Toml { line, message: error.message().replace('\n', ", ") }
}

fn variant(table: &Spanned<DeTable<'_>>) -> Result<Variant, HistoryError> {
    let value = table.get_ref().get("variant").ok_or(HistoryError::Missing { field: "variant" })?;
    let wanted = HistoryError::WrongType { field: "variant", wanted: "a text" };
    let code = value.get_ref().as_str().ok_or(wanted)?;
    Variant::played(code)
}

fn amounts(field: &'static str, value: &DeValue<'_>) -> Result<ArrayVec<Decimal, MOST_SEATS>, HistoryError> {
    let list = value.as_array().ok_or(HistoryError::WrongType { field, wanted: "a list of amounts" })?;
    let mut amounts = ArrayVec::new();
    for value in list.iter() {
        let amount = amount(field, value.get_ref())?;
        amounts.try_push(amount).map_err(|_| HistoryError::TooManyPlayers { field })?;
    }
    Ok(amounts)
}

fn stacks(
    field: &'static str,
    value: &DeValue<'_>,
    amount: fn(&'static str, &DeValue<'_>) -> Result<Decimal, HistoryError>,
) -> Result<Stacks, HistoryError> {
    let list = value.as_array().ok_or(HistoryError::WrongType { field, wanted: "a list of amounts" })?;
    let mut stacks = ArrayVec::new();
    for value in list.iter() {
        let infinite = value.get_ref().as_float().is_some_and(|number| matches!(number.as_str(), "inf" | "+inf"));
        let stack = if infinite { None } else { Some(amount(field, value.get_ref())?) };
        if let Some(stack) = stack.filter(|stack| stack.is_negative()) {
            return Err(HistoryError::Negative { field, amount: stack.to_string() });
        }
        stacks.try_push(stack).map_err(|_| HistoryError::TooManyPlayers { field })?;
    }
    Ok(stacks)
}

fn amount(field: &'static str, value: &DeValue<'_>) -> Result<Decimal, HistoryError> {
    let read = |text: &str| {
        text.parse().map_err(|reason| HistoryError::Amount { field, text: excerpt(text.as_bytes()), reason })
    };
    match value {
        DeValue::Integer(number) if number.radix() == 10 => read(number.as_str()),
        DeValue::Integer(number) => {
            let whole = i64::from_str_radix(number.as_str(), number.radix()).unwrap_or(i64::MAX);
            read(&whole.to_string())
        }
        DeValue::Float(number) => read(number.as_str()),
        _ => Err(HistoryError::WrongType { field, wanted: "an amount" }),
    }
}

/// What somebody reckoned, perhaps in floating point.
fn result(field: &'static str, value: &DeValue<'_>) -> Result<Decimal, HistoryError> {
    match value {
        DeValue::Float(number) => Decimal::nearest(number.as_str()).or_else(|_| amount(field, value)),
        _ => amount(field, value),
    }
}

fn entries(value: &DeValue<'_>) -> Result<Vec<Entry>, HistoryError> {
    let wanted = HistoryError::WrongType { field: "actions", wanted: "a list of texts" };
    let list = value.as_array().ok_or_else(|| wanted.clone())?;
    if list.len() > MOST_ENTRIES {
        return Err(HistoryError::WrongType { field: "actions", wanted: "a list of at most 10000 texts" });
    }
    let mut entries = Vec::with_capacity(list.len());
    for (number, value) in (1..).zip(list.iter()) {
        let text = value.get_ref().as_str().ok_or_else(|| wanted.clone())?;
        if !Entry::is_remark(text) {
            entries.push(Entry::read(text).map_err(|reason| HistoryError::Entry { number, reason })?);
        }
    }
    Ok(entries)
}

/// The text that a value is, as TOML writes it.
pub(crate) fn text(raw: &str) -> Option<String> {
    match DeValue::parse(raw).ok()?.into_inner() {
        DeValue::String(text) => Some(text.into_owned()),
        _ => None,
    }
}

/// The texts of a list of texts.
pub(crate) fn texts(raw: &str) -> Option<Vec<String>> {
    let value = DeValue::parse(raw).ok()?;
    value.get_ref().as_array()?.iter().map(|text| text.get_ref().as_str().map(str::to_owned)).collect()
}

/// The numbers of a list of whole numbers.
pub(crate) fn numbers(raw: &str) -> Option<Vec<i64>> {
    let value = DeValue::parse(raw).ok()?;
    let number = |value: &Spanned<DeValue<'_>>| value.get_ref().as_integer()?.as_str().parse().ok();
    value.get_ref().as_array()?.iter().map(number).collect()
}

/// The amounts of a list of amounts, or the one that stands alone.
pub(crate) fn decimals(raw: &str) -> Option<Vec<Decimal>> {
    let value = DeValue::parse(raw).ok()?;
    let amount = |value: &DeValue<'_>| amount("", value).ok();
    match value.get_ref() {
        DeValue::Array(list) => list.iter().map(|value| amount(value.get_ref())).collect(),
        one => amount(one).map(|one| vec![one]),
    }
}

/// A text in quotes, as TOML writes it.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |character: char| character != '\'' && (character == '\t' || !character.is_control());
    if text.chars().all(plain) {
        return format!("'{text}'");
    }
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            character if character.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(character));
            }
            character => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// A value written out anew on one line.
fn written(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => quoted(text),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(time) => time.to_string(),
        DeValue::Array(list) => {
            let items: Vec<_> = list.iter().map(|item| written(item.get_ref())).collect();
            format!("[{}]", items.join(", "))
        }
        DeValue::Table(table) => {
            let key = |key: &str| if is_bare(key) { key.to_owned() } else { quoted(key) };
            let field = |(name, item): (&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
                format!("{} = {}", key(name.get_ref()), written(item.get_ref()))
            };
            let fields: Vec<_> = table.iter().map(field).collect();
            format!("{{{}}}", fields.join(", "))
        }
    }
}
