//! Log lines to standard error, for people or as JSON. No card and no secret is ever in one.

use std::io::IsTerminal;

use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

use crate::config::{Config, ConfigError};

/// Begins to log as the settings say.
///
/// # Errors
/// If the filter can't be read.
pub fn log(config: &Config) -> Result<(), ConfigError> {
    let filter = EnvFilter::try_new(&config.log).map_err(|error| ConfigError::Setting(format!("log: {error}")))?;
    let ansi = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(ansi);
    // Somebody who embeds the server may have begun already.
    let _ = if config.log_json { lines.json().try_init() } else { lines.compact().try_init() };
    Ok(())
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
