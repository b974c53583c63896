//! Rules of thumb, and how often a chart follows each: what a player can remember of 134,459 hands.

use std::collections::BTreeMap;

use cardroom_cards::{CardSet, HighCategory, HighRank, Rank, Suit};

use crate::chart::Chart;
use crate::classes::Classes;
use crate::contest::Contest;
use crate::summary::way;

/// A rule of thumb and how often a chart follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thumb {
    /// The rule, as one would say it.
    pub rule: &'static str,
    /// How many of the 2,598,960 hands it is about.
    pub hands: u64,
    /// How many of them the chart treats so.
    pub followed: u64,
    /// What is kept of the others, in words, with how many hands, commonest first.
    pub otherwise: Vec<(String, u64)>,
}

/// A rule, the hands it is about, and what it keeps of them. A hand is for the first rule that is about it.
type Rule = (&'static str, fn(CardSet) -> bool, fn(CardSet, CardSet) -> bool);

/// The rules of thumb for a chart's game, with how often this chart follows them.
///
/// ```
/// use cardroom_odds::{Chart, Contest, rules_of_thumb};
///
/// let rules = rules_of_thumb(&Chart::shipped(Contest::HoldOutHigh, 3)?);
/// assert!(rules[0].rule.starts_with("Stand on a straight") && rules[0].followed * 10 > rules[0].hands * 9);
/// assert_eq!(rules.iter().map(|thumb| thumb.hands).sum::<u64>(), 2_598_960); // every hand has its rule
/// # Ok::<(), cardroom_odds::OddsError>(())
/// ```
pub fn rules_of_thumb(chart: &Chart) -> Vec<Thumb> {
    let contest = chart.contest();
    let rules = match contest {
        Contest::HoldOutHigh => HOLD_OUT_HIGH,
        Contest::HoldOutHighLow => HOLD_OUT_HIGH_LOW,
        Contest::HoldOutLow => HOLD_OUT_LOW,
        Contest::DrawHigh => DRAW_HIGH,
        Contest::DrawDeuceSeven => DRAW_DEUCE_SEVEN,
        Contest::DrawAceFive => DRAW_ACE_FIVE,
    };
    let mut found = rules.iter().map(|_| (0, 0, BTreeMap::<String, u64>::new())).collect::<Vec<_>>();
    let classes = Classes::get(contest.ignores_suits());
    for class in 0..classes.len() {
        let (hand, kept, hands) = (classes.hand(class), chart.kept(class), u64::from(classes.size(class)));
        let Some(place) = rules.iter().position(|(_, about, _)| about(hand)) else { continue };
        let (all, followed, otherwise) = &mut found[place];
        *all += hands;
        if rules[place].2(hand, kept) {
            *followed += hands;
        } else {
            *otherwise.entry(way(contest, hand, kept)).or_default() += hands;
        }
    }
    let thumb = |((rule, ..), (hands, followed, otherwise)): (&Rule, (u64, u64, BTreeMap<String, u64>))| {
        let mut otherwise = otherwise.into_iter().collect::<Vec<_>>();
        otherwise.sort_by_key(|(_, hands)| std::cmp::Reverse(*hands));
        Thumb { rule, hands, followed, otherwise }
    };
    rules.iter().zip(found).map(thumb).filter(|thumb| thumb.hands > 0).collect()
}

const STAND: Rule = (
    "Stand on a straight or better; with four of a kind the fifth card doesn't matter",
    |hand| HighRank::of(hand).is_some_and(|rank| rank.category() >= HighCategory::Straight),
    |hand, kept| kept == hand || (kept.len() == 4 && kept == of_size(hand, 4)),
);
const TRIPS: Rule = (
    "Keep three of a kind; a kicker beside them hardly matters",
    |hand| is(hand, HighCategory::ThreeOfAKind),
    |hand, kept| kept.is_superset(of_size(hand, 3)) && kept.len() < 5,
);
const TWO_PAIR: Rule = (
    "Keep both pairs and throw the fifth card",
    |hand| is(hand, HighCategory::TwoPair),
    |hand, kept| kept == of_size(hand, 2),
);

const HOLD_OUT_HIGH: &[Rule] = &[
    STAND,
    TRIPS,
    TWO_PAIR,
    ("Keep four to a flush, also if two of the cards are a pair", four_suited, to_a_flush),
    ("Keep a pair with its ace kicker", |hand| pair(hand) && kicker(hand) == Some(Rank::Ace), best_kicker),
    ("Keep any other pair with its best kicker", pair, best_kicker),
    ("Keep four to a straight", |hand| runs(hand, 4), |_, kept| kept.len() == 4 && runs(kept, 4)),
    ("Keep three of a suit", |hand| suited(hand) == 3, |_, kept| kept.len() == 3 && suited(kept) == 3),
    ("Keep three cards that fit into a straight", |hand| runs(hand, 3), |_, kept| kept.len() == 3 && runs(kept, 3)),
    (
        "With less, keep the two or three highest",
        |_| true,
        |hand, kept| alike(kept, highest(hand, 2)) || alike(kept, highest(hand, 3)),
    ),
];

const HOLD_OUT_HIGH_LOW: &[Rule] = &[
    STAND,
    TRIPS,
    TWO_PAIR,
    (
        "Of four different cards up to an eight keep the four, or three",
        |hand| low_ranks(hand, Rank::Eight) >= 4,
        |_, kept| matches!(kept.len(), 3 | 4) && low_ranks(kept, Rank::Eight) == kept.len(),
    ),
    ("Keep four to a flush", four_suited, to_a_flush),
    ("Keep a pair with a kicker", pair, |hand, kept| kept.is_superset(of_size(hand, 2)) && kept.len() == 3),
    (
        "Keep three different cards up to an eight",
        |hand| low_ranks(hand, Rank::Eight) == 3,
        |_, kept| kept.len() == 3 && low_ranks(kept, Rank::Eight) == 3,
    ),
    (
        "With less, keep three or four cards of a suit, or that fit into a straight",
        |_| true,
        |_, kept| {
            let count = kept.len();
            matches!(count, 3 | 4) && (suited(kept) == count || runs(kept, count as u32))
        },
    ),
];

const HOLD_OUT_LOW: &[Rule] = &[
    ("Stand on a six-low or better", |hand| low_ranks(hand, Rank::Six) == 5, |_, kept| kept.len() == 5),
    (
        "Keep four different cards up to an eight",
        |hand| low_ranks(hand, Rank::Eight) >= 4,
        |hand, kept| alike(kept, lowest(hand, 4)),
    ),
    (
        "Keep three different cards up to an eight",
        |hand| low_ranks(hand, Rank::Eight) == 3,
        |hand, kept| alike(kept, lowest(hand, 3)),
    ),
    (
        "With less, keep the two or three lowest",
        |_| true,
        |hand, kept| alike(kept, lowest(hand, 2)) || alike(kept, lowest(hand, 3)),
    ),
];

const DRAW_HIGH: &[Rule] = &[
    STAND,
    TRIPS,
    TWO_PAIR,
    (
        "With an ace beside it, keep a pair and the ace",
        |hand| pair(hand) && kicker(hand) == Some(Rank::Ace),
        best_kicker,
    ),
    ("Keep any other pair and draw three", pair, |hand, kept| kept == of_size(hand, 2)),
    ("Without a pair, draw one to a flush", four_suited, to_a_flush),
    ("Draw one to a straight that is open at both ends", open_ended, |_, kept| kept.len() == 4 && runs(kept, 4)),
    (
        "With less, keep the one or two highest",
        |_| true,
        |hand, kept| alike(kept, highest(hand, 1)) || alike(kept, highest(hand, 2)),
    ),
];

const DRAW_DEUCE_SEVEN: &[Rule] = &[
    ("Stand on a ten-low or better", |hand| pat(hand, Rank::Ten), |_, kept| kept.len() == 5),
    ("Stand on a jack-low", |hand| pat(hand, Rank::Jack), |_, kept| kept.len() == 5),
    (
        "Draw one to four different cards up to an eight",
        |hand| deuce_ranks(hand, Rank::Eight) >= 4,
        |_, kept| kept.len() == 4 && deuce_ranks(kept, Rank::Eight) == 4,
    ),
    (
        "Draw one to four different cards up to a ten",
        |hand| deuce_ranks(hand, Rank::Ten) >= 4,
        |_, kept| kept.len() == 4 && deuce_ranks(kept, Rank::Ten) == 4,
    ),
    (
        "Draw two to three different cards up to an eight",
        |hand| deuce_ranks(hand, Rank::Eight) == 3,
        |_, kept| kept.len() == 3 && deuce_ranks(kept, Rank::Eight) == 3,
    ),
    (
        "With less, draw to what is below a jack",
        |_| true,
        |_, kept| kept.len() == deuce_ranks(kept, Rank::Ten) && kept.len() < 4,
    ),
];

const DRAW_ACE_FIVE: &[Rule] = &[
    ("Stand on a nine-low or better", |hand| low_ranks(hand, Rank::Nine) == 5, |_, kept| kept.len() == 5),
    ("Stand on a ten-low", |hand| low_ranks(hand, Rank::Ten) == 5, |_, kept| kept.len() == 5),
    (
        "Draw one to four different cards up to a ten",
        |hand| low_ranks(hand, Rank::Ten) >= 4,
        |hand, kept| alike(kept, lowest(hand, 4)),
    ),
    (
        "Draw two to three different cards up to a ten",
        |hand| low_ranks(hand, Rank::Ten) == 3,
        |hand, kept| alike(kept, lowest(hand, 3)),
    ),
    (
        "With less, keep the one or two lowest",
        |_| true,
        |hand, kept| alike(kept, lowest(hand, 1)) || alike(kept, lowest(hand, 2)),
    ),
];

fn is(hand: CardSet, category: HighCategory) -> bool {
    HighRank::of(hand).is_some_and(|rank| rank.category() == category)
}

fn pair(hand: CardSet) -> bool {
    is(hand, HighCategory::Pair)
}

fn four_suited(hand: CardSet) -> bool {
    suited(hand) == 4
}

fn to_a_flush(_: CardSet, kept: CardSet) -> bool {
    kept.len() == 4 && suited(kept) == 4
}

/// The cards whose ranks the hand has so many of.
fn of_size(hand: CardSet, size: usize) -> CardSet {
    let ranks = Rank::ALL.into_iter().map(CardSet::of_rank);
    ranks.map(|rank| rank & hand).filter(|cards| cards.len() == size).fold(CardSet::EMPTY, |all, cards| all | cards)
}

fn kicker(hand: CardSet) -> Option<Rank> {
    of_size(hand, 1).iter().map(cardroom_cards::Card::rank).max()
}

fn best_kicker(hand: CardSet, kept: CardSet) -> bool {
    kept.is_superset(of_size(hand, 2)) && kept.len() == 3 && kicker(kept) == kicker(hand)
}

/// Equally many of the same ranks: where two cards are a pair, it doesn't matter which of them is kept.
fn alike(kept: CardSet, wanted: CardSet) -> bool {
    kept.len() == wanted.len() && kept.ranks() == wanted.ranks()
}

/// The most cards of one suit.
pub(crate) fn suited(cards: CardSet) -> usize {
    Suit::ALL.map(|suit| (cards & CardSet::of_suit(suit)).len()).into_iter().max().unwrap_or(0)
}

/// Whether so many of the ranks, the ace high or low, are among five in a row.
pub(crate) fn runs(cards: CardSet, count: u32) -> bool {
    let line = u32::from(cards.ranks()) << 1 | u32::from(cards.ranks()) >> 12 & 1;
    (0..10).any(|start| (line >> start & 0b1_1111).count_ones() >= count)
}

/// Four in a row that a card at either end makes a straight.
fn open_ended(cards: CardSet) -> bool {
    (0..9).any(|start| u32::from(cards.ranks()) >> start & 0b1111 == 0b1111)
}

/// How many different ranks there are up to this one, the ace being low.
pub(crate) fn low_ranks(cards: CardSet, most: Rank) -> usize {
    deuce_ranks(cards, most) + usize::from(cards.ranks() >> 12 & 1)
}

/// How many different ranks there are up to this one, the ace being high.
fn deuce_ranks(cards: CardSet, most: Rank) -> usize {
    (cards.ranks() & ((2 << most.index()) - 1)).count_ones() as usize
}

/// A deuce-to-seven low up to this rank: five different, neither straight nor flush.
fn pat(hand: CardSet, most: Rank) -> bool {
    deuce_ranks(hand, most) == 5 && is(hand, HighCategory::HighCard)
}

/// The cards of the lowest ranks, one of each, the ace being low.
pub(crate) fn lowest(hand: CardSet, count: usize) -> CardSet {
    let ranks = [Rank::Ace].into_iter().chain(Rank::ALL.into_iter().take(12));
    let cards = ranks.filter_map(|rank| (hand & CardSet::of_rank(rank)).iter().next());
    cards.take(count).map(CardSet::of).fold(CardSet::EMPTY, |all, card| all | card)
}

pub(crate) fn highest(hand: CardSet, count: usize) -> CardSet {
    let mut cards = hand.iter().collect::<Vec<_>>();
    cards.sort_by_key(|card| std::cmp::Reverse(card.rank()));
    cards.into_iter().take(count).map(CardSet::of).fold(CardSet::EMPTY, |all, card| all | card)
}
