//! The settings of a server: from a file, the environment and the command line, in that order.
//!
//! Every setting has one name: `listen` in the file is `CARDROOM_LISTEN` in the environment and `--listen` or
//! `--set listen=…` on the command line. What is not set anywhere has a default that suits one machine at home.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use cardroom_protocol::LONGEST_MESSAGE;
use cardroom_room::Chips;
use serde::Deserialize;
use url::Url;

use crate::features::Features;
use crate::setting::{PREFIX, Place, Settings};
use crate::small_file::read_text;

/// Bytes that a settings file may have.
const LARGEST_FILE: u64 = 1 << 20;
/// The longest time that a connection is given for anything.
const DAY_SECONDS: u64 = 86_400;
/// The largest message, or buffer, of one socket: there may be many of them.
const LARGEST_BUFFER: u64 = 1 << 24;
/// How much is logged.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];
/// Threads that odds may take.
const MOST_THREADS: u64 = 1024;

/// All settings.
///
/// ```
/// use cardroom_server::Config;
///
/// let file = "listen = \"0.0.0.0:8080\"\nclock_seconds = 30";
/// let config = Config::read(file, [("CARDROOM_CLOCK_SECONDS", "15")], [])?;
/// assert_eq!((config.listen.port(), config.clock_seconds), (8080, 15));
/// let refusal = Config::read("clok_seconds = 3", [], []).unwrap_err().to_string();
/// assert!(refusal.contains("line 1: there is no setting clok_seconds, did you mean clock_seconds?"), "{refusal}");
/// let refusal = Config::read("clock_seconds = \"soon\"", [], []).unwrap_err().to_string();
/// assert!(refusal.contains("expected a whole number from 0 to 4294967295"), "{refusal}");
///
/// let digits = Config::read("", [("CARDROOM_OPERATOR_TOKEN", "1234567890123456")], [("data", "2026")])?;
/// assert_eq!((digits.operator_token.as_deref(), digits.data.to_str()), (Some("1234567890123456"), Some("2026")));
/// # Ok::<(), cardroom_server::ConfigError>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Where people connect.
    pub listen: SocketAddr,
    /// The address people type, behind a proxy: `https://cards.example`. The Origin check follows it.
    pub public_url: Option<String>,
    /// Whether `X-Forwarded-For` tells who connects. Only behind a proxy that sets it.
    pub trust_proxy: bool,
    /// Where the operator connects; nowhere unless set.
    pub operator_listen: Option<SocketAddr>,
    /// What the operator shows as `Authorization: Bearer …`; needed where others can reach its address.
    pub operator_token: Option<String>,
    /// `postgres://…`, or the path of a SQLite file; a file in the data folder unless set.
    pub database: Option<String>,
    /// Where the database, its key and the room's signing key are kept.
    pub data: PathBuf,
    /// Whether another signing key than the room's is taken for the room's from now on, and made where there is none.
    pub new_signing_key: bool,
    /// A fresh room in memory, gone when the server stops.
    pub demo: bool,
    /// Whether the lobby opens with tables and house bots.
    pub house_tables: bool,
    /// Whether the house holds tournaments.
    pub house_tournaments: bool,
    /// Features that are switched off, separated by commas: guests, names, chat, tables, tournaments, advice, bots.
    pub off: String,
    /// Minutes after which a player's table closes where nobody sits or looks on.
    pub idle_minutes: u32,
    /// Whether house bots take as long as people would.
    pub bots_think: bool,
    /// Chips a new account is given.
    pub grant: u64,
    /// Chips a broke account is given again.
    pub refill: u64,
    /// Hours between two refills.
    pub refill_hours: u32,
    /// Seconds for a turn at the house's tables.
    pub clock_seconds: u32,
    /// Seconds in the time bank that a player sits down with.
    pub bank_seconds: u32,
    /// Seconds on top, once a hand, for a player whose connection is lost.
    pub grace_seconds: u32,
    /// Seconds the cards stay on the table after a hand.
    pub pause_seconds: f32,
    /// Seconds that a room which is told to stop waits for its hands to finish.
    pub drain_seconds: u32,
    /// Days that proofs are kept; 0 is for ever.
    pub proof_days: u32,
    /// Days that hands are kept; 0 is for ever.
    pub hand_days: u32,
    /// Most connections at once.
    pub connections: usize,
    /// Most connections from one address at once, of any kind; not counted behind a trusted proxy.
    pub connections_per_address: usize,
    /// Most sockets from one address.
    pub sockets_per_address: usize,
    /// Most sockets of one account.
    pub sockets_per_account: usize,
    /// Messages a second from one socket.
    pub messages_per_second: u32,
    /// Messages at once from one socket.
    pub messages_burst: u32,
    /// The longest message that is read from a socket, in bytes.
    pub message_bytes: usize,
    /// What is read from a socket at once, in bytes.
    pub read_buffer_bytes: usize,
    /// What may wait to be written to a socket apart from its messages, a farewell say, in bytes.
    pub write_buffer_bytes: usize,
    /// Messages that may wait for one socket; with more it is closed, and resumes.
    pub queued_messages: usize,
    /// API requests a second from one address.
    pub requests_per_second: u32,
    /// API requests at once from one address.
    pub requests_burst: u32,
    /// New guests a minute from one address.
    pub guests_per_minute: u32,
    /// Tries to log in a minute from one address.
    pub logins_per_minute: u32,
    /// Seconds within which a request's head must have come.
    pub header_seconds: u64,
    /// Seconds within which a request must have come whole and been answered.
    pub request_seconds: u64,
    /// Seconds between pings to a silent socket.
    pub ping_seconds: u64,
    /// Seconds of silence after which a socket is dead.
    pub dead_seconds: u64,
    /// Most open tables.
    pub tables: usize,
    /// Most tournaments at once.
    pub tournaments: usize,
    /// Most tables that one account hosts, and most tournaments that it holds.
    pub tables_per_account: usize,
    /// Most tables and tournaments, together, that are open and were opened from one address; never fewer than one
    /// account may host.
    pub tables_per_address: usize,
    /// Most house bots at once, before players may call no more.
    pub bots: usize,
    /// Threads for odds and advice.
    pub odds_threads: usize,
    /// `off`, `error`, `warn`, `info`, `debug` or `trace`, or a filter of `tracing`.
    pub log: String,
    /// Whether log lines are JSON.
    pub log_json: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 7777)),
            public_url: None,
            trust_proxy: false,
            operator_listen: None,
            operator_token: None,
            database: None,
            data: PathBuf::from("data"),
            new_signing_key: false,
            demo: false,
            house_tables: true,
            house_tournaments: true,
            off: String::new(),
            idle_minutes: 30,
            bots_think: true,
            grant: 10_000,
            refill: 2_000,
            refill_hours: 4,
            clock_seconds: 25,
            bank_seconds: 60,
            grace_seconds: 60,
            pause_seconds: 4.0,
            drain_seconds: 60,
            proof_days: 365,
            hand_days: 0,
            connections: 20_000,
            connections_per_address: 200,
            sockets_per_address: 20,
            sockets_per_account: 3,
            messages_per_second: 10,
            messages_burst: 30,
            message_bytes: LONGEST_MESSAGE,
            read_buffer_bytes: 4096,
            write_buffer_bytes: 65_536,
            queued_messages: 64,
            requests_per_second: 20,
            requests_burst: 60,
            guests_per_minute: 20,
            logins_per_minute: 5,
            header_seconds: 10,
            request_seconds: 20,
            ping_seconds: 20,
            dead_seconds: 45,
            tables: 5_000,
            tournaments: 200,
            tables_per_account: 4,
            tables_per_address: 60,
            bots: 600,
            odds_threads: 1,
            log: "info".into(),
            log_json: false,
        }
    }
}

/// Settings that can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConfigError {
    /// The settings file can't be read.
    #[error("the settings file {path} can't be read: {cause}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        cause: String,
    },
    /// A setting that doesn't exist, or a value that doesn't fit.
    #[error("{place}: {what}")]
    Setting {
        /// Where it stands: in the file, the environment or on the command line.
        place: String,
        /// What is wrong, and what is allowed.
        what: String,
    },
}

impl Config {
    /// Settings from the text of a file, from the environment, and from `name=value` pairs of the command line.
    pub fn read<'a>(
        file: &str,
        environment: impl IntoIterator<Item = (&'a str, &'a str)>,
        flags: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, ConfigError> {
        Self::from_sources(None, file, environment, flags)
    }

    fn from_sources<'a>(
        path: Option<&Path>,
        file: &str,
        environment: impl IntoIterator<Item = (&'a str, &'a str)>,
        flags: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, ConfigError> {
        let mut settings = Settings::default();
        settings.file(path, file)?;
        for (name, value) in environment {
            settings.variable(name, value)?;
        }
        for (name, value) in flags {
            settings.flag(name, value)?;
        }
        settings.config()?.check(&settings)
    }

    /// Settings from a file, if one is named, this process's environment, and the command line.
    pub fn load(file: Option<&Path>, flags: &[(String, String)]) -> Result<Self, ConfigError> {
        let text = file.map_or(Ok(String::new()), |path| {
            let wrong = |error: io::Error| ConfigError::File { path: path.to_owned(), cause: error.to_string() };
            read_text(path, LARGEST_FILE).map_err(wrong)
        })?;
        let mut environment = Vec::new();
        for (name, value) in std::env::vars_os() {
            // What is nobody's text can only be ours by its name.
            let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX)) else { continue };
            let wrong = |_| Place::Variable(name.to_owned()).wrong("its value is not UTF-8 text");
            let text = value.into_string().map_err(wrong)?;
            environment.push((name.to_owned(), text));
        }
        let pair = |(name, value): &'_ (String, String)| (name.clone(), value.clone());
        let (environment, flags): (Vec<_>, Vec<_>) = (environment, flags.iter().map(pair).collect());
        Self::from_sources(
            file,
            &text,
            environment.iter().map(|(name, value)| (name.as_str(), value.as_str())),
            flags.iter().map(|(name, value)| (name.as_str(), value.as_str())),
        )
    }

    fn check(mut self, settings: &Settings) -> Result<Self, ConfigError> {
        let wrong = |name: &str, what: String| Err(settings.place(name).wrong(format!("{name}: {what}")));
        // It would be the folder that one happens to be in.
        if self.data.as_os_str().is_empty() {
            return wrong("data", "allowed is the path of a folder".to_owned());
        }
        if let Some(url) = &self.public_url {
            let Some(origin) = origin(url) else {
                return wrong("public_url", format!("{url} is not of the form https://host or http://host:port"));
            };
            self.public_url = Some(origin);
        }
        if let Some(address) = self.operator_listen
            && !address.ip().is_loopback()
            && self.operator_token.as_deref().is_none_or(|token| token.len() < 16)
        {
            let needs =
                format!("operator_token: {address} can be reached by others, so it needs one of 16 letters or more");
            return Err(settings.place("operator_listen").wrong(needs));
        }
        // A word that is no level would be taken for a module's name, and nothing be logged.
        if let Some(word) = self.log.split(',').find(|word| !word.contains('=') && !is_level(word.trim())) {
            return wrong("log", format!("{word} is not one of {}", LEVELS.join(", ")));
        }
        if let Err(unknown) = Features::without(&self.off) {
            return wrong("off", unknown);
        }
        if self.dead_seconds <= self.ping_seconds {
            let (dead, ping) = (settings.place("dead_seconds"), settings.place("ping_seconds"));
            let set = if dead == Place::Nowhere { ping } else { dead };
            let Self { dead_seconds, ping_seconds, .. } = self;
            return Err(
                set.wrong(format!("dead_seconds: {dead_seconds} must be more than ping_seconds, {ping_seconds}"))
            );
        }
        let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        for (name, value, least, most) in [
            ("messages_per_second", self.messages_per_second.into(), 1, u64::MAX),
            ("messages_burst", self.messages_burst.into(), 1, u64::MAX),
            ("requests_per_second", self.requests_per_second.into(), 1, u64::MAX),
            ("requests_burst", self.requests_burst.into(), 1, u64::MAX),
            ("guests_per_minute", self.guests_per_minute.into(), 1, u64::MAX),
            ("logins_per_minute", self.logins_per_minute.into(), 1, u64::MAX),
            ("clock_seconds", self.clock_seconds.into(), 1, u64::MAX),
            ("connections", count(self.connections), 1, u64::MAX),
            ("connections_per_address", count(self.connections_per_address), 1, u64::MAX),
            ("sockets_per_address", count(self.sockets_per_address), 1, u64::MAX),
            ("sockets_per_account", count(self.sockets_per_account), 1, u64::MAX),
            ("message_bytes", count(self.message_bytes), 512, LARGEST_BUFFER),
            ("read_buffer_bytes", count(self.read_buffer_bytes), 512, LARGEST_BUFFER),
            ("write_buffer_bytes", count(self.write_buffer_bytes), 4096, LARGEST_BUFFER),
            ("queued_messages", count(self.queued_messages), 8, 65_536),
            ("header_seconds", self.header_seconds, 1, DAY_SECONDS),
            ("request_seconds", self.request_seconds, 1, DAY_SECONDS),
            ("ping_seconds", self.ping_seconds, 1, DAY_SECONDS),
            ("dead_seconds", self.dead_seconds, 1, DAY_SECONDS),
            ("odds_threads", count(self.odds_threads), 1, MOST_THREADS),
            ("grant", self.grant, 0, Chips::MOST.get()),
            ("refill", self.refill, 0, Chips::MOST.get()),
        ] {
            if value < least {
                return wrong(name, format!("must be at least {least}"));
            }
            if value > most {
                return wrong(name, format!("{value} must be from {least} to {most}"));
            }
        }
        if !(0.0..=60.0).contains(&self.pause_seconds) {
            return wrong("pause_seconds", format!("{} must be from 0 to 60", self.pause_seconds));
        }
        Ok(self)
    }

    /// Where the store is: `postgres://…` or the path of a file.
    pub fn store_address(&self) -> String {
        self.database.clone().unwrap_or_else(|| self.data.join("cardroom.db").display().to_string())
    }

    /// The file of the key that seals the store's secrets: beside the database, never in it.
    pub fn sealing_key(&self) -> PathBuf {
        self.data.join("sealing.key")
    }

    /// The file of the key that signs commitments, beside it.
    pub fn signing_key(&self) -> PathBuf {
        self.data.join("signing.key")
    }

    /// Whether people come over TLS, so that cookies may say so.
    pub fn secure(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }
}

fn is_level(word: &str) -> bool {
    LEVELS.iter().any(|level| level.eq_ignore_ascii_case(word))
}

/// The origin of a URL, as a browser sends it: in small letters, without the scheme's own port. `None` if it is no
/// plain web address.
pub(crate) fn origin(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let nobody = url.username().is_empty() && url.password().is_none();
    let nothing_behind = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    let known = matches!(url.scheme(), "http" | "https") && nobody && nothing_behind;
    known.then(|| url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(name: &str, value: &str) -> Result<Config, String> {
        Config::read("", [], [(name, value)]).map_err(|error| error.to_string())
    }

    #[test]
    fn the_public_address_is_what_a_browser_makes_of_it() {
        let public = |url| set("public_url", url).unwrap().public_url.unwrap();
        assert_eq!(public("https://cards.example"), "https://cards.example");
        assert_eq!(public("https://Cards.Example:443/"), "https://cards.example");
        assert_eq!(public("http://cards.example:8080"), "http://cards.example:8080");
        assert_eq!(public("https://spielkärtchen.example"), "https://xn--spielkrtchen-lcb.example");
        assert_eq!(public("http://[::1]:7777"), "http://[::1]:7777");
        assert!(set("public_url", "HTTPS://cards.example").unwrap().secure());
        for wrong in
            ["cards.example", "ftp://cards.example", "https://me@cards.example", "https://cards.example/room", ""]
        {
            assert!(set("public_url", wrong).unwrap_err().contains("is not of the form"), "{wrong}");
        }
    }

    #[test]
    fn a_file_without_end_is_not_read_to_its_end() {
        let refused = Config::load(Some(Path::new("/dev/zero")), &[]).unwrap_err().to_string();
        assert!(refused.contains("it has more than 1048576 bytes"), "{refused}");
    }

    #[test]
    fn settings_that_nothing_could_run_with_are_refused() {
        for (name, value, allowed) in [
            ("ping_seconds", "0", "ping_seconds: must be at least 1"),
            ("header_seconds", "9223372036854775807", "header_seconds: 9223372036854775807 must be from 1 to 86400"),
            ("request_seconds", "0", "request_seconds: must be at least 1"),
            ("dead_seconds", "86401", "dead_seconds: 86401 must be from 1 to 86400"),
            ("connections", "0", "connections: must be at least 1"),
            ("message_bytes", "100", "message_bytes: must be at least 512"),
            ("queued_messages", "100000", "queued_messages: 100000 must be from 8 to 65536"),
            ("odds_threads", "9223372036854775807", "must be from 1 to 1024"),
            ("grant", "9007199254740992", "must be from 0 to 9007199254740991"),
            ("pause_seconds", "nan", "must be from 0 to 60"),
            ("log", "loud", "log: loud is not one of off, error, warn, info, debug, trace"),
            ("log", "", "log:  is not one of off"),
            ("off", "chat,guest", "off: guest is not one of guests, names, chat"),
            (
                "clock_seconds",
                "99999999999",
                "clock_seconds: invalid value: integer `99999999999`, expected a whole number from 0 to 4294967295",
            ),
            ("tables", "-1", "expected a whole number from 0 to 9223372036854775807"),
            ("listen", "localhost:7777", "listen: allowed is an IP address and a port up to 65535, as 127.0.0.1:7777"),
            ("trust_proxy", "yes", "expected true or false"),
            ("data", "", "data: allowed is the path of a folder"),
        ] {
            let refused = set(name, value).unwrap_err();
            assert!(refused.contains(allowed), "{name}={value}: {refused}");
        }
    }
}
