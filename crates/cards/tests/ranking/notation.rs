//! Cards as people write them: what is read, and what is refused with position and reason.

use cardroom_cards::{Card, CardSet, ParseCards, ParseCardsError, ParseCardsReason, Rank};
use proptest::prelude::*;

#[test]
fn what_is_read() {
    for text in ["AhKdTc", "Ah Kd Tc", "ah kd tc", "AHKDTC", "  Ah\tKd\nTc ", "ah KD 10C", "Ah10cKd"] {
        assert_eq!(text.parse::<CardSet>().map(|set| set.to_string()), Ok("TcKdAh".into()), "{text:?}");
    }
    assert_eq!("".parse::<CardSet>(), Ok(CardSet::EMPTY));
    assert_eq!(" \n ".parse::<CardSet>(), Ok(CardSet::EMPTY));
    let order: Result<Vec<Card>, _> = ParseCards::new("Ah 2c Ah").collect();
    assert_eq!(order.map(|cards| cards.iter().map(Card::to_string).collect::<String>()), Ok("Ah2cAh".into()));
}

#[test]
fn what_is_refused_and_where() {
    use ParseCardsReason::{MissingSuit, Rank, Suit, Twice};
    let ace = "Ah".parse().unwrap();
    for (text, position, reason) in [
        ("Ax", 2, Suit('x')),
        ("Xh", 1, Rank('X')),
        ("AhK", 4, MissingSuit),
        ("Ah K d", 5, Suit(' ')),
        ("Ah Kd 1c", 7, Rank('1')),
        ("Ah 10", 6, MissingSuit),
        ("Ah 100c", 6, Suit('0')),
        ("Ah,Kd", 3, Rank(',')),
        ("Ah Kd ah", 7, Twice(ace)),
        ("é", 1, Rank('é')),
        ("Ahé", 3, Rank('é')),
        ("A♥", 2, Suit('♥')),
        ("??", 1, Rank('?')),
    ] {
        assert_eq!(text.parse::<CardSet>(), Err(ParseCardsError { position, reason }), "{text:?}");
    }
}

#[test]
fn one_card_is_one_card() {
    use ParseCardsReason::{Empty, MissingSuit, Rank, Suit, Trailing};
    let refused = |text: &str| text.parse::<Card>().map_err(|error| (error.position, error.reason));
    assert_eq!(" Ts ".parse::<Card>(), "10s".parse());
    assert_eq!(refused(""), Err((1, Empty)));
    assert_eq!(refused("  "), Err((1, Empty)));
    assert_eq!(refused("T"), Err((2, MissingSuit)));
    assert_eq!(refused("TsAs"), Err((3, Trailing('A'))));
    assert_eq!(refused("Ts x"), Err((4, Trailing('x'))));
    assert_eq!(refused("0s"), Err((1, Rank('0'))));
    assert_eq!(refused("Tz"), Err((2, Suit('z'))));
}

#[test]
fn ranks_alone() {
    assert_eq!("10".parse(), Ok(Rank::Ten));
    assert_eq!("t".parse(), Ok(Rank::Ten));
    assert_eq!("8".parse(), Ok(Rank::Eight));
    assert!("".parse::<Rank>().is_err() && "1".parse::<Rank>().is_err() && "88".parse::<Rank>().is_err());
}

proptest! {
    /// Whatever the text: no panic, and an error's position is that of one of its characters or just behind them.
    #[test]
    fn any_text_is_read_or_refused(text in "[2-9tjqkaTJQKAcdhs10 x♥]{0,12}") {
        match text.parse::<CardSet>() {
            Ok(set) => prop_assert_eq!(set.to_string().parse::<CardSet>(), Ok(set)),
            Err(error) => {
                prop_assert!((1..=text.chars().count() + 1).contains(&error.position));
                let place = format!("character {}: ", error.position);
                prop_assert!(error.to_string().starts_with(&place));
            }
        }
    }
}
