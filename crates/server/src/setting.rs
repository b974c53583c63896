//! Settings on their way into a [`Config`]: each is read by itself, so that what is wrong with it can be said with
//! where it stands.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::de::value::Error as NoValue;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use toml::de::DeTable;
use toml::{Table, Value};

use crate::config::{Config, ConfigError};

/// What every environment variable of ours begins with.
pub(crate) const PREFIX: &str = "CARDROOM_";
/// How alike two names are, from 0 to 1, of which one may be meant by the other.
const ALIKE: f64 = 0.85;

/// Settings by their names, each with where it was last set.
#[derive(Default)]
pub(crate) struct Settings {
    values: Table,
    places: BTreeMap<String, Place>,
}

/// Where a setting stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// In the file, on this line where it is known.
    File { path: Option<String>, line: Option<usize> },
    /// In the environment, under this name.
    Variable(String),
    /// On the command line.
    Flags,
    /// Nowhere: it is a default.
    Nowhere,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, line } => {
                f.write_str("in the settings file")?;
                path.iter().try_for_each(|path| write!(f, " {path}"))?;
                line.iter().try_for_each(|line| write!(f, ", line {line}"))
            }
            Self::Variable(name) => write!(f, "in the environment, {name}"),
            Self::Flags => f.write_str("on the command line"),
            Self::Nowhere => f.write_str("in the settings"),
        }
    }
}

impl Settings {
    /// Takes those of a file.
    pub(crate) fn file(&mut self, path: Option<&Path>, text: &str) -> Result<(), ConfigError> {
        let path = path.map(|path| path.display().to_string());
        let at = |start: Option<usize>| {
            let before = start.and_then(|start| text.as_bytes().get(..start));
            let line = before.map(|before| 1 + before.iter().filter(|&&byte| byte == b'\n').count());
            Place::File { path: path.clone(), line }
        };
        // Without the line itself, which the reader would show: a password or a token may stand on it.
        let wrong = |error: &toml::de::Error| {
            let place = at(error.span().map(|span| span.start.min(text.len())));
            place.wrong(in_words(error.message().trim()))
        };
        let table = DeTable::parse(text).map_err(|error| wrong(&error))?;
        for name in table.get_ref().keys() {
            let place = at(Some(name.span().start));
            known(name.get_ref(), &place)?;
            self.places.insert(name.get_ref().to_string(), place);
        }
        self.values = toml::from_str(text).map_err(|error| wrong(&error))?;
        for (name, value) in &self.values {
            read(name, value).map_err(|error| {
                // Where text is wanted, what stands there instead may be a token of digits.
                let is_text = read(name, &Value::String(String::new())).is_ok();
                let what =
                    if is_text { "this is text, which stands in quotes".into() } else { in_words(error.message()) };
                self.place(name).wrong(format!("{name}: {what}"))
            })?;
        }
        Ok(())
    }

    /// Takes a variable of the environment, if it is one of ours.
    pub(crate) fn variable(&mut self, variable: &str, value: &str) -> Result<(), ConfigError> {
        match variable.strip_prefix(PREFIX).filter(|name| !is_of_a_service(name, value)) {
            Some(name) => self.text(name.to_lowercase(), value, Place::Variable(variable.to_owned())),
            None => Ok(()),
        }
    }

    /// Takes a setting of the command line.
    pub(crate) fn flag(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        self.text(name.replace('-', "_"), value, Place::Flags)
    }

    /// Where a setting stands.
    pub(crate) fn place(&self, name: &str) -> Place {
        self.places.get(name).cloned().unwrap_or(Place::Nowhere)
    }

    /// All of them together.
    pub(crate) fn config(&self) -> Result<Config, ConfigError> {
        self.values.clone().try_into().map_err(|error: toml::de::Error| Place::Nowhere.wrong(in_words(error.message())))
    }

    /// A setting that was given as text. What reads as a number may still be a text: a token of digits.
    fn text(&mut self, name: String, text: &str, place: Place) -> Result<(), ConfigError> {
        known(&name, &place)?;
        let (typed, text) = (typed(text), Value::String(text.to_owned()));
        let value = match read(&name, &typed) {
            Err(_) if read(&name, &text).is_ok() => text,
            Err(error) => return Err(place.wrong(format!("{name}: {}", in_words(error.message())))),
            Ok(()) => typed,
        };
        self.values.insert(name.clone(), value);
        self.places.insert(name, place);
        Ok(())
    }
}

impl Place {
    /// What is wrong here.
    pub(crate) fn wrong(&self, what: impl Into<String>) -> ConfigError {
        ConfigError::Setting { place: self.to_string(), what: what.into() }
    }
}

/// Refuses a name that no setting has, with those that there are.
fn known(name: &str, place: &Place) -> Result<(), ConfigError> {
    let names = names();
    if names.contains(&name) {
        return Ok(());
    }
    let likeness = |other: &&str| strsim::jaro_winkler(name, other);
    let nearest = names.iter().copied().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    let meant = nearest.filter(|nearest| likeness(nearest) > ALIKE);
    let meant = meant.map_or_else(String::new, |meant| format!(", did you mean {meant}?"));
    Err(place.wrong(format!("there is no setting {name}{meant} (allowed are {})", names.join(", "))))
}

/// Reads one setting by itself.
fn read(name: &str, value: &Value) -> Result<(), toml::de::Error> {
    Table::from_iter([(name.to_owned(), value.clone())]).try_into::<Config>().map(drop)
}

/// The names of all settings, as their reader has them.
fn names() -> &'static [&'static str] {
    struct Fields<'a>(&'a mut &'static [&'static str]);
    impl<'de> Deserializer<'de> for Fields<'_> {
        type Error = NoValue;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NoValue> {
            Err(NoValue::custom("there is nothing to read"))
        }

        fn deserialize_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            fields: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, NoValue> {
            *self.0 = fields;
            self.deserialize_any(visitor)
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map enum identifier ignored_any
        }
    }
    let mut names: &'static [&'static str] = &[];
    let _ = Config::deserialize(Fields(&mut names));
    names
}

/// Whether a variable is one of those that Kubernetes gives every pod where a service is called `cardroom`.
fn is_of_a_service(name: &str, value: &str) -> bool {
    name.starts_with("SERVICE_") || name.starts_with("PORT_") || (name == "PORT" && value.contains("://"))
}

/// What the reader of settings says, in words for who runs a room: with what is allowed, and without the names that a
/// programmer has for numbers.
fn in_words(error: &str) -> String {
    let whole = |most: u64| format!("a whole number from 0 to {most}");
    let named = [
        ("u8", whole(u8::MAX.into())),
        ("u16", whole(u16::MAX.into())),
        ("u32", whole(u32::MAX.into())),
        // No file can say a larger one.
        ("u64", whole(i64::MAX.unsigned_abs())),
        ("usize", whole(i64::MAX.unsigned_abs())),
        ("f64", "a number".to_owned()),
    ];
    let error = error
        .replace(
            "invalid socket address syntax",
            "allowed is an IP address and a port up to 65535, as 127.0.0.1:7777 for this machine or 0.0.0.0:7777 for all",
        )
        .replace("invalid float, expected nothing", "this is no number, and text stands in quotes")
        .replace("expected a boolean", "expected true or false");
    named.into_iter().fold(error, |text, (kind, words)| match text.strip_suffix(&format!("expected {kind}")) {
        Some(before) => format!("{before}expected {words}"),
        None => text,
    })
}

/// A number or a truth value where it reads as one, else text.
fn typed(value: &str) -> Value {
    value
        .parse::<i64>()
        .map(Value::Integer)
        .or_else(|_| value.parse().map(Value::Float))
        .or_else(|_| value.parse().map(Value::Boolean))
        .unwrap_or_else(|_| Value::String(value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(file: &str, variable: (&str, &str), flag: (&str, &str)) -> String {
        let filled = |(name, _): &(&str, &str)| !name.is_empty();
        Config::read(file, Some(variable).filter(filled), Some(flag).filter(filled)).unwrap_err().to_string()
    }

    const NO: (&str, &str) = ("", "");

    #[test]
    fn a_name_that_no_setting_has_is_refused_where_it_stands_with_the_one_that_was_meant() {
        let file = "listen = \"127.0.0.1:0\"\n\nclok_seconds = 3\n";
        let meant = "there is no setting clok_seconds, did you mean clock_seconds? (allowed are listen, public_url,";
        let said = refused(file, NO, NO);
        assert!(said.starts_with(&format!("in the settings file, line 3: {meant}")), "{said}");
        assert!(said.ends_with("log, log_json)"), "{said}");
        let said = refused("", ("CARDROOM_CLOK_SECONDS", "3"), NO);
        assert!(said.starts_with(&format!("in the environment, CARDROOM_CLOK_SECONDS: {meant}")), "{said}");
        let said = refused("", NO, ("clok-seconds", "3"));
        assert!(said.starts_with(&format!("on the command line: {meant}")), "{said}");
        let said = refused("", NO, ("colour", "green"));
        assert!(said.starts_with("on the command line: there is no setting colour (allowed are listen,"), "{said}");
    }

    #[test]
    fn a_value_that_does_not_fit_is_refused_where_it_stands() {
        let said = refused("tables = 5\nclock_seconds = \"soon\"", NO, NO);
        assert!(
            said.starts_with("in the settings file, line 2: clock_seconds: invalid type: string \"soon\""),
            "{said}"
        );
        assert!(said.ends_with("expected a whole number from 0 to 4294967295"), "{said}");
        let said = refused("listen = 127.0.0.1:7777", NO, NO);
        assert!(said.ends_with("and text stands in quotes"), "{said}");
        // A line that may hold a password isn't shown.
        let said = refused("tables = 5\ndatabase = \"postgres://room:secret@host/room\n", NO, NO);
        assert_eq!(said, "in the settings file, line 2: invalid basic string, expected `\"`");
        let said = refused("operator_token = 1234567890123456", NO, NO);
        assert_eq!(said, "in the settings file, line 1: operator_token: this is text, which stands in quotes");
        let said = refused("", ("CARDROOM_TABLES", "many"), NO);
        assert!(
            said.starts_with("in the environment, CARDROOM_TABLES: tables: invalid type: string \"many\""),
            "{said}"
        );
        // The last one to set it is the one to be told.
        let said = refused("queued_messages = 10", ("CARDROOM_QUEUED_MESSAGES", "1"), NO);
        assert_eq!(said, "in the environment, CARDROOM_QUEUED_MESSAGES: queued_messages: must be at least 8");
        let said = refused("\nqueued_messages = 1", NO, NO);
        assert_eq!(said, "in the settings file, line 2: queued_messages: must be at least 8");
        // Two that don't go together: the one that was set.
        let said = refused("", NO, ("ping_seconds", "50"));
        assert_eq!(said, "on the command line: dead_seconds: 45 must be more than ping_seconds, 50");
    }

    #[test]
    fn variables_about_a_service_of_our_name_are_no_settings() {
        let pod = [
            ("CARDROOM_PORT", "tcp://10.96.0.7:7777"),
            ("CARDROOM_PORT_7777_TCP_ADDR", "10.96.0.7"),
            ("CARDROOM_SERVICE_HOST", "10.96.0.7"),
            ("CARDROOM_SERVICE_PORT", "7777"),
            ("CARDROOM_CLOCK_SECONDS", "15"),
        ];
        assert_eq!(Config::read("", pod, []).unwrap().clock_seconds, 15);
        // What a person may have meant is not passed over.
        assert!(Config::read("", [("CARDROOM_PORT", "8080")], []).is_err());
    }
}
