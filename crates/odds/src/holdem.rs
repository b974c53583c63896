//! Hold'em before the flop, exactly, without dealing the boards.
//!
//! Without a flush only ranks matter. The 2,598,960 boards have but 6,175 sets of ranks, so every player's hand is
//! ranked once for each of those, and each counts for as many boards as there are ways to choose its suits.
//!
//! That counts boards on which somebody has a flush as if nobody had. A flush needs three, four or five board cards
//! of one suit, as the players hold two, one or none of it, and no board has that in two suits. So for each suit we
//! go through the ranks of the suited board cards, and for the rest of the board through sets of ranks again; those
//! boards are taken out of the count above and judged with the flushes they make. With a flush on seven cards nobody
//! has a full house of the same cards, but a player without the flush may have one, and be the winner.

use std::collections::HashMap;
use std::sync::LazyLock;

use cardroom_cards::{Card, CardSet, HighRank, Rank, Suit, batch};

use crate::outcome::Tally;
use crate::range::Holding;

/// How many sets of five ranks a deck has.
const CLASSES: usize = 6175;
/// What lists of them are filled up to, so that no index needs a check.
const PADDED: usize = 8192;

/// What two ranks are worth with each set of board ranks, for all ranks that are asked about.
pub(crate) struct Values(HashMap<[u8; 2], Box<[u32]>>);

impl Values {
    pub(crate) fn new<'a>(holdings: impl Iterator<Item = &'a Holding>) -> Self {
        let mut values = HashMap::new();
        for holding in holdings {
            values.entry(ranks(holding.cards)).or_insert_with_key(|&ranks| values_of(ranks));
        }
        Self(values)
    }
}

/// Counts every board for these hands of two known cards each.
pub(crate) fn count(values: &Values, holdings: &[Holding], dead: CardSet) -> Tally {
    match holdings.len() {
        2 => Count::<2>::new(values, holdings, dead).run(),
        3 => Count::<3>::new(values, holdings, dead).run(),
        4 => Count::<4>::new(values, holdings, dead).run(),
        5 => Count::<5>::new(values, holdings, dead).run(),
        6 => Count::<6>::new(values, holdings, dead).run(),
        7 => Count::<7>::new(values, holdings, dead).run(),
        8 => Count::<8>::new(values, holdings, dead).run(),
        9 => Count::<9>::new(values, holdings, dead).run(),
        _ => Count::<10>::new(values, holdings, dead).run(),
    }
}

struct Count<'a, const PLAYERS: usize> {
    held: [CardSet; PLAYERS],
    values: [&'a [u32]; PLAYERS],
    deck: CardSet,
    /// Boards for each set of ranks, less those on which a flush is possible.
    boards: Vec<u32>,
    /// Boards won by each set of players.
    won: Vec<u64>,
}

impl<'a, const PLAYERS: usize> Count<'a, PLAYERS> {
    fn new(values: &'a Values, holdings: &[Holding], dead: CardSet) -> Self {
        let held: [CardSet; PLAYERS] = std::array::from_fn(|place| holdings[place].cards);
        let deck = held.iter().fold(CardSet::FULL - dead, |deck, &cards| deck - cards);
        let boards = boards(deck);
        let values = held.map(|cards| &values.0[&ranks(cards)][..PADDED]);
        Self { held, values, deck, boards, won: vec![0; 1 << PLAYERS] }
    }

    fn run(mut self) -> Tally {
        for suit in Suit::ALL {
            self.flushes(suit);
        }
        if PLAYERS == 2 {
            let mut won = [0; 4];
            let values = self.values[0].iter().zip(self.values[1]);
            for (&boards, (&first, &second)) in self.boards.iter().zip(values) {
                count_two(&mut won, first, second, boards);
            }
            self.add_two(won);
        } else {
            for (class, &boards) in self.boards.iter().enumerate() {
                let winners = winners::<PLAYERS>(std::array::from_fn(|place| self.values[place][class]));
                self.won[winners] += u64::from(boards);
            }
        }
        let mut tally = Tally::new(PLAYERS);
        for (winners, &boards) in self.won.iter().enumerate().filter(|(_, boards)| **boards > 0) {
            tally.add(winners as u16, 0, boards);
        }
        tally
    }

    /// Judges the boards with enough cards of a suit to make somebody a flush.
    fn flushes(&mut self, suit: Suit) {
        let index = &*INDEX;
        let there = self.deck.ranks_in(suit);
        let suited = self.held.map(|held| held.ranks_in(suit));
        let most = suited.iter().map(|ranks| ranks.count_ones()).max().unwrap_or(0) as usize;
        for size in 5 - most..=5 {
            let rest = rests(self.deck - CardSet::of_suit(suit), 5 - size);
            for &ranks in index.of_size[size].iter().filter(|&ranks| ranks & !there == 0) {
                let made = suited.map(|held| index.flush[usize::from(held | ranks) % PADDED]);
                self.with_rests(index, index.sums[usize::from(ranks) % PADDED], made, &rest);
            }
        }
    }

    fn add_two(&mut self, won: [u64; 4]) {
        for (sum, more) in self.won.iter_mut().zip(won) {
            *sum += more;
        }
    }

    #[inline]
    fn with_rests(&mut self, index: &Index, key: u32, made: [u32; PLAYERS], rests: &[(u32, u32)]) {
        if PLAYERS == 2 {
            let mut won = [0; 4];
            let boards = &mut self.boards[..PADDED];
            let (first, second) = (&self.values[0][..PADDED], &self.values[PLAYERS - 1][..PADDED]);
            // A flush beats whatever the same cards make without their suits, and is 0 where there is none.
            for &(rest, ways) in rests {
                let class = index.of(key + rest);
                boards[class] -= ways;
                let flush_or = |made: u32, value: u32| if made == 0 { value } else { made };
                count_two(&mut won, flush_or(made[0], first[class]), flush_or(made[1], second[class]), ways);
            }
            self.add_two(won);
            return;
        }
        for &(rest, ways) in rests {
            let class = index.of(key + rest);
            self.boards[class] -= ways;
            let value = |place: usize| if made[place] == 0 { self.values[place][class] } else { made[place] };
            self.won[winners::<PLAYERS>(std::array::from_fn(value))] += u64::from(ways);
        }
    }
}

/// Counts boards for whoever of two has the better value, or for both; without a branch, for who wins is hard to
/// foresee.
#[inline(always)]
fn count_two(won: &mut [u64; 4], first: u32, second: u32, boards: u32) {
    let boards = u64::from(boards);
    won[1] += boards * u64::from(first > second);
    won[2] += boards * u64::from(second > first);
    won[3] += boards * u64::from(first == second);
}

/// Who has the best value: one bit each.
#[inline(always)]
fn winners<const PLAYERS: usize>(values: [u32; PLAYERS]) -> usize {
    let best = values.iter().copied().max().unwrap_or(0);
    values.iter().enumerate().fold(0, |winners, (place, &value)| winners | usize::from(value == best) << place)
}

fn ranks(cards: CardSet) -> [u8; 2] {
    let mut ranks = cards.iter().map(|card| card.rank().index());
    [ranks.next().unwrap_or(0), ranks.next().unwrap_or(0)]
}

/// What these two ranks are worth with each set of board ranks, if there were no flushes.
///
/// The boards of the index have at most two cards of a suit, so two more make no flush, whatever their suits: any
/// card of the rank that isn't on the board will do. Where there is none, no such board can come, and the value is
/// never used.
fn values_of(ranks: [u8; 2]) -> Box<[u32]> {
    let columns = ranks.map(|rank| 0x0001_0001_0001_0001_u64 << rank);
    let hands = INDEX.boards.iter().map(|board| {
        let with = |hand: u64, column: u64| {
            let free = column & !hand;
            hand | (free & free.wrapping_neg())
        };
        CardSet::from_bits(columns.into_iter().fold(board.bits(), with)).unwrap_or_default()
    });
    let hands = hands.collect::<Vec<_>>();
    let mut found = vec![HighRank::WORST; hands.len()];
    batch::high_of_seven(&hands, &mut found);
    let mut values = vec![0; PADDED];
    for (value, rank) in values.iter_mut().zip(found) {
        *value = rank.order();
    }
    values.into_boxed_slice()
}

/// For each set of ranks how many boards from this deck have it.
fn boards(deck: CardSet) -> Vec<u32> {
    // Ways to take so many cards of a rank; the last place is the empty choice, for sets of fewer than five ranks.
    let mut ways = [1_u32; 64];
    for rank in Rank::ALL {
        let there = (deck & CardSet::of_rank(rank)).len();
        for take in 1..=4 {
            ways[4 * usize::from(rank.index()) + take - 1] = CHOOSE[there][take];
        }
    }
    let mut boards = vec![0; PADDED];
    for (boards, parts) in boards.iter_mut().zip(&INDEX.parts) {
        *boards = parts.iter().map(|&part| ways[usize::from(part) % 64]).product();
    }
    boards
}

/// Sets of so many ranks (none to two) from this deck: the sum of their keys, and how many ways there are.
fn rests(deck: CardSet, size: usize) -> Vec<(u32, u32)> {
    let there = Rank::ALL.map(|rank| (deck & CardSet::of_rank(rank)).len() as u32);
    let mut rests = Vec::with_capacity(91);
    match size {
        0 => rests.push((0, 1)),
        1 => rests.extend(KEYS.into_iter().zip(there)),
        _ => {
            for high in 0..13 {
                rests.extend((0..high).map(|low| (KEYS[high] + KEYS[low], there[high] * there[low])));
                rests.push((2 * KEYS[high], there[high] * there[high].saturating_sub(1) / 2));
            }
        }
    }
    rests.retain(|(_, ways)| *ways > 0);
    rests
}

const CHOOSE: [[u32; 5]; 5] = [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];

/// A key for each rank: the sums of five tell all sets of ranks apart. The lower six ranks have the lower half to
/// themselves and the upper seven the upper; within a half the keys are the smallest that will do.
const KEYS: [u32; 13] = {
    let least = [1, 5, 22, 94, 312, 992, 2422];
    let mut keys = [0; 13];
    let mut rank = 0;
    while rank < 13 {
        keys[rank] = if rank < 6 { least[rank] } else { least[rank - 6] << 16 };
        rank += 1;
    }
    keys
};

/// All sets of five ranks, and where each is by the sum of its keys.
struct Index {
    upper: Vec<u16>,
    lower: Vec<u16>,
    /// One board for each set, with no more than two cards of a suit.
    boards: Vec<CardSet>,
    /// By the ranks in one suit: the flush they make, if they are five or more, and the sum of their keys.
    flush: Vec<u32>,
    sums: Vec<u32>,
    /// The ranks in one suit by how many they are, up to five.
    of_size: [Vec<u16>; 6],
    /// The ranks of each set: four times the rank plus how many of it less one, filled up with 52.
    parts: Vec<[u8; 5]>,
}

static INDEX: LazyLock<Index> = LazyLock::new(Index::new);

impl Index {
    #[inline(always)]
    fn of(&self, key: u32) -> usize {
        let place = self.upper[(key >> 16) as usize % 16384] + self.lower[key as usize % 8192];
        usize::from(place) % PADDED
    }

    fn new() -> Self {
        let mut index = Self {
            upper: vec![0; 16384],
            lower: vec![0; 8192],
            boards: Vec::with_capacity(CLASSES),
            flush: (0..PADDED as u16).map(flush).collect(),
            sums: (0..PADDED as u16).map(sum_of).collect(),
            of_size: std::array::from_fn(|size| {
                (0..PADDED as u16).filter(|ranks| ranks.count_ones() as usize == size).collect()
            }),
            parts: Vec::with_capacity(CLASSES),
        };
        // In the order of upper ranks: each set of them is followed by all lower sets that make up five, always in
        // the same order, so that a place is the sum of two.
        let (uppers, lowers) = (multisets(6..13), multisets(0..6));
        for upper in &uppers {
            index.upper[(sum(upper) >> 16) as usize] = index.boards.len() as u16;
            let start = index.boards.len();
            for lower in lowers.iter().filter(|lower| lower.len() + upper.len() == 5) {
                index.lower[sum(lower) as usize] = (index.boards.len() - start) as u16;
                let ranks = lower.iter().chain(upper).copied().collect::<Vec<u8>>();
                // The ranks are in order, so equal ones get different suits.
                let card = |(place, &rank): (usize, &u8)| Card::from_index(4 * rank + (place % 4) as u8);
                index.boards.push(ranks.iter().enumerate().filter_map(card).collect());
                let mut parts = [52; 5];
                for (part, group) in parts.iter_mut().zip(ranks.chunk_by(|a, b| a == b)) {
                    *part = 4 * group[0] + group.len() as u8 - 1;
                }
                index.parts.push(parts);
            }
        }
        index
    }
}

/// The flush that five to seven ranks in one suit make, or 0.
fn flush(ranks: u16) -> u32 {
    let cards = CardSet::from_bits(u64::from(ranks)).unwrap_or_default();
    HighRank::of(cards).map_or(0, HighRank::order)
}

fn sum_of(ranks: u16) -> u32 {
    (0..13).filter(|rank| ranks >> rank & 1 == 1).map(|rank| KEYS[rank]).sum()
}

fn sum(ranks: &[u8]) -> u32 {
    ranks.iter().map(|&rank| KEYS[usize::from(rank)]).sum()
}

/// All sets of up to five of these ranks, at most four of each, each in order.
fn multisets(ranks: std::ops::Range<u8>) -> Vec<Vec<u8>> {
    let mut sets = vec![Vec::new()];
    for rank in ranks {
        for place in 0..sets.len() {
            for times in 1..=4.min(5 - sets[place].len()) {
                let mut more = sets[place].clone();
                more.extend(std::iter::repeat_n(rank, times));
                sets.push(more);
            }
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::{CLASSES, INDEX, KEYS};

    #[test]
    fn every_set_of_ranks_has_its_own_place() {
        assert_eq!(INDEX.boards.len(), CLASSES);
        for (place, board) in INDEX.boards.iter().enumerate() {
            assert_eq!(board.len(), 5);
            let key = board.iter().map(|card| KEYS[usize::from(card.rank().index())]).sum();
            assert_eq!(INDEX.of(key), place, "{board}");
        }
    }
}
