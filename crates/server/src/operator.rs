//! The operator's listener, apart from the players': tables, chips, bans. Every use is written down. Nothing here, or
//! anywhere, shows a hidden card of a running hand.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Path, Query, Request, State};
use axum::http::header;
use axum::http::request::Parts;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use cardroom_protocol::{Code, Problem, TableSummary, TournamentSummary};
use cardroom_room::{AccountId, Chips, Command, Entry, Purse, Reason};
use cardroom_store::{Account, Audit, Damage, LedgerAccount, Operation, StoreError};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

use crate::accounts::bearer;
use crate::clock::wall_ms;
use crate::features::Feature;
use crate::house::House;
use crate::name::Name;
use crate::problem::Refuse;
use crate::secret;
use crate::session::Peer;
use crate::table::ledger_entry;
use crate::to_the_end::to_the_end;

/// Nothing that an operator sends is longer.
const LONGEST_ORDER: usize = 1024;
/// Bytes of a path that are written down.
const LONGEST_PATH: usize = 500;
/// Lines of a list unless said, and at most.
const USUAL_PAGE: u32 = 100;
const LONGEST_PAGE: u32 = 500;
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
        .route("/accounts", get(accounts))
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
        .layer(middleware::from_fn(to_the_end))
}

/// No page in the operator's own browser may ask, and where there is a token, nobody without it: who shows a wrong one is
/// written down, and may do so a few times a minute.
async fn admitted(house: &House, request: &Parts) -> Result<(), Refuse> {
    let headers = &request.headers;
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if headers.contains_key(header::ORIGIN) || text(header::HOST).is_none_or(|host| !is_address(host)) {
        return Err(Problem::new(
            Code::Forbidden,
            "The operator's door is for programs that ask for it by its address, not for pages.",
        )
        .into());
    }
    let Some(token) = &house.config.operator_token else { return Ok(()) };
    let address = request.extensions.get::<Peer>().map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.0);
    house.door.may_operate(address)?;
    let shown = bearer(headers).unwrap_or_default();
    if bool::from(shown.as_bytes().ct_eq(token.as_bytes())) {
        return Ok(());
    }
    house.door.not_the_operator(address);
    let action = format!("refused, without the token, from {address}: {}", action(request));
    tracing::warn!(action, "operator");
    house.store.note_operation(&action, wall_ms()).await?;
    Err(Problem::new(Code::SignIn, "This needs the operator's token.").into())
}

/// What was asked for, at a length that can be kept.
fn action(request: &Parts) -> String {
    let path = request.uri.path_and_query().map_or("/", |path| path.as_str());
    format!("{} {}", request.method, path.get(..LONGEST_PATH).unwrap_or(path))
}

/// A host that no stranger's name server can turn against us: a number, or this machine.
fn is_address(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name).trim_matches(['[', ']']);
    name == "localhost" || name.parse::<IpAddr>().is_ok()
}

/// Every use is written down before it is done, and once more if it wasn't.
async fn written_down(State(house): State<Arc<House>>, request: Request, next: Next) -> Result<Response, Refuse> {
    let (parts, body) = request.into_parts();
    admitted(&house, &parts).await?;
    let too_long = |_| Problem::new(Code::Illegal, format!("An order has {LONGEST_ORDER} bytes at most."));
    let body = to_bytes(body, LONGEST_ORDER).await.map_err(too_long)?;
    let mut action = action(&parts);
    // As it was understood, so that what is written down is one line of JSON whatever came.
    if let Ok(order) = serde_json::from_slice::<serde_json::Value>(&body) {
        action.push_str(&format!(" {order}"));
    }
    tracing::info!(action, "operator");
    house.store.note_operation(&action, wall_ms()).await?;
    let answer = next.run(Request::from_parts(parts, Body::from(body))).await;
    if !answer.status().is_success() {
        let refused = format!("not done ({}): {action}", answer.status().as_u16());
        // The line before stands, whatever becomes of this one; and nothing was done.
        let _ = house.store.note_operation(&refused, wall_ms()).await;
    }
    Ok(answer)
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
        _ => return Err(Problem::new(Code::NotFound, "A tournament can be paused, resumed or cancelled.").into()),
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
    created_ms: u64,
    banned_until_ms: u64,
    chips: i64,
}

async fn account(State(house): State<Arc<House>>, Path(account): Path<u64>) -> Result<Json<AccountReport>, Refuse> {
    let found = house.store.account(account).await?;
    let found = found.ok_or_else(|| Problem::new(Code::NotFound, "There is no such account."))?;
    Ok(Json(report(&house, found).await?))
}

async fn report(house: &House, found: Account) -> Result<AccountReport, StoreError> {
    Ok(AccountReport {
        account: found.id,
        name: found.name,
        guest: found.password.is_none(),
        created_ms: found.created_ms,
        banned_until_ms: found.banned_ms,
        chips: house.store.balance(LedgerAccount::Wallet(found.id)).await?,
    })
}

/// Which page of a list, newest first: what comes before the number of the last one seen.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    before: Option<u64>,
    limit: Option<u32>,
    /// Accounts that are called so, or whose name can't be told from it.
    name: Option<String>,
}

impl Page {
    fn limit(&self) -> u32 {
        self.limit.unwrap_or(USUAL_PAGE).clamp(1, LONGEST_PAGE)
    }
}

async fn accounts(
    State(house): State<Arc<House>>,
    Query(page): Query<Page>,
) -> Result<Json<Vec<AccountReport>>, Refuse> {
    let name = page.name.as_deref().map(|name| Name::own(name.trim()));
    let called = name.as_ref().map(|name| (name.text.as_str(), name.skeleton.as_str()));
    let mut reports = Vec::new();
    for found in house.store.accounts(called, page.before, page.limit()).await? {
        reports.push(report(&house, found).await?);
    }
    Ok(Json(reports))
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
    if credit.chips == 0 {
        return Err(Problem::new(Code::Illegal, "A credit is of one chip or more.").into());
    }
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
    number: u64,
    at_ms: u64,
    action: String,
}

async fn log(State(house): State<Arc<House>>, Query(page): Query<Page>) -> Result<Json<Vec<LogLine>>, Refuse> {
    let lines = house.store.operations(page.before, page.limit()).await?;
    let line = |line: Operation| LogLine { number: line.id, at_ms: line.at_ms, action: line.action };
    Ok(Json(lines.into_iter().map(line).collect()))
}
