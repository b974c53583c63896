//! `cardroom simulate` from outside: what it plays it can write down, and what is written is played again to the chip.

use std::fs;
use std::path::Path;

use crate::folder::Folder;
use crate::run::{cardroom, refused};
use cardroom_rules::CATALOGUE;
use serde_json::Value;

/// Simulates and writes the records to this file.
fn recorded(path: &Path, settings: &[&str]) -> Value {
    let path = path.to_str().expect("UTF-8");
    serde_json::from_str(&cardroom(&[&["simulate", "--json", "--records", path], settings].concat())).expect("JSON")
}

/// Every hand of the file is played again and has the same stacks at its end.
fn check(path: &Path, hands: u64) {
    let lines = cardroom(&["replay", "--check", "--json", path.to_str().expect("UTF-8")]);
    let tally: Value = serde_json::from_str(lines.lines().last().expect("a last line")).expect("JSON");
    assert_eq!((tally["hands"].as_u64(), tally["match"].as_u64()), (Some(hands), Some(hands)), "{tally}");
}

#[test]
fn records_of_every_game_and_limit_are_played_again_to_the_chip() {
    let folder = Folder::new("records");
    for game in CATALOGUE {
        for limit in ["fixed", "pot", "no", "spread"] {
            let path = folder.path().join(format!("{}-{limit}.phhs", game.id));
            let report = recorded(&path, &["--game", game.id, "--limit", limit, "--hands", "50", "--check"]);
            assert_eq!(report["hands"], 50);
            check(&path, 50);
        }
    }
}

#[test]
fn a_straddle_is_posted_and_recorded() {
    let folder = Folder::new("straddle");
    let path = folder.path().join("straddle.phhs");
    recorded(&path, &["--game", "holdem", "--players", "4", "--straddle", "--hands", "40", "--check"]);
    check(&path, 40);
    let records = fs::read_to_string(&path).expect("UTF-8");
    assert_eq!(records.matches("\nblinds_or_straddles = [1, 2, 4, 0]\n").count(), 40, "{records}");
    let said = refused(&["simulate", "--game", "holdem", "--players", "2", "--straddle"]);
    assert!(said.contains("at least three"), "{said}");
}

#[test]
fn one_bot_alone_is_told_what_it_lacks() {
    let said = refused(&["simulate", "--game", "holdout", "--bots", "strong"]);
    assert!(said.contains("--players"), "{said}");
}

#[test]
fn records_name_the_profile_and_the_hash_of_the_rules() {
    let folder = Folder::new("profile");
    let path = folder.path().join("approved.phhs");
    let table = ["--game", "holdout", "--limit", "spread", "--max-bet", "10", "--profile", "wac-230-15"];
    recorded(&path, &[&table, &["--players", "9", "--hands", "40"][..]].concat());
    check(&path, 40);
    let records = fs::read_to_string(&path).expect("UTF-8");
    assert_eq!(records.matches("\n_profile = 'wac-230-15'\n").count(), 40, "{records}");
    let page = cardroom(&[&["rules", "holdout", "--json"][..]].concat());
    let hash = records.lines().find_map(|line| line.strip_prefix("_rules_hash = ")).expect("a hash");
    assert!(page.contains(hash.trim_matches('\'')), "{hash} is not in {page}");
}

#[test]
fn bots_hands_are_recorded_with_their_names_in_the_same_order_on_any_number_of_threads() {
    let folder = Folder::new("bots");
    let write = |threads: &str| {
        let path = folder.path().join(format!("{threads}.phhs"));
        let game = ["--game", "draw27", "--bots", "solid,beginner,random", "--samples", "16", "--hands", "90"];
        recorded(&path, &[&game[..], &["--threads", threads]].concat());
        check(&path, 90);
        fs::read_to_string(&path).expect("UTF-8")
    };
    let records = write("1");
    assert!(records.contains("'solid 1'") && records.contains("'random 3'"), "{records}");
    assert_eq!(records, write("3"));
}

#[test]
fn the_same_seed_gives_the_same_hands_whether_or_not_they_are_written() {
    let folder = Folder::new("seed");
    let game = ["--game", "holdout-hilo", "--hands", "300", "--seed", "5"];
    let mut written = recorded(&folder.path().join("hands.phhs"), &game);
    let mut unwritten: Value =
        serde_json::from_str(&cardroom(&[&["simulate", "--json"], &game[..]].concat())).expect("JSON");
    for report in [&mut written, &mut unwritten] {
        report.as_object_mut().expect("an object").retain(|key, _| !key.contains("second"));
    }
    assert_eq!(written, unwritten);
}

#[test]
fn a_file_that_exists_a_full_disk_and_a_name_for_one_hand_are_refused() {
    let folder = Folder::new("refused");
    let refused_at = |path: &Path| {
        let path = path.to_str().expect("UTF-8");
        refused(&["simulate", "--game", "holdem", "--hands", "300", "--records", path])
    };
    let taken = folder.file("taken.phhs", b"mine");
    assert!(refused_at(&taken).contains("exists already"));
    assert_eq!(fs::read(&taken).expect("a file"), b"mine");
    assert!(refused_at(folder.path()).contains("exists already"));
    assert!(refused_at(&folder.path().join("nowhere").join("hands.phhs")).contains("can't be written"));
    assert!(refused_at(&folder.path().join("hands.phh")).contains("ends in .phhs"));
    let full = Path::new("/dev/full");
    if full.exists() {
        let said = refused_at(full);
        assert!(said.contains("/dev/full is incomplete") && said.contains("No space left"), "{said}");
    }
}

#[test]
fn numbers_that_fit_nothing_are_refused_with_what_is_allowed() {
    let whole = "allowed is a whole number";
    for (flag, value, message) in [
        ("--hands", "-5", whole),
        ("--hands", "1e6", whole),
        ("--hands", "18446744073709551616", whole),
        ("--players", "-1", whole),
        ("--players", "0", "0 players: holdem is played by 2 to 10"),
        ("--players", "1", "1 player: holdem is played by 2 to 10"),
        ("--players", "11", "11 players: holdem is played by 2 to 10"),
        ("--players", "1000000000000000", "1000000000000000 players: at most 10 sit at a table"),
        ("--seed", "-9", whole),
        ("--min-bet", "-2", whole),
        ("--stack", "0", "has no chips"),
        ("--stack", "9223372036854775808", "the stacks add up to more than the 9007199254740991 chips"),
        ("--stack", "18446744073709551615", "the stacks add up to more than the 9007199254740991 chips"),
    ] {
        let said = refused(&["simulate", "--game", "holdem", flag, value]);
        assert!(said.contains(message), "{flag} {value}: {said}");
    }
}

#[test]
fn all_the_chips_of_a_room_are_added_up_over_many_hands() {
    let stack = ["--players", "2", "--stack", "4503599627370495", "--hands", "3000"];
    for bots in [&[][..], &["--bots", "beginner,random"]] {
        let line = [&["simulate", "--json", "--game", "holdem"], &stack[..], bots].concat();
        let report: Value = serde_json::from_str(&cardroom(&line)).expect("JSON");
        assert_eq!(report["chips_before"], report["chips_after"]);
        // 3,000 hands of 9,007,199,254,740,990 chips: more than 64 bits hold.
        assert!(report["chips_before"].as_f64().is_some_and(|chips| chips > 2.7e19), "{report}");
    }
}
