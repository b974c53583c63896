//! Who wins a showdown by a game's rules: many deals at a time, through the wide kernels of `cards`.

use cardroom_cards::{AceFiveRank, CardSet, DeuceSevenRank, HighRank, batch};
use cardroom_rules::{Division, Game, LowKind, Making, Qualifier};

use crate::outcome::Tally;

/// How the hands of a game are made and compared.
///
/// ```
/// use cardroom_cards::CardSet;
/// use cardroom_odds::{Bar, Judge};
/// use cardroom_rules::{Game, Qualifier};
///
/// let judge = Judge::new(Game::by_id("holdem").unwrap(), Qualifier::default());
/// let board: CardSet = "9c Th Jh Qh Kh".parse().unwrap();
/// let held = ["2h3h".parse().unwrap(), "AsAd".parse().unwrap()];
/// let (mut high, mut low) = (Vec::new(), Vec::new());
/// judge.values(&held, &[board; 2], &mut high, &mut low);
/// let mut bar = Bar::default();
/// bar.raise(high[1], low[1]);
/// assert_eq!(bar.share(high[0], low[0]), 1.0, "a flush beats a straight");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    making: Making,
    division: Division,
    qualifier: Qualifier,
    board_cards: usize,
}

/// How many deals are judged together: enough to keep the kernels busy, few enough for the first cache.
pub(crate) const DEALS: usize = 512;

impl Judge {
    /// The judge of this game; the qualifier counts in high/low games only.
    pub fn new(game: &Game, qualifier: Qualifier) -> Self {
        let Game { making, division, .. } = *game;
        Self { making, division, qualifier, board_cards: game.board_cards() }
    }

    pub(crate) fn division(&self) -> Division {
        self.division
    }

    /// The values of complete hands, each with the board beside it: the larger the better, and 0 in a half that the
    /// game hasn't got or that a hand doesn't qualify for.
    pub fn values(&self, held: &[CardSet], boards: &[CardSet], high: &mut Vec<u32>, low: &mut Vec<u32>) {
        for values in [&mut *high, &mut *low] {
            values.clear();
            values.resize(held.len(), 0);
        }
        if self.division.has_high() {
            self.high(held, boards, high);
        }
        if self.division.has_low() {
            self.low(held, boards, low);
        }
    }

    pub(crate) fn qualifier(&self) -> Qualifier {
        if self.division == Division::HighLow { self.qualifier } else { Qualifier::Any }
    }

    /// High values of complete deals, the larger the better; never 0.
    pub(crate) fn high(&self, held: &[CardSet], boards: &[CardSet], values: &mut [u32]) {
        let mut ranks = [HighRank::WORST; DEALS];
        for ((held, boards), values) in held.chunks(DEALS).zip(boards.chunks(DEALS)).zip(values.chunks_mut(DEALS)) {
            let ranks = &mut ranks[..held.len()];
            match (self.making, self.board_cards) {
                (Making::BestFive, cards) => {
                    let mut hands = [CardSet::EMPTY; DEALS];
                    for ((hand, &held), &board) in hands.iter_mut().zip(held).zip(boards) {
                        *hand = held | board;
                    }
                    match cards + 2 {
                        7 => batch::high_of_seven(&hands[..held.len()], ranks),
                        6 => batch::high_of_six(&hands[..held.len()], ranks),
                        _ => batch::high_of_five(&hands[..held.len()], ranks),
                    }
                }
                (Making::AllHeld, 0) => batch::high_of_five(held, ranks),
                (Making::AllHeld, _) => {
                    let mut found = [None; DEALS];
                    batch::holdout_high(held, boards, &mut found[..held.len()]);
                    for (value, rank) in values.iter_mut().zip(&found) {
                        *value = rank.map_or(0, HighRank::order);
                    }
                    continue;
                }
            }
            for (value, rank) in values.iter_mut().zip(ranks) {
                *value = rank.order();
            }
        }
    }

    /// Low values of complete deals, the larger the better; 0 where the low doesn't qualify.
    pub(crate) fn low(&self, held: &[CardSet], boards: &[CardSet], values: &mut [u32]) {
        let qualifier = self.qualifier();
        for ((held, boards), values) in held.chunks(DEALS).zip(boards.chunks(DEALS)).zip(values.chunks_mut(DEALS)) {
            match (self.division, self.making, self.board_cards) {
                (Division::Low(LowKind::DeuceToSeven), ..) => {
                    let mut ranks = [DeuceSevenRank::WORST; DEALS];
                    batch::deuce_seven(held, &mut ranks[..held.len()]);
                    for (value, rank) in values.iter_mut().zip(&ranks) {
                        *value = rank.order();
                    }
                }
                (_, Making::AllHeld, 0) => {
                    let mut ranks = [AceFiveRank::WORST; DEALS];
                    batch::ace_five(held, &mut ranks[..held.len()]);
                    for (value, rank) in values.iter_mut().zip(&ranks) {
                        *value = if qualifier.admits(*rank) { rank.order() } else { 0 };
                    }
                }
                (_, Making::AllHeld, _) => {
                    let mut ranks = [None; DEALS];
                    batch::holdout_low(held, boards, qualifier, &mut ranks[..held.len()]);
                    for (value, rank) in values.iter_mut().zip(&ranks) {
                        *value = rank.map_or(0, AceFiveRank::order);
                    }
                }
                (_, Making::BestFive, _) => {
                    for ((value, &held), &board) in values.iter_mut().zip(held).zip(boards) {
                        let low = AceFiveRank::of(held | board).filter(|&low| qualifier.admits(low));
                        *value = low.map_or(0, AceFiveRank::order);
                    }
                }
            }
        }
    }
}

/// Deals waiting to be judged: what each player holds beside each board.
pub(crate) struct Deals {
    judge: Judge,
    pub(crate) held: Vec<Vec<CardSet>>,
    pub(crate) boards: Vec<CardSet>,
    values: Vec<u32>,
    best: [u32; DEALS],
    winners: [[u16; DEALS]; 2],
    counts: Vec<u64>,
    pub(crate) tally: Tally,
}

impl Deals {
    pub(crate) fn new(judge: Judge, players: usize) -> Self {
        Self {
            judge,
            held: vec![Vec::with_capacity(DEALS); players],
            boards: Vec::with_capacity(DEALS),
            values: vec![0; players * DEALS],
            best: [0; DEALS],
            winners: [[0; DEALS]; 2],
            counts: vec![0; 1 << players],
            tally: Tally::new(players),
        }
    }

    /// Adds one deal; judges what waits when there are enough.
    #[inline]
    pub(crate) fn push(&mut self, held: &[CardSet], board: CardSet) {
        for (list, &cards) in self.held.iter_mut().zip(held) {
            list.push(cards);
        }
        self.boards.push(board);
        if self.boards.len() == DEALS {
            self.judge();
        }
    }

    /// Judges everything that waits.
    pub(crate) fn judge(&mut self) {
        self.judge_same_hands(self.boards.len());
        self.held.iter_mut().for_each(Vec::clear);
    }

    /// Judges the boards that wait and keeps the hands beside them, of which there may be more.
    pub(crate) fn judge_same_hands(&mut self, count: usize) {
        let division = self.judge.division;
        let halves = [division.has_high(), division.has_low()];
        for (half, _) in halves.into_iter().enumerate().filter(|(_, there)| *there) {
            self.best.fill(0);
            for (held, values) in self.held.iter().zip(self.values.chunks_exact_mut(DEALS)) {
                let values = &mut values[..count];
                if half == 0 {
                    self.judge.high(&held[..count], &self.boards, values);
                } else {
                    self.judge.low(&held[..count], &self.boards, values);
                }
                for (best, &value) in self.best.iter_mut().zip(&*values) {
                    *best = value.max(*best);
                }
            }
            self.winners[half].fill(0);
            for (place, values) in self.values.chunks_exact(DEALS).enumerate() {
                let beside = self.winners[half].iter_mut().zip(&values[..count]).zip(&self.best);
                for ((winners, &value), &best) in beside {
                    // A best of 0 is nobody's: no low qualified.
                    *winners |= u16::from(value == best && best != 0) << place;
                }
            }
        }
        let [high, low] = &self.winners;
        if division == Division::HighLow {
            for (&high, &low) in high[..count].iter().zip(low) {
                self.tally.add(high, low, 1);
            }
        } else {
            let winners = if halves[0] { high } else { low };
            for &winners in &winners[..count] {
                self.counts[usize::from(winners)] += 1;
            }
            for (winners, count) in self.counts.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
                let winners = winners as u16;
                let (high, low) = if halves[0] { (winners, 0) } else { (0, winners) };
                self.tally.add(high, low, std::mem::take(count));
            }
        }
        self.boards.clear();
    }

    /// The sum of all deals, with what still waited.
    pub(crate) fn finish(mut self) -> Tally {
        self.judge();
        self.tally
    }
}
