//! Whatever is typed, the program answers or refuses: it never panics and never says nothing.

#![allow(clippy::print_stderr, reason = "a soak says its seed")]

use std::process::Command;

use cardroom_cards::Card;
use cardroom_rules::{CATALOGUE, Game, Making};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// Fixed and small in everyday tests; with `SOAK=N` N times larger and different every time, but for `SEED=n`.
fn runner() -> TestRunner {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seed = match number("SOAK") {
        None => 1,
        Some(_) => number("SEED").unwrap_or_else(fresh_seed),
    };
    eprintln!("seed {seed}");
    let cases = 100 * number("SOAK").map_or(1, |times| u32::try_from(times).unwrap_or(1));
    TestRunner::new(Config { cases, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() })
}

fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("the clock is past 1970");
    now.as_nanos() as u64
}

/// Cards as people write and mistype them; without NUL, which no argument can hold.
fn cards() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "([2-9TJQKA][cdhs]){0,6}",
        2 => "((10|[2-9tjqka])[cdhs] ?){0,6}",
        1 => "[2-9TJQKAcdhs10? -]{0,8}",
        1 => "[^\0]{0,6}",
    ]
}

/// Everything at once: right, wrong and nonsense.
fn typed() -> impl Strategy<Value = Vec<String>> {
    let board = prop::option::of(cards()).prop_map(|board| board.map(|board| format!("--board={board}")));
    let qualifier = prop_oneof![9 => Just(None), 1 => "--qualifier=([2-9AKQJT]|none|10|[^\0]{0,2})".prop_map(Some)];
    let hands = prop::collection::vec(cards(), 0..5);
    (game(), board, qualifier, hands).prop_map(|(game, board, qualifier, hands)| {
        let options = [Some(format!("--game={}", game.id)), board, qualifier];
        options.into_iter().flatten().chain(["--".to_owned()]).chain(hands).collect()
    })
}

/// A showdown that can happen, dealt from one shuffled deck.
fn dealt() -> impl Strategy<Value = Vec<String>> {
    let deck = Just(Card::all().map(|card| card.to_string()).collect::<Vec<_>>()).prop_shuffle();
    (game(), deck, 0..=5_usize, prop::collection::vec(1..=5_usize, 1..6)).prop_map(|(game, deck, on_board, held)| {
        let mut deck = deck.into_iter();
        let board = deck.by_ref().take(on_board.min(game.board_cards())).collect::<String>();
        let size = |kept: usize| if game.making == Making::BestFive { game.cards_dealt() } else { kept };
        let hands = held.into_iter().map(|kept| deck.by_ref().take(size(kept)).collect());
        [format!("--game={}", game.id), format!("--board={board}")].into_iter().chain(hands).collect()
    })
}

fn game() -> impl Strategy<Value = &'static Game> {
    prop::sample::select(CATALOGUE.to_vec())
}

#[test]
fn soak_rank_answers_or_refuses_whatever_is_typed() {
    check(&typed(), |code| code == 0 || code == 2);
}

#[test]
fn soak_rank_answers_every_showdown_that_can_happen() {
    check(&dealt(), |code| code == 0);
}

/// Runs `cardroom rank` with each input, as text and as JSON: the exit code must be right, and it must have answered
/// on standard output or refused on standard error.
fn check(inputs: &impl Strategy<Value = Vec<String>>, right: impl Fn(i32) -> bool) {
    let answered = |arguments: Vec<String>| {
        for format in [None, Some("--json")] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
            let output = command.arg("rank").args(format).args(&arguments).output().expect("it was built");
            let complained = String::from_utf8_lossy(&output.stderr);
            let code = output.status.code().unwrap_or(-1);
            prop_assert!(right(code), "exit code {code}: {complained}");
            prop_assert_eq!(code == 0, !output.stdout.is_empty());
            prop_assert_eq!(code != 0, complained.starts_with("error: "), "{}", complained);
        }
        Ok(())
    };
    if let Err(failure) = runner().run(inputs, answered) {
        panic!("{failure}");
    }
}
