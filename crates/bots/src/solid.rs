//! A solid player: knows what its cards are worth against unknown hands, what the pot offers, and where it sits.

use cardroom_rules::{Action, Standing};

use crate::book::{Book, throws};
use crate::chance::Chance;
use crate::memory::Memory;
use crate::rival::{Rival, known_cards};
use crate::spot::{Spot, throws_left};
use crate::story::{Kind, Story};
use crate::worlds::Worlds;

/// What a solid player bets.
pub(crate) fn bet(spot: &Spot<'_>, story: &Story, memory: &Memory, samples: usize, chance: &mut Chance) -> Action {
    let others = likely_opponents(spot);
    let equity = equity(spot, story, memory, others, samples, chance);
    // How many fair shares the hand is worth: the same number means the same at a table of any size.
    let shares = equity * (others + 1) as f32;
    // Cards to come bring hands closer together: the same lead means more the earlier it is.
    let rounds = spot.rounds_left() as f32;
    let shares = 1.0 + (shares - 1.0) * (1.0 + 0.3 * rounds);
    let raises = f32::from(story.raises);
    let patience = if spot.in_position() { 0.0 } else { 0.05 };
    if spot.call == 0.0 {
        let bluffs = others == 1 && spot.in_position() && chance.happens(0.12);
        let bets = shares > 1.22 + patience || bluffs;
        return if bets { spot.raise(size(spot, chance)) } else { spot.stay() };
    }
    if shares > 1.45 + 0.15 * raises + patience && spot.may_raise() {
        return spot.raise(size(spot, chance));
    }
    if !spot.raised && spot.view.round == 0 && shares > 1.2 + patience {
        return spot.raise(size(spot, chance));
    }
    // Who bets has more than anybody's hand, and the more so the more it bets; a blind is no bet.
    let respect = if spot.raised { 0.25 * spot.price() + 0.02 * raises } else { 0.0 };
    // Unless it doesn't look at its cards: then less than the price will do, for it bets on with nothing. Where cards are
    // thrown away the equity knows already what it ends with.
    let blind = blindness(spot, story, memory);
    let bonus = if throws(spot.view.spread.game()) == 0 { 0.2 * blind * spot.price() } else { 0.0 };
    let respect = respect * (1.0 - blind) - bonus;
    let respect = respect + 0.4 * patience - 0.015 * rounds;
    if equity > spot.price() + respect { spot.stay() } else { spot.give_up() }
}

/// How surely whoever raised last plays without a look at its cards.
fn blindness(spot: &Spot<'_>, story: &Story, memory: &Memory) -> f32 {
    let raised = |kind| matches!(kind, Kind::Raise(_));
    let last = story.deeds.iter().rfind(|deed| raised(deed.kind) && usize::from(deed.round) == spot.view.round);
    last.map_or(0.0, |deed| memory.temper(spot.view, deed.seat).blind())
}

/// Those who have shown interest, and a part of those who are still to speak.
fn likely_opponents(spot: &Spot<'_>) -> usize {
    let interested = spot.opponents().filter(|other| {
        other.standing == Standing::AllIn || spot.view.round > 0 || (other.bet >= spot.view.price && spot.raised)
    });
    let (interested, all) = (interested.count(), spot.opponents().count());
    if spot.view.round > 0 { all } else { (interested + (2 * (all - interested)).div_ceil(5)).max(1) }
}

/// The part of the pot that the bot's hand expects against so many who play by the book, or without a look at their cards.
pub(crate) fn equity(
    spot: &Spot<'_>,
    story: &Story,
    memory: &Memory,
    others: usize,
    samples: usize,
    chance: &mut Chance,
) -> f32 {
    let book = Book::get(&spot.view.spread, others);
    let known = known_cards(spot.view, story);
    let draws = throws_left(spot.view);
    let mut tempers = spot
        .opponents()
        .map(|other| (memory.temper(spot.view, other.seat).blind(), other.cards.count()))
        .collect::<Vec<_>>();
    // Whoever doesn't look seldom goes away.
    tempers.sort_by(|one, other| other.0.total_cmp(&one.0));
    let rival = |temper: &(f32, usize)| Rival::unknown(&book, known, draws, *temper, samples, chance);
    let rivals = tempers.iter().take(others).map(rival).collect::<Vec<_>>();
    let worlds = Worlds::deal(&book, spot.board, known, &rivals, samples, chance);
    let held = book.will_hold(spot.held, draws);
    worlds.equity(&worlds.own(&book, held, draws, chance))
}

/// Two thirds of the pot, give or take; three times the blind before anybody has raised.
fn size(spot: &Spot<'_>, chance: &mut Chance) -> f32 {
    let base = if spot.view.round == 0 && !spot.raised { 0.9 } else { 0.6 };
    base + 0.2 * chance.unit()
}
