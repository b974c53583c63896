//! Retention: what has served its time goes. Called now and then by whoever runs the room.
//!
//! It goes in pieces, a short transaction each: whoever writes waits for one of them at most, however much there is to go.

use crate::link::Value;
use crate::{Store, StoreError, StreamKind, proof};

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
    /// Of streams that ended before, all events that a snapshot covers; the rest too, once no hand of theirs is kept, for
    /// which it may still be asked what they were. The ledger stays.
    pub ended_ms: Option<u64>,
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
    /// Streams that had ended, but for their numbers.
    pub streams: u64,
}

/// How many rows one piece looks at, and so how many of a kind go with it at most.
const PIECE: u32 = 256;

/// A sweep under way.
pub struct Sweep<'s> {
    store: &'s Store,
    retention: Retention,
    stage: Stage,
}

/// What is swept next. Numbers say after which row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Answers,
    Sessions,
    Proofs(i64),
    Hands(i64),
    Log(i64),
    Streams,
    Over,
}

impl Store {
    /// Removes what is older than it has to be kept.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be written to now; the next sweep goes on from there.
    pub async fn sweep(&self, retention: &Retention) -> Result<Swept, StoreError> {
        let (mut sweep, mut all) = (self.begin_sweep(*retention), Swept::default());
        while let Some(swept) = sweep.next().await? {
            all.answers += swept.answers;
            all.proofs += swept.proofs;
            all.hands += swept.hands;
            all.sessions += swept.sessions;
            all.appends += swept.appends;
            all.streams += swept.streams;
        }
        Ok(all)
    }

    /// The same in pieces, for whoever has something to do in between.
    pub fn begin_sweep(&self, retention: Retention) -> Sweep<'_> {
        Sweep { store: self, retention, stage: Stage::Answers }
    }
}

const ANSWERS: &str =
    "DELETE FROM answers WHERE command IN (SELECT command FROM answers WHERE at_ms < $1 ORDER BY at_ms LIMIT $2)";
const SESSIONS: &str = "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE seen_ms < $1 LIMIT $2)";

/// Which rows of the log, `l`, of a stream, `s`, go: `$3` of those that are covered stay; of streams that ended before `$4`
/// none, and nothing at all where no hand is kept. `$5` comes before the numbers of tables.
const GOES: &str = "(l.version <= s.snapshot - $3 OR (s.ended > 0 AND s.ended < $4 AND (l.version <= s.snapshot \
                    OR NOT EXISTS (SELECT 1 FROM hands h WHERE h.tbl = s.stream - $5))))";

impl Sweep<'_> {
    /// Removes the next piece; nothing once the sweep is over.
    ///
    /// # Errors
    /// As [`Store::sweep`].
    pub async fn next(&mut self) -> Result<Option<Swept>, StoreError> {
        while self.stage != Stage::Over {
            let swept = self.step().await?;
            if swept != Swept::default() {
                return Ok(Some(swept));
            }
        }
        Ok(None)
    }

    async fn step(&mut self) -> Result<Swept, StoreError> {
        let (mut swept, kept) = (Swept::default(), self.retention);
        let whole = |count: u64| count >= u64::from(PIECE);
        self.stage = match self.stage {
            Stage::Answers => {
                swept.answers = self.remove(ANSWERS, kept.answers_ms).await?;
                if whole(swept.answers) { Stage::Answers } else { Stage::Sessions }
            }
            Stage::Sessions => {
                swept.sessions = self.remove(SESSIONS, kept.sessions_ms).await?;
                if whole(swept.sessions) { Stage::Sessions } else { Stage::Proofs(0) }
            }
            Stage::Proofs(after) => match kept.proofs_ms.max(kept.hands_ms) {
                Some(from) => self.proofs(after, from, &mut swept).await?,
                None => Stage::Hands(0),
            },
            Stage::Hands(after) => match kept.hands_ms {
                Some(from) => self.hands(after, from, &mut swept).await?,
                None => Stage::Log(i64::MIN),
            },
            Stage::Log(after) => self.log(after, &mut swept).await?,
            Stage::Streams => self.streams(&mut swept).await?,
            Stage::Over => Stage::Over,
        };
        Ok(swept)
    }

    async fn remove(&self, sql: &'static str, from: Option<u64>) -> Result<u64, StoreError> {
        let Some(from) = from else { return Ok(0) };
        let mut link = self.store.change().await?;
        let removed = link.run(sql, vec![Value::number(from), Value::Int(PIECE.into())]).await?;
        link.commit().await?;
        Ok(removed)
    }

    /// A piece of the hands after one, by their numbers, if any of it ended before a time. Numbers rise with time, more or
    /// less: after a piece in which nothing is old nothing else is.
    async fn old_hands(&self, after: i64, from: u64) -> Result<Option<proof::Hands>, StoreError> {
        let sql = "SELECT id, at_ms FROM hands WHERE id > $1 ORDER BY id LIMIT $2";
        let rows = self.store.ask().await?.rows(sql, [Value::Int(after), Value::Int(PIECE.into())]).await?;
        let mut found = None;
        let mut any_old = false;
        for row in rows {
            let id = row.int(0)?;
            any_old |= row.number(1)? < from;
            found = Some(proof::Hands { first: found.map_or(id, |found: proof::Hands| found.first), last: id, from });
        }
        Ok(found.filter(|_| any_old))
    }

    async fn proofs(&self, after: i64, from: u64, swept: &mut Swept) -> Result<Stage, StoreError> {
        let Some(first) = proof::first(&mut self.store.ask().await?).await? else { return Ok(Stage::Hands(0)) };
        let Some(hands) = self.old_hands(after.max(first.saturating_sub(1)), from).await? else {
            return Ok(Stage::Hands(0));
        };
        let mut link = self.store.change().await?;
        swept.proofs = proof::sweep(&mut link, hands).await?;
        link.commit().await?;
        Ok(Stage::Proofs(hands.last))
    }

    async fn hands(&self, after: i64, from: u64, swept: &mut Swept) -> Result<Stage, StoreError> {
        let Some(hands) = self.old_hands(after, from).await? else { return Ok(Stage::Log(i64::MIN)) };
        let mut link = self.store.change().await?;
        // Nobody could find them without their hands.
        swept.proofs = proof::sweep(&mut link, hands).await?;
        let old = "FROM hands WHERE id >= $1 AND id <= $2 AND at_ms < $3";
        let players = format!("DELETE FROM hand_players WHERE hand IN (SELECT id {old})");
        link.run(players, hands.values()).await?;
        swept.hands = link.run(format!("DELETE {old}"), hands.values()).await?;
        link.commit().await?;
        Ok(Stage::Hands(hands.last))
    }

    async fn log(&self, after: i64, swept: &mut Swept) -> Result<Stage, StoreError> {
        let kept = self.retention;
        if kept.covered_events.is_none() && kept.ended_ms.is_none() {
            return Ok(Stage::Over);
        }
        // More events than there are stay, and nothing ended before the beginning of time.
        let stay = kept.covered_events.map_or(Value::Int(i64::MAX / 2), Value::number);
        let (tables, _) = StreamKind::Table.range();
        let which = |end: Value| {
            let ended = Value::number(kept.ended_ms.unwrap_or(0));
            vec![Value::Int(after), end, stay.clone(), ended, Value::Int(tables)]
        };
        let look = format!(
            "SELECT l.id, CAST(CASE WHEN {GOES} THEN 1 ELSE 0 END AS BIGINT) FROM log l JOIN streams s ON s.stream = l.stream \
             WHERE l.id > $1 ORDER BY l.id LIMIT $2"
        );
        let rows = self.store.ask().await?.rows(look, which(Value::Int(PIECE.into()))).await?;
        let Some(last) = rows.last().map(|row| row.int(0)).transpose()? else { return Ok(Stage::Streams) };
        let mut goes = false;
        for row in rows {
            goes |= row.int(1)? == 1;
        }
        if goes {
            let mut link = self.store.change().await?;
            let sql = format!(
                "DELETE FROM log WHERE id IN (SELECT l.id FROM log l JOIN streams s ON s.stream = l.stream \
                 WHERE l.id > $1 AND l.id <= $2 AND {GOES})"
            );
            swept.appends = link.run(sql, which(Value::Int(last))).await?;
            link.commit().await?;
        }
        Ok(Stage::Log(last))
    }

    /// Streams of which the log has nothing left. That they were there stays known: their numbers are never given again.
    async fn streams(&self, swept: &mut Swept) -> Result<Stage, StoreError> {
        let Some(from) = self.retention.ended_ms else { return Ok(Stage::Over) };
        let (tables, _) = StreamKind::Table.range();
        let sql = "SELECT s.stream FROM streams s WHERE s.ended > 0 AND s.ended < $1 AND s.version > 0 \
                   AND NOT EXISTS (SELECT 1 FROM hands h WHERE h.tbl = s.stream - $2) ORDER BY s.stream LIMIT $3";
        let values = [Value::number(from), Value::Int(tables), Value::Int(PIECE.into())];
        let rows = self.store.ask().await?.rows(sql, values).await?;
        if rows.is_empty() {
            return Ok(Stage::Over);
        }
        let mut link = self.store.change().await?;
        for row in rows {
            let number = row.int(0)?;
            let stream = || vec![Value::Int(number)];
            link.run("DELETE FROM snapshots WHERE stream = $1", stream()).await?;
            link.run("DELETE FROM secrets WHERE stream = $1", stream()).await?;
            let emptied = "UPDATE streams SET version = 0, was = 0, snapshot = 0, last = 0 WHERE stream = $1";
            swept.streams += link.run(emptied, stream()).await?;
        }
        link.commit().await?;
        Ok(Stage::Streams)
    }
}
