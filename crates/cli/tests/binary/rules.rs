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

/// A card room reads its own limits, not those of other tables.
#[test]
fn rules_as_a_profile_or_the_preset_has_them() {
    assert_snapshot!(cardroom(&["rules", "holdout", "--profile", "wac-230-15"]));
    let text = cardroom(&["rules", "holdem", "--gld", "--profile", "wac-230-15-f", "--chip-cents", "25"])
        .replace("\n    ", " ");
    for said in [
        "At a table that keeps to the preset gld and the house-rule profile wac-230-15-f.",
        "A raise is at least the big blind, whatever was raised before. (§6)",
        "The player left of the last one to call shows first",
        "is at most $300, as for a Class F or house-banked licensee: 1200 chips of $0.25. (WAC 230-15-135)",
        "a maximum, which is at most 1200 chips. (WAC 230-15-135)",
        "Pot limit and no limit are not played",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains("last full bet or raise") && !text.contains("Preset gld gives"), "{text}");

    // The same game, so the same hash.
    let (usual, kept) = (page("holdout"), cardroom(&["rules", "holdout", "--profile", "wac-230-15-f", "--json"]));
    let kept: Value = serde_json::from_str(&kept).expect("one JSON document");
    assert_eq!(usual["rules_hash"], kept["rules_hash"]);
    assert_eq!((&usual["gld"], &usual["profile"]), (&json!(false), &json!(null)));
    assert_eq!(kept["profile"], json!({"id": "wac-230-15-f", "chip_cents": 100, "largest_wager": 300}));

    assert!(refused(&["rules", "holdout", "--profile", "nevada"]).contains("the profiles are wac-230-15"));
    let error = refused(&["rules", "holdout", "--profile", "wac-230-15", "--chip-cents", "4001"]);
    assert!(error.contains("a chip of 4001 cents"), "{error}");
}

#[test]
fn every_page_fits_eighty_columns_and_names_its_hash() {
    for id in ids() {
        let text = cardroom(&["rules", &id]);
        let kept = cardroom(&["rules", &id, "--gld", "--profile", "wac-230-15-f", "--chip-cents", "1"]);
        for line in text.lines().chain(kept.lines()) {
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
    let text = cardroom(&["rules", "holdem"]).replace("\n    ", " ");
    assert_eq!(text.matches("Preset gld gives").count(), 3, "{text}");
    assert!(text.contains("Nobody has approved it"));
}

#[test]
fn a_game_that_does_not_exist_is_refused_with_those_that_do() {
    let error = refused(&["rules", "omaha"]);
    assert!(error.contains("'omaha'") && error.contains("holdout-hilo"), "{error}");
    assert!(refused(&["rules"]).contains("<ID>"));
}
