//! A room in one file, of whichever database it was and for whichever it will be: every table's rows, then a digest of
//! all that came before. Secrets stay sealed in it; without the key file it opens nothing.
//!
//! A backup is read as of one moment while the room goes on. Restoring fills an empty store, whole or not at all.
//!
//! The seeds of running hands are not in a backup: the room plays those hands on, and whoever knows how they ended
//! would play them again with known cards. So they are void in a room that is restored. Only a closed room that moves
//! takes them along.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek as _, SeekFrom, Take, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::engine::Trouble;
use crate::folder::name_for_good;
use crate::link::{Kind, Link, Row, Value};
use crate::log;
use crate::store::{KEY_FACT, key_place};
use crate::{Damage, Store, StoreError};

const MAGIC: &[u8; 16] = b"cardroom backup2";
/// How a file began before there were parts of proofs; it is read as well.
const OLDER: &[u8; 16] = b"cardroom backup1";
const ROW: u8 = 1;
const END: u8 = 0;
/// The longest text or bytes in a row; more is damage.
const LONGEST: u32 = 1 << 26;
/// How many rows go into the database at once.
const BATCH: usize = 256;

type Columns = &'static [(&'static str, Kind)];

const I: Kind = Kind::Int;
const T: Kind = Kind::Text;
const B: Kind = Kind::Bytes;

/// Everything that makes up a room. What belongs to one process (`writers`) does not.
const TABLES: [(&str, Columns); 19] = [
    ("room", &[("fact", T), ("value", B)]),
    // Which have ended is found out again at the first start.
    ("streams", &[("stream", I), ("epoch", I), ("version", I), ("was", I), ("snapshot", I)]),
    // How its rows are linked is each database's own.
    ("log", &[("stream", I), ("version", I), ("body", B)]),
    ("snapshots", &[("stream", I), ("version", I), ("body", B)]),
    ("secrets", &[("stream", I), ("hand", I), ("sealed", B)]),
    ("answers", &[("command", B), ("at_ms", I), ("answer", B)]),
    ("ledger_accounts", &[("id", I), ("account", T), ("balance", I)]),
    ("ledger_entries", &[("id", I), ("entry", T), ("at_ms", I), ("reason", T)]),
    ("ledger_postings", &[("account", I), ("entry", I), ("amount", I)]),
    ("games", &[("id", I), ("game", T)]),
    ("hands", &[("id", I), ("tbl", I), ("hand", I), ("game", I), ("at_ms", I), ("record", B), ("own", B)]),
    ("hand_players", &[("account", I), ("hand", I)]),
    ("proofs", &[("hand", I), ("proof", B), ("own", B)]),
    (
        "accounts",
        &[
            ("id", I),
            ("name", T),
            ("skeleton", T),
            ("password", T),
            ("operator", I),
            ("created_ms", I),
            ("refilled_ms", I),
            ("banned_ms", I),
            ("limits", T),
            ("deleted", I),
        ],
    ),
    (
        "sessions",
        &[("id", I), ("token", B), ("account", I), ("label", T), ("agent", T), ("created_ms", I), ("seen_ms", I)],
    ),
    ("recovery_codes", &[("account", I), ("code", B)]),
    ("operator_log", &[("id", I), ("at_ms", I), ("action", T)]),
    ("settings", &[("name", T), ("value", T)]),
    PARTS,
];
/// What only newer files have.
const PARTS: (&str, Columns) = ("proof_parts", &[("part", I), ("body", B)]);

/// How much was written or read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rows of all tables.
    pub rows: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

/// A backup that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackedUp {
    /// How much is in it.
    pub counts: Counts,
    /// Whether its name was synced to the disk as well. Where a folder can't be synced, a power cut may take the file
    /// away until the system has written the folder by itself.
    pub name_synced: bool,
}

impl Store {
    /// Writes the room to a file, which appears when it is whole, readable by its owner alone. Once this returns it is
    /// there after a power cut too, wherever the file system lets us see to it: [`BackedUp::name_synced`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read or the file not be written, [`StoreError::Unusable`] if
    /// one is there already that has its name with `.partial` behind it.
    pub async fn backup(&self, to: &Path) -> Result<BackedUp, StoreError> {
        self.write_to(to, RunningHands::Void).await
    }

    async fn write_to(&self, to: &Path, hands: RunningHands) -> Result<BackedUp, StoreError> {
        let mut name = to.as_os_str().to_owned();
        name.push(".partial");
        let draft = Path::new(&name);
        // A new file: somebody else's of that name, or where a link of that name leads, is nothing to write over.
        let open = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(draft);
        let file = open.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => StoreError::Unusable {
                cause: format!("{} is there: if no backup is under way, remove it", draft.display()),
            },
            _ => io_away(error),
        })?;
        let written = self.write_backup(file, hands).await;
        let moved = written.and_then(|counts| {
            let name_synced = name_for_good(draft, to).map_err(io_away)?;
            Ok(BackedUp { counts, name_synced })
        });
        if moved.is_err() {
            let _ = fs::remove_file(draft);
        }
        moved
    }

    async fn write_backup(&self, file: File, hands: RunningHands) -> Result<Counts, StoreError> {
        let mut out = Summed { inner: BufWriter::new(file), digest: Sha256::new(), bytes: 0 };
        out.write_all(MAGIC).map_err(io_away)?;
        let mut link = self.read().await?;
        let mut rows = 0;
        for (table, columns) in TABLES {
            if hands.keep(table) {
                let names = columns.iter().map(|&(name, _)| name).collect::<Vec<_>>().join(", ");
                let sql = format!("SELECT {names} FROM {table}");
                link.each(sql, |row| {
                    rows += 1;
                    write_row(&mut out, columns, &row)
                })
                .await?;
            }
            out.write_all(&[END]).map_err(io_away)?;
        }
        link.roll_back().await?;
        let sum = out.digest.clone().finalize();
        out.write_all(&sum).map_err(io_away)?;
        let bytes = out.bytes;
        let file = out.inner.into_inner().map_err(|error| io_away(error.into_error()))?;
        file.sync_all().map_err(io_away)?;
        Ok(Counts { rows, bytes })
    }

    /// Fills this store, which must be empty, from a file. Hands that ran are void when the room next opens.
    ///
    /// # Errors
    /// [`Damage::Backup`] if the file is not whole, [`Damage::Ledger`] if its chips don't add up,
    /// [`StoreError::Unusable`] if it was sealed under another key or the store is not empty. Nothing was changed then.
    pub async fn restore(&self, from: &Path) -> Result<Counts, StoreError> {
        self.read_from(from, RunningHands::Void).await
    }

    async fn read_from(&self, from: &Path, hands: RunningHands) -> Result<Counts, StoreError> {
        let file = File::open(from).map_err(|error| StoreError::Unusable { cause: error.to_string() })?;
        let Whole { magic, mut body, bytes } = Whole::check(file)?;
        let mut link = self.change().await?;
        for table in ["streams", "ledger_entries", "hands", "accounts"] {
            if link.row(format!("SELECT 1 FROM {table} LIMIT 1"), Vec::new()).await?.is_some() {
                return Err(StoreError::Unusable {
                    cause: "only an empty room can be filled, and this one is not".to_owned(),
                });
            }
        }
        let mut rows = 0;
        for (table, columns) in TABLES.into_iter().filter(|table| magic == *MAGIC || table.0 != PARTS.0) {
            // A room knows its key from the start, and perhaps more of itself, which is another room's now.
            let tail = if table == "room" { "ON CONFLICT (fact) DO UPDATE SET value = excluded.value" } else { "" };
            let mut batch = Vec::new();
            while let Some(row) = body.read_row(columns)? {
                if table == "room" {
                    self.check_sealed_alike(&row)?;
                }
                // Older files have them.
                if !hands.keep(table) {
                    continue;
                }
                rows += 1;
                batch.push(row);
                if batch.len() == BATCH {
                    link.insert(table, columns, std::mem::take(&mut batch), tail).await.map_err(not_filled)?;
                }
            }
            link.insert(table, columns, batch, tail).await.map_err(not_filled)?;
            if columns.first().is_some_and(|&(name, _)| name == "id") {
                link.restart_numbers(table).await?;
            }
        }
        log::link_rows(&mut link).await?;
        if body.0.limit() > 0 {
            return Err(damaged("something comes after its end"));
        }
        link.audit().await?;
        link.commit().await?;
        Ok(Counts { rows, bytes })
    }

    /// Moves a copy of this room into another store, which must be empty and have the same key: from SQLite to
    /// PostgreSQL, say. It goes through the file `via`, which is removed. Nobody may play on in this one: its hands go
    /// on in the other.
    ///
    /// # Errors
    /// As [`Store::backup`] and [`Store::restore`].
    pub async fn copy_to(&self, other: &Self, via: &Path) -> Result<Counts, StoreError> {
        self.write_to(via, RunningHands::GoOn).await?;
        let copied = other.read_from(via, RunningHands::GoOn).await;
        fs::remove_file(via).map_err(io_away)?;
        copied
    }

    fn check_sealed_alike(&self, row: &[Value]) -> Result<(), StoreError> {
        let [Value::Text(fact), Value::Bytes(seal)] = row else { return Err(damaged("its key is missing")) };
        if fact == KEY_FACT && self.sealer().open(key_place()?, seal).is_err() {
            let cause = "the backup was sealed under another key; bring that key's file".to_owned();
            return Err(StoreError::Unusable { cause });
        }
        Ok(())
    }
}

/// What becomes of hands that run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunningHands {
    /// They go on in the copy, with their seeds: for a room that is played in nowhere else.
    GoOn,
    /// Their seeds are left out.
    Void,
}

impl RunningHands {
    /// Whether a table's rows belong to the copy.
    fn keep(self, table: &str) -> bool {
        self == Self::GoOn || table != "secrets"
    }
}

impl Link {
    /// New rows get numbers after those that came from elsewhere. SQLite sees to it by itself.
    async fn restart_numbers(&mut self, table: &str) -> Result<(), sqlx::Error> {
        if let Self::Postgres(_) = self {
            let sql = format!(
                "SELECT setval(pg_get_serial_sequence('{table}', 'id'), COALESCE(MAX(id), 0) + 1, false) FROM {table}"
            );
            self.rows(sql, Vec::new()).await?;
        }
        Ok(())
    }
}

/// What is added up while it is written.
struct Summed<F> {
    inner: F,
    digest: Sha256,
    bytes: u64,
}

impl<F: Write> Write for Summed<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.digest.update(bytes.get(..written).unwrap_or_default());
        self.bytes = self.bytes.saturating_add(written as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// A file whose digest fits.
struct Whole {
    magic: [u8; 16],
    body: Body,
    bytes: u64,
}

impl Whole {
    /// Adds the file up before anything of it is believed: whatever byte was changed, that is what is wrong with it.
    fn check(mut file: File) -> Result<Self, StoreError> {
        let early = |_| damaged("it ends early");
        let mut magic = [0; 16];
        file.read_exact(&mut magic).map_err(early)?;
        if magic != *MAGIC && magic != *OLDER {
            return Err(damaged("it doesn't begin as one"));
        }
        let bytes = file.metadata().map_err(io_away)?.len();
        let length = bytes.checked_sub(16 + 32).ok_or_else(|| damaged("it ends early"))?;
        let mut summed = Summed { inner: io::sink(), digest: Sha256::new_with_prefix(magic), bytes: 0 };
        io::copy(&mut (&file).take(length), &mut summed).map_err(io_away)?;
        let mut sum = [0; 32];
        file.read_exact(&mut sum).map_err(early)?;
        if sum[..] != summed.digest.finalize()[..] {
            return Err(damaged("its digest is another"));
        }
        file.seek(SeekFrom::Start(16)).map_err(io_away)?;
        Ok(Self { magic, body: Body(BufReader::new(file).take(length)), bytes })
    }
}

/// The rows of a file.
struct Body(Take<BufReader<File>>);

impl Body {
    fn take_exactly(&mut self, place: &mut [u8]) -> Result<(), StoreError> {
        self.0.read_exact(place).map_err(|_| damaged("it ends early"))
    }

    fn read_row(&mut self, columns: Columns) -> Result<Option<Vec<Value>>, StoreError> {
        let mut mark = [0];
        self.take_exactly(&mut mark)?;
        match mark {
            [END] => return Ok(None),
            [ROW] => {}
            _ => return Err(damaged("it holds something that is not a row")),
        }
        let mut row = Vec::with_capacity(columns.len());
        for &(_, kind) in columns {
            row.push(self.read_value(kind)?);
        }
        if row.first().is_some_and(Value::is_nothing) {
            return Err(damaged("a row has no key"));
        }
        Ok(Some(row))
    }

    fn read_value(&mut self, kind: Kind) -> Result<Value, StoreError> {
        let mut present = [0];
        self.take_exactly(&mut present)?;
        if present == [0] {
            return Ok(match kind {
                Kind::Int => Value::NoInt,
                Kind::Text => Value::NoText,
                Kind::Bytes => Value::NoBytes,
            });
        }
        if let Kind::Int = kind {
            let mut bytes = [0; 8];
            self.take_exactly(&mut bytes)?;
            return Ok(Value::Int(i64::from_le_bytes(bytes)));
        }
        let mut length = [0; 4];
        self.take_exactly(&mut length)?;
        let length = u32::from_le_bytes(length);
        if length > LONGEST {
            return Err(damaged("a value is longer than any that was written"));
        }
        let mut bytes = vec![0; length as usize];
        self.take_exactly(&mut bytes)?;
        match kind {
            Kind::Text => String::from_utf8(bytes).map(Value::Text).map_err(|_| damaged("a text is none")),
            _ => Ok(Value::Bytes(bytes)),
        }
    }
}

fn write_row(out: &mut impl Write, columns: Columns, row: &Row) -> Result<(), StoreError> {
    out.write_all(&[ROW]).map_err(io_away)?;
    for (place, &(_, kind)) in columns.iter().enumerate() {
        let bytes = match kind {
            Kind::Int => row.int_if_any(place)?.map(|int| int.to_le_bytes().to_vec()),
            Kind::Text => row.text_if_any(place)?.map(|text| with_length(text.as_bytes())),
            Kind::Bytes => row.bytes_if_any(place)?.map(|bytes| with_length(&bytes)),
        };
        out.write_all(&[u8::from(bytes.is_some())]).map_err(io_away)?;
        out.write_all(&bytes.unwrap_or_default()).map_err(io_away)?;
    }
    Ok(())
}

fn with_length(bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    [&length.to_le_bytes(), bytes].concat()
}

/// What breaks a rule of an empty database is the file's fault.
fn not_filled(error: sqlx::Error) -> StoreError {
    if Trouble::of(&error) == Trouble::Constraint { damaged("its rows contradict each other") } else { error.into() }
}

fn damaged(what: &str) -> StoreError {
    Damage::Backup { what: what.to_owned() }.into()
}

#[allow(clippy::needless_pass_by_value, reason = "the shape that `map_err` wants")]
fn io_away(error: io::Error) -> StoreError {
    StoreError::Unavailable { cause: error.to_string() }
}
