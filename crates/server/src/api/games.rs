//! The catalogue and the rules, from the data that the engine plays.

use axum::Json;
use axum::extract::Path;
use cardroom_protocol::{Code, GameInfo, Problem, ProfileInfo};
use cardroom_rules::{CATALOGUE, Game, Line, Profile};
use serde::Serialize;

use super::Answer;
use crate::accounts::Anybody;
use crate::wire;

/// All games.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", operation_id = "list_games",
    security((), ("token" = [])),
    responses((status = 200, description = "The catalogue", body = [GameInfo])))]
pub(super) async fn list(_: Anybody) -> Json<Vec<GameInfo>> {
    Json(CATALOGUE.iter().map(|game| wire::game_info(game)).collect())
}

/// The house-rule profiles, and what each allows.
#[utoipa::path(get, path = "/api/v1/profiles", tag = "games", operation_id = "list_profiles",
    security((), ("token" = [])),
    responses((status = 200, description = "The profiles", body = [ProfileInfo])))]
pub(super) async fn profiles(_: Anybody) -> Json<Vec<ProfileInfo>> {
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
#[utoipa::path(get, path = "/api/v1/games/{game}/rules", tag = "games", operation_id = "get_rules",
    params(("game" = String, Path, description = "The game's id")),
    security((), ("token" = [])),
    responses((status = 200, description = "The rules, section by section", body = RulesPage),
        (status = 404, description = "There is no such game")))]
pub(super) async fn rules(_: Anybody, Path(game): Path<String>) -> Answer<RulesPage> {
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
