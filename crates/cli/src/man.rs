//! `cardroom man`: the manual pages, from the same definitions as the parser and the help.

use std::path::PathBuf;

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::Cli;
use crate::output::Output;

/// Print the manual page, or write one page for every command
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Write all pages (cardroom.1, cardroom-rank.1, ...) into this folder
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cardroom man | man -l -
  cardroom man --dir ~/.local/share/man/man1";

#[derive(serde::Serialize)]
struct Page {
    name: String,
    page: String,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let pages = pages()?;
    if let Some(dir) = &args.dir {
        std::fs::create_dir_all(dir).with_context(|| format!("cannot make the folder {}", dir.display()))?;
        for Page { name, page } in &pages {
            let path = dir.join(name);
            std::fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    match (&args.dir, out.wants_json()) {
        (_, true) => out.json(&pages),
        (Some(dir), false) => out.text(format_args!("{} pages written to {}\n", pages.len(), dir.display())),
        (None, false) => out.text(&pages[0].page),
    }
}

/// The program's own page first, then one for each command, and for each of what a command has of its own: every page that
/// another names is there.
fn pages() -> anyhow::Result<Vec<Page>> {
    let mut program = Cli::command();
    program.build();
    let mut commands = vec![program];
    let mut pages = Vec::new();
    while let Some(command) = commands.pop() {
        pages.push(page(&command)?);
        // The last one in is the next one out.
        commands.extend(command.get_subcommands().cloned().collect::<Vec<_>>().into_iter().rev());
    }
    Ok(pages)
}

fn page(command: &clap::Command) -> anyhow::Result<Page> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(help) = command.get_after_help() {
        examples(&help.to_string()).to_writer(&mut page)?;
    }
    Ok(Page { name: format!("{name}.1"), page: String::from_utf8(page)? })
}

/// The help's examples line by line as they were written: filled like prose, which is what clap_mangen does with
/// them, a command would be broken where nobody may break it.
fn examples(help: &str) -> Roff {
    let mut section = Roff::new();
    section.control("SH", ["EXAMPLES"]).control("nf", []);
    for line in help.trim_start_matches("Examples:\n").lines() {
        section.text([roman(line)]);
    }
    section.control("fi", []);
    section
}
