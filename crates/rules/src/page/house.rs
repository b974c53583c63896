//! Seats, readings, differences, profiles, and what the hash is for.

use cardroom_cards::Card;

use super::{Line, Section, Terms, in_words};
use crate::game::{Game, SeatsBound, Source, Verb};
use crate::profile::{Licence, Profile};
use crate::rule::Rule;

/// The seat limit with its proof.
pub(super) fn players(game: &Game) -> Vec<Line> {
    let (fewest, most) = game.seats();
    let limit = format!("{fewest} to {most} players.");
    let cite = match game.source {
        Source::Gld => "GLD Number of Players",
        Source::Wsgc2018 | Source::HoldOut22 | Source::Apt => "",
    };
    vec![Line::new(limit, cite), Line::new(proof(game, most), "")]
}

/// `9 × 5 cards dealt + 4 on the board + 3 burned = 52 of the deck's 52 cards; 10 players would need 57.`
fn proof(game: &Game, most: usize) -> String {
    let fixed = [
        (game.board_cards(), "on the board"),
        (game.burned_cards(), "burned"),
        (most_exchanged(game), "for a draw by the last player served, who may not get back what it threw"),
    ];
    let dealt = game.cards_dealt();
    let needs =
        |players: usize| fixed.iter().fold(players.saturating_mul(dealt), |sum, (count, _)| sum.saturating_add(*count));
    let parts = fixed.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(" + {count} {what}"));
    let one_more = most.saturating_add(1);
    let no_more = match game.seats_bound() {
        SeatsBound::Deck => format!("{one_more} players would need {}", needs(one_more)),
        SeatsBound::Source => format!("the deck would allow more, {} does not", game.source),
        SeatsBound::Table => "the deck would allow more, but no table has more seats".to_owned(),
    };
    format!(
        "{most} × {dealt} cards dealt{} = {} of the deck's {} cards; {no_more}.",
        parts.collect::<String>(),
        needs(most),
        Card::COUNT
    )
}

fn most_exchanged(game: &Game) -> usize {
    let exchanged = game.steps.iter().map(|step| if let Verb::Draw { most } = step.verb { most.into() } else { 0 });
    exchanged.max().unwrap_or(0)
}

/// Where the source leaves a choice or differs from our default, and which setting gives its way.
pub(super) fn differences(game: &Game, terms: Terms) -> Vec<Line> {
    let mut lines = match game.source {
        Source::Wsgc2018 => vec![
            Line::new(
                "\"Another two rounds\" after the flop is read with the four rounds that §6 names: one after each deal.",
                "WSGC-2018 §6, §8",
            ),
            Line::new(
                "For the betting structure the source refers to hold'em in Hoyle; we follow the rules cited under \
                 Betting.",
                "WSGC-2018 §6",
            ),
            Line::new(
                match terms.profile {
                    Some(_) => {
                        "The wagering limits that the source demands of licensees are kept, as the profile below."
                    }
                    None => {
                        "The wagering limits that the source demands of licensees are the profile wac-230-15, which is off \
                         unless a table asks for it."
                    }
                },
                "WSGC-2018 §6, WAC 230-15-135",
            ),
        ],
        Source::HoldOut22 => vec![
            Line::new(
                "The source doesn't say that who keeps five plays no board card; it follows from all held cards having \
                 to play.",
                "HOLDOUT-2+2 §11",
            ),
            Line::new("Discards are dead for good, as we read the later rules.", "WSGC-2018 §5d"),
        ],
        Source::Apt => vec![
            Line::new(
                "The source calls the winner of a triple draw the best 2-7 hand inside a game for high; high and 2-7 are \
                 separate games here, and so is A-5.",
                "APT How it's Dealt",
            ),
            Line::new("No card is burned: the source names no burn.", "APT How it's Dealt"),
            Line::new(
                "The source says that cards are reshuffled when the deck runs out, not which: the rest of the stub is \
                 dealt first, then folded hands and discards are shuffled.",
                "APT Reshuffling",
            ),
        ],
        Source::Gld if terms.gld => Vec::new(),
        Source::Gld => vec![
            Line::new(
                "The source lets the player left of the last one to call show first; our default is the last aggressor. \
                 Preset gld gives the source's way.",
                "GLD §14, WSOP 72",
            ),
            Line::new(
                "The source sets a raise to at least the big blind; our default is the last full bet or raise. Preset \
                 gld gives the source's way.",
                "GLD §6, WSOP 96",
            ),
            Line::new(
                "The source notes that some tables have three raises a round; our default is that in fixed limit only. \
                 Preset gld gives three raises at any limit.",
                "GLD §6 note",
            ),
        ],
    };
    if terms.gld {
        lines.push(Line::new(
            "By preset gld the player left of the last one to call shows first, a raise is at least the big blind, and a \
             round has three raises at any limit, where our defaults follow WSOP.",
            "GLD §6, §6 note, §14",
        ));
    }
    lines
}

pub(super) fn profiles(game: &Game, terms: Terms) -> Section {
    match terms.profile {
        Some(profile) => Section::new("The house-rule profile", kept(game, &profile)),
        None => Section::new("House-rule profiles", profiles_there_are(game)),
    }
}

/// Every limit of the profile that the table keeps to.
fn kept(game: &Game, profile: &Profile) -> Vec<Line> {
    let (rounds, most_rounds) = (game.betting_rounds(), in_words(Profile::MOST_ROUNDS));
    let (wager, chip, chips) =
        (dollars(profile.ceiling_cents()), dollars(profile.chip_cents()), profile.wager_ceiling());
    let licence = match profile.licence() {
        Licence::Standard => "",
        Licence::ClassF => ", as for a Class F or house-banked licensee",
    };
    let s = if chips.get() == 1 { "" } else { "s" };
    vec![
        Line::new(
            format!(
                "{profile}: a table is checked against it when it opens and at every wager; what breaks it is refused."
            ),
            "",
        ),
        Line::new(format!("At most {most_rounds} betting rounds: this game has {rounds}."), "WAC 230-15-135"),
        Line::new(
            "At most four wagers a round: one bet and three raises, the big blind being the first bet, heads-up too.",
            Rule::WacWagers.citation(),
        ),
        Line::new(
            format!("One wager, what is bet or raised by, is at most {wager}{licence}: {chips} chip{s} of {chip}."),
            Rule::WacCeiling.citation(),
        ),
        Line::new("All antes of a hand together are at most the first round's largest wager.", "WAC 230-15-135"),
        Line::new(format!("At most ten players: this game has seats for {}.", game.seats().1), "WAC 230-15-055"),
        Line::new("What a chip is worth is said for comparing these limits alone. Chips are play chips.", ""),
    ]
}

/// `$40`, `$0.25`
fn dollars(cents: u64) -> String {
    match (cents.div_euclid(100), cents.rem_euclid(100)) {
        (whole, 0) => format!("${whole}"),
        (whole, rest) => format!("${whole}.{rest:02}"),
    }
}

fn profiles_there_are(game: &Game) -> Vec<Line> {
    let rounds = game.betting_rounds();
    vec![Line::new(
        format!(
            "wac-230-15: at most five betting rounds (this game has {rounds}), four wagers a round, heads-up too, one \
             wager at most $40, or $300 as wac-230-15-f for a Class F or house-banked licensee, antes together at most \
             the first round's largest wager, and ten players. A table is checked against it when it opens and at \
             every wager."
        ),
        Profile::SOURCE,
    )]
}

pub(super) fn identity(game: &Game) -> Vec<Line> {
    let steps = game.canonical().trim_end().replace('\n', "; ");
    let mut lines = vec![
        Line::new(
            format!("Every record of a hand names the rules it was played by with this hash: {}.", game.rules_hash()),
            "",
        ),
        Line::new(
            format!(
                "It is the SHA-256 of these lines, each ended by a line feed: {steps}. How hands rank, and how betting, pots \
                 and the showdown go, is in the edition's number, which is raised when any of that changes."
            ),
            "",
        ),
        Line::new(
            "It covers the game, not the table: limit, stakes, caps, qualifier, preset and profile are settings, which a \
             record names beside it.",
            "",
        ),
        Line::new(
            "The software is for play chips. Nobody has approved it, or these pages, or any table that is opened with \
             it.",
            "",
        ),
    ];
    if game.source == Source::Wsgc2018 {
        lines.push(Line::new(
            "What the Commission approved is the source document as written, under conditions; a change may void that, \
             and card rooms need internal controls approved for themselves.",
            "WSGC-LETTER",
        ));
    }
    lines
}

/// What the short names on the page stand for.
pub(super) fn sources(game: &Game, cited: &[&str]) -> Vec<Line> {
    const OTHERS: [(&str, &str); 4] = [
        ("WSGC-LETTER", "the Commission's letter of approval, 28 November 2018"),
        ("WSOP", "rules of the World Series of Poker for its tournaments of 2024, by their numbers"),
        ("TDA", "rules of the Poker Tournament Directors Association, by their numbers"),
        ("WAC", "Washington Administrative Code"),
    ];
    let titled = Source::ALL.iter().map(|source| (source.short_name(), source.title())).chain(OTHERS);
    let named = |name: &str| {
        let begins =
            |place: &str| place.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        game.source.short_name() == name || cited.iter().any(|cite| cite.split(", ").any(begins))
    };
    let mut lines: Vec<Line> = titled
        .filter(|(name, _)| named(name))
        .map(|(name, title)| Line::new(format!("{name}: {title}."), ""))
        .collect();
    lines.push(Line::new("House rule: ours, where no source says anything.", ""));
    lines
}
