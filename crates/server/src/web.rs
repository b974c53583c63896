//! The web client, embedded in the program, and the headers that go with every answer.

use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
#[cfg(web_client)]
use axum::{
    extract::Request,
    http::{Method, StatusCode},
    middleware::Next,
    response::{IntoResponse, Response},
};
#[cfg(web_client)]
use memory_serve::CacheControl;
use tower_http::set_header::SetResponseHeaderLayer;

/// Nothing but our own files and socket; no inline script, no frames around us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// The page and its files.
pub(crate) fn client<S: Clone + Send + Sync + 'static>() -> Router<S> {
    #[cfg(web_client)]
    #[allow(unused_qualifications, reason = "in what the macro writes")]
    let router = memory_serve::load!()
        .index_file(Some("/index.html"))
        // What it names changes with every build.
        .html_cache_control(CacheControl::NoCache)
        .fallback(Some("/index.html"))
        .fallback_status(StatusCode::OK)
        .into_router()
        .route("/assets/{*nothing}", axum::routing::any(|| async { StatusCode::NOT_FOUND }))
        .layer(axum::middleware::from_fn(kept_for_good))
        .layer(axum::middleware::from_fn(reads_only));
    #[cfg(not(web_client))]
    let router =
        Router::new().route("/", axum::routing::get(|| async { axum::response::Html(include_str!("unbuilt.html")) }));
    router
}

/// The page is read, and nothing else is done to it.
#[cfg(web_client)]
async fn reads_only(request: Request, next: Next) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    next.run(request).await
}

/// What is under assets/ has its hash in its name, and is never another.
#[cfg(web_client)]
async fn kept_for_good(request: Request, next: Next) -> Response {
    let has_hash = request.uri().path().starts_with("/assets/");
    let mut answer = next.run(request).await;
    if has_hash && answer.status() != StatusCode::NOT_FOUND {
        answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("max-age=31536000, immutable"));
    }
    answer
}

/// Adds the headers that every answer has.
pub(crate) fn headers<S: Clone + Send + Sync + 'static>(router: Router<S>) -> Router<S> {
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    router
        .layer(header(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "no-referrer"))
        .layer(header(header::X_FRAME_OPTIONS, "DENY"))
        .layer(header(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .layer(header(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"))
}
