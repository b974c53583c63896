//! Better bots win: a share of the matches in `docs/bots.md`, short and with fixed seeds, and what the report says.

use crate::run::{cardroom, refused};
use cardroom_rules::CATALOGUE;
use serde_json::Value;

/// Plays a match and returns its report.
fn played(game: &str, bots: &str, hands: &str, more: &[&str]) -> Value {
    let args = [&["simulate", "--json", "--game", game, "--bots", bots, "--hands", hands], more].concat();
    serde_json::from_str(&cardroom(&args)).expect("one JSON document")
}

/// Each level of a match wins significantly more than the next: less than one in a thousand would by luck.
fn check(bots: &str, hands: &str) {
    for game in CATALOGUE {
        let report = played(game.id, bots, hands, &["--limit", "fixed", "--seed", "1"]);
        for difference in report["differences"].as_array().expect("a list") {
            let sigmas = difference["sigmas"].as_f64().expect("a number");
            assert!(sigmas > 3.1, "{}: {difference}", game.id);
        }
        assert_eq!(report["chips_before"], report["chips_after"]);
    }
}

#[test]
fn strong_beats_solid_in_every_game() {
    check("strong,solid", "1500");
}

#[test]
fn solid_beats_beginner_in_every_game() {
    check("solid,beginner", "2000");
}

#[test]
fn beginner_beats_random_in_every_game() {
    check("beginner,random", "4000");
}

/// Nobody can tell from one deal how sure its result is.
#[test]
fn a_single_deal_has_no_error_to_tell() {
    let report = played("holdem", "solid,random", "1", &[]);
    assert!(report["bots"][0]["stderr"].is_null() && report["differences"][0]["sigmas"].is_null(), "{report}");
    let said = cardroom(&["simulate", "--game", "holdem", "--bots", "solid,random", "--hands", "1"]);
    assert!(said.contains("2 bots: 1 deal, each") && said.contains("too few hands to say how sure"), "{said}");
    assert_eq!(said.matches('±').count(), 1, "only in the heading: {said}");
}

/// At no limit the bets of somebody who never looks are large, and who fears them wins less than half of what it could.
#[test]
fn solid_calls_who_plays_without_a_look_at_its_cards() {
    let report = played("holdem", "solid,random", "2000", &["--limit", "no", "--seed", "1"]);
    let won = report["differences"][0]["bb_per_100"].as_f64().expect("a number");
    assert!(won > 2000.0, "{report}");
}

#[test]
fn the_same_seed_gives_the_same_match_on_any_number_of_threads() {
    let match_on = |threads| {
        let mut report = played("holdout-hilo", "strong,solid,random", "90", &["--seed", "7", "--threads", threads]);
        let report = report.as_object_mut().expect("an object");
        report.retain(|key, _| !key.contains("second"));
        report.clone()
    };
    let once = match_on("1");
    assert_eq!(once, match_on("3"));
    assert_eq!(once["hands"], 90);
    assert_eq!(once["bots"].as_array().map(Vec::len), Some(3));
}

#[test]
fn every_limit_and_a_full_table_are_played_and_checked() {
    for limit in ["fixed", "pot", "no", "spread"] {
        let more = ["--limit", limit, "--players", "9", "--check", "--samples", "32"];
        let report = played("draw27-triple", "strong,solid,beginner", "18", &more);
        assert_eq!(report["players"], 9);
        let won =
            report["bots"].as_array().expect("a list").iter().map(|bot| bot["bb_per_100"].as_f64().unwrap_or(1e9));
        assert!(won.sum::<f64>().abs() < 1e-6, "what one wins others lose: {report}");
    }
}

#[test]
fn the_report_is_readable_and_bad_levels_are_refused() {
    let text = cardroom(&["simulate", "--game", "holdem", "--bots", "solid,random", "--hands", "40"]);
    assert!(text.contains("solid over random: "), "{text}");
    assert!(text.contains(" level "), "{text}");
    let all = cardroom(&["simulate", "--game", "holdout-low", "--hands", "40", "--bots"]);
    assert!(all.contains("strong over solid: ") && all.contains("beginner over random: "), "{all}");
    assert!(
        refused(&["simulate", "--game", "holdem", "--bots", "clever"]).contains("random, beginner, solid or strong")
    );
    let crowd = ["simulate", "--game", "holdem", "--players", "2", "--bots", "solid,solid,solid"];
    assert!(refused(&crowd).contains("at most one for each seat"));
}
