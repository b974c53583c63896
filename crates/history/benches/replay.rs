//! How many hands a second one core reads and replays, and what the fast reader is worth.
//!
//! Every round runs each candidate once, so that a machine that slows down slows all of them; the best of the rounds
//! counts. Recorded hands are taken from `../shared/data/phh`, or the folder that `CARDROOM_RECORDS` names, where they
//! are at hand; generated ones always.

#![expect(clippy::print_stdout, reason = "a bench says what it measured")]

#[path = "../tests/hands/mod.rs"]
mod hands;

use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cardroom_history::{About, Reader, Record, Replayer, Splitter, check};

const ROUNDS: usize = 15;

/// A text with so many hands in it.
struct Corpus {
    name: String,
    text: Vec<u8>,
    hands: usize,
}

fn main() {
    // `cargo test --benches` runs this too, and only wants to know whether it still works.
    let quick = std::env::args().any(|arg| arg == "--test");
    let rounds = if quick { 1 } else { ROUNDS };
    let corpora = corpora(if quick { 100 } else { 5_000 });
    for corpus in &corpora {
        measure(corpus, rounds);
    }
}

fn corpora(hands: u64) -> Vec<Corpus> {
    let games = ["holdem", "holdout-hilo", "draw27-triple"];
    let mut corpora: Vec<_> = games.iter().map(|game| generated(game, hands)).collect();
    let folder = std::env::var_os("CARDROOM_RECORDS")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/phh")), PathBuf::from);
    for (name, path) in [("recorded online", "handhq"), ("recorded Pluribus", "pluribus-half.phhs")] {
        let path = folder.join(path);
        let mut files = vec![path.clone()];
        if let Ok(inside) = std::fs::read_dir(&path) {
            files = inside.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
            files.sort();
        }
        let mut text = Vec::new();
        for file in files {
            text.extend(std::fs::read(file).unwrap_or_default());
            text.push(b'\n');
        }
        if text.len() > 2 {
            corpora.push(Corpus { name: name.to_owned(), hands: count(&text), text });
        } else {
            println!("{name}: skipped, {} isn't there", path.display());
        }
    }
    corpora
}

fn generated(game: &str, hands: u64) -> Corpus {
    let mut text = String::new();
    for seed in 0..hands {
        let names = (0..10).map(|number| format!("player {number}")).collect();
        let about = About { names, hand: Some(seed.to_string()), ..About::default() };
        let copy = hands::of_game(game, seed).copy(Reader::Public, about);
        text.push_str(&format!("[{}]\n{}\n", seed + 1, copy.to_phh()));
    }
    Corpus { name: format!("generated {game}"), hands: count(text.as_bytes()), text: text.into_bytes() }
}

fn count(text: &[u8]) -> usize {
    let mut hands = 0;
    each(text, |_| hands += 1);
    hands
}

fn each(text: &[u8], mut work: impl FnMut(&str)) {
    let mut splitter = Splitter::new(text, false);
    while let Ok(Some(piece)) = splitter.next() {
        if let Some(text) = piece.bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()) {
            work(text);
        }
    }
}

type Read = for<'t> fn(&'t str) -> Result<Record<'t>, cardroom_history::HistoryError>;

/// Split, read, replayed to the showdown and compared.
fn whole(text: &[u8], read: Read) {
    let mut replayer = Replayer::new();
    each(text, |text| {
        if let Ok(record) = read(text)
            && let Ok(played) = replayer.replay(&record)
        {
            black_box(check(&record, &played));
        }
    });
}

fn measure(corpus: &Corpus, rounds: usize) {
    let Corpus { name, text, hands } = corpus;
    let candidates: [(&str, &dyn Fn()); 4] = [
        ("split, read, replay, check", &|| whole(text, |text| Record::read(text))),
        ("the same with the general TOML parser", &|| whole(text, |text| Record::read_slowly(text))),
        ("split and read", &|| each(text, |text| drop(black_box(Record::read(text))))),
        ("split", &|| each(text, |text| _ = black_box(text))),
    ];
    let mut best = [Duration::MAX; 4];
    for _ in 0..rounds {
        for ((_, run), best) in candidates.iter().zip(&mut best) {
            let began = Instant::now();
            run();
            *best = began.elapsed().min(*best);
        }
    }
    println!("{name}: {hands} hands, {} bytes a hand, one core, best of {rounds}", text.len() / hands.max(&1));
    for ((what, _), time) in candidates.iter().zip(best) {
        let speed = *hands as f64 / time.as_secs_f64();
        let ratio = best[1].as_secs_f64() / time.as_secs_f64();
        println!("  {speed:>9.0} hands/s  {ratio:>5.1}x  {what}");
    }
}
