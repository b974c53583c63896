//! What happened at a table, turned into what its viewers are told.
//!
//! A feed keeps what is public of the running hand (stacks, bets, the board), because a viewer is told amounts as they
//! stand after each step, while the room only says what changed.

use cardroom_cards::{Card, CardSet};
use cardroom_protocol as wire;
use cardroom_protocol::{Award, Seating, TableEvent, Turn};
use cardroom_room::{AccountId, Chips, Leaving, News, NewsOf, SeatNo, SeenNews, Table};
use cardroom_rules::{Division, Need, Post, Seat, Seen, Share, Spread, View};

use super::{cards, chair, choices, made, spread_info};

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
    /// What players threw away for good, each for its owner alone to see again.
    thrown: Vec<(AccountId, CardSet)>,
}

impl Feed {
    /// Takes up a hand that runs already, as after a restart.
    pub(crate) fn resume(view: Option<&View>, order: &[SeatNo]) -> Self {
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
            thrown: Vec::new(),
        }
    }

    /// What a player threw away for good in this hand.
    pub(crate) fn thrown_by(&self, account: AccountId) -> CardSet {
        self.thrown.iter().filter(|(owner, _)| *owner == account).fold(CardSet::EMPTY, |all, (_, cards)| all | *cards)
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

    /// Tells one event of a hand again, as its reader saw it and as everyone did; `after` is the reader's view of the
    /// hand then.
    pub(crate) fn retell(&mut self, seen: &Seen, public: &Seen, after: &View, told: &mut Vec<TableEvent>) {
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
        let pots = if matches!(seen, Seen::Round { .. }) { pots(after, &self.order) } else { Vec::new() };
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
                if let NewsOf::Played { event: Seen::Discarded { thrown, .. }, .. } = &seen {
                    self.thrown.push((*owner, thrown.known()));
                }
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

    fn event(&mut self, seen: &SeenNews, after: &Table, now_ms: u64) -> Option<TableEvent> {
        let until = |ms: u64| now_ms.saturating_add(ms);
        Some(match seen {
            NewsOf::Sat { account, seat, name, stack, bot } => TableEvent::Seated {
                seat: chair(*seat),
                player: wire::Player {
                    account: account.0,
                    name: name.clone(),
                    bot: bot.then(|| "house".to_owned()),
                    connected: true,
                },
                stack: stack.get(),
                state: self.state(after, *seat),
            },
            NewsOf::Left { seat, why, .. } => {
                let reason = match why {
                    Leaving::Own => None,
                    Leaving::Kicked => Some("The host asked it to go"),
                    Leaving::TooLong => Some("It sat out too long"),
                    Leaving::Director => Some("The tournament moved it"),
                    Leaving::Closed => Some("The table closed"),
                };
                TableEvent::Left { seat: chair(*seat), reason: reason.map(ToOwned::to_owned) }
            }
            NewsOf::Listed { .. } | NewsOf::Unlisted { .. } | NewsOf::Offered { .. } => {
                let length = after.view(None, cardroom_room::Now(now_ms)).line.len();
                TableEvent::WaitingList { length: u32::try_from(length).unwrap_or(u32::MAX) }
            }
            NewsOf::SatOut { seat, .. } | NewsOf::Back { seat } | NewsOf::Added { seat, .. } => {
                let stack = after.stacks().find(|(at, ..)| at == seat).map_or(0, |(.., stack)| stack.get());
                let stack = self.place(*seat).map_or(stack, |place| self.stacks.get(place).copied().unwrap_or(stack));
                TableEvent::Seat { seat: chair(*seat), state: self.state(after, *seat), stack }
            }
            NewsOf::Connection { seat, there } => TableEvent::Connected { seat: chair(*seat), connected: *there },
            NewsOf::ButtonDrawn { cards: drawn, button } => TableEvent::ButtonDrawn {
                cards: drawn.iter().map(|&(seat, card)| (chair(seat), wire::Card(card))).collect(),
                button: chair(*button),
            },
            NewsOf::Game { .. } => TableEvent::Spread { spread: spread_info(after.spread()?) },
            NewsOf::Committed { hand, commitment, asked, ms } => TableEvent::Committed {
                hand: *hand,
                commitment: commitment.commit.into(),
                signature: commitment.signature.into(),
                key: commitment.key.into(),
                links: asked.iter().map(|&seat| chair(seat)).collect(),
                deadline: until(*ms),
            },
            NewsOf::Linked { .. } => return None,
            NewsOf::Burned { hand, missing } => {
                TableEvent::Burned { hand: *hand, seats: missing.iter().map(|&seat| chair(seat)).collect() }
            }
            NewsOf::Dealing { hand, order, button, small_blind, big_blind } => {
                self.begin(after, order);
                let seats = order.iter().zip(&self.stacks);
                TableEvent::HandStarted {
                    hand: *hand,
                    spread: spread_info(after.spread()?),
                    button: chair(*button),
                    small_blind: small_blind.map(chair),
                    big_blind: chair(*big_blind),
                    seats: seats.map(|(&seat, &stack)| Seating { seat: chair(seat), stack }).collect(),
                }
            }
            NewsOf::Played { event, .. } => {
                let pots = if matches!(event, Seen::Round { .. }) { self.pots(after) } else { Vec::new() };
                return self.played(event, pots);
            }
            NewsOf::Turn { turn, seat, ms, bank_ms, .. } => {
                let view = after.view(None, cardroom_room::Now(now_ms)).view?;
                TableEvent::Turn {
                    turn: Turn {
                        seat: chair(*seat),
                        turn: *turn,
                        kind: turn_kind(view.need).to_owned(),
                        deadline: until(*ms),
                        clock_ms: *ms,
                        bank_ms: *bank_ms,
                        on_bank: false,
                        pot: view.pot.get(),
                        price: view.price.get(),
                        legal: None,
                    },
                }
            }
            NewsOf::MoreTime { seat, ms, .. } => TableEvent::TimeBank { seat: chair(*seat), deadline: until(*ms) },
            NewsOf::TimedOut { seat } => {
                self.timed_out = Some(*seat);
                return None;
            }
            NewsOf::HandOver { hand, stacks, .. } => TableEvent::HandEnded { hand: *hand, stacks: seatings(stacks) },
            NewsOf::Voided { hand } => {
                let stacks: Vec<_> = after.stacks().map(|(seat, _, stack)| (seat, stack)).collect();
                TableEvent::HandVoid {
                    hand: *hand,
                    reason: "Hand void. Every stack is what it was when the hand began.".to_owned(),
                    stacks: seatings(&stacks),
                }
            }
            NewsOf::Broke { seat, .. } => {
                TableEvent::Seat { seat: chair(*seat), state: self.state(after, *seat), stack: 0 }
            }
            NewsOf::Paused { paused: true } => TableEvent::Paused { reason: "The host paused the table.".to_owned() },
            NewsOf::Held { held: true } => TableEvent::Paused { reason: "The tournament holds the table.".to_owned() },
            NewsOf::Paused { paused: false } | NewsOf::Held { held: false } => TableEvent::Resumed,
            NewsOf::Closed => TableEvent::Closed { reason: "The table is closed.".to_owned() },
        })
    }

    /// Something that happened in the hand; `pots` are those of a round that begins.
    fn played(&mut self, event: &Seen, pots: Vec<wire::Pot>) -> Option<TableEvent> {
        let stack = |seat: Seat| self.stacks.get(seat.index()).copied().unwrap_or(0);
        let bet = |seat: Seat| self.bets.get(seat.index()).copied().unwrap_or(0);
        let timeout = |seat: Seat| self.timed_out == self.order.get(seat.index()).copied();
        let at = |seat: Seat| self.chair(seat);
        let known = |thrown: &cardroom_rules::Thrown<Option<Card>>| cards(thrown.iter().flatten());
        let told = match *event {
            Seen::Posted { seat, post, amount, .. } => TableEvent::Posted {
                seat: at(seat),
                post: post_name(post).into(),
                amount: amount.get(),
                stack: stack(seat),
            },
            Seen::Dealt { .. } | Seen::Ended => return None,
            Seen::Burned { .. } => TableEvent::BurnCard,
            Seen::Board { card } => TableEvent::Board { cards: cards(card) },
            Seen::Round { round } => TableEvent::Round { round, pots },
            Seen::Folded { seat } => TableEvent::Folded { seat: at(seat), timeout: timeout(seat) },
            Seen::Checked { seat } => TableEvent::Checked { seat: at(seat), timeout: timeout(seat) },
            Seen::Called { seat, amount, .. } => {
                TableEvent::Called { seat: at(seat), amount: amount.get(), bet: bet(seat), stack: stack(seat) }
            }
            Seen::Raised { seat, to, by, .. } => {
                let first = !self.opened;
                let told =
                    TableEvent::Raised { seat: at(seat), to: to.get(), by: by.get(), stack: stack(seat), bet: first };
                self.opened = true;
                return Some(told);
            }
            Seen::Discarded { seat, thrown } => TableEvent::Discarded {
                seat: at(seat),
                count: u8::try_from(thrown.count()).unwrap_or(0),
                own: known(&thrown),
                timeout: timeout(seat),
            },
            Seen::Drew { seat, thrown } => TableEvent::Drew {
                seat: at(seat),
                count: u8::try_from(thrown.count()).unwrap_or(0),
                own: known(&thrown),
                timeout: timeout(seat),
            },
            Seen::Reshuffled { cards } => TableEvent::Reshuffled { cards },
            Seen::Returned { seat, amount } => {
                TableEvent::Returned { seat: at(seat), amount: amount.get(), stack: stack(seat) }
            }
            Seen::Shown { seat, cards: shown, .. } => {
                let (high, low) = self.spread.map_or((None, None), |spread| made(&spread, shown.known(), self.board));
                TableEvent::Shown { seat: at(seat), cards: known(&shown), high, low }
            }
            Seen::Mucked { seat } => TableEvent::Mucked { seat: at(seat) },
            Seen::Awarded { pot, share, seat, amount } => {
                let (hand, note) = self.won_with(seat, share);
                let share = share_name(share).to_owned();
                let award = Award { pot, share, seat: at(seat), amount: amount.get(), stack: stack(seat), hand, note };
                TableEvent::Awarded { award }
            }
            Seen::Revealed { seat, cards: revealed } => TableEvent::Revealed { seat: at(seat), cards: cards(revealed) },
        };
        // What follows in the same turn, such as sitting out, doesn't concern the hand; the next play does.
        if let Seen::Folded { .. }
        | Seen::Checked { .. }
        | Seen::Discarded { .. }
        | Seen::Drew { .. }
        | Seen::Shown { .. }
        | Seen::Mucked { .. } = event
        {
            self.timed_out = None;
        }
        Some(told)
    }

    fn begin(&mut self, after: &Table, order: &[SeatNo]) {
        let stack = |seat: &SeatNo| after.stacks().find(|(at, ..)| at == seat).map_or(0, |(.., stack)| stack.get());
        *self = Self {
            spread: after.spread().copied(),
            order: order.to_vec(),
            stacks: order.iter().map(stack).collect(),
            bets: vec![0; order.len()],
            shown: vec![CardSet::EMPTY; order.len()],
            ..Self::default()
        };
    }

    /// The hand that won a share, if it was shown, and what is to be said about it.
    fn won_with(&self, seat: Seat, share: Share) -> (Option<wire::Half>, Option<String>) {
        let Some(spread) = self.spread else { return (None, None) };
        let shown = self.shown.get(seat.index()).copied().unwrap_or(CardSet::EMPTY);
        if shown.is_empty() {
            return (None, None);
        }
        let (high, low) = made(&spread, shown, self.board);
        let split = spread.game().division == Division::HighLow;
        let note = (split && share == Share::Whole && self.showdown && low.is_none())
            .then(|| "No qualifying low, high takes the whole pot (WSGC-2018 §15a)".to_owned());
        let hand = match share {
            Share::Low => low,
            Share::High => high,
            Share::Whole => high.or(low),
        };
        (hand, note)
    }

    fn pots(&self, after: &Table) -> Vec<wire::Pot> {
        let view = after.view(None, cardroom_room::Now(0)).view;
        view.map(|view| pots(&view, &self.order)).unwrap_or_default()
    }

    fn chair(&self, seat: Seat) -> u8 {
        self.order.get(seat.index()).copied().map_or(u8::MAX, chair)
    }

    fn place(&self, seat: SeatNo) -> Option<usize> {
        self.order.iter().position(|&at| at == seat)
    }

    fn state(&self, after: &Table, seat: SeatNo) -> wire::SeatState {
        let view = after.view(None, cardroom_room::Now(0));
        super::snapshot::seat_state(&view, seat)
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

/// The pots, without the bets of this round where the engine still counts them apart.
pub(crate) fn pots(view: &View, order: &[SeatNo]) -> Vec<wire::Pot> {
    let seats = |pot: &cardroom_rules::Pot| {
        pot.contenders.iter().filter_map(|seat| order.get(seat.index()).copied()).map(chair).collect()
    };
    view.pots.iter().map(|pot| wire::Pot { amount: pot.amount.get(), seats: seats(&pot) }).collect()
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

/// Where shares of one pot aren't equal, the odd chip is explained.
pub(crate) fn note_odd_chips(told: Vec<&mut TableEvent>) {
    let awards: Vec<(u8, String, u64)> = told
        .iter()
        .filter_map(|event| match event {
            TableEvent::Awarded { award } => Some((award.pot, award.share.clone(), award.amount)),
            _ => None,
        })
        .collect();
    let total = |pot: u8, share: &str| -> u64 {
        awards.iter().filter(|(at, name, _)| *at == pot && name == share).map(|(.., amount)| amount).sum()
    };
    for event in told {
        let TableEvent::Awarded { award } = event else { continue };
        let least = awards.iter().filter(|(pot, share, _)| *pot == award.pot && *share == award.share);
        let least = least.map(|(.., amount)| *amount).min().unwrap_or(award.amount);
        let (high, low) = (total(award.pot, "high"), total(award.pot, "low"));
        if award.note.is_none() && award.amount > least {
            award.note = Some("The odd chip goes to the first left of the button (WSOP 73)".to_owned());
        } else if award.note.is_none() && award.share == "high" && low > 0 && high > low {
            award.note = Some("The odd chip of the pot goes to high (WSOP 73)".to_owned());
        }
    }
}

fn seatings(stacks: &[(SeatNo, Chips)]) -> Vec<Seating> {
    stacks.iter().map(|&(seat, stack)| Seating { seat: chair(seat), stack: stack.get() }).collect()
}

pub(crate) fn turn_kind(need: Need) -> &'static str {
    match need {
        Need::Discard(_) => "discard",
        Need::Draw(_) => "draw",
        Need::Show(_) => "show",
        Need::Act(_) | Need::Card(_) | Need::Reshuffle { .. } | Need::Nothing => "bet",
    }
}

fn post_name(post: Post) -> &'static str {
    match post {
        Post::Ante => "ante",
        Post::SmallBlind => "small_blind",
        Post::BigBlind => "big_blind",
        Post::Straddle => "straddle",
        Post::Live => "live",
        Post::Dead => "dead",
    }
}

fn share_name(share: Share) -> &'static str {
    match share {
        Share::Whole => "whole",
        Share::High => "high",
        Share::Low => "low",
    }
}
