//! What `cardroom serve` says of itself to a program.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

#[test]
fn a_program_is_told_in_json_where_the_room_is_and_that_it_has_closed() {
    let mut room = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["serve", "--demo", "--json", "--listen", "127.0.0.1:0", "--operator-listen", "127.0.0.1:0"])
        .args(["--set", "house_tables=false", "--set", "log=off"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary was built");
    let mut said = BufReader::new(room.stdout.take().expect("it speaks"));
    let mut line = String::new();
    said.read_line(&mut line).expect("it says where it is");
    let opened: Value = serde_json::from_str(&line).expect("one JSON document a line");
    for door in ["open", "operator"] {
        assert!(opened[door].as_str().is_some_and(|url| url.starts_with("http://127.0.0.1:")), "{opened}");
    }
    assert_eq!(opened["network"], Value::Null, "nobody else can come");
    let told = Command::new("kill").arg("-TERM").arg(room.id().to_string()).status();
    assert!(told.expect("kill can be run").success());
    assert!(room.wait().expect("it stops").success());
    let mut last = String::new();
    said.read_to_string(&mut last).expect("its last words");
    assert_eq!(serde_json::from_str::<Value>(&last).expect("JSON"), json!({ "closed": true, "kept": false }));
}
