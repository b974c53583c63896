//! A hand in play: the engine, the deck it is dealt from, and what happened so far. None of it is ever stored.

use std::sync::Arc;

use cardroom_cards::CardSet;
use cardroom_fair::{Dealing, DealtCard, Place};
use cardroom_rules::{Chips, Event, Hand, Lineup, LineupError, Need, Seat, Sink, Spread};

use crate::choice::{Choice, Slots};
use crate::kept::ReshuffleKeys;
use crate::news::News;
use crate::refused::Refused;
use crate::state::{Plan, Player};

pub(crate) struct LiveHand {
    pub(crate) hand: Hand,
    pub(crate) lineup: Lineup,
    pub(crate) dealing: Arc<Dealing>,
    /// What is kept of its reshuffles, in games that can.
    pub(crate) keys: Option<ReshuffleKeys>,
    pub(crate) events: Vec<Event>,
    /// Where each card dealt so far came from, in the order of the deal.
    pub(crate) places: Vec<Place>,
    /// How many times the muck was shuffled.
    order: u8,
}

impl Clone for LiveHand {
    /// With room for what comes: a copy is made to go on with.
    fn clone(&self) -> Self {
        let Self { hand, lineup, dealing, keys, events, places, order } = self;
        let (dealing, keys) = (dealing.clone(), keys.clone());
        let (mut events_too, mut places_too) = (Vec::with_capacity(96), Vec::with_capacity(52));
        events_too.extend_from_slice(events);
        places_too.extend_from_slice(places);
        Self { hand: *hand, lineup: *lineup, dealing, keys, events: events_too, places: places_too, order: *order }
    }
}

impl LiveHand {
    /// Begins the hand: forced bets are in, nothing is dealt.
    pub(crate) fn new(
        spread: &Spread,
        plan: &Plan,
        (dealing, keys): (Dealing, Option<ReshuffleKeys>),
        news: &mut Vec<News>,
    ) -> Result<Self, LineupError> {
        let lineup = lineup(spread, plan)?;
        let mut events = Vec::with_capacity(96);
        let hand = Hand::new(spread, &lineup, &mut Told { events: &mut events, news, players: &plan.players });
        let (dealing, places) = (Arc::new(dealing), Vec::with_capacity(52));
        Ok(Self { hand, lineup, dealing, keys, events, places, order: 0 })
    }

    /// Deals until somebody has a choice or the hand is over.
    pub(crate) fn deal_on(&mut self, players: &[Player], news: &mut Vec<News>) -> Result<(), Refused> {
        let Self { hand, dealing, events, places, order, .. } = self;
        let mut told = Told { events, news, players };
        loop {
            let next = |may_come| {
                let card = next_card(dealing, *order, places.len(), may_come)?;
                places.push(card.place());
                Some(card.card())
            };
            hand.deal_from(next, &mut told)?;
            if !matches!(hand.need(), Need::Reshuffle { .. }) {
                return Ok(());
            }
            hand.reshuffle(&mut told)?;
            *order = order.saturating_add(1);
        }
    }

    /// A player's choice.
    pub(crate) fn choose(
        &mut self,
        seat: Seat,
        choice: Choice,
        players: &[Player],
        news: &mut Vec<News>,
    ) -> Result<(), Refused> {
        let action = choice.action(&self.hand.held(seat)).ok_or(Refused::NoSuchCard)?;
        Ok(self.hand.act(seat, action, &mut Told { events: &mut self.events, news, players })?)
    }

    /// A player shows cards after the hand.
    pub(crate) fn reveal(
        &mut self,
        seat: Seat,
        cards: Slots,
        players: &[Player],
        news: &mut Vec<News>,
    ) -> Result<(), Refused> {
        let cards = cards.cards(&self.hand.held(seat)).ok_or(Refused::NoSuchCard)?;
        let action = cardroom_rules::Action::Reveal(cards);
        Ok(self.hand.act(seat, action, &mut Told { events: &mut self.events, news, players })?)
    }

    /// Who is to act.
    pub(crate) fn to_act(&self) -> Option<Seat> {
        match self.hand.need() {
            Need::Act(seat) | Need::Discard(seat) | Need::Draw(seat) | Need::Show(seat) => Some(seat),
            Need::Card(_) | Need::Reshuffle { .. } | Need::Nothing => None,
        }
    }
}

/// The next card of the deck, or of a reshuffle the first that may come (APT, Reshuffling).
fn next_card(dealing: &Dealing, order: u8, dealt: usize, may_come: CardSet) -> Option<DealtCard> {
    if order == 0 {
        return dealing.card(Place { order, d: dealt as u8 }).ok();
    }
    let mut walk = (0..52).filter_map(|d| dealing.card(Place { order, d }).ok());
    walk.find(|card| may_come.contains(card.card()))
}

/// The players of a plan with their stacks and what each must put in.
pub(crate) fn lineup(spread: &Spread, plan: &Plan) -> Result<Lineup, LineupError> {
    let stacks: Vec<_> = plan.players.iter().map(|player| player.stack).collect();
    let place = |at: u8| plan.players.iter().position(|player| player.at == at).and_then(Seat::new);
    let markers = plan.markers;
    let mut lineup = Lineup::new(spread, &stacks)?.with_blinds(spread, place(markers.small), place(markers.big))?;
    let left_of_big = place(markers.big).and_then(|big| plan.players.get(big.index().saturating_add(1)));
    if left_of_big.is_some_and(|player| player.straddles && player.owed.is_none()) {
        lineup = lineup.with_straddle(spread).unwrap_or(lineup);
    }
    for (player, seat) in plan.players.iter().zip((0..).map_while(Seat::new)) {
        let Some(owed) = player.owed else { continue };
        let live = if owed.big() { spread.big_blind() } else { Chips::ZERO };
        let dead = if owed.small() { spread.small_blind() } else { Chips::ZERO };
        lineup = lineup.with_post(seat, live, dead)?;
    }
    Ok(lineup)
}

/// Events go to the hand's own list and to the news, with the name of whoever may see the cards in them.
struct Told<'a> {
    events: &'a mut Vec<Event>,
    news: &'a mut Vec<News>,
    players: &'a [Player],
}

impl Sink for Told<'_> {
    #[inline]
    fn event(&mut self, event: Event) {
        let owner = match event {
            Event::Dealt { seat, .. } | Event::Discarded { seat, .. } | Event::Drew { seat, .. } => {
                self.players.get(seat.index()).map(|player| player.account)
            }
            _ => None,
        };
        self.events.push(event);
        self.news.push(News::Played { owner, event });
    }
}
