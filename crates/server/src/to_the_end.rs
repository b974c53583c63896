//! What changes something is done to its end, whether or not whoever asked for it still waits. A connection that is gone
//! takes the answer to its request with it: a table that is stored by then would be nobody's to count or to close, and the
//! sockets of a session that was ended would stay open.

use std::panic;

use axum::extract::Request;
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::{Refuse, overloaded};

/// Answers apart from the connection, unless nothing is changed: whoever hangs up on a question stops the work for it.
pub(crate) async fn to_the_end(request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    match tokio::spawn(next.run(request)).await {
        Ok(answer) => answer,
        Err(lost) => match lost.try_into_panic() {
            // For whoever catches it there.
            Ok(defect) => panic::resume_unwind(defect),
            Err(_) => Refuse(overloaded("the room is closing")).into_response(),
        },
    }
}
