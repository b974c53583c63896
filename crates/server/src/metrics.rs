//! What operators watch: counts and gauges for Prometheus, and whether the server is well. No card, no secret.

use std::sync::{Arc, OnceLock};

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use cardroom_store::Health;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::house::House;

static PROMETHEUS: OnceLock<PrometheusHandle> = OnceLock::new();

/// Begins to count, once for the whole program.
pub(crate) fn install() {
    PROMETHEUS.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        // Somebody who embeds the server may count in its own way.
        let _ = metrics::set_global_recorder(recorder);
        handle
    });
}

/// Everything counted so far.
pub(crate) async fn scrape(State(house): State<Arc<House>>) -> impl IntoResponse {
    metrics::gauge!("cardroom_tables").set(u32::try_from(house.tables().len()).unwrap_or(u32::MAX));
    metrics::gauge!("cardroom_people").set(u32::try_from(house.people.count()).unwrap_or(u32::MAX));
    let text = PROMETHEUS.get().map(PrometheusHandle::render).unwrap_or_default();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}

/// Whether the server can do its work: the store can be written to, and the house isn't closing.
pub(crate) async fn ready(State(house): State<Arc<House>>) -> impl IntoResponse {
    if house.is_closing() {
        return (StatusCode::SERVICE_UNAVAILABLE, "closing\n");
    }
    match *house.store.health().borrow() {
        Health::Up => (StatusCode::OK, "ready\n"),
        Health::Down => (StatusCode::SERVICE_UNAVAILABLE, "the store is away\n"),
    }
}
