//! Exact answers: every deal counted once, by the quickest way that fits.
//!
//! A question is a sum over the players' hands. Each combination of hands is one [`Table`], which hold'em counts by
//! rank classes ([`crate::holdem`]), Hold-Out by rows ([`crate::rows`]), and anything else deal by deal.

use std::collections::HashMap;

use cardroom_cards::CardSet;
use cardroom_rules::Making;

use crate::judge::{Deals, Judge};
use crate::outcome::{Tally, Weighed, gcd};
use crate::question::Question;
use crate::range::{Holding, Range};
use crate::{OddsError, Pool, holdem, rows, suits};

/// How much work an exact answer may be, in hands ranked, before sampling is the better answer: about a second.
pub(crate) const LIMIT: u128 = 300_000_000;
/// The most that is ever done, when asked for.
pub(crate) const HARD_LIMIT: u128 = 1_000_000_000_000;

/// One combination of holdings, with the product of their weights.
#[derive(Clone, Debug)]
struct Table {
    holdings: Vec<Holding>,
    weight: u128,
    deals: u128,
    /// How many combinations this one stands for.
    alike: u64,
}

/// Counts every deal.
pub(crate) fn count(question: &Question, limit: u128, pool: &Pool<'_>) -> Result<Weighed, OddsError> {
    let counted = by_rank_classes(question);
    let hands = question.hands.iter().map(|range| if counted { all_known(question, range) } else { range.clone() });
    let hands = hands.collect::<Vec<_>>();
    let combinations = hands.iter().map(|range| range.len() as u128).product::<u128>();
    // Going through the combinations takes time and memory too.
    let most = (limit / 1000).min(4_000_000);
    if combinations > most {
        return Err(OddsError::TooManyHands { combinations, limit: most });
    }
    let mut tables = tables(question, &hands);
    if tables.is_empty() {
        return Err(OddsError::Impossible);
    }
    if counted {
        tables = alike(question, tables);
    }
    let cost = |table: &Table| table.deals.saturating_mul(cost_of_deal(question, table)) / 64;
    let work = tables.iter().fold(0_u128, |sum, table| sum.saturating_add(cost(table)));
    if work > limit {
        let deals = tables.iter().fold(0_u128, |sum, table| sum.saturating_add(table.deals));
        return Err(OddsError::TooManyDeals { deals, limit });
    }
    // Tables may have different numbers of deals and are yet equally likely: each deal counts for its table's part.
    let common = tables.iter().try_fold(1_u128, |common, table| {
        let factor = table.deals / gcd(common, table.deals);
        common.checked_mul(factor).filter(|&common| common < 1 << 80)
    });
    let common = common.ok_or(OddsError::TooManyDeals { deals: work, limit })?;

    let judge = Judge::new(question.game, question.qualifier);
    let classes = counted.then(|| holdem::Values::new(tables.iter().flat_map(|table| &table.holdings)));
    let mut weighed = Weighed::new(hands.len());
    let pieces = pieces(question, &tables);
    pool.run(
        pieces.len(),
        |piece| {
            let (table, part, parts) = pieces[piece];
            let table = &tables[table];
            let tally = match &classes {
                Some(values) => holdem::count(values, &table.holdings, question.dead),
                None if by_rows(question, table) => rows::count(&judge, &table.holdings, question.dead),
                None => one_by_one(question, judge, table, (part, parts), pool),
            };
            (tally, table.weight * (common / table.deals), table.alike)
        },
        |(tally, weight, alike)| weighed.add(&tally, weight, alike),
    )?;
    Ok(weighed)
}

fn by_rank_classes(question: &Question) -> bool {
    let game = question.game;
    game.making == Making::BestFive && game.cards_dealt() == 2 && game.board_cards() == 5 && question.board.is_empty()
}

fn by_rows(question: &Question, table: &Table) -> bool {
    let game = question.game;
    game.making == Making::AllHeld
        && game.board_cards() == 4
        && question.board.is_empty()
        && table.holdings.iter().all(|holding| holding.unknown == 0)
}

/// What a deal costs, in 64ths of ranking a hand.
fn cost_of_deal(question: &Question, table: &Table) -> u128 {
    let players = table.holdings.len() as u128;
    if by_rank_classes(question) {
        players
    } else if by_rows(question, table) {
        16 * players
    } else {
        64 * players
    }
}

/// The range with every unknown card spelled out.
fn all_known(question: &Question, range: &Range) -> Range {
    let deck = CardSet::FULL - question.board - question.dead;
    let spelled = range.holdings().iter().zip(range.weights()).flat_map(|(holding, &weight)| {
        let rest = (deck - holding.cards).subsets(usize::from(holding.unknown));
        rest.map(move |rest| (Holding { cards: holding.cards | rest, unknown: 0 }, weight))
    });
    Range::of_holdings(range.text(), spelled)
}

/// Every combination of holdings that needs no card twice.
fn tables(question: &Question, hands: &[Range]) -> Vec<Table> {
    let mut tables = vec![(Vec::new(), CardSet::EMPTY, 1_u128)];
    for range in hands {
        let mut longer = Vec::new();
        for (holdings, used, weight) in tables {
            for (&holding, &more) in range.holdings().iter().zip(range.weights()) {
                if (holding.cards & used).is_empty() {
                    let mut holdings: Vec<Holding> = holdings.clone();
                    holdings.push(holding);
                    longer.push((holdings, used | holding.cards, weight * u128::from(more)));
                }
            }
        }
        tables = longer;
    }
    let deck = (CardSet::FULL - question.board - question.dead).len();
    let table = |(holdings, used, weight): (Vec<Holding>, CardSet, u128)| {
        let groups = holdings.iter().map(|holding| usize::from(holding.unknown)).chain([question.to_come()]);
        let deals = ways(deck - used.len(), groups);
        Table { holdings, weight, deals, alike: 1 }
    };
    tables.into_iter().map(table).filter(|table| table.deals > 0).collect()
}

/// How many ways there are to deal groups of cards, one after the other.
fn ways(mut left: usize, groups: impl Iterator<Item = usize>) -> u128 {
    let mut ways = 1_u128;
    for size in groups {
        ways = ways.saturating_mul(choose(left, size));
        left = left.saturating_sub(size);
    }
    ways
}

fn choose(of: usize, take: usize) -> u128 {
    if take > of { 0 } else { (0..take).fold(1, |ways, i| ways * (of - i) as u128 / (i + 1) as u128) }
}

/// Suits have no order, so combinations that differ only in them have the same answer: one stands for all.
fn alike(question: &Question, tables: Vec<Table>) -> Vec<Table> {
    let mut found: HashMap<Vec<u64>, Table> = HashMap::new();
    for table in tables {
        let cards = table.holdings.iter().map(|holding| holding.cards).chain([question.dead]);
        let key = suits::least(&cards.collect::<Vec<_>>());
        let weight = table.weight;
        let count = |same: &mut Table| {
            same.weight += weight;
            same.alike += 1;
        };
        found.entry(key).and_modify(count).or_insert(table);
    }
    let mut tables = found.into_values().collect::<Vec<_>>();
    // The map has no order; an answer's pieces should.
    tables.sort_by(|a, b| a.holdings.cmp(&b.holdings));
    tables
}

/// The work in pieces: table, part and number of parts. Few long tables are cut up; many short ones aren't.
fn pieces(question: &Question, tables: &[Table]) -> Vec<(usize, usize, usize)> {
    let parts = |table: &Table| {
        let whole = by_rank_classes(question) || by_rows(question, table);
        if whole { 1 } else { (table.deals / 100_000).clamp(1, 64) as usize }
    };
    let cut = |(place, table)| (0..parts(table)).map(move |part| (place, part, parts(table)));
    tables.iter().enumerate().flat_map(cut).collect()
}

/// Deals every card that is still to come. A part is every so-manieth way to deal the first group.
fn one_by_one(question: &Question, judge: Judge, table: &Table, part: (usize, usize), pool: &Pool<'_>) -> Tally {
    let held = table.holdings.iter().map(|holding| holding.cards).collect::<Vec<_>>();
    let used = held.iter().fold(question.board | question.dead, |used, &cards| used | cards);
    let mut groups = table.holdings.iter().map(|holding| usize::from(holding.unknown)).enumerate().collect::<Vec<_>>();
    groups.push((held.len(), question.to_come()));
    groups.retain(|(_, size)| *size > 0);
    let mut deals = Deals::new(judge, held.len());
    let mut dealing = Dealing { deals: &mut deals, groups: &groups, part, pool };
    dealing.deal(0, &mut held.clone(), question.board, CardSet::FULL - used);
    deals.finish()
}

struct Dealing<'a> {
    deals: &'a mut Deals,
    /// Whose cards, and how many; the board comes last.
    groups: &'a [(usize, usize)],
    part: (usize, usize),
    pool: &'a Pool<'a>,
}

impl Dealing<'_> {
    fn deal(&mut self, group: usize, held: &mut [CardSet], board: CardSet, deck: CardSet) {
        let Some(&(place, size)) = self.groups.get(group) else {
            if group > 0 || self.part.0 == 0 {
                self.deals.push(held, board);
            }
            return;
        };
        let (part, parts) = if group == 0 { self.part } else { (0, 1) };
        for cards in deck.subsets(size).skip(part).step_by(parts) {
            // A part may take long; whoever stops it doesn't want what it has counted so far.
            if self.deals.boards.is_empty() && self.pool.is_stopped() {
                return;
            }
            if place == held.len() {
                self.deal(group + 1, held, board | cards, deck - cards);
            } else {
                held[place] |= cards;
                self.deal(group + 1, held, board, deck - cards);
                held[place] -= cards;
            }
        }
    }
}
