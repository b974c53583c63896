//! Hold-Out before the flop, exactly: every board of four, the values looked up rather than ranked.
//!
//! Who keeps k cards plays 5−k of the board. There are few ways to choose those from the deck (one card of 48, two of
//! 1,128, three of 17,296), so each is ranked once. A board is then worth the best of a few look-ups; boards that
//! share three cards lie in a row, and the look-ups for a row are neighbours too. Low hands have no suits, and most
//! boards allow no flush: who wins those is found once for all that begin with two cards of the same ranks.

use cardroom_cards::{AceFiveRank, CardSet, HighRank, Suit, batch};
use cardroom_rules::{Division, Qualifier};

use crate::judge::{DEALS, Judge};
use crate::outcome::Tally;
use crate::range::Holding;

/// The deck's size at most.
const ROW: usize = 52;
const RANKS: usize = 13;

/// Counts every board for these known holds, one to five cards each.
pub(crate) fn count(judge: &Judge, holdings: &[Holding], dead: CardSet) -> Tally {
    let used = holdings.iter().fold(dead, |used, holding| used | holding.cards);
    let deck = (CardSet::FULL - used).iter().map(CardSet::of).collect::<Vec<_>>();
    let division = judge.division();
    let players = holdings.len();
    let side = |half: Half| Side::new(holdings.iter().map(|held| Player::new(half, held.cards, &deck)).collect());
    let mut high = division.has_high().then(|| side(Half::High));
    let mut low = division.has_low().then(|| side(Half::Low(judge.qualifier())));
    let mut count = Count { players, division, won: vec![[0; LANES]; 1 << players], tally: Tally::new(players) };
    if division == Division::HighLow {
        count.won.resize(1 << (2 * players.min(MOST_COUNTED)), [0; LANES]);
    }
    for a in 0..deck.len() {
        for b in a + 1..deck.len() {
            let high = high.as_mut().map(|side| side.winners(a, b, &deck));
            let low = low.as_mut().map(|side| side.winners(a, b, &deck));
            count.boards(high, low);
        }
    }
    count.finish()
}

/// In high/low every pair of winning sets has a counter of its own, up to so many players.
const MOST_COUNTED: usize = 6;
/// Boards next to each other often have the same winners, and a counter can't be raised twice at once: so there are more.
const LANES: usize = 4;

#[derive(Clone, Copy)]
enum Half {
    High,
    Low(Qualifier),
}

/// What one player's hold is worth with the board cards it can play.
struct Player {
    half: Half,
    /// How many board cards play.
    plays: usize,
    /// The suit in which it can make a flush.
    suit: Option<CardSet>,
    /// By the places of those cards in the deck, each at most [`ROW`], in ascending order.
    values: Vec<i32>,
    /// Where all four play nothing is shared, and each board is ranked when it is asked for: the card held with each
    /// card of the deck, and all twos of the deck, ordered by the first of them.
    with: Vec<CardSet>,
    twos: Vec<CardSet>,
}

impl Player {
    fn new(half: Half, held: CardSet, deck: &[CardSet]) -> Self {
        let plays = 5 - held.len();
        let size = if plays > 3 { 0 } else { ROW.pow(plays as u32) };
        // Five cards are what they are, whatever comes.
        let fits = |suit: &CardSet| matches!(half, Half::High) && plays > 0 && (held - *suit).is_empty();
        let suit = Suit::ALL.map(CardSet::of_suit).into_iter().find(fits);
        let mut player = Self { half, plays, suit, values: vec![0; size], with: Vec::new(), twos: Vec::new() };
        let mut waiting = Waiting::default();
        let places = 0..deck.len();
        match plays {
            0 => player.put(&mut waiting, 0, held),
            1 => places.for_each(|a| player.put(&mut waiting, a, held | deck[a])),
            2 => places.for_each(|a| {
                (a + 1..deck.len()).for_each(|b| player.put(&mut waiting, a * ROW + b, held | deck[a] | deck[b]));
            }),
            3 => {
                for a in places {
                    for b in a + 1..deck.len() {
                        let two = held | deck[a] | deck[b];
                        for (c, &third) in deck.iter().enumerate().skip(b + 1) {
                            player.put(&mut waiting, (a * ROW + b) * ROW + c, two | third);
                        }
                    }
                }
            }
            _ => {
                player.with = deck.iter().map(|&card| held | card).collect();
                player.twos = places.flat_map(|c| deck[c + 1..].iter().map(move |&d| deck[c] | d)).collect();
            }
        }
        player.rank(&mut waiting);
        player
    }

    /// Ranks these five cards, at once or later, and puts the value in its place.
    fn put(&mut self, waiting: &mut Waiting, place: usize, five: CardSet) {
        waiting.places.push(place);
        waiting.fives.push(five);
        if waiting.fives.len() == DEALS {
            self.rank(waiting);
        }
    }

    fn rank(&mut self, waiting: &mut Waiting) {
        let mut values = [0; DEALS];
        rank_fives(self.half, &waiting.fives, &mut values);
        for (&place, value) in waiting.places.iter().zip(values) {
            self.values[place] = value;
        }
        waiting.places.clear();
        waiting.fives.clear();
    }

    /// Whether a board that begins with these two cards can make a flush: it has only two more.
    fn may_flush(&self, two: CardSet) -> bool {
        self.suit.is_some_and(|suit| (suit & two).len() + 2 >= self.plays)
    }

    /// The values of all boards with these two cards and two later ones.
    fn boards(&self, a: usize, b: usize, deck: usize, boards: &mut [i32]) {
        if self.plays == 0 {
            boards.fill(self.values[0]);
            return;
        }
        if self.plays == 4 {
            let two = self.with[a] | self.with[b];
            // The twos of later cards are the last ones.
            let twos = &self.twos[self.twos.len() - boards.len()..];
            let mut fives = [CardSet::EMPTY; DEALS];
            for (twos, values) in twos.chunks(DEALS).zip(boards.chunks_mut(DEALS)) {
                for (five, &later) in fives.iter_mut().zip(twos) {
                    *five = two | later;
                }
                rank_fives(self.half, &fives[..twos.len()], values);
            }
            return;
        }
        let mut start = 0;
        for c in b + 1..deck {
            let row = &mut boards[start..start + deck - c - 1];
            start += row.len();
            self.row([a, b, c], deck, row);
        }
    }

    /// The values of the boards with these three cards and each later one.
    #[inline(always)]
    fn row(&self, [a, b, c]: [usize; 3], deck: usize, row: &mut [i32]) {
        let later = c + 1..deck;
        let v = &self.values;
        let from = |start: usize| &v[start..][later.clone()];
        if self.plays == 1 {
            let best = v[a].max(v[b]).max(v[c]);
            for (value, &d) in row.iter_mut().zip(from(0)) {
                *value = best.max(d);
            }
            return;
        }
        let two = |a: usize, b: usize| (a * ROW + b) * ROW;
        let (best, starts) = if self.plays == 2 {
            (v[a * ROW + b].max(v[a * ROW + c]).max(v[b * ROW + c]), [a * ROW, b * ROW, c * ROW])
        } else {
            (v[two(a, b) + c], [two(a, b), two(a, c), two(b, c)])
        };
        let [with_a, with_b, with_c] = starts.map(from);
        for (value, ((&a, &b), &c)) in row.iter_mut().zip(with_a.iter().zip(with_b).zip(with_c)) {
            *value = best.max(a).max(b).max(c);
        }
    }
}

#[derive(Default)]
struct Waiting {
    places: Vec<usize>,
    fives: Vec<CardSet>,
}

/// The values of up to [`DEALS`] hands of five cards; 0 for a low that doesn't qualify.
fn rank_fives(half: Half, fives: &[CardSet], values: &mut [i32]) {
    match half {
        Half::High => {
            let mut ranks = [HighRank::WORST; DEALS];
            batch::high_of_five(fives, &mut ranks[..fives.len()]);
            for (value, rank) in values.iter_mut().zip(&ranks[..fives.len()]) {
                *value = small(rank.order());
            }
        }
        Half::Low(qualifier) => {
            let mut ranks = [AceFiveRank::WORST; DEALS];
            batch::ace_five(fives, &mut ranks[..fives.len()]);
            for (value, &rank) in values.iter_mut().zip(&ranks[..fives.len()]) {
                *value = if qualifier.admits(rank) { small(rank.order()) } else { 0 };
            }
        }
    }
}

/// A rank's order in 29 bits: three in its middle are the same in all ranks of a kind. Signed numbers are compared
/// many at a time on every CPU, unsigned ones only on newer ones.
#[inline(always)]
fn small(order: u32) -> i32 {
    ((order >> 16 << 13) | (order & 0x1fff)) as i32
}

/// All players' values in one half.
struct Side {
    players: Vec<Player>,
    values: Vec<i32>,
    best: Vec<i32>,
    /// Who wins, by the ranks of the two cards that a board begins with where no flush is possible. The last is for
    /// boards where one is, and holds no longer than until the next.
    winners: Vec<Vec<u16>>,
}

impl Side {
    fn new(players: Vec<Player>) -> Self {
        Self { players, values: Vec::new(), best: Vec::new(), winners: vec![Vec::new(); RANKS * RANKS + 1] }
    }

    /// Who wins each board with these two cards and two later ones: one bit a player; none where nobody qualifies.
    fn winners(&mut self, a: usize, b: usize, deck: &[CardSet]) -> &[u16] {
        let left = deck.len() - b - 1;
        let boards = left * left.saturating_sub(1) / 2;
        let [first, second] = [a, b].map(|place| deck[place].ranks().trailing_zeros() as usize);
        let flush = self.players.iter().any(|player| player.may_flush(deck[a] | deck[b]));
        let winners = &mut self.winners[if flush { RANKS * RANKS } else { first * RANKS + second }];
        // The same boards, and before them some with cards that are now among the first two.
        if !flush && winners.len() >= boards {
            return &winners[winners.len() - boards..];
        }
        self.values.resize(boards, 0);
        self.best.clear();
        self.best.resize(boards, 0);
        winners.clear();
        winners.resize(boards, 0);
        for (place, player) in self.players.iter().enumerate() {
            player.boards(a, b, deck.len(), &mut self.values);
            let bit = 1_u16 << place;
            for ((winners, best), &value) in winners.iter_mut().zip(&mut self.best).zip(&self.values) {
                let with = if value == *best && value != 0 { *winners | bit } else { *winners };
                *winners = if value > *best { bit } else { with };
                *best = value.max(*best);
            }
        }
        winners
    }
}

struct Count {
    players: usize,
    division: Division,
    /// Boards by who won; in high/low by who won each half, where there are few enough players for it.
    won: Vec<[u32; LANES]>,
    tally: Tally,
}

impl Count {
    fn boards(&mut self, high: Option<&[u16]>, low: Option<&[u16]>) {
        let add = |(lane, winners): (usize, usize)| self.won[winners][lane % LANES] += 1;
        match (high, low) {
            (Some(high), Some(low)) if self.players <= MOST_COUNTED => {
                let both = |(&high, &low): (&u16, &u16)| usize::from(high) | usize::from(low) << self.players;
                high.iter().zip(low).map(both).enumerate().for_each(add);
            }
            (Some(high), Some(low)) => high.iter().zip(low).for_each(|(&high, &low)| self.tally.add(high, low, 1)),
            (Some(winners), None) | (None, Some(winners)) => {
                winners.iter().map(|&winners| usize::from(winners)).enumerate().for_each(add);
            }
            (None, None) => {}
        }
    }

    fn finish(mut self) -> Tally {
        let all = (1 << self.players) - 1;
        let sums = self.won.iter().map(|lanes| lanes.iter().map(|&boards| u64::from(boards)).sum::<u64>());
        for (winners, boards) in sums.enumerate().filter(|(_, boards)| *boards > 0) {
            let (first, second) = ((winners & all) as u16, (winners >> self.players) as u16);
            let (high, low) = if self.division.has_high() { (first, second) } else { (0, first) };
            self.tally.add(high, low, boards);
        }
        self.tally
    }
}
