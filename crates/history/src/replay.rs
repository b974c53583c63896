//! Plays a record again, through the engine that plays live hands. There is no second copy of the rules here.
//!
//! Strict about chips, cards and turn order; lenient about what a record only testifies to: raise caps, the order of
//! showing, burned cards it doesn't name, the moment a drawn card is written down. How hands are shown is in
//! `replay/showing.rs`.

mod showing;

use arrayvec::ArrayVec;
use cardroom_cards::Card;
use cardroom_rules::{Action, Chips, Hand, Lineup, Need, PerSeat, Place, Refusal, Seat, SeatSet, Sink, Spread, Throw};

use crate::entry::{Cards, Entry};
use crate::error::HistoryError;
use crate::listener::{Listener, Watch};
use crate::posts::Posts;
use crate::record::{Field, Record};
use crate::stopped::{Played, Stopped, waits_for};
use crate::table::{self, Stakes, UNKNOWN_STACK, Unit};

/// Replays records one after another, keeping what consecutive ones share.
#[derive(Default)]
pub struct Replayer {
    table: Option<CheckedTable>,
    hand: Option<Hand>,
}

/// The last table, checked, and what its settings were made from.
struct CheckedTable {
    stakes: Stakes,
    settings: Vec<Field<'static>>,
    spread: Spread,
}

/// A record played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed {
    /// Every player's chips at the end, in the record's smallest unit; `None` where the stack is unknown.
    pub stacks: ArrayVec<Option<Chips>, 10>,
    /// Who was awarded a pot or a share of one.
    pub winners: SeatSet,
    /// How many decimals the record's smallest unit has.
    pub places: u8,
    /// The table's settings.
    pub spread: Spread,
    /// How its posts were read.
    pub posts: Posts,
}

impl Replayer {
    /// A replayer that has seen nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Plays a record to its end.
    ///
    /// # Errors
    /// Says which action the rules don't allow and why, or what the record lacks.
    ///
    /// ```
    /// use cardroom_history::{Record, Replayer};
    ///
    /// let text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
    ///     starting_stacks = [200, 150.50]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']";
    /// let played = Replayer::new().replay(&Record::read(text)?)?;
    /// assert_eq!(played.stacks[0].unwrap().get(), 201_00, "counted in the record's smallest unit");
    /// # Ok::<(), cardroom_history::HistoryError>(())
    /// ```
    pub fn replay(&mut self, record: &Record<'_>) -> Result<Replayed, HistoryError> {
        self.replay_into(record, &mut ())
    }

    /// Plays a record to its end and hands every event on. Where a stack is unknown and the record shows later that
    /// it was all-in, the events come again from the beginning, after a call of `again`.
    ///
    /// # Errors
    /// As [`Replayer::replay`].
    pub fn replay_into<S: Listener>(&mut self, record: &Record<'_>, sink: &mut S) -> Result<Replayed, HistoryError> {
        match self.play_into(record, sink)? {
            Played::Over(played) => Ok(played),
            Played::Stopped(stopped) => Err(stopped.unfinished()),
        }
    }

    /// Plays a record as far as it goes, its posts read in this way.
    pub(crate) fn play_as<S: Listener>(
        &mut self,
        record: &Record<'_>,
        posts: Posts,
        sink: &mut S,
    ) -> Result<Played, HistoryError> {
        table::lists_fit(record)?;
        let unit = Unit::of(record);
        let spread = self.spread(record, unit)?;
        let mut stacks = ArrayVec::<Chips, 10>::new();
        for stack in &record.starting_stacks {
            let chips = stack.map_or(Ok(UNKNOWN_STACK), |stack| unit.chips(stack))?;
            stacks.push(chips);
        }
        loop {
            let lineup = table::lineup(record, unit, &spread, &stacks, posts)?;
            let mut watch = Watch { winners: SeatSet::EMPTY, sink: &mut *sink };
            let hand = match &mut self.hand {
                Some(hand) if *hand.spread() == spread => {
                    hand.restart(&lineup, &mut watch);
                    hand
                }
                hand => hand.insert(Hand::new(&spread, &lineup, &mut watch)),
            };
            let (dealt, looked_at, checked_first) = (Dealt::default(), SeatSet::EMPTY, None);
            let mut replay = Replay { record, unit, hand, sink: &mut watch, next: 0, dealt, looked_at, checked_first };
            let done = replay.run();
            let known = |(stack, known): (Chips, &Option<_>)| known.map(|_| stack);
            let places = unit.places();
            match done {
                Ok(()) => {
                    let stacks = hand.stacks().zip(&record.starting_stacks).map(known).collect();
                    return Ok(Played::Over(Replayed { stacks, winners: watch.winners, places, spread, posts }));
                }
                Err(HistoryError::Unfinished { number, needs }) => {
                    let stacks = hand.stacks().zip(&record.starting_stacks).map(known).collect();
                    return Stopped { stacks, places, posts, number, needs }.checked(record).map(Played::Stopped);
                }
                Err(error) => {
                    let Some((seat, all_in)) = replay.unknown_all_in() else { return Err(error) };
                    match stacks.get_mut(seat.index()) {
                        Some(stack) if *stack == UNKNOWN_STACK => *stack = all_in,
                        _ => return Err(error),
                    }
                    sink.again();
                }
            }
        }
    }

    /// The settings and players that a record is played with, its posts read in this way.
    ///
    /// # Errors
    /// If no table can have those settings.
    pub fn setting(record: &Record<'_>, posts: Posts) -> Result<(Spread, Lineup), HistoryError> {
        table::lists_fit(record)?;
        let unit = Unit::of(record);
        let spread = Stakes::of(record, unit)?.spread(record, unit)?;
        let chips = |stack: &Option<_>| stack.map_or(Ok(UNKNOWN_STACK), |stack| unit.chips(stack));
        let stacks = record.starting_stacks.iter().map(chips).collect::<Result<Vec<_>, _>>()?;
        Ok((spread, table::lineup(record, unit, &spread, &stacks, posts)?))
    }

    /// The table's settings as it kept to them, where a record is one of our own: with the cap on raises and the ante,
    /// which a replay doesn't hold a record to.
    ///
    /// # Errors
    /// If no table can have those settings.
    pub fn table(record: &Record<'_>) -> Result<Spread, HistoryError> {
        let unit = Unit::of(record);
        Stakes::of(record, unit)?.kept_to(record, unit)
    }

    fn spread(&mut self, record: &Record<'_>, unit: Unit) -> Result<Spread, HistoryError> {
        let stakes = Stakes::of(record, unit)?;
        let settings = record.others.iter().filter(|field| table::is_setting(&field.key));
        if let Some(table) = &self.table
            && table.stakes == stakes
            && table.settings.iter().eq(settings.clone())
        {
            return Ok(table.spread);
        }
        let spread = stakes.spread(record, unit)?;
        self.table = Some(CheckedTable { stakes, settings: settings.map(Field::to_owned).collect(), spread });
        Ok(spread)
    }
}

/// Cards that the record has dealt and the engine hasn't asked for yet.
#[derive(Default)]
struct Dealt {
    waiting: PerSeat<Queue>,
    count: usize,
    /// The entry that dealt last.
    entry: usize,
}

#[derive(Clone, Copy, Default)]
struct Queue {
    cards: [Option<Card>; 10],
    first: u8,
    end: u8,
    /// The entry they came from.
    entry: u16,
}

/// One record on its way through the engine.
struct Replay<'r, S> {
    record: &'r Record<'r>,
    unit: Unit,
    hand: &'r mut Hand,
    sink: &'r mut S,
    /// The entry to be played next.
    next: usize,
    dealt: Dealt,
    /// Whose showings were looked at, all of them at once.
    looked_at: SeatSet,
    /// Who has checked before the other player came to act.
    checked_first: Option<Seat>,
}

impl<S: Sink> Replay<'_, S> {
    fn run(&mut self) -> Result<(), HistoryError> {
        let mut burns = self.burns()?.into_iter();
        loop {
            match self.hand.need() {
                Need::Card(Place::Hole(seat)) => self.serve(seat)?,
                Need::Card(Place::Burn) => {
                    self.no_cards_left_over()?;
                    self.before_the_board()?;
                    self.hand.deal(burns.next().flatten(), self.sink).map_err(|reason| self.refused(reason))?;
                }
                Need::Card(Place::Board) => self.board()?,
                Need::Reshuffle { .. } => self.hand.reshuffle(self.sink).map_err(|reason| self.refused(reason))?,
                Need::Act(_) => self.bet()?,
                Need::Discard(_) | Need::Draw(_) => self.throw()?,
                Need::Show(_) => {
                    self.no_cards_left_over()?;
                    self.showdown()?;
                }
                Need::Nothing => {
                    self.no_cards_left_over()?;
                    return self.afterwards();
                }
            }
        }
    }

    /// The burned cards, which only a full copy of one of our own hands knows.
    fn burns(&self) -> Result<Cards, HistoryError> {
        let Some(raw) = self.record.raw("_burns") else { return Ok(Cards::default()) };
        let cards = self.record.text("_burns").map(|cards| Entry::read(&format!("d db {cards}")));
        match cards {
            Some(Ok(Entry::Board { cards })) => Ok(cards),
            _ => Err(HistoryError::Setting { field: "_burns", value: raw.to_owned(), allowed: "cards in quotes" }),
        }
    }

    /// The entry to be played now, or what is missing.
    #[inline]
    fn entry(&self) -> Result<&Entry, HistoryError> {
        let unfinished = || HistoryError::Unfinished { number: self.next, needs: waits_for(self.hand.need()) };
        self.record.entries.get(self.next).ok_or_else(unfinished)
    }

    #[cold]
    fn refused(&self, reason: Refusal) -> HistoryError {
        let entry = self.record.entries.get(self.next).map(Entry::to_string).unwrap_or_default();
        HistoryError::Refused { number: self.next + 1, entry, reason, places: self.unit.places() }
    }

    #[cold]
    fn misplaced(&self, index: usize, reason: impl Into<String>) -> HistoryError {
        let entry = self.record.entries.get(index).map(Entry::to_string).unwrap_or_default();
        HistoryError::Misplaced { number: index + 1, entry, reason: reason.into() }
    }

    #[cold]
    fn waits(&self) -> HistoryError {
        self.misplaced(self.next, waits_for(self.hand.need()))
    }

    /// Gives a player the next of its cards, reading on in the record until there is one.
    #[inline]
    fn serve(&mut self, seat: Seat) -> Result<(), HistoryError> {
        while self.dealt.waiting[seat].first == self.dealt.waiting[seat].end {
            match self.entry()? {
                Entry::Hole { .. } => self.take_hole_cards()?,
                _ => return Err(self.misplaced(self.next, format!("{seat} has yet to be dealt a card"))),
            }
        }
        let queue = &mut self.dealt.waiting[seat];
        let card = queue.cards.get(usize::from(queue.first)).copied().flatten();
        queue.first += 1;
        let entry = usize::from(queue.entry);
        self.dealt.count -= 1;
        let dealt = match self.hand.deal(card, self.sink) {
            // A room that burns before each draw, which nobody writes down, shuffles its muck that many cards sooner.
            Err(Refusal::CardIsOut { .. }) if self.hand.reshuffle(self.sink).is_ok() => self.hand.deal(card, self.sink),
            dealt => dealt,
        };
        dealt.map_err(|reason| {
            let text = self.record.entries.get(entry).map(Entry::to_string).unwrap_or_default();
            HistoryError::Refused { number: entry + 1, entry: text, reason, places: self.unit.places() }
        })
    }

    /// Keeps the cards of a `d dh` until the engine asks for them.
    fn take_hole_cards(&mut self) -> Result<(), HistoryError> {
        let Some(Entry::Hole { seat, cards }) = self.record.entries.get(self.next) else { return Ok(()) };
        let queue = &mut self.dealt.waiting[*seat];
        if queue.first == queue.end {
            (queue.first, queue.end) = (0, 0);
        }
        if cards.is_empty() {
            return Err(self.misplaced(self.next, "no cards are named"));
        }
        for card in cards.iter() {
            match queue.cards.get_mut(usize::from(queue.end)) {
                Some(place) => *place = card,
                None => return Err(self.misplaced(self.next, format!("{seat} is dealt more cards than anybody holds"))),
            }
            queue.end += 1;
            self.dealt.count += 1;
        }
        queue.entry = self.next as u16;
        self.dealt.entry = self.next;
        self.next += 1;
        Ok(())
    }

    /// Whoever is dealt more cards than the game gives has them left over.
    #[inline]
    fn no_cards_left_over(&self) -> Result<(), HistoryError> {
        if self.dealt.count == 0 {
            return Ok(());
        }
        Err(self.misplaced(self.dealt.entry, "more cards than the game deals there"))
    }

    fn board(&mut self) -> Result<(), HistoryError> {
        self.no_cards_left_over()?;
        self.before_the_board()?;
        let Entry::Board { cards } = self.entry()? else { return Err(self.waits()) };
        let cards = cards.clone();
        for (index, card) in cards.iter().enumerate() {
            // The board is asked for as long as it lacks cards, so one may be told in several pieces.
            if index > 0 && self.hand.need() != Need::Card(Place::Board) {
                return Err(self.misplaced(self.next, format!("{} cards are too many for the board now", cards.len())));
            }
            self.hand.deal(card, self.sink).map_err(|reason| self.refused(reason))?;
        }
        self.next += 1;
        let told_on = matches!(self.record.entries.get(self.next), Some(Entry::Board { .. }));
        if self.hand.need() == Need::Card(Place::Board) && !told_on {
            let lacks = format!("the board lacks cards: {} is too few", cards.len());
            return Err(self.misplaced(self.next - 1, lacks));
        }
        Ok(())
    }

    #[inline]
    fn bet(&mut self) -> Result<(), HistoryError> {
        self.no_cards_left_over()?;
        if self.next == self.record.entries.len() {
            return self.check_silently();
        }
        if let Some(seat) = self.checked_first.take_if(|seat| self.hand.need() == Need::Act(*seat)) {
            // It has answered already, unless it was raised.
            if self.entry()?.seat() != Some(seat) {
                return self.hand.act(seat, Action::Check, self.sink).map_err(|_| self.waits());
            }
        }
        let done = match *self.entry()? {
            Entry::Fold { seat } => self.hand.act(seat, Action::Fold, self.sink),
            // A record doesn't tell a check from a call: whichever is possible is meant.
            Entry::CheckCall { seat } => match self.hand.act(seat, Action::Call, self.sink) {
                Err(Refusal::NothingToCall { .. }) => self.hand.act(seat, Action::Check, self.sink),
                Err(Refusal::OutOfTurn { .. }) if self.may_check_first(seat) => {
                    self.checked_first = Some(seat);
                    Ok(())
                }
                done => done,
            },
            Entry::RaiseTo { seat, to } => {
                let to = self.unit.chips(to)?;
                self.hand.act(seat, Action::RaiseTo(to), self.sink)
            }
            _ => return Err(self.waits()),
        };
        done.map_err(|reason| self.refused(reason))?;
        self.next += 1;
        Ok(())
    }

    /// Heads-up, where nobody posts a small blind, some rooms ask the big blind before the button: it can only check.
    fn may_check_first(&self, seat: Seat) -> bool {
        let nobody_acted = self.record.entries.iter().take(self.next).all(|entry| matches!(entry, Entry::Hole { .. }));
        self.record.players() == 2 && nobody_acted && table::blind_seats(self.record) == (None, Some(seat))
    }

    /// Some records leave out the checks of a last round in which nobody bet. Whoever owes nothing checks; if a card
    /// has to come after that, the record was cut short all the same.
    #[cold]
    fn check_silently(&mut self) -> Result<(), HistoryError> {
        let Need::Act(seat) = self.hand.need() else { return Ok(()) };
        let unfinished = HistoryError::Unfinished { number: self.next, needs: waits_for(self.hand.need()) };
        let after_a_board = matches!(self.record.entries.last(), Some(Entry::Board { .. }));
        if !after_a_board || self.hand.act(seat, Action::Check, self.sink).is_err() {
            return Err(unfinished);
        }
        match self.hand.need() {
            Need::Act(_) | Need::Show(_) | Need::Nothing => Ok(()),
            _ => Err(unfinished),
        }
    }

    /// A discard, or a choice in a draw; in a draw the cards may be dealt at once, before the others choose.
    fn throw(&mut self) -> Result<(), HistoryError> {
        let draws = matches!(self.hand.need(), Need::Draw(_));
        if !draws {
            self.no_cards_left_over()?;
        }
        match self.entry()? {
            Entry::Hole { .. } if draws => return self.take_hole_cards(),
            Entry::Throw { seat, cards } => {
                let known = cards.known();
                let throw = Throw { cards: known, unknown: (cards.len() - known.len()) as u8 };
                let action = if draws { Action::Draw(throw) } else { Action::Discard(throw) };
                self.hand.act(*seat, action, self.sink).map_err(|reason| self.refused(reason))?;
            }
            _ => return Err(self.waits()),
        }
        self.next += 1;
        Ok(())
    }

    /// Hands shown before the board is complete, when nothing is decided any more: one that was tabled lies open from
    /// here on, and all are looked at in the showdown. Nor does it move anything if somebody checks on whom nobody is
    /// left to bet with.
    fn before_the_board(&mut self) -> Result<(), HistoryError> {
        while let Some(entry) = self.record.entries.get(self.next) {
            match entry.shower() {
                Some(seat) if !self.hand.live().contains(seat) => {
                    return Err(self.misplaced(self.next, format!("{seat} has folded")));
                }
                None if !self.is_check_against_nobody(entry) => break,
                None => {}
                Some(seat) => self.table_hand(seat),
            }
            self.next += 1;
        }
        Ok(())
    }

    /// Whether somebody checks when at most one player still has chips to bet. Some rooms ask for that, and write it
    /// down of all-in players too; it is no choice, and moves nothing.
    fn is_check_against_nobody(&self, entry: &Entry) -> bool {
        let Entry::CheckCall { seat } = *entry else { return false };
        let live = self.hand.live();
        let with_chips = self.hand.stacks().enumerate().filter(|(_, stack)| !stack.is_zero());
        let could_bet = with_chips.filter_map(|(index, _)| Seat::new(index)).filter(|&seat| live.contains(seat));
        live.contains(seat) && could_bet.count() <= 1
    }

    /// After an error: whether the record passes over a player with an unknown stack who has nothing more to say, and
    /// so was all-in with what was put in until then.
    fn unknown_all_in(&self) -> Option<(Seat, Chips)> {
        let Need::Act(seat) = self.hand.need() else { return None };
        let known = self.record.starting_stacks.get(seat.index())?.is_some();
        let left = self.record.entries.get(self.next..)?;
        let bets = |entry: &Entry| {
            matches!(entry, Entry::Fold { .. } | Entry::CheckCall { .. } | Entry::RaiseTo { .. })
                && entry.seat() == Some(seat)
        };
        if known || left.is_empty() || left.iter().any(bets) {
            return None;
        }
        let stack = self.hand.stacks().nth(seat.index())?;
        let put_in = UNKNOWN_STACK - stack;
        (!put_in.is_zero()).then_some((seat, put_in))
    }
}
