//! Anything legal: first the kind of action, then its amount or cards, each with equal chance.

use cardroom_cards::CardSet;
use cardroom_rules::{Action, Chips, Choices, Legal, View};

use crate::chance::Chance;

/// Any legal action; a view without a choice gives the one that changes nothing.
pub(crate) fn decide(view: &View, chance: &mut Chance) -> Action {
    match view.legal {
        Some(Legal::Bet { choices, .. }) => bet(&choices, chance),
        Some(Legal::Discard { most, .. }) => Action::Discard(some_cards(view, most, chance).into()),
        Some(Legal::Draw { most, .. }) => Action::Draw(some_cards(view, most, chance).into()),
        Some(Legal::Show { may_muck: true, .. }) if chance.happens(0.5) => Action::Muck,
        Some(Legal::Show { .. }) => Action::Show(CardSet::EMPTY),
        Some(Legal::Nothing) | None => Action::Check,
    }
}

fn bet(choices: &Choices, chance: &mut Chance) -> Action {
    let raise = choices.raise();
    match (chance.below(2 + u64::from(raise.is_ok())), raise) {
        (0, _) => Action::Fold,
        (2, Ok(range)) => {
            Action::RaiseTo(range.min_to + Chips::new(chance.below((range.max_to - range.min_to).get() + 1)))
        }
        _ if choices.call().is_some() => Action::Call,
        _ => Action::Check,
    }
}

fn some_cards(view: &View, most: usize, chance: &mut Chance) -> CardSet {
    let held = view.own().map_or(CardSet::EMPTY, cardroom_rules::SeatView::known);
    let count = chance.place(most + 1);
    chance.cards(count, !held)
}
