//! Reading ranges: text in, holdings with weights out.

use std::collections::HashMap;

use cardroom_cards::{Card, CardSet, ParseCards, ParseCardsError, ParseCardsReason, Rank, Suit};
use cardroom_rules::{Game, Making};

use crate::OddsError;
use crate::range::{Holding, WEIGHT_ONE, keeps_some, random_holdings};

/// Holdings with their weights, each once, in the order in which they were first named. A list may name one a thousand
/// times, and comes from strangers, too.
#[derive(Default)]
pub(crate) struct Weighted {
    holdings: Vec<Holding>,
    weights: Vec<u64>,
    known: HashMap<Holding, u64>,
}

impl Weighted {
    fn add(&mut self, holding: Holding, weight: u64, text: &str) -> Result<(), OddsError> {
        match self.known.insert(holding, weight) {
            None => {
                self.holdings.push(holding);
                self.weights.push(weight);
                Ok(())
            }
            Some(other) if other == weight => Ok(()),
            Some(_) => {
                let hand = if holding.cards.is_empty() { "??".to_owned() } else { holding.cards.to_string() };
                Err(OddsError::TwoWeights { range: text.to_owned(), hand })
            }
        }
    }

    /// The holdings, and beside them the weights.
    pub(crate) fn unzip(self) -> (Vec<Holding>, Vec<u64>) {
        (self.holdings, self.weights)
    }
}

/// Reads a list of hands for this game.
pub(crate) fn read(game: &Game, text: &str) -> Result<Weighted, OddsError> {
    let mut all = Weighted::default();
    for item in text.split(',') {
        let (hand, weight) = match item.split_once(':') {
            Some((hand, number)) => (hand, weight(number)?),
            None => (item, WEIGHT_ONE),
        };
        let hand = hand.trim();
        let two_cards = game.cards_dealt() == 2;
        if hand.is_empty() {
            return Err(OddsError::NoHand { text: text.to_owned(), two_cards });
        }
        if hand == "??" {
            // All together have the weight given; 31 times a weight is small enough.
            let parts = random_holdings(game);
            let sum = parts.iter().map(|(_, part)| part).sum::<u64>();
            for (holding, part) in parts {
                all.add(holding, weight * 31 * part / sum, text)?;
            }
            continue;
        }
        match cards(hand) {
            Ok(holding) => all.add(sized(game, hand, holding)?, weight * 31, text)?,
            Err(ParseCardsError { reason: ParseCardsReason::Twice(card), .. }) => {
                return Err(OddsError::CardTwice { card, text: hand.to_owned() });
            }
            Err(error) => match pair_range(hand) {
                Some(hands) if two_cards => {
                    for cards in hands {
                        all.add(Holding { cards, unknown: 0 }, weight * 31, text)?;
                    }
                }
                Some(_) => {
                    let kept = game.making == Making::AllHeld && game.board_cards() > 0;
                    let cards = if kept { "the 1 to 5 cards kept" } else { "five cards" };
                    return Err(OddsError::TwoCardRange { text: hand.to_owned(), game: game.name, cards });
                }
                None => {
                    let reason = if two_cards { no_range(hand) } else { None };
                    let reason = reason.map_or_else(|| error.to_string(), str::to_owned);
                    return Err(OddsError::Notation { text: hand.to_owned(), reason, two_cards });
                }
            },
        }
    }
    // A weight in a range of two-card hands is every single hand's, also where some cards of it are unknown.
    if game.cards_dealt() == 2 && all.holdings.len() > 1 {
        let mut single = Weighted::default();
        for (&holding, &weight) in all.holdings.iter().zip(&all.weights) {
            for holding in spelled_out(holding) {
                single.add(holding, weight, text)?;
            }
        }
        all = single;
    }
    Ok(all)
}

/// A list that could be read, as the program itself would write it: `10H10c, qq:0.5` is `ThTc,QQ:0.5`.
pub(crate) fn canonical(text: &str) -> String {
    let item = |item: &str| {
        let (hand, weight) = item.split_once(':').unwrap_or((item, ""));
        let hand = hand.split_whitespace().collect::<String>().replace("10", "T");
        let hand: String = hand
            .chars()
            // No rank is written with a letter of a suit's, so one letter tells what it is.
            .map(|symbol| match symbol.to_ascii_lowercase() {
                small @ ('c' | 'd' | 'h' | 's' | 'o') => small,
                _ => symbol.to_ascii_uppercase(),
            })
            .collect();
        if weight.is_empty() { hand } else { format!("{hand}:{}", weight.trim()) }
    };
    text.split(',').map(item).collect::<Vec<_>>().join(",")
}

fn spelled_out(holding: Holding) -> impl Iterator<Item = Holding> {
    let rest = (CardSet::FULL - holding.cards).subsets(usize::from(holding.unknown));
    rest.map(move |rest| Holding { cards: holding.cards | rest, unknown: 0 })
}

/// Cards and unknown cards: `Ah??Kd`.
fn cards(text: &str) -> Result<Holding, ParseCardsError> {
    let mut holding = Holding { cards: CardSet::EMPTY, unknown: 0 };
    let mut read = 0;
    for (place, piece) in text.split("??").enumerate() {
        if place > 0 {
            holding.unknown = holding.unknown.saturating_add(1);
            read += 2;
        }
        for card in ParseCards::new(piece) {
            let at = |error: ParseCardsError| ParseCardsError { position: error.position + read, ..error };
            let card = card.map_err(at)?;
            if !holding.cards.insert(card) {
                let reason = ParseCardsReason::Twice(card);
                return Err(ParseCardsError { position: read + 1, reason });
            }
        }
        read += piece.chars().count();
    }
    Ok(holding)
}

/// Checks the number of cards; in a draw game those that aren't named are still unknown.
fn sized(game: &Game, text: &str, mut holding: Holding) -> Result<Holding, OddsError> {
    let dealt = game.cards_dealt();
    let count = holding.cards.len() + usize::from(holding.unknown);
    let (fewest, allowed) = match dealt {
        5 => (1, format!("1 to {dealt} cards")),
        _ => (dealt, format!("{dealt} cards")),
    };
    if !(fewest..=dealt).contains(&count) {
        return Err(OddsError::HandSize { text: text.to_owned(), count, game: game.name, allowed });
    }
    if !keeps_some(game) {
        holding.unknown += (dealt - count) as u8;
    }
    Ok(holding)
}

/// A number above 0 in millionths.
fn weight(text: &str) -> Result<u64, OddsError> {
    let refused = || OddsError::Weight { text: text.trim().to_owned() };
    let (whole, decimals) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || whole.len() + decimals.len() == 0 || whole.len() > 4 || decimals.len() > 6
    {
        return Err(refused());
    }
    let number = format!("0{whole}{decimals:0<6}").parse::<u64>().map_err(|_| refused())?;
    if (1..=1000 * WEIGHT_ONE).contains(&number) { Ok(number) } else { Err(refused()) }
}

/// Two ranks and whether they must be of one suit.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kind {
    high: Rank,
    low: Rank,
    suits: Suits,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Suits {
    Any,
    Suited,
    Offsuit,
}

/// `QQ`, `QQ+`, `QQ-99`, `AK`, `AKs`, `KQo`, `A5s+`, `A5s-A2s`, `T9s-65s`.
fn pair_range(text: &str) -> Option<Vec<CardSet>> {
    let kinds = if let Some(kind) = text.strip_suffix('+') {
        let kind = self::kind(kind)?;
        let top = if kind.high == kind.low { Rank::Ace } else { Rank::from_index(kind.high.index().checked_sub(1)?)? };
        let steps = kind.low.index()..=top.index();
        steps
            .filter_map(Rank::from_index)
            .map(|low| Kind { high: if kind.high == kind.low { low } else { kind.high }, low, ..kind })
            .collect()
    } else if let Some((from, to)) = text.split_once('-') {
        between(kind(from.trim())?, kind(to.trim())?)?
    } else {
        vec![kind(text)?]
    };
    Some(kinds.into_iter().flat_map(Kind::hands).collect())
}

/// Why something that begins like a range isn't one.
fn no_range(text: &str) -> Option<&'static str> {
    let start = text.get(..2).and_then(kind)?;
    let suits = |part: &str| part.trim_end_matches('+').ends_with(['s', 'S', 'o', 'O']);
    Some(match text.split_once('-') {
        _ if start.high == start.low && text.split('-').any(suits) => "a pair is neither suited nor offsuit",
        Some(_) => "its two ends are not pairs, not a run, and have no card in common",
        None => "after two ranks comes s, o, + or nothing",
    })
}

/// The kinds from one to the other: pairs, one high card with kickers, or a run with the same gap.
fn between(a: Kind, b: Kind) -> Option<Vec<Kind>> {
    let (top, bottom) = if (a.high, a.low) >= (b.high, b.low) { (a, b) } else { (b, a) };
    let lows = (bottom.low.index()..=top.low.index()).filter_map(Rank::from_index);
    let gap = |kind: Kind| kind.high.index() - kind.low.index();
    if a.suits != b.suits || top.low < bottom.low {
        return None;
    }
    if top.high == bottom.high && gap(top) > 0 && gap(bottom) > 0 {
        return Some(lows.map(|low| Kind { low, ..top }).collect());
    }
    let moved = |low: Rank| Some(Kind { high: Rank::from_index(low.index() + gap(top))?, low, ..top });
    (gap(top) == gap(bottom)).then(|| lows.filter_map(moved).collect())
}

fn kind(text: &str) -> Option<Kind> {
    let text = text.split_whitespace().collect::<String>().replace("10", "T");
    let mut characters = text.chars();
    let mut rank = || characters.next().and_then(|symbol| symbol.to_string().parse::<Rank>().ok());
    let (first, second) = (rank()?, rank()?);
    let suits = match characters.as_str() {
        "" => Suits::Any,
        "s" | "S" => Suits::Suited,
        "o" | "O" => Suits::Offsuit,
        _ => return None,
    };
    (first != second || suits == Suits::Any).then_some(Kind { high: first.max(second), low: first.min(second), suits })
}

impl Kind {
    fn hands(self) -> Vec<CardSet> {
        let mut hands = Vec::new();
        for first in Suit::ALL {
            for second in Suit::ALL {
                let fits = match self.suits {
                    Suits::Any => self.high != self.low || first > second,
                    Suits::Suited => first == second,
                    Suits::Offsuit => first != second,
                };
                if fits {
                    hands.push(CardSet::of(Card::new(self.high, first)).with(Card::new(self.low, second)));
                }
            }
        }
        hands
    }
}

#[cfg(test)]
mod tests {
    use crate::Range;
    use crate::range::WEIGHT_ONE;
    use cardroom_rules::Game;

    fn sizes(text: &str) -> usize {
        Range::parse(Game::by_id("holdem").unwrap(), text).unwrap().len()
    }

    #[test]
    fn ranges_have_as_many_hands_as_a_table_of_them_says() {
        for (text, hands) in [
            ("AhKh", 1),
            ("QQ", 6),
            ("QQ+", 18),
            ("22+", 78),
            ("99-QQ", 24),
            ("QQ-99", 24),
            ("AK", 16),
            ("AKs", 4),
            ("aks", 4),
            ("KQo", 12),
            ("A5s-A2s", 16),
            ("A2s-A5s", 16),
            ("A2s+", 48),
            ("K9o+", 48),
            ("T9s-65s", 20),
            ("10 9s, 10h10d", 5),
            ("QQ+,KK", 18),
            ("AhKh,AKs", 4),
            ("Ah??", 1),
            ("????", 1),
        ] {
            assert_eq!(sizes(text), hands, "{text}");
        }
    }

    /// As long as a request may be: when each hand was compared with all before it, ten of them took half a minute.
    #[test]
    fn a_list_that_repeats_itself_names_each_hand_once() {
        for (item, hands) in [("??", 1), ("A2+", 192), ("??,AhKh", 1326)] {
            let text = vec![item; 16_000 / item.len()].join(",");
            assert_eq!(sizes(&text), hands);
        }
        let refused = Range::parse(Game::by_id("holdem").unwrap(), "??:0.5,??:0.25").unwrap_err().to_string();
        assert!(refused.contains("?? ") && refused.contains("two different weights"), "{refused}");
    }

    #[test]
    fn what_was_typed_is_written_in_one_way() {
        let holdem = Game::by_id("holdem").unwrap();
        for (text, written) in [
            ("10H10c", "ThTc"),
            ("ah Kd", "AhKd"),
            ("aH??", "Ah??"),
            ("qq+, ajO", "QQ+,AJo"),
            ("a5S-a2S:0.5 ,10 9s", "A5s-A2s:0.5,T9s"),
            ("??", "??"),
        ] {
            assert_eq!(Range::parse(holdem, text).unwrap().text(), written);
        }
    }

    #[test]
    fn each_refusal_says_what_is_allowed() {
        let refused = |id: &str, text: &str| Range::parse(Game::by_id(id).unwrap(), text).expect_err(text).to_string();
        for text in ["", "hello", "AA-KK,", "QQs", "A5s-K2s", "AKs-A2o", "AhK", "Q", "QQ++", "-", "+", "?", "Ah?"] {
            let message = refused("holdem", text);
            assert!(message.contains("Allowed are AhKh, QQ"), "{message}");
        }
        for text in ["QQ:0", "QQ:", "QQ:x", "QQ:-1", "QQ:1001", "QQ:0.0000001", "QQ:1e3"] {
            assert!(refused("holdem", text).contains("is not a weight"), "{text}");
        }
        assert!(refused("holdem", "QQ:0.5,QQ+").contains("two different weights"));
        assert_eq!(refused("holdem", "AhAh"), "Ah is in \"AhAh\" twice: a deck has every card once");
        for (text, reason) in [
            ("QQs", "a pair is neither suited nor offsuit"),
            ("QQo+", "a pair is neither suited nor offsuit"),
            ("A2s-K5s", "its two ends are not pairs, not a run, and have no card in common"),
            ("AKx", "after two ranks comes s, o, + or nothing"),
            ("hello", "character 1: 'h' is not a rank (one of 23456789TJQKA, or 10)"),
        ] {
            let start = format!("{text:?} is neither cards nor a range: {reason}. Allowed are AhKh, QQ, QQ+");
            assert!(refused("holdem", text).starts_with(&start), "{}", refused("holdem", text));
        }
        assert!(refused("holdout", ",").starts_with("\",\" is an empty range, or has an empty place in its list."));
        assert!(refused("holdout", "QQ").contains("range of two-card hands"));
        assert!(refused("draw", "AhKhQhJhTh9h").contains("has 6 cards: in Five Card Draw a hand has 1 to 5 cards"));
    }

    #[test]
    fn five_card_hands_may_be_partly_unknown() {
        let holding = |id: &str, text: &str| Range::parse(Game::by_id(id).unwrap(), text).unwrap().holdings()[0];
        assert_eq!(holding("holdout", "AhKh??").unknown, 1);
        assert_eq!(holding("holdout", "AhKh").unknown, 0);
        assert_eq!(holding("draw", "AhKh").unknown, 3);
        assert_eq!(holding("draw", "AhKh??????").unknown, 3);
        assert_eq!(
            Range::parse(Game::by_id("holdout").unwrap(), "??")
                .unwrap()
                .weights()
                .iter()
                .map(|weight| weight / WEIGHT_ONE)
                .collect::<Vec<_>>(),
            [5, 10, 10, 5, 1]
        );
    }
}
