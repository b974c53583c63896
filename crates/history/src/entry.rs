//! One entry of a record's `actions`: a deal, a bet, a discard, a showing.

use std::fmt;

use arrayvec::ArrayVec;
use cardroom_cards::{Card, CardSet};
use cardroom_rules::Seat;

use crate::decimal::{BadDecimal, Decimal};

/// Cards as a record names them; `None` is an unknown one, `??`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cards(ArrayVec<Option<Card>, MOST_CARDS>);

/// More than any one entry of our games names.
const MOST_CARDS: usize = 7;

/// What an entry says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// `d dh pN cards`: cards to a player, face down.
    Hole {
        /// To whom.
        seat: Seat,
        /// Which.
        cards: Cards,
    },
    /// `d db cards`: cards to the board.
    Board {
        /// Which.
        cards: Cards,
    },
    /// `pN f`: a fold.
    Fold {
        /// Whose.
        seat: Seat,
    },
    /// `pN cc`: a check or a call.
    CheckCall {
        /// Whose.
        seat: Seat,
    },
    /// `pN cbr AMOUNT`: a bet or raise, so that the player's bet in this round is that much.
    RaiseTo {
        /// Whose.
        seat: Seat,
        /// How much.
        to: Decimal,
    },
    /// `pN sd cards`: a discard, or standing pat.
    Throw {
        /// Whose.
        seat: Seat,
        /// Which cards go; none is standing pat.
        cards: Cards,
    },
    /// `pN sm cards`: a hand shown; without cards mucked. With unknown ones alone it is neither: its owner still claims
    /// the pot, and nobody says with what.
    Show {
        /// Whose.
        seat: Seat,
        /// Which cards are shown.
        cards: Cards,
    },
    /// `pN sm -`: a hand shown as it was dealt.
    ShowDealt {
        /// Whose.
        seat: Seat,
    },
}

/// Why a text is no entry.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadEntry {
    /// Something other than the actions PHH has.
    #[error(
        "{text:?} is not an action: allowed are d dh pN CARDS, d db CARDS, and for a player pN f, cc, cbr AMOUNT, \
         sd [CARDS], sm [CARDS], sm -"
    )]
    Unknown {
        /// What stands there, cut short.
        text: String,
    },
    /// A player who can't be in any game.
    #[error("{text:?} names no player: they are p1 to p10")]
    Player {
        /// What stands there, cut short.
        text: String,
    },
    /// Something other than cards.
    #[error("{text:?} can't be read as cards: a card is a rank 23456789TJQKA and a suit cdhs, or ?? if it isn't known")]
    Cards {
        /// What stands there, cut short.
        text: String,
    },
    /// A card that is there twice.
    #[error("{card} is there twice")]
    Twice {
        /// Which.
        card: Card,
    },
    /// More cards than any action has.
    #[error("more than {MOST_CARDS} cards in one action")]
    TooManyCards,
    /// A bet that is no amount.
    #[error("{text:?} is not an amount: {reason}")]
    Amount {
        /// What stands there, cut short.
        text: String,
        /// Why not.
        reason: BadDecimal,
    },
}

impl Cards {
    /// Cards, known or not.
    pub(crate) fn of(cards: impl IntoIterator<Item = Option<Card>>) -> Self {
        Self(cards.into_iter().take(MOST_CARDS).collect())
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The cards in the record's order.
    pub fn iter(&self) -> impl Iterator<Item = Option<Card>> + '_ {
        self.0.iter().copied()
    }

    /// The cards in the record's order, taken out.
    pub(crate) fn into_iter(self) -> impl Iterator<Item = Option<Card>> {
        self.0.into_iter()
    }

    /// Those that are known.
    pub fn known(&self) -> CardSet {
        self.0.iter().flatten().copied().collect()
    }

    /// Reads `AhKd`, `Ah Kd`, `10h??`.
    #[inline]
    fn read(text: &[u8]) -> Result<Self, BadEntry> {
        let mut cards = ArrayVec::new();
        let mut seen = CardSet::EMPTY;
        let mut rest = text;
        let bad = || BadEntry::Cards { text: excerpt(text) };
        loop {
            let card = match rest {
                [] => return Ok(Self(cards)),
                [b'?', b'?', tail @ ..] => {
                    rest = tail;
                    None
                }
                [b'1', b'0', suit, tail @ ..] => {
                    rest = tail;
                    Some(card(b'T', *suit).ok_or_else(bad)?)
                }
                [space, tail @ ..] if space.is_ascii_whitespace() => {
                    rest = tail;
                    continue;
                }
                [rank, suit, tail @ ..] => {
                    rest = tail;
                    Some(card(*rank, *suit).ok_or_else(bad)?)
                }
                [_] => return Err(bad()),
            };
            if let Some(card) = card
                && !seen.insert(card)
            {
                return Err(BadEntry::Twice { card });
            }
            cards.try_push(card).map_err(|_| BadEntry::TooManyCards)?;
        }
    }
}

/// A byte's place among the ranks or suits, or a number that is no card's.
const RANK: [u8; 256] = table(b"23456789TJQKA", b"23456789tjqka");
const SUIT: [u8; 256] = table(b"cdhs", b"CDHS");

const fn table(first: &[u8], second: &[u8]) -> [u8; 256] {
    let mut places = [u8::MAX; 256];
    let mut index = 0;
    while index < first.len() {
        places[first[index] as usize] = index as u8;
        places[second[index] as usize] = index as u8;
        index += 1;
    }
    places
}

#[inline]
fn card(rank: u8, suit: u8) -> Option<Card> {
    let (rank, suit) = (RANK[usize::from(rank)], SUIT[usize::from(suit)]);
    if rank == u8::MAX || suit == u8::MAX { None } else { Card::from_index(4 * rank + suit) }
}

impl Entry {
    /// Reads one entry; whatever follows a `#` is commentary.
    ///
    /// # Errors
    /// Says what is wrong and what is allowed.
    ///
    /// ```
    /// use cardroom_history::Entry;
    ///
    /// assert!(Entry::read("p3 cbr 42.50").is_ok());
    /// assert!(Entry::read("d dh p1 Ah??").is_ok());
    /// assert!(Entry::read("p3 bets 42").unwrap_err().to_string().contains("is not an action"));
    /// ```
    pub fn read(text: &str) -> Result<Self, BadEntry> {
        Self::read_bytes(text.as_bytes())
    }

    #[inline]
    pub(crate) fn read_bytes(text: &[u8]) -> Result<Self, BadEntry> {
        let unknown = || BadEntry::Unknown { text: excerpt(text) };
        let (who, rest) = word(text);
        if who == b"d" {
            let (place, rest) = word(rest);
            return match place {
                b"dh" => {
                    let (who, rest) = word(rest);
                    Ok(Self::Hole { seat: player(who)?, cards: Cards::read(uncommented(rest))? })
                }
                b"db" => Ok(Self::Board { cards: Cards::read(uncommented(rest))? }),
                _ => Err(unknown()),
            };
        }
        let (verb, rest) = word(rest);
        let entry = match verb {
            b"f" => Self::Fold { seat: player(who)? },
            b"cc" => Self::CheckCall { seat: player(who)? },
            b"cbr" => {
                let (amount, rest) = word(rest);
                if !word(uncommented(rest)).0.is_empty() {
                    return Err(unknown());
                }
                return Ok(Self::RaiseTo { seat: player(who)?, to: to_amount(amount)? });
            }
            b"sd" => return Ok(Self::Throw { seat: player(who)?, cards: Cards::read(uncommented(rest))? }),
            b"sm" if uncommented(rest).trim_ascii() == b"-" => return Ok(Self::ShowDealt { seat: player(who)? }),
            b"sm" => return Ok(Self::Show { seat: player(who)?, cards: Cards::read(uncommented(rest))? }),
            _ => return Err(unknown()),
        };
        if word(uncommented(rest)).0.is_empty() { Ok(entry) } else { Err(unknown()) }
    }

    /// Who acts; nobody for the board.
    pub fn seat(&self) -> Option<Seat> {
        match *self {
            Self::Board { .. } => None,
            Self::Hole { seat, .. }
            | Self::Fold { seat }
            | Self::CheckCall { seat }
            | Self::RaiseTo { seat, .. }
            | Self::Throw { seat, .. }
            | Self::Show { seat, .. }
            | Self::ShowDealt { seat } => Some(seat),
        }
    }

    /// Whose hand is shown or mucked, if that is what it says.
    pub(crate) fn shower(&self) -> Option<Seat> {
        match *self {
            Self::Show { seat, .. } | Self::ShowDealt { seat } => Some(seat),
            _ => None,
        }
    }

    /// Whether a text stands among the actions and is none: nothing at all, or commentary alone.
    pub(crate) fn is_remark(text: &str) -> bool {
        uncommented(text.as_bytes()).trim_ascii().is_empty()
    }
}

/// The first word and what follows it.
#[inline]
fn word(text: &[u8]) -> (&[u8], &[u8]) {
    let start = text.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(text.len());
    let text = &text[start..];
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    text.split_at(end)
}

#[inline]
fn uncommented(text: &[u8]) -> &[u8] {
    match text.iter().position(|&byte| byte == b'#') {
        Some(at) => &text[..at],
        None => text,
    }
}

#[inline]
fn player(name: &[u8]) -> Result<Seat, BadEntry> {
    let number = match *name {
        [b'p', digit @ b'1'..=b'9'] => usize::from(digit - b'0'),
        [b'p', b'1', b'0'] => 10,
        _ => 0,
    };
    number.checked_sub(1).and_then(Seat::new).ok_or_else(|| BadEntry::Player { text: excerpt(name) })
}

#[inline]
fn to_amount(text: &[u8]) -> Result<Decimal, BadEntry> {
    let read = || {
        let text = std::str::from_utf8(text).map_err(|_| BadDecimal::NotANumber)?;
        text.parse::<Decimal>()
    };
    let amount = match Decimal::plain(text) {
        Some(amount) => Ok(amount),
        None => read(),
    };
    let amount = amount.map_err(|reason| BadEntry::Amount { text: excerpt(text), reason })?;
    if amount.is_negative() {
        return Err(BadEntry::Amount { text: excerpt(text), reason: BadDecimal::NotANumber });
    }
    Ok(amount)
}

/// Enough of a text to recognise it by.
pub(crate) fn excerpt(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into_owned(),
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|card| match card {
            Some(card) => fmt::Display::fmt(card, f),
            None => f.write_str("??"),
        })
    }
}

impl fmt::Display for Entry {
    /// As PHH writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hole { seat, cards } => write!(f, "d dh {seat} {cards}"),
            Self::Board { cards } => write!(f, "d db {cards}"),
            Self::Fold { seat } => write!(f, "{seat} f"),
            Self::CheckCall { seat } => write!(f, "{seat} cc"),
            Self::RaiseTo { seat, to } => write!(f, "{seat} cbr {to}"),
            Self::Throw { seat, cards } if cards.is_empty() => write!(f, "{seat} sd"),
            Self::Throw { seat, cards } => write!(f, "{seat} sd {cards}"),
            Self::Show { seat, cards } if cards.is_empty() => write!(f, "{seat} sm"),
            Self::Show { seat, cards } => write!(f, "{seat} sm {cards}"),
            Self::ShowDealt { seat } => write!(f, "{seat} sm -"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_written_as_they_are_read() {
        for text in [
            "d dh p1 AhKd",
            "d dh p10 ??????????",
            "d db Tc9h7s",
            "p3 f",
            "p4 cc",
            "p5 cbr 42.50",
            "p1 sd",
            "p1 sd 7c2s",
            "p2 sd ????",
            "p2 sm",
            "p2 sm Kh7c6d2c??",
            "p2 sm -",
        ] {
            assert_eq!(Entry::read(text).map(|entry| entry.to_string()).as_deref(), Ok(text));
        }
        assert_eq!(Entry::read("  d  dh p1  ah 10D # Ivey").unwrap().to_string(), "d dh p1 AhTd");
        assert_eq!(Entry::read("p1 f # why?"), Entry::read("p1 f"));
        assert_eq!(Entry::read("p1  sm  -  # aces"), Entry::read("p1 sm -"));
    }

    #[test]
    fn what_is_no_entry_is_named() {
        for (text, says) in [
            ("p1 raises 5", "is not an action"),
            ("p11 f", "names no player"),
            ("p0 f", "names no player"),
            ("x f", "names no player"),
            ("p1 cbr", "is not an amount"),
            ("p1 cbr -5", "is not an amount"),
            ("p1 cbr 5 6", "is not an action"),
            ("p1 f now", "is not an action"),
            ("d dh p1 Ah1x", "can't be read as cards"),
            ("d db AhKdAh", "Ah is there twice"),
            ("d db 2c3c4c5c6c7c8c9c", "more than 7 cards"),
            ("p1 sd -", "can't be read as cards"),
            ("p1 sm --", "can't be read as cards"),
            ("", "is not an action"),
        ] {
            let said = Entry::read(text).unwrap_err().to_string();
            assert!(said.contains(says), "{text}: {said}");
        }
    }
}
