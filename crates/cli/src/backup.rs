//! `cardroom backup`: a room into one file.

use std::path::PathBuf;

use anyhow::bail;
use cardroom_store::{BackedUp, Options};
use serde::Serialize;

use crate::kept_room::{self, KeptRoom, size};
use crate::output::Output;

/// Copy a room into one file
///
/// Everything that the room keeps as of one moment: accounts, chips, tables, tournaments, hands and proofs. The room may
/// stay open meanwhile. The cards of hands that run are not in it: in a room that is restored those hands are void. What is
/// secret stays sealed in the file, and the key is not in it: keep the data folder's sealing.key and signing.key too, and
/// not in the same place.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file to write; it must not be there yet
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    room: KeptRoom,
}

const EXAMPLES: &str = "\
Examples:
  cardroom backup room-2026-11-16.backup
  cardroom backup room.backup --data /var/lib/cardroom
  cardroom backup room.backup --database postgres://cards@localhost/cards

How to keep a room safe: docs/operating.md";

/// What was copied.
#[derive(Serialize)]
struct Copied {
    file: String,
    rows: u64,
    bytes: u64,
    name_synced: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let config = args.room.settings()?;
    if args.file.exists() {
        bail!("{}: is there already; a backup never replaces another", args.file.display());
    }
    let key = kept_room::sealing_key(&config)?;
    let BackedUp { counts, name_synced } = kept_room::wait_for(async {
        let options = Options { make: false, ..Options::default() };
        let store = kept_room::open(&config.store_address(), key, options).await?;
        let backed_up = store.backup(&args.file).await?;
        store.close().await;
        Ok(backed_up)
    })?;
    if out.wants_json() {
        let file = args.file.display().to_string();
        return out.json(&Copied { file, rows: counts.rows, bytes: counts.bytes, name_synced });
    }
    let (sealing, signing) = (config.sealing_key(), config.signing_key());
    out.text(format_args!(
        "{}: {} rows, {}.\nKeep {} and {} too, and elsewhere: without the first nobody can restore this, without the \
         second players don't know the room again.\n",
        args.file.display(),
        counts.rows,
        size(counts.bytes),
        sealing.display(),
        signing.display()
    ))?;
    if !name_synced {
        out.text(
            "Its folder can't be synced, so a power cut in the next minute may take the file away: copy it elsewhere.\n",
        )?;
    }
    Ok(())
}
