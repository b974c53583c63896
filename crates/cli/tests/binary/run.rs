//! Runs the built binary as a user would: arguments in, text and exit code out.

use std::process::{Command, Output};

/// Standard output of a command that succeeds and says nothing on standard error.
pub(crate) fn cardroom(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(text(&output.stderr), "", "cardroom {args:?}");
    assert_eq!(output.status.code(), Some(0), "cardroom {args:?}");
    text(&output.stdout)
}

/// Standard error of a command that is bad input: exit code 2, nothing on standard output.
pub(crate) fn refused(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(text(&output.stdout), "", "cardroom {args:?}");
    assert_eq!(output.status.code(), Some(2), "cardroom {args:?}: {}", text(&output.stderr));
    text(&output.stderr)
}

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom")).args(args).output().expect("the binary was built")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}
