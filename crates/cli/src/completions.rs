//! `cardroom completions SHELL`: the script that lets a shell complete our commands and options.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;
use crate::output::Output;

/// Print a completion script for your shell
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The shell to complete in
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  cardroom completions bash > /etc/bash_completion.d/cardroom
  cardroom completions zsh  > ~/.zfunc/_cardroom
  cardroom completions fish > ~/.config/fish/completions/cardroom.fish";

#[derive(serde::Serialize)]
struct Script {
    shell: String,
    script: String,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "cardroom", &mut script);
    let script = String::from_utf8(script)?;
    if out.wants_json() { out.json(&Script { shell: args.shell.to_string(), script }) } else { out.text(script) }
}
