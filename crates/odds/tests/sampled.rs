//! Sampled answers lie where their standard errors say, and the same seed gives the same answer anywhere.

use std::sync::atomic::AtomicBool;

use cardroom_odds::{Answer, Effort, OddsError, Pool, Question, Range, Setup};
use cardroom_rules::Game;

fn question(id: &str, board: &str, hands: &[&str]) -> Question {
    let game = Game::by_id(id).unwrap();
    let hands = hands.iter().map(|text| Range::parse(game, text).unwrap()).collect();
    Setup { hands, board: board.parse().unwrap(), ..Setup::new(game) }.check().unwrap()
}

fn ask(question: &Question, effort: Effort) -> Answer {
    question.answer(&effort, &Pool::new(2)).unwrap()
}

const QUESTIONS: [(&str, &str, &[&str]); 10] = [
    ("holdem", "", &["AhKh", "QsQd"]),
    ("holdem", "", &["AhKh", "??"]),
    ("holdem", "2c7dTh", &["QQ+,AKs", "??"]),
    ("holdem", "2c7dTh", &["AhKh", "9d8d", "2h2s", "JJ"]),
    ("holdout", "", &["AhAd", "KsQsJs"]),
    ("holdout-hilo", "2c4d7h", &["As3s", "KhKd9c9d"]),
    ("holdout-hilo", "2c4d7hKs", &["As3s", "??"]),
    ("holdout-low", "2c4d", &["As3s", "5h6h??"]),
    ("draw", "", &["AsAdAcKsKd", "QhQdQc"]),
    ("draw27", "", &["8s5d4c3s2d", "7h4d3c2h"]),
];

/// Over many seeds: within four standard errors, and not all within one, or the errors would be too large.
#[test]
fn samples_lie_within_four_standard_errors() {
    let (mut within_one, mut all) = (0, 0);
    for (id, board, hands) in QUESTIONS {
        let question = question(id, board, hands);
        let exact = ask(&question, Effort::Exact);
        for seed in 0..25 {
            let sampled = ask(&question, Effort::Samples { seed, samples: 5000 });
            assert!(!sampled.is_exact());
            assert_eq!(sampled.boards(), 5000);
            for (exact, sampled) in exact.players().iter().zip(sampled.players()) {
                let off = (exact.equity.to_f64() - sampled.equity.to_f64()).abs() / sampled.stderr;
                assert!(off < 4.0, "{id} {hands:?} seed {seed}: {off} standard errors");
                within_one += usize::from(off < 1.0);
                all += 1;
            }
        }
    }
    let part = f64::from(within_one as u32) / f64::from(all as u32);
    assert!((0.55..0.85).contains(&part), "{part} within one standard error, where about two thirds should be");
}

#[test]
fn the_same_seed_gives_the_same_answer_on_any_number_of_threads() {
    for (id, board, hands) in QUESTIONS {
        let question = question(id, board, hands);
        for effort in [Effort::Samples { seed: 7, samples: 100_000 }, Effort::Until { seed: 7, stderr: 0.0015 }] {
            let one = question.answer(&effort, &Pool::new(1)).unwrap();
            assert_eq!(one, question.answer(&effort, &Pool::new(5)).unwrap(), "{id}");
        }
        let other = ask(&question, Effort::Samples { seed: 8, samples: 100_000 });
        assert_ne!(other, ask(&question, Effort::Samples { seed: 9, samples: 100_000 }), "{id}");
    }
}

#[test]
fn the_stop_rule_stops_where_it_says() {
    for (id, board, hands) in QUESTIONS {
        let question = question(id, board, hands);
        let answer = ask(&question, Effort::Until { seed: 1, stderr: 0.001 });
        let worst = answer.players().iter().map(|player| player.stderr).fold(0.0, f64::max);
        assert!(worst <= 0.001, "{id}: {worst}");
        assert!(answer.boards() < 2_000_000, "{id}: {}", answer.boards());
    }
}

#[test]
fn sampled_equities_sum_to_one_too() {
    let answer = ask(
        &question("holdem", "", &["??", "AK", "??", "QQ+,JJ:0.3", "??"]),
        Effort::Samples { seed: 3, samples: 1009 },
    );
    let parts =
        answer.players().iter().map(|player| player.equity.numerator() * (1009 * 5040) / player.equity.denominator());
    assert_eq!(parts.sum::<u128>(), 1009 * 5040);
}

#[test]
fn too_much_to_count_is_sampled_and_says_so() {
    let nine = question("holdout", "", &["??"; 9]);
    let answer = ask(&nine, Effort::Auto { seed: 5, until: 0.005 });
    assert_eq!(answer.seed(), Some(5));
    for player in answer.players() {
        assert!((player.equity.to_f64() - 1.0 / 9.0).abs() < 5.0 * player.stderr);
    }
    assert!(matches!(nine.answer(&Effort::Exact, &Pool::new(1)), Err(OddsError::TooManyDeals { .. })));
}

#[test]
fn a_question_can_be_cancelled() {
    let stop = AtomicBool::new(true);
    let pool = Pool::new(2).stopped_by(&stop);
    for effort in
        [Effort::Exact, Effort::Samples { seed: 0, samples: 1 << 40 }, Effort::Until { seed: 0, stderr: 0.0001 }]
    {
        assert_eq!(question("holdem", "", &["AA", "??"]).answer(&effort, &pool), Err(OddsError::Cancelled));
    }
}

#[test]
fn impossible_questions_are_refused() {
    let refused = |id: &str, board: &str, dead: &str, hands: &[&str]| {
        let game = Game::by_id(id).unwrap();
        let hands = hands.iter().map(|text| Range::parse(game, text).unwrap()).collect();
        let (board, dead) = (board.parse().unwrap(), dead.parse().unwrap());
        let setup = Setup { hands, board, dead, ..Setup::new(game) };
        let answer = setup.check().and_then(|question| question.answer(&Effort::default(), &Pool::new(1)));
        answer.unwrap_err().to_string()
    };
    assert_eq!(
        refused("holdem", "", "", &["AhKh", "AhQd"]),
        "Ah is in hand 1 and again in hand 2: a deck has every card once"
    );
    assert_eq!(
        refused("holdem", "Ah", "", &["AhKh", "QsQd"]),
        "Ah is on the board and again in hand 1: a deck has every card once"
    );
    assert_eq!(
        refused("holdem", "Ah", "Ah", &["KhKd", "QsQd"]),
        "Ah is on the board and again dead: a deck has every card once"
    );
    assert_eq!(
        refused("holdem", "", "AhAdAs", &["AA", "QsQd"]),
        "hand 1 (\"AA\") is an empty range: the board and the dead cards block every hand in it"
    );
    assert!(refused("holdem", "", "", &["AhAd,AhAs", "AhAc,AhKh"]).starts_with("no deal gives every player"));
    assert_eq!(refused("holdem", "", "", &["AhKh"]), "1 hand: Texas Hold'em is played by 2 to 10 players");
    assert_eq!(refused("holdout", "", "", &["??"; 10]), "10 hands: Five Card Hold-Out is played by 2 to 9 players");
    assert_eq!(refused("draw", "Ah", "", &["KhKd", "??"]), "the board has 1 card, but in Five Card Draw it has none");
    let most = "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s9c9d9h9sTcTdThTsJcJdJhJsQcQdAcAd";
    assert_eq!(
        refused("holdem", "", most, &["AhKh", "QsQh"]),
        "too many cards are gone: 5 more cards must be dealt, but only 4 of the deck are neither held, on the board nor dead"
    );
}
