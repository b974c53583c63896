//! A finished hand told again from its record: the very events that its reader was sent when it was played, and the
//! moments at which the reader had to choose.

use std::ops::Range;

use cardroom_cards::CardSet;
use cardroom_history::{HandCopy, HistoryError, Reader, Record, Replayer};
use cardroom_protocol as wire;
use cardroom_protocol::{SeatState, SeatView, Seating, TableEvent, TableSnapshot, Turn, You};
use cardroom_room::{SeatNo, TableId};
use cardroom_rules::{Action, Event, FaceDown, Hand, Lineup, Need, Seat, Seen, Spread, Throw, Thrown, View, Viewer};

use crate::wire::{Feed, chair, made, note_odd_chips, pots, spread_info, turn_kind};

/// A hand as one reader may have it.
pub(crate) struct Reading<'a> {
    pub(crate) table: u64,
    pub(crate) hand: u64,
    /// The reader's own copy if it played, the public one otherwise.
    pub(crate) record: &'a Record<'a>,
    /// The reader's account and its place in the hand.
    pub(crate) reader: Option<(u64, usize)>,
}

/// A hand told again.
pub(crate) struct Retold {
    /// The table before the hand.
    pub(crate) snapshot: TableSnapshot,
    /// What the reader was told.
    pub(crate) events: Vec<TableEvent>,
    /// Each choice of the reader's.
    pub(crate) choices: Vec<Chosen>,
    pub(crate) spread: Spread,
    /// What the reader won or lost.
    pub(crate) net: Option<i64>,
    /// What was won in all.
    pub(crate) pot: u64,
    pub(crate) showdown: bool,
    /// The cards that the reader was dealt, in order.
    pub(crate) cards: Vec<wire::Card>,
}

/// A moment at which the reader chose, and what.
pub(crate) struct Chosen {
    pub(crate) turn: u32,
    /// What the reader saw.
    pub(crate) view: View,
    /// What it had seen until then.
    pub(crate) story: Vec<Seen>,
    pub(crate) action: Action,
}

impl Reading<'_> {
    /// Plays the record again and tells it.
    pub(crate) fn retell(&self) -> Result<Retold, HistoryError> {
        let record = self.record;
        let mut events = Vec::new();
        let played = Replayer::new().replay_into(record, &mut events)?;
        let (spread, lineup) = Replayer::setting(record, played.posts)?;
        let about = HandCopy::of_record(record, Reader::Public)?.about;
        let chair_of = |place: usize| {
            let seat = about.seats.get(place).copied().unwrap_or(place as u64 + 1);
            SeatNo(u8::try_from(seat).unwrap_or(u8::MAX))
        };
        let order: Vec<SeatNo> = (0..lineup.players()).map(chair_of).collect();
        let teller = Teller::new(self, &spread, &lineup, order);
        let mut told = teller.tell(&events);
        let table = about.table.unwrap_or_default();
        let numbered = TableId(self.table).in_tournament(&table);
        told.snapshot.number = numbered.map(|(_, number)| number);
        told.snapshot.name = numbered.map_or(&*table, |(name, _)| name).to_owned();
        let seats = about.seat_count.and_then(|count| u8::try_from(count).ok()).unwrap_or(10).clamp(2, 10);
        self.furnish(&mut told.snapshot, seats, &about.names, &about.bots);
        Ok(told)
    }

    /// Puts chairs around the table, and the players on theirs.
    fn furnish(&self, snapshot: &mut TableSnapshot, seats: u8, names: &[String], bots: &[u64]) {
        let taken = std::mem::take(&mut snapshot.seats);
        let mut chairs: Vec<SeatView> = (0..seats).map(empty_chair).collect();
        for (place, mut seat) in taken.into_iter().enumerate() {
            let own = self.reader.filter(|&(_, own)| own == place);
            seat.player = Some(wire::Player {
                account: own.map_or(0, |(account, _)| account),
                name: names.get(place).cloned().unwrap_or_else(|| format!("p{}", place + 1)),
                bot: bots.contains(&(place as u64 + 1)).then(|| "house".to_owned()),
                connected: true,
            });
            if let Some(chair) = chairs.get_mut(usize::from(seat.seat)) {
                *chair = seat;
            }
        }
        snapshot.seats = chairs;
    }
}

fn empty_chair(seat: u8) -> SeatView {
    SeatView {
        seat,
        player: None,
        stack: 0,
        bet: 0,
        state: SeatState::Empty,
        cards: Vec::new(),
        thrown: Vec::new(),
        last: None,
    }
}

/// A hand on its way through the engine a second time.
struct Teller<'a> {
    reading: &'a Reading<'a>,
    lineup: Lineup,
    order: Vec<SeatNo>,
    hand: Hand,
    /// Everything that has happened.
    past: Vec<Event>,
    /// How much of it is told.
    done: usize,
    feed: Feed,
    told: Vec<TableEvent>,
    story: Vec<Seen>,
    choices: Vec<Chosen>,
    turns: u32,
}

impl<'a> Teller<'a> {
    fn new(reading: &'a Reading<'a>, spread: &Spread, lineup: &Lineup, order: Vec<SeatNo>) -> Self {
        let stacks = seats(lineup).map(|seat| lineup.stack(seat).get()).collect();
        let feed = Feed::again(spread, order.clone(), stacks);
        let mut past = Vec::new();
        let hand = Hand::new(spread, lineup, &mut past);
        Self {
            reading,
            lineup: *lineup,
            order,
            hand,
            past,
            done: 0,
            feed,
            told: Vec::new(),
            story: Vec::new(),
            choices: Vec::new(),
            turns: 0,
        }
    }

    fn viewer(&self) -> Viewer {
        self.reading.reader.and_then(|(_, place)| Seat::new(place)).map_or(Viewer::Public, Viewer::Seat)
    }

    fn tell(mut self, events: &[Event]) -> Retold {
        self.begin();
        self.catch_up();
        // The engine gives the same events to the same inputs, so the next one it hasn't given names the next input.
        while let Some(next) = events.get(self.past.len()) {
            self.turn(next);
            if self.input(next).is_none() {
                break;
            }
            self.catch_up();
        }
        self.end()
    }

    fn begin(&mut self) {
        let at = |seat: Option<Seat>| seat.and_then(|seat| self.order.get(seat.index()).copied()).map(chair);
        let players = self.order.len();
        let seat = |place: usize| Seat::new(place);
        // Heads-up the button posts the small blind and stands last in the order.
        let button = at(seat(players.saturating_sub(1)));
        let posted = |wanted: cardroom_rules::Post| {
            let found = self.past.iter().find_map(|event| match *event {
                Event::Posted { seat, post, .. } if post == wanted => Some(seat),
                _ => None,
            });
            at(found)
        };
        let small_blind = posted(cardroom_rules::Post::SmallBlind);
        let big_blind = posted(cardroom_rules::Post::BigBlind).or(button);
        let started = seats(&self.lineup).zip(&self.order);
        self.told.push(TableEvent::HandStarted {
            hand: self.reading.hand,
            spread: spread_info(self.hand.spread()),
            button: button.unwrap_or_default(),
            small_blind,
            big_blind: big_blind.unwrap_or_default(),
            seats: started
                .map(|(seat, &at)| Seating { seat: chair(at), stack: self.lineup.stack(seat).get() })
                .collect(),
        });
    }

    /// Whoever is to act next is told so; if it is the reader, its choice is noted.
    fn turn(&mut self, next: &Event) {
        let seat = match self.hand.need() {
            Need::Act(seat) | Need::Discard(seat) | Need::Draw(seat) | Need::Show(seat) => seat,
            Need::Card(_) | Need::Reshuffle { .. } | Need::Nothing => return,
        };
        self.turns += 1;
        let view = self.hand.view(self.viewer());
        self.told.push(TableEvent::Turn {
            turn: Turn {
                seat: self.order.get(seat.index()).copied().map_or(u8::MAX, chair),
                turn: self.turns,
                kind: turn_kind(view.need).to_owned(),
                deadline: 0,
                clock_ms: 0,
                bank_ms: 0,
                on_bank: false,
                pot: view.pot.get(),
                pots: pots(&view, &self.order),
                price: view.price.get(),
                legal: None,
            },
        });
        if let (true, Some(action)) = (self.viewer() == Viewer::Seat(seat), action(next)) {
            self.choices.push(Chosen { turn: self.turns, view, story: self.story.clone(), action });
        }
    }

    /// Gives the engine what the event says it was given.
    fn input(&mut self, next: &Event) -> Option<()> {
        let done = match next {
            Event::Dealt { card, .. } | Event::Burned { card } => self.hand.deal(card.turn_up(), &mut self.past),
            Event::Board { card } => self.hand.deal(*card, &mut self.past),
            Event::Reshuffled { .. } => self.hand.reshuffle(&mut self.past),
            other => {
                let (seat, action) = (actor(other)?, action(other)?);
                self.hand.act(seat, action, &mut self.past)
            }
        };
        done.ok()
    }

    /// Tells what has happened since.
    fn catch_up(&mut self) {
        let viewer = self.viewer();
        let view = self.hand.view(viewer);
        let mut cards_changed = false;
        for event in self.past.get(self.done..).unwrap_or_default() {
            let (seen, public) = (event.seen_by(viewer), event.seen_by(Viewer::Public));
            cards_changed |=
                matches!(seen, Seen::Dealt { .. } | Seen::Board { .. } | Seen::Discarded { .. } | Seen::Drew { .. });
            self.feed.retell(&seen, &public, &view, &mut self.told);
            self.story.push(seen);
        }
        self.done = self.past.len();
        let dealing = matches!(self.hand.need(), Need::Card(_));
        let Some(own) = view.own().filter(|_| cards_changed && !dealing) else { return };
        let (high, low) = made(&view.spread, own.known(), view.board.known());
        self.told.push(TableEvent::Made { made: high.into_iter().chain(low).collect() });
    }

    fn end(mut self) -> Retold {
        let stacks: Vec<Seating> = self
            .hand
            .stacks()
            .zip(&self.order)
            .map(|(stack, &at)| Seating { seat: chair(at), stack: stack.get() })
            .collect();
        let own = self.reading.reader.map(|(_, place)| place);
        let net = own.and_then(|place| {
            let before = self.lineup.stack(Seat::new(place)?).get();
            Some(stacks.get(place)?.stack.cast_signed().saturating_sub(before.cast_signed()))
        });
        self.told.push(TableEvent::HandEnded { hand: self.reading.hand, stacks });
        note_odd_chips(self.told.iter_mut().collect());
        let awarded = |event: &TableEvent| match event {
            TableEvent::Awarded { award } => award.amount,
            _ => 0,
        };
        let dealt = |seen: &Seen| match seen {
            Seen::Dealt { card: Some(card), .. } => Some(wire::Card(*card)),
            _ => None,
        };
        Retold {
            pot: self.told.iter().map(awarded).sum(),
            showdown: self.story.iter().any(|seen| matches!(seen, Seen::Shown { .. })),
            cards: self.story.iter().filter_map(dealt).collect(),
            net,
            spread: *self.hand.spread(),
            snapshot: self.snapshot(),
            events: self.told,
            choices: self.choices,
        }
    }

    /// The table before the hand: everyone with what it began with.
    fn snapshot(&self) -> TableSnapshot {
        let spread = spread_info(self.hand.spread());
        let seats = seats(&self.lineup).zip(&self.order).map(|(seat, &at)| SeatView {
            stack: self.lineup.stack(seat).get(),
            state: SeatState::Ready,
            ..empty_chair(chair(at))
        });
        let own = self.reading.reader.and_then(|(_, place)| self.order.get(place).copied());
        TableSnapshot {
            table: self.reading.table,
            name: String::new(),
            number: None,
            spread,
            mix: Vec::new(),
            mix_hands: None,
            asked: None,
            tournament: tournament_of(self.reading.table),
            private: false,
            host: None,
            advisor: own.is_some(),
            buy_in: [0, 0],
            clock_ms: 0,
            bank_ms: 0,
            pause_ms: 0,
            sit_out_ms: 0,
            seats: seats.collect(),
            hand: None,
            waiting: None,
            paused: None,
            waiting_list: 0,
            spectators: 0,
            muted: Vec::new(),
            chat: Vec::new(),
            you: You { seat: own.map(chair), ..You::default() },
        }
    }
}

fn seats(lineup: &Lineup) -> impl Iterator<Item = Seat> + use<> {
    (0..lineup.players()).filter_map(Seat::new)
}

/// The tournament that a table with this number belongs to.
pub(crate) fn tournament_of(table: u64) -> Option<u64> {
    (table >= crate::house::FIRST_TOURNAMENT_TABLE)
        .then_some((table & (crate::house::FIRST_TOURNAMENT_TABLE - 1)) >> 16)
}

/// The numbers that the tables of a tournament have.
pub(crate) fn tables_of(tournament: u64) -> Range<u64> {
    let first = crate::house::FIRST_TOURNAMENT_TABLE | (tournament << 16);
    first..first + (1 << 16)
}

/// Who did what an event tells of.
fn actor(event: &Event) -> Option<Seat> {
    match *event {
        Event::Folded { seat }
        | Event::Checked { seat }
        | Event::Called { seat, .. }
        | Event::Raised { seat, .. }
        | Event::Discarded { seat, .. }
        | Event::Drew { seat, .. }
        | Event::Shown { seat, .. }
        | Event::Mucked { seat }
        | Event::Revealed { seat, .. } => Some(seat),
        _ => None,
    }
}

/// The choice that an event tells of.
fn action(event: &Event) -> Option<Action> {
    Some(match *event {
        Event::Folded { .. } => Action::Fold,
        Event::Checked { .. } => Action::Check,
        Event::Called { .. } => Action::Call,
        Event::Raised { to, .. } => Action::RaiseTo(to),
        Event::Discarded { thrown, .. } => Action::Discard(throw(&thrown)),
        Event::Drew { thrown, .. } => Action::Draw(throw(&thrown)),
        Event::Shown { cards, .. } => Action::Show(cards.known()),
        Event::Mucked { .. } => Action::Muck,
        Event::Revealed { cards, .. } => Action::Reveal(cards),
        _ => return None,
    })
}

fn throw(thrown: &Thrown<FaceDown>) -> Throw {
    let cards: CardSet = thrown.iter().filter_map(FaceDown::turn_up).collect();
    Throw { cards, unknown: u8::try_from(thrown.count().saturating_sub(cards.len())).unwrap_or(0) }
}
