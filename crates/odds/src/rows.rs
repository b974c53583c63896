//! Hold-Out before the flop, exactly: every board of four, the values looked up rather than ranked.
//!
//! Who keeps k cards plays 5−k of the board. There are few ways to choose those from the deck (one card of 48, two of
//! 1,128, three of 17,296), so each is ranked once. A board is then worth the best of a few look-ups; boards that
//! share three cards lie in a row, and the look-ups for a row are neighbours too.

use cardroom_cards::{AceFiveRank, CardSet, HighRank, batch};
use cardroom_rules::{Division, Qualifier};

use crate::judge::{DEALS, Judge};
use crate::outcome::Tally;
use crate::range::Holding;

/// The deck's size at most, and the length of a row.
const ROW: usize = 52;

/// Counts every board for these known holds, one to five cards each.
pub(crate) fn count(judge: &Judge, holdings: &[Holding], dead: CardSet) -> Tally {
    let used = holdings.iter().fold(dead, |used, holding| used | holding.cards);
    let deck = (CardSet::FULL - used).iter().map(CardSet::of).collect::<Vec<_>>();
    let division = judge.division();
    let players = holdings.len();
    let halves = [division.has_high(), division.has_low()];
    let side = |half: Half| holdings.iter().map(|held| Player::new(half, held.cards, &deck)).collect::<Vec<_>>();
    let low = Half::Low(judge.qualifier());
    let sides = [(halves[0], Half::High), (halves[1], low)].map(|(there, half)| there.then(|| side(half)));
    let mut count = Count { players, division, won: vec![0; 1 << players], tally: Tally::new(players) };
    for c in 2..deck.len() {
        for b in 1..c {
            for a in 0..b {
                let winners = sides.each_ref().map(|side| side.as_ref().map(|side| winners(side, [a, b, c], &deck)));
                count.row(&winners, deck.len() - c - 1);
            }
        }
    }
    count.finish()
}

#[derive(Clone, Copy)]
enum Half {
    High,
    Low(Qualifier),
}

/// What one player's hold is worth with the board cards it can play.
struct Player {
    half: Half,
    held: CardSet,
    /// How many board cards play.
    plays: usize,
    /// By the places of those cards in the deck, each at most [`ROW`], in ascending order.
    values: Vec<u32>,
}

impl Player {
    fn new(half: Half, held: CardSet, deck: &[CardSet]) -> Self {
        let plays = 5 - held.len();
        let size = if plays > 3 { 0 } else { ROW.pow(plays as u32) };
        let mut player = Self { half, held, plays, values: vec![0; size] };
        let mut waiting = Waiting::default();
        let places = 0..deck.len();
        match plays {
            0 => player.put(&mut waiting, 0, held),
            1 => places.for_each(|c| player.put(&mut waiting, c, held | deck[c])),
            2 => places
                .for_each(|c| (0..c).for_each(|b| player.put(&mut waiting, b * ROW + c, held | deck[b] | deck[c]))),
            3 => places.for_each(|c| {
                for b in 0..c {
                    let two = held | deck[b] | deck[c];
                    (0..b).for_each(|a| player.put(&mut waiting, (a * ROW + b) * ROW + c, two | deck[a]));
                }
            }),
            _ => {}
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

    /// The values of the boards with these three cards and each later one.
    #[inline]
    fn row(&self, [a, b, c]: [usize; 3], deck: &[CardSet], row: &mut [u32; ROW]) {
        let later = c + 1..deck.len();
        let v = &self.values;
        let from = |start: usize| &v[start..][later.clone()];
        let row = &mut row[..later.len()];
        match self.plays {
            0 => row.fill(v[0]),
            1 => {
                let best = v[a].max(v[b]).max(v[c]);
                for (value, &d) in row.iter_mut().zip(from(0)) {
                    *value = best.max(d);
                }
            }
            2 => {
                let best = v[a * ROW + b].max(v[a * ROW + c]).max(v[b * ROW + c]);
                let with = from(a * ROW).iter().zip(from(b * ROW)).zip(from(c * ROW));
                for (value, ((&a, &b), &c)) in row.iter_mut().zip(with) {
                    *value = best.max(a).max(b).max(c);
                }
            }
            3 => {
                let two = |a: usize, b: usize| (a * ROW + b) * ROW;
                let best = v[two(a, b) + c];
                let with = from(two(a, b)).iter().zip(from(two(a, c))).zip(from(two(b, c)));
                for (value, ((&a, &b), &c)) in row.iter_mut().zip(with) {
                    *value = best.max(a).max(b).max(c);
                }
            }
            _ => {
                let four = self.held | deck[a] | deck[b] | deck[c];
                let mut fives = [CardSet::EMPTY; ROW];
                for (five, &card) in fives.iter_mut().zip(&deck[later]) {
                    *five = four | card;
                }
                rank_fives(self.half, &fives[..row.len()], row);
            }
        }
    }
}

#[derive(Default)]
struct Waiting {
    places: Vec<usize>,
    fives: Vec<CardSet>,
}

/// The values of up to [`DEALS`] hands of five cards; 0 for a low that doesn't qualify.
fn rank_fives(half: Half, fives: &[CardSet], values: &mut [u32]) {
    match half {
        Half::High => {
            let mut ranks = [HighRank::WORST; DEALS];
            batch::high_of_five(fives, &mut ranks[..fives.len()]);
            for (value, rank) in values.iter_mut().zip(&ranks[..fives.len()]) {
                *value = rank.order();
            }
        }
        Half::Low(qualifier) => {
            let mut ranks = [AceFiveRank::WORST; DEALS];
            batch::ace_five(fives, &mut ranks[..fives.len()]);
            for (value, &rank) in values.iter_mut().zip(&ranks[..fives.len()]) {
                *value = if qualifier.admits(rank) { rank.order() } else { 0 };
            }
        }
    }
}

/// Who wins each board of a row: one bit a player; none where nobody qualifies.
fn winners(players: &[Player], three: [usize; 3], deck: &[CardSet]) -> [u16; ROW] {
    let mut winners = [0_u16; ROW];
    let mut best = [0_u32; ROW];
    let mut row = [0_u32; ROW];
    let length = deck.len() - three[2] - 1;
    for (place, player) in players.iter().enumerate() {
        player.row(three, deck, &mut row);
        for ((winners, best), &value) in winners.iter_mut().zip(&mut best).zip(&row[..length]) {
            let bit = 1 << place;
            *winners = if value > *best {
                bit
            } else if value == *best && value != 0 {
                *winners | bit
            } else {
                *winners
            };
            *best = value.max(*best);
        }
    }
    winners
}

struct Count {
    players: usize,
    division: Division,
    won: Vec<u64>,
    tally: Tally,
}

impl Count {
    fn row(&mut self, winners: &[Option<[u16; ROW]>; 2], length: usize) {
        match winners {
            [Some(high), Some(low)] => {
                for (&high, &low) in high[..length].iter().zip(low) {
                    self.tally.add(high, low, 1);
                }
            }
            [Some(winners), None] | [None, Some(winners)] => {
                for &winners in &winners[..length] {
                    self.won[usize::from(winners)] += 1;
                }
            }
            [None, None] => {}
        }
    }

    fn finish(mut self) -> Tally {
        for winners in 1..1_u16 << self.players {
            let boards = self.won[usize::from(winners)];
            let (high, low) = if self.division.has_high() { (winners, 0) } else { (0, winners) };
            if boards > 0 {
                self.tally.add(high, low, boards);
            }
        }
        self.tally
    }
}
