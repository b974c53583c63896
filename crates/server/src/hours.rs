//! Whether the house is open, for everything that ends with it.

use tokio::sync::watch;

/// Whether the house is open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hours {
    Open,
    /// No hand begins any more, and those that run are finished.
    LastHands,
    /// Nobody is waited for. A hand that isn't finished goes on at the next start.
    Over,
}

/// Waits until the house has come so far with closing.
pub(crate) async fn come(hours: &mut watch::Receiver<Hours>, wanted: Hours) {
    if hours.wait_for(|hours| *hours >= wanted).await.is_err() {
        std::future::pending::<()>().await;
    }
}
