//! The API under `/api/v1`, and its OpenAPI document.

mod account;
mod advice;
mod body;
mod document;
mod games;
mod hand_list;
mod hands;
mod lobby;
mod sessions;
mod socket;
mod tournaments;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use cardroom_protocol::{Code, Problem};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::accounts::{Address, cookie_name};
use crate::house::House;
use crate::problem::Refuse;
use crate::to_the_end::to_the_end;

/// The largest body of a request.
const LARGEST_BODY: usize = 16 * 1024;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Cardroom",
        description = "A card room: Five Card Hold-Out, Five Card Draw and Texas Hold'em. Play chips only.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "account", description = "Who somebody is: guests, names, passwords, sessions, tokens, limits, chips"),
        (name = "lobby", description = "What is played, and opening tables"),
        (name = "tournaments", description = "Holding and entering tournaments"),
        (name = "hands", description = "Hands that are over"),
        (name = "games", description = "The catalogue, the rules and the house-rule profiles"),
        (name = "advice", description = "Odds and what to hold")
    ),
    components(schemas(Problem, hands::RecordFormat, hand_list::HandKind, hand_list::HandResult))
)]
struct Document;

/// Everything under `/api/v1` and `/ws/v1`.
pub(crate) fn router(house: &Arc<House>) -> Router<Arc<House>> {
    let (api, document) = documented();
    let document: Arc<str> = document::written(&document, cookie_name(house)).into();
    let document = move || async move {
        ([(axum::http::header::CONTENT_TYPE, "application/json")], document.to_string()).into_response()
    };
    api.route("/api/v1/openapi.json", axum::routing::get(document))
        .route("/ws/v1", axum::routing::any(socket::upgrade))
        .route("/api/{*nothing}", axum::routing::any(not_here))
        .route("/ws/{*nothing}", axum::routing::any(not_here))
        .layer(middleware::from_fn(whole))
        .layer(RequestBodyLimitLayer::new(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(house.clone(), paced))
        .layer(SetResponseHeaderLayer::if_not_present(CACHE_CONTROL, HeaderValue::from_static("no-store")))
}

/// The OpenAPI document of a room that isn't behind TLS.
pub(crate) fn openapi() -> String {
    document::written(&documented().1, "cardroom_session")
}

fn documented() -> (Router<Arc<House>>, utoipa::openapi::OpenApi) {
    let router: OpenApiRouter<Arc<House>> = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(account::get, account::delete))
        .routes(routes!(account::claim))
        .routes(routes!(account::logout))
        .routes(routes!(account::password))
        .routes(routes!(account::codes))
        .routes(routes!(account::limits))
        .routes(routes!(account::refill))
        .routes(routes!(sessions::sessions))
        .routes(routes!(sessions::revoke))
        .routes(routes!(sessions::tokens, sessions::new_token))
        .routes(routes!(lobby::get))
        .routes(routes!(lobby::open_table))
        .routes(routes!(lobby::check_table))
        .routes(routes!(lobby::table))
        .routes(routes!(lobby::join))
        .routes(routes!(tournaments::list, tournaments::hold))
        .routes(routes!(tournaments::check))
        .routes(routes!(tournaments::get, tournaments::call_off))
        .routes(routes!(tournaments::pause, tournaments::resume))
        .routes(routes!(tournaments::enter, tournaments::withdraw))
        .routes(routes!(hand_list::list))
        .routes(routes!(hands::get))
        .routes(routes!(hands::proof))
        .routes(routes!(hands::record))
        .routes(routes!(hands::coach))
        .routes(routes!(games::list))
        .routes(routes!(games::rules))
        .routes(routes!(games::profiles))
        .layer(middleware::from_fn(to_the_end))
        // Long work that changes nothing for whoever doesn't wait for it.
        .routes(routes!(account::login))
        .routes(routes!(advice::odds))
        .routes(routes!(advice::hold));
    router.split_for_parts()
}

/// Every request counts against its address, and what isn't found is said in the same form as everything else.
async fn paced(State(house): State<Arc<House>>, Address(address): Address, request: Request, next: Next) -> Response {
    if let Err(problem) = house.door.request(address) {
        return Refuse(problem).into_response();
    }
    let method = request.method().clone();
    let response = next.run(request).await;
    let plain = response
        .headers()
        .get(axum::http::header::CONTENT_TYPE)
        .is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"));
    let problem = match response.status().as_u16() {
        status @ (400 | 415 | 422) if plain => {
            let detail = body_text(response).await;
            Problem {
                status: if status == 415 { 415 } else { 400 },
                ..Problem::new(Code::Malformed, crate::problem::sentence(&detail))
            }
        }
        405 if plain => {
            let text = format!("{method} is not for this address.");
            let problem = Problem { status: 405, ..Problem::new(Code::Malformed, text) };
            let mut refused = Refuse(problem).into_response();
            if let Some(allow) = response.headers().get(axum::http::header::ALLOW) {
                refused.headers_mut().insert(axum::http::header::ALLOW, allow.clone());
            }
            return refused;
        }
        413 if plain => Problem::new(Code::TooLarge, format!("A body has at most {LARGEST_BODY} bytes.")),
        _ => return response,
    };
    Refuse(problem).into_response()
}

/// Who asks is looked up when all that is asked is here: a session that ends while the body still comes, held back on
/// purpose perhaps, has ended for this request, too.
async fn whole(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    match Bytes::from_request(Request::new(body), &()).await {
        Ok(bytes) => next.run(Request::from_parts(parts, bytes.into())).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// The page answers every address that it may know; what is meant for programs it doesn't.
async fn not_here(uri: axum::http::Uri) -> Refuse {
    Refuse(Problem::new(Code::NotFound, format!("There is nothing at {}.", uri.path())))
}

async fn body_text(response: Response) -> String {
    let bytes = axum::body::to_bytes(response.into_body(), LARGEST_BODY).await.unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// An answer in JSON.
type Answer<T> = Result<Json<T>, Refuse>;
