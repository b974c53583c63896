//! Hands that nobody here made, where they are at hand: `../shared/data/phh` beside the project, or the folder named
//! by `CARDROOM_RECORDS`. Without them the tests say so and pass.

use std::path::PathBuf;

use cardroom_history::{Batches, Record, Replayer, Verdict, check};

#[derive(Default, PartialEq, Eq, Debug)]
struct Tally {
    matches: usize,
    differ: usize,
    unchecked: usize,
    invalid: usize,
}

#[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
fn replayed(name: &str) -> Option<Tally> {
    let folder = std::env::var_os("CARDROOM_RECORDS")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/phh")), PathBuf::from);
    let path = folder.join(name);
    if !path.exists() {
        println!("skipped: {} isn't there", path.display());
        return None;
    }
    let mut tally = Tally::default();
    let mut replayer = Replayer::new();
    for batch in Batches::new([path]) {
        assert!(batch.unreadable.is_none(), "{:?}", batch.unreadable);
        for (_, text) in batch.records() {
            let text = text.unwrap();
            let read = Record::read(text);
            assert_eq!(read, Record::read_slowly(text), "{text}");
            let verdict = read.and_then(|record| replayer.replay(&record).map(|played| check(&record, &played)));
            match verdict {
                Ok(Verdict::Match) => tally.matches += 1,
                Ok(Verdict::Differ(_)) => tally.differ += 1,
                Ok(Verdict::Unchecked) => tally.unchecked += 1,
                Err(_) => tally.invalid += 1,
            }
        }
    }
    Some(tally)
}

fn check_all(name: &str, matches: usize, differ: usize, unchecked: usize, invalid: usize) {
    if let Some(tally) = replayed(name) {
        assert_eq!(tally, Tally { matches, differ, unchecked, invalid }, "{name}");
    }
}

#[test]
fn pluribus() {
    check_all("pluribus-half.phhs", 5070, 0, 0, 0);
}

#[test]
fn hands_worked_out_by_an_independent_program() {
    check_all("oracle-sample.phhs", 600, 0, 0, 0);
}

#[test]
fn televised_hands() {
    check_all("wsop-2023", 16, 0, 0, 0);
    check_all("arieh-yockey-2019.phh", 0, 0, 1, 0);
    check_all("dwan-ivey-2009.phh", 0, 0, 1, 0);
}

#[test]
fn online_hands() {
    check_all("handhq", 1982, 18, 9969, 3);
}
