//! A loose beginner: judges by the look of its own cards, calls too much, raises too little, never thinks of odds.

use cardroom_cards::{CardSet, Rank};
use cardroom_rules::{Action, Division, LowKind, View};

use crate::chance::Chance;
use crate::feel::feel;
use crate::spot::Spot;

/// What a beginner bets.
pub(crate) fn bet(spot: &Spot<'_>, chance: &mut Chance) -> Action {
    let liked = feel(spot.held, spot.board, spot.view.spread.game().division) + 0.2 * (chance.unit() - 0.5);
    if spot.call == 0.0 {
        let bets = liked > 0.6 && chance.happens(0.5) || chance.happens(0.08);
        return if bets { spot.raise(0.4 + 0.4 * chance.unit()) } else { spot.stay() };
    }
    if liked > 0.85 && chance.happens(0.35) {
        return spot.raise(0.5 + 0.5 * chance.unit());
    }
    // What frightens is the size of a bet beside one's own stack, not beside the pot.
    let fright = spot.call / (spot.call + spot.stack).max(1.0);
    let early = if spot.view.round == 0 { 0.12 } else { 0.0 };
    if liked + early > 0.28 + 0.3 * fright { spot.stay() } else { spot.give_up() }
}

/// What a beginner throws away: whatever isn't paired or high, or in a low game whatever is paired or high.
pub(crate) fn throw(view: &View, most: usize) -> CardSet {
    let held = view.own().map_or(CardSet::EMPTY, cardroom_rules::SeatView::known);
    let kept = keep(held, view.spread.game().division);
    let spare = (held - kept).len().saturating_sub(most);
    held - kept - held.iter().filter(|&card| !kept.contains(card)).take(spare).collect()
}

/// What a beginner keeps of a hand.
pub(crate) fn keep(held: CardSet, division: Division) -> CardSet {
    match division {
        Division::High => high(held),
        Division::Low(kind) => low(held, kind),
        Division::HighLow => {
            let low = low(held, LowKind::AceToFive);
            if low.len() >= 3 { low } else { high(held) }
        }
    }
}

fn high(held: CardSet) -> CardSet {
    if feel(held, CardSet::EMPTY, Division::High) > 0.92 {
        return held;
    }
    let paired = |rank: Rank| (held & CardSet::of_rank(rank)).len() >= 2;
    let pairs = held.iter().filter(|card| paired(card.rank())).collect::<CardSet>();
    if pairs.is_empty() { held.iter().rev().take(2).collect() } else { pairs }
}

fn low(held: CardSet, kind: LowKind) -> CardSet {
    let mut kept = CardSet::EMPTY;
    for card in held {
        let high = card.rank() > Rank::Nine && !(kind == LowKind::AceToFive && card.rank() == Rank::Ace);
        if !high && (kept & CardSet::of_rank(card.rank())).is_empty() {
            kept.insert(card);
        }
    }
    kept
}
