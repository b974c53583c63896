//! The catalogue: every game that can be spread here, as data.

mod draw;
mod holdem;
mod holdout;

use crate::game::Game;

/// Every game, in the order in which a list shows them.
pub static CATALOGUE: [&Game; 13] = [
    &holdout::HOLDOUT,
    &holdout::HOLDOUT_HILO,
    &holdout::HOLDOUT_LOW,
    &holdout::HOLDOUT22,
    &holdout::HOLDOUT22_HILO,
    &holdout::HOLDOUT22_LOW,
    &draw::DRAW,
    &draw::DRAW_TRIPLE,
    &draw::DRAW27,
    &draw::DRAW27_TRIPLE,
    &draw::DRAWA5,
    &draw::DRAWA5_TRIPLE,
    &holdem::HOLDEM,
];

impl Game {
    /// The game with this id.
    ///
    /// ```
    /// use cardroom_rules::Game;
    ///
    /// let game = Game::by_id("holdout").unwrap();
    /// assert_eq!(game.seats(), (2, 9));
    /// assert_eq!(game.betting_rounds(), 4);
    /// assert!(Game::by_id("omaha").is_none());
    /// ```
    pub fn by_id(id: &str) -> Option<&'static Self> {
        CATALOGUE.into_iter().find(|game| game.id == id)
    }
}
