//! The card parser: any text is read or refused at a place inside it, and what was read is written and read again
//! the same, in any case and spacing.

#![no_main]

use cardroom_cards::{Card, CardSet, ParseCards, ParseCardsError, ParseCardsReason, Rank};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match ParseCards::new(text).collect::<Result<Vec<Card>, _>>() {
        Ok(cards) => read_again(text, &cards),
        Err(error) => {
            refused_inside(text, error);
            // A text whose cards can't be read has no set either, and the same place is to blame unless a card
            // before it stands there twice.
            let set = text.parse::<CardSet>().expect_err("no cards, no set");
            assert!(set == error || matches!(set.reason, ParseCardsReason::Twice(_)) && set.position < error.position);
        }
    }
    if let Ok(card) = text.parse::<Card>() {
        assert_eq!(ParseCards::new(text).collect::<Vec<_>>(), [Ok(card)]);
    }
    if let Ok(rank) = text.parse::<Rank>() {
        assert_eq!(rank.to_string().parse(), Ok(rank));
    }
});

fn read_again(text: &str, cards: &[Card]) {
    let written = cards.iter().map(Card::to_string).collect::<Vec<_>>();
    let spellings = [
        written.concat(),
        written.join(" "),
        written.concat().to_ascii_lowercase(),
        written.concat().to_ascii_uppercase(),
        written.join("\t\n").replace('T', "10"),
    ];
    for spelling in spellings {
        assert_eq!(ParseCards::new(&spelling).collect::<Result<Vec<_>, _>>().as_deref(), Ok(cards));
    }
    let set = cards.iter().copied().collect::<CardSet>();
    match text.parse::<CardSet>() {
        Ok(read) => {
            assert_eq!(read, set);
            assert_eq!(read.len(), cards.len());
            assert_eq!(read.to_string().parse(), Ok(read));
        }
        Err(error) => {
            refused_inside(text, error);
            assert!(matches!(error.reason, ParseCardsReason::Twice(card) if set.contains(card)));
            assert!(set.len() < cards.len());
        }
    }
}

fn refused_inside(text: &str, error: ParseCardsError) {
    // One past the end is where a missing suit would stand.
    assert!((1..=text.chars().count() + 1).contains(&error.position), "{error} in {text:?}");
    assert!(!error.to_string().is_empty());
}
