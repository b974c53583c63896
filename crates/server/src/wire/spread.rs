//! Games and stakes in words.

use std::collections::HashMap;
use std::sync::OnceLock;

use cardroom_protocol::{GameInfo, LimitKind, LowRanking, ProfileInfo, SpreadInfo};
use cardroom_rules::{Ante, CATALOGUE, Division, Game, Limit, LowKind, Profile, Spread, Verb};

pub(crate) fn spread_info(spread: &Spread) -> SpreadInfo {
    let game = spread.game();
    let (limit, stakes) = match spread.limit() {
        Limit::Fixed { small_bet, big_bet } => (LimitKind::Fixed, format!("Limit {small_bet}/{big_bet}")),
        Limit::Pot { .. } => (LimitKind::Pot, format!("Pot limit {}/{}", spread.small_blind(), spread.big_blind())),
        Limit::No { .. } => (LimitKind::No, format!("No limit {}/{}", spread.small_blind(), spread.big_blind())),
        Limit::Spread { min, max } => (LimitKind::Spread, format!("Spread {min} to {max}")),
    };
    let ante = match spread.ante() {
        Ante::None => 0,
        Ante::Each(ante) | Ante::BigBlind(ante) => ante.get(),
    };
    SpreadInfo {
        game: game.id.to_owned(),
        name: game.name.to_owned(),
        limit,
        stakes,
        small_blind: spread.small_blind().get(),
        big_blind: spread.big_blind().get(),
        ante,
        min_bet: spread.limit().min_bet().get(),
        qualifier: (game.division == Division::HighLow).then(|| spread.qualifier().to_string()),
        profile: spread.profile().map(|profile| profile.id().to_owned()),
        gld: spread.is_gld(),
        rules_hash: rules_hash(game),
    }
}

/// The hash of a game's rules, in hexadecimal. It goes with every hand, and games don't change: each is hashed once.
fn rules_hash(game: &Game) -> String {
    static KNOWN: OnceLock<HashMap<&'static str, String>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| CATALOGUE.iter().map(|game| (game.id, game.rules_hash().to_string())).collect());
    known.get(game.id).cloned().unwrap_or_else(|| game.rules_hash().to_string())
}

pub(crate) fn game_info(game: &Game) -> GameInfo {
    let count = |verb: fn(&Verb) -> bool| game.steps.iter().filter(|step| verb(&step.verb)).count();
    let small = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
    let board = game.steps.iter().filter_map(|step| match step.verb {
        Verb::Board(cards, _) => Some(cards),
        _ => None,
    });
    let (least, most) = game.seats();
    GameInfo {
        id: game.id.to_owned(),
        name: game.name.to_owned(),
        seats: [small(least), small(most)],
        source: game.source.to_string(),
        cards: small(game.cards_dealt()),
        board: board.collect(),
        discards: small(count(|verb| matches!(verb, Verb::Discard { .. }))),
        draws: small(count(|verb| matches!(verb, Verb::Draw { .. }))),
        high: game.division.has_high(),
        low: game.division.has_low(),
        low_ranking: match game.division {
            Division::High => None,
            Division::HighLow | Division::Low(LowKind::AceToFive) => Some(LowRanking::AceToFive),
            Division::Low(LowKind::DeuceToSeven) => Some(LowRanking::DeuceToSeven),
        },
        rules_hash: rules_hash(game),
    }
}

pub(crate) fn profile_info(profile: &Profile) -> ProfileInfo {
    let small = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
    ProfileInfo {
        id: profile.id().to_owned(),
        wager_cents: profile.ceiling_cents(),
        raises: Profile::MOST_WAGERS.saturating_sub(1),
        rounds: small(Profile::MOST_ROUNDS),
        players: small(Profile::MOST_PLAYERS),
        cite: Profile::SOURCE.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_low_half_says_how_it_is_ranked() {
        let infos: Vec<_> = CATALOGUE.iter().map(|game| game_info(game)).collect();
        assert!(infos.iter().all(|info| info.low == info.low_ranking.is_some()));
        let ranked = |id: &str| infos.iter().find(|info| info.id == id).unwrap().low_ranking;
        assert_eq!(ranked("holdout-hilo"), Some(LowRanking::AceToFive));
        assert_eq!(ranked("draw27"), Some(LowRanking::DeuceToSeven));
        assert_eq!(ranked("holdem"), None);
    }
}
