//! A whole room from one seed: people come, play every game, run out of time, lose their connections, and the process
//! crashes; after every event everything that must hold is checked. `SEED=n` runs one seed again, `SOAK=n` more of them.

#![allow(clippy::print_stdout, reason = "what was simulated is worth a line")]

mod chance;
mod checks;
mod house;
mod kept;
mod people;

use house::{House, Summary};

/// How many hands a short simulation has.
const HANDS: u64 = 8;
const HOUR: u64 = 3_600_000;

fn simulate(seed: u64, hands: u64, ms: u64) -> Summary {
    let mut house = House::new(seed);
    house.run(hands, ms);
    house.summary
}

/// The seeds of one part of the simulations: 2,000 in all parts together, a hundred times as many fresh ones with
/// `SOAK=100`.
fn part(number: u64) {
    let variable = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    if let Some(seed) = variable("SEED") {
        println!("{:#?}", simulate(seed, HANDS, HOUR));
        return;
    }
    let (seeds, first) = match variable("SOAK") {
        None => (500, number * 1_000_000),
        Some(times) => {
            let since_epoch = std::time::UNIX_EPOCH.elapsed().expect("a clock after 1970");
            (500 * times, since_epoch.as_secs() << 32 | number << 28)
        }
    };
    let mut all = Summary::default();
    for seed in first..first + seeds {
        let result = std::panic::catch_unwind(|| simulate(seed, HANDS, HOUR));
        let one = result.unwrap_or_else(|_| panic!("SEED={seed} shows it again"));
        all.commands += one.commands;
        all.refused += one.refused;
        all.hands += one.hands;
        all.burned += one.burned;
        all.voided += one.voided;
        all.crashes += one.crashes;
        all.timeouts += one.timeouts;
        all.ms += one.ms;
    }
    println!("{seeds} seeds from {first}: {all:?}");
    assert!(all.hands > seeds && all.timeouts > 0 && all.burned > 0 && all.voided > 0 && all.crashes > 0);
}

#[test]
fn soak_first_seeds() {
    part(1);
}

#[test]
fn soak_second_seeds() {
    part(2);
}

#[test]
fn soak_third_seeds() {
    part(3);
}

#[test]
fn soak_fourth_seeds() {
    part(4);
}

#[test]
fn two_hundred_hours_from_one_seed() {
    let summary = simulate(7, u64::MAX, 200 * HOUR);
    println!("{summary:?}");
    assert!(summary.hands > 500 && summary.ms >= 200 * HOUR);
}

#[test]
fn the_same_seed_gives_the_same_events() {
    for seed in 1..20 {
        assert_eq!(simulate(seed, HANDS, HOUR), simulate(seed, HANDS, HOUR), "seed {seed}");
    }
    assert_ne!(simulate(1, HANDS, HOUR).digest, simulate(2, HANDS, HOUR).digest);
}
