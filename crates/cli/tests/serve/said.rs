//! What `cardroom serve` says of itself to a program, and what a program is told at the wrong door.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A throwaway room, what it said first, and what it will say.
fn opened() -> (Child, Value, BufReader<ChildStdout>) {
    let mut room = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["serve", "--demo", "--json", "--listen", "127.0.0.1:0", "--operator-listen", "127.0.0.1:0"])
        .args(["--set", "house_tables=false", "--set", "log=off"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary was built");
    let mut said = BufReader::new(room.stdout.take().expect("it speaks"));
    let mut line = String::new();
    said.read_line(&mut line).expect("it says where it is");
    (room, serde_json::from_str(&line).expect("one JSON document a line"), said)
}

fn stop(mut room: Child) {
    let told = Command::new("kill").arg("-TERM").arg(room.id().to_string()).status();
    assert!(told.expect("kill can be run").success());
    assert!(room.wait().expect("it stops").success());
}

#[test]
fn a_program_is_told_in_json_where_the_room_is_and_that_it_has_closed() {
    let (room, opened, mut said) = opened();
    for door in ["open", "operator"] {
        assert!(opened[door].as_str().is_some_and(|url| url.starts_with("http://127.0.0.1:")), "{opened}");
    }
    assert_eq!((&opened["network"], &opened["demo"]), (&Value::Null, &json!(true)), "nobody else can come");
    stop(room);
    let mut last = String::new();
    said.read_to_string(&mut last).expect("its last words");
    assert_eq!(serde_json::from_str::<Value>(&last).expect("JSON"), json!({ "closed": true, "kept": false }));
}

/// Both doors are ports of one machine, and the people's is the one that everybody knows.
#[test]
fn an_operator_at_the_people_s_door_is_told_of_the_other_one() {
    let (room, opened, _said) = opened();
    let operate = |task: &[&str], at: &Value| {
        let at = at.as_str().expect("an address");
        let output = Command::new(env!("CARGO_BIN_EXE_cardroom")).arg("operate").args(task).args(["--at", at]).output();
        let output = output.expect("it runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    for task in [&["tables"][..], &["audit"], &["pause", "7"], &["credit", "1", "5"]] {
        let (code, said) = operate(task, &opened["open"]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("is not the operator's door") && said.contains("--operator-listen prints"), "{said}");
    }
    assert_eq!(operate(&["tables"], &opened["operator"]), (Some(0), String::new()));
    let (code, said) = operate(&["pause", "7"], &opened["operator"]);
    assert!(code == Some(2) && said.contains("the room refused: ") && !said.contains("listener"), "{said}");
    let (code, said) = operate(&["tables"], &json!("https://127.0.0.1:7778"));
    assert!(code == Some(2) && said.contains("speaks http alone"), "{said}");
    stop(room);
}
