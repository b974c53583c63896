//! Reading cards as people write them: `AhKd`, `ah kd`, `10h`.

use core::fmt;
use core::str::FromStr;

use crate::{Card, CardSet, Rank, Suit};

/// Why a text is no list of cards, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseCardsError {
    /// Position of the offending character, counted in characters from 1.
    pub position: usize,
    /// What is wrong there.
    pub reason: ParseCardsReason,
}

/// What is wrong at a [`ParseCardsError`]'s position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseCardsReason {
    /// No card at all where one is needed.
    Empty,
    /// This character is no rank.
    Rank(char),
    /// This character is no suit.
    Suit(char),
    /// The text ends after a rank.
    MissingSuit,
    /// The card stands in the text twice.
    Twice(Card),
    /// More text after the one card asked for.
    Trailing(char),
    /// More cards than there is room for.
    TooMany {
        /// How many were allowed.
        at_most: usize,
    },
}

impl fmt::Display for ParseCardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position;
        match self.reason {
            ParseCardsReason::Empty => f.write_str("no card given: write cards like AhKd or \"Ah Kd\""),
            ParseCardsReason::Rank(found) => {
                write!(f, "character {position}: {found:?} is not a rank (one of 23456789TJQKA, or 10)")
            }
            ParseCardsReason::Suit(found) => {
                write!(f, "character {position}: {found:?} is not a suit (one of c d h s)")
            }
            ParseCardsReason::MissingSuit => {
                write!(f, "character {position}: the text ends where a suit (one of c d h s) is needed")
            }
            ParseCardsReason::Twice(card) => write!(f, "character {position}: {card} is there twice"),
            ParseCardsReason::Trailing(found) => {
                write!(f, "character {position}: {found:?} follows, but only one card is allowed here")
            }
            ParseCardsReason::TooMany { at_most } => {
                write!(f, "character {position}: more than {at_most} cards")
            }
        }
    }
}

impl core::error::Error for ParseCardsError {}

impl ParseCardsError {
    const fn at(position: usize, reason: ParseCardsReason) -> Self {
        Self { position, reason }
    }
}

/// Reads cards one after another from a text, in its order. Repetitions are the caller's business.
///
/// ```
/// use cardroom_cards::{Card, ParseCards};
///
/// let cards: Result<Vec<Card>, _> = ParseCards::new("Ah 10d 2c").collect();
/// assert_eq!(cards?.len(), 3);
/// let error = ParseCards::new("Ah 1d").find_map(Result::err).unwrap();
/// assert_eq!(error.to_string(), "character 4: '1' is not a rank (one of 23456789TJQKA, or 10)");
/// # Ok::<(), cardroom_cards::ParseCardsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ParseCards<'a> {
    rest: &'a str,
    position: usize,
}

impl<'a> ParseCards<'a> {
    /// Starts at the beginning of `text`.
    pub const fn new(text: &'a str) -> Self {
        Self { rest: text, position: 1 }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn skip(&mut self, character: char) {
        self.rest = &self.rest[character.len_utf8()..];
        self.position += 1;
    }

    fn skip_space(&mut self) {
        while let Some(space) = self.peek().filter(char::is_ascii_whitespace) {
            self.skip(space);
        }
    }

    fn card(&mut self) -> Result<Card, ParseCardsError> {
        let start = self.position;
        let Some(first) = self.peek() else {
            return Err(ParseCardsError::at(start, ParseCardsReason::Empty));
        };
        let rank = if self.rest.starts_with("10") {
            self.skip('1');
            Some(Rank::Ten)
        } else {
            rank_of(first)
        };
        let rank = rank.ok_or(ParseCardsError::at(start, ParseCardsReason::Rank(first)))?;
        self.skip(first);
        let Some(second) = self.peek() else {
            return Err(ParseCardsError::at(self.position, ParseCardsReason::MissingSuit));
        };
        let suit = suit_of(second).ok_or(ParseCardsError::at(self.position, ParseCardsReason::Suit(second)))?;
        self.skip(second);
        Ok(Card::new(rank, suit))
    }
}

impl Iterator for ParseCards<'_> {
    type Item = Result<Card, ParseCardsError>;

    /// The next card; after an error nothing more.
    fn next(&mut self) -> Option<Self::Item> {
        self.skip_space();
        if self.rest.is_empty() {
            return None;
        }
        let card = self.card();
        if card.is_err() {
            self.rest = "";
        }
        Some(card)
    }
}

fn rank_of(character: char) -> Option<Rank> {
    "23456789TJQKA".find(character.to_ascii_uppercase()).and_then(|index| Rank::from_index(index as u8))
}

fn suit_of(character: char) -> Option<Suit> {
    "cdhs".find(character.to_ascii_lowercase()).and_then(|index| Suit::from_index(index as u8))
}

impl FromStr for Card {
    type Err = ParseCardsError;

    fn from_str(text: &str) -> Result<Self, ParseCardsError> {
        let mut cards = ParseCards::new(text);
        let card = cards.next().unwrap_or(Err(ParseCardsError::at(1, ParseCardsReason::Empty)))?;
        cards.skip_space();
        match cards.peek() {
            None => Ok(card),
            Some(found) => Err(ParseCardsError::at(cards.position, ParseCardsReason::Trailing(found))),
        }
    }
}

impl FromStr for CardSet {
    type Err = ParseCardsError;

    /// An empty text is the empty set; a card that is there twice is refused.
    fn from_str(text: &str) -> Result<Self, ParseCardsError> {
        let mut set = Self::EMPTY;
        let mut cards = ParseCards::new(text);
        loop {
            cards.skip_space();
            let position = cards.position;
            match cards.next() {
                None => return Ok(set),
                Some(card) => {
                    let card = card?;
                    if !set.insert(card) {
                        return Err(ParseCardsError::at(position, ParseCardsReason::Twice(card)));
                    }
                }
            }
        }
    }
}

impl FromStr for Rank {
    type Err = ParseCardsError;

    fn from_str(text: &str) -> Result<Self, ParseCardsError> {
        if text == "10" {
            return Ok(Self::Ten);
        }
        let mut characters = text.chars();
        let first = characters.next().ok_or(ParseCardsError::at(1, ParseCardsReason::Empty))?;
        let rank = rank_of(first).ok_or(ParseCardsError::at(1, ParseCardsReason::Rank(first)))?;
        match characters.next() {
            None => Ok(rank),
            Some(found) => Err(ParseCardsError::at(2, ParseCardsReason::Trailing(found))),
        }
    }
}
