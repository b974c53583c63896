//! The web client, embedded in the program, and the headers that go with every answer.

use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Html;
use axum::routing::get;
use tower_http::set_header::SetResponseHeaderLayer;

/// Whether the web client was built before the program was.
const BUILT: bool = cfg!(web_client);

/// Nothing but our own files and socket; no inline script, no frames around us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// The page and its files.
pub(crate) fn client<S: Clone + Send + Sync + 'static>() -> Router<S> {
    #[cfg(web_client)]
    let router = memory_serve::load!()
        .index_file(Some("/index.html"))
        .fallback(Some("/index.html"))
        .fallback_status(axum::http::StatusCode::OK)
        .into_router();
    #[cfg(not(web_client))]
    let router = Router::new().route("/", get(|| async { Html(include_str!("unbuilt.html")) }));
    debug_assert!(BUILT == cfg!(web_client));
    router
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
