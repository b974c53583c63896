//! The practice coach: each choice of a player in a finished hand, what its cards were worth then, and what the advisor
//! would have done. It sees what the player saw, and nothing else.

use cardroom_bots::{Bot, Level, share};
use cardroom_cards::CardSet;
use cardroom_odds::{Enough, Keep, Model, Pool};
use cardroom_rules::{Action, Legal, Standing, View};
use serde::Serialize;

use crate::retell::Chosen;

/// Deals imagined for one choice.
const SAMPLES: usize = 2048;
/// How close two shares of the pot are that make no difference.
const SAME: f64 = 0.01;
/// How close they are when the choice is not clear.
const CLOSE: f64 = 0.04;

/// One choice, looked at again.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Decision {
    /// Its number among the hand's turns.
    turn: u32,
    /// The part of the hand: "Before the board", "First draw".
    street: String,
    /// What the player did.
    text: String,
    /// The share of the pot that its cards could expect if nobody bet any more; null for a throw that others come after,
    /// whose worth nobody has worked out.
    equity: Option<f64>,
    /// The share that the price asked for; null where it was free.
    price: Option<f64>,
    /// What the advisor would have done.
    advice: String,
    /// How good the player's choice was beside that.
    verdict: Verdict,
}

/// How good a choice was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    /// As good as the advisor's, and the price agrees.
    Good,
    /// Not clearly worse; or the advisor would do the same, but for what may still be bet: the price alone says no.
    Close,
    /// Clearly worse.
    Poor,
}

/// Looks at every choice again. Showing and mucking are no choices to be coached in.
pub(crate) fn coach(choices: &[Chosen], pool: &Pool<'_>) -> Vec<Decision> {
    let look = |chosen: &Chosen| match chosen.action {
        Action::Discard(throw) | Action::Draw(throw) => Some(thrown(chosen, throw.cards, pool)),
        Action::Fold | Action::Check | Action::Call | Action::RaiseTo(_) => bet(chosen),
        Action::Show(_) | Action::Muck | Action::Reveal(_) => None,
    };
    choices.iter().filter_map(look).collect()
}

fn advisor(chosen: &Chosen) -> Action {
    Bot::new(Level::Strong, seed(chosen)).with_samples(SAMPLES).decide(&chosen.view, &chosen.story)
}

/// The same hand is always judged alike.
fn seed(chosen: &Chosen) -> u64 {
    chosen.story.len() as u64
}

fn bet(chosen: &Chosen) -> Option<Decision> {
    let view = &chosen.view;
    let equity = f64::from(share(view, &chosen.story, SAMPLES, seed(chosen))?);
    let Some(Legal::Bet { choices, .. }) = view.legal else { return None };
    let owed = choices.call().map_or(0, |call| call.amount.get());
    let price = (owed > 0).then(|| owed as f64 / (owed + view.pot.get()) as f64);
    let advised = advisor(chosen);
    let verdict = judged(chosen.action, advised, equity, price.unwrap_or(0.0));
    Some(Decision {
        turn: chosen.turn,
        street: street(view),
        text: done(chosen.action, owed),
        equity: Some(equity),
        price,
        advice: format!("Advisor: {}", done(advised, owed).to_lowercase()),
        verdict,
    })
}

/// A bet beside the advisor's, and beside the price: the share of the pot that a call or a fold gives away by it.
fn judged(chosen: Action, advised: Action, equity: f64, price: f64) -> Verdict {
    match (chosen, advised) {
        (Action::RaiseTo(_), Action::RaiseTo(_)) => Verdict::Good,
        // The advisor counts on later bets, and on what the others' bets tell; a share below the price is never plainly good.
        (Action::Fold, Action::Fold) => not_poor(by_loss(equity - price)),
        (Action::Check | Action::Call, Action::Check | Action::Call) => not_poor(by_loss(price - equity)),
        (Action::Fold, _) => by_loss(equity - price),
        (_, Action::Fold) => by_loss(price - equity),
        _ => Verdict::Close,
    }
}

/// What the advisor would do as well is at least close.
fn not_poor(verdict: Verdict) -> Verdict {
    if verdict == Verdict::Poor { Verdict::Close } else { verdict }
}

fn by_loss(loss: f64) -> Verdict {
    match loss {
        loss if loss <= SAME => Verdict::Good,
        loss if loss <= CLOSE => Verdict::Close,
        _ => Verdict::Poor,
    }
}

fn thrown(chosen: &Chosen, thrown: CardSet, pool: &Pool<'_>) -> Decision {
    let view = &chosen.view;
    let held = view.own().map_or(CardSet::EMPTY, cardroom_rules::SeatView::known);
    let kept = held - thrown;
    let others = view.seats().filter(|seat| seat.standing != Standing::Folded).count().saturating_sub(1).max(1);
    let draws = matches!(chosen.action, Action::Draw(_));
    let last = !view
        .spread
        .game()
        .steps
        .iter()
        .skip(view.step + 1)
        .any(|step| matches!(step.verb, cardroom_rules::Verb::Draw { .. } | cardroom_rules::Verb::Discard { .. }));
    // The charts know one throw; of several the last one is like it.
    let asked = Keep::new(view.spread.game(), held, others, Model::Equilibrium).ok().filter(|_| last);
    let choices = asked.and_then(|keep| keep.answer(Enough::Error(0.002), seed(chosen), pool).ok());
    let (equity, best) = match &choices {
        Some(choices) => {
            let own = choices.choices.iter().find(|choice| choice.keep == kept).map_or(0.0, |choice| choice.equity);
            let best = choices.choices.first().map_or((kept, own), |best| (best.keep, best.equity));
            (Some(own), (best.0, Some(best.1)))
        }
        None => match advisor(chosen) {
            Action::Discard(throw) | Action::Draw(throw) => (None, (held - throw.cards, None)),
            _ => (None, (kept, None)),
        },
    };
    let (advice, verdict) = beside(kept, equity, best);
    Decision {
        turn: chosen.turn,
        street: street(view),
        text: format!("{}, kept {}", count(thrown.len(), draws), named(kept)),
        equity,
        price: None,
        advice,
        verdict,
    }
}

/// What was kept beside what the advisor would have kept, each with what it is worth where that is known.
fn beside(kept: CardSet, equity: Option<f64>, (best, worth): (CardSet, Option<f64>)) -> (String, Verdict) {
    let same = || "Advisor: the same".to_owned();
    match (worth, equity) {
        _ if best == kept => (same(), Verdict::Good),
        (Some(worth), Some(equity)) if worth - equity <= SAME => (same(), Verdict::Good),
        (Some(worth), Some(equity)) => {
            (format!("Advisor: keep {} ({:.1} %)", named(best), 100.0 * worth), by_loss(worth - equity))
        }
        // By how much the other is better nobody has worked out.
        _ => (format!("Advisor: keep {}", named(best)), Verdict::Close),
    }
}

fn count(thrown: usize, draws: bool) -> String {
    match (thrown, draws) {
        (0, _) => "Stood pat".to_owned(),
        (thrown, true) => format!("Drew {thrown}"),
        (thrown, false) => format!("Discarded {thrown}"),
    }
}

fn named(cards: CardSet) -> String {
    if cards.is_empty() {
        return "nothing".to_owned();
    }
    cards.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}

fn done(action: Action, owed: u64) -> String {
    match action {
        Action::Fold => "Fold".to_owned(),
        Action::Check => "Check".to_owned(),
        Action::Call => format!("Call {owed}"),
        Action::RaiseTo(to) if owed == 0 => format!("Bet {to}"),
        Action::RaiseTo(to) => format!("Raise to {to}"),
        Action::Discard(_) | Action::Draw(_) | Action::Show(_) | Action::Muck | Action::Reveal(_) => String::new(),
    }
}

fn street(view: &View) -> String {
    let board = view.board.known().len();
    match (view.legal, board, view.draws) {
        (Some(Legal::Discard { .. }), ..) => "Discard".to_owned(),
        (Some(Legal::Draw { .. }), _, draws) => format!("Draw {draws}"),
        (_, 0, 0) => "Before any card is thrown or turned".to_owned(),
        (_, 0, draws) => format!("After throw {draws}"),
        (_, 1, _) => "One board card".to_owned(),
        (_, cards, _) => format!("{cards} board cards"),
    }
}

#[cfg(test)]
mod tests {
    use cardroom_rules::Chips;

    use super::*;

    #[test]
    fn a_throw_whose_worth_nobody_knows_is_never_called_costly() {
        let (aces, low): (CardSet, CardSet) = ("AhAd".parse().unwrap(), "2c3c".parse().unwrap());
        let same = |verdict| ("Advisor: the same".to_owned(), verdict);
        assert_eq!(beside(aces, None, (aces, None)), same(Verdict::Good));
        assert_eq!(beside(low, None, (aces, None)), ("Advisor: keep Ad Ah".to_owned(), Verdict::Close));
        assert_eq!(beside(low, None, (CardSet::EMPTY, None)), ("Advisor: keep nothing".to_owned(), Verdict::Close));
        assert_eq!(beside(low, Some(0.3), (aces, Some(0.309))), same(Verdict::Good));
        assert_eq!(
            beside(low, Some(0.3), (aces, Some(0.33))),
            ("Advisor: keep Ad Ah (33.0 %)".to_owned(), Verdict::Close)
        );
        assert_eq!(
            beside(low, Some(0.3), (aces, Some(0.4))),
            ("Advisor: keep Ad Ah (40.0 %)".to_owned(), Verdict::Poor)
        );
    }

    #[test]
    fn what_the_advisor_does_too_is_good_only_where_the_price_agrees() {
        let raise = Action::RaiseTo(Chips::new(40));
        for (chosen, advised, equity, price, verdict) in [
            (Action::Call, Action::Call, 0.35, 0.25, Verdict::Good),
            (Action::Call, Action::Call, 0.245, 0.25, Verdict::Good),
            (Action::Call, Action::Call, 0.22, 0.25, Verdict::Close),
            (Action::Call, Action::Call, 0.1, 0.25, Verdict::Close),
            (Action::Check, Action::Check, 0.1, 0.0, Verdict::Good),
            (Action::Fold, Action::Fold, 0.1, 0.25, Verdict::Good),
            (Action::Fold, Action::Fold, 0.4, 0.25, Verdict::Close),
            (Action::Call, Action::Fold, 0.1, 0.25, Verdict::Poor),
            (Action::Call, Action::Fold, 0.3, 0.25, Verdict::Good),
            (Action::Fold, Action::Call, 0.4, 0.25, Verdict::Poor),
            (raise, raise, 0.1, 0.25, Verdict::Good),
            (Action::Call, raise, 0.6, 0.25, Verdict::Close),
        ] {
            let said = format!("{} for {}: {equity} of {price}", done(chosen, 5), done(advised, 5));
            assert_eq!(judged(chosen, advised, equity, price), verdict, "{said}");
        }
    }
}
