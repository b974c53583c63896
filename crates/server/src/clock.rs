//! Time: deadlines run on the monotonic clock, so that setting the wall clock moves nothing.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The server's time. It reads like wall-clock milliseconds since 1970, set once at the start, and then only runs on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    start: Instant,
    start_ms: u64,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Self { start: Instant::now(), start_ms: wall_ms() }
    }

    /// Milliseconds of the server's time.
    pub(crate) fn now_ms(&self) -> u64 {
        self.start_ms.saturating_add(u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    /// The moment at which the server's time will be `at_ms`.
    pub(crate) fn instant(&self, at_ms: u64) -> Instant {
        self.start + Duration::from_millis(at_ms.saturating_sub(self.start_ms))
    }
}

/// Milliseconds since 1970 by the wall clock: for records that people read, never for deadlines.
pub(crate) fn wall_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
