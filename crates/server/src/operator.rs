//! The operator's listener, apart from the players': tables, chips, bans. Every use is written down. Nothing here, or
//! anywhere, shows a hidden card of a running hand.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use cardroom_protocol::{Code, Problem, TableSummary, TournamentSummary};
use cardroom_room::{AccountId, Chips, Command, Entry, Purse, Reason};
use cardroom_store::{Audit, Damage, LedgerAccount, StoreError};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

use crate::accounts::bearer;
use crate::clock::wall_ms;
use crate::features::Feature;
use crate::house::House;
use crate::problem::Refuse;
use crate::secret;
use crate::table::ledger_entry;

/// Nothing that an operator sends is longer.
const LONGEST_ORDER: usize = 1024;
/// Hours that somebody can be banned for: a hundred years.
const LONGEST_BAN: u64 = 876_600;

/// What the operator can ask for.
pub(crate) fn router(house: &Arc<House>) -> Router<Arc<House>> {
    Router::new()
        .route("/tables", get(tables))
        .route("/tables/{table}/pause", post(pause))
        .route("/tables/{table}/resume", post(resume))
        .route("/tables/{table}/close", post(close))
        .route("/tables/{table}/void", post(void))
        .route("/accounts/{account}", get(account))
        .route("/accounts/{account}/credit", post(credit))
        .route("/accounts/{account}/ban", post(ban))
        .route("/tournaments", get(tournaments))
        .route("/tournaments/{tournament}/{action}", post(tournament))
        .route("/features", get(features))
        .route("/features/{feature}/{switch}", post(switch))
        .route("/audit", get(audit))
        .route("/log", get(log))
        .layer(middleware::from_fn_with_state(house.clone(), written_down))
}

/// No page in the operator's own browser may ask, and where there is a token, nobody without it.
fn admitted(house: &House, headers: &HeaderMap) -> Result<(), Refuse> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if headers.contains_key(header::ORIGIN) || text(header::HOST).is_none_or(|host| !is_address(host)) {
        return Err(Problem::new(Code::Forbidden, "The operator's door is for programs, by its address.").into());
    }
    let Some(token) = &house.config.operator_token else { return Ok(()) };
    let shown = bearer(headers).unwrap_or_default();
    let known = bool::from(shown.as_bytes().ct_eq(token.as_bytes()));
    known.then_some(()).ok_or_else(|| Problem::new(Code::SignIn, "This needs the operator's token.").into())
}

/// A host that no stranger's name server can turn against us: a number, or this machine.
fn is_address(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name).trim_matches(['[', ']']);
    name == "localhost" || name.parse::<std::net::IpAddr>().is_ok()
}

/// Every use is written down before it is done.
async fn written_down(State(house): State<Arc<House>>, request: Request, next: Next) -> Result<Response, Refuse> {
    admitted(&house, request.headers())?;
    let (parts, body) = request.into_parts();
    let too_long = |_| Problem::new(Code::Illegal, format!("An order has {LONGEST_ORDER} bytes at most."));
    let body = to_bytes(body, LONGEST_ORDER).await.map_err(too_long)?;
    let mut action = format!("{} {}", parts.method, parts.uri.path());
    // As it was understood, so that what is written down is one line of JSON whatever came.
    if let Ok(order) = serde_json::from_slice::<serde_json::Value>(&body) {
        action.push_str(&format!(" {order}"));
    }
    tracing::info!(action, "operator");
    house.store.note_operation(&action, wall_ms()).await?;
    Ok(next.run(Request::from_parts(parts, Body::from(body))).await)
}

async fn tables(State(house): State<Arc<House>>) -> Json<Vec<TableSummary>> {
    Json(house.tables().iter().map(|(_, handle)| handle.summary()).collect())
}

async fn operate(house: &House, table: u64, command: Command) -> Result<Json<Done>, Refuse> {
    house.operate(table, command).await?;
    Ok(Json(Done { done: true }))
}

#[derive(Serialize)]
struct Done {
    done: bool,
}

async fn pause(State(house): State<Arc<House>>, Path(table): Path<u64>) -> Result<Json<Done>, Refuse> {
    operate(&house, table, Command::Pause).await
}

async fn resume(State(house): State<Arc<House>>, Path(table): Path<u64>) -> Result<Json<Done>, Refuse> {
    operate(&house, table, Command::Resume).await
}

async fn close(State(house): State<Arc<House>>, Path(table): Path<u64>) -> Result<Json<Done>, Refuse> {
    operate(&house, table, Command::Close).await
}

async fn void(State(house): State<Arc<House>>, Path(table): Path<u64>) -> Result<Json<Done>, Refuse> {
    operate(&house, table, Command::VoidHand).await
}

async fn tournaments(State(house): State<Arc<House>>) -> Json<Vec<TournamentSummary>> {
    Json(house.tournament_lines())
}

async fn tournament(
    State(house): State<Arc<House>>,
    Path((number, action)): Path<(u64, String)>,
) -> Result<Json<Done>, Refuse> {
    use cardroom_room::tournament::Command;
    let command = match action.as_str() {
        "pause" => Command::Pause,
        "resume" => Command::Resume,
        "cancel" => Command::Cancel,
        _ => return Err(Problem::new(Code::NotFound, "A tournament is paused, resumed or cancelled.").into()),
    };
    house.tournament(number)?.tell(command).await?;
    Ok(Json(Done { done: true }))
}

#[derive(Serialize)]
struct Switch {
    feature: &'static str,
    on: bool,
}

async fn features(State(house): State<Arc<House>>) -> Json<Vec<Switch>> {
    let switch = |feature: Feature| Switch { feature: feature.name(), on: house.features.is_on(feature) };
    Json(Feature::ALL.into_iter().map(switch).collect())
}

async fn switch(
    State(house): State<Arc<House>>,
    Path((feature, to)): Path<(String, String)>,
) -> Result<Json<Done>, Refuse> {
    let not_found = |text: String| Refuse(Problem::new(Code::NotFound, crate::problem::sentence(&text)));
    let feature: Feature = feature.parse().map_err(not_found)?;
    let on = match to.as_str() {
        "on" => true,
        "off" => false,
        _ => return Err(not_found("a feature is switched on or off".to_owned())),
    };
    house.store.set_setting(&feature.setting(), &to).await?;
    house.features.switch(feature, on);
    Ok(Json(Done { done: true }))
}

#[derive(Serialize)]
struct AccountReport {
    account: u64,
    name: String,
    guest: bool,
    operator: bool,
    created_ms: u64,
    banned_until_ms: u64,
    chips: i64,
}

async fn account(State(house): State<Arc<House>>, Path(account): Path<u64>) -> Result<Json<AccountReport>, Refuse> {
    let found = house.store.account(account).await?;
    let found = found.ok_or_else(|| Problem::new(Code::NotFound, "There is no such account."))?;
    Ok(Json(AccountReport {
        account,
        name: found.name,
        guest: found.password.is_none(),
        operator: found.operator,
        created_ms: found.created_ms,
        banned_until_ms: found.banned_ms,
        chips: house.store.balance(LedgerAccount::Wallet(account)).await?,
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Credit {
    chips: u64,
}

async fn credit(
    State(house): State<Arc<House>>,
    Path(account): Path<u64>,
    Json(credit): Json<Credit>,
) -> Result<Json<Done>, Refuse> {
    let found = house.store.account(account).await?;
    found.ok_or_else(|| Problem::new(Code::NotFound, "There is no such account."))?;
    let entry = Entry {
        from: Purse::House,
        to: Purse::Wallet(AccountId(account)),
        amount: Chips::new(credit.chips),
        reason: Reason::Credit,
    };
    let id = format!("credit/{account}/{}", secret::token().map_err(crate::accounts::no_entropy)?);
    house.store.post(vec![ledger_entry(&id, &entry)]).await?;
    house.people.moved(account, i64::try_from(credit.chips).unwrap_or(i64::MAX));
    Ok(Json(Done { done: true }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ban {
    /// For so many hours; 0 lifts it.
    hours: u64,
}

async fn ban(
    State(house): State<Arc<House>>,
    Path(account): Path<u64>,
    Json(ban): Json<Ban>,
) -> Result<Json<Done>, Refuse> {
    if ban.hours > LONGEST_BAN {
        return Err(Problem::new(Code::Illegal, format!("A ban is for {LONGEST_BAN} hours at most.")).into());
    }
    let until = if ban.hours == 0 { 0 } else { wall_ms().saturating_add(ban.hours.saturating_mul(3_600_000)) };
    house.store.ban(account, until).await?;
    if until > 0 {
        // First, so that no socket of its sits down elsewhere meanwhile.
        house.people.dismiss(account, |_| true, &Problem::new(Code::Forbidden, "This account is banned."));
        house.stop_playing(account).await;
    }
    Ok(Json(Done { done: true }))
}

#[derive(Serialize)]
#[serde(untagged)]
enum AuditReport {
    AddsUp {
        accounts: u64,
        entries: u64,
        issued: i64,
    },
    /// What doesn't, in words.
    Wrong {
        wrong: String,
    },
}

async fn audit(State(house): State<Arc<House>>) -> Result<Json<AuditReport>, Refuse> {
    Ok(Json(match house.store.audit().await {
        Ok(Audit { accounts, entries, issued }) => AuditReport::AddsUp { accounts, entries, issued },
        Err(StoreError::Damaged(Damage::Ledger { what })) => AuditReport::Wrong { wrong: what },
        Err(error) => return Err(error.into()),
    }))
}

#[derive(Serialize)]
struct LogLine {
    at_ms: u64,
    action: String,
}

async fn log(State(house): State<Arc<House>>) -> Result<Json<Vec<LogLine>>, Refuse> {
    let lines = house.store.operations(200).await?;
    Ok(Json(lines.into_iter().map(|line| LogLine { at_ms: line.at_ms, action: line.action }).collect()))
}
