//! What a chart says, by kinds of hands: how many cards are kept, and in words which.

use std::collections::BTreeMap;

use cardroom_cards::{Card, CardSet, HighCategory, HighRank, Rank, Suit};

use crate::chart::Chart;
use crate::classes::Classes;
use crate::contest::Contest;

/// Hands of one kind and what the chart keeps of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// "pair of sevens", "no pair, four to a flush".
    pub name: String,
    /// How many of the 2,598,960 hands are of this kind.
    pub hands: u64,
    /// Of how many of them none to five cards are kept.
    pub kept: [u64; 6],
    /// What is kept in words, with how many hands, commonest first.
    pub ways: Vec<(String, u64)>,
}

/// What a chart says about every kind of hand, best kinds first.
///
/// ```
/// use cardroom_odds::{Chart, Contest, summary};
///
/// let groups = summary(&Chart::shipped(Contest::HoldOutHigh, 1)?);
/// assert_eq!(groups.iter().map(|group| group.hands).sum::<u64>(), 2_598_960);
/// assert_eq!(groups[0].name, "straight flush");
/// assert_eq!(groups[0].kept[5], 40); // and it stands
/// # Ok::<(), cardroom_odds::OddsError>(())
/// ```
pub fn summary(chart: &Chart) -> Vec<Group> {
    let kind = if is_low(chart.contest()) { low_kind } else { high_kind };
    summary_by(chart, |hand| Some(kind(hand)))
}

/// What a chart that is played for high keeps of a pair, by the best card beside it: the rule of thumb, and how often
/// it is broken. Empty where high hands win nothing.
pub fn pairs_by_kicker(chart: &Chart) -> Vec<Group> {
    if is_low(chart.contest()) {
        return Vec::new();
    }
    summary_by(chart, |hand| {
        let rank = HighRank::of(hand).filter(|rank| rank.category() == HighCategory::Pair)?;
        let pair = Rank::ALL.into_iter().find(|&rank| (hand & CardSet::of_rank(rank)).len() == 2)?;
        let kicker = rank.five(hand).iter().map(Card::rank).filter(|&rank| rank != pair).max()?;
        Some((12 - u32::from(kicker.index()), format!("a pair and {} {}", article(kicker), kicker.name())))
    })
}

fn article(rank: Rank) -> &'static str {
    if matches!(rank, Rank::Ace | Rank::Eight) { "an" } else { "a" }
}

fn summary_by(chart: &Chart, kind: impl Fn(CardSet) -> Option<(u32, String)>) -> Vec<Group> {
    let contest = chart.contest();
    let classes = Classes::get(contest.ignores_suits());
    let low = is_low(contest);
    let mut groups: BTreeMap<(u32, String), Group> = BTreeMap::new();
    for class in 0..classes.len() {
        let (hand, kept) = (classes.hand(class), chart.kept(class));
        let hands = u64::from(classes.size(class));
        let Some((place, name)) = kind(hand) else { continue };
        let empty = || Group { name: name.clone(), hands: 0, kept: [0; 6], ways: Vec::new() };
        let group = groups.entry((place, name.clone())).or_insert_with(empty);
        group.hands += hands;
        group.kept[kept.len().min(5)] += hands;
        let way = if low { low_way(kept) } else { high_way(kept) };
        match group.ways.iter_mut().find(|(other, _)| *other == way) {
            Some((_, count)) => *count += hands,
            None => group.ways.push((way, hands)),
        }
    }
    let mut groups = groups.into_values().collect::<Vec<_>>();
    for group in &mut groups {
        group.ways.sort_by_key(|(_, hands)| std::cmp::Reverse(*hands));
    }
    groups
}

fn is_low(contest: Contest) -> bool {
    matches!(contest, Contest::HoldOutLow | Contest::DrawDeuceSeven | Contest::DrawAceFive)
}

/// The kind of a hand where high hands win, and its place in the list.
fn high_kind(hand: CardSet) -> (u32, String) {
    let category = HighRank::of(hand).map_or(HighCategory::HighCard, HighRank::category);
    let place = 100 * (8 - category as u32);
    match category {
        HighCategory::Pair => {
            let pair = Rank::ALL.into_iter().find(|&rank| (hand & CardSet::of_rank(rank)).len() == 2);
            let pair = pair.unwrap_or(Rank::Two);
            (place + 12 - u32::from(pair.index()), format!("pair of {}", pair.plural()))
        }
        HighCategory::HighCard => {
            let suited = Suit::ALL.map(|suit| (hand & CardSet::of_suit(suit)).len()).into_iter().max().unwrap_or(0);
            let line = u32::from(hand.ranks()) << 1 | u32::from(hand.ranks()) >> 12 & 1;
            let run = (0..10).any(|start| (line >> start & 0b1_1111).count_ones() == 4);
            match (suited, run) {
                (4, _) => (place, "no pair, four to a flush".to_owned()),
                (_, true) => (place + 1, "no pair, four to a straight".to_owned()),
                _ => {
                    let top = hand.iter().next_back().map_or(Rank::Two, Card::rank);
                    (place + 15 - u32::from(top.index()), format!("no pair, {} high", top.name()))
                }
            }
        }
        _ => (place, category.name().to_owned()),
    }
}

/// The kind of a hand where low hands win; the ace counts low or high, it is named.
fn low_kind(hand: CardSet) -> (u32, String) {
    let ranks = hand.ranks();
    match ranks.count_ones() {
        5 => {
            let top = 15 - (ranks & 0x0fff).leading_zeros();
            let top = Rank::from_index(top as u8).unwrap_or(Rank::Ace);
            let ace = if ranks >> 12 & 1 == 1 { " with an ace" } else { "" };
            (
                2 * u32::from(top.index()) + u32::from(!ace.is_empty()),
                format!("five different, {} high{ace}", top.name()),
            )
        }
        4 => (100, "one pair".to_owned()),
        3 => (101, "two pair or three of a kind".to_owned()),
        _ => (102, "full house or four of a kind".to_owned()),
    }
}

/// What is kept, in words, where high hands win.
fn high_way(kept: CardSet) -> String {
    if kept.len() == 5 {
        return "all five".to_owned();
    }
    let of_size =
        |size: usize| Rank::ALL.into_iter().filter(move |&rank| (kept & CardSet::of_rank(rank)).len() == size);
    let kickers = of_size(1).collect::<Vec<_>>();
    let base = match (of_size(4).count(), of_size(3).count(), of_size(2).count()) {
        (1, ..) => "four of a kind",
        (_, 1, _) => "three of a kind",
        (.., 2) => "both pairs",
        (.., 1) => "the pair",
        _ => "",
    };
    if !base.is_empty() {
        return match kickers[..] {
            [] => base.to_owned(),
            [kicker] if base == "the pair" => format!("{base} and {} {}", article(kicker), kicker.name()),
            [_] => format!("{base} and a kicker"),
            _ => format!("{base} and {} kickers", kickers.len()),
        };
    }
    let suited = Suit::ALL.iter().any(|&suit| (kept & CardSet::of_suit(suit)).len() == kept.len());
    match (kickers.len(), kickers.last()) {
        (0, _) | (_, None) => "nothing".to_owned(),
        (1, Some(Rank::Ace)) => "an ace alone".to_owned(),
        (1, Some(_)) => "one card".to_owned(),
        (count, _) if suited => format!("{} suited", word(count)),
        (count, _) => format!("{} not all suited", word(count)),
    }
}

/// What is kept, in words, where low hands win.
fn low_way(kept: CardSet) -> String {
    let top = kept.iter().map(Card::rank).filter(|&rank| rank != Rank::Ace).max();
    match (kept.len(), top) {
        (5, _) => "all five".to_owned(),
        (0, _) => "nothing".to_owned(),
        (1, _) => "one card".to_owned(),
        (count, _) if kept.ranks().count_ones() as usize != count => format!("{} with a pair", word(count)),
        (count, Some(top)) => format!("{} to {} {}", word(count), article(top), top.name()),
        (count, None) => word(count).to_owned(),
    }
}

fn word(count: usize) -> &'static str {
    ["none", "one", "two", "three", "four", "five"][count.min(5)]
}
