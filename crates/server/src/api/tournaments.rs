//! Tournaments: the list, one from inside, holding one, entering.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use cardroom_bots::Level;
use cardroom_protocol::{
    Code, NewTournament, Problem, TournamentPhase, TournamentPlan, TournamentSnapshot, TournamentSummary,
};
use cardroom_room::tournament::{Command, Tournament};
use cardroom_room::{AccountId, Now, TournamentId};
use serde::{Deserialize, Serialize};

use super::Answer;
use super::body::Body;
use crate::accounts::{Address, SignedIn};
use crate::features::Feature;
use crate::house::House;
use crate::house_bots;
use crate::problem::{Refuse, sentence};
use crate::secret;
use crate::tournament::{self, TournamentHandle};

/// House bots that enter one tournament of a player's: they play on, whether anybody looks or not.
const MOST_BOTS: usize = 30;

/// The tournaments on the lobby's wall, and the private ones that the reader holds or has entered.
#[utoipa::path(get, path = "/api/v1/tournaments", tag = "tournaments",
    responses((status = 200, body = Vec<TournamentSummary>), (status = 429, body = Problem)))]
pub(super) async fn list(
    State(house): State<Arc<House>>,
    who: Result<SignedIn, Refuse>,
) -> Json<Vec<TournamentSummary>> {
    let mut lines = house.tournament_lines();
    let own = |number| {
        let handle = house.tournament(number).ok();
        who.as_ref().is_ok_and(|who| handle.is_some_and(|handle| handle.is_of(who.account)))
    };
    lines.retain(|line| !line.private || own(line.tournament));
    Json(lines)
}

/// What lets its reader in.
#[derive(Deserialize, utoipa::IntoParams, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Invited {
    /// The invitation code of a private tournament; whoever holds it or has entered needs none.
    code: Option<String>,
}

/// One tournament from inside: levels, prizes, tables, how everyone stands.
#[utoipa::path(get, path = "/api/v1/tournaments/{tournament}", tag = "tournaments",
    params(("tournament" = u64, Path, maximum = 9_007_199_254_740_991u64), Invited),
    responses((status = 200, body = TournamentSnapshot), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem)))]
pub(super) async fn get(
    State(house): State<Arc<House>>,
    who: SignedIn,
    Path(number): Path<u64>,
    Query(invited): Query<Invited>,
) -> Answer<TournamentSnapshot> {
    let handle = house.tournament(number)?;
    handle.may_come(who.account, invited.code.as_deref())?;
    Ok(Json(handle.shown_to(who.account)))
}

/// A tournament that was opened.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct NewlyHeld {
    /// Its number.
    tournament: u64,
    /// The invitation code of a private one.
    code: Option<String>,
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
    let counting = house.counting.lock().await;
    let held = house
        .tournaments()
        .into_iter()
        .filter(|(_, handle)| handle.host == Some(host) && !over.contains(&handle.shown().summary.phase));
    let held = held.count();
    if held >= house.config.tables_per_account {
        let text = format!("You hold {held} tournaments already: wait for one to end.");
        return Err(Problem::new(Code::Conflict, text).into());
    }
    let (tournament, levels) = read(&house, &wanted, host)?;
    let mut setup = tournament.setup().clone();
    if wanted.private.unwrap_or(false) {
        setup.table.invitation = Some(secret::invitation().map_err(crate::accounts::no_entropy)?);
    }
    let code = setup.table.invitation.clone();
    let place = house.door.open(address)?;
    let promised = house_bots::promised(&house, levels.len());
    let (number, handle) = house.open_tournament(setup).await?;
    handle.keep_until_gone(place);
    // Others count what there is by now, while the bots come in one by one.
    drop(counting);
    for (level, promise) in levels.into_iter().zip(promised) {
        house.enter_bot(&handle, level).await?;
        drop(promise);
    }
    Ok(Json(NewlyHeld { tournament: number, code }))
}

/// What a tournament would be, or why it would be refused; nothing is held.
#[utoipa::path(post, path = "/api/v1/tournaments/check", tag = "tournaments", request_body = NewTournament,
    responses((status = 200, body = TournamentPlan), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 409, body = Problem), (status = 413, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(super) async fn check(
    State(house): State<Arc<House>>,
    who: SignedIn,
    Body(wanted): Body<NewTournament>,
) -> Answer<TournamentPlan> {
    house.features.require(Feature::Tournaments)?;
    let (tournament, _) = read(&house, &wanted, AccountId(who.account))?;
    Ok(Json(tournament::plan(tournament.setup())))
}

/// A wanted tournament and the levels of its bots. What is wrong with the tournament is said first: its bots depend on it.
fn read(house: &House, wanted: &NewTournament, host: AccountId) -> Result<(Tournament, Vec<Level>), Problem> {
    let illegal = |error: &dyn std::fmt::Display| Problem::new(Code::Illegal, sentence(&error.to_string()));
    let levels = wanted.bots.iter().flatten().map(|level| level.parse::<Level>()).collect::<Result<Vec<_>, _>>();
    let levels = levels.map_err(|error| illegal(&error))?;
    let setup = tournament::setup(wanted, host, house.clocks(), Now(house.clock.now_ms()))?;
    let tournament = Tournament::new(TournamentId(0), setup).map_err(|error| illegal(&error))?;
    if levels.len() > MOST_BOTS {
        return Err(Problem::new(Code::Illegal, format!("The house sends at most {MOST_BOTS} bots.")));
    }
    house.may_call_bots(levels.len())?;
    if levels.len() >= usize::try_from(wanted.most).unwrap_or(usize::MAX) {
        return Err(Problem::new(Code::Illegal, "A place must be left for people: ask for fewer bots."));
    }
    if !levels.is_empty() {
        house_bots::buy_in([wanted.entry; 2])?;
    }
    Ok((tournament, levels))
}

/// A tournament, for its host alone.
fn held(house: &House, who: &SignedIn, number: u64) -> Result<TournamentHandle, Problem> {
    let handle = house.tournament(number)?;
    if handle.host == Some(AccountId(who.account)) {
        return Ok(handle);
    }
    Err(Problem::new(Code::Forbidden, "Only its host can call off, pause or resume a tournament."))
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
    let handle = held(&house, &who, number)?;
    handle.tell(Command::CallOff).await?;
    Ok(Json(handle.shown_to(who.account)))
}

/// Stops a tournament that one holds, as soon as the hands that are played are over: for an hour in all.
#[utoipa::path(post, path = "/api/v1/tournaments/{tournament}/pause", tag = "tournaments",
    params(("tournament" = u64, Path, maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, body = TournamentSnapshot), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(super) async fn pause(
    State(house): State<Arc<House>>,
    who: SignedIn,
    Path(number): Path<u64>,
) -> Answer<TournamentSnapshot> {
    let handle = held(&house, &who, number)?;
    handle.tell(Command::HostPause).await?;
    Ok(Json(handle.shown_to(who.account)))
}

/// Lets a tournament that one holds and stopped go on.
#[utoipa::path(delete, path = "/api/v1/tournaments/{tournament}/pause", tag = "tournaments",
    params(("tournament" = u64, Path, maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, body = TournamentSnapshot), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(super) async fn resume(
    State(house): State<Arc<House>>,
    who: SignedIn,
    Path(number): Path<u64>,
) -> Answer<TournamentSnapshot> {
    let handle = held(&house, &who, number)?;
    handle.tell(Command::HostResume).await?;
    Ok(Json(handle.shown_to(who.account)))
}

/// Enters a tournament; the entry is paid from the wallet. The body may be left out for a public one.
#[utoipa::path(post, path = "/api/v1/tournaments/{tournament}/entry", tag = "tournaments",
    request_body = Option<Invited>, params(("tournament" = u64, Path, maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, body = TournamentSnapshot), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(super) async fn enter(
    State(house): State<Arc<House>>,
    who: SignedIn,
    Path(number): Path<u64>,
    invited: Option<Body<Invited>>,
) -> Answer<TournamentSnapshot> {
    house.features.require(Feature::Tournaments)?;
    let handle = house.tournament(number)?;
    handle.may_come(who.account, invited.and_then(|Body(invited)| invited.code).as_deref())?;
    let _stake = house.within_limits(&who, handle.shown().summary.entry).await?;
    let account = AccountId(who.account);
    handle.tell(Command::Register { account, name: who.name.clone(), bot: false }).await?;
    // It may have excluded itself, or been banned, meanwhile: what was given back then wasn't this yet.
    if let Err(problem) = who.by_now(&house).await.and_then(|now| now.may_play()) {
        house.stop_playing(who.account).await;
        return Err(problem.into());
    }
    Ok(Json(handle.shown_to(who.account)))
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
    Ok(Json(handle.shown_to(who.account)))
}
