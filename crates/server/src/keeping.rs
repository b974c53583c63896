//! What the house does now and then: limits forget, bots come and go, tournaments are held, old things are swept away.

use std::sync::Arc;
use std::time::Duration;

use cardroom_store::Retention;

use crate::accounts::COOKIE_DAYS;
use crate::clock::wall_ms;
use crate::house::House;
use crate::own_limits::DAY_MS;
use crate::table::EVENTS_KEPT;

/// How often the house looks after its bots and tournaments.
const ROUND: Duration = Duration::from_secs(5);
/// How often it counts minutes and forgets who hasn't come for a while.
const MINUTE: Duration = Duration::from_secs(60);
/// How often the store is swept.
const HOUR: Duration = Duration::from_secs(3600);
/// Days that answers to commands are kept, for commands that are sent again.
const ANSWER_DAYS: u64 = 7;

/// Keeps the house until it is told to stop.
pub(crate) async fn keep(house: Arc<House>) {
    let mut rounds = tokio::time::interval(ROUND);
    let mut minutes = tokio::time::interval_at(tokio::time::Instant::now() + MINUTE, MINUTE);
    let mut hours = tokio::time::interval(HOUR);
    loop {
        tokio::select! {
            _ = rounds.tick() => {
                house.call_bots();
                house.keep_tournaments().await;
            }
            _ = minutes.tick() => {
                house.door.sweep();
                house.pass_play_time(u64::try_from(MINUTE.as_millis()).unwrap_or(0)).await;
                house.close_idle_tables().await;
            }
            _ = hours.tick() => house.sweep().await,
        }
    }
}

impl House {
    /// Removes what has been kept long enough.
    async fn sweep(&self) {
        let now = wall_ms();
        let since = |days: u64| (days > 0).then(|| now.saturating_sub(days.saturating_mul(DAY_MS)));
        let retention = Retention {
            answers_ms: since(ANSWER_DAYS),
            proofs_ms: since(self.config.proof_days.into()),
            hands_ms: since(self.config.hand_days.into()),
            // A browser has forgotten its cookie by then.
            sessions_ms: since(COOKIE_DAYS.into()),
            covered_events: Some(EVENTS_KEPT),
        };
        match self.store.sweep(&retention).await {
            Ok(swept) => tracing::debug!(hands = swept.hands, proofs = swept.proofs, "the store was swept"),
            Err(error) => tracing::warn!(%error, "the store can't be swept now"),
        }
    }
}
