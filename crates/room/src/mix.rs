//! Mixed games: several games in turn at one table, under an id of their own.
//!
//! A mix is data, like a game. The limit and the stakes stay the same through all of its games.

use cardroom_rules::{CATALOGUE, Game};

/// Games played in turn.
#[derive(Debug, PartialEq, Eq)]
pub struct Mix {
    /// What the command line, the protocol and the lobby call it.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// The ids of its games, in the order in which they are played.
    pub games: &'static [&'static str],
}

/// Every mix there is.
///
/// ```
/// use cardroom_room::Mix;
///
/// let mix = Mix::by_id("mix-house").unwrap();
/// assert_eq!(mix.games, ["holdout", "draw", "holdem"]);
/// ```
pub static MIXES: [&Mix; 5] = [
    &Mix { id: "mix-house", name: "Hold-Out, Draw and Hold'em", games: &["holdout", "draw", "holdem"] },
    &Mix { id: "mix-holdout", name: "Hold-Out three ways", games: &["holdout", "holdout-hilo", "holdout-low"] },
    &Mix { id: "mix-draw", name: "Draw three ways", games: &["draw", "draw27", "drawa5"] },
    &Mix {
        id: "mix-triple",
        name: "Triple draw three ways",
        games: &["draw-triple", "draw27-triple", "drawa5-triple"],
    },
    &Mix { id: "mix-all", name: "Every game of the house", games: &EVERY_GAME },
];

/// The catalogue's ids, in its order.
#[expect(clippy::indexing_slicing, reason = "worked out by the compiler, which refuses what isn't there")]
static EVERY_GAME: [&str; CATALOGUE.len()] = {
    let mut ids = [""; CATALOGUE.len()];
    let mut place = 0;
    while place < ids.len() {
        ids[place] = CATALOGUE[place].id;
        place += 1;
    }
    ids
};

impl Mix {
    /// The mix with this id.
    pub fn by_id(id: &str) -> Option<&'static Self> {
        MIXES.into_iter().find(|mix| mix.id == id)
    }
}

/// Every id of a game or a mix, for people.
pub(crate) fn ids() -> String {
    let games = CATALOGUE.iter().map(|game| game.id);
    games.chain(MIXES.iter().map(|mix| mix.id)).collect::<Vec<_>>().join(", ")
}

/// The games that an id stands for: those of a mix in turn, or the one game of that id; none for an unknown id.
pub fn games(id: &str) -> Vec<&'static Game> {
    match Mix::by_id(id) {
        Some(mix) => mix.games.iter().filter_map(|id| Game::by_id(id)).collect(),
        None => CATALOGUE.into_iter().filter(|game| game.id == id).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{CATALOGUE, MIXES, games};
    use crate::{Stakes, StakesLimit};

    #[test]
    fn every_mix_is_made_of_games_of_the_catalogue_and_shares_no_id_with_one() {
        for mix in MIXES {
            assert_eq!(games(mix.id).len(), mix.games.len(), "{}", mix.id);
            assert!(CATALOGUE.iter().all(|game| game.id != mix.id));
        }
        assert_eq!(games("mix-all").len(), CATALOGUE.len());
        assert!(games("omaha").is_empty());
    }

    #[test]
    fn an_unknown_game_is_refused_with_all_that_are_known() {
        let refused = Stakes::new("omaha", StakesLimit::No { min_bet: 2 }).spreads().unwrap_err().to_string();
        for id in CATALOGUE.iter().map(|game| game.id).chain(MIXES.map(|mix| mix.id)) {
            assert!(refused.contains(id), "{id}: {refused}");
        }
    }
}
