//! Many deals around some cards of one player: boards and opponents, who keep by a model, and what has to be beaten.

use cardroom_cards::CardSet;
use cardroom_rules::Qualifier;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::contest::{Contest, MOST_OPPONENTS};
use crate::judge::{DEALS, Judge};
use crate::opponents::{Bar, Deck, Play, exchange};
use crate::outcome::POT;

/// Deals in which the player's own cards are out of the deck, whatever is kept of them.
pub(crate) struct Table<'a> {
    contest: Contest,
    opponents: usize,
    play: Play<'a>,
    judge: Judge,
    deck: Deck,
    /// For each deal the board, or in a draw what comes for up to five cards.
    boards: Vec<CardSet>,
    coming: Vec<[CardSet; 6]>,
    bars: Vec<Bar>,
    held: Vec<CardSet>,
    beside: Vec<CardSet>,
    high: Vec<u32>,
    low: Vec<u32>,
    won: Vec<(u64, bool)>,
    /// Where the pot isn't divided: the value to beat, and what is got by reaching it.
    to_beat: Vec<(u32, u32)>,
}

impl<'a> Table<'a> {
    pub(crate) fn new(contest: Contest, opponents: usize, play: Play<'a>, own: CardSet) -> Self {
        Self {
            contest,
            opponents,
            play,
            judge: Judge::new(contest.game(), Qualifier::default()),
            deck: Deck::new(CardSet::FULL - own),
            boards: Vec::new(),
            coming: Vec::new(),
            bars: Vec::new(),
            held: Vec::new(),
            beside: Vec::new(),
            high: Vec::new(),
            low: Vec::new(),
            won: Vec::new(),
            to_beat: Vec::new(),
        }
    }

    /// The same where lows need this.
    pub(crate) fn with_qualifier(self, qualifier: Qualifier) -> Self {
        Self { judge: Judge::new(self.contest.game(), qualifier), ..self }
    }

    /// Deals everything but the player's own cards, so many times, in place of what was dealt before.
    pub(crate) fn deal(&mut self, count: usize, rng: &mut Xoshiro256PlusPlus) {
        let Self { contest, opponents, play, .. } = *self;
        let draws = contest.draws();
        self.boards.clear();
        self.coming.clear();
        self.held.clear();
        self.beside.clear();
        for _ in 0..count {
            let first = if draws { 5 } else { 4 };
            let cards = self.deck.shuffle(if draws { 47 } else { 4 + 5 * opponents }, rng);
            let mut hands = [CardSet::EMPTY; MOST_OPPONENTS];
            for (hand, cards) in hands.iter_mut().zip(cards[first..].chunks_exact(5)).take(opponents) {
                *hand = cards.iter().fold(CardSet::EMPTY, |all, &card| all | card);
            }
            let start = self.held.len();
            for &hand in &hands[..opponents] {
                self.held.push(play.keep(contest, hand, rng));
            }
            let mut coming = [CardSet::EMPTY; 6];
            for place in 0..first {
                coming[place + 1] = coming[place] | cards[place];
            }
            if draws {
                let stub = &cards[5 + 5 * opponents..];
                exchange(&hands[..opponents], &mut self.held[start..], stub, &cards[..5], rng);
            }
            let board = if draws { CardSet::EMPTY } else { coming[4] };
            self.boards.push(board);
            self.beside.resize(self.held.len(), board);
            self.coming.push(coming);
        }
        self.raise_bars();
    }

    fn raise_bars(&mut self) {
        self.judge.values(&self.held, &self.beside, &mut self.high, &mut self.low);
        let each = self.high.chunks_exact(self.opponents).zip(self.low.chunks_exact(self.opponents));
        self.bars.clear();
        self.bars.extend(each.map(|(high, low)| {
            let mut bar = Bar::default();
            high.iter().zip(low).for_each(|(&high, &low)| bar.raise(high, low));
            bar
        }));
        self.to_beat.clear();
        self.to_beat.extend(self.bars.iter().map(Bar::whole));
    }

    /// What keeping these cards wins in each deal, and whether alone.
    pub(crate) fn judge(&mut self, keep: CardSet) -> &[(u64, bool)] {
        self.rank(keep);
        self.won.clear();
        let beside = self.bars.iter().zip(&self.high).zip(&self.low);
        self.won.extend(beside.map(|((bar, &high), &low)| (bar.parts(high, low), bar.beaten_by(high, low))));
        &self.won
    }

    /// What keeping each of these wins in all deals together. Where there are few deals, several are ranked at a time, so
    /// that the kernels are kept busy.
    pub(crate) fn totals(&mut self, keeps: &[CardSet]) -> Vec<u64> {
        let deals = self.boards.len().max(1);
        let together = (DEALS / deals).max(1);
        self.beside = self.boards.repeat(together);
        let mut totals = Vec::with_capacity(keeps.len());
        for keeps in keeps.chunks(together) {
            self.held.clear();
            keeps.iter().for_each(|&keep| self.hold(keep));
            let beside = &self.beside[..self.held.len()];
            self.judge.values(&self.held, beside, &mut self.high, &mut self.low);
            let each = self.high.chunks(deals).zip(self.low.chunks(deals));
            totals.extend(each.map(|(high, low)| self.total(high, low)));
        }
        totals
    }

    fn total(&self, high: &[u32], low: &[u32]) -> u64 {
        let division = self.judge.division();
        if division.has_high() && division.has_low() {
            let beside = self.bars.iter().zip(high).zip(low);
            return beside.map(|((bar, &high), &low)| bar.parts(high, low)).sum();
        }
        let values = if division.has_high() { high } else { low };
        // No branch: who wins is a coin toss to a processor. A block of deals is far from 2³² parts.
        let won = values
            .iter()
            .zip(&self.to_beat)
            .map(|(&value, &(bar, tied))| u32::from(value > bar) * POT as u32 + u32::from(value == bar) * tied);
        u64::from(won.sum::<u32>())
    }

    fn rank(&mut self, keep: CardSet) {
        self.held.clear();
        self.hold(keep);
        self.judge.values(&self.held, &self.boards, &mut self.high, &mut self.low);
    }

    /// The hand that keeping these cards makes in each deal, beside the board.
    fn hold(&mut self, keep: CardSet) {
        if self.contest.draws() {
            self.held.extend(self.coming.iter().map(|coming| keep | coming[5 - keep.len()]));
        } else {
            self.held.extend(self.boards.iter().map(|_| keep));
        }
    }
}
