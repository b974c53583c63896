//! The shuffle is one: six measures find nothing odd in it, and do find what is wrong with four broken shuffles.
//!
//! With fixed seeds here. In a soak (`SOAK=n`) with fresh ones, n / 10 times: p < 10⁻⁶ fails, and p < 10⁻³ is
//! run again at ten times the size, where p < 10⁻³ fails too (twice in a row is one in a million).
//! `SEED=n` repeats a soak's run.

#![allow(clippy::print_stderr, reason = "a soak says its seeds and what it saw")]

mod measures;
mod shuffles;

use measures::Measure;
use shuffles::Shuffle;

const MEASURES: [(&str, Measure, usize); 6] = [
    ("position by card", measures::position_by_card, 1_000_000),
    ("first two cards", measures::first_two_cards, 2_000_000),
    ("permutations of five", measures::permutations_of_five, 3_000_000),
    ("hand classes", measures::hand_classes, 10_000_000),
    ("serial correlation", measures::serial_correlation, 1_000_000),
    ("birthdays", measures::birthdays, 1_000_000),
];

#[test]
fn soak_every_card_comes_everywhere() {
    ours_passes(0);
}

#[test]
fn soak_first_two_cards_are_any_two() {
    ours_passes(1);
}

#[test]
fn soak_all_orders_of_five_come_up() {
    ours_passes(2);
}

#[test]
fn soak_ten_million_deals_make_the_hands_they_should() {
    ours_passes(3);
}

#[test]
fn soak_a_deck_tells_nothing_of_the_next() {
    ours_passes(4);
}

#[test]
fn soak_a_million_decks_have_no_birthdays_in_common() {
    ours_passes(5);
}

/// Each broken shuffle is caught by a measure, and each measure catches a broken shuffle: one that didn't would show
/// nothing by passing ours.
#[test]
fn every_broken_shuffle_is_caught_and_every_measure_catches_one() {
    let mut caught = [[false; 4]; 6];
    for (row, (name, measure, size)) in caught.iter_mut().zip(MEASURES) {
        for (cell, shuffle) in row.iter_mut().zip(Shuffle::BROKEN) {
            // A tenth of the decks is plenty, but for birthdays, whose pairs grow with the square.
            let size = if name == "birthdays" { size } else { size / 10 };
            let p = measure(shuffle, 5, size);
            eprintln!("{name:<22}{:<12}p = {p:.1e}", format!("{shuffle:?}"));
            *cell = p < 1e-6;
        }
    }
    for (row, (name, ..)) in caught.iter().zip(MEASURES) {
        assert!(row.contains(&true), "{name} catches none");
    }
    for (column, shuffle) in Shuffle::BROKEN.iter().enumerate() {
        assert!(caught.iter().any(|row| row[column]), "{shuffle:?} goes unnoticed");
    }
}

/// A sound shuffle gets small p and large p alike: a measure that always says the same measures nothing.
#[test]
fn a_sound_shuffle_gets_p_of_all_sizes() {
    for (name, measure, size) in MEASURES {
        let few = if name == "birthdays" { size / 5 } else { size / 50 };
        let p: Vec<_> = (0..20).map(|seed| measure(Shuffle::Ours, seed, few)).collect();
        assert!(p.iter().all(|&p| p > 1e-4), "{name}: {p:?}");
        assert!(p.iter().any(|&p| p < 0.5) && p.iter().any(|&p| p > 0.5), "{name}: {p:?}");
    }
}

fn ours_passes(number: usize) {
    let (name, measure, size) = MEASURES[number];
    let soak = std::env::var("SOAK").ok().and_then(|times| times.parse::<u64>().ok());
    let Some(times) = soak else {
        let p = measure(Shuffle::Ours, 2026, size);
        eprintln!("{name}: p = {p:.3}");
        assert!(p > 1e-3, "{name}: p = {p:e}");
        return;
    };
    let first = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(fresh_seed);
    for seed in (0..(times / 10).max(1)).map(|round| first.wrapping_add(round)) {
        let p = measure(Shuffle::Ours, seed, size);
        eprintln!("{name}: seed {seed}, p = {p:.4}");
        assert!(p >= 1e-6, "{name}: seed {seed}, p = {p:e}");
        if p < 1e-3 {
            let p = measure(Shuffle::Ours, !seed, 10 * size);
            eprintln!("{name}: again with seed {}, ten times the size, p = {p:.4}", !seed);
            assert!(p >= 1e-3, "{name}: seeds {seed} and {}, p = {p:e} at ten times the size", !seed);
        }
    }
}

fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("the clock is past 1970");
    now.as_nanos() as u64
}
