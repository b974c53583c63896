//! Log lines to standard error, for people or as JSON. No card and no secret is ever in one.
//!
//! Our own code has none to write. Other people's code has: a WebSocket library that is asked to tell everything writes
//! whole messages down, with the cards in them. So libraries never say more than `info`, whatever the filter asks for.

use std::io::IsTerminal;

use tokio::signal::unix::{SignalKind, signal};
use tracing::{Level, Metadata};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

use crate::config::{Config, ConfigError};
use crate::setting::Place;

/// Begins to log as the settings say.
///
/// # Errors
/// If the filter can't be read.
pub fn log(config: &Config) -> Result<(), ConfigError> {
    let filter = EnvFilter::try_new(&config.log).map_err(|error| Place::Nowhere.wrong(format!("log: {error}")))?;
    let ansi = std::io::stderr().is_terminal();
    let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(ansi);
    let lines = if config.log_json { lines.json().boxed() } else { lines.compact().boxed() };
    // Somebody who embeds the server may have begun already.
    let _ = registry().with(filter).with(filter_fn(may_be_written)).with(lines).try_init();
    Ok(())
}

/// Everything of ours; of libraries nothing that could hold a message, nor the list of the page's files, nor what a
/// database mentions in passing.
fn may_be_written(line: &Metadata<'_>) -> bool {
    line.target().starts_with("cardroom") || *line.level() <= most_of(line.target())
}

/// The most that a library may say.
fn most_of(target: &str) -> Level {
    match target.split("::").next() {
        Some("memory_serve") => Level::WARN,
        // It is several: sqlx_core, sqlx_postgres and so on.
        Some(library) if library.starts_with("sqlx") => Level::WARN,
        _ => Level::INFO,
    }
}

/// Listens for SIGTERM and Ctrl-C from now on; what it gives is done when one has come.
///
/// Called inside a runtime, before anybody is told that the server is there.
pub fn told_to_stop() -> impl Future<Output = ()> {
    let (terminated, interrupted) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    async move {
        let (Ok(mut terminated), Ok(mut interrupted)) = (terminated, interrupted) else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = terminated.recv() => {}
            _ = interrupted.recv() => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_database_mentions_in_passing_is_not_written() {
        for target in ["sqlx", "sqlx::query", "sqlx_core::pool::inner", "sqlx_postgres::options", "memory_serve"] {
            assert_eq!(most_of(target), Level::WARN, "{target}");
        }
        assert_eq!(most_of("hyper::proto"), Level::INFO);
    }
}
