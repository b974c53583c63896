//! Events and choices in the words of the case language, and players' choices out of it.

use cardroom_cards::{Card, CardSet};
use cardroom_rules::{Action, Chips, Hand, Legal, Need, Post, Seat, Seen, Share, Thrown};

/// `p3` as a seat.
pub(super) fn seat(word: &str) -> Result<Seat, String> {
    let number = word.strip_prefix('p').and_then(|number| number.parse::<usize>().ok());
    number
        .and_then(|number| number.checked_sub(1))
        .and_then(Seat::new)
        .ok_or_else(|| format!("{word:?} is no player: p1 to p10"))
}

/// `150`, `2^53` or `most` (all that 64 bits hold) as chips.
pub(super) fn chips(word: &str) -> Result<Chips, String> {
    match word {
        "2^53" => Ok(Chips::new(1 << 53)),
        "most" => Ok(Chips::new(u64::MAX)),
        number => number.parse().map(Chips::new).map_err(|_| format!("{word:?} is not an amount")),
    }
}

/// A set of cards; `nothing` is the empty one.
pub(super) fn cards(word: &str) -> Result<CardSet, String> {
    if word == "nothing" { Ok(CardSet::EMPTY) } else { word.parse().map_err(|error| format!("{word:?}: {error}")) }
}

/// What a player does, in words after its name: `raises to 16`.
pub(super) fn action(hand: &Hand, seat: Seat, kept: CardSet, words: &[&str]) -> Result<Action, String> {
    let held = hand.cards_of(seat);
    let throw = |cards: CardSet| match hand.need() {
        Need::Draw(_) => Action::Draw(cards.into()),
        _ => Action::Discard(cards.into()),
    };
    Ok(match *words {
        ["folds"] => Action::Fold,
        ["checks"] => Action::Check,
        ["calls"] => Action::Call,
        ["raises", "to", to] | ["bets", to] => Action::RaiseTo(chips(to)?),
        ["goes", "all-in"] => match hand.legal() {
            Legal::Bet { choices, .. } => choices.raise().map_or(Action::Call, |range| Action::RaiseTo(range.max_to)),
            _ => return Err("nobody bets now".to_owned()),
        },
        ["discards", "all"] => Action::Discard(held.into()),
        ["discards", which] => Action::Discard(cards(which)?.into()),
        ["draws", "all"] => Action::Draw(held.into()),
        ["draws", which] => Action::Draw(cards(which)?.into()),
        ["keeps"] => throw(held - kept),
        ["keeps", which] => throw(held - cards(which)?),
        ["stands", "pat"] => throw(CardSet::EMPTY),
        ["shows"] => Action::Show(CardSet::EMPTY),
        ["mucks"] => Action::Muck,
        ["reveals", which] => Action::Reveal(cards(which)?),
        _ => return Err(format!("{words:?} is nothing a player can do")),
    })
}

/// What may be done now, as `p2 may:` says it.
pub(super) fn legal(legal: Legal) -> String {
    match legal {
        Legal::Bet { seat, choices } => {
            let stay = choices.call().map_or("check".to_owned(), |call| {
                format!("call {}{}", call.amount, if call.all_in { " all-in" } else { "" })
            });
            let raise = match choices.raise() {
                Ok(range) if range.min_to == range.max_to => format!(", raise to {}", range.min_to),
                Ok(range) => format!(", raise to {}..{}", range.min_to, range.max_to),
                Err(_) => String::new(),
            };
            format!("{seat} may: fold, {stay}{raise}")
        }
        Legal::Discard { seat, most, .. } => format!("{seat} may: discard 0..{most}"),
        Legal::Draw { seat, most, .. } => format!("{seat} may: draw 0..{most}"),
        Legal::Show { seat, may_muck: false } => format!("{seat} may: show"),
        Legal::Show { seat, may_muck: true } => format!("{seat} may: show, muck"),
        Legal::Nothing => "nobody has a choice".to_owned(),
    }
}

/// An event as its viewer reads it; cards only where the viewer may know them. No commas: they divide events.
pub(super) fn event(seen: &Seen) -> String {
    let all = |all_in| if all_in { " all-in" } else { "" };
    match *seen {
        Seen::Posted { seat, post, amount, all_in } => format!("{seat} posts {} {amount}{}", posted(post), all(all_in)),
        Seen::Dealt { seat, card } => format!("{seat} dealt{}", cards_seen(card.into_iter().collect())),
        Seen::Burned { card } => format!("burn{}", cards_seen(card.into_iter().collect())),
        Seen::Board { card } => format!("board{}", cards_seen(card.into_iter().collect())),
        Seen::Round { round } => format!("round {}", round + 1),
        Seen::Folded { seat } => format!("{seat} folds"),
        Seen::Checked { seat } => format!("{seat} checks"),
        Seen::Called { seat, amount, all_in } => format!("{seat} calls {amount}{}", all(all_in)),
        Seen::Raised { seat, to, by, all_in } => format!("{seat} raises to {to} by {by}{}", all(all_in)),
        Seen::Discarded { seat, thrown } => format!("{seat} discards {}{}", thrown.count(), cards_seen(thrown.known())),
        Seen::Drew { seat, thrown } => format!("{seat} draws {}{}", thrown.count(), cards_seen(thrown.known())),
        Seen::Reshuffled { cards } => format!("reshuffled {cards}"),
        Seen::Returned { seat, amount } => format!("returned {seat} {amount}"),
        Seen::Shown { seat, cards, tabled: false } => format!("{seat} shows{}", in_order(&cards)),
        Seen::Shown { seat, cards, tabled: true } => format!("{seat} tables{}", in_order(&cards)),
        Seen::Mucked { seat } => format!("{seat} mucks"),
        Seen::Awarded { pot, share, seat, amount } => {
            let share = match share {
                Share::Whole => "",
                Share::High => " high",
                Share::Low => " low",
            };
            format!("{seat} wins {amount}{share} of pot {}", pot + 1)
        }
        Seen::Revealed { seat, cards } => format!("{seat} reveals{}", cards_seen(cards)),
        Seen::Ended => "ends".to_owned(),
    }
}

fn posted(post: Post) -> &'static str {
    match post {
        Post::Ante => "ante",
        Post::SmallBlind => "small blind",
        Post::BigBlind => "big blind",
        Post::Straddle => "straddle",
        Post::Live => "live",
        Post::Dead => "dead",
    }
}

fn in_order(cards: &Thrown<Option<Card>>) -> String {
    let names = cards.iter().map(|card| card.map_or("??".to_owned(), |card| card.to_string()));
    format!(" {}", names.collect::<String>())
}

fn cards_seen(cards: CardSet) -> String {
    if cards.is_empty() {
        String::new()
    } else {
        format!(" {}", cards.iter().map(|card| card.to_string()).collect::<String>())
    }
}
