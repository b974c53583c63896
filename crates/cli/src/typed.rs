//! What people type for games, cards and qualifiers: read, or refused with what is allowed.

use anyhow::{Context, bail};
use cardroom_cards::holdout::Qualifier;
use cardroom_cards::{Card, ParseCards, Rank};
use cardroom_rules::{CATALOGUE, Game};
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Parses a game's id; the ids are in the help, the completions and the error.
pub(crate) fn game() -> impl TypedValueParser<Value = &'static Game> {
    game_where(|_| true)
}

/// Parses the id of a game of which this is true.
pub(crate) fn game_where(fits: impl Fn(&Game) -> bool) -> impl TypedValueParser<Value = &'static Game> {
    PossibleValuesParser::new(CATALOGUE.into_iter().filter(|game| fits(game)).map(|game| game.id))
        .try_map(|id| Game::by_id(&id).ok_or_else(|| format!("no game is called {id}")))
}

/// Parses a qualifier: the highest card a low may have, or `none`.
pub(crate) fn qualifier(text: &str) -> Result<Qualifier, &'static str> {
    if text.eq_ignore_ascii_case("none") {
        return Ok(Qualifier::Any);
    }
    // Records write the same as a number: 0 for none, 11 to 13 for jack to king.
    let rank = match text {
        "0" => return Ok(Qualifier::Any),
        "11" => "J",
        "12" => "Q",
        "13" => "K",
        other => other,
    };
    match rank.parse::<Rank>() {
        Ok(rank) if (Rank::Five..=Rank::King).contains(&rank) => Ok(Qualifier::OrBetter(rank)),
        _ => Err("allowed is the highest card a low may have, one of 5 6 7 8 9 10 J Q K, or none"),
    }
}

/// Parses a whole number; commas and underscores may group its digits.
pub(crate) fn number(text: &str) -> Result<u64, &'static str> {
    text.replace(['_', ','], "").parse().map_err(|_| "allowed is a whole number from 0 to 18446744073709551615")
}

/// Parses a number of things, of which there is at least one.
pub(crate) fn count<Number: TryFrom<u64> + PartialEq + Default>(text: &str) -> Result<Number, &'static str> {
    match number(text).map(Number::try_from) {
        Ok(Ok(count)) if count != Number::default() => Ok(count),
        _ => Err(AT_LEAST_ONE),
    }
}

/// What is allowed where nothing at all makes no sense.
pub(crate) const AT_LEAST_ONE: &str = "allowed is a whole number from 1 to 18446744073709551615";

/// The one deck that everything typed comes from, so that no card is in two places.
#[derive(Default)]
pub(crate) struct Deck {
    taken: Vec<(Card, String)>,
}

impl Deck {
    /// Reads the cards of one place, in the order typed. `place` is what errors call it: "in hand 2", "on the board".
    pub(crate) fn take(&mut self, place: &str, text: &str) -> anyhow::Result<Vec<Card>> {
        let cards =
            ParseCards::new(text).collect::<Result<Vec<_>, _>>().with_context(|| format!("{place}, {text:?}"))?;
        for &card in &cards {
            if let Some((_, other)) = self.taken.iter().find(|(taken, _)| *taken == card) {
                let and_again = if other == place { "twice".to_owned() } else { format!("and again {place}") };
                bail!("{card} is {other} {and_again}: a deck has every card once");
            }
            self.taken.push((card, place.to_owned()));
        }
        Ok(cards)
    }
}
