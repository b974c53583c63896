//! A whole room from one seed: people come, play every game, run out of time, lose their connections, and the process
//! crashes; after every event everything that must hold is checked. `SEED=n` runs one seed again, `SOAK=n` more of them.

#![allow(clippy::print_stdout, reason = "what was simulated is worth a line")]

mod chance;
mod checks;
mod house;
mod kept;
mod people;
mod tournament;

use std::ops::Range;
use std::panic::RefUnwindSafe;

use cardroom_room::tournament::{Level, Schedule, TournamentSetup};
use cardroom_room::{Chips, Stakes, StakesAnte, StakesLimit};
use house::{House, Summary};

/// How many hands a short simulation has.
const HANDS: u64 = 8;
const HOUR: u64 = 3_600_000;

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}

/// How many seeds, and the first: `usual` ones, or with `SOAK=n` so many times as many fresh ones.
fn seeds(usual: u64, number: u64) -> Range<u64> {
    let Some(times) = variable("SOAK") else { return number * 1_000_000..number * 1_000_000 + usual };
    let since_epoch = std::time::UNIX_EPOCH.elapsed().expect("a clock after 1970");
    let first = since_epoch.as_secs() << 32 | number << 28;
    first..first + usual * times
}

fn simulate(seed: u64, hands: u64, ms: u64) -> Summary {
    let mut house = House::new(seed);
    house.run(hands, ms);
    house.summary
}

/// What comes of each seed; one that fails is named.
fn each<S>(seeds: &Range<u64>, run: impl Fn(u64) -> S + RefUnwindSafe) -> impl Iterator<Item = S> {
    seeds.clone().map(move |seed| {
        std::panic::catch_unwind(|| run(seed)).unwrap_or_else(|_| panic!("SEED={seed} shows it again"))
    })
}

/// The seeds of one part of the simulations: 2,000 in all parts together, a hundred times as many fresh ones with
/// `SOAK=100`.
fn part(number: u64) {
    if let Some(seed) = variable("SEED") {
        println!("{:#?}", simulate(seed, HANDS, HOUR));
        return;
    }
    let seeds = seeds(500, number);
    let mut all = Summary::default();
    for one in each(&seeds, |seed| simulate(seed, HANDS, HOUR)) {
        all.commands += one.commands;
        all.refused += one.refused;
        all.hands += one.hands;
        all.burned += one.burned;
        all.voided += one.voided;
        all.crashes += one.crashes;
        all.timeouts += one.timeouts;
        all.ms += one.ms;
    }
    let (count, first) = (seeds.end - seeds.start, seeds.start);
    println!("{count} seeds from {first}: {all:?}");
    assert!(all.hands > count && all.timeouts > 0 && all.burned > 0 && all.voided > 0 && all.crashes > 0);
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

/// Whole tournaments, to a Champion: 25 seeds, a hundred times as many fresh ones with `SOAK=100`.
#[test]
fn soak_tournaments() {
    if let Some(seed) = variable("SEED") {
        println!("{:#?}", tournament::Evening::new(seed).run());
        return;
    }
    let seeds = seeds(25, 0);
    let mut all = tournament::Summary::default();
    for one in each(&seeds, |seed| tournament::Evening::new(seed).run()) {
        all.hands += one.hands;
        all.burned += one.burned;
        all.voided += one.voided;
        all.crashes += one.crashes;
        all.damages += one.damages;
        all.lost_orders += one.lost_orders;
        all.entrants += one.entrants;
        all.events += one.events;
    }
    let (count, first) = (seeds.end - seeds.start, seeds.start);
    println!("{count} tournaments from {first}: {all:?}");
    assert!(all.hands > 10 * count && all.crashes > 0 && all.damages > 0 && all.lost_orders > 0);
}

#[test]
fn the_same_seed_gives_the_same_tournament() {
    let run = |seed| tournament::Evening::new(seed).run();
    assert_eq!(run(3), run(3));
    assert_ne!(run(3), run(4));
}

/// Whoever is away is dealt in: two who never come back would else be for ever, and their tournament with them.
#[test]
fn a_tournament_that_everybody_has_left_ends() {
    let usual = || {
        let stakes = Stakes::new("holdem", StakesLimit::No { min_bet: 20 });
        let schedule = Schedule::usual(Chips::new(20), 60_000);
        TournamentSetup { schedule, ..TournamentSetup::new("Nobody", stakes, 2) }
    };
    let few_chips = Level { small_blind: Chips::new(1), ..Level::new(Chips::new(20), 60_000) };
    let antes = Level { small_blind: Chips::ZERO, ante: StakesAnte::Each(1), ..few_chips };
    for setup in [
        usual(),
        TournamentSetup { stack: Some(1 << 40), ..usual() },
        TournamentSetup { schedule: Schedule::growing(few_chips), ..usual() },
        TournamentSetup { schedule: Schedule::growing(antes), ..usual() },
    ] {
        let (stack, first) = (setup.stack(), setup.schedule.levels[0]);
        let hands = tournament::Evening::left_alone(setup);
        println!("{hands} hands of two with {stack} each, from {first:?}");
        assert!(hands > 10);
    }
}
