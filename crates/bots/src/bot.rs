//! A bot at a seat: its level and its own randomness, and nothing of the table but what it is shown.

use std::time::Duration;

use cardroom_cards::CardSet;
use cardroom_rules::{Action, Legal, Seen, Spread, View};

use crate::book::Book;
use crate::chance::Chance;
use crate::level::Level;
use crate::memory::Memory;
use crate::spot::Spot;
use crate::story::Story;
use crate::{beginner, pace, random, solid, strong, throw};

/// A player of any game of the catalogue.
///
/// ```
/// use cardroom_bots::{Bot, Level};
/// use cardroom_cards::Card;
/// use cardroom_rules::{Chips, Game, Hand, Legal, Limit, Lineup, Need, Seen, SpreadSetup, Viewer};
///
/// let limit = Limit::No { min_bet: Chips::new(2) };
/// let spread = SpreadSetup::new(Game::by_id("holdem").unwrap(), limit).check()?;
/// let lineup = Lineup::new(&spread, &[Chips::new(200); 3])?;
/// let mut events = Vec::new();
/// let mut hand = Hand::new(&spread, &lineup, &mut events);
/// let mut deck = Card::all().rev();
/// let mut bot = Bot::new(Level::Solid, 1);
/// hand.deal_from(|_| deck.next(), &mut events)?;
/// let Legal::Bet { seat, .. } = hand.legal() else { panic!() };
/// let viewer = Viewer::Seat(seat);
/// let seen: Vec<Seen> = events.iter().map(|event| event.seen_by(viewer)).collect();
/// let action = bot.decide(&hand.view(viewer), &seen);
/// assert!(hand.act(seat, action, &mut events).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bot {
    level: Level,
    samples: usize,
    chance: Chance,
    /// Apart from the decisions, so that how long it thinks can't change what it does.
    pace: Chance,
    memory: Memory,
}

impl Bot {
    /// A bot of this level. The same seed and the same hands seen give the same play.
    pub fn new(level: Level, seed: u64) -> Self {
        let samples = if level == Level::Strong { 256 } else { 128 };
        Self { level, samples, chance: Chance::new(seed), pace: Chance::new(!seed), memory: Memory::default() }
    }

    /// The same bot with this many deals imagined for a decision: more is better play and takes longer.
    #[must_use]
    pub fn with_samples(self, samples: usize) -> Self {
        Self { samples: samples.clamp(16, 1 << 16), ..self }
    }

    /// How well it plays.
    pub fn level(&self) -> Level {
        self.level
    }

    /// What the bot does: an action that is legal in `view`.
    ///
    /// `seen` are the events of the running hand from its beginning as this seat saw them. Where the view offers no choice
    /// the answer means nothing.
    pub fn decide(&mut self, view: &View, seen: &[Seen]) -> Action {
        let Self { level, samples, .. } = *self;
        let chance = &mut self.chance;
        if level == Level::Random {
            return random::decide(view, chance);
        }
        match view.legal {
            Some(Legal::Bet { .. }) => {
                let Some(spot) = Spot::of(view) else { return random::decide(view, chance) };
                match level {
                    Level::Random | Level::Beginner => beginner::bet(&spot, chance),
                    Level::Solid => solid::bet(&spot, &Story::of(view, seen), &self.memory, samples, chance),
                    Level::Strong => strong::bet(&spot, &Story::of(view, seen), &self.memory, samples, chance),
                }
            }
            Some(Legal::Discard { most, .. }) => Action::Discard(self.throw(view, seen, most).into()),
            Some(Legal::Draw { most, .. }) => Action::Draw(self.throw(view, seen, most).into()),
            // A beaten hand tells others only how one plays.
            Some(Legal::Show { may_muck: true, .. }) => Action::Muck,
            Some(Legal::Show { .. }) => Action::Show(CardSet::EMPTY),
            Some(Legal::Nothing) | None => Action::Check,
        }
    }

    /// Tells the bot before a hand who plays, in the order of the seats and by any numbers of theirs, and which of them it
    /// is itself: what it remembers of somebody moves along with them. A bot that isn't told knows its neighbours by their
    /// seats alone.
    pub fn meet(&mut self, players: &[u64], own: u64) {
        self.memory.meet(players, own);
    }

    /// Shows the bot how a hand went, once it is over: solid and strong ones remember how their neighbours play. `seen`
    /// are all the events of the hand as this seat saw them.
    pub fn watch(&mut self, view: &View, seen: &[Seen]) {
        if self.level.remembers() {
            self.memory.keep(view, &Story::of(view, seen));
        }
    }

    /// How long a person might think here. It depends on what everyone can see, never on the cards.
    pub fn think(&mut self, view: &View) -> Duration {
        pace::think(view, self.level, &mut self.pace)
    }

    fn throw(&mut self, view: &View, seen: &[Seen], most: usize) -> CardSet {
        match self.level {
            Level::Random | Level::Beginner => beginner::throw(view, most),
            Level::Solid => throw::by_chart(view, most),
            Level::Strong => {
                let story = Story::of(view, seen);
                throw::by_worlds(view, &story, &self.memory, most, self.samples, &mut self.chance)
            }
        }
    }
}

/// Makes ready what bots know of a game at a table of so many, so that no first decision waits for it.
pub fn warm_up(spread: &Spread, players: usize) {
    for opponents in 1..players {
        Book::get(spread, opponents);
    }
}
