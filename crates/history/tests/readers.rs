//! The fast reader and the general one read the same, on records as they are and on records with something wrong; and
//! no text, however broken, brings anything down.

mod hands;

use cardroom_history::{About, HandCopy, Reader, Record, Replayer, Splitter, check};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Characters that mean something to one of the readers.
const ALPHABET: &[u8] = b"0123456789.,-+_eE'\"[]{}=#\\ \t\r\n?pdhscbrfmAKQJTnti\x00\x7f";

/// A record as others write it: fields of all kinds besides our own.
fn sample(seed: u64) -> String {
    let about = About {
        names: (0..10).map(|number| format!("Player #{number} é")).collect(),
        hand: Some("R5-26".to_owned()),
        seats: (1..=10).collect(),
        date: Some((2024, 5, 6)),
        time: Some("07:08:09".to_owned()),
        places: (seed % 3) as u8,
        ..About::default()
    };
    let mut text = hands::any(seed).copy(Reader::Dealer, about).to_phh();
    if seed.is_multiple_of(2) {
        text = text.replace("'d dh", "\"d dh").replace("', 'p", "\", 'p").replace("', \"d", "\", \"d");
    }
    text.push_str("winnings = [0, 12.50, -3]\nempty = []\n_x = true\nmixed = [1, 'two', 03:04:05]\n");
    text
}

/// The text with a few things changed at random: bytes, stretches, whole lines.
fn mutated(text: &str, seed: u64) -> String {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..rng.random_range(1..=3) {
        let at = rng.random_range(0..bytes.len());
        let any = ALPHABET[rng.random_range(0..ALPHABET.len())];
        match rng.random_range(0..7) {
            0 => bytes[at] = any,
            1 => bytes.insert(at, any),
            2 => drop(bytes.remove(at)),
            3 => bytes.truncate(at.max(1)),
            4 => {
                let end = (at + rng.random_range(1..40)).min(bytes.len());
                let stretch = bytes[at..end].to_vec();
                let to = rng.random_range(0..bytes.len());
                bytes.splice(to..to, stretch);
            }
            _ => {
                let mut lines: Vec<_> = bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
                let (from, to) = (rng.random_range(0..lines.len()), rng.random_range(0..lines.len()));
                if rng.random() {
                    lines.swap(from, to);
                } else {
                    lines[to] = lines[from].clone();
                }
                bytes = lines.join(&b'\n');
            }
        }
        if bytes.is_empty() {
            bytes.push(b'x');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whatever is read can be replayed or refused, compared, written in every format, and read again.
fn survives(text: &str) -> Result<(), TestCaseError> {
    let read = Record::read(text);
    prop_assert_eq!(&read, &Record::read_slowly(text), "{}", text);
    let Ok(record) = read else { return Ok(()) };
    let written = record.to_phh();
    let again = Record::read(&written);
    prop_assert_eq!(again.as_ref(), Ok(&record), "{}", text);
    if let Ok(played) = Replayer::new().replay(&record) {
        let _ = check(&record, &played);
        let copy = HandCopy::of_record(&record, Reader::Dealer).unwrap();
        let _ = (copy.to_ohh(), copy.to_pokerstars());
        prop_assert!(Record::read(&copy.to_phh()).is_ok());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6_000, ..ProptestConfig::default() })]

    #[test]
    fn both_readers_read_what_was_changed_the_same(seed in 0..500_u64, change: u64) {
        survives(&mutated(&sample(seed), change))?;
    }

    #[test]
    fn pokerstars_text_that_was_changed_is_read_or_refused(seed in 0..500_u64, change: u64) {
        let text = hands::of_game("holdem", seed).copy(Reader::Dealer, About::default()).to_pokerstars().unwrap();
        if let Ok(record) = Record::read_pokerstars(&mutated(&text, change)) {
            let _ = Replayer::new().replay(&record);
            let written = record.to_phh();
            prop_assert_eq!(Record::read(&written).unwrap(), record);
        }
    }

    #[test]
    fn open_hand_history_that_was_changed_is_read_or_refused(seed in 0..500_u64, change: u64) {
        let json = hands::any(seed).copy(Reader::Dealer, About::default()).to_ohh();
        if let Ok(record) = Record::read_ohh(&mutated(&json, change)) {
            let _ = Replayer::new().replay(&record);
            let written = record.to_phh();
            prop_assert_eq!(Record::read(&written).unwrap(), record);
        }
    }

    /// Records cut apart and put together again are the same bytes, in whatever portions they arrive.
    #[test]
    fn nothing_is_lost_between_records(seed in 0..500_u64, change: u64, portion in 1_usize..200) {
        let text = mutated(&format!("[1]\n{}\n[2]\n{}", sample(seed), sample(seed + 1)), change);
        let whole = pieces(text.as_bytes());
        prop_assert_eq!(&pieces(Portions { rest: text.as_bytes(), portion }), &whole);
        let length: usize = whole.iter().map(|(_, bytes)| bytes.len()).sum();
        prop_assert!(length <= text.len());
    }
}

fn pieces(source: impl std::io::Read) -> Vec<(u64, Vec<u8>)> {
    let mut splitter = Splitter::new(source, false);
    let mut pieces = Vec::new();
    while let Some(piece) = splitter.next().unwrap() {
        pieces.push((piece.number, piece.bytes.unwrap().to_vec()));
    }
    pieces
}

/// A source that gives a few bytes at a time.
struct Portions<'b> {
    rest: &'b [u8],
    portion: usize,
}

impl std::io::Read for Portions<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.portion.min(self.rest.len()).min(buffer.len());
        let (now, rest) = self.rest.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.rest = rest;
        Ok(count)
    }
}

#[test]
fn records_as_they_are_take_the_fast_way() {
    // Not a matter of speed alone: the comparison above says nothing if the fast reader never answers.
    let text = sample(1);
    assert!(text.contains("'p"), "{text}");
    assert_eq!(Record::read(&text), Record::read_slowly(&text));
}

#[test]
fn toml_as_people_write_it() {
    let text = r#"
        # A comment, with a '
        variant = "NT"   # and another
        antes = [ 0, 0, ]
        "blinds_or_straddles" = [
            1_0, # small
            2e1,
        ]
        min_bet = +20.0
        starting_stacks = [0x400, inf]
        actions = [
          "d dh p1 Ac2d",  # Ivey
          'd dh p2 ????',

          "p2 cc", """p1 \
              cc""",
          'd db Jc3d5c', 'p1 cc', 'p2 f # so there',
        ]
        notes.author = 'me'
        notes."and so" = [1, { a = 2 }]
    "#;
    let record = Record::read(text).unwrap();
    assert_eq!(record.raw("notes"), Some("{'and so' = [1, {a = 2}], author = 'me'}"));
    assert_eq!(record.starting_stacks[0].unwrap().to_string(), "1024");
    let played = Replayer::new().replay(&record).unwrap();
    assert_eq!((played.places, played.stacks[0].unwrap().get(), played.stacks[1]), (1, 10_440, None));
    assert_eq!(Record::read(&record.to_phh()).unwrap(), record);
}

#[test]
fn records_behind_a_byte_order_mark_or_an_indent_are_found() {
    let text = "\u{feff}[7]\nvariant = 'NT'\n  [8]\nvariant = 'FT'\n\t[9] # last\nvariant = 'PT'\n";
    for portion in [1, 2, 1000] {
        let of = |number, variant: &str| (number, format!("variant = '{variant}'\n").into_bytes());
        let found = pieces(Portions { rest: text.as_bytes(), portion });
        assert_eq!(found, [of(7, "NT"), of(8, "FT"), of(9, "PT")]);
    }
}
