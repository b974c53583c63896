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
use crate::problem::sentence;
use crate::secret;
use crate::tournament::{self, TournamentHandle};

/// House bots that enter one tournament of a player's: they play on, whether anybody looks or not.
const MOST_BOTS: usize = 30;

/// The tournaments on the lobby's wall, and the private ones that the reader holds or has entered.
#[utoipa::path(get, path = "/api/v1/tournaments", tag = "tournaments", operation_id = "list_tournaments",
    security((), ("session" = []), ("token" = [])),
    responses((status = 200, description = "The tournaments", body = Vec<TournamentSummary>)))]
pub(super) async fn list(State(house): State<Arc<House>>, who: Option<SignedIn>) -> Json<Vec<TournamentSummary>> {
    let mut lines = house.tournament_lines();
    let own = |number| {
        let handle = house.tournament(number).ok();
        who.as_ref().is_some_and(|who| handle.is_some_and(|handle| handle.is_of(who.account)))
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
#[utoipa::path(get, path = "/api/v1/tournaments/{tournament}", tag = "tournaments", operation_id = "get_tournament",
    params(("tournament" = u64, Path, description = "The tournament's number", maximum = 9_007_199_254_740_991u64),
        Invited),
    responses((status = 200, description = "The tournament", body = TournamentSnapshot),
        (status = 403, description = "It is private, and the code is missing or wrong"),
        (status = 404, description = "There is no such tournament")))]
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
#[utoipa::path(post, path = "/api/v1/tournaments", tag = "tournaments", operation_id = "hold_tournament",
    request_body = NewTournament,
    responses((status = 200, description = "The tournament's number, and the invitation code of a private one",
            body = NewlyHeld),
        (status = 409,
            description = "The rules don't allow such a tournament, or the account holds as many as it may")))]
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
#[utoipa::path(post, path = "/api/v1/tournaments/check", tag = "tournaments", operation_id = "check_tournament",
    request_body = NewTournament,
    responses((status = 200, description = "What the tournament would be", body = TournamentPlan),
        (status = 409, description = "The rules don't allow such a tournament")))]
pub(super) async fn check(
    State(house): State<Arc<House>>,
    who: SignedIn,
    Body(wanted): Body<NewTournament>,
) -> Answer<TournamentPlan> {
    house.features.require(Feature::Tournaments)?;
    let (tournament, _) = read(&house, &wanted, AccountId(who.account))?;
    Ok(Json(tournament::plan(tournament.setup())))
}

/// A wanted tournament and the levels of its bots. What is wrong with the tournament is said first: its bots depend on
/// it.
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
    operation_id = "call_off_tournament",
    params(("tournament" = u64, Path, description = "The tournament's number", maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, description = "The tournament, called off", body = TournamentSnapshot),
        (status = 404, description = "There is no such tournament"),
        (status = 409, description = "It has begun")))]
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
    operation_id = "pause_tournament",
    params(("tournament" = u64, Path, description = "The tournament's number", maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, description = "The tournament", body = TournamentSnapshot),
        (status = 404, description = "There is no such tournament"),
        (status = 409, description = "It isn't running, or has been stopped for long enough")))]
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
    operation_id = "resume_tournament",
    params(("tournament" = u64, Path, description = "The tournament's number", maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, description = "The tournament", body = TournamentSnapshot),
        (status = 404, description = "There is no such tournament"),
        (status = 409, description = "It wasn't stopped")))]
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
    operation_id = "enter_tournament",
    request_body = Option<Invited>,
    params(("tournament" = u64, Path, description = "The tournament's number", maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, description = "The tournament", body = TournamentSnapshot),
        (status = 404, description = "There is no such tournament"),
        (status = 409,
            description = "It is full or has begun, the wallet holds too little, or one's own limits forbid it")))]
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
    operation_id = "withdraw_entry",
    params(("tournament" = u64, Path, description = "The tournament's number", maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, description = "The tournament", body = TournamentSnapshot),
        (status = 404, description = "There is no such tournament"),
        (status = 409, description = "It has begun, or was never entered")))]
pub(super) async fn withdraw(
    State(house): State<Arc<House>>,
    who: SignedIn,
    Path(number): Path<u64>,
) -> Answer<TournamentSnapshot> {
    let handle = house.tournament(number)?;
    handle.tell(Command::Unregister { account: AccountId(who.account) }).await?;
    Ok(Json(handle.shown_to(who.account)))
}
