//! Whatever is spread and whoever sits there, a bot's choice is legal, no chip is lost, and the same seed plays the same.

#![allow(clippy::print_stderr, reason = "a soak says its seed")]

mod table;

use cardroom_bots::{Bot, Level};
use cardroom_rules::{Ante, CATALOGUE, Cap, Chips, Limit, Lineup, Qualifier, Spread, SpreadSetup};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// Fixed and small in everyday tests; with `SOAK=N` N times larger and different every time, but for `SEED=n`.
fn runner(cases: u32) -> TestRunner {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let fresh =
        || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64);
    let seed = number("SOAK").map_or(1, |_| number("SEED").unwrap_or_else(fresh));
    eprintln!("seed {seed}");
    let cases = cases * number("SOAK").map_or(1, |times| u32::try_from(times).unwrap_or(1));
    TestRunner::new(Config { cases, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() })
}

fn limits() -> impl Strategy<Value = Limit> {
    let chips = Chips::new;
    (1..50_u64, 1..5_u64, 0..4_usize).prop_map(move |(min, times, kind)| match kind {
        0 => Limit::Fixed { small_bet: chips(min), big_bet: chips(min * times) },
        1 => Limit::Pot { min_bet: chips(min) },
        2 => Limit::No { min_bet: chips(min) },
        _ => Limit::Spread { min: chips(min), max: chips(min * times) },
    })
}

fn antes() -> impl Strategy<Value = Ante> {
    prop_oneof![
        Just(Ante::None),
        (1..30_u64).prop_map(|ante| Ante::Each(Chips::new(ante))),
        (1..30_u64).prop_map(|ante| Ante::BigBlind(Chips::new(ante))),
    ]
}

fn spreads() -> impl Strategy<Value = Spread> {
    let cap = prop_oneof![Just(Cap::Usual), Just(Cap::None), (0..5_u8).prop_map(Cap::Raises)];
    let games = prop::sample::select(CATALOGUE.to_vec());
    (games, limits(), antes(), cap, any::<bool>()).prop_map(|(game, limit, ante, cap, gld)| {
        let setup = SpreadSetup { ante, cap, ..SpreadSetup::new(game, limit) };
        let qualifier = (gld && game.division == cardroom_rules::Division::HighLow).then_some(Qualifier::Any);
        let setup = SpreadSetup { qualifier, ..if gld { setup.gld() } else { setup } };
        setup.check().expect("a table that can be opened")
    })
}

/// Stacks from a single chip to many blinds, and a level for each.
fn seats() -> impl Strategy<Value = Vec<(u64, Level)>> {
    let stack = prop_oneof![1..20_u64, 20..2000_u64, 100_000..200_000_u64, Just(1 << 45)];
    prop::collection::vec((stack, prop::sample::select(Level::ALL.to_vec())), 2..=10)
}

#[test]
fn soak_every_choice_is_legal() {
    let legal = |(spread, mut seats, seed): (Spread, Vec<(u64, Level)>, u64)| {
        seats.truncate(spread.game().seats().1);
        let stacks = seats.iter().map(|&(stack, _)| Chips::new(stack)).collect::<Vec<_>>();
        let lineup = Lineup::new(&spread, &stacks).expect("players who can be dealt in");
        let bots = || seats.iter().map(|&(_, level)| Bot::new(level, seed).with_samples(16)).collect::<Vec<_>>();
        let hand = table::play(&spread, &lineup, &mut bots(), seed, |_, _| {});
        let hand = hand.map_err(|refusal| TestCaseError::fail(refusal.to_string()))?;
        prop_assert_eq!(hand.stacks().sum::<Chips>(), stacks.into_iter().sum());
        let again = table::play(&spread, &lineup, &mut bots(), seed, |_, _| {}).expect("it was legal before");
        prop_assert!(hand == again, "the same seed plays the same");
        Ok(())
    };
    if let Err(failure) = runner(400).run(&(spreads(), seats(), any::<u64>()), legal) {
        panic!("{failure}");
    }
}

/// The time is a function of what everyone sees: hands that differ only in cards are thought about equally long.
#[test]
fn thinking_time_tells_nothing_of_the_cards() {
    let game = cardroom_rules::Game::by_id("holdout").expect("in the catalogue");
    let spread = SpreadSetup::new(game, Limit::No { min_bet: Chips::new(2) }).check().expect("the usual table");
    let lineup = Lineup::new(&spread, &[Chips::new(200); 4]).expect("four players");
    let times = |level: Level, seed: u64| {
        let mut times = Vec::new();
        let mut thinker = Bot::new(level, 7);
        // Bots that do the same whatever they hold, so that only cards differ.
        let mut others = vec![Bot::new(Level::Random, 3); 4];
        let mut turns = 0;
        table::play(&spread, &lineup, &mut others, seed, |_, view| {
            turns += 1;
            if turns <= 4 {
                times.push(thinker.think(view));
            }
        })
        .expect("random bots are legal");
        times
    };
    for level in Level::ALL {
        assert_eq!(times(level, 1), times(level, 2));
        assert!(times(level, 1).iter().all(|time| time.as_millis() > 50 && time.as_secs() <= 8));
    }
}
