//! Random tables and random legal play, reproducible from a seed: what the randomised tests are driven by.

#![allow(dead_code, reason = "each test file takes what it needs")]
#![allow(clippy::print_stdout, reason = "a soak says its seed")]

mod tables;

use cardroom_cards::{Card, CardSet};
use cardroom_rules::{Action, Chips, Hand, Input, Legal, Need, Seat, SeatSet};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[allow(unused_imports, reason = "each test file takes what it needs")]
pub(crate) use tables::{Table, any_table, recorded_table};

/// The tests' source of chance.
pub(crate) type Random = Xoshiro256PlusPlus;

/// Runs `check` on `count` random things, each with a seed of its own. With `SOAK=N` N times as many and other seeds
/// every time, but for `SEED=n`; the first seed is printed, and a failure names the seed of the thing that failed.
pub(crate) fn soak(count: u64, check: impl Fn(&mut Random)) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let times = number("SOAK").unwrap_or(1).max(1);
    let first = match number("SEED") {
        Some(seed) => seed,
        None if number("SOAK").is_some() => fresh_seed(),
        None => 1,
    };
    let count = if number("SEED").is_some() { 1 } else { count.saturating_mul(times) };
    println!("{count} hands from seed {first}");
    for seed in (first..).take(count as usize) {
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            check(&mut Random::seed_from_u64(seed));
        }));
        assert!(outcome.is_ok(), "repeat it with SEED={seed}");
    }
}

fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("the clock is past 1970");
    now.as_nanos() as u64 >> 8
}

/// A number below `bound`.
pub(crate) fn below(random: &mut Random, bound: u64) -> u64 {
    if bound > 1 { random.random_range(0..bound) } else { 0 }
}

/// True once in so many times.
pub(crate) fn one_in(random: &mut Random, times: u64) -> bool {
    below(random, times) == 0
}

/// One of a list.
pub(crate) fn one_of<T: Copy>(random: &mut Random, things: &[T]) -> T {
    things[below(random, things.len() as u64) as usize]
}

/// One of a set of cards.
pub(crate) fn card_of(random: &mut Random, cards: CardSet) -> Option<Card> {
    cards.iter().nth(below(random, cards.len() as u64) as usize)
}

/// So many random cards of a set.
pub(crate) fn cards_of(random: &mut Random, mut from: CardSet, count: usize) -> CardSet {
    let mut taken = CardSet::EMPTY;
    for _ in 0..count {
        if let Some(card) = card_of(random, from) {
            from.remove(card);
            taken.insert(card);
        }
    }
    taken
}

/// Everybody at the table.
pub(crate) fn everyone(hand: &Hand) -> SeatSet {
    SeatSet::first_seats(hand.players())
}

/// Any input that the hand must take now; `None` when it is over. Folds come once in `fold` times.
pub(crate) fn choose(random: &mut Random, hand: &Hand, fold: u64) -> Option<Input> {
    let (seat, action) = match hand.legal() {
        Legal::Bet { seat, choices } => {
            let stay = if choices.call().is_some() { Action::Call } else { Action::Check };
            let action = match choices.raise() {
                _ if one_in(random, fold) => Action::Fold,
                Ok(range) if one_in(random, 3) => {
                    let width = (range.max_to - range.min_to).get().saturating_add(1);
                    let some = range.min_to + Chips::new(below(random, width));
                    Action::RaiseTo(one_of(random, &[range.min_to, range.min_to, some, range.max_to]))
                }
                _ => stay,
            };
            (seat, action)
        }
        Legal::Discard { seat, most, .. } => (seat, Action::Discard(throw(random, hand, seat, most).into())),
        Legal::Draw { seat, most, .. } => (seat, Action::Draw(throw(random, hand, seat, most).into())),
        Legal::Show { seat, may_muck } => {
            (seat, if may_muck && one_in(random, 2) { Action::Muck } else { Action::Show(CardSet::EMPTY) })
        }
        Legal::Nothing => {
            return match hand.need() {
                Need::Card(_) => Some(Input::Card(card_of(random, hand.may_come()))),
                Need::Reshuffle { .. } => Some(Input::Reshuffle),
                _ => None,
            };
        }
    };
    Some(Input::Act { seat, action })
}

fn throw(random: &mut Random, hand: &Hand, seat: Seat, most: usize) -> CardSet {
    let count = below(random, most as u64 + 1) as usize;
    cards_of(random, hand.cards_of(seat), count)
}
