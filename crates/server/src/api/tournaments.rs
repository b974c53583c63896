//! Tournaments: the list, one from inside, holding one, entering.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cardroom_bots::Level;
use cardroom_protocol::{Code, NewTournament, Problem, TournamentPhase, TournamentSnapshot, TournamentSummary};
use cardroom_room::tournament::Command;
use cardroom_room::{AccountId, Now};
use serde::Serialize;

use super::Answer;
use super::body::Body;
use crate::accounts::{Address, SignedIn};
use crate::features::Feature;
use crate::house::House;
use crate::house_bots;
use crate::problem::sentence;
use crate::tournament;

/// House bots that enter one tournament of a player's: they play on, whether anybody looks or not.
const MOST_BOTS: usize = 30;

/// The tournaments on the lobby's wall.
#[utoipa::path(get, path = "/api/v1/tournaments", tag = "tournaments",
    responses((status = 200, body = Vec<TournamentSummary>), (status = 429, body = Problem)))]
pub(super) async fn list(State(house): State<Arc<House>>) -> Json<Vec<TournamentSummary>> {
    Json(house.tournament_lines())
}

/// One tournament from inside: levels, prizes, tables, how everyone stands.
#[utoipa::path(get, path = "/api/v1/tournaments/{tournament}", tag = "tournaments",
    params(("tournament" = u64, Path, maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, body = TournamentSnapshot), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 404, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(super) async fn get(
    State(house): State<Arc<House>>,
    who: SignedIn,
    Path(number): Path<u64>,
) -> Answer<TournamentSnapshot> {
    Ok(Json(tournament::for_reader(&house.tournament(number)?.shown(), who.account)))
}

/// A tournament that was opened.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct NewlyHeld {
    /// Its number.
    tournament: u64,
}

/// Holds a tournament.
#[utoipa::path(post, path = "/api/v1/tournaments", tag = "tournaments", request_body = NewTournament,
    responses((status = 200, body = NewlyHeld), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 409, body = Problem), (status = 413, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(super) async fn hold(
    State(house): State<Arc<House>>,
    Address(address): Address,
    who: SignedIn,
    Body(wanted): Body<NewTournament>,
) -> Answer<NewlyHeld> {
    house.features.require(Feature::Tournaments)?;
    who.may_play()?;
    let host = AccountId(who.account);
    let over = [TournamentPhase::Over, TournamentPhase::Cancelled];
    let _counting = house.counting.lock().await;
    let held = house
        .tournaments()
        .into_iter()
        .filter(|(_, handle)| handle.host == Some(host) && !over.contains(&handle.shown().summary.phase));
    let held = held.count();
    if held >= house.config.tables_per_account {
        let text = format!("You hold {held} tournaments already: wait for one to end.");
        return Err(Problem::new(Code::Conflict, text).into());
    }
    let levels = wanted.bots.iter().flatten().map(|level| level.parse::<Level>()).collect::<Result<Vec<_>, _>>();
    let levels = levels.map_err(|error| Problem::new(Code::Illegal, sentence(&error.to_string())))?;
    if levels.len() > MOST_BOTS {
        return Err(Problem::new(Code::Illegal, format!("The house sends at most {MOST_BOTS} bots.")).into());
    }
    house.may_call_bots(levels.len())?;
    if levels.len() >= usize::try_from(wanted.most).unwrap_or(usize::MAX) {
        return Err(Problem::new(Code::Illegal, "A place must be left for people: ask for fewer bots.").into());
    }
    if !levels.is_empty() {
        house_bots::buy_in([wanted.entry; 2])?;
    }
    let setup = tournament::setup(&wanted, host, house.clocks(), Now(house.clock.now_ms()))?;
    let place = house.door.open(address)?;
    let (number, handle) = house.open_tournament(setup).await?;
    handle.keep_until_gone(place);
    for level in levels {
        house.enter_bot(&handle, level).await?;
    }
    Ok(Json(NewlyHeld { tournament: number }))
}

/// Calls a tournament off that one holds, before it starts; everybody's entry comes back.
#[utoipa::path(delete, path = "/api/v1/tournaments/{tournament}", tag = "tournaments",
    params(("tournament" = u64, Path, maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, body = TournamentSnapshot), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(super) async fn call_off(
    State(house): State<Arc<House>>,
    who: SignedIn,
    Path(number): Path<u64>,
) -> Answer<TournamentSnapshot> {
    let handle = house.tournament(number)?;
    if handle.host != Some(AccountId(who.account)) {
        return Err(Problem::new(Code::Forbidden, "Only who holds a tournament calls it off.").into());
    }
    handle.tell(Command::CallOff).await?;
    Ok(Json(tournament::for_reader(&handle.shown(), who.account)))
}

/// Enters a tournament; the entry is paid from the wallet.
#[utoipa::path(post, path = "/api/v1/tournaments/{tournament}/entry", tag = "tournaments",
    params(("tournament" = u64, Path, maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, body = TournamentSnapshot), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(super) async fn enter(
    State(house): State<Arc<House>>,
    who: SignedIn,
    Path(number): Path<u64>,
) -> Answer<TournamentSnapshot> {
    house.features.require(Feature::Tournaments)?;
    let handle = house.tournament(number)?;
    let _stake = house.within_limits(&who, handle.shown().summary.entry).await?;
    let account = AccountId(who.account);
    handle.tell(Command::Register { account, name: who.name.clone(), bot: false }).await?;
    // It may have excluded itself, or been banned, meanwhile: what was given back then wasn't this yet.
    if let Err(problem) = who.by_now(&house).await.and_then(|now| now.may_play()) {
        house.stop_playing(who.account).await;
        return Err(problem.into());
    }
    Ok(Json(tournament::for_reader(&handle.shown(), who.account)))
}

/// Takes an entry back before the start; its price comes back too.
#[utoipa::path(delete, path = "/api/v1/tournaments/{tournament}/entry", tag = "tournaments",
    params(("tournament" = u64, Path, maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, body = TournamentSnapshot), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(super) async fn withdraw(
    State(house): State<Arc<House>>,
    who: SignedIn,
    Path(number): Path<u64>,
) -> Answer<TournamentSnapshot> {
    let handle = house.tournament(number)?;
    handle.tell(Command::Unregister { account: AccountId(who.account) }).await?;
    Ok(Json(tournament::for_reader(&handle.shown(), who.account)))
}
