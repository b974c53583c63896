//! What to throw away: by the charts, or by imagining what the others have.

use cardroom_cards::CardSet;
use cardroom_rules::View;

use crate::book::{Book, Kind};
use crate::chance::Chance;
use crate::memory::Memory;
use crate::rival::{Reader, Rival};
use crate::spot::{opponents, throws_left};
use crate::story::Story;
use crate::worlds::Worlds;

/// By the chart for so many opponents. It is made for the last draw; before that the ladder says what to keep.
pub(crate) fn by_chart(view: &View, most: usize) -> CardSet {
    let held = view.own().map_or(CardSet::EMPTY, cardroom_rules::SeatView::known);
    let book = Book::get(&view.spread, opponents(view).count());
    let kept = match (&book.kind, throws_left(view)) {
        (Kind::Draw { one, .. }, draws @ 2..) => one.keep(held, draws),
        _ => book.keep(held),
    };
    at_most(held, kept, most)
}

/// Every choice is tried in the same worlds, with opponents who hold what their draws and bets make likely. With more
/// draws to come the ladder knows better what a hand may become.
pub(crate) fn by_worlds(
    view: &View,
    story: &Story,
    memory: &Memory,
    most: usize,
    samples: usize,
    chance: &mut Chance,
) -> CardSet {
    let held = view.own().map_or(CardSet::EMPTY, cardroom_rules::SeatView::known);
    let book = Book::get(&view.spread, opponents(view).count());
    if let Kind::Draw { all, .. } = &book.kind
        && throws_left(view) > 1
    {
        return at_most(held, all.keep(held, throws_left(view)), most);
    }
    let samples = 2 * samples;
    let reader = Reader::new(&book, view, story, memory, chance);
    let rivals = opponents(view).map(|other| Rival::read(&reader, other, samples, chance)).collect::<Vec<_>>();
    let worlds = Worlds::deal(&book, view.board.known(), reader.known, &rivals, samples, chance);
    let mut best = (CardSet::EMPTY, -1.0);
    let fewest = held.len().saturating_sub(most);
    for keep in (fewest..=held.len()).rev().flat_map(|size| held.subsets(size)) {
        let equity = worlds.equity(&worlds.own(&book, keep, 0, chance));
        // The chart has seen more deals than we have: where it is nearly as good, it is better.
        let equity = equity + if keep == book.keep(held) { 0.02 } else { 0.0 };
        if equity > best.1 {
            best = (keep, equity);
        }
    }
    held - best.0
}

/// What goes if this is kept, as far as so many may go.
fn at_most(held: CardSet, kept: CardSet, most: usize) -> CardSet {
    (held - kept).iter().take(most).collect()
}
