//! Refusals in the words of the protocol.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use cardroom_protocol::{Code, Problem};
use cardroom_room::Refused;
use cardroom_rules::View;
use cardroom_store::{Refusal, StoreError};

use crate::wire;

/// A refusal as the answer to a request (problem+json).
pub(crate) struct Refuse(pub(crate) Problem);

impl From<Problem> for Refuse {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

impl From<StoreError> for Refuse {
    fn from(error: StoreError) -> Self {
        Self(store(&error))
    }
}

impl IntoResponse for Refuse {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        metrics::counter!("cardroom_refusals_total", "status" => self.0.status.to_string()).increment(1);
        let retry_after = self.0.retry_after;
        let mut response = (status, Json(in_a_sentence(self.0))).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// A table's refusal; in a player's own turn with what it may do instead.
pub(crate) fn refused(refused: &Refused, view: Option<&View>) -> Problem {
    let code = match refused {
        Refused::Stale { .. } => Code::Stale,
        Refused::Hand(_) | Refused::Setup(_) | Refused::BuyIn { .. } | Refused::TooMuchAdded { .. } | Refused::Name => {
            Code::Illegal
        }
        Refused::NotAllowed { .. } | Refused::WrongCode | Refused::Barred | Refused::NoBots | Refused::NoSpectators => {
            Code::Forbidden
        }
        Refused::Closed => Code::NotFound,
        Refused::Frozen { .. } | Refused::Damaged(_) => Code::Unavailable,
        _ => Code::Conflict,
    };
    let mut problem = Problem::new(code, sentence(&refused.to_string()));
    if code == Code::Illegal {
        problem.legal = view.and_then(wire::choices).map(Box::new);
    }
    problem
}

/// A refusal of the ledger: the chips aren't there.
pub(crate) fn not_stored(refusal: &Refusal) -> Problem {
    match refusal {
        Refusal::Insufficient { balance, taken, .. } => {
            Problem::new(Code::Conflict, format!("Your wallet holds {balance} chips, this takes {taken}."))
        }
        Refusal::NotFound { .. } => Problem::new(Code::NotFound, sentence(&refusal.to_string())),
        Refusal::OutOfRange { .. } => Problem::new(Code::Illegal, sentence(&refusal.to_string())),
        other => Problem::new(Code::Conflict, sentence(&other.to_string())),
    }
}

/// The store's trouble, without its details: those are in the log.
pub(crate) fn store(error: &StoreError) -> Problem {
    match error {
        StoreError::Refused(refusal) => not_stored(refusal),
        StoreError::Unavailable { .. } => {
            tracing::warn!(%error, "the store is away");
            overloaded("the room can't save just now")
        }
        StoreError::Damaged(_) | StoreError::Unusable { .. } => {
            tracing::error!(%error, "the store is in trouble");
            Problem::new(Code::Internal, "Something stored can't be read.")
        }
    }
}

/// Too much to do; it is worth trying again soon.
pub(crate) fn overloaded(what: &str) -> Problem {
    Problem { retry_after: Some(2), ..Problem::new(Code::Unavailable, sentence(what)) }
}

/// Too many or too often; try again after so many seconds.
pub(crate) fn too_many(what: &str, seconds: u64) -> Problem {
    Problem { retry_after: Some(seconds.max(1)), ..Problem::new(Code::TooMany, sentence(what)) }
}

/// An id that was used for another command.
pub(crate) fn id_reused() -> Problem {
    Problem::new(Code::Conflict, "This id was used for another command at this table: give every command its own.")
}

pub(crate) fn no_table() -> Problem {
    Problem::new(Code::NotFound, "There is no such table, or it has closed.")
}

/// The page that the types of problems point to.
pub(crate) async fn kinds() -> Html<String> {
    let kind = |code: &Code| {
        let (name, title, status, advice) = (code.name(), code.title(), code.status(), code.advice());
        format!("<h2 id=\"{name}\">{name}</h2>\n<p>{title} ({status}). {advice}</p>\n")
    };
    let kinds: String = Code::ALL.iter().map(kind).collect();
    let head = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Problems – Cardroom</title>";
    Html(format!("{head}\n<h1>Why something is refused</h1>\n<p>Nothing was changed.</p>\n{kinds}</html>\n"))
}

/// A refusal whose text is a sentence, wherever it comes from.
pub(crate) fn in_a_sentence(problem: Problem) -> Problem {
    Problem { detail: sentence(&problem.detail), ..problem }
}

/// A message as a sentence: a capital first, a full stop last.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().collect::<String>()).unwrap_or_default();
    let stop = if text.ends_with(['.', '!', '?', ')']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}
