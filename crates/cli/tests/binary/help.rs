//! The binary from outside: help, completions, man pages, exit codes and closed pipes.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Output};

use crate::run::{cardroom, refused};

/// Every command the program has, read from its own help.
fn commands() -> Vec<String> {
    let help = cardroom(&["--help"]);
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
    // A description that was wrapped stands further right than a name.
    list.lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .collect()
}

#[test]
fn every_help_shows_examples() {
    assert!(commands().len() >= 2, "{:?}", commands());
    assert!(cardroom(&["--help"]).contains("Examples:\n  cardroom "));
    for command in commands() {
        for flag in ["-h", "--help"] {
            let help = cardroom(&[&command, flag]);
            assert!(help.contains(&format!("Examples:\n  cardroom {command} ")), "{command} {flag}: {help}");
            assert!(help.contains("--json"), "{command} {flag}: {help}");
        }
    }
}

#[test]
fn no_command_shows_the_help_and_is_an_error() {
    assert!(refused(&[]).contains("Usage: cardroom [OPTIONS] <COMMAND>"));
    assert!(refused(&["shuffle-up-and-deal"]).contains("unrecognized subcommand"));
}

#[test]
fn completions_for_every_shell_know_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = cardroom(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
        let json = cardroom(&["completions", shell, "--json"]);
        let json = serde_json::from_str::<serde_json::Value>(&json).expect("one JSON document");
        assert_eq!(json["shell"], shell);
        assert_eq!(json["script"], script);
    }
    assert!(refused(&["completions", "tcsh"]).contains("[possible values: bash, elvish, fish, powershell, zsh]"));
}

#[test]
fn a_man_page_for_the_program_and_each_command() {
    let dir = std::env::temp_dir().join(format!("cardroom-man-{}", std::process::id()));
    let said = cardroom(&["man", "--dir", dir.to_str().expect("a plain path")]);
    let mut expected = commands().iter().map(|command| format!("cardroom-{command}.1")).collect::<Vec<_>>();
    expected.push("cardroom.1".to_owned());
    for name in &expected {
        let page = std::fs::read_to_string(dir.join(name)).expect(name);
        assert!(page.contains(".TH cardroom"), "{name}: {page}");
        assert!(page.contains(".SH EXAMPLES\n.nf\n"), "{name}: {page}");
    }
    // No page sends a reader to one that isn't there.
    let pages = std::fs::read_dir(&dir).expect("a folder").map(|page| page.expect("a page").path()).collect::<Vec<_>>();
    assert!(said.starts_with(&format!("{} pages written to ", pages.len())), "{said}");
    assert!(pages.len() > expected.len(), "those of `cardroom operate`");
    for page in pages {
        let page = std::fs::read_to_string(page).expect("text").replace('\\', "");
        for named in page.split_whitespace().filter_map(|word| word.strip_suffix("(1)")) {
            assert!(dir.join(format!("{named}.1")).exists(), "{named}(1) is named and not there");
        }
    }
    assert_eq!(std::fs::read_to_string(dir.join("cardroom.1")).expect("written"), cardroom(&["man"]));
    std::fs::remove_dir_all(dir).expect("ours to remove");
}

#[test]
fn a_folder_that_cannot_be_made_is_refused() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml/man");
    assert!(refused(&["man", "--dir", path]).starts_with("error: cannot make the folder "));
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let binary = env!("CARGO_BIN_EXE_cardroom");
    let output = Command::new(binary).args(["completions", "bash"]).stdout(writer).output().expect("it was built");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_command_that_does_not_exist_is_refused_with_those_that_do() {
    let said = refused(&["nonsense"]);
    assert!(said.contains("unrecognized subcommand 'nonsense'") && said.contains("allowed are serve, operate, games"));
    let said = refused(&["operate", "--json", "nonsense"]);
    assert!(said.contains("allowed are tables, pause, resume"), "{said}");
}

/// Bytes that are no text, among what was typed or beside it, are no reason to break down.
#[test]
fn what_is_no_text_is_refused_in_words() {
    let no_text = OsStr::from_bytes(b"\xff");
    let run = |command: &mut Command| command.output().expect("it was built");
    let program = || Command::new(env!("CARGO_BIN_EXE_cardroom"));
    let said = |output: &Output| {
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(said(&run(program().arg("nonsense").arg(no_text))).contains("unrecognized subcommand 'nonsense'"));
    assert!(said(&run(program().arg("serve").arg("--data").arg(no_text))).contains("invalid UTF-8"));
    let unknown = run(program().args(["serve", "--set", "nonsense=1"]).env("SOMETHING", no_text));
    assert!(said(&unknown).contains("nonsense"), "{unknown:?}");
    let ours = run(program().args(["serve", "--demo"]).env("CARDROOM_LISTEN", no_text));
    assert!(said(&ours).contains("CARDROOM_LISTEN: its value is not UTF-8 text"), "{ours:?}");
}

#[test]
fn addresses_and_numbers_that_cannot_be_read_are_refused_with_what_is_allowed() {
    for address in ["7777", ":7777", "localhost:7777", "127.0.0.1"] {
        let said = refused(&["serve", "--demo", "--listen", address]);
        assert!(said.contains("as 127.0.0.1:7777 for this machine"), "{address}: {said}");
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let taken = taken.local_addr().expect("its address").to_string();
    for (flag, other) in [("--listen", "--operator-listen"), ("--operator-listen", "--listen")] {
        let said = refused(&["serve", "--demo", flag, &taken, other, "127.0.0.1:0"]);
        assert!(said.contains(&format!("{taken} can't be listened on")), "{said}");
        assert!(said.trim_end().ends_with(&format!("choose another with {flag}")), "{said}");
    }
    for (kept, at) in [("--data", "kept"), ("--database", "kept.db")] {
        let said = refused(&["serve", "--demo", kept, at]);
        assert!(said.contains("cannot be used with") && said.contains(kept), "a demo is kept nowhere: {said}");
    }
    for order in
        [&["pause", "x"][..], &["credit", "1", "many"], &["ban", "1", "--hours", "1.5"], &["log", "--before", "x"]]
    {
        let said = refused(&[&["operate"], order].concat());
        assert!(said.contains("allowed is a whole number"), "{order:?}: {said}");
    }
    for feature in ["", "a b", "../log"] {
        let said = refused(&["operate", "switch", feature, "off"]);
        assert!(said.contains("operate features"), "{feature:?}: {said}");
    }
}
