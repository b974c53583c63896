//! Where what a socket is told is put. Who reads too slowly is dropped, and resumes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use cardroom_protocol::{Problem, ServerMessage};
use tokio::sync::Notify;

use crate::line::{Frame, Line, NotTaken};
use crate::problem::overloaded;

/// The way to a socket. Clones lead to the same one.
#[derive(Clone)]
pub(crate) struct Outbox {
    socket: u64,
    line: Arc<Line>,
    end: Arc<Ending>,
}

/// Why and when the server closes a socket.
#[derive(Default)]
pub(crate) struct Ending {
    why: OnceLock<Problem>,
    now: Notify,
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
    /// The way to the socket at the end of this line, with a number that no other has.
    pub(crate) fn new(line: Arc<Line>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        line.share();
        Self { socket: NEXT.fetch_add(1, Ordering::Relaxed), line, end: Arc::default() }
    }

    /// Which socket it is.
    pub(crate) fn socket(&self) -> u64 {
        self.socket
    }

    /// The line itself, for the socket's own task.
    pub(crate) fn line(&self) -> &Arc<Line> {
        &self.line
    }

    /// When the socket is to be closed.
    pub(crate) fn ending(&self) -> &Arc<Ending> {
        &self.end
    }

    /// Takes a message, to be sent with the next [`Outbox::flush`]; `false` if the socket is gone or was too slow and
    /// now goes.
    pub(crate) fn hold(&self, message: Frame) -> bool {
        self.taken(self.line.hold(message))
    }

    /// Sends what is held.
    pub(crate) fn flush(&self) -> bool {
        self.taken(self.line.flush())
    }

    /// Sends a message that is written already, after those that are held.
    pub(crate) fn put(&self, message: Frame) -> bool {
        self.hold(message) && self.flush()
    }

    /// Writes and sends a message.
    pub(crate) fn send(&self, message: &ServerMessage) -> bool {
        self.put(Frame::of(message))
    }

    /// Closes the socket, for this reason.
    pub(crate) fn close(&self, why: Problem) {
        let _ = self.end.why.set(why);
        self.end.now.notify_waiters();
    }

    fn taken(&self, taken: Result<(), NotTaken>) -> bool {
        if taken == Err(NotTaken::Full) {
            metrics::counter!("cardroom_slow_readers_total").increment(1);
            self.close(overloaded("you read too slowly: come back and resume"));
        }
        taken.is_ok()
    }
}
