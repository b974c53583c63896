//! Who is in: every process that has a room open says so in a way that ends with the process, and whoever fills or moves
//! a room first sees that nobody else is in.
//!
//! This guards operators from themselves. That two processes never write to one table is the epochs' business.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::{Connection as _, Executor as _, PgConnection, Row as _};

use crate::engine::is_postgres;
use crate::{Options, StoreError};

/// The number under which rooms lock a PostgreSQL database, theirs alone among the advisory locks: `cardroom` in ASCII.
const ROOM: i64 = i64::from_be_bytes(*b"cardroom");

/// A mark that somebody is in; gone when it is dropped or the process ends.
#[allow(dead_code, reason = "held, never read")]
pub(crate) enum Presence {
    File(File),
    Connection(Box<PgConnection>),
}

impl Presence {
    /// Marks the room as open. A room in memory is nobody else's.
    pub(crate) async fn take(address: &str, options: &Options) -> Result<Option<Self>, StoreError> {
        if address == ":memory:" {
            return Ok(None);
        }
        let place = if is_postgres(address) {
            Self::in_postgres(address, options).await?
        } else {
            Self::beside_file(Path::new(address), options)?
        };
        Ok(Some(place))
    }

    /// A file of its own: locks on the database file itself are SQLite's.
    fn beside_file(path: &Path, options: &Options) -> Result<Self, StoreError> {
        if !options.make && !path.exists() {
            return Err(no_room());
        }
        let mut name = path.as_os_str().to_owned();
        name.push(".open");
        let trouble = |error: &dyn std::fmt::Display| unusable(&format!("{}: {error}", Path::new(&name).display()));
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&name).map_err(|e| trouble(&e))?;
        let locked = if options.alone { file.try_lock() } else { file.try_lock_shared() };
        match locked {
            Ok(()) => Ok(Self::File(file)),
            Err(TryLockError::WouldBlock) => Err(taken(options)),
            Err(TryLockError::Error(error)) => Err(trouble(&error)),
        }
    }

    async fn in_postgres(address: &str, options: &Options) -> Result<Self, StoreError> {
        let away = |error: sqlx::Error| unusable(&error.to_string());
        let connect = tokio::time::timeout(options.patience, PgConnection::connect(address)).await;
        let mut connection = connect.map_err(|_| unusable("the database doesn't answer"))?.map_err(away)?;
        let room = connection.fetch_one("SELECT to_regclass('schema_changes') IS NOT NULL").await.map_err(away)?;
        if !options.make && !room.try_get::<bool, _>(0).map_err(away)? {
            return Err(no_room());
        }
        let kind = if options.alone { "" } else { "_shared" };
        let sql = format!("SELECT pg_try_advisory_lock{kind}({ROOM})");
        let patient_until = Instant::now() + options.patience;
        loop {
            let locked = connection.fetch_one(sqlx::AssertSqlSafe(sql.clone())).await.map_err(away)?;
            if locked.try_get::<bool, _>(0).map_err(away)? {
                return Ok(Self::Connection(Box::new(connection)));
            }
            // PostgreSQL takes a moment to see that a process has ended.
            if Instant::now() >= patient_until {
                return Err(taken(options));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

fn taken(options: &Options) -> StoreError {
    unusable(if options.alone {
        "a server has it open; stop that first"
    } else {
        "it is being filled or moved; wait until that is done"
    })
}

fn no_room() -> StoreError {
    unusable("there is no room in it")
}

fn unusable(cause: &str) -> StoreError {
    StoreError::Unusable { cause: cause.to_owned() }
}
