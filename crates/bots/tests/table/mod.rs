//! A table for bots: deals from a seed and asks each bot in turn, showing it what its seat sees.

use cardroom_bots::Bot;
use cardroom_cards::{Card, CardSet};
use cardroom_rules::{Event, Hand, Lineup, Need, Refusal, Seat, Seen, Spread, View, Viewer};

/// Deals the cards of one hand in an order that a seed sets.
struct Dealer {
    state: u64,
}

impl Dealer {
    /// Any card of those that may come.
    fn next(&mut self, may_come: CardSet) -> Option<Card> {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let place = (self.state >> 33) as usize % may_come.len().max(1);
        may_come.iter().nth(place)
    }
}

/// Plays a hand to its end. `watch` sees every view that a bot decides from.
pub(crate) fn play(
    spread: &Spread,
    lineup: &Lineup,
    bots: &mut [Bot],
    seed: u64,
    mut watch: impl FnMut(Seat, &View),
) -> Result<Hand, Refusal> {
    let mut dealer = Dealer { state: seed };
    let mut events: Vec<Event> = Vec::new();
    let mut hand = Hand::new(spread, lineup, &mut events);
    loop {
        hand.deal_from(|may_come| dealer.next(may_come), &mut events)?;
        match hand.need() {
            Need::Reshuffle { .. } => hand.reshuffle(&mut events)?,
            Need::Nothing => return Ok(hand),
            Need::Act(seat) | Need::Discard(seat) | Need::Draw(seat) | Need::Show(seat) => {
                let viewer = Viewer::Seat(seat);
                let view = hand.view(viewer);
                watch(seat, &view);
                let seen: Vec<Seen> = events.iter().map(|event| event.seen_by(viewer)).collect();
                let action = bots[seat.index()].decide(&view, &seen);
                hand.act(seat, action, &mut events)?;
            }
            Need::Card(_) => {}
        }
    }
}
