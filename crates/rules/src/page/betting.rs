//! Forced bets, limits, raises and pots, in words.

use super::{Line, Terms};
use crate::game::{Division, Game, Source, Verb};
use crate::profile::Profile;
use crate::rule::Rule;

pub(super) fn before_the_deal(game: &Game) -> Vec<Line> {
    let blinds = match game.source {
        Source::Apt => "APT How it's Dealt",
        Source::Gld | Source::Wsgc2018 | Source::HoldOut22 => "GLD §1, §2, §3",
    };
    vec![
        Line::new("One complete deck of 52 cards, shuffled before every hand.", "GLD §4"),
        Line::new(
            "The button moves clockwise to the next player after every hand, and the blinds with it; with a dead button \
             nobody skips a blind or posts the big one twice in a row.",
            "GLD §16, WSOP 85",
        ),
        Line::new(
            "The first two players left of the button post the small and the big blind; heads-up the button posts the \
             small one.",
            blinds,
        ),
        Line::new(
            "The minimum bet is a setting of the table. The big blind is at least that, the small blind half of it \
             unless set.",
            "GLD §2, §3",
        ),
        Line::new("A table may ask an ante of everybody, or of the big blind alone.", "APT How it's Dealt"),
        Line::new(
            "A table may allow a straddle: twice the big blind, from the player left of it, who then has the option.",
            "house rule",
        ),
    ]
}

pub(super) fn betting(game: &Game, terms: Terms) -> Vec<Line> {
    let opens = match game.source {
        Source::Wsgc2018 => "WSGC-2018 §4, §8",
        Source::HoldOut22 => "HOLDOUT-2+2 §4, §7",
        Source::Apt => "APT How it's Dealt",
        Source::Gld => "GLD §6, §9, §11, §13",
    };
    let mut lines = vec![Line::new(
        "The player left of the last blind opens the first round, the first player still in left of the button every \
         later one. The big blind has the option. Heads-up the button opens the first round and closes the others.",
        opens,
    )];
    lines.extend(limits(game, terms.profile));
    lines.push(if terms.gld {
        Line::new("A raise is at least the big blind, whatever was raised before.", Rule::BigBlindRaise.citation())
    } else {
        Line::new("A raise is at least the last full bet or raise.", Rule::LastFullRaise.citation())
    });
    lines.push(Line::new(
        "An all-in for less is allowed. It does not reopen the betting to players who have acted, until such shorts \
         together amount to a full raise.",
        Rule::NotReopened.citation(),
    ));
    lines.push(Line::new(
        "Fixed limit: an all-in under half a bet may be completed to the full bet and does not count to the cap; half a \
         bet or more counts as a raise and reopens the betting.",
        Rule::Completion.citation(),
    ));
    lines.push(cap(terms));
    lines.push(Line::new(
        "While anyone else with chips can still act, a short big blind leaves the price of a call at the full blind; \
         else a player owes only up to the largest live bet. A raise that nobody could call any part of is not offered.",
        Rule::NobodyToCall.citation(),
    ));
    lines.push(Line::new(
        "Chips are added only between hands: the chips before a player are the most it can bet.",
        Rule::TableStakes.citation(),
    ));
    lines
}

/// How many wagers a round may have.
fn cap(terms: Terms) -> Line {
    match terms {
        Terms { profile: Some(_), .. } => Line::new(
            "At any limit a round has at most one bet and three raises, the big blind being the first bet, heads-up too; \
             fewer are a setting.",
            Rule::WacWagers.citation(),
        ),
        Terms { gld: true, profile: None } => Line::new(
            "At any limit a round has one bet and three raises, the big blind being the first bet; lifting the cap heads-up \
             is a setting.",
            Rule::Cap.citation(),
        ),
        Terms { gld: false, profile: None } => Line::new(
            "Fixed limit has one bet and three raises a round, the big blind being the first bet; other numbers, a cap at \
             any limit, and lifting it heads-up are settings.",
            Rule::Cap.citation(),
        ),
    }
}

fn limits(game: &Game, profile: Option<Profile>) -> Vec<Line> {
    const OURS: &str = "house rule";
    let rounds: Vec<&str> =
        game.steps.iter().filter_map(|step| if let Verb::Bet(name) = step.verb { Some(name) } else { None }).collect();
    // The same split as the engine makes: the last two rounds, but never the first.
    let early = rounds.len().saturating_sub(2).max(1);
    let (early, late) = rounds.split_at_checked(early).unwrap_or((&rounds, &[]));
    let fixed = format!("Fixed limit: the small bet {}, the big bet {}", named(early), named(late));
    if let Some(profile) = profile {
        let (ceiling, cite) = (profile.wager_ceiling(), Rule::WacCeiling.citation());
        let most = format!("at most {ceiling} {}", if ceiling.get() == 1 { "chip" } else { "chips" });
        return vec![
            Line::new(format!("{fixed}, each {most}."), cite),
            Line::new(format!("Spread limit: each wager is between a minimum and a maximum, which is {most}."), cite),
            Line::new("Pot limit and no limit are not played: neither has a largest wager of its own.", cite),
        ];
    }
    vec![
        Line::new(format!("{fixed}."), OURS),
        Line::new("Pot limit: a raise is to at most the current bet, everything in the middle, and the call.", OURS),
        Line::new("No limit: up to all chips before the player.", OURS),
        Line::new("Spread limit: each wager is between a minimum and a maximum.", OURS),
    ]
}

/// `pre-flop and on the flop`: a round that says itself when it is goes without a preposition.
fn named(rounds: &[&str]) -> String {
    let phrase = |name: &&str| match *name {
        name if ["pre-", "before ", "after "].iter().any(|when| name.starts_with(when)) => name.to_owned(),
        name => format!("on the {name}"),
    };
    rounds.iter().map(phrase).collect::<Vec<_>>().join(" and ")
}

pub(super) fn pots(game: &Game) -> Vec<Line> {
    let mut lines = vec![
        Line::new(
            "Who can't match a bet goes all-in and plays for what it matched; the rest is a side pot for the others. A \
             bet, or a part of it, that nobody called goes back first.",
            "GLD All-In, Split-Pot",
        ),
        Line::new(
            "Each pot is awarded by itself. Equal hands share it; odd chips go one each clockwise from the button's \
             left, the worst position.",
            "APT Determining the Winner, WSOP 73",
        ),
    ];
    if game.division == Division::HighLow {
        lines.push(Line::new(
            "The odd chip between high and low goes to high. Where the same players tie for both halves the pot is \
             split once.",
            "WSOP 73",
        ));
    }
    lines
}
