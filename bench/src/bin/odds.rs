//! How fast equity is answered, side by side with `pokers`, everything on one thread: the one that asks.
//!
//! Both first have to agree on the answers. Then each round asks every question once, and the best of all rounds
//! counts. What is measured is the time that the processor works for the program: on a machine with nothing else to do
//! that is the time one waits, and on a busy one it stays so. A number as the argument sets how many rounds there are.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardroom_odds::{Effort, Enough, Keep, Model, Pool, Question, Range, Setup};
use cardroom_rules::Game;
use cpu_time::ProcessTime;
use pokers::{HandRange, exact_equity};

/// Deals in a sampled question.
const SAMPLES: u64 = 1 << 18;

const SIX: [&str; 6] = ["AhKh", "QsQd", "7c7d", "JdTd", "9s8s", "3c2h"];

/// One Hold-Out hold against another, of every number of cards.
const HOLDS: [(&str, &str); 5] =
    [("As", "Kd"), ("AsKs", "QdQc"), ("AsKsQh", "QdQc9d"), ("AsKsQhJd", "QcQd9d9s"), ("As2s", "KhKd9c9d")];

fn main() {
    let rounds = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(20);
    let pool = Pool::new(1);
    let holdem = Game::by_id("holdem").expect("a game of the catalogue");
    let (pair, random, six) = (ask(holdem, &["AhKh", "QsQd"]), ask(holdem, &["AhKh", "??"]), ask(holdem, &SIX));
    let exact =
        |question: &Question| question.answer(&Effort::Exact, &pool).expect("an answer").players()[0].equity.to_f64();
    let sample = |question: &Question, seed| {
        let effort = Effort::Samples { seed, samples: SAMPLES };
        question.answer(&effort, &pool).expect("an answer").players()[0].equity.to_f64()
    };
    assert!((exact(&pair) - theirs(&["AhKh", "QsQd"])).abs() < 1e-9, "different answers");
    assert!((exact(&random) - theirs(&["AhKh", "random"])).abs() < 1e-9, "different answers");

    let mut best = Best::default();
    for round in 0..rounds {
        best.time("pokers: AhKh against QsQd, exact", || theirs(&["AhKh", "QsQd"]));
        best.time("AhKh against QsQd, exact", || exact(&pair));
        // This one takes pokers seconds.
        if round < 2 {
            best.time("pokers: AhKh against a random hand, exact", || theirs(&["AhKh", "random"]));
        }
        best.time("AhKh against a random hand, exact", || exact(&random));
        best.time("heads-up, sampled", || sample(&pair, round));
        best.time("six-way, sampled", || sample(&six, round));
        for id in ["holdout", "holdout-hilo", "holdout-low"] {
            let game = Game::by_id(id).expect("a game of the catalogue");
            for (hold, other) in HOLDS {
                let question = ask(game, &[hold, other]);
                best.time(&format!("{id}: {hold} against {other}, exact"), || exact(&question));
            }
            let hand = "AhKh7c7d2s".parse().expect("cards");
            for opponents in [1, 8] {
                let name = format!("{id}: 31 holds, {opponents} opponents, standard error 0.2 %");
                best.time(&name, || {
                    let question = Keep::new(game, hand, opponents, Model::Equilibrium).expect("a question");
                    question.answer(Enough::Error(0.002), round, &pool).expect("an answer").choices[0].equity
                });
            }
        }
    }
    best.print();
}

fn ask(game: &'static Game, hands: &[&str]) -> Question {
    let hands = hands.iter().map(|text| Range::parse(game, text).expect("a range")).collect();
    Setup { hands, ..Setup::new(game) }.check().expect("a question")
}

fn theirs(hands: &[&str]) -> f64 {
    let ranges = HandRange::from_strings(hands.iter().map(ToString::to_string).collect());
    let stop = Arc::new(AtomicBool::new(false));
    exact_equity(&ranges, 0, 0, 1, stop, |_| ()).expect("an answer").equities[0]
}

/// Milliseconds for each question, in the order in which they were first asked.
#[derive(Default)]
struct Best(Vec<(String, f64)>);

impl Best {
    fn time(&mut self, name: &str, run: impl FnOnce() -> f64) {
        let start = ProcessTime::now();
        black_box(run());
        let time = start.elapsed().as_secs_f64() * 1e3;
        match self.0.iter_mut().find(|(other, _)| other == name) {
            Some((_, best)) => *best = best.min(time),
            None => self.0.push((name.to_owned(), time)),
        }
    }

    fn of(&self, name: &str) -> f64 {
        self.0.iter().find(|(other, _)| other == name).map_or(f64::NAN, |(_, time)| *time)
    }

    fn print(&self) {
        println!(
            "| ms, one thread, best of all rounds | cardroom | pokers | ratio | to reach |\n|---|---|---|---|---|"
        );
        for (question, target) in [("AhKh against QsQd, exact", 12), ("AhKh against a random hand, exact", 5)] {
            let (ours, theirs) = (self.of(question), self.of(&format!("pokers: {question}")));
            println!("| {question} | {ours:.3} | {theirs:.2} | {:.1} | {target} |", theirs / ours);
        }
        let exact = self.of("pokers: AhKh against QsQd, exact");
        println!("\n| trials in the time of pokers' exact AhKh against QsQd | cardroom | to reach |\n|---|---|---|");
        for (question, target) in [("heads-up, sampled", 250_000), ("six-way, sampled", 70_000)] {
            println!("| {question} | {:.0} | {target} |", SAMPLES as f64 * exact / self.of(question));
        }
        println!("\n| ms, one thread, best of all rounds | cardroom | at most |\n|---|---|---|");
        for (name, time) in self.0.iter().filter(|(name, _)| name.starts_with("holdout")) {
            let target = if name.ends_with("exact") { 2 } else { 500 };
            println!("| {name} | {time:.2} | {target} |");
        }
    }
}
