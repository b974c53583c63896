//! `cardroom replay` and `cardroom convert` from outside: every kind of broken record gets its own line, the rest of
//! the run goes on, and the exit code says so.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use crate::folder::Folder;
use serde_json::Value;

fn cardroom(args: &[&str], path: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom")).args(args).arg(path).output().expect("the binary was built")
}

/// The lines of a run with `--json`, its last line apart.
fn json(args: &[&str], path: &Path) -> (Vec<Value>, Value, Option<i32>) {
    let output = cardroom(&[args, &["--json"]].concat(), path);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let tally = lines.pop().expect("a last line");
    (lines, tally, output.status.code())
}

/// A heads-up hand with these actions behind the deal.
fn hand(deal: &str, actions: &str) -> String {
    format!(
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [5, 10]\nmin_bet = 10\n\
         starting_stacks = [1000, 500]\nactions = [{deal}{actions}]\nfinishing_stacks = [1005, 495]\n"
    )
}

const DEAL: &str = "'d dh p1 AhKd', 'd dh p2 ????', ";
const GOOD: &str = "'p2 f'";

#[test]
fn every_kind_of_broken_record_has_its_own_line_and_the_rest_goes_on() {
    let folder = Folder::new("broken");
    let good = hand(DEAL, GOOD);
    let to_the_flop = "'p2 cc', 'p1 cc', ";
    let kinds = [
        (
            hand("'d dh p1 AhKd', 'd dh p2 Ah??', ", GOOD),
            "action 2, d dh p2 Ah??: Ah can't be dealt: it is already out",
        ),
        (hand("'d dh p1 AhAh', 'd dh p2 ????', ", GOOD), "action 1: Ah is there twice"),
        (hand(DEAL, "'p1 cbr 30'"), "action 3, p1 cbr 30: p1 is not to act: it is p2's turn"),
        (hand(DEAL, "'p2 cbr 501'"), "action 3, p2 cbr 501: raise to 501 is above the maximum of 500"),
        (hand(DEAL, &format!("{to_the_flop}'d db 2c3c'")), "action 5, d db 2c3c: the board lacks cards: 2 is too few"),
        (hand(DEAL, &format!("{to_the_flop}'d db 2c3c4c5c'")), "action 5, d db 2c3c4c5c: 4 cards are too many"),
        (hand(DEAL, "'p2 cc'"), "the record ends after action 3, but p1 is to fold, check, call, bet or raise"),
        (hand(DEAL, "'p2 jumps'"), "action 3: \"p2 jumps\" is not an action"),
        (good.replace("'p2 f']", "'p2 f'"), "not TOML: line 7"),
        (good.replace("min_bet = 10\n", ""), "the field min_bet is missing"),
        (good.replace("antes = [0, 0]", "antes = [0]"), "antes has 1 entries, but starting_stacks has 2"),
        (good.replace("'NT'", "'ZZ'"), "\"ZZ\" is not a variant code"),
        (good.replace("[1000, 500]", "[1000, 0]"), "p2 has no chips"),
        (good.replace("[1005", "[1006"), "p1 has 1005, the record says 1006"),
    ];
    let mut text = Vec::new();
    for (index, (record, _)) in kinds.iter().enumerate() {
        let number = 2 * index + 1;
        text.extend(format!("[{number}]\n{record}\n[{}]\n{good}\n", number + 1).bytes());
    }
    // Rubbish, and a file that ends in the middle.
    let next = 2 * kinds.len() + 1;
    text.extend(format!("[{next}]\n").bytes());
    text.extend((0..=255).cycle().take(5_000).filter(|&byte| byte != b'['));
    text.extend(format!("\n[{}]\n{good}\n[{}]\n{}", next + 1, next + 2, &good[..good.len() / 2]).bytes());
    let path = folder.file("hands.phhs", &text);

    let (lines, tally, code) = json(&["replay", "--check"], &path);
    assert_eq!(code, Some(1));
    assert_eq!(lines.len(), 2 * kinds.len() + 3);
    for (index, (_, says)) in kinds.iter().enumerate() {
        let line = &lines[2 * index];
        assert!(line["error"].as_str().is_some_and(|error| error.contains(says)), "{line}: {says}");
        assert_eq!(line["hand"], 2 * index + 1);
        assert_eq!(line["status"], if says.contains("the record says") { "differ" } else { "invalid" });
        assert_eq!(lines[2 * index + 1]["status"], "match", "{}", lines[2 * index + 1]);
    }
    assert!(lines[next - 1]["error"].as_str().unwrap().contains("not UTF-8 text"), "{}", lines[next - 1]);
    assert_eq!(lines[next]["status"], "match");
    assert!(lines[next + 1]["error"].as_str().unwrap().contains("not TOML"), "{}", lines[next + 1]);
    assert_eq!(tally["hands"], lines.len());
    assert_eq!(tally["match"], kinds.len() + 1);
    assert_eq!(tally["differ"], 1);

    let output = cardroom(&["replay"], &path);
    let said = String::from_utf8(output.stdout).unwrap();
    let line = format!("{}: hand 5: invalid: action 3, p1 cbr 30: p1 is not to act", path.display());
    assert!(said.contains(&line), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

/// PHH allows a history that stops before its hand is over: there is nothing to compare with, unless it says the
/// stacks.
#[test]
fn a_record_may_stop_in_the_middle_but_not_with_the_results_of_a_hand_that_went_on() {
    let folder = Folder::new("stopped");
    let open = hand(DEAL, "'p2 cc'").replace("finishing_stacks = [1005, 495]\n", "");
    let waits = "the record ends after action 3, but p1 is to fold, check, call, bet or raise";
    let lost = |field: &str| format!("{waits}: its {field} are of a hand that went on");
    let none = "the record ends before any action, but p1 has yet to be dealt a card";
    let cases = [
        (open.clone(), "unchecked", Some(waits.to_owned()), Some("[990,490]")),
        (format!("{open}winnings = [0, 0.0]\n"), "unchecked", Some(waits.to_owned()), Some("[990,490]")),
        (format!("{open}finishing_stacks = [990.00, 490]\n"), "match", None, Some("[990,490]")),
        (format!("{open}finishing_stacks = [990, inf]\n"), "unchecked", Some(waits.to_owned()), Some("[990,490]")),
        (format!("{open}finishing_stacks = [1010, 490]\n"), "invalid", Some(lost("finishing_stacks")), None),
        (format!("{open}winnings = [20, 0]\n"), "invalid", Some(lost("winnings")), None),
        (
            hand("", "").replace("finishing_stacks = [1005, 495]\n", ""),
            "unchecked",
            Some(none.to_owned()),
            Some("[990,495]"),
        ),
    ];
    for (record, status, error, stacks) in cases {
        let path = folder.file("stopped.phh", record.as_bytes());
        let (lines, _, code) = json(&["replay", "--check"], &path);
        assert_eq!(lines[0]["status"], status, "{record}");
        assert_eq!(lines[0]["error"], Value::from(error), "{record}");
        assert_eq!(lines[0]["stacks"].to_string(), stacks.unwrap_or("null"), "{record}");
        assert_eq!(code, Some(i32::from(status == "invalid")), "{record}");
    }
    let path = folder.file("stopped.phh", open.as_bytes());
    let output = cardroom(&["convert", "--to", "ohh"], &path);
    assert_eq!(output.status.code(), Some(1), "there is no whole hand to write");
}

/// Ten thousand hands that nobody here plays are not ten thousand lines to read; machines get each.
#[test]
fn what_is_said_of_many_hands_is_said_a_few_times_and_counted() {
    let folder = Folder::new("alike");
    let omaha = "variant = 'PO'\nantes = [0, 0]\nactions = []\n";
    let mut text = String::new();
    for number in 1..=10_000 {
        text += &format!("[{number}]\n{omaha}");
    }
    text += &format!("[10001]\n{}[10002]\n{}", hand(DEAL, "'p2 cc'"), hand(DEAL, GOOD));
    let path = folder.file("omaha.phhs", text.as_bytes());
    let output = cardroom(&["replay"], &path);
    let said = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = said.lines().collect();
    let unsupported = "unchecked: unsupported: PO is Omaha, which is not played here";
    assert_eq!(lines[2], format!("{}: hand 3: {unsupported}", path.display()));
    assert!(lines[3].contains("hand 10001: invalid: the record ends after action 3"), "{said}");
    assert_eq!(lines[4], format!("… and 9997 more hands: {unsupported}"));
    assert_eq!(lines[5], "(--json names every hand)");
    assert!(lines[6].starts_with("10002 hands: 0 match, 0 differ, 10001 unchecked, 1 invalid"), "{said}");
    assert_eq!(lines.len(), 7);
    assert_eq!(json(&["replay"], &path).0.len(), 10_002);
}

/// Somebody who has a site's own files learns that they are to be converted, not that they are no TOML.
#[test]
fn a_history_in_another_format_is_named() {
    let folder = Folder::new("other-formats");
    for (text, format) in
        [("PokerStars Hand #1:  Hold'em No Limit (1/2)\n", "PokerStars text"), ("{\"ohh\":{}}\n", "Open Hand History")]
    {
        let path = folder.file("hands.phhs", text.as_bytes());
        let (lines, _, code) = json(&["replay"], &path);
        assert_eq!(lines[0]["error"], format!("this is {format}, not PHH: convert it first"));
        assert_eq!(code, Some(1));
    }
}

/// A line of a gigabyte is refused without being held in memory: the file has holes and takes no room on disk either.
#[test]
fn a_line_of_a_gigabyte_is_refused_and_the_rest_goes_on() {
    let folder = Folder::new("gigabyte");
    let path = folder.path().join("long.phhs");
    let good = hand(DEAL, GOOD);
    let mut file = File::create(&path).unwrap();
    write!(file, "[1]\n{good}\n[2]\nvariant = '").unwrap();
    let length = file.metadata().unwrap().len();
    file.set_len(length + (1 << 30)).unwrap();
    drop(file);
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    write!(file, "'\n[3]\n{good}").unwrap();
    drop(file);

    let (lines, _, code) = json(&["replay", "--check", "--jobs", "1"], &path);
    let statuses: Vec<_> = lines.iter().map(|line| line["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["match", "invalid", "match"]);
    assert_eq!(lines[1]["error"], "the record is longer than 1048576 bytes, the most that is read");
    assert_eq!(code, Some(1));
}

#[test]
fn a_game_that_is_not_played_here_is_unsupported_and_no_failure() {
    let folder = Folder::new("unsupported");
    let omaha = "variant = 'PO'\nantes = [0, 0]\nactions = ['d dh p1 AhKdQcJs', 'p1 pb 3']\n";
    let path = folder.file("omaha.phh", omaha.as_bytes());
    let (lines, tally, code) = json(&["replay", "--check"], &path);
    assert_eq!(lines[0]["status"], "unchecked");
    assert_eq!(lines[0]["error"], "unsupported: PO is Omaha, which is not played here");
    assert_eq!((&tally["invalid"], code), (&Value::from(0), Some(0)));
}

#[test]
fn what_a_command_cannot_use_is_refused_in_words_of_ours() {
    let folder = Folder::new("words");
    let path = folder.file("hand.ohh", b"{\"ohh\": 1}\n");
    let output = cardroom(&["convert", "--to", "phh"], &path);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("not Open Hand History: invalid type: integer `1`, expected a hand, in braces"), "{said}");
    for jobs in ["0", "-1", "1025", "all"] {
        let output = cardroom(&["replay", "--jobs", jobs], &path);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("allowed is a whole number from 1 to 1024"), "{said}");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn nothing_to_replay_is_an_error() {
    let folder = Folder::new("no-hands");
    folder.file("notes.txt", b"no hands here");
    let empty = folder.file("empty.phhs", b"# none yet\n");
    for path in [folder.path(), &empty] {
        let output = cardroom(&["replay", "--check"], path);
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(&format!("nothing to replay: no hand is in {}", path.display())), "{said}");
        let (lines, tally, code) = json(&["replay"], path);
        assert_eq!((lines.len(), &tally["hands"], code), (0, &Value::from(0), Some(2)));
    }
}

#[test]
fn folders_are_read_in_order_and_amounts_are_exact() {
    let folder = Folder::new("folder");
    let cents =
        hand(DEAL, GOOD).replace("[1000, 500]", "[1000.10, inf]").replace("finishing_stacks = [1005, 495]\n", "");
    fs::create_dir(folder.path().join("a")).unwrap();
    folder.file("a/1.phh", cents.as_bytes());
    folder.file("a/notes.txt", b"no hands here");
    folder.file("b.phhs", format!("[7]\n{}", hand(DEAL, GOOD)).as_bytes());
    let (lines, tally, code) = json(&["replay", "--check", "--stats"], folder.path());
    assert_eq!(lines[0]["stacks"].to_string(), "[1005.1,null]");
    assert_eq!(lines[1]["hand"], 7);
    assert_eq!(lines[1]["stacks"], lines[1]["expected"]);
    assert_eq!(lines[2]["player"], "p1");
    assert_eq!(lines[2]["bb_per_100"], 50.0);
    assert_eq!((&tally["hands"], &tally["unchecked"], code), (&Value::from(2), &Value::from(1), Some(0)));
    let output = cardroom(&["replay"], &folder.path().join("nothing.phh"));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn hands_are_converted_and_come_back() {
    let folder = Folder::new("convert");
    let text = format!("[1]\n{}\n[2]\nvariant = 'NT'\n[3]\n{}", hand(DEAL, GOOD), hand(DEAL, "'p2 cbr 20', 'p1 f'"));
    let path = folder.file("hands.phhs", text.as_bytes());
    let converted = |to: &str| {
        let output = cardroom(&["convert", "--to", to], &path);
        assert_eq!(output.status.code(), Some(1), "one of the hands is broken");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("hand 2: the field antes is missing"), "{said}");
        let left_out = "hand 3: its finishing_stacks are left out: p1 has 990, the record says 1005, p2 has 510";
        assert!(said.contains(left_out), "{said}");
        String::from_utf8(output.stdout).unwrap()
    };
    let ohh = converted("ohh");
    let hands: Vec<Value> =
        ohh.split("\n\n").filter(|hand| !hand.is_empty()).map(|hand| serde_json::from_str(hand).unwrap()).collect();
    assert_eq!(hands.len(), 2);
    assert_eq!(hands[1]["ohh"]["pots"][0]["player_wins"][0]["win_amount"], 20);
    let again = folder.file("hands.ohh", ohh.as_bytes());
    let output = cardroom(&["convert", "--to", "phh"], &again);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let back = folder.file("back.phhs", &output.stdout);
    assert_eq!(cardroom(&["replay", "--check"], &back).status.code(), Some(0));
    let session = folder.file("session.txt", converted("pokerstars").as_bytes());
    let output = cardroom(&["convert", "--to", "phh"], &session);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let phh = folder.file("back.phhs", &output.stdout);
    let (lines, ..) = json(&["replay", "--check"], &phh);
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| line["status"] == "match"), "{lines:?}");

    let output = cardroom(&["convert", "--to", "pokerstars", "--json"], &path);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<Value> = output
        .stdout
        .split_inclusive(|&byte| byte == b'\n')
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    assert!(lines[0]["text"].as_str().unwrap().starts_with("PokerStars Hand #"), "{lines:?}");
    assert_eq!((&lines[1]["hand"], &lines[1]["error"]), (&Value::from(2), &Value::from("the field antes is missing")));
    assert!(lines[2]["error"].is_null() && lines[2]["remark"].is_string(), "{lines:?}");
    assert_eq!(lines.len(), 3);

    // Not even the hands themselves, by a slip of the hand.
    let before = fs::read(&path).unwrap();
    let output = cardroom(&["convert", "--to", "ohh", "--out", path.to_str().unwrap()], &path);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("never written over others"), "{output:?}");
    assert_eq!(fs::read(&path).unwrap(), before);
    // A file that was made for it and is empty is as good as a new one.
    let target = folder.file("new.ohh", b"");
    let output = cardroom(&["convert", "--to", "ohh", "--json", "--out", target.to_str().unwrap()], &path);
    assert_eq!(fs::read_to_string(target).unwrap(), ohh);
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .starts_with("{\"hand\":1,\"text\":null,\"error\":null,\"remark\":null}\n")
    );

    let output = cardroom(&["convert", "--to", "phh", "--for", "p2"], &path);
    let private = String::from_utf8(output.stdout).unwrap();
    assert!(private.contains("'d dh p1 ????'") && !private.contains("AhKd"), "{private}");
}

/// PHH as it is extended here has dead posts alone; what others write so was often live, and whoever checks is told.
#[test]
fn a_reading_of_posts_other_than_the_written_one_is_told() {
    let folder = Folder::new("posts");
    let text = |finishing: &str| {
        format!(
            "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [5, 10, -10]\nmin_bet = 10\n\
             starting_stacks = [100, 100, 100]\nfinishing_stacks = [{finishing}]\n\
             actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 30', 'p1 f', 'p2 f']\n"
        )
    };
    let (dead, live) = (text("95, 90, 115"), text("95, 90, 115").replace("cbr 30", "cbr 100"));
    let path = folder.file("hands.phhs", format!("[1]\n{dead}[2]\n{live}").as_bytes());
    let (lines, tally, code) = json(&["replay", "--check"], &path);
    assert_eq!(lines.iter().map(|line| line["live_posts"].as_bool()).collect::<Vec<_>>(), [Some(false), Some(true)]);
    assert_eq!((&tally["match"], &tally["live_posts"], code), (&Value::from(2), &Value::from(1), Some(0)));
    let said = String::from_utf8(cardroom(&["replay", "--check"], &path).stdout).unwrap();
    assert!(said.starts_with("1 hand fits only if its post below zero was a live blind\n2 hands: 2 match"), "{said}");
    // What was read so is told so.
    let output = cardroom(&["convert", "--to", "pokerstars"], &path);
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!((told.matches("p3: posts dead blind 10").count(), told.matches("p3: posts").count()), (1, 2), "{told}");
}

/// A stranger's record gives no orders to the terminal of whoever looks at it.
#[test]
fn what_a_record_hides_is_written_out() {
    let folder = Folder::new("hidden");
    let named = hand(DEAL, GOOD) + "players = [\"b\\u001b[2Job\", \"ann\"]\n";
    let wrong = hand(DEAL, GOOD) + "_revealed = [\"p1 \\u001b[2J\"]\n";
    fs::write(folder.path().join("hands.phhs"), format!("[1]\n{named}\n[2]\n{wrong}")).expect("a file");
    let output = cardroom(&["replay", "--stats"], folder.path());
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(!said.contains('\u{1b}'), "{said:?}");
    assert!(said.contains("b\\u{1b}[2Job") && said.contains("_revealed = p1 \\u{1b}[2J: allowed is"), "{said}");
}
