//! What the house does now and then: limits forget, bots come and go, tournaments are held, old things are swept away,
//! chips are added up.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use cardroom_store::{Retention, StoreError, StreamId};

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
/// How long nothing may have been written before the store is asked whether it can be.
const SILENCE: Duration = Duration::from_secs(5);
/// How often the ledger is added up again.
const DAY: Duration = Duration::from_secs(24 * 3600);
/// Days that the logs of tables and tournaments are kept once those have ended.
const ENDED_DAYS: u64 = 30;
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
                house.close_idle_tables();
            }
            _ = hours.tick() => house.sweep().await,
        }
    }
}

/// Writes a little where nobody else does, so that whoever asks whether the room is ready is told how it is now.
pub(crate) async fn probe(house: Arc<House>) {
    let mut rounds = tokio::time::interval(SILENCE);
    loop {
        rounds.tick().await;
        if let Err(error) = house.store.probe(SILENCE).await {
            tracing::warn!(%error, "the store can't be written to");
        }
    }
}

/// Adds the ledger up, at the start and every day.
pub(crate) async fn audit(house: Arc<House>) {
    let adds_up = metrics::gauge!("cardroom_ledger_adds_up");
    loop {
        let again = match house.store.audit().await {
            Ok(audit) => {
                adds_up.set(1);
                tracing::debug!(accounts = audit.accounts, entries = audit.entries, "the ledger adds up");
                DAY
            }
            Err(StoreError::Damaged(damage)) => {
                adds_up.set(0);
                tracing::error!(%damage, "chips don't add up");
                DAY
            }
            Err(error) => {
                tracing::warn!(%error, "the ledger can't be added up now");
                MINUTE
            }
        };
        tokio::time::sleep(again).await;
    }
}

impl House {
    /// Nobody will write this log any further.
    pub(crate) fn note_ended(&self, stream: StreamId) {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).push(stream);
    }

    /// Removes what has been kept long enough.
    async fn sweep(&self) {
        let ended = std::mem::take(&mut *self.ended.lock().unwrap_or_else(PoisonError::into_inner));
        if let Err(error) = self.store.end(&ended).await {
            tracing::warn!(%error, "what has ended can't be noted now");
            self.ended.lock().unwrap_or_else(PoisonError::into_inner).extend(ended);
        }
        let now = wall_ms();
        let since = |days: u64| (days > 0).then(|| now.saturating_sub(days.saturating_mul(DAY_MS)));
        let retention = Retention {
            answers_ms: since(ANSWER_DAYS),
            proofs_ms: since(self.config.proof_days.into()),
            hands_ms: since(self.config.hand_days.into()),
            // A browser has forgotten its cookie by then.
            sessions_ms: since(COOKIE_DAYS.into()),
            covered_events: Some(EVENTS_KEPT),
            ended_ms: since(ENDED_DAYS),
        };
        match self.store.sweep(&retention).await {
            Ok(swept) => tracing::debug!(hands = swept.hands, proofs = swept.proofs, "the store was swept"),
            Err(error) => tracing::warn!(%error, "the store can't be swept now"),
        }
    }
}

#[cfg(test)]
mod tests {
    use cardroom_room::{Command, Stakes, StakesLimit, TableSetup};
    use cardroom_store::StreamKind;

    use super::*;
    use crate::config::Config;

    /// A room that is never closed forgets its old tables as well.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_closed_tables_log_has_ended_with_the_next_sweep() {
        let config = Config { demo: true, house_tables: false, ..Config::default() };
        let house = House::open(config, ([127, 0, 0, 1], 0).into()).await.unwrap();
        let setup = || TableSetup::new("Back room", Stakes::new("holdem", StakesLimit::fixed(10)), 6);
        let (open, closed) = (house.open_table(setup()).await.unwrap(), house.open_table(setup()).await.unwrap());
        house.operate(closed, Command::Close).await.unwrap();
        while house.table(closed).is_ok() {
            tokio::task::yield_now().await;
        }
        house.sweep().await;
        let streams = house.store.streams(StreamKind::Table).await.unwrap();
        assert_eq!(streams.iter().map(|stream| stream.number()).collect::<Vec<_>>(), [open]);
    }
}
