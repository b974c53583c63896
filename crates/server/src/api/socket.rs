//! The way to the socket.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::response::{IntoResponse, Response};
use cardroom_protocol::{Code, Problem};

use crate::accounts::{self, Address};
use crate::house::House;
use crate::line::Line;
use crate::problem::Refuse;
use crate::session::Session;

/// Opens a socket for whoever is signed in, from our own page or from a program.
pub(super) async fn upgrade(
    State(house): State<Arc<House>>,
    Address(address): Address,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
    request: Request,
) -> Result<Response, Refuse> {
    let upgrade = upgrade.map_err(|error| Problem::new(Code::Malformed, error.to_string()))?;
    let headers = request.headers();
    house.door.check_origin(headers)?;
    let dismissed = house.people.dismissed();
    let who = accounts::who(&house, &Method::GET, headers).await?;
    let who = who.ok_or_else(|| Problem::new(Code::SignIn, "Ask for /api/v1/account first: it makes you a guest."))?;
    who.may_connect()?;
    let place = house.door.take_place(address)?;
    let admission = request.extensions().get().cloned();
    let line = request.extensions().get::<Arc<Line>>().cloned();
    let line = line.ok_or_else(|| Problem::new(Code::Internal, "This connection can't become a socket."))?;
    let config = &house.config;
    let upgrade = upgrade
        .max_message_size(config.message_bytes)
        .max_frame_size(config.message_bytes)
        .read_buffer_size(config.read_buffer_bytes)
        .write_buffer_size(0)
        // More than the longest farewell. What tables and the lobby tell doesn't come this way.
        .max_write_buffer_size(config.write_buffer_bytes);
    let session = Session::new(house, (who, dismissed), line, place, admission);
    Ok(upgrade.on_upgrade(move |socket| session.run(socket)).into_response())
}
