//! `cardroom verify`: checks a hand's dealing proof and says in words what holds.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use cardroom_fair::{Check, Digest, Error, Known, ProofFile, Report, verify};
use cardroom_server::read_text;

use crate::CheckFailed;
use crate::deal;
use crate::output::Output;

/// Check the dealing proof of a hand
///
/// Says for each check what it proves: that the decks were fixed and signed for before the players added their
/// numbers, that those chose the deck and the deal order, that every card shown is the one that was fixed, and that the
/// card room signed for all of it. A proof that doesn't hold exits with 1 and names what is wrong. No proof can show that
/// nobody looked at the cards.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The proof, as the card room gives it out
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The card room's public key, from a place you trust: 64 hex digits
    #[arg(long, value_name = "HEX", value_parser = key)]
    key: Option<Digest>,

    /// The proof of the table's previous hand, which must hold and which this one must follow
    #[arg(long, value_name = "FILE")]
    previous: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cardroom verify hand.json
  cardroom verify hand-8.json --previous hand-7.json
  cardroom verify hand.json --json

What a proof shows and what it can't: docs/fairness.md";

/// A proof takes some 30 kB and its record a few; what is larger than this is something else.
const LARGEST_FILE: u64 = 4 << 20;

fn key(text: &str) -> Result<Digest, &'static str> {
    text.parse().map_err(|_| "allowed are 64 hex digits, as the check called signature names them")
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let text = read(&args.file)?;
    let previous = args.previous.as_deref().map(proof_file).transpose()?;
    let known = Known { key: args.key, previous: previous.as_ref() };
    let report = match ProofFile::read(&text) {
        Ok(file) => with_replay(&file, &known),
        Err(Error::Malformed(wrong)) => Report { ok: false, checks: vec![Check::of("form", Err(wrong))] },
        Err(error) => bail!("{}: {error}", args.file.display()),
    };
    if out.wants_json() {
        out.json(&report)?;
    } else {
        print(&report, out)?;
    }
    let failed: Vec<_> = report.checks.iter().filter(|check| !check.ok).map(|check| check.name).collect();
    if report.ok {
        return Ok(());
    }
    out.finish()?;
    Err(CheckFailed(format!("{}: the proof does not hold: {}", args.file.display(), failed.join(", "))).into())
}

/// The report with the one check that needs a game, of the hand before too: `fair` itself knows none.
fn with_replay(file: &ProofFile, known: &Known<'_>) -> Report {
    let mut checks = verify(&file.proof, file.record.as_bytes(), known).checks;
    let before = known.previous.map(|before| deal::check_record(&before.proof, &before.record));
    if let (Some(before), Some(chain)) = (before, checks.iter_mut().find(|check| check.name == "chain" && check.ok)) {
        let wrong =
            || Check::of("chain", Err(format!("the proof of the hand before does not hold: {}", before.detail)));
        *chain = if before.ok { chain.clone() } else { wrong() };
    }
    checks.push(deal::check_record(&file.proof, &file.record));
    Report { ok: checks.iter().all(|check| check.ok), checks }
}

fn print(report: &Report, out: &mut Output) -> anyhow::Result<()> {
    let mut table = out.table();
    for check in &report.checks {
        table.add_row([if check.ok { "holds" } else { "FAILS" }, check.name, &check.detail]);
    }
    out.text(format_args!("{}\n", table.trim_fmt()))?;
    if report.ok {
        out.text("\nEvery check holds. That nobody looked at the cards is not proved, and can't be.\n")?;
    }
    Ok(())
}

fn proof_file(path: &Path) -> anyhow::Result<ProofFile> {
    ProofFile::read(&read(path)?).with_context(|| path.display().to_string())
}

fn read(path: &Path) -> anyhow::Result<String> {
    read_text(path, LARGEST_FILE).map_err(|error| {
        let is_something_else = matches!(error.kind(), ErrorKind::FileTooLarge | ErrorKind::InvalidData);
        let what = if is_something_else { "is not a dealing proof" } else { "can't be read" };
        anyhow!(error).context(format!("{} {what}", path.display()))
    })
}
