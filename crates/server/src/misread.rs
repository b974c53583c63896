//! Where in a message that can't be read the fault is: the fields that lead there, by name.
//!
//! An enum that is read by its `type` is read from a copy of its fields, and what is wrong with one of them is then
//! said without its name. So the fields are given to it again, one more at a time, until the one that is at fault is
//! there. This is for messages that were refused already; others are read once.

use std::fmt::Write as _;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The field that says which of several things another field, or the message, is.
const KIND: &str = "type";
/// A field that nothing has. It is read after all others, and refused where they are fine.
const STRANGE: &str = "\u{10ffff}";

/// What is wrong with a text that is no `T`, and in which field.
pub(crate) fn fault<T: DeserializeOwned>(text: &str, error: &serde_json::Error) -> String {
    let found = || {
        let whole: Value = serde_json::from_str(text).ok()?;
        let error = T::deserialize(&whole).err()?.to_string();
        let mut search = Search::<T> { whole, place: String::new(), read: std::marker::PhantomData };
        search.narrow();
        let place = search.place.trim_start_matches('/').replace('/', ".");
        Some(if place.is_empty() { error } else { format!("in {place}: {error}") })
    };
    found().unwrap_or_else(|| error.to_string())
}

/// A message that is taken apart, and the place in it to which the fault has been narrowed.
struct Search<T> {
    whole: Value,
    /// As `serde_json` has pointers.
    place: String,
    read: std::marker::PhantomData<T>,
}

impl<T: DeserializeOwned> Search<T> {
    fn narrow(&mut self) {
        let Some(fields) = self.fields() else { return };
        let mut rest = std::mem::take(fields);
        fields.extend(rest.remove_entry(KIND));
        // Nothing has a field that comes after the strange one either; that would be looked for in vain, once for each.
        let hides = rest.keys().next_back().is_some_and(|last| last.as_str() >= STRANGE);
        if hides || !self.refuses(STRANGE) {
            return;
        }
        for (name, value) in rest {
            self.put(&name, Value::Null);
            if self.refuses(&name) {
                return;
            }
            self.put(&name, value);
            if !self.refuses(STRANGE) {
                let _ = write!(self.place, "/{name}");
                return self.narrow();
            }
        }
    }

    fn fields(&mut self) -> Option<&mut Map<String, Value>> {
        self.whole.pointer_mut(&self.place)?.as_object_mut()
    }

    fn put(&mut self, name: &str, value: Value) {
        if let Some(fields) = self.fields() {
            fields.insert(name.to_owned(), value);
        }
    }

    /// Whether it is this field that is refused, as one that nothing has. If that is the strange one, there is nothing
    /// wrong with those that are there by now, however many are missing.
    fn refuses(&mut self, name: &str) -> bool {
        self.put(STRANGE, Value::Null);
        let error = T::deserialize(&self.whole).err().map(|error| error.to_string());
        if let Some(fields) = self.fields() {
            fields.remove(STRANGE);
        }
        error.is_some_and(|error| error.starts_with(&format!("unknown field `{name}`")))
    }
}

#[cfg(test)]
mod tests {
    use cardroom_protocol::ClientMessage;

    #[test]
    fn the_field_at_fault_is_named() {
        let act = |play: &str| {
            format!(
                r#"{{"type":"command","id":"1","table":2,"command":{{"type":"act","hand":1,"turn":1,"play":{play}}}}}"#
            )
        };
        let command = |command: &str| format!(r#"{{"type":"command","id":"1","table":2,"command":{command}}}"#);
        for (text, told) in [
            (r#"{"table":1}"#.to_owned(), "missing field `type`"),
            (r#"{"type":"look"}"#.to_owned(), "unknown variant `look`, expected one of `watch`"),
            (r#"{"type":"watch"}"#.to_owned(), "missing field `table`"),
            (r#"{"type":"watch","table":"1"}"#.to_owned(), r#"in table: invalid type: string "1", expected u64"#),
            (r#"{"type":"watch","table":{}}"#.to_owned(), "in table: invalid type: map, expected u64"),
            (
                r#"{"type":"watch","table":1,"since":-1}"#.to_owned(),
                "in since: invalid value: integer `-1`, expected u64",
            ),
            (r#"{"type":"unwatch","table":1,"since":1}"#.to_owned(), "unknown field `since`, expected `table`"),
            (r#"{"type":"command","table":1,"command":{"type":"leave"}}"#.to_owned(), "missing field `id`"),
            (r#"{"type":"command","id":"1","table":1}"#.to_owned(), "missing field `command`"),
            (command("{}"), "in command: missing field `type`"),
            (command(r#"{"type":"sit"}"#), "in command: missing field `buy_in`"),
            (command(r#"{"type":"sit","buy_in":1,"seat":256}"#), "in command.seat: invalid value: integer `256`"),
            (command(r#"{"type":"leave","seat":1}"#), "in command: unknown field `seat`, there are no fields"),
            (
                command(r#"{"type":"spread","spread":{"game":"holdem","limit":"big","min_bet":1}}"#),
                "in command.spread.limit: unknown variant `big`",
            ),
            (act("{}"), "in command.play: missing field `type`"),
            (act("1"), "in command.play: invalid type: integer `1`"),
            (act(r#"{"type":"raise"}"#), "in command.play: missing field `to`"),
            (act(r#"{"type":"call","to":400}"#), "in command.play: unknown field `to`, there are no fields"),
            (act(r#"{"type":"discard","cards":["Ax"]}"#), "in command.play.cards: "),
            (act(r#"{"type":"discard","cards":{"to":1}}"#), "in command.play.cards: invalid type: map"),
            (act(r#"{"type":"fold"},"turn":2"#), "duplicate field `turn`"),
            (r#"{"type":"ping","echo":1"#.to_owned(), "EOF while parsing an object at line 1 column 23"),
            ("[1]".to_owned(), "invalid type"),
            (r#"{"type":"ping","a/b~":{"c":1}}"#.to_owned(), "unknown field `a/b~`"),
            (command(r#"{"type":"leave","command":1}"#), "in command: unknown field `command`"),
            (act("{\"type\":\"raise\",\"\u{10ffff}\":1}"), "unknown field `\u{10ffff}`"),
            (act("{\"type\":\"raise\",\"\u{10ffff}a\":1}"), "in command.play: unknown field `\u{10ffff}a`"),
        ] {
            let error = serde_json::from_str::<ClientMessage>(&text).unwrap_err();
            let fault = super::fault::<ClientMessage>(&text, &error);
            assert!(fault.starts_with(told), "{text}: {fault}");
        }
    }
}
