//! Where a room is kept, for the commands that copy one: its database, and beside it the key that seals its secrets.

use std::path::PathBuf;

use anyhow::{Context, bail};
use cardroom_server::Config;
use cardroom_store::{Options, SealingKey, Store};

/// The room that a command is about, named as for `serve`.
#[derive(clap::Args)]
pub(crate) struct KeptRoom {
    /// A file of settings (TOML), as for serve
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// postgres://… or the path of a SQLite file [default: a file in the data folder]
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// The folder of the database and its keys [default: data]
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    data: Option<String>,
}

impl KeptRoom {
    /// The settings that `serve` would have.
    pub(crate) fn settings(&self) -> anyhow::Result<Config> {
        let data = self.data.as_ref().map(|data| ("data".to_owned(), data.clone()));
        let database = self.database.as_ref().map(|database| ("database".to_owned(), database.clone()));
        let flags = data.into_iter().chain(database).collect::<Vec<_>>();
        let config = Config::load(self.config.as_deref(), &flags)?;
        if config.demo {
            bail!("a demo room is kept nowhere, so there is nothing to copy");
        }
        Ok(config)
    }
}

/// The key that seals a room. It is never made here: another key than the room's opens nothing.
pub(crate) fn sealing_key(config: &Config) -> anyhow::Result<SealingKey> {
    let path = config.sealing_key();
    if !path.exists() {
        bail!(
            "{}: the room's sealing key is not there; if the room is in another folder, name it with --data, else bring the \
             key back from where you keep it",
            path.display()
        );
    }
    Ok(SealingKey::read(&path)?)
}

/// Opens a store.
pub(crate) async fn open(address: &str, key: SealingKey, options: Options) -> anyhow::Result<Store> {
    Store::open(address, key, options).await.with_context(|| shown(address))
}

/// An address as it may be printed: without a password. Where one has letters in it that end an address, nobody can tell
/// which part it is, and none is printed.
pub(crate) fn shown(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let (who_and_where, behind) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let path = behind.split(['?', '#']).next().unwrap_or_default();
    if path.contains('@') || (path.is_empty() && behind.contains('@')) {
        return format!("{scheme}://…");
    }
    // The last one: a password may have another in it.
    let host = who_and_where.rsplit_once('@').map_or(who_and_where, |(_, host)| host);
    format!("{scheme}://{host}{path}")
}

/// Runs one piece of asynchronous work.
pub(crate) fn wait_for<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("no threads to be had")?;
    runtime.block_on(work)
}

/// So many bytes, for people.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::{shown, size};

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(shown("postgres://cards:secret@db.example/cards?password=x"), "postgres://db.example/cards");
        assert_eq!(shown("postgres://cards:p@ss@db.example/cards?options=a@b"), "postgres://db.example/cards");
        assert_eq!(shown("postgres:///cards?host=/run/p&password=x"), "postgres:///cards");
        assert_eq!(shown("postgres://db.example:5432/cards?options=a@b"), "postgres://db.example:5432/cards");
        for unclear in ["cards:se/cret@db.example/cards", "cards:se?cret@db.example/cards", "a@b:se#cret@db.example"] {
            assert_eq!(shown(&format!("postgres://{unclear}")), "postgres://…");
        }
        assert_eq!(shown("data/cardroom.db"), "data/cardroom.db");
    }

    #[test]
    fn sizes_are_short() {
        assert_eq!([9_999, 10_000, 12_345_678].map(size), ["9999 bytes", "10 kB", "12 MB"]);
    }
}
