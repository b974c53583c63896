//! The store as its users hold it: opened once, cloned wherever it is needed.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::engine::Engine;
use crate::group::{Done, Work};
use crate::link::{Link, Value};
use crate::plan::Write;
use crate::presence::{self, Presence};
use crate::seal::{Place, Sealer, SealingKey};
use crate::writer::{Queue, Writer};
use crate::{Append, CommandAnswer, Epoch, LedgerEntry, StoreError, StreamId, StreamKind, Version};

/// An open store. Clones share it.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    engine: Engine,
    queue: Queue,
    sealer: Sealer,
    health: watch::Receiver<Health>,
    /// Tells other processes that somebody is in.
    presence: Mutex<Option<Presence>>,
}

/// How a store is opened.
#[derive(Clone)]
pub struct Options {
    /// How long to wait for a connection, or for another process that writes, before it counts as unavailable.
    pub patience: Duration,
    /// How many connections read.
    pub readers: u32,
    /// Whether a room is made where there is none, and brought up to date where an older version made it. Whoever doesn't, and
    /// isn't alone in it, is refused a room of another version.
    pub make: bool,
    /// Whether no other process may have it open meanwhile: for whoever fills or moves a room.
    pub alone: bool,
    /// Who serves the room, in words for the next who would. A room in a file is served by one process at a time.
    pub served_by: Option<String>,
    /// Told of every step of the writer, on its thread; for tests that stop it in the middle.
    pub watcher: Option<Watcher>,
}

impl Default for Options {
    fn default() -> Self {
        Self { patience: Duration::from_secs(3), readers: 4, make: true, alone: false, served_by: None, watcher: None }
    }
}

/// Something that is told of every step of the writer.
pub type Watcher = Arc<dyn Fn(Step) + Send + Sync>;

/// Where the writer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// It has taken writes from its queue.
    Gathered,
    /// The transaction has begun.
    Begun,
    /// Everything is written, nothing is committed.
    Written,
    /// The commit has returned, nobody was answered.
    Committed,
    /// It lost the database in the middle of a commit, and asks what became of it.
    LookedUp,
}

impl Step {
    /// Every step.
    pub const ALL: [Self; 5] = [Self::Gathered, Self::Begun, Self::Written, Self::Committed, Self::LookedUp];
}

/// Whether the database could be written to when it was last tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// It could.
    Up,
    /// It could not: tables have to pause.
    Down,
}

/// A stream that is the caller's, until somebody else claims it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The stream.
    pub stream: StreamId,
    /// The epoch to write under.
    pub epoch: Epoch,
    /// How many events the stream has.
    pub version: Version,
}

impl Store {
    /// Opens the store that `address` names: a path for SQLite, made if absent; `:memory:` for a room that is gone
    /// with the program; `postgres://…` for PostgreSQL. Brings its schema up to date, see [`Options::make`].
    ///
    /// # Errors
    /// [`StoreError::Unusable`] if the address, the key or the schema is wrong, or somebody has it open alone or serves it.
    pub async fn open(address: &str, key: SealingKey, options: Options) -> Result<Self, StoreError> {
        let presence = Presence::take(address, &options).await?;
        let sealer = Sealer::new(&key);
        let (sender, health) = watch::channel(Health::Up);
        let (engine, queue) = Writer::start(address.to_owned(), options, sealer.clone(), sender, writer_name()).await?;
        check_key(&engine, &sealer).await?;
        Ok(Self { inner: Arc::new(Inner { engine, queue, sealer, health, presence: Mutex::new(presence) }) })
    }

    /// Whether there is a room already where `address` leads, so that nobody makes keys for one that has its own.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] if the address is wrong or the database doesn't answer.
    pub async fn exists(address: &str, patience: Duration) -> Result<bool, StoreError> {
        presence::is_made(address, patience).await
    }

    /// Takes a stream over. Whoever owned it before can't write to it any more.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be written to now.
    pub async fn claim(&self, stream: StreamId) -> Result<Claim, StoreError> {
        let claims = self.claim_all(vec![stream]).await?;
        claims.into_iter().next().ok_or_else(|| sqlx::Error::RowNotFound.into())
    }

    /// Takes many streams over at once.
    ///
    /// # Errors
    /// As [`Store::claim`].
    pub async fn claim_all(&self, streams: Vec<StreamId>) -> Result<Vec<Claim>, StoreError> {
        match self.inner.queue.submit(Work::Claim(streams)).await? {
            Done::Claimed(claims) => Ok(claims),
            Done::Written(_) => Err(sqlx::Error::RowNotFound.into()),
        }
    }

    /// Appends to a stream, with all that belongs to it. Returns the version that the stream then has, when it is
    /// durable.
    ///
    /// # Errors
    /// [`StoreError::Refused`] if it breaks a rule, [`StoreError::Unavailable`] if the database can't be written to
    /// now; nothing was changed.
    pub async fn append(&self, append: impl Into<Arc<Append>>) -> Result<Version, StoreError> {
        let versions = self.write(Write::of(vec![append.into()], self.sealer())?).await?;
        versions.first().copied().ok_or_else(|| sqlx::Error::RowNotFound.into())
    }

    /// Appends to several streams, all or nothing: a player moves from one table to another, say.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub async fn append_all(&self, appends: Vec<Append>) -> Result<Vec<Version>, StoreError> {
        self.write(Write::of(appends.into_iter().map(Arc::new).collect(), self.sealer())?).await
    }

    /// Posts ledger entries that belong to no stream, all or nothing. An entry that was posted before is left alone.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub async fn post(&self, entries: Vec<LedgerEntry>) -> Result<(), StoreError> {
        self.write(Write { entries, ..Write::default() }).await.map(drop)
    }

    /// Posts ledger entries for a command, and remembers its answer.
    ///
    /// # Errors
    /// As [`Store::append`]; [`crate::Refusal::Answered`] if the command was done before.
    pub async fn post_for(&self, entries: Vec<LedgerEntry>, answer: CommandAnswer) -> Result<(), StoreError> {
        self.write(Write { entries, answer: Some(answer), ..Write::default() }).await.map(drop)
    }

    /// Whether the database could be written to when it was last tried, and a way to wait for a change of that.
    pub fn health(&self) -> watch::Receiver<Health> {
        self.inner.health.clone()
    }

    /// Writes something small and of no consequence if nothing was written for so long, so that [`Store::health`] is about
    /// now and not about then.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be written to now.
    pub async fn probe(&self, idle: Duration) -> Result<(), StoreError> {
        if self.inner.queue.idle() < idle {
            return Ok(());
        }
        self.write(Write::default()).await.map(drop)
    }

    /// Seals what the caller stores under the room's key, and opens it.
    pub fn sealer(&self) -> &Sealer {
        &self.inner.sealer
    }

    /// Waits until every write that waits is done, and closes the database. Clones can't use it any more.
    pub async fn close(&self) {
        self.inner.queue.stop().await;
        self.inner.presence.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    async fn write(&self, write: Write) -> Result<Vec<Version>, StoreError> {
        match self.inner.queue.submit(Work::Write(write)).await? {
            Done::Written(versions) => Ok(versions),
            Done::Claimed(_) => Err(sqlx::Error::RowNotFound.into()),
        }
    }

    /// A transaction beside the queue, for what is rare and belongs to no stream: accounts, sessions, sweeping.
    pub(crate) async fn change(&self) -> Result<Link, sqlx::Error> {
        self.inner.engine.write().await
    }

    pub(crate) async fn ask(&self) -> Result<Link, sqlx::Error> {
        self.inner.engine.ask().await
    }

    pub(crate) async fn read(&self) -> Result<Link, sqlx::Error> {
        self.inner.engine.read().await
    }
}

/// Refuses a key that is not the one this room was sealed under: better now than when every hand has to be void.
async fn check_key(engine: &Engine, sealer: &Sealer) -> Result<(), StoreError> {
    let place = key_place()?;
    let mut link = engine.write().await?;
    let seal = sealer.seal(place, b"this room's key")?;
    let sql = "INSERT INTO room (fact, value) VALUES ('key', $1) ON CONFLICT (fact) DO NOTHING";
    link.run(sql, vec![Value::Bytes(seal)]).await?;
    let row = link.row("SELECT value FROM room WHERE fact = 'key'", Vec::new()).await?;
    let seal = row.ok_or(sqlx::Error::RowNotFound)?.bytes(0)?;
    link.commit().await?;
    sealer.open(place, &seal).map(drop).map_err(|_| {
        let cause = "its sealing key is not the one this room was sealed under; bring the key file back".to_owned();
        StoreError::Unusable { cause }
    })
}

/// The fact of the room by which its key is known.
pub(crate) const KEY_FACT: &str = "key";

/// Where that fact is sealed for.
pub(crate) fn key_place() -> Result<Place, StoreError> {
    Ok(Place { stream: StreamId::new(StreamKind::Lobby, 0)?, hand: 0, owner: 0 })
}

/// A name that no other writing process has.
fn writer_name() -> String {
    use chacha20poly1305::aead::Generate as _;
    let name = <[u8; 8]>::generate();
    format!("{:016x}", u64::from_be_bytes(name))
}
