//! Reading streams back: the last snapshot, the events since, and the secrets of hands under way.

use std::collections::HashMap;

use crate::body;
use crate::link::Value;
use crate::log::{self, Tail};
use crate::seal::{Place, Secret};
use crate::writer::now_ms;
use crate::{Damage, Epoch, Store, StoreError, StreamId, StreamKind, Version};

/// A stream as it is stored.
#[derive(Clone)]
pub struct Loaded {
    /// The stream.
    pub stream: StreamId,
    /// The epoch in force; 0 if nobody ever claimed it.
    pub epoch: Epoch,
    /// How many events it has.
    pub version: Version,
    /// The last snapshot, and of which version it is.
    pub snapshot: Option<(Version, Vec<u8>)>,
    /// The events since the snapshot, up to the first that is damaged.
    pub events: Vec<(Version, Vec<u8>)>,
    /// The secrets that were kept and not yet erased.
    pub secrets: Vec<HandSecret>,
    /// What can't be read, if anything: the hand under way has to be void.
    pub damage: Option<Damage>,
}

/// A hand's secret; damaged if it doesn't open.
#[derive(Clone)]
pub struct HandSecret {
    /// The hand's number in its stream.
    pub hand: u64,
    /// The secret, opened.
    pub secret: Result<Secret, Damage>,
}

impl Store {
    /// Every stream of a kind that was ever claimed and hasn't ended, in the order of their numbers.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn streams(&self, kind: StreamKind) -> Result<Vec<StreamId>, StoreError> {
        let (first, last) = kind.range();
        let sql = "SELECT stream FROM streams WHERE stream >= $1 AND stream <= $2 AND ended = 0 ORDER BY stream";
        let rows = self.ask().await?.rows(sql, vec![Value::Int(first), Value::Int(last)]).await?;
        let keys = rows.iter().map(|row| row.int(0)).collect::<Result<Vec<_>, _>>()?;
        Ok(keys.into_iter().filter_map(StreamId::from_key).collect())
    }

    /// Nobody will write to these streams again, so [`Store::streams`] needn't name them. They can still be read, until they
    /// are swept.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be written to now.
    pub async fn end(&self, streams: &[StreamId]) -> Result<(), StoreError> {
        let mut link = self.change().await?;
        for stream in streams {
            let sql = "UPDATE streams SET ended = $1 WHERE stream = $2 AND ended = 0";
            link.run(sql, vec![Value::Int(now_ms()), Value::Int(stream.key())]).await?;
        }
        Ok(link.commit().await?)
    }

    /// The largest number below this one that a stream of a kind was ever claimed under, whether or not it has ended.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn last_below(&self, stream: StreamId) -> Result<Option<u64>, StoreError> {
        let (first, _) = stream.kind().range();
        let sql = "SELECT stream FROM streams WHERE stream >= $1 AND stream < $2 ORDER BY stream DESC LIMIT 1";
        let row = self.ask().await?.row(sql, vec![Value::Int(first), Value::Int(stream.key())]).await?;
        let key = row.map(|row| row.int(0)).transpose()?;
        Ok(key.and_then(StreamId::from_key).map(StreamId::number))
    }

    /// A stream's last snapshot alone; none if it never had one, or it is damaged.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn snapshot(&self, stream: StreamId) -> Result<Option<Vec<u8>>, StoreError> {
        let sql = "SELECT version, body FROM snapshots WHERE stream = $1";
        let Some(row) = self.ask().await?.row(sql, vec![Value::Int(stream.key())]).await? else { return Ok(None) };
        let (version, packed) = (Version(row.number(0)?), row.bytes(1)?);
        Ok(body::checked(stream, version, &packed).map(<[u8]>::to_vec))
    }

    /// One stream. One that was never claimed is empty.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now. Damage is not an error here: what is intact is
    /// loaded, see [`Loaded::damage`].
    pub async fn load(&self, stream: StreamId) -> Result<Loaded, StoreError> {
        let mut loaded = self.load_all(&[stream]).await?;
        loaded.pop().ok_or_else(|| Damage::Row { what: format!("{stream} was not loaded") }.into())
    }

    /// Many streams as of one moment, in the order asked: how a room comes back after a restart.
    ///
    /// # Errors
    /// As [`Store::load`].
    pub async fn load_all(&self, streams: &[StreamId]) -> Result<Vec<Loaded>, StoreError> {
        let keys = streams.iter().map(|stream| Value::Int(stream.key())).collect::<Vec<_>>();
        let mut found = streams.iter().map(|&stream| (stream.key(), Loaded::empty(stream))).collect::<HashMap<_, _>>();
        let mut link = self.read().await?;

        let mut tails = Vec::with_capacity(streams.len());
        let heads = "SELECT stream, epoch, version, snapshot, last FROM streams";
        for row in link.lookup(heads, "stream", &keys, false).await? {
            if let Some(loaded) = found.get_mut(&row.int(0)?) {
                (loaded.epoch, loaded.version) = (Epoch(row.number(1)?), Version(row.number(2)?));
                let (snapshot, last) = (row.number(3)?, row.int(4)?);
                tails.push(Tail { stream: row.int(0)?, last, version: loaded.version.0, snapshot });
            }
        }
        for row in link.lookup("SELECT stream, version, body FROM snapshots", "stream", &keys, false).await? {
            if let Some(loaded) = found.get_mut(&row.int(0)?) {
                loaded.take_snapshot(Version(row.number(1)?), &row.bytes(2)?);
            }
        }
        for (key, version, body) in log::tails(&mut link, tails).await? {
            if let Some(loaded) = found.get_mut(&key) {
                loaded.take_events(Version(version), &body);
            }
        }
        for row in link.lookup("SELECT stream, hand, sealed FROM secrets", "stream", &keys, false).await? {
            if let Some(loaded) = found.get_mut(&row.int(0)?) {
                let (hand, sealed) = (row.number(1)?, row.bytes(2)?);
                let place = Place { stream: loaded.stream, hand, owner: 0 };
                let secret = self.sealer().open(place, &sealed).map_err(|_| Damage::Seal);
                loaded.secrets.push(HandSecret { hand, secret });
            }
        }
        link.roll_back().await?;
        let mut all = Vec::with_capacity(streams.len());
        for stream in streams {
            if let Some(mut loaded) = found.get(&stream.key()).cloned() {
                loaded.check_end();
                all.push(loaded);
            }
        }
        Ok(all)
    }

    /// The last `count` appends of a stream up to a version, as far as they are still in its log, whether or not a
    /// snapshot covers them: their events, in order.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now, [`StoreError::Damaged`] if an event is damaged.
    pub async fn events_before(&self, stream: StreamId, last: Version, count: u32) -> Result<Vec<Vec<u8>>, StoreError> {
        let values = vec![Value::Int(stream.key()), Value::number(last.0), Value::Int(count.into())];
        let mut appends = Vec::new();
        for row in self.ask().await?.rows(log::BEFORE, values).await? {
            let version = Version(row.number(0)?);
            let intact = Version(version.0.saturating_sub(1));
            appends.push(body::unpack(stream, version, &row.bytes(1)?).ok_or(Damage::Log { stream, intact })?);
        }
        Ok(appends.into_iter().rev().flatten().collect())
    }

    /// What a command was answered, if it was done and not forgotten since.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn answer_to(&self, account: u64, command: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let key = Value::Bytes(crate::CommandAnswer::key(account, command));
        let row = self.ask().await?.row("SELECT answer FROM answers WHERE command = $1", vec![key]).await?;
        Ok(row.map(|row| row.bytes(0)).transpose()?)
    }
}

impl Loaded {
    fn empty(stream: StreamId) -> Self {
        let (epoch, version) = (Epoch(0), Version(0));
        Self { stream, epoch, version, snapshot: None, events: Vec::new(), secrets: Vec::new(), damage: None }
    }

    fn take_snapshot(&mut self, version: Version, packed: &[u8]) {
        match body::checked(self.stream, version, packed) {
            Some(snapshot) => self.snapshot = Some((version, snapshot.to_vec())),
            None => self.damage = Some(Damage::Snapshot { stream: self.stream }),
        }
    }

    /// The last version that is loaded.
    fn reached(&self) -> Version {
        let snapshot = self.snapshot.as_ref().map_or(Version(0), |&(version, _)| version);
        self.events.last().map_or(snapshot, |&(version, _)| version)
    }

    fn take_events(&mut self, last: Version, packed: &[u8]) {
        if self.damage.is_some() {
            return;
        }
        let reached = self.reached();
        match body::unpack(self.stream, last, packed) {
            Some(events) if reached.0.checked_add(events.len() as u64) == Some(last.0) => {
                let versions = reached.0.saturating_add(1)..=last.0;
                self.events.extend(versions.map(Version).zip(events));
            }
            _ => self.damage = Some(Damage::Log { stream: self.stream, intact: reached }),
        }
    }

    /// A log that ends early has lost something too.
    fn check_end(&mut self) {
        let intact = self.reached();
        if self.damage.is_none() && intact != self.version {
            self.damage = Some(Damage::Log { stream: self.stream, intact });
        }
    }
}
