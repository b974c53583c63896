//! `cardroom restore`: a room out of a backup.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use cardroom_store::Options;
use serde::Serialize;

use crate::kept_room::{self, KeptRoom, size};
use crate::output::Output;

/// Fill an empty room from a backup
///
/// The database must be empty or not there yet, no server may have it open, and the data folder must hold the
/// sealing.key that the room had. The file is checked to the last byte before anything is kept: it happens whole or not
/// at all. The next serve goes on where the room was; hands that ran then are void, and every stack is what it was
/// before them.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file that backup wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    room: KeptRoom,
}

const EXAMPLES: &str = "\
Examples:
  cardroom restore room-2026-11-16.backup
  cardroom restore room.backup --data /var/lib/cardroom
  cardroom restore room.backup --database postgres://cards@localhost/cards

How to keep a room safe: docs/operating.md";

/// What was restored.
#[derive(Serialize)]
struct Restored {
    database: String,
    rows: u64,
    bytes: u64,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let config = args.room.settings()?;
    let about = args.file.metadata().with_context(|| format!("{} can't be read", args.file.display()))?;
    ensure!(about.is_file(), "{}: a backup is a plain file, and this is none", args.file.display());
    let key = kept_room::sealing_key(&config)?;
    let address = config.store_address();
    let counts = kept_room::wait_for(async {
        let store = kept_room::open(&address, key, Options { alone: true, ..Options::default() }).await?;
        let counts = store.restore(&args.file).await.with_context(|| args.file.display().to_string());
        store.close().await;
        counts
    })?;
    let database = kept_room::shown(&address);
    if out.wants_json() {
        return out.json(&Restored { database, rows: counts.rows, bytes: counts.bytes });
    }
    out.text(format_args!("{database} is filled: {} rows of {}.\n", counts.rows, size(counts.bytes)))
}
