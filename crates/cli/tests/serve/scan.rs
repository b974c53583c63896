//! Finding cards in what leaves the room.

/// A card as it is written: rank and suit.
pub(crate) type Token = [u8; 2];

/// Every card that is written in a text, standing alone: `As` in `["As"]` or `As Kd`, not in `Assen` or `0xAs9`.
pub(crate) fn tokens(text: &[u8]) -> impl Iterator<Item = Token> + '_ {
    let letter = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(u8::is_ascii_alphanumeric);
    text.windows(2).enumerate().filter_map(move |(at, pair)| {
        let card = is_rank(pair[0]) && is_suit(pair[1]);
        (card && !letter(at.checked_sub(1)) && !letter(Some(at + 2))).then_some([pair[0], pair[1]])
    })
}

fn is_rank(byte: u8) -> bool {
    b"23456789TJQKA".contains(&byte)
}

fn is_suit(byte: u8) -> bool {
    b"cdhs".contains(&byte)
}

#[test]
fn cards_are_found_where_they_are_written_and_nowhere_else() {
    let found: Vec<Token> = tokens(br#"{"own":["As","Td"],"key":"0aAs9c","note":"Ada has 2c, Ksix"}"#).collect();
    assert_eq!(found, [*b"As", *b"Td", *b"2c"]);
}
