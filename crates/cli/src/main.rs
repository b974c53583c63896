//! The `cardroom` program: one binary, one file per command.
//!
//! A command is a module with `Args`, what it takes, and `run`, what it does; [`Command`] lists them all, and parser,
//! help, man pages and completions come from that one list. The commands only translate: they read what a person
//! typed, ask a library crate, and print. No rule of any game lives here.
//!
//! Exit codes: 0 done, 1 a check failed ([`CheckFailed`]), 2 bad input (any other error, and clap's own).

#![forbid(unsafe_code)]

mod backup;
mod bot_match;
mod bot_report;
mod charts;
mod charts_page;
mod completions;
mod convert;
mod deal;
mod draw;
mod games;
mod hand_records;
mod hold;
mod kept_room;
mod man;
mod move_room;
mod odds;
mod operate;
mod output;
mod player_figures;
mod progress;
mod random_play;
mod rank;
mod remarks;
mod replay;
mod restore;
mod rules;
mod serve;
mod simulate;
mod table_settings;
mod typed;
mod verify;

use std::process::ExitCode;
use std::sync::LazyLock;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

use output::Output;

/// A room of tables makes and drops small things on every thread all the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A card room in one program: Five Card Hold-Out, Five Card Draw and Texas Hold'em, for play chips.
#[derive(Parser)]
#[command(
    name = "cardroom",
    version = VERSION.as_str(),
    propagate_version = true,
    max_term_width = 80,
    subcommand_required = true,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = EXAMPLES
)]
struct Cli {
    /// Print JSON for machines instead of text for people
    #[arg(long, global = true)]
    json: bool,

    #[command(subcommand)]
    command: Command,
}

/// The version, and which commit it was built from where whoever built it said so: `make` does, in a checkout. Asked of
/// git by a build script it could be that of another checkout around this one, or of files that have changed since.
static VERSION: LazyLock<String> = LazyLock::new(|| version(option_env!("BUILT_FROM")));

fn version(built_from: Option<&str>) -> String {
    let commit = built_from.filter(|commit| !commit.is_empty()).map(|commit| format!(" ({commit})"));
    env!("CARGO_PKG_VERSION").to_owned() + &commit.unwrap_or_default()
}

const EXAMPLES: &str = "\
Examples:
  cardroom serve
  cardroom rules holdout
  cardroom rank --game holdem --board \"9c Th Jh Qh Kh\" 2h3h AsAd
  cardroom rank --game holdout --board KsQsJsTs As Ah9s
  cardroom COMMAND --help      what a command takes, with examples

Cards are a rank (23456789TJQKA, or 10) and a suit (c d h s): AhKd, \"Ah Kd\".";

/// Every command, in the order the help shows them.
#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    Operate(operate::Args),
    Games(games::Args),
    Rules(rules::Args),
    Rank(rank::Args),
    Odds(odds::Args),
    Hold(hold::Args),
    Draw(draw::Args),
    Charts(charts::Args),
    Simulate(simulate::Args),
    Replay(replay::Args),
    Convert(convert::Args),
    Verify(verify::Args),
    Backup(backup::Args),
    Restore(restore::Args),
    Move(move_room::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    fn run(&self, out: &mut Output) -> anyhow::Result<()> {
        match self {
            Self::Serve(args) => serve::run(args, out),
            Self::Operate(args) => operate::run(args, out),
            Self::Games(args) => games::run(args, out),
            Self::Rules(args) => rules::run(args, out),
            Self::Rank(args) => rank::run(args, out),
            Self::Odds(args) => odds::run(args, out),
            Self::Hold(args) => hold::run(args, out),
            Self::Draw(args) => draw::run(args, out),
            Self::Charts(args) => charts::run(args, out),
            Self::Simulate(args) => simulate::run(args, out),
            Self::Replay(args) => replay::run(args, out),
            Self::Convert(args) => convert::run(args, out),
            Self::Verify(args) => verify::run(args, out),
            Self::Backup(args) => backup::run(args, out),
            Self::Restore(args) => restore::run(args, out),
            Self::Move(args) => move_room::run(args, out),
            Self::Completions(args) => completions::run(args, out),
            Self::Man(args) => man::run(args, out),
        }
    }
}

/// What a command returns when it did its work and the answer is no: a proof that doesn't hold, a replay that
/// differs, chips that don't add up. What was found is printed before; the message is the one-line verdict.
#[derive(Debug)]
struct CheckFailed(String);

impl std::fmt::Display for CheckFailed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CheckFailed {}

fn main() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|error| with_commands(error).exit());
    let mut out = Output::new(cli.json);
    match cli.command.run(&mut out).and_then(|()| out.finish()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::print_error(&error);
            if error.is::<CheckFailed>() { ExitCode::from(1) } else { ExitCode::from(2) }
        }
    }
}

/// A command that doesn't exist is refused with those that do.
fn with_commands(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::InvalidSubcommand {
        let mut command = Cli::command();
        for word in std::env::args_os().skip(1) {
            command = command.find_subcommand(word).cloned().unwrap_or(command);
        }
        let names = command.get_subcommands().map(clap::Command::get_name).collect::<Vec<_>>().join(", ");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![format!("allowed are {names}").into()]));
    }
    error
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    /// An example that a narrow terminal breaks can't be copied.
    #[test]
    fn examples_fit_eighty_columns() {
        let program = super::Cli::command();
        for command in std::iter::once(&program).chain(program.get_subcommands()) {
            let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for line in examples.lines() {
                assert!(line.chars().count() <= 80, "cardroom {}: {line:?}", command.get_name());
            }
        }
    }

    #[test]
    fn the_version_says_which_commit_it_is_where_that_is_known() {
        let plain = env!("CARGO_PKG_VERSION");
        assert_eq!(super::version(None), plain);
        assert_eq!(super::version(Some("")), plain, "no checkout");
        assert_eq!(super::version(Some("4b01afd-dirty")), format!("{plain} (4b01afd-dirty)"));
    }

    #[test]
    fn every_command_is_well_defined() {
        super::Cli::command().debug_assert();
    }
}
