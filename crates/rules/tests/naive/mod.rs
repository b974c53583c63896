//! A slow, plain oracle: who wins which chip. Written from the rules, sharing no code with the engine or the ranking.
//!
//! Hands are ranked by sorting, boards are tried card by card, pots are built and paid out one chip at a time.

use cardroom_cards::{Card, Rank};
use cardroom_rules::{Division, Game, LowKind, Making, Qualifier};

/// A hand's worth: the first difference decides, larger wins.
type Worth = Vec<u32>;

/// A player as the oracle sees it at the showdown.
pub(crate) struct Player {
    pub(crate) held: Vec<Card>,
    /// What it put in that others had to match.
    pub(crate) paid: u64,
    pub(crate) folded: bool,
}

/// What each player wins, from the button's left.
pub(crate) fn winnings(game: &Game, qualifier: Qualifier, players: &[Player], board: &[Card], dead: u64) -> Vec<u64> {
    let highs: Vec<Option<Worth>> = players.iter().map(|player| high(game, &player.held, board)).collect();
    let lows: Vec<Option<Worth>> = players.iter().map(|player| low(game, qualifier, &player.held, board)).collect();
    let mut won = vec![0; players.len()];
    for (contenders, chips) in pots(players, dead) {
        let high = best(&contenders, &highs);
        let low = best(&contenders, &lows);
        match (high.is_empty(), low.is_empty()) {
            (false, false) if high != low => {
                // One chip to high, one to low, and so on: an odd one is high's.
                let halves = [chips.div_ceil(2), chips / 2];
                hand_out(&high, halves[0], &mut won);
                hand_out(&low, halves[1], &mut won);
            }
            (true, _) => hand_out(&low, chips, &mut won),
            _ => hand_out(&high, chips, &mut won),
        }
    }
    won
}

/// The pots, lowest first: each level of chips has as contenders those still in who paid that much; neighbours with
/// the same contenders are one pot, and a level that nobody left can win joins the one below.
fn pots(players: &[Player], dead: u64) -> Vec<(Vec<usize>, u64)> {
    let everyone: Vec<usize> = (0..players.len()).filter(|&place| !players[place].folded).collect();
    let mut pots = vec![(everyone, dead)];
    let highest = players.iter().map(|player| player.paid).max().unwrap_or(0);
    for level in 1..=highest {
        let chips = players.iter().filter(|player| player.paid >= level).count() as u64;
        let contenders: Vec<usize> =
            (0..players.len()).filter(|&place| !players[place].folded && players[place].paid >= level).collect();
        let last = pots.last_mut().expect("there is the lowest");
        if contenders.is_empty() || contenders == last.0 {
            last.1 += chips;
        } else {
            pots.push((contenders, chips));
        }
    }
    pots
}

fn best(contenders: &[usize], worths: &[Option<Worth>]) -> Vec<usize> {
    let top = contenders.iter().filter_map(|&place| worths[place].as_ref()).max();
    contenders.iter().copied().filter(|&place| top.is_some() && worths[place].as_ref() == top).collect()
}

/// Chip by chip, round and round from the button's left.
fn hand_out(winners: &[usize], chips: u64, won: &mut [u64]) {
    for chip in 0..chips {
        won[winners[chip as usize % winners.len()]] += 1;
    }
}

fn high(game: &Game, held: &[Card], board: &[Card]) -> Option<Worth> {
    game.division.has_high().then(|| hands(game, held, board).iter().map(|five| high_worth(five)).max())?
}

fn low(game: &Game, qualifier: Qualifier, held: &[Card], board: &[Card]) -> Option<Worth> {
    let hands = hands(game, held, board);
    match game.division {
        Division::High => None,
        Division::Low(LowKind::DeuceToSeven) => hands.iter().map(|five| upside_down(deuce_seven(five))).max(),
        Division::Low(LowKind::AceToFive) => hands.iter().map(|five| upside_down(ace_five(five))).max(),
        Division::HighLow => hands
            .iter()
            .filter(|five| match qualifier {
                Qualifier::Any => true,
                Qualifier::OrBetter(rank) => qualifies(five, rank),
            })
            .map(|five| upside_down(ace_five(five)))
            .max(),
    }
}

/// Every five cards that the rules let a player make its hand of.
fn hands(game: &Game, held: &[Card], board: &[Card]) -> Vec<Vec<Card>> {
    match game.making {
        Making::AllHeld => choose(board, 5 - held.len()).into_iter().map(|rest| [held, &rest].concat()).collect(),
        Making::BestFive => choose(&[held, board].concat(), 5),
    }
}

fn choose(cards: &[Card], count: usize) -> Vec<Vec<Card>> {
    match (cards, count) {
        (_, 0) => vec![Vec::new()],
        ([], _) => Vec::new(),
        ([first, rest @ ..], _) => {
            let mut with = choose(rest, count - 1);
            with.iter_mut().for_each(|chosen| chosen.push(*first));
            with.append(&mut choose(rest, count));
            with
        }
    }
}

fn upside_down(worth: Worth) -> Worth {
    worth.into_iter().map(|part| 100 - part).collect()
}

fn qualifies(five: &[Card], rank: Rank) -> bool {
    let mut ranks: Vec<u32> = five.iter().map(|card| number(*card, 1)).collect();
    ranks.sort_unstable();
    ranks.dedup();
    ranks.len() == 5 && ranks[4] <= u32::from(rank.index()) + 2
}

/// A card's rank as people count it: 2 to 13, the ace being `ace`.
fn number(card: Card, ace: u32) -> u32 {
    match card.rank() {
        Rank::Ace => ace,
        rank => u32::from(rank.index()) + 2,
    }
}

/// Category first, then the ranks, those that come most often first.
fn high_worth(five: &[Card]) -> Worth {
    let groups = groups(five, 14);
    let wheel = [14, 5, 4, 3, 2];
    let is_wheel = ranks(&groups) == wheel;
    let straight = is_wheel || in_sequence(&groups);
    let mut worth = vec![category(&groups, straight, suited(five))];
    worth.extend(if is_wheel { vec![5, 4, 3, 2, 1] } else { ranks(&groups) });
    worth
}

/// The ace is high only, and A-5-4-3-2 no straight.
fn deuce_seven(five: &[Card]) -> Worth {
    let groups = groups(five, 14);
    let mut worth = vec![category(&groups, in_sequence(&groups), suited(five))];
    worth.extend(ranks(&groups));
    worth
}

/// The ace is one; neither straights nor flushes are anything.
fn ace_five(five: &[Card]) -> Worth {
    let groups = groups(five, 1);
    let mut worth = vec![category(&groups, false, false)];
    worth.extend(ranks(&groups));
    worth
}

/// How often each rank comes, most often first, then highest first.
fn groups(five: &[Card], ace: u32) -> Vec<(usize, u32)> {
    let mut numbers: Vec<u32> = five.iter().map(|card| number(*card, ace)).collect();
    numbers.sort_unstable();
    let mut groups: Vec<(usize, u32)> =
        numbers.chunk_by(|one, other| one == other).map(|group| (group.len(), group[0])).collect();
    groups.sort_unstable_by(|one, other| other.cmp(one));
    groups
}

fn ranks(groups: &[(usize, u32)]) -> Vec<u32> {
    groups.iter().map(|(_, rank)| *rank).collect()
}

fn in_sequence(groups: &[(usize, u32)]) -> bool {
    groups.len() == 5 && groups[0].1 == groups[4].1 + 4
}

fn suited(five: &[Card]) -> bool {
    five.iter().all(|card| card.suit() == five[0].suit())
}

fn category(groups: &[(usize, u32)], straight: bool, flush: bool) -> u32 {
    let counts: Vec<usize> = groups.iter().map(|(count, _)| *count).collect();
    match counts.as_slice() {
        _ if straight && flush => 8,
        [4, 1] => 7,
        [3, 2] => 6,
        _ if flush => 5,
        _ if straight => 4,
        [3, ..] => 3,
        [2, 2, ..] => 2,
        [2, ..] => 1,
        _ => 0,
    }
}
