//! What is signed in to an account: browsers, and programs by their tokens.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use cardroom_protocol::{Code, NewToken, Problem, Session, Token};
use cardroom_store::{Refusal, Right, StoreError};

use super::Answer;
use super::account::signed_out;
use super::body::Body;
use crate::accounts::{InPerson, SignedIn, agent, no_entropy};
use crate::clock::wall_ms;
use crate::house::House;
use crate::problem::Refuse;
use crate::secret;

/// Tokens that one account may have.
const MOST_TOKENS: usize = 10;
/// The longest label of one, in characters.
const LONGEST_LABEL: usize = 60;

/// The browsers that are signed in.
#[utoipa::path(get, path = "/api/v1/account/sessions", tag = "account", operation_id = "list_sessions",
    responses((status = 200, description = "The sessions", body = [Session])))]
pub(super) async fn sessions(State(house): State<Arc<House>>, who: SignedIn) -> Answer<Vec<Session>> {
    let sessions = house.store.sessions_of(who.account).await?;
    let browsers = sessions.into_iter().filter(|session| session.label.is_none());
    let told = browsers.map(|session| Session {
        session: session.id,
        agent: session.agent,
        since: session.created_ms,
        seen: session.seen_ms,
        this: session.id == who.session,
    });
    Ok(Json(told.collect()))
}

/// Ends a session, or takes a token back.
#[utoipa::path(delete, path = "/api/v1/account/sessions/{session}", tag = "account", operation_id = "end_session",
    params(("session" = u64, Path, description = "A session's number, or a token's id, as they are listed", maximum = 9_007_199_254_740_991u64)),
    security(("session" = [])),
    responses((status = 204, description = "It is over"),
        (status = 404, description = "The account has no such session or token")))]
pub(super) async fn revoke(
    State(house): State<Arc<House>>,
    InPerson(who): InPerson,
    Path(session): Path<u64>,
) -> Result<StatusCode, Refuse> {
    house.store.revoke(who.account, session).await.map_err(|error| match error {
        StoreError::Refused(Refusal::NotFound { .. }) => {
            Refuse(Problem::new(Code::NotFound, "You have no such session."))
        }
        other => other.into(),
    })?;
    house.people.dismiss(who.account, |other| other == session, &signed_out("This session was ended."));
    Ok(StatusCode::NO_CONTENT)
}

/// The tokens of one's programs.
#[utoipa::path(get, path = "/api/v1/account/tokens", tag = "account", operation_id = "list_tokens",
    responses((status = 200, description = "The tokens, without what is secret of them", body = [Token])))]
pub(super) async fn tokens(State(house): State<Arc<House>>, who: SignedIn) -> Answer<Vec<Token>> {
    let sessions = house.store.sessions_of(who.account).await?;
    let told = sessions.into_iter().filter_map(|session| {
        Some(Token { id: session.id, label: session.label?, since: session.created_ms, token: None })
    });
    Ok(Json(told.collect()))
}

/// A token with which a program plays as this account.
#[utoipa::path(post, path = "/api/v1/account/tokens", tag = "account", operation_id = "make_token",
    request_body = NewToken,
    security(("session" = [])),
    responses((status = 200, description = "The token, shown this one time", body = Token),
        (status = 409, description = "The label is too long, empty or not one line, or there are ten tokens already")))]
pub(super) async fn new_token(
    State(house): State<Arc<House>>,
    InPerson(who): InPerson,
    headers: HeaderMap,
    Body(wanted): Body<NewToken>,
) -> Answer<Token> {
    let label = label(&wanted.label)?;
    let _counting = house.counting.lock().await;
    let kept = house.store.sessions_of(who.account).await?;
    if kept.iter().filter(|session| session.label.is_some()).count() >= MOST_TOKENS {
        let text = format!("An account has at most {MOST_TOKENS} tokens: take one back first.");
        return Err(Problem::new(Code::Conflict, text).into());
    }
    let token = secret::token().map_err(no_entropy)?;
    let now = wall_ms();
    let hash = secret::token_hash(&token);
    let right = Right::Session(who.session);
    let minted = house.store.sign_in_by(right, who.account, &hash, Some(label), &agent(&headers), now).await;
    let id = minted.map_err(|error| match error {
        StoreError::Refused(Refusal::NotFound { .. }) => Refuse(signed_out("This session was ended.")),
        other => other.into(),
    })?;
    Ok(Json(Token { id, label: label.to_owned(), since: now, token: Some(token) }))
}

/// What a token is for, as it is listed.
fn label(written: &str) -> Result<&str, Problem> {
    let illegal = |text: String| Err(Problem::new(Code::Illegal, text));
    let length = written.chars().count();
    if length > LONGEST_LABEL {
        return illegal(format!("A label has from 1 to {LONGEST_LABEL} characters, this one {length}."));
    }
    if written.contains(char::is_control) {
        return illegal("A label is one line of text.".to_owned());
    }
    match written.trim() {
        "" => illegal("Say what the token is for.".to_owned()),
        label => Ok(label),
    }
}
