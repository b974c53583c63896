//! Who is in: every process that has a room open says so in a way that ends with the process. Whoever fills or moves a
//! room first sees that nobody else is in, and whoever serves one from a file that nobody else does.
//!
//! This guards operators from themselves. That two processes never write to one table is the epochs' business; servers
//! on PostgreSQL take tables over from each other by them.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sqlx::{Connection as _, Executor as _, PgConnection, Row as _};

use crate::engine::{is_postgres, opening};
use crate::{Options, StoreError};

/// The number under which rooms lock a PostgreSQL database, theirs alone among the advisory locks: `cardroom` in ASCII.
const ROOM: i64 = i64::from_be_bytes(*b"cardroom");
/// What every SQLite database begins with.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// A mark that somebody is in; gone when it is dropped or the process ends.
#[allow(dead_code, reason = "held, never read")]
pub(crate) enum Presence {
    Files { open: File, serves: Option<File> },
    Connection(Box<PgConnection>),
}

impl Presence {
    /// Marks the room as open. A room in memory is nobody else's.
    pub(crate) async fn take(address: &str, options: &Options) -> Result<Option<Self>, StoreError> {
        if address == ":memory:" {
            return Ok(None);
        }
        check_kind(address)?;
        let place = if is_postgres(address) {
            Self::in_postgres(address, options).await?
        } else {
            Self::beside_file(Path::new(address), options)?
        };
        Ok(Some(place))
    }

    /// Files of their own: locks on the database file itself are SQLite's.
    fn beside_file(path: &Path, options: &Options) -> Result<Self, StoreError> {
        if !options.make && !path.exists() {
            return Err(no_room());
        }
        let open = LockFile::beside(path, ".open")?;
        let locked = if options.alone { open.file.try_lock() } else { open.file.try_lock_shared() };
        open.unless(locked, || taken(options))?;
        let serves = options.served_by.as_deref().map(|who| serve(path, who)).transpose()?;
        Ok(Self::Files { open: open.file, serves })
    }

    async fn in_postgres(address: &str, options: &Options) -> Result<Self, StoreError> {
        let mut connection = connect(address, options.patience).await?;
        if !options.make && !has_schema(&mut connection).await? {
            return Err(no_room());
        }
        let sql = if options.alone { format!("SELECT pg_try_advisory_lock({ROOM})") } else { shared() };
        let patient_until = Instant::now() + options.patience;
        loop {
            let locked = connection.fetch_one(sqlx::AssertSqlSafe(sql.clone())).await.map_err(opening)?;
            if locked.try_get::<bool, _>(0).map_err(opening)? {
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

/// Whether there is a room already.
pub(crate) async fn is_made(address: &str, patience: Duration) -> Result<bool, StoreError> {
    check_kind(address)?;
    if is_postgres(address) {
        return has_schema(&mut connect(address, patience).await?).await;
    }
    holds_a_room(Path::new(address))
}

/// Whether the file is a database. One that is empty is all that there is of a room that somebody was about to make;
/// anything else is refused before a key is looked for that it never had.
fn holds_a_room(path: &Path) -> Result<bool, StoreError> {
    let mut begins = Vec::new();
    let read = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        opened => opened.and_then(|file| file.take(DATABASE.len() as u64).read_to_end(&mut begins)),
    };
    read.map_err(|error| unusable(&format!("{}: {error}", path.display())))?;
    if begins.is_empty() || begins == DATABASE {
        return Ok(!begins.is_empty());
    }
    Err(unusable(&format!("{} is no SQLite database", path.display())))
}

async fn connect(address: &str, patience: Duration) -> Result<PgConnection, StoreError> {
    let connect = tokio::time::timeout(patience, PgConnection::connect(address)).await;
    connect.map_err(|_| unusable("the database doesn't answer"))?.map_err(opening)
}

async fn has_schema(connection: &mut PgConnection) -> Result<bool, StoreError> {
    let row = connection.fetch_one("SELECT to_regclass('schema_changes') IS NOT NULL").await.map_err(opening)?;
    row.try_get(0).map_err(opening)
}

/// Marks a room in PostgreSQL as open, for as long as the connection lives.
pub(crate) async fn mark(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let marked = connection.fetch_one(sqlx::AssertSqlSafe(shared())).await?.try_get::<bool, _>(0)?;
    if marked { Ok(()) } else { Err(sqlx::Error::Protocol("the room is being filled or moved".to_owned())) }
}

fn shared() -> String {
    format!("SELECT pg_try_advisory_lock_shared({ROOM})")
}

/// Takes the room to serve it, and leaves word of who does.
fn serve(path: &Path, who: &str) -> Result<File, StoreError> {
    let mut lock = LockFile::beside(path, ".served")?;
    let locked = lock.file.try_lock();
    if matches!(locked, Err(TryLockError::WouldBlock)) {
        let mut other = String::new();
        // Who holds it may be about to write.
        let _ = (&lock.file).take(200).read_to_string(&mut other);
        let other = if other.is_empty() { "another process" } else { other.trim() };
        return Err(unusable(&format!("{other} serves it; stop that first, or serve another room with --data")));
    }
    lock.unless(locked, no_room)?;
    let written = lock.file.set_len(0).and_then(|()| lock.file.write_all(who.as_bytes()));
    written.map_err(|error| lock.trouble(&error))?;
    Ok(lock.file)
}

/// A file that is there to be locked.
struct LockFile {
    path: PathBuf,
    file: File,
}

impl LockFile {
    fn beside(database: &Path, ending: &str) -> Result<Self, StoreError> {
        let mut name = database.as_os_str().to_owned();
        name.push(ending);
        let path = PathBuf::from(name);
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(&path);
        let file = open.map_err(|error| unusable(&format!("{}: {error}", path.display())))?;
        Ok(Self { path, file })
    }

    fn unless(&self, locked: Result<(), TryLockError>, taken: impl Fn() -> StoreError) -> Result<(), StoreError> {
        locked.map_err(|error| match error {
            TryLockError::WouldBlock => taken(),
            TryLockError::Error(error) => self.trouble(&error),
        })
    }

    fn trouble(&self, error: &std::io::Error) -> StoreError {
        unusable(&format!("{}: {error}", self.path.display()))
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

/// An address of another kind of database would be taken for the name of a file. It isn't said again: it may have a
/// password in it.
fn check_kind(address: &str) -> Result<(), StoreError> {
    let other = (address.contains("://") && !is_postgres(address)) || address.starts_with("sqlite:");
    if other || address.is_empty() {
        return Err(unusable("allowed is postgres://… or the path of a SQLite file, without sqlite: before it"));
    }
    Ok(())
}

fn unusable(cause: &str) -> StoreError {
    StoreError::Unusable { cause: cause.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_two_kinds_of_database_are_taken() {
        for address in ["data/cardroom.db", "/var/lib/a:b.db", "postgres://cards@localhost/cards", "postgresql://x"] {
            assert!(check_kind(address).is_ok(), "{address}");
        }
        for address in ["mysql://me:secret@db/cards", "sqlite://cardroom.db", "sqlite:cardroom.db", "Postgres://x", ""]
        {
            let refused = check_kind(address).unwrap_err().to_string();
            assert!(refused.contains("allowed is postgres://") && !refused.contains("secret"), "{refused}");
        }
    }

    #[test]
    fn what_is_no_database_is_no_room_whose_key_is_missing() {
        let folder = std::env::temp_dir().join(format!("cardroom-presence-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("cards");
        assert!(!holds_a_room(&file).unwrap(), "not there yet");
        for (bytes, is_room) in [(&b""[..], Some(false)), (b"SQLite format 3\0...", Some(true)), (b"a letter", None)] {
            std::fs::write(&file, bytes).unwrap();
            let found = holds_a_room(&file);
            assert_eq!(found.as_ref().ok().copied(), is_room, "{found:?}");
            assert!(found.is_ok() || found.unwrap_err().to_string().ends_with("cards is no SQLite database"));
        }
        assert!(holds_a_room(&folder).unwrap_err().to_string().contains("Is a directory"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
