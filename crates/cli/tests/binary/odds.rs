//! `cardroom odds` from outside: the table, the JSON, and every refusal.

use crate::run::{cardroom, refused};
use insta::assert_snapshot;
use serde_json::Value;

/// The command line after `cardroom odds --game`, cut at spaces; `_` stands for a space inside an argument.
fn arguments(line: &str) -> Vec<String> {
    ["odds", "--game"].into_iter().chain(line.split(' ')).map(|argument| argument.replace('_', " ")).collect()
}

fn odds(line: &str) -> String {
    cardroom(&arguments(line).iter().map(String::as_str).collect::<Vec<_>>())
}

fn odds_json(line: &str) -> Value {
    serde_json::from_str(&odds(&format!("{line} --json"))).expect("one JSON document")
}

fn odds_refused(line: &str) -> String {
    refused(&arguments(line).iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn holdem_before_the_flop() {
    assert_snapshot!(odds("holdem AhKh QsQd"), @r"
    Texas Hold'em, exact: 1,712,304 deals counted

     Hand   Equity      Win     Tie
     AhKh  46.21 %  46.02 %  0.39 %
     QsQd  53.79 %  53.59 %  0.39 %
    ");
}

#[test]
fn a_range_against_a_random_hand_on_the_flop() {
    assert_snapshot!(odds("holdem --board 2c7dTh QQ+,AKs ??"), @r"
    Texas Hold'em, exact: 23,544,180 deals counted

     Hand      Equity      Win     Tie
     QQ+,AKs  79.36 %  79.23 %  0.26 %
     ??       20.64 %  20.51 %  0.26 %
    ");
}

#[test]
fn holdout_high_low_shows_both_halves() {
    assert_snapshot!(odds("holdout-hilo As3s KhKd9c9d --board 2c4d7h"), @r"
    Five Card Hold-Out, high/low, exact: 43 deals counted

     Hand       Equity       Win     Tie   Scoop     High      Low
     As3s      54.65 %  100.00 %  0.00 %  9.30 %   4.65 %  50.00 %
     KhKd9c9d  45.35 %   90.70 %  0.00 %  0.00 %  45.35 %   0.00 %
    ");
}

#[test]
fn a_sampled_answer_names_its_seed_and_error() {
    assert_snapshot!(odds("holdem AhKh ?? ?? ?? --samples 10000 --seed 3"), @r"
    Texas Hold'em, sampled: 10,000 deals, seed 3

     Hand   Equity       ±      Win     Tie
     AhKh  42.03 %  0.49 %  41.18 %  1.89 %
     ??    19.57 %  0.39 %  18.61 %  2.10 %
     ??    19.18 %  0.39 %  18.19 %  2.15 %
     ??    19.22 %  0.39 %  18.28 %  2.06 %
    ");
}

#[test]
fn json_has_what_the_formats_promise() {
    let answer = odds_json("holdem AhKh QsQd");
    assert_eq!(answer["exact"], true);
    assert_eq!(answer["boards"], 1_712_304);
    let players = answer["players"].as_array().expect("players");
    assert_eq!(players.len(), 2);
    let number = |place: usize, key: &str| players[place][key].as_f64().expect(key);
    assert_eq!(players[0]["hand"], "AhKh");
    assert_eq!(format!("{:.6}", number(0, "equity")), "0.462145");
    assert_eq!(number(0, "equity") + number(1, "equity"), 1.0);
    for key in ["win", "tie", "equity", "scoop", "high", "low", "stderr"] {
        assert!((0.0..=1.0).contains(&number(0, key)), "{key}");
    }
    assert_eq!(number(0, "stderr"), 0.0);

    let sampled = odds_json("holdem AhKh ?? --until 0.5% --seed 11");
    assert_eq!(sampled["exact"], false);
    assert_eq!(sampled["seed"], 11);
    let stderr = sampled["players"][0]["stderr"].as_f64().expect("a number");
    assert!(stderr > 0.0 && stderr <= 0.005);
    assert_eq!(odds_json("holdem AhKh ?? --until 0.005 --seed 11 --threads 3"), sampled);
}

#[test]
fn every_game_of_the_catalogue_has_odds() {
    for game in cardroom_rules::CATALOGUE {
        let held = &"AhKd7c6c2s"[..2 * game.cards_dealt()];
        let answer = odds_json(&format!("{} {held} ?? ?? --samples 1000", game.id));
        let sum = answer["players"].as_array().unwrap().iter().map(|player| player["equity"].as_f64().unwrap());
        assert!((sum.sum::<f64>() - 1.0).abs() < 1e-12, "{}", game.id);
    }
}

#[test]
fn each_refusal_says_what_is_allowed() {
    let cases = [
        ("holdem AhKh AhQd", "Ah is in hand 1 and again in hand 2: a deck has every card once"),
        ("holdem AhKh QsQd --board AhKd2c", "Ah is on the board and again in hand 1: a deck has every card once"),
        ("holdem AhKh QsQd --board 2c3c4c --dead 2c", "2c is on the board and again dead: a deck has every card once"),
        (
            "holdem AA QsQd --dead AhAdAs",
            "hand 1 (\"AA\") is an empty range: the board and the dead cards block every hand in it",
        ),
        ("holdem AhKh", "1 hand: Texas Hold'em is played by 2 to 10 players"),
        (
            "holdout AhKh QQ",
            "hand 2: \"QQ\" is a range of two-card hands, and in Five Card Hold-Out a hand is the 1 to 5 cards kept: write the \
             cards, ?? for each unknown one inside a hand, or ?? alone for a random hand",
        ),
        ("holdout ?? ?? ?? ?? ?? ?? ?? ?? ?? ??", "10 hands: Five Card Hold-Out is played by 2 to 9 players"),
        ("draw --board Ah KsQsJsTs9s ??", "the board has 1 card, but in Five Card Draw it has none"),
        (
            "draw --qualifier 8 KsQsJsTs9s ??",
            "--qualifier is for high/low games only (holdout-hilo, holdout22-hilo): Five Card Draw has none",
        ),
        ("holdem AhAh QsQd", "hand 1: Ah is in \"AhAh\" twice: a deck has every card once"),
        ("holdem AhKh QsQd --board 2c2c", "2c is on the board twice: a deck has every card once"),
        ("holdem AhKh QsQd --dead 2x", "among the dead cards, \"2x\": character 2: 'x' is not a suit (one of c d h s)"),
        ("holdem AA AA AA", "no deal gives every player a hand of its range: all combinations need some card twice"),
        ("holdem AhKhQh QsQd", "hand 1: \"AhKhQh\" has 3 cards: in Texas Hold'em a hand has 2 cards"),
        (
            "holdout AhKhQhJhTh9h ??",
            "hand 1: \"AhKhQhJhTh9h\" has 6 cards: in Five Card Hold-Out a hand has 1 to 5 cards",
        ),
        ("holdout AhKh QsQd --board 2c3c4c5c6c", "the board has 5 cards, but in Five Card Hold-Out it has at most 4"),
        ("holdem QQ:0.5,QQ:0.7 99", "hand 1: \"QQ:0.5,QQ:0.7\" gives QcQd two different weights"),
        (
            "holdem ?? ?? ?? ?? --exact",
            "an exact answer would go through 3091534492176 combinations of hands, more than the 4000000 that are tried at \
             most: ask for samples",
        ),
        ("holdem AhKh QsQd --samples 0", "at least one sample is needed"),
        ("holdem AhKh QsQd --threads 0", "--threads 0: allowed are 1 to 1024"),
        (
            "holdem AhKh QQ:0",
            "hand 2: \"0\" is not a weight: allowed is a number above 0 and at most 1000 with up to six decimals, as in \
             QQ:0.5",
        ),
    ];
    for (line, message) in cases {
        assert_eq!(odds_refused(line), format!("error: {message}\n"), "{line}");
    }
    let dead = "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s9c9d9h9sTcTdThTsJcJdJhJsQcQdAcAd";
    assert!(
        odds_refused(&format!("holdem AhKh QsQh --dead {dead}"))
            .starts_with("error: too many cards are gone: 5 more cards must be dealt, but only 4 of the deck are")
    );
    for empty in ["", ",", "QQ,"] {
        let said = refused(&["odds", "--game", "holdem", empty, "QsQd"]);
        let start =
            format!("error: hand 1: {empty:?} is an empty range, or has an empty place in its list. Allowed are");
        assert!(said.starts_with(&start), "{said}");
    }
    let said = odds_refused("holdem A2s-K5s 99");
    let start = "error: hand 1: \"A2s-K5s\" is neither cards nor a range: its two ends are not pairs, not a run, and \
                 have no card in common. Allowed are AhKh, QQ";
    assert!(said.starts_with(start), "{said}");
    for samples in ["-3", "x", "1.5"] {
        let said = odds_refused(&format!("holdem AhKh QsQd --samples {samples}"));
        assert!(said.contains("allowed is a whole number from 1 to 18446744073709551615"), "{said}");
    }
    assert!(odds_refused("holdem AhKh QsQd --until 0").contains("a percentage above 0.001%"));
    assert!(odds_refused("holdem AhKh hello").contains("is neither cards nor a range"));
}
