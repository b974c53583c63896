//! A finished hand told again from its record: the very events that its reader was sent when it was played, and the
//! moments at which the reader had to choose.

use std::ops::Range;

use cardroom_cards::CardSet;
use cardroom_history::{Entry, HandCopy, HistoryError, Reader, Record, Replayer, Turns};
use cardroom_protocol as wire;
use cardroom_protocol::{SeatState, SeatView, Seating, TableEvent, TableSnapshot, Turn, You};
use cardroom_room::{SeatNo, TableId};
use cardroom_rules::{Action, Event, FaceDown, Hand, Lineup, Need, Seat, Seen, Spread, Throw, Thrown, View, Viewer};

use crate::wire::{Feed, chair, choices, made, note_odd_chips, pots, spread_info, turn_kind};

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
        let tell =
            |spread: &Spread| Teller::new(self, spread, &lineup, order.clone(), about.turns.clone()).tell(&events);
        // As its table was set; a record may hold what no table of ours would let happen.
        let mut told = match Replayer::table(record).map(|table| tell(&table)) {
            Ok((told, true)) => told,
            _ => tell(&spread).0,
        };
        let table = about.table.unwrap_or_default();
        let numbered = TableId(self.table).in_tournament(&table);
        told.snapshot.number = numbered.map(|(_, number)| number);
        told.snapshot.name = numbered.map_or(&*table, |(name, _)| name).to_owned();
        let seats = about.seat_count.and_then(|count| u8::try_from(count).ok()).unwrap_or(10).clamp(2, 10);
        self.furnish(&mut told.snapshot, seats, &about.names, &about.bots);
        Ok(told)
    }

    /// A record names the cards of a hand that was shown in the order in which they were held.
    fn put_in_order(&self, seat: Seat, cards: &mut Vec<wire::Card>) {
        let shown = self.record.entries.iter().rev().find_map(|entry| match entry {
            Entry::Show { seat: whose, cards } if *whose == seat && !cards.is_empty() => Some(cards),
            _ => None,
        });
        let held: CardSet = cards.iter().map(|card| card.0).collect();
        if let Some(shown) = shown.filter(|shown| shown.known() == held) {
            *cards = shown.iter().flatten().map(wire::Card).collect();
        }
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
    turns: Turns,
    /// How many bets, discards and draws were chosen.
    chosen: u64,
    /// How many turns were told.
    asked: u32,
    /// Which event somebody's clock brings about, if the turn told last goes so.
    by_the_clock: Option<usize>,
    /// Whether cards came or went since the last turn.
    cards_changed: bool,
}

impl<'a> Teller<'a> {
    fn new(reading: &'a Reading<'a>, spread: &Spread, lineup: &Lineup, order: Vec<SeatNo>, turns: Turns) -> Self {
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
            turns,
            chosen: 0,
            asked: 0,
            by_the_clock: None,
            cards_changed: false,
        }
    }

    fn viewer(&self) -> Viewer {
        self.reading.reader.and_then(|(_, place)| Seat::new(place)).map_or(Viewer::Public, Viewer::Seat)
    }

    /// The hand told again, and whether to its end.
    fn tell(mut self, events: &[Event]) -> (Retold, bool) {
        self.begin();
        // The engine gives the same events to the same inputs, so the next one it hasn't given names the next input.
        while let Some(next) = events.get(self.past.len()) {
            self.turn(next);
            if self.input(next).is_none() {
                return (self.end(), false);
            }
        }
        (self.end(), true)
    }

    fn begin(&mut self) {
        let [button, small_blind, big_blind] = self.markers();
        let started = seats(&self.lineup).zip(&self.order);
        self.told.push(TableEvent::HandStarted {
            hand: self.reading.hand,
            spread: spread_info(self.hand.spread()),
            button: button.map(chair).unwrap_or_default(),
            small_blind: small_blind.map(chair),
            big_blind: big_blind.map(chair).unwrap_or_default(),
            seats: started
                .map(|(seat, &at)| Seating { seat: chair(at), stack: self.lineup.stack(seat).get() })
                .collect(),
        });
    }

    /// Where the button, the small and the big blind are. What a record doesn't say, the posts do.
    fn markers(&self) -> [Option<SeatNo>; 3] {
        if let Some(markers) = self.turns.markers {
            return markers.map(|seat| u8::try_from(seat).ok().filter(|&seat| seat > 0).map(SeatNo));
        }
        let at = |place: usize| self.order.get(place).copied();
        // Heads-up the button posts the small blind and stands last in the order.
        let (small, big) = if self.order.len() == 2 { (1, 0) } else { (0, 1) };
        let free = self.hand.spread().small_blind().is_zero();
        let posts = |seat: Option<Seat>| seat.and_then(|seat| at(seat.index()));
        [
            self.order.last().copied(),
            posts(self.lineup.small_blind()).or_else(|| at(small).filter(|_| free)),
            posts(self.lineup.big_blind()).or_else(|| at(big)),
        ]
    }

    /// Whoever is to act next is told so, if it was asked; if it is the reader, its choice is noted.
    fn turn(&mut self, next: &Event) {
        let (seat, shows) = match self.hand.need() {
            Need::Act(seat) | Need::Discard(seat) | Need::Draw(seat) => (seat, false),
            Need::Show(seat) => (seat, true),
            Need::Card(_) | Need::Reshuffle { .. } | Need::Nothing => return,
        };
        if !shows {
            self.chosen += 1;
        }
        let asked = match &self.turns.asked_to_show {
            _ if !shows => !self.turns.unasked.contains(&self.chosen),
            Some(asked) => asked.contains(&(seat.index() as u64 + 1)),
            // Who was asked and showed, an older room's record doesn't say.
            None => matches!(next, Event::Mucked { .. }),
        };
        if !asked {
            return;
        }
        let view = self.catch_up();
        self.asked += 1;
        let timed_out = !shows && self.turns.timed_out.contains(&self.chosen);
        self.by_the_clock = timed_out.then_some(self.past.len());
        let own = self.viewer() == Viewer::Seat(seat);
        self.told.push(TableEvent::Turn {
            turn: Turn {
                seat: self.order.get(seat.index()).copied().map_or(u8::MAX, chair),
                turn: self.asked,
                kind: turn_kind(view.need).to_owned(),
                deadline: 0,
                clock_ms: 0,
                bank_ms: 0,
                on_bank: false,
                pot: view.pot.get(),
                pots: pots(&view, &self.order),
                price: view.price.get(),
                legal: choices(&view).filter(|_| own),
            },
        });
        self.made(&view);
        if let (true, Some(action)) = (own, action(next)) {
            self.choices.push(Chosen { turn: self.asked, view, story: self.story.clone(), action });
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

    /// Tells what has happened since, by what it led to: as it was told at once.
    fn catch_up(&mut self) -> View {
        let viewer = self.viewer();
        let view = self.hand.view(viewer);
        for (number, event) in self.past.iter().enumerate().skip(self.done) {
            let (seen, public) = (event.seen_by(viewer), event.seen_by(Viewer::Public));
            self.cards_changed |=
                matches!(seen, Seen::Dealt { .. } | Seen::Board { .. } | Seen::Discarded { .. } | Seen::Drew { .. });
            self.feed.retell(&seen, &public, self.by_the_clock == Some(number), &view, &mut self.told);
            if let (Seen::Shown { seat, .. }, Some(TableEvent::Shown { cards, .. })) = (&seen, self.told.last_mut()) {
                self.reading.put_in_order(*seat, cards);
            }
            self.story.push(seen);
        }
        self.done = self.past.len();
        view
    }

    /// Where cards came or went, the reader is told what its hand is worth after all else.
    fn made(&mut self, view: &View) {
        let changed = std::mem::take(&mut self.cards_changed);
        let Some(own) = view.own().filter(|_| changed) else { return };
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
        // What is shown by choice comes when the hand is over.
        let over = self.past.iter().position(|event| *event == Event::Ended).unwrap_or(self.past.len());
        let shown = self.past.split_off(over);
        let view = self.catch_up();
        self.told.push(TableEvent::HandEnded { hand: self.reading.hand, stacks });
        self.made(&view);
        self.past.extend(shown);
        self.catch_up();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a hand that an older room kept, nobody is said to have been asked to show what was shown.
    #[test]
    fn an_older_record_is_told_again() {
        let text = "variant = 'FT'\nante_trimming_status = true\nantes = [0, 0]\nblinds_or_straddles = [5, 10]\n\
            small_bet = 10\nbig_bet = 20\nstarting_stacks = [500, 500]\n\
            actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cc', 'p1 cc', 'd db 2c7dJh', 'p1 cc', 'p2 cc', 'd db 9s', \
            'p1 cc', 'p2 cc', 'd db 3h', 'p1 cc', 'p2 cc', 'p1 sm JsJd', 'p2 sm']\nseats = [4, 2]\n";
        let record = Record::read(text).unwrap();
        let told = Reading { table: 7, hand: 3, record: &record, reader: None }.retell().unwrap();
        let turns: Vec<_> = told
            .events
            .iter()
            .filter_map(|event| match event {
                TableEvent::Turn { turn } => Some((turn.turn, turn.seat, turn.kind.as_str())),
                _ => None,
            })
            .collect();
        assert_eq!(turns.len(), 9);
        assert_eq!((turns[0], turns[8]), ((1, 1, "bet"), (9, 1, "show")));
        let Some(TableEvent::HandStarted { button: 1, small_blind: Some(1), big_blind: 3, .. }) = told.events.first()
        else {
            panic!("{:?}", told.events.first());
        };
        let shown = told.events.iter().find_map(|event| match event {
            TableEvent::Shown { cards, .. } => Some(cards.iter().map(|card| card.0.to_string()).collect::<String>()),
            _ => None,
        });
        assert_eq!(shown.as_deref(), Some("JsJd"));
    }
}
