//! What a dealer reads out, for every kind of hand.

use cardroom_cards::{AceFiveRank, CardSet, DeuceSevenRank, HighRank};

fn check<T: std::fmt::Display>(rank: fn(CardSet) -> Option<T>, names: &[(&str, &str, &str)]) {
    for &(cards, short, long) in names {
        let rank = rank(cards.parse().unwrap()).unwrap();
        assert_eq!(rank.to_string(), short, "{cards}");
        assert_eq!(format!("{rank:#}"), long, "{cards} with kickers");
    }
}

#[test]
fn high() {
    check(
        HighRank::of,
        &[
            ("AsKsQsJsTs", "royal flush", "royal flush"),
            ("9h8h7h6h5h", "straight flush, nine high", "straight flush, nine high"),
            ("Ah2h3h4h5h", "straight flush, five high", "straight flush, five high"),
            ("5c5d5h5sKd", "four fives", "four fives, king kicker"),
            ("KcKdKh9s9d", "kings full of nines", "kings full of nines"),
            ("6c6d6h2s2d", "sixes full of twos", "sixes full of twos"),
            ("AdJd9d5d2d", "ace-high flush", "ace-high flush, jack-nine-five-two"),
            ("6d5c4c3c2c", "six-high straight", "six-high straight"),
            ("Ad5c4c3c2c", "five-high straight", "five-high straight"),
            ("JcJdJhAs3d", "three jacks", "three jacks, ace-three kickers"),
            ("AcAd8h8sQd", "aces and eights", "aces and eights, queen kicker"),
            ("7c7dAhTs2d", "pair of sevens", "pair of sevens, ace-ten-two kickers"),
            ("Kc9d6h4s2d", "king-high", "king-high, nine-six-four-two"),
            ("AcAdKcKd7h7sQd", "aces and kings", "aces and kings, queen kicker"),
            ("QcQdQhKsKdKh2c", "kings full of queens", "kings full of queens"),
            ("QcQdQhQsKdKh2c", "four queens", "four queens, king kicker"),
        ],
    );
}

#[test]
fn ace_five() {
    check(
        AceFiveRank::of,
        &[
            ("Ah2d3c4s5s", "wheel", "five-four-three-two-ace low"),
            ("AhAd2d3c4s5s", "wheel", "five-four-three-two-ace low"),
            ("Ah2d3c4s6s", "six-four low", "six-four-three-two-ace low"),
            ("8h6h4h2hAh", "eight-six low", "eight-six-four-two-ace low"),
            ("KhQdJcTs9s", "king-queen low", "king-queen-jack-ten-nine low"),
            ("2h2d3c4s5s", "pair of twos", "pair of twos, five-four-three kickers"),
            ("AhAd8c8sKs", "eights and aces", "eights and aces, king kicker"),
            ("JhJdJc4sAs", "three jacks", "three jacks, four-ace kickers"),
            ("KhKdKc9s9d", "kings full of nines", "kings full of nines"),
            ("AhAdAcAs2d", "four aces", "four aces, two kicker"),
        ],
    );
}

#[test]
fn deuce_seven() {
    check(
        DeuceSevenRank::of,
        &[
            ("7h5d4c3s2s", "seven-five low", "seven-five-four-three-two low"),
            ("Ah5d4c3s2s", "ace-five low", "ace-five-four-three-two low"),
            ("9h8d4c3s2s", "nine-eight low", "nine-eight-four-three-two low"),
            ("6h5d4c3s2s", "six-high straight", "six-high straight"),
            ("7h5h4h3h2h", "seven-high flush", "seven-high flush, five-four-three-two"),
            ("6h5h4h3h2h", "straight flush, six high", "straight flush, six high"),
            ("AsKsQsJsTs", "royal flush", "royal flush"),
            ("2h2d3c4s5s", "pair of twos", "pair of twos, five-four-three kickers"),
            ("7h7d4c4s2s", "sevens and fours", "sevens and fours, two kicker"),
        ],
    );
}
