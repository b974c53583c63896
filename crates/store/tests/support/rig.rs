//! A room's store to be tested, on either database, and the means to damage it.

use std::time::Duration;

use cardroom_store::*;
use sqlx::{AssertSqlSafe, Connection as _};

use super::Folder;
use super::postgres::Postgres;

/// Where a store is, and under which key.
pub struct Rig {
    pub address: String,
    pub key: SealingKey,
    memory: Option<Store>,
    folder: Option<Folder>,
}

impl Rig {
    /// A new SQLite file.
    pub fn sqlite() -> Self {
        let folder = Folder::on_disk();
        let address = folder.path().join("room.sqlite").to_str().unwrap().to_owned();
        Self { address, key: key(), memory: None, folder: Some(folder) }
    }

    /// A new database of a running server.
    pub fn postgres(server: &Postgres, name: &str) -> Self {
        Self { address: server.new_database(name), key: key(), memory: None, folder: None }
    }

    /// A room in memory, which can't be opened twice: it is the same one each time.
    pub async fn memory() -> Self {
        let store = Store::open(":memory:", key(), Options::default()).await.unwrap();
        Self { address: ":memory:".to_owned(), key: key(), memory: Some(store), folder: None }
    }

    pub fn in_memory(&self) -> bool {
        self.memory.is_some()
    }

    /// Opens it, as a process of its own would.
    pub async fn open(&self) -> Store {
        match &self.memory {
            Some(store) => store.clone(),
            None => self.open_with(patient()).await.unwrap(),
        }
    }

    pub async fn open_with(&self, options: Options) -> Result<Store, StoreError> {
        Store::open(&self.address, self.key.clone(), options).await
    }

    /// One number out of the database.
    pub async fn number(&self, sql: &str) -> i64 {
        if self.address.starts_with("postgres") {
            let mut link = sqlx::PgConnection::connect(&self.address).await.unwrap();
            return sqlx::query_scalar(AssertSqlSafe(sql.to_owned())).fetch_one(&mut link).await.unwrap();
        }
        let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", self.address)).await.unwrap();
        let number = sqlx::query_scalar(AssertSqlSafe(sql.to_owned())).fetch_one(&pool).await.unwrap();
        pool.close().await;
        number
    }

    /// A column of bytes, all of it.
    pub async fn bytes(&self, sql: &str) -> Vec<Vec<u8>> {
        let sql = AssertSqlSafe(sql.to_owned());
        if self.address.starts_with("postgres") {
            let mut link = sqlx::PgConnection::connect(&self.address).await.unwrap();
            sqlx::query_scalar(sql).fetch_all(&mut link).await.unwrap()
        } else {
            let address = format!("sqlite://{}", self.address);
            let mut link = sqlx::SqliteConnection::connect(&address).await.unwrap();
            let bytes = sqlx::query_scalar(sql).fetch_all(&mut link).await.unwrap();
            link.close().await.unwrap();
            bytes
        }
    }

    /// Changes the database behind the store's back; how many rows.
    pub async fn tamper(&self, sql: &str) -> u64 {
        let sql = AssertSqlSafe(sql.to_owned());
        if self.address.starts_with("postgres") {
            let pool = sqlx::PgPool::connect(&self.address).await.unwrap();
            let rows = sqlx::query(sql).execute(&pool).await.unwrap().rows_affected();
            pool.close().await;
            rows
        } else {
            let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", self.address)).await.unwrap();
            let rows = sqlx::query(sql).execute(&pool).await.unwrap().rows_affected();
            pool.close().await;
            rows
        }
    }
}

/// For a machine that has other things to do: what is tested here isn't how quick a database is.
pub fn patient() -> Options {
    Options { patience: Duration::from_secs(60), ..Options::default() }
}

fn key() -> SealingKey {
    SealingKey::from_bytes([42; 32])
}

pub fn table(number: u64) -> StreamId {
    StreamId::new(StreamKind::Table, number).unwrap()
}

pub fn seat(table: u64, account: u64) -> LedgerAccount {
    LedgerAccount::Seat { table, account }
}

/// A gift of the house.
pub fn gift(id: &str, account: u64, chips: u64) -> LedgerEntry {
    LedgerEntry::transfer(id, 1, "gift", LedgerAccount::House, LedgerAccount::Wallet(account), chips)
}

/// A refusal, or the test fails.
pub fn refusal<T: std::fmt::Debug>(result: Result<T, StoreError>) -> Refusal {
    match result {
        Err(StoreError::Refused(refusal)) => refusal,
        other => panic!("expected a refusal, got {other:?}"),
    }
}
