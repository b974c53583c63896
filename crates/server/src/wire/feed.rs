//! What happened at a table, turned into what its viewers are told.
//!
//! A feed keeps what is public of the running hand (stacks, bets, the board), because a viewer is told amounts as they
//! stand after each step, while the room only says what changed.

mod around;
mod hand;

use cardroom_cards::CardSet;
use cardroom_protocol as wire;
use cardroom_protocol::{Seating, TableEvent, Turn};
use cardroom_room::{AccountId, Chips, News, NewsOf, SeatNo, SeenNews, Story, Table, TableView};
use cardroom_rules::{Post, Seat, Seen, Spread, View};

pub(crate) use self::around::{asked_for_links, turn_kind};
pub(crate) use self::hand::note_odd_chips;
use super::{chair, choices, spread_info};

/// One thing that happened: what everyone is told, and what some are told in its place.
#[derive(Debug)]
pub(crate) struct Told {
    /// For everyone without a version of its own; nothing where it concerns only those below.
    pub(crate) public: Option<TableEvent>,
    /// For these accounts.
    pub(crate) own: Vec<(AccountId, TableEvent)>,
}

/// What is public of the running hand.
#[derive(Default)]
pub(crate) struct Feed {
    spread: Option<Spread>,
    /// The chairs by their places in the hand.
    order: Vec<SeatNo>,
    stacks: Vec<u64>,
    bets: Vec<u64>,
    shown: Vec<CardSet>,
    board: CardSet,
    opened: bool,
    timed_out: Option<SeatNo>,
    showdown: bool,
    /// How many events of the hand were told, and which of them somebody's clock played.
    played: usize,
    by_the_clock: Vec<usize>,
}

impl Feed {
    /// Takes up a hand that runs already, as after a restart; whose time ran out before is forgotten.
    pub(crate) fn resume(view: Option<&View>, order: &[SeatNo], played: usize) -> Self {
        let Some(view) = view else { return Self::default() };
        let seats = || view.seats();
        Self {
            spread: Some(view.spread),
            order: order.to_vec(),
            stacks: seats().map(|seat| seat.stack.get()).collect(),
            bets: seats().map(|seat| seat.bet.get()).collect(),
            shown: seats().map(|seat| if seat.shown { seat.known() } else { CardSet::EMPTY }).collect(),
            board: view.board.known(),
            opened: !view.price.is_zero(),
            timed_out: None,
            showdown: seats().any(|seat| seat.shown),
            played,
            by_the_clock: Vec::new(),
        }
    }

    /// What to tell of news that left the table as `after`, at `now_ms` of the server's time.
    pub(crate) fn tell(&mut self, news: &[News], after: &Table, now_ms: u64) -> Vec<Told> {
        let mut told = Vec::with_capacity(news.len());
        for (place, item) in news.iter().enumerate() {
            let last_turn =
                !news.get(place + 1..).unwrap_or_default().iter().any(|news| matches!(news, News::Turn { .. }));
            let seen = item.seen_by(None);
            if let NewsOf::Played { event, .. } = &seen {
                self.follow(event);
            }
            if matches!(seen, NewsOf::Played { event: Seen::Dealt { .. }, .. }) {
                self.deal(item, &seen, &mut told);
                continue;
            }
            let board = matches!(seen, NewsOf::Played { event: Seen::Board { .. }, .. });
            let Some(public) = self.event(&seen, after, now_ms) else { continue };
            if board && join_board(&public, &mut told) {
                continue;
            }
            let own = self.own(item, &public, after, last_turn, now_ms);
            told.push(Told { public: Some(public), own: own.into_iter().collect() });
        }
        note_odd_chips(told.iter_mut().filter_map(|told| told.public.as_mut()).collect());
        told
    }

    /// What a viewer could see of the hand on the table so far, for whoever comes to it late: what each player began it
    /// with, and what the viewer saw. The turns are not in it; the one that counts is in the view.
    pub(crate) fn so_far(&self, about: &TableView, story: &Story) -> Vec<TableEvent> {
        let (Some(view), Some([button, small_blind, big_blind])) = (about.view.as_deref(), about.markers) else {
            return Vec::new();
        };
        let stacks: Vec<u64> = story.stacks.iter().map(|stack| stack.get()).collect();
        let seats =
            about.order.iter().zip(&stacks).map(|(&seat, &stack)| Seating { seat: chair(seat), stack }).collect();
        let mut told = vec![TableEvent::HandStarted {
            hand: about.hand,
            spread: spread_info(&view.spread),
            button: chair(button),
            small_blind: Some(small_blind).filter(|seat| about.order.contains(seat)).map(chair),
            big_blind: chair(big_blind),
            seats,
        }];
        let mut feed = Feed::again(&view.spread, about.order.clone(), stacks);
        for (place, seen) in story.seen.iter().enumerate() {
            feed.timed_out = feed.player(seen).filter(|_| self.by_the_clock.contains(&place));
            feed.tell_again(seen, seen, Vec::new(), &mut told);
        }
        note_odd_chips(told.iter_mut().collect());
        told
    }

    /// A hand that is told again, from its beginning.
    pub(crate) fn again(spread: &Spread, order: Vec<SeatNo>, stacks: Vec<u64>) -> Self {
        let players = order.len();
        Self {
            spread: Some(*spread),
            order,
            stacks,
            bets: vec![0; players],
            shown: vec![CardSet::EMPTY; players],
            ..Self::default()
        }
    }

    /// Tells one event of a hand again, as its reader saw it and as everyone did; `by_the_clock` if somebody's time had
    /// run out. `after` is the reader's view of the hand when it was told.
    pub(crate) fn retell(
        &mut self,
        seen: &Seen,
        public: &Seen,
        by_the_clock: bool,
        after: &View,
        told: &mut Vec<TableEvent>,
    ) {
        self.timed_out = self.player(seen).filter(|_| by_the_clock);
        let pots = if matches!(seen, Seen::Round { .. }) { pots(after, &self.order) } else { Vec::new() };
        self.tell_again(seen, public, pots, told);
    }

    fn tell_again(&mut self, seen: &Seen, public: &Seen, pots: Vec<wire::Pot>, told: &mut Vec<TableEvent>) {
        self.follow(public);
        if let Seen::Dealt { seat, card } = *seen {
            if !matches!(told.last(), Some(TableEvent::Dealt { .. })) {
                told.push(TableEvent::Dealt { seats: Vec::new(), own: Vec::new() });
            }
            let to = self.chair(seat);
            if let Some(TableEvent::Dealt { seats, own }) = told.last_mut() {
                seats.push(to);
                own.extend(card.map(wire::Card));
            }
            return;
        }
        let Some(event) = self.played(seen, pots) else { return };
        match (&event, told.last_mut()) {
            (TableEvent::Board { cards }, Some(TableEvent::Board { cards: before })) => before.extend(cards),
            _ => told.push(event),
        }
    }

    /// What one account is told in the public event's place.
    fn own(
        &mut self,
        item: &News,
        public: &TableEvent,
        after: &Table,
        last_turn: bool,
        now_ms: u64,
    ) -> Option<(AccountId, TableEvent)> {
        match item {
            News::Played { owner: Some(owner), .. } => {
                let seen = item.seen_by(Some(*owner));
                let event = self.event(&seen, after, now_ms)?;
                (event != *public).then_some((*owner, event))
            }
            News::Turn { .. } if last_turn => {
                let (account, ..) = after.to_act()?;
                let TableEvent::Turn { turn } = public else { return None };
                let legal = choices(&after.player_view(account)?);
                Some((account, TableEvent::Turn { turn: Turn { legal, ..turn.clone() } }))
            }
            _ => None,
        }
    }

    /// Keeps count of what everyone sees.
    fn follow(&mut self, event: &Seen) {
        if self.timed_out.is_some() && self.timed_out == self.player(event) {
            self.by_the_clock.push(self.played);
        }
        self.played = self.played.saturating_add(1);
        match *event {
            Seen::Posted { seat, post, amount, .. } => {
                put(&mut self.stacks, &mut self.bets, seat, amount, !matches!(post, Post::Ante | Post::Dead));
                self.opened = true;
            }
            Seen::Called { seat, amount, .. } => put(&mut self.stacks, &mut self.bets, seat, amount, true),
            Seen::Raised { seat, to, .. } => put_to(&mut self.stacks, &mut self.bets, seat, to),
            Seen::Returned { seat, amount } | Seen::Awarded { seat, amount, .. } => {
                if let Some(stack) = self.stacks.get_mut(seat.index()) {
                    *stack = stack.saturating_add(amount.get());
                }
            }
            Seen::Round { round } if round > 0 => {
                self.bets.fill(0);
                self.opened = false;
            }
            Seen::Board { card: Some(card) } => self.board |= CardSet::of(card),
            Seen::Shown { seat, cards, .. } => {
                self.showdown = true;
                if let Some(shown) = self.shown.get_mut(seat.index()) {
                    *shown = cards.known();
                }
            }
            _ => {}
        }
    }

    /// Cards dealt one after another are told together.
    fn deal(&self, item: &News, seen: &SeenNews, told: &mut Vec<Told>) {
        let NewsOf::Played { event: Seen::Dealt { seat, .. }, .. } = seen else { return };
        let to = self.chair(*seat);
        if !matches!(told.last(), Some(Told { public: Some(TableEvent::Dealt { .. }), .. })) {
            let public = Some(TableEvent::Dealt { seats: Vec::new(), own: Vec::new() });
            told.push(Told { public, own: Vec::new() });
        }
        let Some(Told { public: Some(TableEvent::Dealt { seats, .. }), own }) = told.last_mut() else { return };
        let dealt_before = seats.clone();
        seats.push(to);
        for (_, event) in own.iter_mut() {
            if let TableEvent::Dealt { seats, .. } = event {
                seats.push(to);
            }
        }
        let News::Played { owner: Some(owner), .. } = item else { return };
        let NewsOf::Played { event: Seen::Dealt { card: Some(card), .. }, .. } = item.seen_by(Some(*owner)) else {
            return;
        };
        let known = own.iter().position(|(account, _)| account == owner).unwrap_or_else(|| {
            let seats = dealt_before.into_iter().chain([to]).collect();
            own.push((*owner, TableEvent::Dealt { seats, own: Vec::new() }));
            own.len() - 1
        });
        if let Some((_, TableEvent::Dealt { own, .. })) = own.get_mut(known) {
            own.push(wire::Card(card));
        }
    }

    fn chair(&self, seat: Seat) -> u8 {
        self.order.get(seat.index()).copied().map_or(u8::MAX, chair)
    }

    /// Who played, where a clock can play in its stead.
    fn player(&self, event: &Seen) -> Option<SeatNo> {
        match *event {
            Seen::Folded { seat } | Seen::Checked { seat } | Seen::Discarded { seat, .. } | Seen::Drew { seat, .. } => {
                self.order.get(seat.index()).copied()
            }
            _ => None,
        }
    }

    fn place(&self, seat: SeatNo) -> Option<usize> {
        self.order.iter().position(|&at| at == seat)
    }
}

/// A player puts chips in; antes and dead blinds are no part of its bet.
fn put(stacks: &mut [u64], bets: &mut [u64], seat: Seat, amount: Chips, counts: bool) {
    if let (Some(stack), Some(bet)) = (stacks.get_mut(seat.index()), bets.get_mut(seat.index())) {
        *stack = stack.saturating_sub(amount.get());
        *bet = bet.saturating_add(if counts { amount.get() } else { 0 });
    }
}

/// A player's bet becomes so much.
fn put_to(stacks: &mut [u64], bets: &mut [u64], seat: Seat, to: Chips) {
    if let (Some(stack), Some(bet)) = (stacks.get_mut(seat.index()), bets.get_mut(seat.index())) {
        *stack = stack.saturating_sub(to.get().saturating_sub(*bet));
        *bet = to.get();
    }
}

/// The pots, without the bets of this round.
pub(crate) fn pots(view: &View, order: &[SeatNo]) -> Vec<wire::Pot> {
    let seats = |pot: &cardroom_rules::Pot| {
        pot.contenders.iter().filter_map(|seat| order.get(seat.index()).copied()).map(chair).collect()
    };
    let pots = view.pots.iter().filter(|pot| !pot.amount.is_zero());
    pots.map(|pot| wire::Pot { amount: pot.amount.get(), seats: seats(&pot) }).collect()
}

/// Board cards that come one after another are told together; whether this one was.
fn join_board(public: &TableEvent, told: &mut [Told]) -> bool {
    let (TableEvent::Board { cards }, Some(Told { public: Some(TableEvent::Board { cards: before }), .. })) =
        (public, told.last_mut())
    else {
        return false;
    };
    before.extend(cards.iter().copied());
    true
}
