//! The size of the tree of choices, by depth, for small tables of every game and limit: the poker perft.
//!
//! A choice is a fold, a check or call, the least raise, the largest raise where it is another, or throwing away no
//! card, one, or as many as may go. What the dealer does and showing are no choices here, so the counts don't depend
//! on the cards. Any change of whose turn it is, of what is offered, or of when a round ends changes a count.

mod script;

use cardroom_cards::{Card, CardSet};
use cardroom_rules::{Action, Hand, Legal, Need, Throw};

/// One test for each file of counts.
macro_rules! files {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                let file = concat!("perft/", stringify!($name), ".txt");
                check(file, include_str!(concat!("perft/", stringify!($name), ".txt")));
            }
        )*
    };
}

files! { draw holdem holdout }

/// Each case sets a table and says how many hands there are after one choice, after two, and so on.
fn check(file: &str, text: &str) {
    let mut differences = Vec::new();
    for case in script::cases(text) {
        let (&(number, counts), settings) = case.lines().split_last().expect("a title alone is no case");
        let counts = counts.strip_prefix("counts ").unwrap_or_else(|| panic!("{file}:{number}: no counts"));
        let depth = counts.split(' ').count();
        let (spread, lineup) = script::set_up(settings).unwrap_or_else(|error| panic!("{file}:{error}"));
        let mut hand = Hand::new(&spread, &lineup, &mut ());
        go_on(&mut hand);
        let mut found = vec![0_u64; depth];
        count(&hand, &mut found);
        let found: Vec<String> = found.iter().map(u64::to_string).collect();
        if found.join(" ") != counts {
            differences.push(format!(
                "{file}:{number}: {}\n  is     {}\n  should {counts}",
                case.title,
                found.join(" ")
            ));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

fn count(hand: &Hand, counts: &mut [u64]) {
    let Some((here, deeper)) = counts.split_first_mut() else { return };
    for action in choices(hand) {
        let (Need::Act(seat) | Need::Discard(seat) | Need::Draw(seat)) = hand.need() else { return };
        let mut next = *hand;
        next.act(seat, action, &mut ()).expect("legal");
        go_on(&mut next);
        *here += 1;
        count(&next, deeper);
    }
}

fn choices(hand: &Hand) -> Vec<Action> {
    match hand.legal() {
        Legal::Bet { choices, .. } => {
            let stay = if choices.call().is_some() { Action::Call } else { Action::Check };
            let mut actions = vec![Action::Fold, stay];
            if let Ok(range) = choices.raise() {
                actions.push(Action::RaiseTo(range.min_to));
                actions.extend((range.max_to > range.min_to).then_some(Action::RaiseTo(range.max_to)));
            }
            actions
        }
        Legal::Discard { seat, most, .. } => [0, 1, most].map(|count| Action::Discard(first(hand, seat, count))).into(),
        Legal::Draw { seat, most, .. } => [0, 1, most].map(|count| Action::Draw(first(hand, seat, count))).into(),
        Legal::Show { .. } | Legal::Nothing => Vec::new(),
    }
}

fn first(hand: &Hand, seat: cardroom_rules::Seat, count: usize) -> Throw {
    hand.cards_of(seat).iter().take(count).collect::<CardSet>().into()
}

/// Deals what is asked for and shows all hands, up to the next choice or the end.
fn go_on(hand: &mut Hand) {
    loop {
        let went = match hand.need() {
            // Seventeen has no divisor in common with 52, so every card comes up.
            Need::Card(_) => {
                let mut deck = (0..52_u16).filter_map(|place| Card::from_index(((place * 17 + 5) % 52) as u8));
                let allowed = hand.may_come();
                hand.deal(deck.find(|card| allowed.contains(*card)), &mut ())
            }
            Need::Reshuffle { .. } => hand.reshuffle(&mut ()),
            Need::Show(seat) => hand.act(seat, Action::Show(CardSet::EMPTY), &mut ()),
            Need::Act(_) | Need::Discard(_) | Need::Draw(_) | Need::Nothing => return,
        };
        went.expect("dealt from what may come");
    }
}
