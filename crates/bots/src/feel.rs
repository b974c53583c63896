//! What a hand looks like to somebody who has just learned the game: pairs are good, low cards are good in low games.

use cardroom_cards::{CardSet, Rank, Suit};
use cardroom_rules::{Division, LowKind};

/// How good the cards look, from 0 to 1.
pub(crate) fn feel(held: CardSet, board: CardSet, division: Division) -> f32 {
    match division {
        Division::High => high(held, board),
        Division::Low(kind) => low(held | board, kind),
        Division::HighLow => high(held, board).max(low(held | board, LowKind::AceToFive)),
    }
}

/// Made hands by their kind, high cards by their rank. What lies on the board for everyone counts half.
fn high(held: CardSet, board: CardSet) -> f32 {
    let own = made(held | board);
    let shared = made(board);
    if own > shared + 0.05 { own } else { 0.5 * own }
}

fn made(cards: CardSet) -> f32 {
    let of_rank = |rank: Rank| (cards & CardSet::of_rank(rank)).len();
    let counts = Rank::ALL.map(of_rank);
    let at_least = |many: usize| counts.iter().filter(|&&count| count >= many).count();
    let flush = Suit::ALL.iter().any(|&suit| (cards & CardSet::of_suit(suit)).len() >= 5);
    let ranks = u32::from(cards.ranks()) << 1 | u32::from(cards.ranks()) >> 12 & 1;
    let straight = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4 != 0;
    let top = (u16::BITS - cards.ranks().leading_zeros()) as f32 / 13.0;
    match (at_least(2), at_least(3)) {
        _ if at_least(4) > 0 || flush => 1.0,
        (2.., 1..) => 1.0,
        _ if straight => 0.95,
        (_, 1..) => 0.9,
        (2.., _) => 0.8,
        (1, _) => 0.55 + 0.1 * top,
        _ => 0.35 * top,
    }
}

/// How many of five different low cards are there.
fn low(cards: CardSet, kind: LowKind) -> f32 {
    // Eight or lower, with the ace where it is low.
    let low = match kind {
        LowKind::AceToFive => 0x107f,
        LowKind::DeuceToSeven => 0x007f,
    };
    match (cards.ranks() & low).count_ones() {
        0 | 1 => 0.1,
        2 => 0.3,
        3 => 0.5,
        4 => 0.65,
        _ => 0.95,
    }
}

#[cfg(test)]
mod tests {
    use super::feel;
    use cardroom_rules::{Division, LowKind};

    fn check(held: &str, board: &str, division: Division) -> f32 {
        feel(held.parse().unwrap(), board.parse().unwrap(), division)
    }

    #[test]
    fn better_hands_feel_better() {
        let high = |held| check(held, "9c 4d 2h", Division::High);
        assert!(high("9s9d") > high("9s4s"));
        assert!(high("9s4s") > high("9sAs"));
        assert!(high("9sAs") > high("AsKs"));
        assert!(high("AsKs") > high("7s6s"));
        let low = |held| check(held, "", Division::Low(LowKind::AceToFive));
        assert!(low("Ac 2d 3h 4s 6s") > low("Ac 2d 3h 4s Ks"));
        assert!(low("Ac 2d 3h 4s Ks") > low("Ac Ad 3h 4s Ks"));
    }

    #[test]
    fn a_pair_on_the_board_is_nobodys() {
        assert!(check("AsKd", "9c 9d 2h", Division::High) < check("AsKd", "Ac 9d 2h", Division::High));
    }
}
