//! What a chart says, by kinds of hands: how many cards are kept, and in words which.

use std::collections::BTreeMap;

use cardroom_cards::{Card, CardSet, HighCategory, HighRank, Rank};

use crate::chart::Chart;
use crate::classes::Classes;
use crate::contest::Contest;
use crate::thumb::{highest, low_ranks, lowest, runs, suited};

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
    /// A hand of this kind, and what is kept of it, in the commonest way.
    pub example: (CardSet, CardSet),
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
    let contest = chart.contest();
    let classes = Classes::get(contest.ignores_suits());
    let mut groups: BTreeMap<(u32, String), (Group, Examples)> = BTreeMap::new();
    for class in 0..classes.len() {
        let (hand, kept) = (classes.hand(class), chart.kept(class));
        let hands = u64::from(classes.size(class));
        let (place, name) = kind(hand);
        let empty = || {
            let example = (CardSet::EMPTY, CardSet::EMPTY);
            (Group { name: name.clone(), hands: 0, kept: [0; 6], ways: Vec::new(), example }, Examples::new())
        };
        let (group, examples) = groups.entry((place, name.clone())).or_insert_with(empty);
        group.hands += hands;
        group.kept[kept.len().min(5)] += hands;
        let way = way(contest, hand, kept);
        examples.entry(way.clone()).or_default().push((hand, kept));
        match group.ways.iter_mut().find(|(other, _)| *other == way) {
            Some((_, count)) => *count += hands,
            None => group.ways.push((way, hands)),
        }
    }
    let finished = |(mut group, examples): (Group, Examples)| {
        group.ways.sort_by_key(|(_, hands)| std::cmp::Reverse(*hands));
        let commonest = group.ways.first().and_then(|(way, _)| examples.get(way));
        // Neither the highest nor the lowest such hand, but one a good way up: those look like hands people remember.
        let example = commonest.and_then(|hands| hands.get(hands.len() * 5 / 8));
        Group { example: example.copied().unwrap_or_default(), ..group }
    };
    groups.into_values().map(finished).collect()
}

/// Hands and what is kept of them, by what that is in words.
type Examples = BTreeMap<String, Vec<(CardSet, CardSet)>>;

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
        HighCategory::HighCard => match (suited(hand), runs(hand, 4)) {
            (4, _) => (place, "no pair, four to a flush".to_owned()),
            (_, true) => (place + 1, "no pair, four to a straight".to_owned()),
            _ => {
                let top = hand.iter().next_back().map_or(Rank::Two, Card::rank);
                (place + 15 - u32::from(top.index()), format!("no pair, {} high", top.name()))
            }
        },
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

/// What is kept, in words.
pub(crate) fn way(contest: Contest, hand: CardSet, kept: CardSet) -> String {
    match kept.len() {
        5 => "all five".to_owned(),
        0 => "nothing".to_owned(),
        _ if is_low(contest) => low_way(contest, hand, kept),
        _ => high_way(hand, kept),
    }
}

/// What is kept, in words, where high hands win.
fn high_way(hand: CardSet, kept: CardSet) -> String {
    let of_size =
        |size: usize| Rank::ALL.into_iter().filter(move |&rank| (kept & CardSet::of_rank(rank)).len() == size);
    let beside = |rank: &Rank| (hand & CardSet::of_rank(*rank)).len() == 1;
    let best = Rank::ALL.into_iter().rev().find(beside);
    let kickers = of_size(1).collect::<Vec<_>>();
    let base = match (of_size(4).count(), of_size(3).count(), of_size(2).count()) {
        (1, ..) => "four of a kind",
        (_, 1, _) => "three of a kind",
        (.., 2) => "both pairs",
        (.., 1) => "the pair",
        _ => "",
    };
    let count = kept.len();
    match kickers[..] {
        [] => base.to_owned(),
        [kicker] if !base.is_empty() && Some(kicker) == best => format!("{base} and the best kicker"),
        [_] if !base.is_empty() => format!("{base} and a lower kicker"),
        _ if !base.is_empty() => format!("{base} and {} kickers", word(kickers.len())),
        [Rank::Ace] => "an ace alone".to_owned(),
        [_] if kept == highest(hand, 1) => "the highest card".to_owned(),
        [_] => "one card".to_owned(),
        _ if suited(kept) == count && count > 2 => format!("{} to a flush", word(count)),
        _ if runs(kept, count as u32) && count > 2 => format!("{} to a straight", word(count)),
        _ if kept.ranks() == highest(hand, count).ranks() => format!("the {} highest", word(count)),
        _ if low_ranks(kept, Rank::Eight) == count => format!("{} up to an eight", word(count)),
        _ => format!("{} other cards", word(count)),
    }
}

/// What is kept, in words, where low hands win.
fn low_way(contest: Contest, hand: CardSet, kept: CardSet) -> String {
    let count = kept.len();
    let ace_low = contest != Contest::DrawDeuceSeven;
    let lowest = if ace_low {
        lowest(hand, count).ranks()
    } else {
        let ranks = Rank::ALL.into_iter().filter(|&rank| hand.ranks() >> rank.index() & 1 == 1);
        ranks.take(count).fold(0, |all, rank| all | 1 << rank.index())
    };
    if kept.ranks() == lowest && lowest.count_ones() as usize == count {
        return if count == 1 { "the lowest card".to_owned() } else { format!("the {} lowest", word(count)) };
    }
    let top = kept.iter().map(Card::rank).filter(|&rank| rank != Rank::Ace || !ace_low).max();
    match top {
        _ if kept.ranks().count_ones() as usize != count => format!("{} with a pair", word(count)),
        Some(top) => format!("{} others up to {} {}", word(count), article(top), top.name()),
        None => "an ace alone".to_owned(),
    }
}

fn word(count: usize) -> &'static str {
    ["none", "one", "two", "three", "four", "five"][count.min(5)]
}

fn article(rank: Rank) -> &'static str {
    if matches!(rank, Rank::Ace | Rank::Eight) { "an" } else { "a" }
}
