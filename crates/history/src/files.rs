//! Files and folders of records, as a stream of batches small enough to hold a few in memory.

use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::HistoryError;
use crate::split::{MOST_BYTES, Splitter};

/// Some consecutive records of one file.
#[derive(Debug)]
pub struct Batch {
    /// The file.
    pub file: Arc<Path>,
    bytes: Vec<u8>,
    pieces: Vec<(u64, Option<Range<usize>>)>,
    /// Why the rest of the file, or a folder, can't be read.
    pub unreadable: Option<io::Error>,
}

/// How many bytes make a batch: enough work to be worth handing over, little enough to share evenly.
const BATCH_BYTES: usize = 1 << 17;

impl Batch {
    /// Every record with its number: its text, or why it has none.
    pub fn records(&self) -> impl Iterator<Item = (u64, Result<&str, HistoryError>)> {
        self.pieces.iter().map(|(number, range)| {
            let bytes = range.as_ref().and_then(|range| self.bytes.get(range.clone()));
            let text = match bytes {
                None => Err(HistoryError::TooLong { limit: MOST_BYTES }),
                Some(bytes) => {
                    std::str::from_utf8(bytes).map_err(|error| HistoryError::NotText { at: error.valid_up_to() + 1 })
                }
            };
            (*number, text)
        })
    }

    /// How many bytes of the file it covers.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }
}

/// The records of files and of all `.phh` and `.phhs` files in folders, in the order of their names.
pub struct Batches {
    /// What is still to be opened, the next one last.
    ahead: Vec<PathBuf>,
    open: Option<(Arc<Path>, Splitter<File>)>,
}

impl Batches {
    /// The records of these files and folders.
    pub fn new(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut ahead: Vec<_> = paths.into_iter().collect();
        ahead.reverse();
        Self { ahead, open: None }
    }

    /// Opens the next file; a folder is replaced by what is in it.
    fn open_next(&mut self) -> Option<Result<(), (PathBuf, io::Error)>> {
        let path = self.ahead.pop()?;
        let mut opened = || -> io::Result<Option<File>> {
            if !fs::metadata(&path)?.is_dir() {
                return File::open(&path).map(Some);
            }
            let mut inside = Vec::new();
            for entry in fs::read_dir(&path)? {
                let entry = entry?;
                // A link to a folder could lead round in circles.
                let is_folder = entry.file_type()?.is_dir();
                if is_folder || is_record_file(&entry.path()) {
                    inside.push(entry.path());
                }
            }
            inside.sort_unstable_by(|one, other| other.cmp(one));
            self.ahead.append(&mut inside);
            Ok(None)
        };
        match opened() {
            Err(error) => return Some(Err((path, error))),
            Ok(None) => {}
            Ok(Some(file)) => {
                let single = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("phh"));
                self.open = Some((path.into(), Splitter::new(file, single)));
            }
        }
        Some(Ok(()))
    }
}

fn is_record_file(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    path.is_file() && (extension.eq_ignore_ascii_case("phh") || extension.eq_ignore_ascii_case("phhs"))
}

impl Iterator for Batches {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        loop {
            let Some((file, splitter)) = &mut self.open else {
                match self.open_next()? {
                    Ok(()) => continue,
                    Err((path, error)) => {
                        let unreadable = Some(error);
                        return Some(Batch { file: path.into(), bytes: Vec::new(), pieces: Vec::new(), unreadable });
                    }
                }
            };
            let mut batch = Batch { file: file.clone(), bytes: Vec::new(), pieces: Vec::new(), unreadable: None };
            let ended = loop {
                match splitter.next() {
                    Ok(Some(piece)) => {
                        let start = batch.bytes.len();
                        let range = piece.bytes.map(|bytes| {
                            batch.bytes.extend_from_slice(bytes);
                            start..batch.bytes.len()
                        });
                        batch.pieces.push((piece.number, range));
                    }
                    Ok(None) => break true,
                    Err(error) => {
                        batch.unreadable = Some(error);
                        break true;
                    }
                }
                if batch.bytes.len() >= BATCH_BYTES || batch.pieces.len() >= 4096 {
                    break false;
                }
            };
            if ended {
                self.open = None;
            }
            if !batch.is_empty() || batch.unreadable.is_some() {
                return Some(batch);
            }
        }
    }
}
