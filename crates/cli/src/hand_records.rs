//! Hands that were played here, written to a file of PHH records one after the other, every card in them open.
//!
//! What is written can be handed over: `cardroom replay --check` plays it again and compares every stack.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use cardroom_history::{About, HandCopy, Reader};
use cardroom_rules::{Event, Lineup, Spread};

/// A file that records are written to as they come.
pub(crate) struct HandRecords {
    path: PathBuf,
    file: BufWriter<File>,
    /// Parts that came before their turn.
    early: BTreeMap<u64, String>,
    next: u64,
}

impl HandRecords {
    /// Begins a file.
    pub(crate) fn create(path: &Path) -> anyhow::Result<Self> {
        let one_hand = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("phh"));
        ensure!(!one_hand, "{}: a .phh file holds one hand; the name of a file of many ends in .phhs", path.display());
        Ok(Self {
            path: path.to_owned(),
            file: BufWriter::with_capacity(1 << 16, new_file(path)?),
            early: BTreeMap::new(),
            next: 0,
        })
    }

    /// Writes the next records.
    pub(crate) fn write(&mut self, records: &str) -> anyhow::Result<()> {
        self.file.write_all(records.as_bytes()).map_err(|error| self.incomplete(error))
    }

    /// Writes a part of the records, from 0 on, as soon as all those before it are there.
    pub(crate) fn write_part(&mut self, part: u64, records: String) -> anyhow::Result<()> {
        self.early.insert(part, records);
        while let Some(records) = self.early.remove(&self.next) {
            self.next += 1;
            self.write(&records)?;
        }
        Ok(())
    }

    /// Sends what is still buffered, so that a full disk is noticed.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.file.flush().map_err(|error| self.incomplete(error))
    }

    fn incomplete(&self, error: io::Error) -> anyhow::Error {
        anyhow!(error).context(format!("{} is incomplete: not all records could be written", self.path.display()))
    }
}

/// A file for records. One that exists is left alone, unless nothing is in it or it is no file of its own but a pipe or a
/// device.
pub(crate) fn new_file(path: &Path) -> anyhow::Result<File> {
    let file = match File::create_new(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            ensure!(
                path.metadata().is_ok_and(|about| !about.is_dir() && (!about.is_file() || about.len() == 0)),
                "{} exists already, and records are never written over others: name a new file",
                path.display()
            );
            OpenOptions::new().write(true).open(path)
        }
        created => created,
    };
    file.with_context(|| format!("{} can't be written", path.display()))
}

/// One hand as a record, under its number.
pub(crate) fn record(number: u64, spread: &Spread, lineup: &Lineup, events: &[Event], names: Vec<String>) -> String {
    let about = About { names, hand: Some(number.to_string()), ..About::default() };
    let copy = HandCopy::new(spread, lineup, events, Reader::Dealer, about);
    format!("[{number}]\n{}\n", copy.to_phh())
}
