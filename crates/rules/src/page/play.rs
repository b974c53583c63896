//! The steps of a game and its showdown, in words.

use super::{Line, Terms, cards, in_words, sentence};
use crate::game::{Division, Game, LowKind, Making, Step, Verb};

/// The steps in order; a burn and the board cards after it that one rule asks for are one line.
pub(super) fn steps(game: &Game) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut steps = game.steps.iter().peekable();
    while let Some(step) = steps.next() {
        let together = steps.peek().filter(|next| step.verb == Verb::Burn && next.cite == step.cite);
        match together.map(|next| next.verb) {
            Some(Verb::Board(count, name)) => {
                let text = format!("The dealer burns one card, then turns up {}: {name}.", board(count));
                let board_step = steps.next();
                lines.push(line(game, text, step, board_step));
            }
            _ => lines.push(line(game, sentence(&says(step.verb)), step, None)),
        }
    }
    lines
}

fn line(game: &Game, text: String, step: &Step, second: Option<&Step>) -> Line {
    let notes = step.notes.iter().chain(second.map_or(&[][..], |step| step.notes));
    let notes = notes.map(|(text, cite)| Line::new(*text, game.cite(cite))).collect();
    Line { notes, ..Line::new(text, game.cite(step.cite)) }
}

fn says(verb: Verb) -> String {
    match verb {
        Verb::Deal(count) => format!("{} to each player, face down and one at a time.", cards(count.into())),
        Verb::Bet(round) => format!("betting: {round}."),
        Verb::Discard { most } => format!(
            "each player still in, all-in or not, discards {} and gets none back; in turn, clockwise from the button's \
             left, and final once made.",
            at_most(most)
        ),
        Verb::Draw { most } => format!(
            "each player still in, all-in or not, chooses {} to exchange; in turn, clockwise from the button's left. \
             Then all are dealt theirs in the same order.",
            at_most(most)
        ),
        Verb::Burn => "the dealer burns one card.".to_owned(),
        Verb::Board(count, name) => format!("the dealer turns up {}: {name}.", board(count)),
    }
}

fn at_most(count: u8) -> String {
    if count == 1 { "none or one card".to_owned() } else { format!("none to {} cards", in_words(count.into())) }
}

fn board(count: u8) -> String {
    format!("{} board {}", in_words(count.into()), if count == 1 { "card" } else { "cards" })
}

/// Which cards make a hand, who gets the pot, who shows.
pub(super) fn showdown(game: &Game, terms: Terms) -> Vec<Line> {
    let mut lines = vec![Line::new(making(game), game.cite(game.making_cite))];
    lines.extend(division(game));
    if game.division.has_high() {
        lines.push(Line::new(
            "High hands, best first: royal flush, straight flush, four of a kind, full house, flush, straight, three of \
             a kind, two pair, one pair, high card. All five cards are compared in order, suits never. The ace is high, \
             or low in A-2-3-4-5, the lowest straight.",
            "GLD Rank of Hands, Tie Hands",
        ));
    }
    let (first, cite) = match terms.gld {
        true => ("player left of the last one to call", "GLD §14, WSOP 72"),
        false => ("last aggressor of the last round", "WSOP 72"),
    };
    lines.push(Line::new(
        format!(
            "The {first} shows first, else the first player still in left of the button; then clockwise. A hand that is \
             beaten may be mucked unseen; one that could win anything may not."
        ),
        cite,
    ));
    lines.push(Line::new(
        "With a player all-in and neither betting, discards nor draws left, all hands still in are turned up at once.",
        "WSOP 70",
    ));
    lines.push(Line::new(
        "When all others have folded, the last player gets the pot, and shows its cards only if it chooses to.",
        "WSOP 72",
    ));
    lines
}

fn making(game: &Game) -> String {
    match game.making {
        Making::BestFive => {
            "A hand is the best five of the held and the board cards, the board alone included.".to_owned()
        }
        Making::AllHeld if game.board_cards() == 0 => "A hand is the five cards held.".to_owned(),
        Making::AllHeld => "Every held card plays: a hand is all cards held and exactly as many board cards as are \
                            missing to five: one held card and four of the board, two and three, three and two, or \
                            four and one. Who kept five plays no board card."
            .to_owned(),
    }
}

fn division(game: &Game) -> Vec<Line> {
    let cite = game.cite(game.division_cite);
    let ace_to_five = "the ace is low, straights and flushes are ignored, pairs count against; the best is 5-4-3-2-A";
    let compared = Line::new(
        "Low hands are compared by their highest card, then the next, and so on; the lower one wins: 7-6-5-4-3 beats \
         8-4-3-2-A. Any hand without a pair beats any pair, and suits never count.",
        "house rule",
    );
    match game.division {
        Division::High => vec![Line::new("The best high hand wins the pot.", cite)],
        Division::Low(LowKind::AceToFive) => {
            let best = format!("The best low hand wins the pot: {ace_to_five}. There is no qualifier.");
            vec![Line::new(best, cite), compared]
        }
        Division::Low(LowKind::DeuceToSeven) => vec![
            Line::new(
                "The best deuce-to-seven low hand wins the pot: the ace is high, pairs, straights and flushes count against; \
             the best is 7-5-4-3-2 of more than one suit, and A-5-4-3-2 is ace-high, no straight.",
                cite,
            ),
            Line::new(
                "Hands rank as for high, and the lower one wins; without a pair they are compared by their highest card, then \
             the next, and so on: 8-7-6-5-3 beats 9-5-4-3-2.",
                "house rule",
            ),
        ],
        Division::HighLow => vec![
            Line::new(
                "Half the pot goes to the best high hand and half to the best low hand that qualifies; without one the \
                 high hand takes all. One player can win both, and may use different board cards for each. Aces are \
                 high for high and low for low.",
                cite.clone(),
            ),
            Line::new(format!("Low hands: {ace_to_five}."), cite.clone()),
            compared,
            Line::new(
                "The qualifier is chosen when the game is spread: eight or better, five different ranks, unless the \
                 table says another rank from five to king, or none.",
                cite,
            ),
        ],
    }
}
