//! SQLite on the thread that asks it. A connection of sqlx's lives on a thread of its own, to which every statement goes and
//! from which every row comes back; on busy cores each of these turns stands in line, and a transaction of the writer's
//! has dozens. The writer has a thread to itself, which may wait for the disk as well as any other, and so a connection
//! without those turns.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use rusqlite::types::{FromSql, ToSqlOutput, Value as Stored, ValueRef};
use rusqlite::{CachedStatement, Connection, OpenFlags, ToSql};
use sqlx::error::{DatabaseError, ErrorKind};

use crate::arguments::too_large;
use crate::link::Value;

/// How many statements stay prepared.
const PREPARED: usize = 256;

/// The writer's connection: opened when it is first needed, and anew when the last one can't be used any more.
#[derive(Debug)]
pub(crate) struct Direct {
    /// Nothing once it is closed for good.
    path: Option<PathBuf>,
    /// What every new connection is told first.
    settings: String,
    patience: Duration,
    connection: Option<Connection>,
}

/// A row, as it was read.
pub(crate) type DirectRow = Vec<Stored>;

/// What a statement did.
pub(crate) struct Ran {
    pub(crate) count: u64,
    /// The number of the row that was inserted last.
    pub(crate) last: i64,
}

impl Direct {
    pub(crate) fn new(path: PathBuf, settings: String, patience: Duration) -> Self {
        Self { path: Some(path), settings, patience, connection: None }
    }

    /// Begins a transaction that writes.
    pub(crate) fn begin(&mut self) -> Result<(), sqlx::Error> {
        if self.connection.as_ref().is_none_or(|connection| !connection.is_autocommit()) {
            self.connection = None;
            self.connection = Some(self.open()?);
        }
        self.run("BEGIN IMMEDIATE", []).map(drop)
    }

    pub(crate) fn commit(&mut self) -> Result<(), sqlx::Error> {
        self.run("COMMIT", []).map(drop)
    }

    /// Takes back what was not committed. SQLite may have done so itself; where it can't be done, the connection is given up,
    /// and its transaction with it.
    pub(crate) fn roll_back(&mut self) {
        if self.connection.as_ref().is_some_and(|connection| !connection.is_autocommit())
            && self.run("ROLLBACK", []).is_err()
        {
            self.connection = None;
        }
    }

    /// Moves what is in the write-ahead log to its place, as much as can be without waiting for anybody.
    pub(crate) fn tidy(&mut self) -> Result<(), sqlx::Error> {
        self.each("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
    }

    pub(crate) fn close(&mut self) {
        (self.path, self.connection) = (None, None);
    }

    /// Does what the statement says.
    pub(crate) fn run(&self, sql: &str, values: impl IntoIterator<Item = Value>) -> Result<Ran, sqlx::Error> {
        let connection = self.connected()?;
        let mut statement = prepare(connection, sql, values)?;
        let count = statement.raw_execute().map_err(trouble)?;
        Ok(Ran { count: count as u64, last: connection.last_insert_rowid() })
    }

    /// Each row of a question, as it comes.
    pub(crate) fn each<E: From<sqlx::Error>>(
        &self,
        sql: &str,
        values: impl IntoIterator<Item = Value>,
        mut take: impl FnMut(DirectRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut statement = prepare(self.connected()?, sql, values)?;
        let columns = statement.column_count();
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next().map_err(trouble)? {
            take((0..columns).map(|column| row.get(column)).collect::<Result<_, _>>().map_err(trouble)?)?;
        }
        Ok(())
    }

    fn connected(&self) -> Result<&Connection, sqlx::Error> {
        self.connection.as_ref().ok_or(sqlx::Error::PoolClosed)
    }

    fn open(&self) -> Result<Connection, sqlx::Error> {
        let path = self.path.as_ref().ok_or(sqlx::Error::PoolClosed)?;
        // Used by one at a time, so SQLite needn't see to that. The file is there already.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || {
            let connection = Connection::open_with_flags(path, flags)?;
            connection.busy_timeout(self.patience)?;
            connection.execute_batch(&self.settings)?;
            connection.set_prepared_statement_cache_capacity(PREPARED);
            Ok(connection)
        };
        open().map_err(trouble)
    }
}

/// A statement with its values: those with a number where it says so, others in their order. What has no value is nothing.
fn prepare<'c>(
    connection: &'c Connection,
    sql: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<CachedStatement<'c>, sqlx::Error> {
    let mut statement = connection.prepare_cached(sql).map_err(trouble)?;
    let is_named = statement.parameter_count() > 0 && statement.parameter_name(1).is_some();
    for (place, value) in (1..).zip(values) {
        let place =
            if is_named { statement.parameter_index(&format!("${place}")).map_err(trouble)? } else { Some(place) };
        if let Some(place) = place {
            statement.raw_bind_parameter(place, value).map_err(trouble)?;
        }
    }
    Ok(statement)
}

/// A value of a row.
pub(crate) fn get<T: FromSql>(row: &[Stored], column: usize) -> Result<T, sqlx::Error> {
    let out_of_bounds = sqlx::Error::ColumnIndexOutOfBounds { index: column, len: row.len() };
    let value = row.get(column).ok_or(out_of_bounds)?;
    T::column_result(value.into())
        .map_err(|source| sqlx::Error::ColumnDecode { index: column.to_string(), source: source.into() })
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Int(value) => ValueRef::Integer(*value),
            Self::Text(value) => ValueRef::Text(value.as_bytes()),
            Self::Bytes(value) => ValueRef::Blob(value),
            Self::TooLarge(value) => return Err(rusqlite::Error::ToSqlConversionFailure(too_large(*value).into())),
            Self::NoInt | Self::NoText | Self::NoBytes => ValueRef::Null,
        }))
    }
}

/// SQLite's own word on what went wrong, in the shape in which everything above knows the errors of databases.
#[derive(Debug)]
struct Failure {
    code: i32,
    message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "(code: {}) {}", self.code, self.message)
    }
}

impl Error for Failure {}

impl DatabaseError for Failure {
    fn message(&self) -> &str {
        &self.message
    }

    fn code(&self) -> Option<Cow<'_, str>> {
        Some(self.code.to_string().into())
    }

    fn as_error(&self) -> &(dyn Error + Send + Sync + 'static) {
        self
    }

    fn as_error_mut(&mut self) -> &mut (dyn Error + Send + Sync + 'static) {
        self
    }

    fn into_error(self: Box<Self>) -> Box<dyn Error + Send + Sync + 'static> {
        self
    }

    fn kind(&self) -> ErrorKind {
        match self.code {
            rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE | rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY => {
                ErrorKind::UniqueViolation
            }
            rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY => ErrorKind::ForeignKeyViolation,
            rusqlite::ffi::SQLITE_CONSTRAINT_NOTNULL => ErrorKind::NotNullViolation,
            rusqlite::ffi::SQLITE_CONSTRAINT_CHECK => ErrorKind::CheckViolation,
            _ => ErrorKind::Other,
        }
    }
}

fn trouble(error: rusqlite::Error) -> sqlx::Error {
    match error {
        rusqlite::Error::SqliteFailure(failure, message) => {
            let message = message.unwrap_or_else(|| failure.to_string());
            sqlx::Error::Database(Box::new(Failure { code: failure.extended_code, message }))
        }
        rusqlite::Error::ToSqlConversionFailure(refusal) => sqlx::Error::Encode(refusal),
        other => sqlx::Error::Decode(Box::new(other)),
    }
}
