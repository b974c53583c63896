//! `cardroom convert`: hand histories from one format into another, hand by hand, whatever the size of the file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use cardroom_history::{
    HandCopy, HandTexts, HistoryError, MOST_BYTES, Reader, Record, Replayer, Splitter, Verdict, check,
};
use cardroom_rules::Seat;
use clap::ValueEnum;
use serde::Serialize;

use crate::CheckFailed;
use crate::hand_records::new_file;
use crate::output::Output;
use crate::remarks::Remarks;

/// Turn hand histories into another format
///
/// Reads PHH (.phh, .phhs), Open Hand History and PokerStars text, and tells them apart by what is in them. A hand that
/// can't be read, or that the other format has no words for, is named on standard error; the rest goes on, and the exit
/// code is 1. Where finishing stacks are not those that were played for, it is said, and what was played is written. With
/// --json there is a line for each hand, with its text unless that goes into a file.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file with the hands
    file: PathBuf,

    /// The format to write
    #[arg(long, value_enum)]
    to: Format,

    /// Where to write, a new file; standard output unless given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write only what one player saw (p1 to p10), or what lay open (public);
    /// everything that is known unless given
    #[arg(long, value_name = "PLAYER", value_parser = reader)]
    r#for: Option<Reader>,
}

const EXAMPLES: &str = "\
Examples:
  cardroom convert hands.phhs --to ohh --out hands.ohh
  cardroom convert session.txt --to phh
  cardroom convert hands.ohh --to phh
  cardroom convert hand.phh --to pokerstars --for p2";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Poker Hand History, TOML
    Phh,
    /// Open Hand History, JSON
    Ohh,
    /// The text PokerStars gives its players; hold'em and five card draw
    Pokerstars,
}

fn reader(text: &str) -> Result<Reader, &'static str> {
    let number = || text.strip_prefix('p')?.parse::<usize>().ok()?.checked_sub(1);
    match number().and_then(Seat::new) {
        Some(seat) => Ok(Reader::Player(seat)),
        None if text == "public" => Ok(Reader::Public),
        None => Err("allowed is a player, p1 to p10, or public"),
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let unreadable = || format!("{} can't be read", args.file.display());
    let mut file = BufReader::with_capacity(1 << 16, File::open(&args.file).with_context(unreadable)?);
    let start = file.fill_buf().with_context(unreadable)?.trim_ascii_start();
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let (is_text, is_json) = (start.starts_with(b"PokerStars "), start.starts_with(b"{"));
    let mut writer = Writer::new(args, out)?;
    if is_text || is_json {
        let mut hands = if is_text { HandTexts::pokerstars(file) } else { HandTexts::ohh(file) };
        let read = if is_text { Record::read_pokerstars } else { Record::read_ohh };
        let mut number = 0;
        while let Some(text) = hands.next().with_context(unreadable)? {
            number += 1;
            writer.hand(number, text.and_then(|text| read(&text)))?;
        }
    } else {
        ensure!(is_phh(start), "{} is neither PHH nor Open Hand History nor PokerStars text", args.file.display());
        let mut records = Splitter::new(file, is_single(&args.file));
        while let Some(piece) = records.next().with_context(unreadable)? {
            let too_long = HistoryError::TooLong { limit: MOST_BYTES };
            let text = piece.bytes.ok_or(too_long).and_then(|bytes| {
                std::str::from_utf8(bytes).map_err(|error| HistoryError::NotText { at: error.valid_up_to() + 1 })
            });
            writer.hand(piece.number, text.and_then(Record::read))?;
        }
    }
    writer.finish()
}

/// Whether the beginning of a file could be TOML: a comment, a header in brackets, or the name of a field and a sign.
fn is_phh(start: &[u8]) -> bool {
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    start.is_empty() || matches!(line.first(), Some(b'#' | b'[')) || line.contains(&b'=')
}

fn is_single(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("phh"))
}

/// What became of a hand, for machines.
#[derive(Serialize)]
struct Line {
    hand: u64,
    text: Option<String>,
    error: Option<String>,
    /// What of the record the text doesn't have.
    remark: Option<String>,
}

/// Writes hand after hand and counts those that couldn't be.
struct Writer<'a> {
    args: &'a Args,
    file: Option<BufWriter<File>>,
    out: &'a mut Output,
    hands: u64,
    failed: u64,
    remarks: Remarks,
}

impl<'a> Writer<'a> {
    fn new(args: &'a Args, out: &'a mut Output) -> anyhow::Result<Self> {
        let file = args.out.as_deref().map(new_file).transpose()?.map(BufWriter::new);
        Ok(Self { args, file, out, hands: 0, failed: 0, remarks: Remarks::default() })
    }

    fn hand(&mut self, number: u64, record: Result<Record<'_>, HistoryError>) -> anyhow::Result<()> {
        self.hands += 1;
        let mut line = Line { hand: number, text: None, error: None, remark: None };
        match record.and_then(|record| Ok((self.written(number, &record)?, self.not_written(&record)))) {
            Ok((text, remark)) => {
                match &mut self.file {
                    Some(file) => file.write_all(text.as_bytes())?,
                    None if self.out.wants_json() => line.text = Some(text),
                    None => self.out.text(text)?,
                }
                line.remark = remark;
            }
            Err(error) => {
                self.failed += 1;
                line.error = Some(error.to_string());
            }
        }
        if let Some(said) = line.error.as_ref().or(line.remark.as_ref())
            && self.remarks.tells(said)
        {
            writeln!(io::stderr(), "{}: hand {number}: {said}", self.args.file.display())?;
        }
        if self.out.wants_json() { self.out.json(&line) } else { Ok(()) }
    }

    fn written(&self, number: u64, record: &Record<'_>) -> Result<String, HistoryError> {
        if let Some(Reader::Player(seat)) = self.args.r#for
            && seat.index() >= record.players()
        {
            return Err(HistoryError::NoSuchPlayer { seat, players: record.players() });
        }
        let copy = || HandCopy::of_record(record, self.args.r#for.unwrap_or(Reader::Dealer));
        match self.args.to {
            // As it was told: nothing that it says is lost.
            Format::Phh if self.args.r#for.is_none() => Ok(format!("[{number}]\n{}\n", record.to_phh())),
            Format::Phh => Ok(format!("[{number}]\n{}\n", copy()?.to_phh())),
            // The format's own files have an empty line between hands.
            Format::Ohh => Ok(format!("{}\n\n", copy()?.to_ohh())),
            Format::Pokerstars => Ok(format!("{}\n\n", copy()?.to_pokerstars()?)),
        }
    }

    /// Results other than those of the hand as it was played: PHH keeps them, the other formats tell the hand alone.
    fn not_written(&self, record: &Record<'_>) -> Option<String> {
        if self.args.to == Format::Phh && self.args.r#for.is_none() {
            return None;
        }
        let played = Replayer::new().replay(record).ok()?;
        match check(record, &played) {
            Verdict::Differ(why) => Some(format!("its finishing_stacks are left out: {why}")),
            Verdict::Match | Verdict::Unchecked => None,
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        if let Some(mut file) = self.file {
            file.flush()?;
        }
        if self.hands == 0 {
            bail!("nothing to convert: no hand is in {}", self.args.file.display());
        }
        write!(io::stderr(), "{}", self.remarks.untold())?;
        if self.failed > 0 {
            let Self { hands, failed, .. } = self;
            return Err(CheckFailed(format!("{failed} of {hands} hands could not be converted")).into());
        }
        Ok(())
    }
}
