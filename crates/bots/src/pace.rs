//! How long a bot thinks: as long as a person might, for reasons that everyone at the table can see.

use std::time::Duration;

use cardroom_rules::{Legal, View};

use crate::chance::Chance;
use crate::level::Level;
use crate::spot::chips;

/// A time to think. It depends on the level, the street, the price, the pot and chance, and on no card.
pub(crate) fn think(view: &View, level: Level, chance: &mut Chance) -> Duration {
    let base = match level {
        Level::Random => 0.4,
        Level::Beginner => 1.1,
        Level::Solid => 0.9,
        Level::Strong => 1.0,
    };
    let weight = match view.legal {
        Some(Legal::Bet { choices, .. }) => {
            let blind = chips(view.spread.big_blind()).max(1.0);
            let call = choices.call().map_or(0.0, |call| chips(call.amount));
            let stakes = (chips(view.pot) / blind).max(1.0).ln() * 0.15;
            let facing = if call > 0.0 { 0.3 + (call / blind).max(1.0).ln() * 0.2 } else { 0.0 };
            let options = if choices.raise().is_ok() { 0.2 } else { 0.0 };
            0.6 + stakes + facing + options + 0.15 * view.round as f32
        }
        Some(Legal::Discard { .. } | Legal::Draw { .. }) => 1.8,
        Some(Legal::Show { .. }) => 0.5,
        Some(Legal::Nothing) | None => 0.0,
    };
    // Long thoughts are rare, and none is endless.
    let spread = 0.6 + 0.7 * chance.unit() + if chance.happens(0.06) { 1.5 * chance.unit() } else { 0.0 };
    Duration::from_secs_f32((base * weight * spread).clamp(0.0, 8.0))
}
