//! What is no file of the kind that a command reads: missing, a folder, forbidden, or without an end.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

use crate::folder::Folder;

/// What a command says to standard error as it refuses, within 4 GB of addresses and a minute.
fn refused(args: &[&str]) -> String {
    let bounded = "ulimit -v 4000000 && exec timeout 60 \"$0\" \"$@\"";
    let program = env!("CARGO_BIN_EXE_cardroom");
    let output = Command::new("sh").args(["-c", bounded, program]).args(args).output().expect("there is a shell");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{args:?}: {said}");
    said
}

#[test]
fn every_file_that_is_none_is_refused_in_words() {
    let folder = Folder::new("files");
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let (inside, forbidden, proof) = (at("folder"), at("forbidden"), at("proof.json"));
    fs::create_dir(&inside).expect("a folder");
    // The charts of a folder are files in it.
    symlink("/dev/zero", Path::new(&inside).join("holdout-high.bin")).expect("a link");
    fs::write(&forbidden, "").expect("a file");
    fs::set_permissions(&forbidden, Permissions::from_mode(0o000)).expect("one's own file");
    fs::write(&proof, "{}").expect("a file");
    let data = at("data");

    // Each with what it says of a file without an end; none where that is read as it comes, or asked of a database.
    let settings = Some("it has more than 1048576 bytes");
    let commands: [(&[&str], Option<&str>); 9] = [
        (&["charts", "--page"], Some("it has more than 4194304 bytes")),
        (&["verify"], Some("/dev/zero is not a dealing proof: it has more than 4194304 bytes")),
        (&["verify", &proof, "--previous"], Some("/dev/zero is not a dealing proof: it has more than 4194304 bytes")),
        (&["restore", "--data", &data], Some("a backup is a plain file, and this is none")),
        (&["serve", "--data", &data, "--config"], settings),
        (&["backup", &proof, "--config"], settings),
        (&["restore", &proof, "--config"], settings),
        (&["convert", "--to", "ohh"], None),
        (&["replay", "--check"], None),
    ];
    for (words, endless) in commands {
        let said = |file: &str| {
            let said = refused(&[words, &[file]].concat());
            assert!(said.starts_with("error: ") && said.contains(file), "{words:?} {file}: {said}");
            said
        };
        assert!(said(&at("missing")).contains("No such file or directory"), "{words:?}");
        if let Some(endless) = endless {
            assert!(said("/dev/zero").contains(endless), "{words:?}");
        }
        if words[0] != "replay" {
            let folder = said(&inside);
            assert!(folder.contains("Is a directory") || folder.contains("this is none"), "{words:?}: {folder}");
        }
        // Nothing is forbidden to root.
        if File::open(&forbidden).is_err() && words[0] != "restore" {
            assert!(said(&forbidden).contains("Permission denied"), "{words:?}");
        }
    }
    let said = refused(&["charts", "--from", &inside]);
    assert!(said.ends_with("holdout-high.bin can't be read: it has more than 4194304 bytes\n"), "{said}");
}
