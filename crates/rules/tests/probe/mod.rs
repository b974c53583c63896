//! Tries what a hand should take and what it shouldn't, on copies of it.

use cardroom_cards::{Card, CardSet};
use cardroom_rules::{Action, Chips, Hand, Input, Legal, Need, Place, Seat, Throw};

use crate::play::{Random, below, cards_of, everyone, one_in, one_of};

/// `legal()` allows exactly what the hand takes: at every bound and one beyond, from every seat, of every kind.
pub(crate) fn legal_is_what_is_taken(random: &mut Random, hand: &Hand) {
    let legal = hand.legal();
    let (to_act, most) = match legal {
        Legal::Bet { seat, .. } | Legal::Show { seat, .. } => (Some(seat), 0),
        Legal::Discard { seat, most, .. } | Legal::Draw { seat, most, .. } => (Some(seat), most),
        Legal::Nothing => (None, 0),
    };
    if let Some(seat) = to_act {
        try_bets(random, hand, seat, &legal);
        try_throws(random, hand, seat, most, &legal);
        try_showing(random, hand, seat, &legal);
        // Anybody else, in the hand or not, is out of turn whatever it tries.
        let other = Seat::new(below(random, 10) as usize).filter(|&other| other != seat);
        if let Some(other) = other {
            let own = hand.cards_of(other);
            let tries = [Action::Fold, Action::Check, Action::Call, Action::Muck, Action::Show(CardSet::EMPTY)];
            let throws = [Action::Discard(Throw::NONE), Action::Draw(Throw::NONE), Action::Reveal(own)];
            for action in tries.into_iter().chain(throws) {
                expect(hand, other, action, false);
            }
            expect(hand, other, Action::RaiseTo(Chips::new(below(random, 100))), false);
        }
    } else if hand.need() == Need::Nothing {
        try_after_the_hand(random, hand);
    }
    try_dealing(random, hand);
}

fn try_bets(random: &mut Random, hand: &Hand, seat: Seat, legal: &Legal) {
    let (bets, call, raise) = match legal {
        Legal::Bet { choices, .. } => (true, choices.call(), choices.raise().ok()),
        _ => (false, None, None),
    };
    expect(hand, seat, Action::Fold, bets);
    expect(hand, seat, Action::Check, bets && call.is_none());
    expect(hand, seat, Action::Call, bets && call.is_some());
    let bounds = raise.map_or([0; 2], |range| [range.min_to.get(), range.max_to.get()]);
    let between = bounds[0] + below(random, bounds[1] - bounds[0] + 1);
    let near = bounds.iter().flat_map(|&bound| [bound.saturating_sub(1), bound, bound + 1]);
    for to in near.chain([0, between, 1 << 53, u64::MAX, below(random, 1000)]) {
        let allowed = raise.is_some_and(|range| (range.min_to..=range.max_to).contains(&Chips::new(to)));
        expect(hand, seat, Action::RaiseTo(Chips::new(to)), allowed);
    }
}

fn try_throws(random: &mut Random, hand: &Hand, seat: Seat, most: usize, legal: &Legal) {
    let own = hand.cards_of(seat);
    let discards = matches!(legal, Legal::Discard { .. });
    let draws = matches!(legal, Legal::Draw { .. });
    for count in 0..=own.len() {
        let throw: Throw = cards_of(random, own, count).into();
        expect(hand, seat, Action::Discard(throw), discards && count <= most);
        expect(hand, seat, Action::Draw(throw), draws && count <= most);
    }
    let not_own: Throw = cards_of(random, !own, 1).into();
    expect(hand, seat, Action::Discard(not_own), false);
    expect(hand, seat, Action::Draw(not_own), false);
    let too_many = Throw { cards: CardSet::EMPTY, unknown: 6 };
    expect(hand, seat, Action::Discard(too_many), false);
    expect(hand, seat, Action::Draw(too_many), false);
}

fn try_showing(random: &mut Random, hand: &Hand, seat: Seat, legal: &Legal) {
    let shows = matches!(legal, Legal::Show { .. });
    let own = hand.cards_of(seat);
    expect(hand, seat, Action::Show(CardSet::EMPTY), shows);
    expect(hand, seat, Action::Show(own), shows);
    expect(hand, seat, Action::Show(cards_of(random, !own, own.len())), false);
    expect(hand, seat, Action::Muck, matches!(legal, Legal::Show { may_muck: true, .. }));
    expect(hand, seat, Action::Reveal(own), false);
}

/// Nothing is taken any more but cards that somebody who never folded shows of its own will.
fn try_after_the_hand(random: &mut Random, hand: &Hand) {
    for seat in everyone(hand) {
        let own = hand.cards_of(seat);
        let hidden = hand.view(cardroom_rules::Viewer::Public).seat(seat).is_some_and(|seat| !seat.shown);
        let may = hidden && hand.live().contains(seat) && !own.is_empty();
        expect(hand, seat, Action::Reveal(own), may);
        expect(hand, seat, Action::Reveal(cards_of(random, own, 1)), may);
        expect(hand, seat, Action::Reveal(CardSet::EMPTY), false);
        expect(hand, seat, Action::Reveal(cards_of(random, !own, 1)), false);
        for action in [Action::Fold, Action::Check, Action::Call, Action::Muck, Action::Show(own)] {
            expect(hand, seat, action, false);
        }
    }
}

fn try_dealing(random: &mut Random, hand: &Hand) {
    let deals = matches!(hand.need(), Need::Card(_));
    for card in [any_card(random), any_card(random)] {
        take(hand, Input::Card(Some(card)), deals && hand.may_come().contains(card));
    }
    take(hand, Input::Reshuffle, matches!(hand.need(), Need::Reshuffle { .. }));
    if let Need::Card(Place::Hole(_) | Place::Burn | Place::Board) = hand.need() {
        take(hand, Input::Act { seat: Seat::new(0).unwrap(), action: Action::Fold }, false);
    }
}

fn expect(hand: &Hand, seat: Seat, action: Action, allowed: bool) {
    take(hand, Input::Act { seat, action }, allowed);
}

/// The hand takes the input if it should, and else is as it was.
fn take(hand: &Hand, input: Input, allowed: bool) {
    let mut copy = *hand;
    let mut events = 0;
    let outcome = copy.apply(input, &mut |_| events += 1);
    assert_eq!(outcome.is_ok(), allowed, "{:?}: {outcome:?}", hand.legal());
    assert!(outcome.is_ok() || (copy == *hand && events == 0), "a refusal changed something");
}

/// Anything at all.
pub(crate) fn any_input(random: &mut Random) -> Input {
    match below(random, 8) {
        0 => Input::Card(Some(any_card(random))),
        1 => Input::Card(None),
        2 => Input::Reshuffle,
        _ => Input::Act { seat: Seat::new(below(random, 10) as usize).unwrap(), action: any_action(random) },
    }
}

fn any_action(random: &mut Random) -> Action {
    let amount = one_of(random, &[0, 1, 2, 5, 100, 1 << 53, u64::MAX, u64::MAX - 1]);
    let amount = if one_in(random, 2) { below(random, 500) } else { amount };
    match below(random, 9) {
        0 => Action::Fold,
        1 => Action::Check,
        2 => Action::Call,
        3 => Action::RaiseTo(Chips::new(amount)),
        4 => Action::Muck,
        5 => Action::Show(any_cards(random)),
        6 => Action::Reveal(any_cards(random)),
        _ => any_throw(random),
    }
}

/// A discard or draw of any cards, known and unknown.
pub(crate) fn any_throw(random: &mut Random) -> Action {
    let throw = Throw { cards: any_cards(random), unknown: one_of(random, &[0, 0, 0, 1, 2, 5, u8::MAX]) };
    if one_in(random, 2) { Action::Discard(throw) } else { Action::Draw(throw) }
}

fn any_cards(random: &mut Random) -> CardSet {
    let count = one_of(random, &[0, 1, 1, 2, 5, 52]);
    cards_of(random, CardSet::FULL, count)
}

fn any_card(random: &mut Random) -> Card {
    Card::from_index(below(random, 52) as u8).unwrap()
}
