//! Which database it is, how it is opened, and what its errors mean.
//!
//! Both databases have a pool of one connection that writes and a pool that reads. SQLite has a single writer anyway;
//! with PostgreSQL the one connection is what makes many tables share a commit. A file of SQLite's has another that
//! writes, on the writer's own thread: whoever writes holds that one meanwhile, by whichever of the two it does so. A
//! room in memory has one connection in all, since what is in memory is only seen by the connection that made it.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::pool::PoolOptions;
use sqlx::postgres::{PgConnectOptions, PgPool};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use sqlx::{ConnectOptions, Connection as _, Database, Executor, Row as _, SqlSafeStr};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::direct::Direct;
use crate::link::{Hold, Link, Turn};
use crate::{Damage, Options, Refusal, StoreError, presence};

/// An open database.
#[derive(Clone, Debug)]
pub(crate) enum Engine {
    Sqlite {
        write: SqlitePool,
        read: SqlitePool,
        /// A room in memory has none.
        file: Option<File>,
    },
    Postgres {
        write: PgPool,
        read: PgPool,
    },
}

/// What a room in a file has beside its pools.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// The writer's connection.
    direct: Arc<Mutex<Direct>>,
    /// Moves pages from the write-ahead log to their places.
    tidy: SqlitePool,
    patience: Duration,
}

impl File {
    /// The turn to write.
    async fn turn(&self) -> Result<OwnedMutexGuard<Direct>, sqlx::Error> {
        let turn = tokio::time::timeout(self.patience, self.direct.clone().lock_owned());
        turn.await.map_err(|_| sqlx::Error::PoolTimedOut)
    }
}

/// What connections to SQLite are told first, in KiB and bytes where it is a size.
const SETTINGS: [(&str, &str); 7] = [
    ("foreign_keys", "ON"),
    ("journal_mode", "WAL"),
    ("synchronous", "FULL"),
    // What is deleted is overwritten, not just forgotten.
    ("secure_delete", "ON"),
    // The writer has this done in time, see [`Engine::tidy`]; if it can't be done, SQLite tries it here.
    ("wal_autocheckpoint", "32768"),
    ("journal_size_limit", "67108864"),
    // What a statement of many rows may have to take back stays out of files.
    ("temp_store", "MEMORY"),
];
/// Each connection keeps its own copy of what it read, beside the one that the system keeps for all. The writer's is not
/// much larger, for SQLite goes through all of it at the end of nearly every transaction.
const WRITERS_CACHE: (&str, &str) = ("cache_size", "-8192");
const READERS_CACHE: (&str, &str) = ("cache_size", "-4096");

/// What connections to PostgreSQL are told: how long it lets others wait for us. A machine that loses power in the middle of
/// a transaction doesn't hang up, and would hold its tables for hours; so its server gives that transaction up, and asks
/// whether anybody is still there. Whoever wants those tables waits a little longer than that. Sockets of files have none of
/// TCP's settings, and PostgreSQL lets it pass.
const BOUNDED: &str = "SET idle_in_transaction_session_timeout = '10s'; SET lock_timeout = '15s'; \
                       SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; \
                       SET tcp_user_timeout = '20s'";

/// How often the write-ahead log is gone through beside the writer before the writer finishes.
const ROUNDS: usize = 3;

/// Schema changes in their order, for each database. A change that was released is never edited.
const CHANGES: [(&str, &str, &str); 8] = [
    (
        "log and ledger",
        include_str!("../migrations/sqlite/0001_log_and_ledger.sql"),
        include_str!("../migrations/postgres/0001_log_and_ledger.sql"),
    ),
    (
        "hands",
        include_str!("../migrations/sqlite/0002_hands.sql"),
        include_str!("../migrations/postgres/0002_hands.sql"),
    ),
    (
        "accounts",
        include_str!("../migrations/sqlite/0003_accounts.sql"),
        include_str!("../migrations/postgres/0003_accounts.sql"),
    ),
    (
        "order and settings",
        include_str!("../migrations/sqlite/0004_order_and_settings.sql"),
        include_str!("../migrations/postgres/0004_order_and_settings.sql"),
    ),
    (
        "kept proofs",
        include_str!("../migrations/sqlite/0005_kept_proofs.sql"),
        include_str!("../migrations/postgres/0005_kept_proofs.sql"),
    ),
    (
        "linked log",
        include_str!("../migrations/sqlite/0006_linked_log.sql"),
        include_str!("../migrations/postgres/0006_linked_log.sql"),
    ),
    (
        "ended streams",
        include_str!("../migrations/sqlite/0007_ended_streams.sql"),
        include_str!("../migrations/postgres/0007_ended_streams.sql"),
    ),
    (
        "players by hand",
        include_str!("../migrations/sqlite/0008_players_by_hand.sql"),
        include_str!("../migrations/postgres/0008_players_by_hand.sql"),
    ),
];

impl Engine {
    /// Opens what `address` names: a PostgreSQL URL, `:memory:`, or the path of a file, made if absent.
    pub(crate) async fn open(address: &str, options: &Options) -> Result<Self, StoreError> {
        let engine = if is_postgres(address) {
            Self::open_postgres(address, options).await?
        } else {
            Self::open_sqlite(address, options).await?
        };
        // Whoever only looks in leaves a room as the server that has it open knows it.
        if options.make || options.alone {
            engine.migrate().await?;
        } else {
            engine.check_schema().await?;
        }
        Ok(engine)
    }

    /// Refuses a room that another version of this program has made.
    async fn check_schema(&self) -> Result<(), StoreError> {
        let unusable = |cause: String| StoreError::Unusable { cause };
        let row = self.ask().await.map_err(opening)?.row("SELECT MAX(version) FROM schema_changes", Vec::new()).await;
        let version = row.and_then(|row| row.ok_or(sqlx::Error::RowNotFound)?.int_if_any(0)).map_err(opening)?;
        let (has, knows) = (version.unwrap_or(0), i64::try_from(CHANGES.len()).unwrap_or(i64::MAX));
        match has.cmp(&knows) {
            Ordering::Equal => Ok(()),
            Ordering::Less => Err(unusable(format!(
                "its schema is version {has} and this program's is {knows}: use the version of this program that serves \
                 the room, or first start `cardroom serve` in this one, which brings it up to date"
            ))),
            Ordering::Greater => Err(unusable(format!(
                "its schema is version {has} and this program knows {knows}: use the version that serves the room"
            ))),
        }
    }

    async fn open_sqlite(address: &str, options: &Options) -> Result<Self, StoreError> {
        let connect = SqliteConnectOptions::new()
            .busy_timeout(options.patience)
            .statement_cache_capacity(256)
            .disable_statement_logging();
        let told = |connect: SqliteConnectOptions, (name, value)| connect.pragma(name, value);
        let connect = SETTINGS.into_iter().fold(connect, told);
        // A file doesn't hang up. But after a commit that failed SQLite has no transaction left to roll back, and the
        // connection would believe itself in one for ever: that one is closed.
        let patient = |options: &Options| {
            patient::<sqlx::Sqlite>(options).test_before_acquire(false).after_release(|connection, _| {
                Box::pin(async move {
                    if connection.is_in_transaction() {
                        // What was asked for before is done when this is answered.
                        connection.ping().await?;
                    }
                    Ok(!connection.is_in_transaction())
                })
            })
        };
        if address == ":memory:" {
            let pool = patient(options).max_connections(1).connect_with(connect.in_memory(true).filename(":memory:"));
            let pool = pool.await.map_err(opening)?;
            return Ok(Self::Sqlite { write: pool.clone(), read: pool, file: None });
        }
        if options.make {
            make_private(Path::new(address))?;
        }
        let connect = connect.filename(Path::new(address));
        let (writes, reads) = (told(connect.clone(), WRITERS_CACHE), told(connect, READERS_CACHE));
        let write = patient(options).max_connections(1).connect_with(writes).await.map_err(opening)?;
        let tidy = patient(options).max_connections(1).connect_lazy_with(reads.clone());
        let read = patient(options).max_connections(options.readers).connect_lazy_with(reads);
        let settings = SETTINGS.iter().chain([&WRITERS_CACHE]).map(|(name, value)| format!("PRAGMA {name} = {value};"));
        let direct = Direct::new(address.into(), settings.collect(), options.patience);
        let file = File { direct: Arc::new(Mutex::new(direct)), tidy, patience: options.patience };
        Ok(Self::Sqlite { write, read, file: Some(file) })
    }

    async fn open_postgres(address: &str, options: &Options) -> Result<Self, StoreError> {
        let connect = PgConnectOptions::from_str(address)
            .map_err(|error| StoreError::Unusable { cause: format!("the database's address is wrong: {error}") })?
            .statement_cache_capacity(256)
            .disable_statement_logging();
        // `marks` the room as open, too: for as long as this connection lives, and anew where the pool has to make another.
        let durable = |pool: PoolOptions<sqlx::Postgres>, marks: bool| {
            pool.after_connect(move |connection, _| {
                Box::pin(async move {
                    // A server may be set to acknowledge before it wrote; not for chips.
                    let durable = "SELECT set_config('synchronous_commit', 'on', false) \
                                   WHERE current_setting('synchronous_commit') = 'off'";
                    connection.execute(durable).await?;
                    connection.execute(BOUNDED).await?;
                    if marks { presence::mark(connection).await } else { Ok(()) }
                })
            })
        };
        let write = durable(patient(options).max_connections(1), !options.alone);
        let write = write.connect_with(connect.clone()).await.map_err(opening)?;
        let asked = "SELECT current_setting('fsync'), current_setting('server_encoding')";
        let row = write.fetch_one(asked).await.map_err(opening)?;
        if row.try_get::<String, _>(0).map_err(opening)? != "on" {
            let cause = "PostgreSQL runs with fsync off, so what it acknowledges can be lost; switch it on".to_owned();
            return Err(StoreError::Unusable { cause });
        }
        let encoding = row.try_get::<String, _>(1).map_err(opening)?;
        if encoding != "UTF8" {
            let cause = format!("the database is in {encoding}, which can't hold every name; make one in UTF8");
            return Err(StoreError::Unusable { cause });
        }
        let read = durable(patient(options).max_connections(options.readers), false).connect_lazy_with(connect);
        Ok(Self::Postgres { write, read })
    }

    async fn migrate(&self) -> Result<(), StoreError> {
        let change = |(number, (name, sqlite, postgres)): (usize, (&'static str, &'static str, &'static str))| {
            let sql = if matches!(self, Self::Sqlite { .. }) { sqlite } else { postgres };
            let version = i64::try_from(number).unwrap_or(i64::MAX).saturating_add(1);
            Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql.into_sql_str(), false)
        };
        let migrator = Migrator {
            migrations: CHANGES.into_iter().enumerate().map(change).collect(),
            table_name: Cow::Borrowed("schema_changes"),
            ..Migrator::DEFAULT
        };
        match self {
            Self::Sqlite { write, .. } => migrator.run(write).await,
            Self::Postgres { write, .. } => migrator.run(write).await,
        }
        .map_err(|error| StoreError::Unusable { cause: format!("its schema can't be brought up to date: {error}") })
    }

    /// A transaction that writes, when it is one's turn; nobody slips a write between.
    pub(crate) async fn write(&self) -> Result<Link, sqlx::Error> {
        Ok(match self {
            Self::Sqlite { write, file, .. } => {
                let turn = if let Some(file) = file { Some(file.turn().await?) } else { None };
                Link::Sqlite(Hold::Within(write.begin_with("BEGIN IMMEDIATE").await?), turn)
            }
            Self::Postgres { write, .. } => Link::Postgres(Hold::Within(write.begin().await?)),
        })
    }

    /// As [`Engine::write`], for the writer: its thread may wait for a disk.
    pub(crate) async fn write_here(&self) -> Result<Link, sqlx::Error> {
        match self {
            Self::Sqlite { file: Some(file), .. } => Ok(Link::Direct(Turn::begin(file.turn().await?)?)),
            _ => self.write().await,
        }
    }

    /// A connection to ask one question.
    pub(crate) async fn ask(&self) -> Result<Link, sqlx::Error> {
        Ok(match self {
            Self::Sqlite { read, .. } => Link::Sqlite(Hold::Free(read.acquire().await?), None),
            Self::Postgres { read, .. } => Link::Postgres(Hold::Free(read.acquire().await?)),
        })
    }

    /// A transaction whose questions are all answered as of one moment.
    pub(crate) async fn read(&self) -> Result<Link, sqlx::Error> {
        Ok(match self {
            Self::Sqlite { read, .. } => Link::Sqlite(Hold::Within(read.begin_with("BEGIN").await?), None),
            Self::Postgres { read, .. } => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Link::Postgres(Hold::Within(read.begin_with(begin).await?))
            }
        })
    }

    /// Moves what SQLite has in its write-ahead log to its place, beside the writer and without holding it up. What is
    /// written meanwhile is left, and SQLite waits for the disk only where nothing was: so each round leaves less, and
    /// one of the last ends between two commits. The long wait is over, then, when the writer comes to finish.
    pub(crate) async fn tidy(&self) -> Result<(), sqlx::Error> {
        if let Self::Sqlite { file: Some(file), .. } = self {
            for _ in 0..ROUNDS {
                file.tidy.acquire().await?.execute("PRAGMA wal_checkpoint(PASSIVE)").await?;
            }
        }
        Ok(())
    }

    /// Moves the little that was left, so that the write-ahead log begins anew with the next write. The writer does
    /// this between two transactions: as long as it writes, there is always something left.
    pub(crate) async fn finish_tidying(&self) -> Result<(), sqlx::Error> {
        if let Self::Sqlite { file: Some(file), .. } = self {
            file.turn().await?.tidy()?;
        }
        Ok(())
    }

    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite { write, read, file } => {
                if let Some(file) = file {
                    file.direct.lock().await.close();
                    file.tidy.close().await;
                }
                read.close().await;
                write.close().await;
            }
            Self::Postgres { write, read } => {
                read.close().await;
                write.close().await;
            }
        }
    }
}

/// Whether an address is PostgreSQL's.
pub(crate) fn is_postgres(address: &str) -> bool {
    address.starts_with("postgres://") || address.starts_with("postgresql://")
}

/// A pool whose connections live as long as it does: a room in memory would be gone with its connection.
fn patient<DB: Database>(options: &Options) -> PoolOptions<DB> {
    PoolOptions::new().acquire_timeout(options.patience).idle_timeout(None::<Duration>).max_lifetime(None::<Duration>)
}

/// A new file is for its owner alone, and so are those that SQLite puts beside it.
fn make_private(path: &Path) -> Result<(), StoreError> {
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            Err(StoreError::Unusable { cause: format!("{}: {error}", path.display()) })
        }
        _ => Ok(()),
    }
}

#[allow(clippy::needless_pass_by_value, reason = "the shape that `map_err` wants")]
pub(crate) fn opening(error: sqlx::Error) -> StoreError {
    // What the database itself says, without the line of PostgreSQL's own sources that says it.
    let cause = error.as_database_error().map_or_else(|| error.to_string(), |said| said.message().to_owned());
    StoreError::Unusable { cause }
}

/// Why a statement was refused before it came to the database.
pub(crate) fn refused(error: &sqlx::Error) -> Option<Refusal> {
    let sqlx::Error::Encode(cause) = error else { return None };
    cause.downcast_ref().cloned()
}

/// How a database's error concerns the caller.
impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        if let Some(refusal) = refused(&error) {
            return refusal.into();
        }
        match Trouble::of(&error) {
            Trouble::Corrupt | Trouble::Decode => Damage::Row { what: error.to_string() }.into(),
            Trouble::Away | Trouble::NotWritten | Trouble::Constraint | Trouble::Other => {
                Self::Unavailable { cause: error.to_string() }
            }
        }
    }
}

/// Whether an error comes after as long a wait as anybody should have: for a connection, or for another process that writes.
/// Who tried that again would keep players waiting for a multiple of it before they hear that their table pauses.
pub(crate) fn was_waited_for(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::PoolTimedOut => true,
        // SQLite's busy, and PostgreSQL's lock that is not available.
        sqlx::Error::Database(error) => matches!(error.code().as_deref(), Some("5" | "55P03")),
        _ => false,
    }
}

/// What kind of trouble an error of the database is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The database can't be reached or can't work now. Of a commit, nobody knows whether it happened.
    Away,
    /// The disk is full or refused a write, so that a commit has certainly not happened.
    NotWritten,
    /// A rule of the schema would be broken.
    Constraint,
    /// The database's own files are damaged.
    Corrupt,
    /// A value isn't what was written.
    Decode,
    /// Anything else.
    Other,
}

impl Trouble {
    pub(crate) fn of(error: &sqlx::Error) -> Self {
        match error {
            sqlx::Error::Database(error) => {
                let code = error.code();
                match code.as_deref().map(str::parse::<u32>) {
                    // PostgreSQL's codes are five characters long; SQLite's are numbers below that.
                    Some(Ok(number)) if code.as_deref().is_some_and(|code| code.len() < 5) => Self::of_sqlite(number),
                    _ => Self::of_postgres(code.as_deref().unwrap_or_default()),
                }
            }
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) | sqlx::Error::ColumnIndexOutOfBounds { .. } => {
                Self::Decode
            }
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => Self::Away,
            _ => Self::Other,
        }
    }

    /// By the number of SQLite's result code.
    fn of_sqlite(code: u32) -> Self {
        /// A frame of the write-ahead log could not be written; the one that commits is always the last.
        const IO_WRITE: u32 = 10 | (3 << 8);
        match code {
            13 | IO_WRITE => Self::NotWritten,
            _ => match code & 0xff {
                11 | 26 => Self::Corrupt,
                19 => Self::Constraint,
                5 | 6 | 7 | 8 | 9 | 10 | 14 | 15 => Self::Away,
                _ => Self::Other,
            },
        }
    }

    /// By PostgreSQL's class of condition, the first two characters of its code.
    fn of_postgres(code: &str) -> Self {
        match code {
            "XX001" | "XX002" => Self::Corrupt,
            "25006" | "55P03" => Self::Away,
            _ => match code.get(..2) {
                Some("23") => Self::Constraint,
                Some("08" | "40" | "53" | "57" | "58") => Self::Away,
                _ => Self::Other,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_waited_for_is_not_tried_again_at_once() {
        let path = std::env::temp_dir().join(format!("cardroom-waited-{}.sqlite", std::process::id()));
        make_private(&path).unwrap();
        let direct = || Direct::new(path.clone(), String::new(), Duration::from_millis(1));
        let (mut first, mut second) = (direct(), direct());
        first.begin().unwrap();
        let busy = second.begin().unwrap_err();
        assert!(was_waited_for(&busy) && Trouble::of(&busy) == Trouble::Away, "{busy}");
        first.roll_back();
        second.begin().unwrap();
        let _ = std::fs::remove_file(path);
        assert!(was_waited_for(&sqlx::Error::PoolTimedOut));
        assert!(!was_waited_for(&sqlx::Error::Io(ErrorKind::BrokenPipe.into())));
    }
}
