//! The plain way: every deal, one after the other, judged by the one-hand functions of `cards`.

use cardroom_cards::{AceFiveRank, CardSet, DeuceSevenRank, HighRank, holdout};
use cardroom_rules::{Division, Game, LowKind, Making, Qualifier};

/// What each player gets over all ways to complete the board: win, tie, scoop, high, low; the last two in parts of
/// which a pot has 5040. And how many ways there are.
pub(crate) fn odds(
    game: &Game,
    qualifier: Qualifier,
    hands: &[CardSet],
    board: CardSet,
    dead: CardSet,
) -> (Vec<[u128; 5]>, u128) {
    let deck = hands.iter().fold(CardSet::FULL - board - dead, |deck, &cards| deck - cards);
    let mut got = vec![[0; 5]; hands.len()];
    let mut deals = 0;
    for rest in deck.subsets(game.board_cards() - board.len()) {
        deals += 1;
        showdown(game, qualifier, hands, board | rest, &mut got);
    }
    (got, deals)
}

/// Adds what each player gets on a full board.
pub(crate) fn showdown(game: &Game, qualifier: Qualifier, hands: &[CardSet], board: CardSet, got: &mut [[u128; 5]]) {
    let highs = hands.iter().map(|&hand| high(game, hand, board)).collect::<Vec<_>>();
    let lows = hands.iter().map(|&hand| low(game, qualifier, hand, board)).collect::<Vec<_>>();
    let winners = |values: &[Option<u32>]| {
        let best = values.iter().copied().flatten().max();
        (0..values.len()).filter(|&place| best.is_some() && values[place] == best).collect::<Vec<_>>()
    };
    let (high, low) = (winners(&highs), winners(&lows));
    let half = if high.is_empty() || low.is_empty() { 5040 } else { 2520 };
    for (place, got) in got.iter_mut().enumerate() {
        let share = |winners: &[usize]| if winners.contains(&place) { half / winners.len() as u128 } else { 0 };
        let (by_high, by_low) = (share(&high), share(&low));
        if by_high + by_low == 0 {
            continue;
        }
        let alone = high == [place] || low == [place];
        got[0] += u128::from(alone);
        got[1] += u128::from(!alone);
        got[2] += u128::from(by_high + by_low == 5040);
        got[3] += by_high;
        got[4] += by_low;
    }
}

fn high(game: &Game, hand: CardSet, board: CardSet) -> Option<u32> {
    let rank = match game.making {
        Making::BestFive => HighRank::of(hand | board),
        Making::AllHeld => holdout::high(hand, board),
    };
    rank.filter(|_| game.division.has_high()).map(HighRank::order)
}

fn low(game: &Game, qualifier: Qualifier, hand: CardSet, board: CardSet) -> Option<u32> {
    match game.division {
        Division::High => None,
        Division::HighLow => holdout::low(hand, board, qualifier).map(AceFiveRank::order),
        Division::Low(LowKind::AceToFive) => holdout::low(hand, board, Qualifier::Any).map(AceFiveRank::order),
        Division::Low(LowKind::DeuceToSeven) => DeuceSevenRank::of(hand).map(DeuceSevenRank::order),
    }
}
