//! Random hands of every game at random tables, played by players who do anything legal.

#![allow(dead_code, reason = "each test uses its part")]

use cardroom_cards::{Card, CardSet, Rank};
use cardroom_history::{About, HandCopy, Reader};
use cardroom_rules::{
    Action, Ante, CATALOGUE, Cap, Chips, Event, Hand, Legal, Licence, Limit, Lineup, Need, Profile, Qualifier, Seat,
    Spread, SpreadSetup, Throw,
};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A hand and everything about it.
pub(crate) struct Played {
    pub(crate) spread: Spread,
    pub(crate) lineup: Lineup,
    pub(crate) events: Vec<Event>,
    pub(crate) stacks: Vec<Chips>,
}

impl Played {
    pub(crate) fn copy(&self, reader: Reader, about: About) -> HandCopy {
        HandCopy::new(&self.spread, &self.lineup, &self.events, reader, about)
    }
}

/// The hand that a seed stands for: any game, any limit, any settings, two players to a full table.
pub(crate) fn any(seed: u64) -> Played {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let game = CATALOGUE[rng.random_range(0..CATALOGUE.len())];
        if let Some(played) = of_setup(setup(game, &mut rng), &mut rng) {
            return played;
        }
    }
}

/// A hand of one game at a plain no-limit table.
pub(crate) fn of_game(id: &str, seed: u64) -> Played {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let game = cardroom_rules::Game::by_id(id).unwrap();
    of_setup(SpreadSetup::new(game, Limit::No { min_bet: Chips::new(10) }), &mut rng).unwrap()
}

fn setup(game: &'static cardroom_rules::Game, rng: &mut Xoshiro256PlusPlus) -> SpreadSetup {
    let min_bet = Chips::new(rng.random_range(1..=20));
    let limit = match rng.random_range(0..4) {
        0 => Limit::Fixed { small_bet: min_bet, big_bet: min_bet.times(rng.random_range(1..=3)) },
        1 => Limit::Pot { min_bet },
        2 => Limit::No { min_bet },
        _ => Limit::Spread { min: min_bet, max: min_bet.times(rng.random_range(1..=10)) },
    };
    let mut setup = SpreadSetup::new(game, limit);
    if rng.random_ratio(1, 4) {
        setup = setup.gld();
    }
    setup.ante = match rng.random_range(0..4) {
        0 => Ante::Each(Chips::new(rng.random_range(1..=5))),
        1 => Ante::BigBlind(min_bet),
        _ => Ante::None,
    };
    setup.cap = [setup.cap, Cap::None, Cap::Raises(1), Cap::Usual][rng.random_range(0..4)];
    setup.straddle = rng.random();
    setup.cap_lifted_heads_up = rng.random();
    if rng.random_ratio(1, 4) {
        setup.big_blind = Some(min_bet + Chips::new(rng.random_range(0..5)));
    }
    if game.division == cardroom_rules::Division::HighLow {
        setup.qualifier = [None, Some(Qualifier::Any), Some(Qualifier::OrBetter(Rank::King))][rng.random_range(0..3)];
    }
    if rng.random_ratio(1, 8) {
        setup.profile = Some(Profile::wac_230_15(Licence::ClassF));
        (setup.cap, setup.cap_lifted_heads_up, setup.ante) = (Cap::Usual, false, Ante::None);
    }
    setup
}

fn of_setup(setup: SpreadSetup, rng: &mut Xoshiro256PlusPlus) -> Option<Played> {
    let spread = setup.check().ok()?;
    let players = rng.random_range(2..=spread.game().seats().1);
    let most = [40, 400, 4000][rng.random_range(0..3)];
    let stacks: Vec<_> = (0..players).map(|_| Chips::new(rng.random_range(1..=most))).collect();
    let mut lineup = Lineup::new(&spread, &stacks).ok()?;
    if players > 2 && rng.random_ratio(1, 6) {
        lineup = lineup.with_blinds(&spread, None, Seat::new(rng.random_range(0..2))).ok()?;
    }
    if rng.random_ratio(1, 3) {
        lineup = lineup.with_straddle(&spread).unwrap_or(lineup);
    }
    if players > 4 && rng.random_ratio(1, 4) {
        let big = spread.big_blind();
        let (live, dead) =
            [(big, Chips::ZERO), (Chips::ZERO, big), (big, spread.small_blind())][rng.random_range(0..3)];
        lineup = lineup.with_post(Seat::new(4)?, live, dead).ok()?;
    }
    let mut events = Vec::new();
    let mut hand = Hand::new(&spread, &lineup, &mut events);
    play(&mut hand, &mut events, rng);
    let stacks = hand.stacks().collect();
    Some(Played { spread, lineup, events, stacks })
}

fn play(hand: &mut Hand, events: &mut Vec<Event>, rng: &mut Xoshiro256PlusPlus) {
    // A muck that was shuffled back is dealt on until it runs out.
    let mut stub: Option<CardSet> = None;
    loop {
        match hand.need() {
            Need::Card(_) => {
                let allowed = stub.map_or(hand.may_come(), |stub| hand.may_come() & stub);
                let card = allowed.iter().choose(rng).expect("the deck suffices");
                stub = stub.map(|stub| stub.without(card));
                hand.deal(Some(card), events).unwrap();
            }
            Need::Reshuffle { .. } => {
                stub = Some(hand.may_come());
                hand.reshuffle(events).unwrap();
            }
            Need::Nothing => break,
            _ => {
                let (seat, action) = choose(hand, rng);
                hand.act(seat, action, events).unwrap();
            }
        }
    }
    for seat in hand.live() {
        let some = hand.cards_of(seat).iter().filter(|_| rng.random()).collect::<CardSet>();
        // Refused where the hand has been seen already.
        let _ = hand.act(seat, Action::Reveal(some), events);
    }
}

fn choose(hand: &Hand, rng: &mut Xoshiro256PlusPlus) -> (Seat, Action) {
    match hand.legal() {
        Legal::Bet { seat, choices } => {
            let stay = if choices.call().is_some() { Action::Call } else { Action::Check };
            let action = match (choices.raise(), rng.random_range(0..10)) {
                (_, 0) => Action::Fold,
                (Ok(range), 1..=3) => {
                    let room = (range.max_to - range.min_to).get();
                    Action::RaiseTo(range.min_to + Chips::new(rng.random_range(0..=room)))
                }
                _ => stay,
            };
            (seat, action)
        }
        Legal::Discard { seat, most, .. } => (seat, Action::Discard(some_cards(hand, seat, most, rng))),
        Legal::Draw { seat, most, .. } => (seat, Action::Draw(some_cards(hand, seat, most, rng))),
        Legal::Show { seat, may_muck } => {
            (seat, if may_muck && rng.random() { Action::Muck } else { Action::Show(CardSet::EMPTY) })
        }
        Legal::Nothing => unreachable!("the hand waits for a player"),
    }
}

fn some_cards(hand: &Hand, seat: Seat, most: usize, rng: &mut Xoshiro256PlusPlus) -> Throw {
    let count = rng.random_range(0..=most);
    hand.cards_of(seat).iter().sample(rng, count).into_iter().collect::<CardSet>().into()
}

/// All cards, in a text.
pub(crate) fn cards_in(text: &str) -> Vec<Card> {
    let mut cards = Vec::new();
    let mut rest = text;
    while rest.len() >= 2 {
        match rest.get(..2).and_then(|two| two.parse().ok()) {
            Some(card) => {
                cards.push(card);
                rest = &rest[2..];
            }
            None => rest = &rest[rest.chars().next().map_or(1, char::len_utf8)..],
        }
    }
    cards
}
