//! Where every command's answer goes: standard output, as text for people or JSON for machines.
//!
//! Colours are shown on a terminal only, and not there either where `NO_COLOR` is set. Output is buffered; whoever
//! closes the pipe early (`| head`) has seen enough, which is no error.

use std::io::{self, BufWriter, StdoutLock, Write};

use anstream::AutoStream;
use comfy_table::{ContentArrangement, Table};
use serde::Serialize;

/// The program's standard output, and which of the two kinds of answer is wanted.
pub(crate) struct Output {
    json: bool,
    stream: BufWriter<AutoStream<StdoutLock<'static>>>,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        Self { json, stream: BufWriter::new(AutoStream::auto(io::stdout().lock())) }
    }

    /// Whether the user asked for JSON.
    pub(crate) fn wants_json(&self) -> bool {
        self.json
    }

    /// Prints one JSON document on a line of its own.
    pub(crate) fn json(&mut self, document: &impl Serialize) -> anyhow::Result<()> {
        serde_json::to_writer(&mut self.stream, document)?;
        Ok(self.stream.write_all(b"\n")?)
    }

    /// Prints text; styles in it are dropped where they can't be shown.
    pub(crate) fn text(&mut self, text: impl std::fmt::Display) -> anyhow::Result<()> {
        Ok(write!(self.stream, "{text}")?)
    }

    /// An empty table in the house style: columns without rules, as wide as the terminal at most.
    pub(crate) fn table(&self) -> Table {
        let mut table = Table::new();
        table.load_style(comfy_table::presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
        if let Some((terminal_size::Width(columns), _)) = terminal_size::terminal_size_of(io::stdout()) {
            table.set_width(columns);
        }
        table
    }

    /// Sends what is still buffered, so that a full disk is noticed too.
    pub(crate) fn finish(&mut self) -> anyhow::Result<()> {
        Ok(self.stream.flush()?)
    }
}

/// Whether the reader of our output went away.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(io::ErrorKind::BrokenPipe)
    })
}

/// Prints an error the way clap prints its own: `error: ...`, on standard error.
pub(crate) fn print_error(error: &anyhow::Error) {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    // Nothing is left to do where even standard error is closed.
    let _ = writeln!(anstream::stderr(), "{style}error:{style:#} {error:#}");
}
