//! The bounded queue of one socket. Who reads too slowly is dropped, and resumes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use cardroom_protocol::{Problem, ServerMessage};
use tokio::sync::{Notify, mpsc};

use crate::problem::overloaded;

/// Messages that may wait for one socket.
const LONGEST_QUEUE: usize = 64;

/// Where a socket's messages are put. Clones are the same queue.
#[derive(Clone)]
pub(crate) struct Outbox {
    socket: u64,
    sender: mpsc::Sender<Utf8Bytes>,
    end: Arc<Ending>,
}

/// Why and when the server closes a socket.
#[derive(Default)]
pub(crate) struct Ending {
    why: OnceLock<Problem>,
    now: Notify,
}

/// The socket's end of the queue.
pub(crate) struct Outgoing {
    pub(crate) messages: mpsc::Receiver<Utf8Bytes>,
    pub(crate) end: Arc<Ending>,
}

impl Ending {
    /// Done when the server wants the socket closed; says why.
    pub(crate) async fn comes(&self) -> Problem {
        loop {
            // It hears of whatever comes from here on.
            let now = self.now.notified();
            if let Some(why) = self.why.get() {
                return why.clone();
            }
            now.await;
        }
    }
}

impl Outbox {
    /// A new queue, with a number that no other has.
    pub(crate) fn new() -> (Self, Outgoing) {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let (sender, messages) = mpsc::channel(LONGEST_QUEUE);
        let end = Arc::<Ending>::default();
        let outbox = Self { socket: NEXT.fetch_add(1, Ordering::Relaxed), sender, end: end.clone() };
        (outbox, Outgoing { messages, end })
    }

    /// Which socket it is.
    pub(crate) fn socket(&self) -> u64 {
        self.socket
    }

    /// Puts a message that is written already; `false` if the socket is gone or was too slow and now goes.
    pub(crate) fn put(&self, message: Utf8Bytes) -> bool {
        match self.sender.try_send(message) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Closed(_)) => false,
            Err(mpsc::error::TrySendError::Full(_)) => {
                metrics::counter!("cardroom_slow_readers_total").increment(1);
                self.close(overloaded("you read too slowly: come back and resume"));
                false
            }
        }
    }

    /// Closes the socket, for this reason.
    pub(crate) fn close(&self, why: Problem) {
        let _ = self.end.why.set(why);
        self.end.now.notify_waiters();
    }

    /// Writes and puts a message.
    pub(crate) fn send(&self, message: &ServerMessage) -> bool {
        self.put(written(message))
    }
}

/// A message as it goes over the wire.
pub(crate) fn written(message: &ServerMessage) -> Utf8Bytes {
    // Writing plain values to memory can't fail.
    serde_json::to_string(message).unwrap_or_default().into()
}
