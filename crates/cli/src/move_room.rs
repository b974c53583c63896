//! `cardroom move`: a room from one database to another, of either kind.

use anyhow::{Context, bail};
use cardroom_store::Options;
use serde::Serialize;

use crate::kept_room::{self, size};
use crate::output::Output;

/// Move a room to another database: from SQLite to PostgreSQL, or back
///
/// No server may have either database open, and the new one must be empty. It is filled whole or not at all; the old
/// one is left as it was. Both are sealed under the data folder's sealing.key. Afterwards give the new address to
/// serve, and once you have seen the room there remove the old database, so that nobody opens it by mistake.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Where the room is: postgres://… or the path of a SQLite file
    #[arg(long, value_name = "URL")]
    from: String,

    /// Where it goes
    #[arg(long, value_name = "URL")]
    to: String,

    /// The folder of the room's keys [default: data]
    #[arg(long, value_name = "FOLDER", default_value = "data", hide_default_value = true,
        value_hint = clap::ValueHint::DirPath)]
    data: String,
}

const EXAMPLES: &str = "\
Examples:
  cardroom move --from data/cardroom.db --to postgres://cards@localhost/cards
  cardroom move --from postgres://cards@localhost/cards --to data/new.db

How to keep a room safe: docs/operating.md";

/// What was moved.
#[derive(Serialize)]
struct Moved {
    from: String,
    to: String,
    rows: u64,
    bytes: u64,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    if args.from == args.to {
        bail!("--from and --to are the same database");
    }
    let flags = [("data".to_owned(), args.data.clone())];
    let config = cardroom_server::Config::load(None, &flags)?;
    let key = kept_room::sealing_key(&config)?;
    let counts = kept_room::wait_for(async {
        let alone = Options { alone: true, ..Options::default() };
        let from = kept_room::open(&args.from, key.clone(), Options { make: false, ..alone.clone() }).await?;
        let to = kept_room::open(&args.to, key, alone).await?;
        let moved = from.copy_to(&to, &config.data.join("moving.backup")).await;
        let which = || format!("{} to {}", kept_room::shown(&args.from), kept_room::shown(&args.to));
        let counts = moved.with_context(which)?;
        from.close().await;
        to.close().await;
        Ok(counts)
    })?;
    let (from, to) = (kept_room::shown(&args.from), kept_room::shown(&args.to));
    if out.wants_json() {
        return out.json(&Moved { from, to, rows: counts.rows, bytes: counts.bytes });
    }
    out.text(format_args!(
        "The room is in {to} now: {} rows of {}.\nOpen it by giving serve that address as --database. {from} is as it was; \
         remove it once you have seen the room.\n",
        counts.rows,
        size(counts.bytes)
    ))
}
