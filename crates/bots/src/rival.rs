//! An opponent as a bot imagines it: hands that it may have, each as likely as what it did makes it.

use cardroom_cards::CardSet;
use cardroom_rules::{SeatView, View};

use crate::book::{Book, Kind};
use crate::chance::Chance;
use crate::field::Field;
use crate::ladder::Ladder;
use crate::manner::Manner;
use crate::story::Story;

/// A hand that an opponent may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess {
    /// What it holds after each time it threw cards away; the first is what it was dealt.
    held: [CardSet; 5],
    /// Every card it has had: none of them can be anywhere else.
    pub(crate) had: CardSet,
    /// What it holds now, or in a board game will hold after the discard.
    pub(crate) now: CardSet,
    /// The part of the field that it beats, as things stand.
    pub(crate) strength: f32,
    weight: f32,
}

/// An opponent.
#[derive(Clone, Debug)]
pub(crate) struct Rival {
    /// How many draws it has yet to make.
    pub(crate) draws: usize,
    pub(crate) guesses: Vec<Guess>,
    /// Sums of the guesses' weights.
    sums: Vec<f32>,
}

/// Boards on which strengths are reckoned while cards are to come.
const RUNOUTS: usize = 8;
/// Hands that stand for the field there.
const FIELD: usize = 64;
/// How often a draw that doesn't fit what was seen is imagined anew.
const TRIES: usize = 12;

impl Rival {
    /// An opponent of whom nothing is considered but that it plays by the book.
    pub(crate) fn unknown(book: &Book, known: CardSet, draws: usize, count: usize, chance: &mut Chance) -> Self {
        let guess = |_| match &book.kind {
            Kind::Board(starts) => {
                let start = starts.some(None, known, chance);
                Guess::new(start.dealt, start.kept, start.strength)
            }
            Kind::Draw { one, .. } => drawn(one, book.throws, known, book.throws - draws, |_| None, chance),
        };
        Self::of(draws, (0..count).map(guess).collect())
    }

    /// An opponent by what it threw away and by what it did.
    pub(crate) fn read(
        book: &Book,
        view: &View,
        story: &Story,
        other: &SeatView,
        count: usize,
        chance: &mut Chance,
    ) -> Self {
        let known = known_cards(view, story);
        let throws = usize::from(story.throws[other.seat]);
        let draws = book.throws - throws.min(book.throws);
        let counts = other.thrown;
        let mut guesses = Vec::with_capacity(count);
        match &book.kind {
            Kind::Board(starts) => {
                let kept = (throws > 0).then(|| other.cards.count());
                for _ in 0..count {
                    let start = starts.some(kept, known, chance);
                    guesses.push(Guess::new(start.dealt, start.kept, start.strength));
                }
            }
            Kind::Draw { one, .. } => {
                let count_of = |throw: usize| counts.get(throw).map(|&count| usize::from(count));
                for _ in 0..count {
                    guesses.push(drawn(one, book.throws, known, throws, count_of, chance));
                }
            }
        }
        let mut rival = Self { draws, guesses, sums: Vec::new() };
        rival.weigh(book, view, story, other, chance);
        rival
    }

    fn of(draws: usize, guesses: Vec<Guess>) -> Self {
        let mut rival = Self { draws, guesses, sums: Vec::new() };
        rival.add_up();
        rival
    }

    /// Weighs the guesses by what the opponent did in each round, and says how strong they are now.
    fn weigh(&mut self, book: &Book, view: &View, story: &Story, other: &SeatView, chance: &mut Chance) {
        let board = view.board.known();
        let deeds = story.deeds.iter().filter(|deed| deed.seat == other.seat).collect::<Vec<_>>();
        for round in deeds.chunk_by(|a, b| a.round == b.round) {
            let strengths = match &book.kind {
                Kind::Board(_) if round[0].board == 0 => self.guesses.iter().map(|guess| guess.strength).collect(),
                Kind::Board(_) => {
                    let seen = view.board.iter().flatten().take(round[0].board).collect();
                    self.strengths(book, seen, chance)
                }
                Kind::Draw { one, .. } => {
                    let throws = round[0].throws;
                    self.guesses
                        .iter()
                        .map(|guess| one.worth(guess.held[throws.min(4)], book.throws - throws))
                        .collect()
                }
            };
            for (guess, strength) in self.guesses.iter_mut().zip(strengths) {
                guess.weight *= round.iter().map(|deed| Manner::likelihood(deed, strength)).product::<f32>();
            }
        }
        let now = match &book.kind {
            Kind::Board(_) if board.is_empty() => None,
            Kind::Board(_) => Some(self.strengths(book, board, chance)),
            Kind::Draw { one, .. } => {
                let worth = |guess: &Guess| if guess.now.len() == 5 { one.worth(guess.now, self.draws) } else { 0.5 };
                Some(self.guesses.iter().map(worth).collect())
            }
        };
        for (guess, strength) in self.guesses.iter_mut().zip(now.into_iter().flatten()) {
            guess.strength = strength;
        }
        self.add_up();
    }

    /// The part of the field that each guess beats on this board, over cards to come.
    fn strengths(&self, book: &Book, board: CardSet, chance: &mut Chance) -> Vec<f32> {
        let held = self.guesses.iter().map(|guess| guess.now).collect::<Vec<_>>();
        strengths(book, board, &held, chance)
    }

    fn add_up(&mut self) {
        let mut sum = 0.0;
        self.sums.clear();
        self.sums.extend(self.guesses.iter().map(|guess| {
            sum += guess.weight;
            sum
        }));
    }

    /// One of the guesses, by weight.
    pub(crate) fn pick(&self, chance: &mut Chance) -> &Guess {
        let at = chance.unit() * self.sums.last().copied().unwrap_or(0.0);
        let place = self.sums.partition_point(|&sum| sum <= at).min(self.guesses.len() - 1);
        &self.guesses[place]
    }
}

impl Guess {
    fn new(dealt: CardSet, kept: CardSet, strength: f32) -> Self {
        let mut held = [kept; 5];
        held[0] = dealt;
        Self { held, had: dealt, now: kept, strength, weight: 1.0 }
    }
}

/// The part of the field that each hand beats on this board, over cards to come.
pub(crate) fn strengths(book: &Book, board: CardSet, held: &[CardSet], chance: &mut Chance) -> Vec<f32> {
    let Kind::Board(starts) = &book.kind else { return vec![0.5; held.len()] };
    let mut sums = vec![(0.0, 0.0_f32); held.len()];
    let (mut high, mut low) = (Vec::new(), Vec::new());
    let missing = starts.board_cards() - board.len();
    for _ in 0..if missing == 0 { 1 } else { RUNOUTS } {
        let full = board | chance.cards(missing, board);
        let field = (0..FIELD).map(|_| starts.some(None, full, chance).kept).collect::<Vec<_>>();
        let field = Field::new(&book.judge, &field, full);
        // A hand that the runout clashes with sits this one out.
        let there = (0..held.len()).filter(|&place| (held[place] & full).is_empty()).collect::<Vec<_>>();
        let hands = there.iter().map(|&place| held[place]).collect::<Vec<_>>();
        book.judge.values(&hands, &vec![full; hands.len()], &mut high, &mut low);
        for ((&place, &high), &low) in there.iter().zip(&high).zip(&low) {
            sums[place].0 += field.share(high, low);
            sums[place].1 += 1.0;
        }
    }
    sums.iter().map(|&(sum, count)| if count > 0.0 { sum / count } else { 0.5 }).collect()
}

/// A hand of somebody who drew so many times, by the ladder, and threw away as many as was seen.
fn drawn(
    ladder: &Ladder,
    draws: usize,
    known: CardSet,
    throws: usize,
    seen: impl Fn(usize) -> Option<usize>,
    chance: &mut Chance,
) -> Guess {
    let mut guess = Guess::new(CardSet::EMPTY, CardSet::EMPTY, 0.5);
    let (mut before, mut kept) = (known, CardSet::EMPTY);
    let mut had = CardSet::EMPTY;
    for throw in 0..=throws {
        let mut hand = kept | chance.cards(5 - kept.len(), before);
        let mut keeps = ladder.keep(hand, draws - throw.min(draws));
        let wanted = if throw < throws { seen(throw).map(|count| 5 - count.min(5)) } else { None };
        for _ in 0..TRIES {
            if wanted.is_none_or(|wanted| wanted == keeps.len()) {
                break;
            }
            hand = kept | chance.cards(5 - kept.len(), before);
            keeps = ladder.keep(hand, draws - throw.min(draws));
        }
        if let Some(wanted) = wanted {
            let more = wanted.saturating_sub(keeps.len());
            let less = keeps.len().saturating_sub(wanted);
            keeps = (keeps | chance.cards(more, !(hand - keeps))) - chance.cards(less, !keeps);
        }
        had |= hand;
        before = known | had;
        guess.held[throw.min(4)] = hand;
        (guess.now, kept) = (hand, keeps);
    }
    guess.had = had;
    guess
}

/// Every card that the bot knows to be in nobody else's hand.
pub(crate) fn known_cards(view: &View, story: &Story) -> CardSet {
    let own = view.own().map_or(CardSet::EMPTY, SeatView::known);
    own | view.board.known() | story.thrown
}
