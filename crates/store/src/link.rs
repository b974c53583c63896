//! One connection to either database, and the few ways of asking it. This is the only file, with `arguments.rs`,
//! `direct.rs` and `engine.rs`, that knows which database it is: the statements above it are the same for both.
//!
//! Statements name their values `$1`, `$2`, which both databases understand. Many rows go in one statement: as arrays
//! to PostgreSQL, as repeated values to SQLite, in powers of two so that the statements stay few and prepared.

use std::borrow::Cow;

use futures_util::TryStreamExt as _;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::sqlite::SqliteRow;
use sqlx::{Arguments, AssertSqlSafe, Database, Postgres, Row as _, Sqlite, Transaction};
use tokio::sync::OwnedMutexGuard;

use crate::StoreError;
use crate::arguments::{add_array, postgres_arguments, sqlite_arguments};
use crate::direct::{self, Direct, DirectRow, Ran};

/// The most rows of one statement on SQLite: enough that preparing is forgotten, few enough to stay under its limits.
const MOST_ROWS: usize = 256;

/// A value in a statement. An absent one still has a kind, for PostgreSQL wants to know.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
    /// A number that neither database can hold: the statement that it is in is refused.
    TooLarge(u64),
    NoInt,
    NoText,
    NoBytes,
}

impl Value {
    pub(crate) fn text_or_none(value: Option<&str>) -> Self {
        value.map_or(Self::NoText, |text| Self::Text(text.to_owned()))
    }

    pub(crate) fn number(value: u64) -> Self {
        i64::try_from(value).map_or(Self::TooLarge(value), Self::Int)
    }

    pub(crate) fn is_nothing(&self) -> bool {
        matches!(self, Self::NoInt | Self::NoText | Self::NoBytes)
    }
}

/// What a column holds, so that many rows can be sent as arrays.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Int,
    Text,
    Bytes,
}

/// A row that came back.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Direct(DirectRow),
    Postgres(PgRow),
}

macro_rules! getters {
    ($($name:ident: $type:ty,)*) => {
        $(pub(crate) fn $name(&self, column: usize) -> Result<$type, sqlx::Error> {
            match self {
                Self::Sqlite(row) => row.try_get(column),
                Self::Direct(row) => direct::get(row, column),
                Self::Postgres(row) => row.try_get(column),
            }
        })*
    };
}

impl Row {
    getters! {
        int: i64,
        text: String,
        bytes: Vec<u8>,
        int_if_any: Option<i64>,
        text_if_any: Option<String>,
        bytes_if_any: Option<Vec<u8>>,
    }

    pub(crate) fn number(&self, column: usize) -> Result<u64, sqlx::Error> {
        u64::try_from(self.int(column)?).map_err(|error| sqlx::Error::Decode(error.into()))
    }
}

/// A connection, borrowed from its pool, perhaps within a transaction. One that is dropped in the middle, because
/// nobody waits for it any more, rolls back before anybody else gets it.
pub(crate) enum Link {
    /// With the turn to write, where it is one of several connections that may.
    Sqlite(Hold<Sqlite>, Option<OwnedMutexGuard<Direct>>),
    /// Within a transaction, on the thread that asks: for the writer alone.
    Direct(Turn),
    Postgres(Hold<Postgres>),
}

/// The writer's connection with a transaction on it, which is rolled back unless it was committed.
pub(crate) struct Turn(OwnedMutexGuard<Direct>);

impl Turn {
    pub(crate) fn begin(mut direct: OwnedMutexGuard<Direct>) -> Result<Self, sqlx::Error> {
        direct.begin()?;
        Ok(Self(direct))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.roll_back();
    }
}

/// How the connection is held.
pub(crate) enum Hold<DB: Database> {
    Free(PoolConnection<DB>),
    Within(Transaction<'static, DB>),
}

impl<DB: Database> Hold<DB> {
    fn connection(&mut self) -> &mut DB::Connection {
        match self {
            Self::Free(connection) => connection,
            Self::Within(transaction) => transaction,
        }
    }

    async fn commit(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Free(_) => Ok(()),
            Self::Within(transaction) => transaction.commit().await,
        }
    }

    async fn roll_back(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Free(_) => Ok(()),
            Self::Within(transaction) => transaction.rollback().await,
        }
    }
}

impl Link {
    pub(crate) async fn commit(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(hold, _turn) => hold.commit().await,
            Self::Direct(mut turn) => turn.0.commit(),
            Self::Postgres(hold) => hold.commit().await,
        }
    }

    pub(crate) async fn roll_back(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(hold, _turn) => hold.roll_back().await,
            Self::Direct(turn) => {
                drop(turn);
                Ok(())
            }
            Self::Postgres(hold) => hold.roll_back().await,
        }
    }

    /// Whether other processes may write at the same moment. SQLite lets one in at a time.
    pub(crate) fn has_rivals(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }

    /// How many bytes of a value lie closely packed with their like: eight rows of them fill a page of SQLite, four one
    /// of PostgreSQL, which would put longer ones elsewhere.
    pub(crate) fn close_packing(&self) -> usize {
        match self {
            Self::Sqlite(..) | Self::Direct(_) => 490,
            Self::Postgres(_) => 1_900,
        }
    }

    /// Does what the statement says; how many rows it touched.
    pub(crate) async fn run(
        &mut self,
        sql: impl Into<Cow<'static, str>>,
        values: Vec<Value>,
    ) -> Result<u64, sqlx::Error> {
        Ok(self.execute(sql.into(), values).await?.count)
    }

    /// As [`Link::run`]. Only SQLite says which row was the last.
    async fn execute(
        &mut self,
        sql: Cow<'static, str>,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Ran, sqlx::Error> {
        match self {
            Self::Sqlite(link, _) => {
                let query = sqlx::query_with::<Sqlite, _>(AssertSqlSafe(sql), sqlite_arguments(values)?);
                let done = query.execute(link.connection()).await?;
                Ok(Ran { count: done.rows_affected(), last: done.last_insert_rowid() })
            }
            Self::Direct(turn) => turn.0.run(&sql, values),
            Self::Postgres(link) => {
                let query = sqlx::query_with::<Postgres, _>(AssertSqlSafe(sql), postgres_arguments(values)?);
                Ok(Ran { count: query.execute(link.connection()).await?.rows_affected(), last: 0 })
            }
        }
    }

    /// All rows of a question.
    pub(crate) async fn rows(
        &mut self,
        sql: impl Into<Cow<'static, str>>,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Vec<Row>, sqlx::Error> {
        let sql = sql.into();
        Ok(match self {
            Self::Sqlite(link, _) => {
                let query = sqlx::query_with::<Sqlite, _>(AssertSqlSafe(sql), sqlite_arguments(values)?);
                query.fetch_all(link.connection()).await?.into_iter().map(Row::Sqlite).collect()
            }
            Self::Direct(turn) => {
                let mut rows = Vec::new();
                turn.0.each(&sql, values, |row| {
                    rows.push(Row::Direct(row));
                    Ok::<_, sqlx::Error>(())
                })?;
                rows
            }
            Self::Postgres(link) => {
                let query = sqlx::query_with::<Postgres, _>(AssertSqlSafe(sql), postgres_arguments(values)?);
                query.fetch_all(link.connection()).await?.into_iter().map(Row::Postgres).collect()
            }
        })
    }

    /// Each row of a question, as it comes: for answers that are larger than memory.
    pub(crate) async fn each(
        &mut self,
        sql: String,
        mut take: impl FnMut(Row) -> Result<(), StoreError> + Send,
    ) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(link, _) => {
                let mut rows = sqlx::query::<Sqlite>(AssertSqlSafe(sql)).fetch(link.connection());
                while let Some(row) = rows.try_next().await? {
                    take(Row::Sqlite(row))?;
                }
            }
            Self::Direct(turn) => turn.0.each(&sql, [], |row| take(Row::Direct(row)))?,
            Self::Postgres(link) => {
                let mut rows = sqlx::query::<Postgres>(AssertSqlSafe(sql)).fetch(link.connection());
                while let Some(row) = rows.try_next().await? {
                    take(Row::Postgres(row))?;
                }
            }
        }
        Ok(())
    }

    /// The first row of a question, if any.
    pub(crate) async fn row(
        &mut self,
        sql: impl Into<Cow<'static, str>>,
        values: Vec<Value>,
    ) -> Result<Option<Row>, sqlx::Error> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// The rows of `select` whose `column` is one of `keys`, held until the transaction ends if `hold`.
    pub(crate) async fn lookup(
        &mut self,
        select: &str,
        column: &str,
        keys: &[Value],
        hold: bool,
    ) -> Result<Vec<Row>, sqlx::Error> {
        let mut found = Vec::new();
        if keys.is_empty() {
            return Ok(found);
        }
        match self {
            // Always in the order of the key, so that two processes that want the same rows wait and don't deadlock.
            Self::Postgres(link) => {
                let lock = if hold { " FOR UPDATE" } else { "" };
                let sql = format!("{select} WHERE {column} = ANY($1) ORDER BY {column}{lock}");
                let mut arguments = PgArguments::default();
                add_array(&mut arguments, keys.iter())?;
                let query = sqlx::query_with::<Postgres, _>(AssertSqlSafe(sql), arguments);
                found.extend(query.fetch_all(link.connection()).await?.into_iter().map(Row::Postgres));
            }
            // SQLite has one writer, who holds everything.
            Self::Sqlite(..) | Self::Direct(_) => {
                for chunk in keys.chunks(MOST_ROWS) {
                    // Repeating the last key makes few different statements, and finds nothing twice.
                    let padded = chunk.len().next_power_of_two();
                    let mut sql = format!("{select} WHERE {column} IN (");
                    marks(&mut sql, padded);
                    sql.push(')');
                    let mut values = chunk.to_vec();
                    if let Some(last) = chunk.last() {
                        values.resize(padded, last.clone());
                    }
                    found.extend(self.rows(sql, values).await?);
                }
            }
        }
        Ok(found)
    }

    /// Inserts many rows, in their order; what the statement returns, if `tail` says so. Rows are arrays by preference:
    /// of a list the writer would have to ask for memory, and it writes thousands a second.
    pub(crate) async fn insert<R: AsRef<[Value]> + IntoIterator<Item = Value>>(
        &mut self,
        table: &str,
        columns: &[(&str, Kind)],
        rows: Vec<R>,
        tail: &str,
    ) -> Result<Inserted, sqlx::Error> {
        let mut inserted = Inserted::default();
        if rows.is_empty() {
            return Ok(inserted);
        }
        if rows.iter().any(|row| row.as_ref().first().is_none_or(Value::is_nothing)) {
            return Err(sqlx::Error::Encode("a row has no key".into()));
        }
        let names = columns.iter().map(|&(name, _)| name).collect::<Vec<_>>().join(", ");
        match self {
            Self::Postgres(link) => {
                let sql = format!("INSERT INTO {table} ({names}) SELECT * FROM unnest({}) {tail}", arrays(columns));
                let mut arguments = PgArguments::default();
                for column in 0..columns.len() {
                    add_array(&mut arguments, rows.iter().filter_map(|row| row.as_ref().get(column)))?;
                }
                let query = sqlx::query_with::<Postgres, _>(AssertSqlSafe(sql), arguments);
                if tail.contains("RETURNING") {
                    inserted.returned.extend(query.fetch_all(link.connection()).await?.into_iter().map(Row::Postgres));
                } else {
                    inserted.count = query.execute(link.connection()).await?.rows_affected();
                }
            }
            Self::Sqlite(..) | Self::Direct(_) => {
                let mut rest = rows.into_iter();
                while rest.len() > 0 {
                    let take = rest.len().min(MOST_ROWS);
                    // Rows that are left out are nothing throughout, which no key is: they make few different
                    // statements. Where a row breaks a rule the whole transaction is rolled back, so SQLite needn't be
                    // ready to take the rows before it back alone.
                    let mut sql = format!("INSERT OR FAIL INTO {table} ({names}) SELECT * FROM (VALUES ");
                    for row in 0..take.next_power_of_two() {
                        sql.push_str(if row == 0 { "(" } else { ", (" });
                        marks(&mut sql, columns.len());
                        sql.push(')');
                    }
                    sql.push_str(") WHERE column1 IS NOT NULL ");
                    sql.push_str(tail);
                    let values = rest.by_ref().take(take).flatten();
                    if tail.contains("RETURNING") {
                        inserted.returned.extend(self.rows(sql, values).await?);
                    } else {
                        let ran = self.execute(sql.into(), values).await?;
                        inserted.count += ran.count;
                        inserted.last = Some(ran.last);
                    }
                }
            }
        }
        Ok(inserted)
    }

    /// Inserts many rows into a table that numbers them, and gives their numbers in the order of the rows. They are not
    /// read back one by one.
    pub(crate) async fn insert_numbered<R: AsRef<[Value]> + IntoIterator<Item = Value>>(
        &mut self,
        table: &str,
        columns: &[(&str, Kind)],
        rows: Vec<R>,
    ) -> Result<Vec<i64>, sqlx::Error> {
        let count = rows.len();
        if !matches!(self, Self::Postgres(_)) {
            let mut numbers = Vec::with_capacity(count);
            let mut rest = rows.into_iter();
            while rest.len() > 0 {
                let chunk: Vec<R> = rest.by_ref().take(MOST_ROWS).collect();
                let count = i64::try_from(chunk.len()).unwrap_or(i64::MAX);
                // Nobody else writes meanwhile, and SQLite counts on from the last that there ever was.
                let last = self.insert(table, columns, chunk, "").await?.last.ok_or(sqlx::Error::RowNotFound)?;
                numbers.extend((0..count).rev().map(|back| last.saturating_sub(back)));
            }
            return Ok(numbers);
        }
        let returned = self.insert(table, columns, rows, "RETURNING id").await?.returned;
        let mut numbers = returned.iter().map(|row| row.int(0)).collect::<Result<Vec<_>, _>>()?;
        // Rows are numbered as they are inserted; in which order they are returned isn't promised.
        numbers.sort_unstable();
        if numbers.len() == count { Ok(numbers) } else { Err(sqlx::Error::RowNotFound) }
    }

    /// Changes a number in many rows, each by its `id`, from what it is known to be to what it shall be; how many were
    /// as they were known.
    pub(crate) async fn change(&mut self, table: &str, column: &str, rows: Vec<[i64; 3]>) -> Result<u64, sqlx::Error> {
        let mut changed = 0;
        match self {
            Self::Postgres(link) => {
                let sql = format!(
                    "UPDATE {table} SET {column} = new.becomes \
                     FROM unnest($1::BIGINT[], $2::BIGINT[], $3::BIGINT[]) AS new (id, was, becomes) \
                     WHERE {table}.id = new.id AND {table}.{column} = new.was"
                );
                let mut arguments = PgArguments::default();
                for place in 0..3 {
                    let values: Vec<i64> = rows.iter().filter_map(|row| row.get(place).copied()).collect();
                    arguments.add(values).map_err(sqlx::Error::Encode)?;
                }
                let query = sqlx::query_with::<Postgres, _>(AssertSqlSafe(sql), arguments);
                changed += query.execute(link.connection()).await?.rows_affected();
            }
            Self::Sqlite(..) | Self::Direct(_) => {
                for chunk in rows.chunks(MOST_ROWS) {
                    let mut sql = format!("UPDATE {table} SET {column} = new.column3 FROM (VALUES ");
                    for row in 0..chunk.len().next_power_of_two() {
                        sql.push_str(if row == 0 { "(?, ?, ?)" } else { ", (?, ?, ?)" });
                    }
                    // Rows that are left out are nothing throughout, which equals nothing.
                    let met = format!(") AS new WHERE {table}.id = new.column1 AND {table}.{column} = new.column2");
                    sql.push_str(&met);
                    let values = chunk.iter().flatten().copied().map(Value::Int);
                    changed += self.execute(sql.into(), values).await?.count;
                }
            }
        }
        Ok(changed)
    }

    /// Deletes the rows with these values in two columns of whole numbers.
    pub(crate) async fn delete(
        &mut self,
        table: &str,
        (first, second): (&str, &str),
        keys: Vec<[Value; 2]>,
    ) -> Result<(), sqlx::Error> {
        if keys.is_empty() {
            return Ok(());
        }
        match self {
            Self::Postgres(link) => {
                let sql = format!(
                    "DELETE FROM {table} USING unnest($1::BIGINT[], $2::BIGINT[]) AS gone (one, two) \
                     WHERE {table}.{first} = gone.one AND {table}.{second} = gone.two"
                );
                let mut arguments = PgArguments::default();
                add_array(&mut arguments, keys.iter().map(|[first, _]| first))?;
                add_array(&mut arguments, keys.iter().map(|[_, second]| second))?;
                sqlx::query_with::<Postgres, _>(AssertSqlSafe(sql), arguments).execute(link.connection()).await?;
            }
            Self::Sqlite(..) | Self::Direct(_) => {
                let mut rest = keys.into_iter();
                while rest.len() > 0 {
                    let take = rest.len().min(MOST_ROWS);
                    let mut sql = format!("DELETE FROM {table} WHERE ({first}, {second}) IN (VALUES ");
                    for row in 0..take.next_power_of_two() {
                        sql.push_str(if row == 0 { "(?, ?)" } else { ", (?, ?)" });
                    }
                    sql.push(')');
                    self.execute(sql.into(), rest.by_ref().take(take).flatten()).await?;
                }
            }
        }
        Ok(())
    }
}

/// What became of an insert: how many rows were touched, or what they returned.
#[derive(Default)]
pub(crate) struct Inserted {
    pub(crate) count: u64,
    pub(crate) returned: Vec<Row>,
    /// The number of the last row, as SQLite says of a table that numbers its own.
    last: Option<i64>,
}

/// Marks without numbers: SQLite looks the names of numbered ones up one by one, each time from the first.
fn marks(sql: &mut String, count: usize) {
    for place in 0..count {
        sql.push_str(if place == 0 { "?" } else { ", ?" });
    }
}

fn arrays(columns: &[(&str, Kind)]) -> String {
    let array = |(place, &(_, kind)): (usize, &(&str, Kind))| match kind {
        Kind::Int => format!("${}::BIGINT[]", place + 1),
        Kind::Text => format!("${}::TEXT[]", place + 1),
        Kind::Bytes => format!("${}::BYTEA[]", place + 1),
    };
    columns.iter().enumerate().map(array).collect::<Vec<_>>().join(", ")
}
