//! Whatever takes long tells how far it is and stops when it is told to.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use cardroom_odds::{
    Chart, Contest, Effort, Enough, Keep, Model, OddsError, Pool, Question, Range, Rounds, Setup, deviation, next_chart,
};
use cardroom_rules::Game;

fn question(id: &str, hands: &[&str]) -> Question {
    let game = Game::by_id(id).unwrap();
    let hands = hands.iter().map(|text| Range::parse(game, text).unwrap()).collect();
    Setup { hands, ..Setup::new(game) }.check().unwrap()
}

/// Does some work that would take minutes to hours, and stops it a moment later.
fn stopped<T: PartialEq + std::fmt::Debug>(work: impl FnOnce(&Pool<'_>) -> Result<T, OddsError>) {
    let stop = AtomicBool::new(false);
    let result = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(30));
            stop.store(true, Ordering::Relaxed);
        });
        work(&Pool::new(2).stopped_by(&stop))
    });
    assert_eq!(result, Err(OddsError::Cancelled));
}

#[test]
fn exact_counting_stops() {
    // Before the flop many short pieces, with cards unknown few and very long ones.
    stopped(|pool| question("holdem", &["AKs,KQs,QJs,T9s", "22+", "A2o+"]).answer(&Effort::Exact, pool));
    stopped(|pool| question("draw", &["Ah", "Kh"]).answer(&Effort::Exact, pool));
}

#[test]
fn sampling_stops() {
    stopped(|pool| question("holdout", &["??"; 9]).answer(&Effort::Samples { seed: 1, samples: 1 << 50 }, pool));
    stopped(|pool| question("holdem", &["AhKh", "??"]).answer(&Effort::Until { seed: 1, stderr: 0.000_011 }, pool));
    // Nine players share twenty cards: nearly every deal is dealt in vain.
    stopped(|pool| {
        question("holdem", &["AA,KK,QQ,JJ,TT"; 9]).answer(&Effort::Samples { seed: 1, samples: 1 << 20 }, pool)
    });
}

#[test]
fn what_to_keep_stops() {
    let hand = "AhKh7c7d2s".parse().unwrap();
    for enough in [Enough::Deals(1 << 50), Enough::Error(0.000_011)] {
        let question = Keep::new(Game::by_id("holdout").unwrap(), hand, 8, Model::Random).unwrap();
        stopped(|pool| question.answer(enough, 1, pool));
    }
}

#[test]
fn making_and_checking_charts_stop() {
    stopped(|pool| next_chart(Contest::HoldOutHighLow, &[], Rounds::usual(Contest::HoldOutHighLow), pool));
    let chart = Chart::shipped(Contest::DrawHigh, 8).unwrap();
    stopped(|pool| deviation(&chart, 1 << 40, 1, pool));
}

/// What is told never goes back, and ends at 1.
fn tells<T>(work: impl FnOnce(&Pool<'_>) -> Result<T, OddsError>) {
    let told = Mutex::new(Vec::new());
    let tell = |done: f64| told.lock().unwrap().push(done);
    work(&Pool::new(2).telling(&tell)).unwrap();
    let told = told.into_inner().unwrap();
    assert!(told.is_sorted(), "{told:?}");
    assert_eq!(told.last(), Some(&1.0));
}

#[test]
fn progress_goes_forward_and_ends_at_one() {
    tells(|pool| question("holdem", &["AhKh", "99+"]).answer(&Effort::Exact, pool));
    tells(|pool| question("holdem", &["AhKh", "??"]).answer(&Effort::Samples { seed: 1, samples: 300_000 }, pool));
    tells(|pool| question("holdem", &["AhKh", "??"]).answer(&Effort::Until { seed: 1, stderr: 0.002 }, pool));
    let hand = "AhKh7c7d2s".parse().unwrap();
    let keep = Keep::new(Game::by_id("holdout").unwrap(), hand, 2, Model::Random).unwrap();
    tells(|pool| keep.answer(Enough::Deals(100_000), 1, pool));
    tells(|pool| keep.answer(Enough::Error(0.002), 1, pool));
    tells(|pool| next_chart(Contest::DrawAceFive, &[], Rounds { rounds: 2, deals: 2, searches: 1, seed: 1 }, pool));
    tells(|pool| deviation(&Chart::shipped(Contest::DrawAceFive, 1).unwrap(), 16, 1, pool));
}
