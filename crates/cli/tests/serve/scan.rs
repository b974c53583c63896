//! Finding cards in what leaves the room.

use std::collections::{BTreeSet, HashMap};

use cardroom_cards::{Card, CardSet};

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

/// Cards that are written one after another without a space, as hand histories have them: `AsKd3h`.
pub(crate) fn runs(text: &[u8]) -> BTreeSet<Token> {
    let mut found: BTreeSet<Token> = tokens(text).collect();
    for word in text.split(|byte| !byte.is_ascii_alphanumeric()) {
        if word.len() % 2 == 0 && word.chunks(2).all(|pair| is_rank(pair[0]) && is_suit(pair[1])) {
            found.extend(word.chunks(2).map(|pair| [pair[0], pair[1]]));
        }
    }
    found
}

fn is_rank(byte: u8) -> bool {
    b"23456789TJQKA".contains(&byte)
}

fn is_suit(byte: u8) -> bool {
    b"cdhs".contains(&byte)
}

/// A card's token.
pub(crate) fn token(card: &str) -> Token {
    let bytes = card.as_bytes();
    assert!(bytes.len() == 2 && is_rank(bytes[0]) && is_suit(bytes[1]), "{card} is no card");
    [bytes[0], bytes[1]]
}

/// The ways in which one player's hidden cards could be written as text; fewer letters than eight turn up by chance.
pub(crate) fn written(cards: &[Token]) -> Vec<Vec<u8>> {
    let text = |between: &[u8]| cards.join(between);
    let quoted = [b"\"", text(b"\",\"").as_slice(), b"\""].concat();
    let forms = [quoted, text(b""), text(b" "), text(b", ")];
    forms.into_iter().filter(|text| text.len() >= 8).collect()
}

/// The ways in which they could be written as a set of bits, or as numbers if they are many.
pub(crate) fn packed(cards: &[Token]) -> Vec<Vec<u8>> {
    let cards: Vec<Card> = cards.iter().map(|card| std::str::from_utf8(card).unwrap().parse().unwrap()).collect();
    let bits = cards.iter().fold(0_u64, |bits, &card| bits | CardSet::of(card).bits());
    // A number with little in it may mean anything, and does in a database.
    let telling = cards.len() >= 5 && bits.to_le_bytes().iter().filter(|byte| **byte != 0).count() >= 4;
    let mut forms = vec![cards.iter().map(|card| card.index()).collect()];
    if telling {
        forms.extend([bits.to_le_bytes().to_vec(), bits.to_be_bytes().to_vec(), seven_at_a_time(bits)]);
    }
    forms.into_iter().filter(|form: &Vec<u8>| form.len() >= 8).collect()
}

/// A number as the room's own logs have it: seven bits a byte, the lowest first.
fn seven_at_a_time(mut bits: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while bits >= 0x80 {
        bytes.push(bits as u8 | 0x80);
        bits >>= 7;
    }
    bytes.push(bits as u8);
    bytes
}

/// Which of these are anywhere in the bytes. All are looked for at once, by their first eight bytes; a table of which
/// starts there are at all keeps that quick.
pub(crate) fn found<'a>(bytes: &[u8], sought: &'a [Vec<u8>]) -> BTreeSet<&'a Vec<u8>> {
    let slot = |start: &[u8; 8]| (u64::from_le_bytes(*start).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44) as usize;
    let mut some = vec![false; 1 << 20];
    let mut by_start: HashMap<[u8; 8], Vec<&Vec<u8>>> = HashMap::new();
    for item in sought {
        let start = item.first_chunk::<8>().expect("no shorter than eight bytes");
        some[slot(start)] = true;
        by_start.entry(*start).or_default().push(item);
    }
    let mut found = BTreeSet::new();
    for (at, start) in bytes.windows(8).enumerate() {
        let start: &[u8; 8] = start.try_into().expect("eight bytes");
        if some[slot(start)] {
            let here = by_start.get(start).into_iter().flatten().filter(|item| bytes[at..].starts_with(item));
            found.extend(here.copied());
        }
    }
    found
}

#[test]
fn cards_are_found_where_they_are_written_and_nowhere_else() {
    let found: Vec<Token> = tokens(br#"{"own":["As","Td"],"key":"0aAs9c","note":"Ada has 2c, Ksix"}"#).collect();
    assert_eq!(found, [*b"As", *b"Td", *b"2c"]);
    let found = runs(b"d dh p1 AsKd3h, p2 ????");
    assert_eq!(found.len(), 3);
    assert_eq!(written(&[*b"As", *b"Kd"]), [b"\"As\",\"Kd\"".to_vec()]);
    assert_eq!(packed(&[*b"2c", *b"3d", *b"4h", *b"5s", *b"As"])[0], [1, 0, 2, 0, 4, 0, 8, 16]);
}

#[test]
fn what_is_in_the_bytes_is_found() {
    let sought = [b"\"As\",\"Kd\"".to_vec(), b"\"As\",\"Kh\"".to_vec(), b"12345678".to_vec()];
    let found = found(b"x\"As\",\"Kh\"12345678", &sought);
    assert_eq!(found.into_iter().collect::<Vec<_>>(), [&sought[1], &sought[2]]);
}
