//! The lobby, tables and invitations.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cardroom_bots::Level;
use cardroom_protocol::{Code, Lobby, NewTable, Problem, TablePlan, TableSummary};
use cardroom_room::{AccountId, Clocks, Table, TableSetup};
use serde::Serialize;

use super::Answer;
use super::body::Body;
use crate::accounts::{Address, Anybody, SignedIn};
use crate::features::Feature;
use crate::house::{House, new_table};
use crate::house_bots;
use crate::problem::{Refuse, sentence};
use crate::secret;
use crate::wire;

/// Everything on the lobby's wall.
#[utoipa::path(get, path = "/api/v1/lobby", tag = "lobby", operation_id = "get_lobby",
    security((), ("token" = [])),
    responses((status = 200, description = "Tables, tournaments and how many people there are", body = Lobby)))]
pub(super) async fn get(State(house): State<Arc<House>>, _: Anybody) -> Json<Lobby> {
    Json(house.lobby())
}

/// A table that was opened.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct NewlyOpened {
    /// Its number.
    table: u64,
    /// The invitation code of a private table.
    code: Option<String>,
}

/// Opens a table; whoever does is its host.
#[utoipa::path(post, path = "/api/v1/tables", tag = "lobby", operation_id = "open_table",
    request_body = NewTable,
    responses((status = 200, description = "The table's number, and the invitation code of a private one",
            body = NewlyOpened),
        (status = 409, description = "The rules don't allow such a table, or the account hosts as many as it may")))]
pub(super) async fn open_table(
    State(house): State<Arc<House>>,
    Address(address): Address,
    who: SignedIn,
    Body(wanted): Body<NewTable>,
) -> Answer<NewlyOpened> {
    house.features.require(Feature::Tables)?;
    who.may_play()?;
    let host = AccountId(who.account);
    let _counting = house.counting.lock().await;
    let hosted = house.tables().iter().filter(|(_, handle)| handle.host == Some(host)).count();
    if hosted >= house.config.tables_per_account {
        let text = format!("You host {hosted} tables already: close one first.");
        return Err(Problem::new(Code::Conflict, text).into());
    }
    let (table, levels) = read(&wanted, host, house.clocks())?;
    house.may_call_bots(levels.len())?;
    let mut setup = table.setup().clone();
    if wanted.private.unwrap_or(false) {
        setup.invitation = Some(secret::invitation().map_err(crate::accounts::no_entropy)?);
    }
    let place = house.door.open(address)?;
    let code = setup.invitation.clone();
    let table = house.open_table(setup).await?;
    let handle = house.table(table)?;
    handle.keep_until_gone(place);
    for level in levels {
        house.send_bot(handle.clone(), table, level);
    }
    Ok(Json(NewlyOpened { table, code }))
}

/// What a table would be, or why it would be refused; nothing is opened.
#[utoipa::path(post, path = "/api/v1/tables/check", tag = "lobby", operation_id = "check_table",
    request_body = NewTable,
    responses((status = 200, description = "What the table would be", body = TablePlan),
        (status = 409, description = "The rules don't allow such a table")))]
pub(super) async fn check_table(
    State(house): State<Arc<House>>,
    who: SignedIn,
    Body(wanted): Body<NewTable>,
) -> Answer<TablePlan> {
    house.features.require(Feature::Tables)?;
    let (table, levels) = read(&wanted, AccountId(who.account), house.clocks())?;
    house.may_call_bots(levels.len())?;
    let TableSetup { seats, buy_in, clocks, .. } = *table.setup();
    Ok(Json(TablePlan {
        spread: table.spread().map(wire::spread_info).unwrap_or_default(),
        seats,
        buy_in: [buy_in.min.get(), buy_in.max.get()],
        clock_ms: clocks.act_ms,
        bank_ms: clocks.bank_ms,
        pause_ms: clocks.between_ms,
        sit_out_ms: clocks.sit_out_ms,
    }))
}

/// A wanted table and the levels of its bots. What is wrong with the table is said first: its bots depend on it.
fn read(wanted: &NewTable, host: AccountId, clocks: Clocks) -> Result<(Table, Vec<Level>), Problem> {
    let levels = wanted.bots.iter().flatten().map(|level| level.parse::<Level>()).collect::<Result<Vec<_>, _>>();
    let levels = levels.map_err(|error| Problem::new(Code::Illegal, sentence(&error.to_string())))?;
    let table = new_table(0, wire::setup(wanted, host, clocks)?)?;
    let TableSetup { seats, buy_in, .. } = *table.setup();
    if levels.len() >= usize::from(seats) {
        return Err(Problem::new(Code::Illegal, "A table needs a free seat: ask for fewer bots."));
    }
    if !levels.is_empty() {
        house_bots::buy_in([buy_in.min.get(), buy_in.max.get()])?;
    }
    Ok((table, levels))
}

/// One table as the lobby shows it. Private ones are not found.
#[utoipa::path(get, path = "/api/v1/tables/{table}", tag = "lobby", operation_id = "get_table",
    params(("table" = u64, Path, description = "The table's number", maximum = 9_007_199_254_740_991u64)),
    security((), ("token" = [])),
    responses((status = 200, description = "The table", body = TableSummary),
        (status = 404, description = "There is no such table, or it is private")))]
pub(super) async fn table(State(house): State<Arc<House>>, _: Anybody, Path(table): Path<u64>) -> Answer<TableSummary> {
    let handle = house.table(table)?;
    if handle.private {
        return Err(crate::problem::no_table().into());
    }
    Ok(Json(handle.summary()))
}

/// Where an invitation leads.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Invitation {
    /// The table's number; null where it leads to a tournament.
    table: Option<u64>,
    /// The tournament's number; null where it leads to a table.
    tournament: Option<u64>,
    /// What it is called.
    name: String,
}

/// Finds a private table or tournament by its invitation code.
#[utoipa::path(get, path = "/api/v1/invitations/{code}", tag = "lobby", operation_id = "find_invitation",
    params(("code" = String, Path, description = "The invitation code")),
    responses((status = 200, description = "Where the code leads", body = Invitation),
        (status = 404, description = "It leads nowhere, or no longer")))]
pub(super) async fn join(
    State(house): State<Arc<House>>,
    _who: SignedIn,
    Path(code): Path<String>,
) -> Result<Json<Invitation>, Refuse> {
    if let Some((tournament, handle)) = house.tournaments().into_iter().find(|(_, handle)| handle.has_code(&code)) {
        let name = handle.shown().summary.name.clone();
        return Ok(Json(Invitation { table: None, tournament: Some(tournament), name }));
    }
    let found = house.tables().into_iter().find(|(_, handle)| handle.tournament.is_none() && handle.has_code(&code));
    let (table, handle) =
        found.ok_or_else(|| Problem::new(Code::NotFound, "There is no such table or tournament, or it has closed."))?;
    Ok(Json(Invitation { table: Some(table), tournament: None, name: handle.summary().name }))
}
