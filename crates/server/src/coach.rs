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
    /// The share of the pot that its cards could expect.
    equity: f64,
    /// The share that the price asked for; null where it was free.
    price: Option<f64>,
    /// What the advisor would have done.
    advice: String,
    /// Whether that was as good.
    verdict: Verdict,
}

/// How good a choice was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    /// As good as the advisor's.
    Good,
    /// Not clearly worse.
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
    let verdict = match (chosen.action, advised) {
        (Action::Fold, Action::Fold)
        | (Action::Check | Action::Call, Action::Check | Action::Call)
        | (Action::RaiseTo(_), Action::RaiseTo(_)) => Verdict::Good,
        (Action::Fold, _) => by_loss(equity - price.unwrap_or(0.0)),
        (_, Action::Fold) => by_loss(price.unwrap_or(0.0) - equity),
        _ => Verdict::Close,
    };
    Some(Decision {
        turn: chosen.turn,
        street: street(view),
        text: done(chosen.action, owed),
        equity,
        price,
        advice: format!("Advisor: {}", done(advised, owed).to_lowercase()),
        verdict,
    })
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
            (own, choices.choices.first().map(|best| (best.keep, best.equity)))
        }
        None => {
            let advised = match advisor(chosen) {
                Action::Discard(throw) | Action::Draw(throw) => held - throw.cards,
                _ => kept,
            };
            let fair = 1.0 / (others + 1) as f64;
            (fair, Some((advised, if advised == kept { fair } else { fair + CLOSE })))
        }
    };
    let (best, worth) = best.unwrap_or((kept, equity));
    Decision {
        turn: chosen.turn,
        street: street(view),
        text: format!("{}, kept {}", count(thrown.len(), draws), named(kept)),
        equity,
        price: None,
        advice: if best == kept || worth - equity <= SAME {
            "Advisor: the same".to_owned()
        } else if choices.is_some() {
            format!("Advisor: keep {} ({:.1} %)", named(best), 100.0 * worth)
        } else {
            format!("Advisor: keep {}", named(best))
        },
        verdict: if best == kept { Verdict::Good } else { by_loss(worth - equity) },
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
