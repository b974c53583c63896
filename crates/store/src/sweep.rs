//! Retention: what has served its time goes. Called now and then by whoever runs the room.

use crate::link::Value;
use crate::{Store, StoreError, proof};

/// From when on things are kept, in milliseconds since 1970; what is older goes. `None` keeps everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// Answers to commands.
    pub answers_ms: Option<u64>,
    /// Proofs of dealing.
    pub proofs_ms: Option<u64>,
    /// Records of hands, with their proofs.
    pub hands_ms: Option<u64>,
    /// Sessions and tokens, by when they were last seen.
    pub sessions_ms: Option<u64>,
    /// How many of the events that a snapshot covers stay in each log; those before them go.
    pub covered_events: Option<u64>,
}

/// What went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Answers to commands.
    pub answers: u64,
    /// Proofs.
    pub proofs: u64,
    /// Hands.
    pub hands: u64,
    /// Sessions and tokens.
    pub sessions: u64,
    /// Appends of the log.
    pub appends: u64,
}

impl Store {
    /// Removes what is older than it has to be kept.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be written to now; nothing was removed then.
    pub async fn sweep(&self, retention: &Retention) -> Result<Swept, StoreError> {
        let mut swept = Swept::default();
        let mut link = self.change().await?;
        if let Some(from) = retention.answers_ms {
            swept.answers = link.run("DELETE FROM answers WHERE at_ms < $1", vec![Value::number(from)]).await?;
        }
        if let Some(from) = retention.proofs_ms.max(retention.hands_ms) {
            swept.proofs = proof::sweep(&mut link, from).await?;
        }
        if let Some(from) = retention.hands_ms {
            let players = "DELETE FROM hand_players WHERE hand IN (SELECT id FROM hands WHERE at_ms < $1)";
            link.run(players, vec![Value::number(from)]).await?;
            swept.hands = link.run("DELETE FROM hands WHERE at_ms < $1", vec![Value::number(from)]).await?;
        }
        if let Some(from) = retention.sessions_ms {
            swept.sessions = link.run("DELETE FROM sessions WHERE seen_ms < $1", vec![Value::number(from)]).await?;
        }
        if let Some(stay) = retention.covered_events {
            let covered =
                "DELETE FROM log WHERE version <= (SELECT snapshot FROM streams WHERE stream = log.stream) - $1";
            swept.appends = link.run(covered, vec![Value::number(stay)]).await?;
        }
        link.commit().await?;
        Ok(swept)
    }
}
