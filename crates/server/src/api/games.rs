//! The catalogue and the rules, from the data that the engine plays.

use axum::Json;
use axum::extract::Path;
use cardroom_protocol::{Code, GameInfo, Problem, ProfileInfo};
use cardroom_rules::{CATALOGUE, Game, Line, Profile};
use serde::Serialize;

use super::Answer;
use crate::wire;

/// All games.
#[utoipa::path(get, path = "/api/v1/games", tag = "games",
    responses((status = 200, body = [GameInfo]), (status = 429, body = Problem)))]
pub(super) async fn list() -> Json<Vec<GameInfo>> {
    Json(CATALOGUE.iter().map(|game| wire::game_info(game)).collect())
}

/// The house-rule profiles, and what each allows.
#[utoipa::path(get, path = "/api/v1/profiles", tag = "games",
    responses((status = 200, body = [ProfileInfo]), (status = 429, body = Problem)))]
pub(super) async fn profiles() -> Json<Vec<ProfileInfo>> {
    Json(Profile::ALL.iter().map(wire::profile_info).collect())
}

/// The rules of a game, to be read.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct RulesPage {
    /// The game.
    game: GameInfo,
    /// The rules, section by section.
    sections: Vec<RulesSection>,
}

/// One section of a rules page.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct RulesSection {
    /// What it is about.
    title: String,
    /// Whether its lines happen one after the other.
    numbered: bool,
    /// What it says.
    lines: Vec<RulesLine>,
}

/// One rule.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct RulesLine {
    /// What it says.
    text: String,
    /// Where it is written.
    cite: String,
    /// What the source adds.
    #[schema(no_recursion)]
    notes: Vec<RulesLine>,
}

/// The rules of one game, with where each is written.
#[utoipa::path(get, path = "/api/v1/games/{game}/rules", tag = "games", params(("game" = String, Path)),
    responses((status = 200, body = RulesPage), (status = 404, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn rules(Path(game): Path<String>) -> Answer<RulesPage> {
    let game = Game::by_id(&game).ok_or_else(|| Problem::new(Code::NotFound, "There is no such game."))?;
    let sections = game.page().sections.into_iter().map(|section| RulesSection {
        title: section.title.to_owned(),
        numbered: section.numbered,
        lines: section.lines.into_iter().map(line).collect(),
    });
    Ok(Json(RulesPage { game: wire::game_info(game), sections: sections.collect() }))
}

fn line(line: Line) -> RulesLine {
    RulesLine { text: line.text, cite: line.cite, notes: line.notes.into_iter().map(self::line).collect() }
}
