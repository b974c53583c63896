//! Exact answers equal dealing every board by hand, in every game and pot, for every k and length of the board.

mod reference;

use cardroom_cards::{Card, CardSet, Rank};
use cardroom_odds::{Answer, Effort, Pool, Range, Ratio, Setup};
use cardroom_rules::{CATALOGUE, Game, Making, Qualifier};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn game(id: &str) -> &'static Game {
    Game::by_id(id).unwrap()
}

fn set(cards: &str) -> CardSet {
    cards.parse().unwrap()
}

fn ask(setup: &Setup) -> Answer {
    setup.check().unwrap().answer(&Effort::Exact, &Pool::new(2)).unwrap()
}

fn holdem(hands: &[&str]) -> Setup {
    let hands = hands.iter().map(|text| Range::parse(game("holdem"), text).unwrap()).collect();
    Setup { hands, ..Setup::new(game("holdem")) }
}

/// Asks, and compares everything with the plain way.
fn check(game: &'static Game, qualifier: Qualifier, hands: &[CardSet], board: CardSet, dead: CardSet) {
    let setup = Setup { game, qualifier, board, dead, hands: hands.iter().map(|&cards| Range::of(cards)).collect() };
    let answer = ask(&setup);
    let (got, deals) = reference::odds(game, qualifier, hands, board, dead);
    assert_eq!(u128::from(answer.boards()), deals);
    for (player, [win, tie, scoop, high, low]) in answer.players().iter().zip(got) {
        let what = format!("{} {hands:?} board {board} dead {dead}", game.id);
        assert_eq!(player.win, Ratio::new(win, deals), "{what}");
        assert_eq!(player.tie, Ratio::new(tie, deals), "{what}");
        assert_eq!(player.scoop, Ratio::new(scoop, deals), "{what}");
        assert_eq!(player.high, Ratio::new(high, 5040 * deals), "{what}");
        assert_eq!(player.low, Ratio::new(low, 5040 * deals), "{what}");
        assert_eq!(player.equity, Ratio::new(high + low, 5040 * deals), "{what}");
    }
    assert_sums_to_one(&answer);
}

fn assert_sums_to_one(answer: &Answer) {
    let (mut numerator, mut denominator) = (0, 1);
    for player in answer.players() {
        let (n, d) = (player.equity.numerator(), player.equity.denominator());
        let sum = Ratio::new(numerator * d + n * denominator, denominator * d);
        (numerator, denominator) = (sum.numerator(), sum.denominator());
    }
    assert_eq!((numerator, denominator), (1, 1));
}

/// Cards off a shuffled deck.
struct Deck(Vec<Card>);

impl Deck {
    fn shuffled(rng: &mut Xoshiro256PlusPlus) -> Self {
        let mut cards = Card::all().collect::<Vec<_>>();
        cards.shuffle(rng);
        Self(cards)
    }

    fn take(&mut self, count: usize) -> CardSet {
        self.0.drain(..count).collect()
    }
}

#[test]
fn known_answers() {
    let answer = ask(&holdem(&["AhKh", "QsQd"]));
    assert_eq!(answer.boards(), 1_712_304);
    assert_eq!(format!("{:.6}", answer.players()[0].equity.to_f64()), "0.462145");
    assert_sums_to_one(&answer);
    let answer = ask(&holdem(&["AhKh", "??"]));
    assert_eq!(answer.boards(), 1225 * 1_712_304);
    assert_eq!(format!("{:.6}", answer.players()[0].equity.to_f64()), "0.670446");
    assert_sums_to_one(&answer);
}

#[test]
fn holdem_before_the_flop() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for players in [2, 2, 2, 3] {
        let mut deck = Deck::shuffled(&mut rng);
        let hands = (0..players).map(|_| deck.take(2)).collect::<Vec<_>>();
        // Some dead cards keep the plain way from taking too long, and are worth testing by themselves.
        let dead = deck.take(rng.random_range(8..20));
        check(game("holdem"), Qualifier::default(), &hands, CardSet::EMPTY, dead);
    }
    // Suited hands of one suit, and pairs that share their ranks.
    for hands in [["AhKh", "2h3h"], ["AhAd", "AsAc"], ["9c8c", "7c6c"]] {
        let dead = set("2c2d3c3d4c4d5s6s7s8s9sTsJsQsKs");
        check(
            game("holdem"),
            Qualifier::default(),
            &hands.map(set),
            CardSet::EMPTY,
            dead - set(hands[0]) - set(hands[1]),
        );
    }
}

#[test]
fn holdem_on_every_board() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for board in [1, 2, 3, 4, 5] {
        for players in [2, 3, 6, 10] {
            let mut deck = Deck::shuffled(&mut rng);
            let hands = (0..players).map(|_| deck.take(2)).collect::<Vec<_>>();
            let board = deck.take(board);
            let dead = deck.take(if board.len() < 3 { 12 } else { 1 });
            check(game("holdem"), Qualifier::default(), &hands, board, dead);
        }
    }
}

#[test]
fn holdout_in_every_pot_with_every_k() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let qualifiers =
        [Qualifier::default(), Qualifier::Any, Qualifier::OrBetter(Rank::Ten), Qualifier::OrBetter(Rank::Five)];
    for &game in CATALOGUE.iter().filter(|game| game.making == Making::AllHeld && game.board_cards() == 4) {
        for board in 0..=4 {
            for first in 1..=5 {
                let mut deck = Deck::shuffled(&mut rng);
                let second = rng.random_range(1..=5);
                let others = if board == 0 { 0 } else { rng.random_range(0..=3) };
                let mut hands = vec![deck.take(first), deck.take(second)];
                hands.extend((0..others).map(|_| deck.take(rng.random_range(1..=5))));
                let board = deck.take(board);
                let dead = deck.take(if board.is_empty() { 18 } else { 2 });
                check(game, qualifiers[rng.random_range(0..4)], &hands, board, dead);
            }
        }
    }
}

#[test]
fn draw_games_at_showdown() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    for &game in CATALOGUE.iter().filter(|game| game.making == Making::AllHeld && game.board_cards() == 0) {
        for players in 2..=9 {
            let mut deck = Deck::shuffled(&mut rng);
            let hands = (0..players).map(|_| deck.take(5)).collect::<Vec<_>>();
            check(game, Qualifier::default(), &hands, CardSet::EMPTY, deck.take(1));
        }
    }
}

/// Unknown cards are any that are left: the same as the average over spelling them out.
#[test]
fn unknown_cards_are_any_of_those_left() {
    for (id, known, hand, board) in [
        ("holdout-hilo", "As2s", "Kh??", "3c4d9h"),
        ("holdout", "AsAd3h", "????", "Ac5d"),
        ("draw", "AsAdAcKsKd", "QhQdQc????", ""),
        ("draw27", "7s5d4c3s2d", "8h4d3c2h", ""),
        ("drawa5", "8s5d4c3s2c", "7h4d3c??2h", ""),
    ] {
        let (game, known, board) = (game(id), set(known), set(board));
        let range = Range::parse(game, hand).unwrap();
        let holding = range.holdings()[0];
        let setup = Setup { hands: vec![Range::of(known), range.clone()], board, ..Setup::new(game) };
        let answer = ask(&setup);
        let mut got = vec![[0; 5]; 2];
        let mut deals = 0;
        for rest in (CardSet::FULL - board - known - holding.cards).subsets(usize::from(holding.unknown)) {
            let hands = [known, holding.cards | rest];
            let (more, count) = reference::odds(game, Qualifier::default(), &hands, board, CardSet::EMPTY);
            deals += count;
            for (got, more) in got.iter_mut().flatten().zip(more.iter().flatten()) {
                *got += more;
            }
        }
        assert_eq!(u128::from(answer.boards()), deals, "{id}");
        for (player, got) in answer.players().iter().zip(got) {
            assert_eq!(player.equity, Ratio::new(got[3] + got[4], 5040 * deals), "{id}");
            assert_eq!(player.win, Ratio::new(got[0], deals), "{id}");
        }
        assert_sums_to_one(&answer);
    }
}

/// Ranges are sums over their hands, each as likely as its weight, that don't need the same card.
#[test]
fn ranges_are_weighted_sums() {
    for (ranges, board) in [
        (["QQ:0.25,AhKh", "JJ,AsAd:0.5"], ""),
        (["QQ+,AKs", "??"], "2c7dTh3s"),
        (["AKs:0.1,T9s-76s:3", "A5s-A2s,KQo:0.125"], "2c7dTh"),
        (["Ah??", "AA,AhKh:0.5"], "AsKd3c2d"),
    ] {
        let holdem = game("holdem");
        let board = set(board);
        let dead = if board.is_empty() { set("2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d") } else { CardSet::EMPTY };
        let hands = ranges.map(|text| Range::parse(holdem, text).unwrap());
        let setup = Setup { board, dead, hands: hands.to_vec(), ..Setup::new(holdem) };
        let answer = ask(&setup);
        let spelled = hands.map(|range| {
            let one = |(holding, weight): (&cardroom_odds::Holding, &u64)| {
                let (cards, weight) = (holding.cards, u128::from(*weight));
                (CardSet::FULL - cards)
                    .subsets(usize::from(holding.unknown))
                    .map(move |rest| (cards | rest, weight))
                    .collect::<Vec<_>>()
            };
            range.holdings().iter().zip(range.weights()).flat_map(one).collect::<Vec<_>>()
        });
        let (mut equity, mut total) = (0, 0);
        for &(first, weight) in &spelled[0] {
            for &(second, other) in &spelled[1] {
                let blocked = !(first & second).is_empty() || !((first | second) & (board | dead)).is_empty();
                if blocked {
                    continue;
                }
                let (got, deals) = reference::odds(holdem, Qualifier::default(), &[first, second], board, dead);
                equity += weight * other * (got[0][3] + got[0][4]);
                total += weight * other * deals;
            }
        }
        assert_eq!(answer.players()[0].equity, Ratio::new(equity, 5040 * total), "{ranges:?}");
        assert_sums_to_one(&answer);
    }
}
