//! `cardroom games` and `cardroom rules` from outside.

use crate::run::{cardroom, refused};
use insta::assert_snapshot;
use serde_json::{Value, json};

fn catalogue() -> Vec<Value> {
    match serde_json::from_str(&cardroom(&["games", "--json"])).expect("one JSON document") {
        Value::Array(games) => games,
        other => panic!("a list of games, not {other}"),
    }
}

fn ids() -> Vec<String> {
    catalogue().iter().map(|game| game["id"].as_str().expect("a string").to_owned()).collect()
}

fn page(id: &str) -> Value {
    serde_json::from_str(&cardroom(&["rules", id, "--json"])).expect("one JSON document")
}

#[test]
fn games_lists_the_catalogue() {
    assert_snapshot!(cardroom(&["games"]));
    assert_eq!(
        ids(),
        [
            "holdout",
            "holdout-hilo",
            "holdout-low",
            "holdout22",
            "holdout22-hilo",
            "holdout22-low",
            "draw",
            "draw-triple",
            "draw27",
            "draw27-triple",
            "drawa5",
            "drawa5-triple",
            "holdem"
        ]
    );
    let holdout = json!({"id": "holdout", "name": "Five Card Hold-Out", "seats": [2, 9], "source": "WSGC-2018"});
    assert_eq!(catalogue()[0], holdout);
    assert_eq!(catalogue()[12]["seats"], json!([2, 10]));
}

#[test]
fn rules_of_holdout_read_like_their_source() {
    assert_snapshot!(cardroom(&["rules", "holdout"]));
}

#[test]
fn rules_of_high_low_triple_draw_and_holdem() {
    assert_snapshot!(cardroom(&["rules", "holdout22-hilo"]));
    assert_snapshot!(cardroom(&["rules", "draw27-triple"]));
    assert_snapshot!(cardroom(&["rules", "holdem"]));
}

#[test]
fn every_page_fits_eighty_columns_and_names_its_hash() {
    for id in ids() {
        let text = cardroom(&["rules", &id]);
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{id}: {line:?}");
        }
        let hash = page(&id)["rules_hash"].as_str().expect("a string").to_owned();
        assert!(hash.len() == 64 && text.contains(&hash), "{id}");
    }
}

/// Every numbered rule of a source stands on the pages of its games, as far as it is about the play.
#[test]
fn every_number_of_the_source_is_cited() {
    let hold_out =
        ["§1", "§2", "§3", "§4", "§5", "§5a", "§5b", "§5c", "§5d", "§6", "§7", "§8", "§9", "§10", "§11", "§12"];
    let earlier = ["§1", "§2", "§3", "§4", "§5", "§5A", "§5B", "§6", "§7", "§8", "§9", "§10", "§11"];
    let holdem =
        ["§1", "§2", "§3", "§4", "§5", "§6", "§7", "§8", "§9", "§10", "§11", "§12", "§13", "§14", "§15", "§16"];
    let all =
        [("holdout", "WSGC-2018", &hold_out[..]), ("holdout22", "HOLDOUT-2+2", &earlier), ("holdem", "GLD", &holdem)];
    for (id, source, numbers) in all {
        let cites = cites(&page(id));
        for number in numbers {
            let cited = |cite: &String| cite.starts_with(source) && cite.split([' ', ',']).any(|part| part == *number);
            assert!(cites.iter().any(cited), "{id} doesn't cite {number}: {cites:?}");
        }
    }
}

/// All citations of a page, those of notes too.
fn cites(part: &Value) -> Vec<String> {
    match part {
        Value::Object(fields) => {
            let own = fields.get("cite").and_then(Value::as_str).map(str::to_owned);
            own.into_iter().chain(fields.values().flat_map(cites)).collect()
        }
        Value::Array(parts) => parts.iter().flat_map(cites).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn a_page_as_json_has_numbers_texts_and_places() {
    let page = page("holdout");
    assert_eq!(page["source"]["short_name"], "WSGC-2018");
    assert_eq!(page["seats"], json!([2, 9]));
    let play = page["sections"].as_array().expect("a list").iter().find(|part| part["title"] == "The play");
    let first = &play.expect("a section")["lines"][0];
    assert_eq!(first["number"], 1);
    assert_eq!(first["cite"], "WSGC-2018 §1");
    assert_eq!(first["notes"][0]["cite"], "WSGC-2018 §2");
}

#[test]
fn the_source_s_way_is_named_where_our_default_differs() {
    let text = cardroom(&["rules", "holdem"]);
    assert_eq!(text.matches("Preset").count() + text.matches("preset").count(), 3, "{text}");
    assert!(text.contains("Nobody has approved it"));
}

#[test]
fn a_game_that_does_not_exist_is_refused_with_those_that_do() {
    let error = refused(&["rules", "omaha"]);
    assert!(error.contains("'omaha'") && error.contains("holdout-hilo"), "{error}");
    assert!(refused(&["rules"]).contains("<ID>"));
}
