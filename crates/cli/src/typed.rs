//! What people type for games, cards and qualifiers: read, or refused with what is allowed.

use anyhow::{Context, bail};
use cardroom_cards::holdout::Qualifier;
use cardroom_cards::{Card, ParseCards, Rank};
use cardroom_rules::{CATALOGUE, Game};
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Parses a game's id; the ids are in the help, the completions and the error.
pub(crate) fn game() -> impl TypedValueParser<Value = &'static Game> {
    PossibleValuesParser::new(CATALOGUE.map(|game| game.id))
        .try_map(|id| Game::by_id(&id).ok_or_else(|| format!("no game is called {id}")))
}

/// Parses a qualifier: the highest card a low may have, or `none`.
pub(crate) fn qualifier(text: &str) -> Result<Qualifier, &'static str> {
    if text.eq_ignore_ascii_case("none") {
        return Ok(Qualifier::Any);
    }
    match text.parse::<Rank>() {
        Ok(rank) if (Rank::Five..=Rank::King).contains(&rank) => Ok(Qualifier::OrBetter(rank)),
        _ => Err("allowed is the highest card a low may have, one of 5 6 7 8 9 10 J Q K, or none"),
    }
}

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
