//! An opponent as a bot imagines it: hands that it may have, each as likely as what it did makes it.

use cardroom_cards::CardSet;
use cardroom_rules::{SeatView, View};

use crate::beginner;
use crate::book::{Book, Kind};
use crate::chance::Chance;
use crate::manner::Temper;
use crate::memory::Memory;
use crate::starts::Skill;
use crate::story::Story;
use crate::street::Street;

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
    /// Whether it is held by somebody who doesn't look at its cards: whatever it throws away, it stays anybody's hand.
    pub(crate) blind: bool,
    weight: f32,
}

/// An opponent.
#[derive(Clone, Debug)]
pub(crate) struct Rival {
    /// How many draws it has yet to make.
    pub(crate) draws: usize,
    pub(crate) temper: Temper,
    guesses: Vec<Guess>,
    /// Sums of the guesses' weights.
    sums: Vec<f32>,
}

/// What opponents are read by.
pub(crate) struct Reader<'a> {
    pub(crate) book: &'a Book,
    pub(crate) view: &'a View,
    pub(crate) story: &'a Story,
    pub(crate) memory: &'a Memory,
    /// Every card that is known to be in nobody else's hand.
    pub(crate) known: CardSet,
    /// By the number of board cards, where somebody acted then or will now.
    pub(crate) streets: Vec<Option<Street>>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        book: &'a Book,
        view: &'a View,
        story: &'a Story,
        memory: &'a Memory,
        chance: &mut Chance,
    ) -> Self {
        let now = view.board.count();
        let street = |cards: usize| {
            let looked_at = cards == now || story.deeds.iter().any(|deed| deed.board == cards);
            let board = view.board.iter().flatten().take(cards).collect();
            if cards > 0 && looked_at { Some(board) } else { None }
        };
        let boards = (0..=now).map(street).collect::<Vec<Option<CardSet>>>();
        let streets = boards.into_iter().map(|board| Street::new(book, board?, chance)).collect();
        Self { book, view, story, memory, known: known_cards(view, story), streets }
    }

    /// How strong the bot's own hand is.
    pub(crate) fn own_strength(&self, held: CardSet, draws: usize) -> Option<f32> {
        match (&self.book.kind, self.streets.last()) {
            (Kind::Draw { one, .. }, _) => Some(one.strength(held, draws)),
            (Kind::Board(_), Some(Some(street))) => street.strengths(self.book, &[held]).first().copied(),
            (Kind::Board(_), _) => None,
        }
    }
}

/// How often a draw that doesn't fit what was seen is imagined anew.
const TRIES: usize = 12;

impl Rival {
    /// An opponent of whom nothing is considered but how surely it doesn't look at its cards; if it does, it plays by the
    /// book. `held` is how many it has.
    pub(crate) fn unknown(
        book: &Book,
        known: CardSet,
        draws: usize,
        (blind, held): (f32, usize),
        count: usize,
        chance: &mut Chance,
    ) -> Self {
        let guess = |_| match &book.kind {
            _ if chance.happens(blind) => Guess::of_the_blind(book, known, draws, held, chance),
            Kind::Board(starts) => {
                let start = starts.any(known, chance);
                Guess::new(start.dealt, start.kept, start.strength)
            }
            Kind::Draw { one, .. } => {
                let keep = |hand, draws| one.keep(hand, draws);
                drawn(keep, None, book.throws, known, book.throws - draws, |_| None, chance)
            }
        };
        let guesses = (0..count).map(guess).collect();
        let mut rival = Self { draws, temper: Temper::default(), guesses, sums: Vec::new() };
        rival.add_up();
        rival
    }

    /// An opponent by what it threw away and by what it did.
    pub(crate) fn read(table: &Reader<'_>, other: &SeatView, count: usize, chance: &mut Chance) -> Self {
        let Reader { book, story, known, .. } = *table;
        let throws = usize::from(story.throws[other.seat]).min(book.throws);
        let count_of = |throw: usize| other.thrown.get(throw).map(|&count| usize::from(count));
        let temper = table.memory.temper(table.view, other.seat);
        let division = table.view.spread.game().division;
        let guess = |_| {
            if chance.happens(temper.blind()) {
                return Guess::of_the_blind(book, known, book.throws - throws, other.cards.count(), chance);
            }
            let naive = chance.happens(temper.naive());
            match &book.kind {
                Kind::Board(starts) => {
                    let skill = if naive { Skill::Naive } else { Skill::Schooled };
                    let start = match throws {
                        0 => starts.any(known, chance),
                        _ => starts.keeping(other.cards.count(), skill, known, chance),
                    };
                    Guess::new(start.dealt, start.kept, start.strength)
                }
                Kind::Draw { one, dealt, .. } => {
                    let keep = |hand, draws| if naive { beginner::keep(hand, division) } else { one.keep(hand, draws) };
                    let first = count_of(0).filter(|_| throws > 0).map(|count| 5 - count.min(5));
                    let dealt = first.map(|kept| dealt[usize::from(naive)][kept].as_slice());
                    drawn(keep, dealt, book.throws, known, throws, count_of, chance)
                }
            }
        };
        let guesses = (0..count).map(guess).collect();
        let mut rival = Self { draws: book.throws - throws, temper, guesses, sums: Vec::new() };
        rival.weigh(table, other);
        rival
    }

    /// Weighs the guesses by what the opponent did in each round, and says how strong they are now.
    fn weigh(&mut self, table: &Reader<'_>, other: &SeatView) {
        let deeds = table.story.deeds.iter().filter(|deed| deed.seat == other.seat).collect::<Vec<_>>();
        for round in deeds.chunk_by(|a, b| a.round == b.round) {
            let strengths = self.strengths(table, round[0].board, round[0].throws);
            for (guess, strength) in self.guesses.iter_mut().zip(strengths) {
                guess.weight *= round.iter().map(|deed| self.temper.likelihood(deed, strength)).product::<f32>();
            }
        }
        let now = self.strengths(table, table.view.board.count(), table.book.throws - self.draws);
        for (guess, strength) in self.guesses.iter_mut().zip(now) {
            guess.strength = strength;
        }
        self.add_up();
    }

    /// How strong each guess was with so many cards on the board, after so many draws.
    fn strengths(&self, table: &Reader<'_>, board: usize, throws: usize) -> Vec<f32> {
        let book = table.book;
        match (&book.kind, table.streets.get(board).and_then(Option::as_ref)) {
            (Kind::Draw { one, .. }, _) => {
                let draws = book.throws.saturating_sub(throws);
                self.guesses.iter().map(|guess| one.strength(guess.held[throws.min(4)], draws)).collect()
            }
            (Kind::Board(_), Some(street)) => {
                let held = self.guesses.iter().map(|guess| guess.now).collect::<Vec<_>>();
                street.strengths(book, &held)
            }
            (Kind::Board(_), None) => self.guesses.iter().map(|guess| guess.strength).collect(),
        }
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
        Self { held, had: dealt, now: kept, strength, blind: false, weight: 1.0 }
    }

    /// What somebody has, or will have kept, who throws away whatever comes: of a board game so many cards, of a draw game
    /// any five.
    fn of_the_blind(book: &Book, known: CardSet, throws: usize, held: usize, chance: &mut Chance) -> Self {
        let kept = match (&book.kind, throws) {
            (Kind::Board(_), 1..) => 1 + chance.place(held.max(1)),
            _ => held,
        };
        let hand = chance.cards(kept, known);
        Self { blind: true, ..Self::new(hand, hand, 0.5) }
    }
}

/// A hand of somebody who drew so many times and threw away as many as was seen. `keep` says what it keeps of a hand with
/// so many draws to come; `dealt` are hands of which it keeps as many as it did at first.
fn drawn(
    keep: impl Fn(CardSet, usize) -> CardSet,
    dealt: Option<&[CardSet]>,
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
        let mut hand = match dealt {
            Some(dealt) if throw == 0 => one_of(dealt, known, chance),
            _ => kept | chance.cards(5 - kept.len(), before),
        };
        let mut keeps = keep(hand, draws - throw.min(draws));
        let wanted = if throw < throws { seen(throw).map(|count| 5 - count.min(5)) } else { None };
        for _ in 0..TRIES {
            if wanted.is_none_or(|wanted| wanted == keeps.len()) {
                break;
            }
            hand = kept | chance.cards(5 - kept.len(), before);
            keeps = keep(hand, draws - throw.min(draws));
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

/// One of the hands that none of these cards is in; any hand at all where none is found.
fn one_of(hands: &[CardSet], gone: CardSet, chance: &mut Chance) -> CardSet {
    for _ in 0..if hands.is_empty() { 0 } else { 4 * TRIES } {
        let hand = hands[chance.place(hands.len())];
        if (hand & gone).is_empty() {
            return hand;
        }
    }
    chance.cards(5, gone)
}

/// Every card that the bot knows to be in nobody else's hand.
pub(crate) fn known_cards(view: &View, story: &Story) -> CardSet {
    let own = view.own().map_or(CardSet::EMPTY, SeatView::known);
    own | view.board.known() | story.thrown
}

#[cfg(test)]
mod tests {
    use super::{Reader, Rival};
    use crate::book::Book;
    use crate::chance::Chance;
    use crate::memory::Memory;
    use crate::story::{Deed, Kind, Story};
    use crate::worlds::Worlds;
    use cardroom_cards::CardSet;
    use cardroom_rules::{Action, Chips, Game, Hand, Limit, Lineup, Need, Seat, SpreadSetup, Viewer};

    /// The strength that a bot gives an opponent of a two-handed game after the first round, by what it did in the round
    /// that runs and by how many cards it threw away.
    fn strength(id: &str, throws: usize, kind: Kind) -> f32 {
        let limit = Limit::No { min_bet: Chips::new(2) };
        let spread = SpreadSetup::new(Game::by_id(id).unwrap(), limit).check().unwrap();
        let lineup = Lineup::new(&spread, &[Chips::new(200); 2]).unwrap();
        let mut hand = Hand::new(&spread, &lineup, &mut ());
        let mut deck = Chance::new(5);
        let (own, other) = (Seat::new(0).unwrap(), Seat::new(1).unwrap());
        while hand.view(Viewer::Seat(own)).round == 0 || hand.need() != Need::Act(own) {
            hand.deal_from(|may_come| deck.cards(1, !may_come).iter().next(), &mut ()).unwrap();
            match hand.need() {
                Need::Act(seat) if hand.choices_now().call().is_some() => {
                    hand.act(seat, Action::Call, &mut ()).unwrap();
                }
                Need::Act(seat) if hand.view(Viewer::Seat(seat)).round == 0 => {
                    hand.act(seat, Action::Check, &mut ()).unwrap();
                }
                Need::Discard(seat) | Need::Draw(seat) => {
                    let thrown = hand.cards_of(seat).iter().take(throws).collect::<CardSet>();
                    let draw = matches!(hand.need(), Need::Draw(_));
                    let action = if draw { Action::Draw(thrown.into()) } else { Action::Discard(thrown.into()) };
                    hand.act(seat, action, &mut ()).unwrap();
                }
                _ => break,
            }
        }
        let view = hand.view(Viewer::Seat(own));
        let deed = Deed { seat: other, round: 1, board: view.board.count(), throws: 1, kind, price: 0.0, raises: 0 };
        let mut story = Story { deeds: vec![deed], ..Story::default() };
        story.throws[other] = 1;
        let (book, memory, mut chance) = (Book::get(&spread, 1), Memory::default(), Chance::new(9));
        let reader = Reader::new(&book, &view, &story, &memory, &mut chance);
        let rival = Rival::read(&reader, view.seat(other).unwrap(), 400, &mut chance);
        (0..2000).map(|_| rival.pick(&mut chance).strength).sum::<f32>() / 2000.0
    }

    #[test]
    fn who_does_not_look_is_beaten_more_often() {
        for (id, own) in [("draw27-triple", "2c 3d 7h Ts Kd"), ("draw-triple", "8c 8d 7h 3s 2d"), ("holdout", "9c 9d")]
        {
            let limit = Limit::No { min_bet: Chips::new(2) };
            let spread = SpreadSetup::new(Game::by_id(id).unwrap(), limit).check().unwrap();
            let (book, own, mut chance) = (Book::get(&spread, 1), own.parse::<CardSet>().unwrap(), Chance::new(3));
            let mut equity = |blind| {
                let rival = Rival::unknown(&book, own, book.throws, (blind, 5), 1000, &mut chance);
                let worlds = Worlds::deal(&book, CardSet::EMPTY, own, &[rival], 1000, &mut chance);
                worlds.equity(&worlds.own(&book, own, book.throws, &mut chance))
            };
            let (schooled, blind) = (equity(0.0), equity(1.0));
            assert!(blind > schooled + 0.1, "{id}: {schooled} {blind}");
        }
    }

    #[test]
    fn a_raise_says_more_than_a_check() {
        for (id, throws) in [("holdout", 2), ("holdout-hilo", 3), ("draw", 2), ("draw27", 2)] {
            let (checked, raised) = (strength(id, throws, Kind::Check), strength(id, throws, Kind::Raise(0.7)));
            assert!(raised > checked + 0.15, "{id}: {checked} {raised}");
        }
    }

    #[test]
    fn who_keeps_five_cards_has_a_hand() {
        for id in ["holdout", "holdout-low", "draw", "draw27"] {
            let (pat, drawn) = (strength(id, 0, Kind::Check), strength(id, 3, Kind::Check));
            assert!(pat > drawn + 0.1, "{id}: {pat} {drawn}");
        }
    }
}
