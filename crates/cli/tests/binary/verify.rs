//! `cardroom verify`: proofs that hold, tampered ones, and files that are something else.

use std::path::PathBuf;
use std::process::Command;

use crate::dealt::{self, Proved};
use crate::run::{cardroom, refused};
use cardroom_rules::Event;
use serde_json::{Value, json};

/// A public proof, a private one with a showdown, a private one of a game with a reshuffle, and a burned hand.
fn proofs() -> [Value; 4] {
    let shown = |proved: &&Proved| proved.events.iter().any(|event| matches!(event, Event::Shown { .. }));
    let reshuffled =
        |proved: &&Proved| shown(proved) && proved.events.iter().any(|event| matches!(event, Event::Reshuffled { .. }));
    let (holdem, holdout, draw) = ("holdem", "holdout-hilo", "draw27-triple");
    let found = |game, players, wanted: &dyn Fn(&&Proved) -> bool| {
        (1..200).map(|seed| dealt::prove(game, players, seed)).find(|proved| wanted(&proved)).expect("one of many")
    };
    let text = include_str!("../../../fair/vectors/crp-1.json");
    let vectors: Value = serde_json::from_str(text).expect("the vectors are JSON");
    [
        json!(found(holdem, 4, &shown).public),
        json!(found(holdout, 3, &shown).private[0]),
        json!(found(draw, 7, &reshuffled).private[6]),
        vectors["proof"][3].clone(),
    ]
}

/// A file that goes away with the test.
struct Saved(PathBuf);

impl Saved {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cardroom-verify-{}-{name}.json", std::process::id()));
        std::fs::write(&path, text).expect("the temporary folder can be written to");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for Saved {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Both outputs of a proof that doesn't hold.
fn fails(args: &[&str]) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cardroom")).arg("verify").args(args).output().expect("it runs");
    let (said, error) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(1), "{said}{error}");
    (said, error)
}

#[test]
fn a_proof_that_holds_is_read_out_check_by_check() {
    let [public, private, reshuffled, burned] = proofs();
    let all = [("public", public, 13), ("private", private, 13), ("reshuffled", reshuffled, 13), ("burned", burned, 9)];
    for (name, proof, checks) in all {
        let file = Saved::new(name, &proof.to_string());
        let said = cardroom(&["verify", file.path()]);
        assert_eq!(said.matches("holds  ").count(), checks, "{said}");
        assert!(said.contains("That nobody looked at the cards is not proved"), "{said}");
        let report: Value = serde_json::from_str(&cardroom(&["verify", file.path(), "--json"])).unwrap();
        assert_eq!(report["ok"], true);
        assert_eq!(report["checks"].as_array().unwrap().len(), checks);
        assert!(report["checks"][0]["detail"].as_str().unwrap().starts_with("the holder of key "));
    }
}

#[test]
fn a_tampered_proof_exits_1_and_names_what_is_wrong() {
    let [_, private, _, _] = proofs();
    let changes = [
        ("/record", json!("another hand"), "digest"),
        ("/proof/own/0/card", json!(if private["proof"]["own"][0]["card"] == "As" { "Ah" } else { "As" }), "openings"),
        ("/proof/commitment/hid/hand", json!("12"), "commitment"),
        ("/proof/outcome/dealt/deck", json!(77), "beacon"),
        ("/proof/digest", json!("not hex"), "form"),
        ("/record", json!("another hand"), "deal"),
        ("/proof/own", private["proof"]["outcome"]["dealt"]["openings"].clone(), "deal"),
    ];
    for (path, value, names) in changes {
        let mut changed = private.clone();
        *changed.pointer_mut(path).unwrap() = value;
        let file = Saved::new("tampered", &changed.to_string());
        let (said, error) = fails(&[file.path()]);
        assert!(said.contains(&format!("FAILS  {names}")), "{said}");
        assert!(error.contains("the proof does not hold: ") && error.contains(names), "{error}");
        let (report, _) = fails(&[file.path(), "--json"]);
        let report: Value = serde_json::from_str(&report).unwrap();
        assert_eq!(report["ok"], false);
        let failed = |check: &&Value| check["ok"] == false;
        assert!(report["checks"].as_array().unwrap().iter().filter(failed).any(|check| check["name"] == names));
    }
}

/// What only the game's own steps can tell: who was owed which card.
#[test]
fn every_hand_is_replayed_and_every_shown_card_must_be_opened() {
    for game in cardroom_rules::CATALOGUE {
        for seed in 1..12 {
            let proved = dealt::prove(game.id, 2 + seed as usize % 7, seed);
            let public = Saved::new(&format!("{}-{seed}", game.id), &json!(proved.public).to_string());
            cardroom(&["verify", public.path()]);
            let mut silent = json!(proved.public);
            let openings = silent["proof"]["outcome"]["dealt"]["openings"].as_array_mut().expect("openings");
            if openings.pop().is_some() {
                let silent = Saved::new(&format!("{}-{seed}-silent", game.id), &silent.to_string());
                let (said, error) = fails(&[silent.path()]);
                assert!(error.ends_with("the proof does not hold: published, deal\n"), "{said}{error}");
            }
        }
    }
}

#[test]
fn a_file_that_is_no_proof_or_cut_short_exits_2() {
    let text = proofs()[0].to_string();
    let texts = ["", "{}", "[1]", "variant = 'NT'", "\u{0}", &text[..text.len() / 2], &text[..text.len() - 1]];
    for json in [false, true] {
        for (n, text) in texts.iter().enumerate() {
            let file = Saved::new(&format!("other-{n}-{json}"), text);
            let args = ["verify", file.path(), "--json"];
            let error = refused(if json { &args } else { &args[..2] });
            assert!(error.contains("not a CRP-1 dealing proof, or one cut short: "), "{error}");
        }
    }
    assert!(refused(&["verify", "no-such-file.json"]).contains("no-such-file.json can't be read: "));
    let endless = Saved::new("endless", &" ".repeat((4 << 20) + 1));
    assert!(refused(&["verify", endless.path()]).contains(": it has more than 4194304 bytes"));
}

#[test]
fn the_rooms_key_and_the_hand_before_are_checked_where_given() {
    let [public, _, _, other_room] = proofs();
    let key = public["proof"]["commitment"]["key"].as_str().unwrap();
    let other_key = other_room["proof"]["commitment"]["key"].as_str().unwrap();
    let (file, other) = (Saved::new("keyed", &public.to_string()), Saved::new("before", &other_room.to_string()));
    assert!(cardroom(&["verify", file.path(), "--key", key]).contains("holds"));
    assert!(fails(&[file.path(), "--key", other_key]).0.contains("which is not the room's"));
    assert!(fails(&[file.path(), "--previous", other.path()]).0.contains("not the next hand of that table"));
    let names = |file: &Value| (file["proof"]["commitment"]["hid"]["hand"].clone(), file["proof"]["digest"].clone());
    let first = dealt::prove("holdem", 3, 5).public;
    let next = json!(dealt::prove_after("holdem", 3, 6, first.proof.digest).public);
    let (before, next) = (json!(first), Saved::new("next", &next.to_string()));
    let follows = Saved::new("first", &before.to_string());
    assert!(cardroom(&["verify", next.path(), "--previous", follows.path()]).contains("C names the digest of"));
    // The hand before is checked as well, not only compared.
    let mut changed = before.clone();
    changed["record"] = json!(before["record"].as_str().unwrap().replace("seats = [1, 2", "seats = [2, 1"));
    assert!(changed != before && names(&changed) == names(&before));
    let changed = Saved::new("changed", &changed.to_string());
    let said = fails(&[next.path(), "--previous", changed.path()]).0;
    assert!(said.contains("the proof of the hand before does not hold"), "{said}");
    assert!(refused(&["verify", file.path(), "--key", "12"]).contains("allowed are 64 hex digits"));
}
