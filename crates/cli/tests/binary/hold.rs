//! `cardroom hold`, `draw` and `charts` from outside.

use crate::run::{cardroom, refused};
use serde_json::Value;

fn arguments(line: &str) -> Vec<String> {
    line.split(' ').map(|argument| argument.replace('_', " ")).collect()
}

fn answer(line: &str) -> String {
    cardroom(&arguments(line).iter().map(String::as_str).collect::<Vec<_>>())
}

fn json(line: &str) -> Value {
    serde_json::from_str(&answer(&format!("{line} --json"))).expect("one JSON document")
}

fn no(line: &str) -> String {
    refused(&arguments(line).iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn hold_values_every_hold() {
    let found = json("hold Ah_Kh_7c_7d_2s --opponents 3");
    assert_eq!(found["opponents"], 3);
    assert_eq!(found["model"], "equilibrium");
    assert_eq!(found["exact"], false);
    let holds = found["holds"].as_array().expect("holds");
    assert_eq!(holds.len(), 31);
    let number = |hold: &Value, key: &str| hold[key].as_f64().expect("a number");
    assert!(holds.is_sorted_by(|a, b| number(a, "equity") >= number(b, "equity")));
    for hold in holds {
        assert!(number(hold, "stderr") < 0.002, "{hold}");
        assert!((0.0..=1.0).contains(&(number(hold, "win") + number(hold, "tie"))));
    }
    assert!(holds[0]["keep"].as_str().expect("cards").contains("7c7d"), "{}", holds[0]);
    let text = answer("hold Ah_Kh_7c_7d_2s --opponents 3");
    assert!(text.starts_with("Five Card Hold-Out, 3 opponents, model equilibrium: all choose at once"), "{text}");
    assert_eq!(text.lines().count(), 4 + 31);
    assert_eq!(answer("hold Ah_Kh_7c_7d_2s --opponents 3 --best 5").lines().count(), 4 + 5);
}

#[test]
fn both_rule_sets_are_one_game_and_every_pot_has_its_answer() {
    for (wsgc, other) in
        [("holdout", "holdout22"), ("holdout-hilo", "holdout22-hilo"), ("holdout-low", "holdout22-low")]
    {
        let holds =
            |game| json(&format!("hold AhKh7c7d2s --opponents 8 --samples 2000 --game {game}"))["holds"].clone();
        assert_eq!(holds(wsgc), holds(other));
        assert_eq!(holds(wsgc).as_array().expect("holds").len(), 31);
    }
    for game in ["draw", "draw-triple", "draw27", "draw27-triple", "drawa5", "drawa5-triple"] {
        let found = json(&format!("draw AhKh7c7d2s --opponents 8 --samples 2000 --game {game}"));
        assert_eq!(found["holds"].as_array().expect("holds").len(), 32, "{game}");
    }
}

#[test]
fn the_qualifier_decides_which_lows_are_worth_keeping() {
    let equity = |flags: &str| {
        let answer = json(&format!("hold Ah2s3d4cKh --game holdout-hilo --samples 4000{flags}"));
        let kept = answer["holds"].as_array().unwrap().iter().find(|choice| choice["keep"] == "Ah2s3d4c").unwrap();
        kept["equity"].as_f64().unwrap()
    };
    assert_eq!(equity(""), equity(" --qualifier 8"));
    assert!(equity(" --qualifier 5") + 0.1 < equity(" --qualifier 8"));
    assert!(equity(" --qualifier 8") + 0.02 < equity(" --qualifier none"));
}

#[test]
fn draw_values_every_choice() {
    let found = json("draw 2c_3d_4h_7s_Kd --game draw27");
    let holds = found["holds"].as_array().expect("holds");
    assert_eq!(holds.len(), 32);
    assert_eq!(holds[0]["keep"], "2c3d4h7s");
    assert!(holds.iter().any(|hold| hold["keep"] == ""));
    assert!(answer("draw 2c3d4h7sKd --game draw27").contains(" nothing "));
    let random = json("draw 2c3d4h7sKd --game draw27 --model random --samples 5000 --seed 4");
    assert_eq!(random["model"], "random");
    assert_eq!(random["deals"], 5000);
}

#[test]
fn charts_are_shown_and_drawn() {
    let text = answer("charts --game holdout --opponents 2");
    assert!(
        text.contains("pair of aces") && text.contains("straight flush 555555555555555555555555555555 all five"),
        "{text}"
    );
    assert!(text.contains("Model equilibrium: all choose at once, seeing no discard counts"), "{text}");
    assert!(answer("charts --game draw27 --svg").starts_with("<svg"));
    assert!(json("charts --game draw27 --svg")["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    let page = answer("charts --game drawa5 --html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.matches("<figure").count() == 8);
    let kinds = json("charts --game holdout-low");
    let hands = kinds.as_array().expect("kinds").iter().map(|kind| kind["count"].as_u64().expect("a number"));
    assert_eq!(hands.sum::<u64>(), 2_598_960);
    let figures = json("charts --game holdout-low --check --samples 64 --seed 3");
    let figure = |key: &str| figures[key].as_f64().expect("a number");
    assert!(figure("average_gain") < 0.01 && figure("average_gain") < figure("average_bound"), "{figures}");
    assert!(figure("largest_gain") < figure("largest_bound"), "{figures}");
}

/// The page and the picture in the repository are what the program prints, from the charts and the measured figures.
#[test]
fn the_page_about_the_charts_is_made_from_data() {
    let figures = concat!(env!("CARGO_MANIFEST_DIR"), "/../odds/charts/deviations.jsonl");
    assert_eq!(cardroom(&["charts", "--page", figures]), include_str!("../../../../docs/hold-charts.md"));
    let picture = cardroom(&["charts", "--game", "holdout", "--opponents", "3", "--svg"]);
    assert_eq!(picture, include_str!("../../../../docs/hold-chart.svg"));
}

#[test]
fn each_refusal_says_what_is_allowed() {
    let cases = [
        ("hold AhKh7c7d2s --opponents 9", "9 opponents: Five Card Hold-Out can be asked about with 1 to 8"),
        ("hold AhKh7c7d2s --opponents 0", "0 opponents: Five Card Hold-Out can be asked about with 1 to 8"),
        ("hold AhKh7c7d", "4 cards: choosing what to keep takes five cards"),
        ("hold AhKh7c7d7d", "7d is among the cards twice: a deck has every card once"),
        (
            "hold AhKh7c7d??",
            "among the cards, \"AhKh7c7d??\": character 9: '?' is not a rank (one of 23456789TJQKA, or 10)",
        ),
        (
            "hold AhKh7c7d2s --qualifier 9",
            "--qualifier is for high/low games only (holdout-hilo, holdout22-hilo): Five Card Hold-Out has none",
        ),
        ("hold AhKh7c7d2s --samples 0", "at least one sample is needed"),
        ("charts --opponents 9", "9 opponents: Five Card Hold-Out can be asked about with 1 to 8"),
        ("charts --check --samples 0", "at least one sample is needed"),
        (
            "charts --make no-such-folder",
            "no-such-folder is not a folder: the charts are written into one that is there",
        ),
        ("charts --game holdem", "Texas Hold'em has no charts: they are of the Hold-Out games and the draw games"),
    ];
    for (line, message) in cases {
        assert_eq!(no(line), format!("error: {message}\n"), "{line}");
    }
    for (line, games) in [
        (
            "hold AhKh7c7d2s --game draw",
            "[possible values: holdout, holdout-hilo, holdout-low, holdout22, holdout22-hilo, holdout22-low]",
        ),
        (
            "draw AhKh7c7d2s --game omaha",
            "[possible values: draw, draw-triple, draw27, draw27-triple, drawa5, drawa5-triple]",
        ),
    ] {
        assert!(no(line).contains(games), "{line} names the games that it takes, and no others");
    }
    for best in ["0", "-1", "x"] {
        assert!(
            no(&format!("hold AhKh7c7d2s --best {best}"))
                .contains("allowed is a whole number from 1 to 18446744073709551615"),
            "{best}"
        );
    }
    for opponents in ["x", "-1", "1.5"] {
        assert!(no(&format!("hold AhKh7c7d2s --opponents {opponents}")).contains("allowed are 1 to 8"), "{opponents}");
    }
}
