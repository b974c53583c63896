//! What is true of every hand, whatever the game, the table, the stacks and the play.

mod ledger;
mod play;
mod probe;

use cardroom_cards::{Card, CardSet};
use cardroom_rules::{Event, Hand, Input, Limit, Need, Post, Profile, Seat, Seen, Viewer};
use play::{Random, any_table, below, choose, everyone, one_in, recorded_table, soak};
use rand::RngExt;

/// Hands of the main property; a hundred times as many in `make soak` are ten million.
const HANDS: u64 = 100_000;

/// Chips are conserved after every event, the hand offers exactly what it takes, refusals change nothing, views hold
/// only what their viewers know, and the events give the same hand again.
#[test]
fn soak_every_hand_keeps_its_promises() {
    soak(HANDS, |random| {
        let table = any_table(random, 0);
        let mut events = Vec::new();
        let mut hand = Hand::new(&table.spread, &table.lineup, &mut events);
        let mut ledger = ledger::Ledger::new(&table.lineup);
        let mut known = Known::default();
        let mut read = 0;
        let fold = 2 + below(random, 20);
        loop {
            for event in &events[read..] {
                ledger.enter(event);
                known.learn(event);
                check_seen(event, hand.players());
            }
            read = events.len();
            ledger.agrees_with(&hand);
            hand.invariants().unwrap();
            // The dear ones now and then: they are met often enough in so many hands.
            if one_in(random, if to_act(&hand).is_some() { 4 } else { 16 }) {
                known.check(random, &hand);
                probe::legal_is_what_is_taken(random, &hand);
            }
            let Some(input) = choose(random, &hand, fold) else { break };
            hand.apply(input, &mut events).unwrap();
        }
        assert!(hand.need() == Need::Nothing && events.last() == Some(&Event::Ended));
        replay(&table.spread, &table.lineup, &events, &hand);
        wagers_keep_to_the_table(&table, &events);
    });
}

/// A hand played again from its events is the same hand with the same events.
fn replay(spread: &cardroom_rules::Spread, lineup: &cardroom_rules::Lineup, events: &[Event], hand: &Hand) {
    let mut again = Vec::with_capacity(events.len());
    let mut copy = Hand::new(spread, lineup, &mut again);
    for input in events.iter().filter_map(Event::input) {
        copy.apply(input, &mut again).unwrap();
    }
    assert!(copy == *hand && again == *events, "played again it comes out differently");
}

/// No wager is above the spread or the profile's ceiling, and a profile's round has at most four, the blinds included.
fn wagers_keep_to_the_table(table: &play::Table, events: &[Event]) {
    let spread = &table.spread;
    let mut wagers = 0;
    for event in events {
        match *event {
            Event::Posted { post: Post::BigBlind | Post::Straddle, .. } => wagers += 1,
            Event::Round { round } if round > 0 => wagers = 0,
            Event::Raised { by, .. } => {
                wagers += 1;
                if let Limit::Spread { max, .. } = spread.limit() {
                    assert!(by <= max, "a wager of {by} in {}", spread.limit());
                }
                if let Some(profile) = spread.profile() {
                    assert!(by <= profile.wager_ceiling(), "a wager of {by} under {profile}");
                    assert!(wagers <= Profile::MOST_WAGERS, "{wagers} wagers in a round under {profile}");
                }
            }
            _ => {}
        }
    }
}

/// The cards that lie open, and those that each player was dealt.
#[derive(Default)]
struct Known {
    open: CardSet,
    dealt: [CardSet; cardroom_rules::MOST_SEATS],
}

impl Known {
    fn learn(&mut self, event: &Event) {
        match *event {
            Event::Dealt { seat, card } => self.dealt[seat.index()].extend(card.turn_up()),
            Event::Board { card } => self.open.extend(card),
            Event::Shown { cards, .. } => self.open |= cards.known(),
            Event::Revealed { cards, .. } => self.open |= cards,
            _ => {}
        }
    }

    /// Nobody's view holds a card that it may not know.
    fn check(&self, random: &mut Random, hand: &Hand) {
        let seat = Seat::new(below(random, hand.players() as u64) as usize).unwrap();
        for viewer in [Viewer::Public, Viewer::Seat(seat)] {
            let view = hand.view(viewer);
            let may_know = if viewer == Viewer::Public { self.open } else { self.open | self.dealt[seat.index()] };
            let holds = view.seats().fold(view.board.known(), |cards, seat| cards | seat.known());
            assert!(may_know.is_superset(holds), "{viewer:?} sees {holds} and may know {may_know}");
            assert_eq!(view.legal.is_some(), Some(seat) == to_act(hand) && viewer == Viewer::Seat(seat));
        }
    }
}

fn to_act(hand: &Hand) -> Option<Seat> {
    match hand.need() {
        Need::Act(seat) | Need::Discard(seat) | Need::Draw(seat) | Need::Show(seat) => Some(seat),
        Need::Card(_) | Need::Reshuffle { .. } | Need::Nothing => None,
    }
}

/// A face-down card is seen by the one before whom it lies, a burned card by nobody.
fn check_seen(event: &Event, players: usize) {
    let seats = cardroom_rules::SeatSet::first_seats(players).iter().map(Viewer::Seat);
    for viewer in seats.chain([Viewer::Public]) {
        match event.seen_by(viewer) {
            Seen::Dealt { seat, card } => assert_eq!(card.is_some(), viewer == Viewer::Seat(seat)),
            Seen::Burned { card } => assert_eq!(card, None),
            Seen::Discarded { seat, thrown } | Seen::Drew { seat, thrown } => {
                assert_eq!(thrown.known().len(), if viewer == Viewer::Seat(seat) { thrown.count() } else { 0 });
            }
            _ => {}
        }
    }
}

/// Two hands that differ only in what a viewer can't see look the same to it, until something is shown.
#[test]
fn soak_hidden_cards_change_nothing_that_others_see() {
    soak(HANDS / 4, |random| {
        let table = any_table(random, 0);
        let mut events = Vec::new();
        let mut hand = Hand::new(&table.spread, &table.lineup, &mut events);
        let mut inputs = Vec::new();
        let fold = 4 + below(random, 20);
        // Up to the showdown: from then on what was hidden decides what happens.
        while let Some(input) = choose(random, &hand, fold) {
            let before = events.len();
            hand.apply(input, &mut events).unwrap();
            let shown = events[before..].iter().any(|event| matches!(event, Event::Shown { .. }));
            if shown || matches!(hand.need(), Need::Show(_)) {
                events.truncate(before);
                break;
            }
            inputs.push(input);
        }
        let place = below(random, hand.players() as u64 + 1) as usize;
        let viewer = Seat::new(place).filter(|_| place < hand.players()).map_or(Viewer::Public, Viewer::Seat);
        let mut known = Known::default();
        events.iter().for_each(|event| known.learn(event));
        let seen =
            known.open | if let Viewer::Seat(seat) = viewer { known.dealt[seat.index()] } else { CardSet::EMPTY };
        let swap = Swap::new(random, !seen);
        compare(random, &table, &inputs, viewer, &swap);
    });
}

/// Another order of the hidden cards.
struct Swap([Card; Card::COUNT]);

impl Swap {
    fn new(random: &mut Random, hidden: CardSet) -> Self {
        let mut cards: Vec<Card> = hidden.iter().collect();
        for place in (1..cards.len()).rev() {
            cards.swap(place, below(random, place as u64 + 1) as usize);
        }
        let mut swap: Vec<Card> = Card::all().collect();
        for (from, to) in hidden.iter().zip(cards) {
            swap[from.index() as usize] = to;
        }
        Self(swap.try_into().unwrap())
    }

    fn card(&self, card: Card) -> Card {
        self.0[card.index() as usize]
    }

    fn cards(&self, cards: CardSet) -> CardSet {
        cards.iter().map(|card| self.card(card)).collect()
    }

    fn input(&self, input: Input) -> Input {
        use cardroom_rules::Action;
        match input {
            Input::Card(card) => Input::Card(card.map(|card| self.card(card))),
            Input::Reshuffle => Input::Reshuffle,
            Input::Act { seat, action } => {
                let action = match action {
                    Action::Discard(throw) => Action::Discard(self.cards(throw.cards).into()),
                    Action::Draw(throw) => Action::Draw(self.cards(throw.cards).into()),
                    other => other,
                };
                Input::Act { seat, action }
            }
        }
    }
}

fn compare(random: &mut Random, table: &play::Table, inputs: &[Input], viewer: Viewer, swap: &Swap) {
    let (mut these, mut those) = (Vec::new(), Vec::new());
    let mut this = Hand::new(&table.spread, &table.lineup, &mut these);
    let mut that = Hand::new(&table.spread, &table.lineup, &mut those);
    for &input in inputs {
        this.apply(input, &mut these).unwrap();
        that.apply(swap.input(input), &mut those).unwrap();
        let (this_view, that_view) = (this.view(viewer), that.view(viewer));
        assert_eq!(this_view, that_view);
        if one_in(random, 20) {
            assert_eq!(format!("{this_view:?}"), format!("{that_view:?}"));
        }
        // Nor does a refusal tell what is where.
        if let Viewer::Seat(seat) = viewer
            && to_act(&this) == Some(seat)
        {
            let tried = Input::Act { seat, action: probe::any_throw(random) };
            let (mut this, mut that) = (this, that);
            assert_eq!(this.apply(tried, &mut ()), that.apply(tried, &mut ()));
        }
    }
    let seen = |events: &[Event]| events.iter().map(|event| event.seen_by(viewer)).collect::<Vec<_>>();
    assert_eq!(seen(&these), seen(&those));
}

/// Whatever a hand is told, it takes it or refuses it; it never panics, and what it refuses changes nothing.
#[test]
fn soak_garbage_never_panics() {
    soak(HANDS / 4, |random| {
        let table = if one_in(random, 2) { any_table(random, 0) } else { recorded_table(random) };
        let mut hand = Hand::new(&table.spread, &table.lineup, &mut ());
        for _ in 0..random.random_range(0..400) {
            let input = if one_in(random, 3) {
                probe::any_input(random)
            } else {
                // Cards that a record doesn't know, too.
                match choose(random, &hand, 10) {
                    Some(Input::Card(_)) if one_in(random, 4) => Input::Card(None),
                    Some(input) => input,
                    None => probe::any_input(random),
                }
            };
            let before = hand;
            let mut events = Vec::new();
            match hand.apply(input, &mut events) {
                Ok(()) => hand.invariants().unwrap(),
                Err(refusal) => {
                    assert!(hand == before && events.is_empty(), "{refusal}");
                    assert!(!refusal.to_string().is_empty());
                }
            }
            let views = everyone(&hand).iter().map(|seat| hand.view(Viewer::Seat(seat)));
            assert!(views.into_iter().all(|view| view.pot == hand.pot()));
        }
    });
}
