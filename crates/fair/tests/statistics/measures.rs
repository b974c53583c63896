//! Six measures of a shuffle. Each looks at many decks and gives p: how often a perfect shuffle would look as odd.

use cardroom_cards::{Card, CardSet, HighRank};
use statrs::distribution::{ChiSquared, ContinuousCDF, DiscreteCDF, Normal, Poisson};

use crate::shuffles::{Decks, Shuffle};

/// Decks looked at → p.
pub(crate) type Measure = fn(Shuffle, u64, usize) -> f64;

/// Does every card come to every place equally often?
pub(crate) fn position_by_card(shuffle: Shuffle, seed: u64, size: usize) -> f64 {
    let mut decks = Decks::new(shuffle, seed);
    let mut counts = vec![0u64; 52 * 52];
    for _ in 0..size {
        for (place, &card) in decks.next::<52>().iter().enumerate() {
            counts[52 * place + usize::from(card)] += 1;
        }
    }
    // Rows and columns all sum to `size`, which leaves 51² degrees of freedom and shrinks the sum by 51/52.
    let sum = chi_square_sum(&counts, |_| size as f64 / 52.0);
    chi_square(sum * 51.0 / 52.0, 51 * 51)
}

/// Does every pair of cards come first and second equally often?
pub(crate) fn first_two_cards(shuffle: Shuffle, seed: u64, size: usize) -> f64 {
    let mut decks = Decks::new(shuffle, seed);
    let mut counts = vec![0u64; 52 * 52];
    for _ in 0..size {
        let deck = decks.next::<52>();
        counts[52 * usize::from(deck[0]) + usize::from(deck[1])] += 1;
    }
    let pairs: Vec<_> = (0..52 * 52).filter(|pair| pair / 52 != pair % 52).map(|pair| counts[pair]).collect();
    chi_square(chi_square_sum(&pairs, |_| size as f64 / pairs.len() as f64), pairs.len() - 1)
}

/// Does the same code, shuffling five cards, give all 120 orders equally often?
pub(crate) fn permutations_of_five(shuffle: Shuffle, seed: u64, size: usize) -> f64 {
    let mut decks = Decks::new(shuffle, seed);
    let mut counts = vec![0u64; 120];
    for _ in 0..size {
        let order = decks.next::<5>();
        // The order's number: for each card, how many smaller ones come after it.
        let smaller_after = |i: usize| order[i + 1..].iter().filter(|&&card| card < order[i]).count();
        counts[(0..5).fold(0, |number, i| number * (5 - i) + smaller_after(i))] += 1;
    }
    chi_square(chi_square_sum(&counts, |_| size as f64 / 120.0), 119)
}

/// Do the first five cards make each kind of hand as often as the 2,598,960 hands do?
pub(crate) fn hand_classes(shuffle: Shuffle, seed: u64, size: usize) -> f64 {
    const HANDS: [u32; 9] = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40];
    let mut decks = Decks::new(shuffle, seed);
    let mut counts = [0u64; 9];
    for _ in 0..size {
        let hand: CardSet = decks.next::<52>()[..5].iter().filter_map(|&card| Card::from_index(card)).collect();
        counts[HighRank::of(hand).expect("five cards make a hand").category() as usize] += 1;
    }
    chi_square(chi_square_sum(&counts, |class| size as f64 * f64::from(HANDS[class]) / 2_598_960.0), 8)
}

/// Does a deck tell anything of the next? Counts the places where the two have the same card (one on average, with
/// variance one), and correlates the cards at the same places.
pub(crate) fn serial_correlation(shuffle: Shuffle, seed: u64, size: usize) -> f64 {
    let mut decks = Decks::new(shuffle, seed);
    let mut before = decks.next::<52>();
    let (mut matches, mut products) = (0i64, 0i64);
    for _ in 0..size {
        let deck = decks.next::<52>();
        for (&one, &other) in before.iter().zip(&deck) {
            matches += i64::from(one == other);
            // Twice the distance from the middle, so that it is whole.
            products += (2 * i64::from(one) - 51) * (2 * i64::from(other) - 51);
        }
        before = deck;
    }
    let size = size as f64;
    // The products of one pair of decks have mean zero and variance S²/51, S the sum of squared distances.
    let squares = 4.0 * 52.0 * (52.0 * 52.0 - 1.0) / 12.0;
    let same = normal((matches as f64 - size) / size.sqrt());
    let correlated = normal(products as f64 / (squares * (size / 51.0).sqrt()));
    (2.0 * same.min(correlated)).min(1.0)
}

/// Do decks repeat? No two may be equal, and pairs that begin with the same six cards come as often as chance has it.
pub(crate) fn birthdays(shuffle: Shuffle, seed: u64, size: usize) -> f64 {
    let mut decks = Decks::new(shuffle, seed);
    // 21 cards, six bits each, stand for the deck: 10³⁴ beginnings.
    let begin = |deck: [u8; 52]| deck[..21].iter().fold(0u128, |number, &card| number << 6 | u128::from(card));
    let mut begins: Vec<_> = (0..size).map(|_| begin(decks.next())).collect();
    begins.sort_unstable();
    if begins.windows(2).any(|pair| pair[0] == pair[1]) {
        return 0.0;
    }
    let pairs = |group: &[u128]| (group.len() * (group.len() - 1) / 2) as u64;
    let same: u64 = begins.chunk_by(|one, other| one >> 90 == other >> 90).map(pairs).sum();
    let six_cards: f64 = (47..=52).map(f64::from).product();
    let chance = Poisson::new(size as f64 * (size as f64 - 1.0) / 2.0 / six_cards).unwrap();
    let at_least = same.checked_sub(1).map_or(1.0, |fewer| chance.sf(fewer));
    (2.0 * chance.cdf(same).min(at_least)).min(1.0)
}

fn chi_square_sum(counts: &[u64], expected: impl Fn(usize) -> f64) -> f64 {
    let term = |(cell, &count): (usize, &u64)| (count as f64 - expected(cell)).powi(2) / expected(cell);
    counts.iter().enumerate().map(term).sum()
}

/// Two-sided: a shuffle that is too even is no better than one that isn't even enough.
fn chi_square(sum: f64, freedom: usize) -> f64 {
    let chance = ChiSquared::new(freedom as f64).unwrap();
    2.0 * chance.sf(sum).min(chance.cdf(sum))
}

fn normal(z: f64) -> f64 {
    2.0 * Normal::standard().sf(z.abs())
}
