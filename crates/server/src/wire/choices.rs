//! What a player may do, with amounts for the usual buttons.

use cardroom_protocol::{Choices, RaiseRange};
use cardroom_rules::{Legal, Making, Verb, View};

/// What the viewer may do in its turn.
pub(crate) fn choices(view: &View) -> Option<Choices> {
    let game = view.spread.game();
    let small = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
    Some(match view.legal? {
        Legal::Bet { choices, .. } => {
            let own = view.own()?;
            let (price, pot) = (view.price.get(), view.pot.get());
            let call = choices.call();
            let owed = call.map_or(0, |call| call.amount.get());
            let raise = choices.raise().ok().map(|range| {
                let (min, max) = (range.min_to.get(), range.max_to.get());
                // A raise of a part of the pot: of what it will be once the call is in.
                let of_pot = |part: u64, whole: u64| {
                    let after_call = pot.saturating_add(owed);
                    price.saturating_add(after_call.saturating_mul(part) / whole).clamp(min, max)
                };
                RaiseRange {
                    min,
                    max,
                    min_rule: range.min_rule.to_string(),
                    max_rule: range.max_rule.to_string(),
                    max_all_in: max == own.bet.get().saturating_add(own.stack.get()),
                    half_pot: of_pot(1, 2),
                    two_thirds_pot: of_pot(2, 3),
                    pot: of_pot(1, 1),
                }
            });
            Choices::Bet {
                check: call.is_none(),
                call: call.map(|call| call.amount.get()),
                call_all_in: call.is_some_and(|call| call.all_in),
                raise,
                no_raise: choices.raise().err().map(|rule| rule.to_string()),
                opens: price == 0,
            }
        }
        Legal::Discard { most, rule, .. } => {
            let held = view.own()?.cards.count();
            // Where every held card must play, what isn't held comes from the board; who keeps five needs none.
            let has_board = game.steps.iter().any(|step| matches!(step.verb, Verb::Board(..)));
            let plays = |thrown: usize| {
                let from_board = 5_usize.saturating_sub(held.saturating_sub(thrown));
                if has_board && game.making == Making::AllHeld { small(from_board) } else { 0 }
            };
            Choices::Discard { most: small(most), rule: rule.to_string(), board_plays: (0..=most).map(plays).collect() }
        }
        Legal::Draw { most, rule, .. } => Choices::Draw { most: small(most), rule: rule.to_string() },
        Legal::Show { may_muck, .. } => Choices::Show { may_muck },
        Legal::Nothing => return None,
    })
}
