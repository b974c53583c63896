//! The log: rows in the order they were committed, each pointing to the one before it in its stream, and every stream
//! to its last. A commit of many tables writes a few pages at the log's end, where an index by stream would have it
//! write one for each table; a stream is read by walking back from its last row.

use std::collections::HashMap;

use crate::engine::Trouble;
use crate::link::{Kind, Link, Value};
use crate::{Refusal, StreamId, Version, body};

/// One append's events, with the version of the last.
pub(crate) type Appended<'w> = (StreamId, Version, &'w [Vec<u8>]);

/// A row of a stream's log: the stream's key, the version of its last event, and the events, packed.
pub(crate) type LogRow = (i64, u64, Vec<u8>);

/// The numbers of the rows that one process writes: they rise, and no other process has them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    /// Nothing once there are no more.
    next: Option<i64>,
    /// Whether somebody else turned out to have one of them.
    taken: bool,
}

impl Numbers {
    /// Where several processes write at once, how many bits of a number count the rows of one of them; what is above
    /// those counts the processes.
    const COUNT_BITS: u32 = 40;

    /// Numbers after all that are in the log. Should two processes come to the same ones, the database refuses the rows
    /// of the second, and it looks again; for no other reason, since there are only so many to jump over.
    pub(crate) async fn find(link: &mut Link) -> Result<Self, sqlx::Error> {
        let last = link.row("SELECT COALESCE(MAX(id), 0) FROM log", Vec::new()).await?;
        let last = last.map(|row| row.int(0)).transpose()?.unwrap_or(0);
        Ok(Self { next: if link.has_rivals() { Self::apart_from(last) } else { last.checked_add(1) }, taken: false })
    }

    /// For whoever writes nothing to the log.
    pub(crate) fn none() -> Self {
        Self { next: None, taken: false }
    }

    /// Far enough behind the last that another process which looks now finds others; the very next once there is no
    /// such distance left.
    fn apart_from(last: i64) -> Option<i64> {
        let process =
            (last >> Self::COUNT_BITS).checked_add(1).filter(|&process| process <= i64::MAX >> Self::COUNT_BITS);
        process.map_or_else(|| last.checked_add(1), |process| Some(process << Self::COUNT_BITS))
    }

    fn take(&mut self) -> Result<i64, sqlx::Error> {
        let none_left = Refusal::OutOfRange { what: "the number of a row in the log", value: 1 << 63 };
        let number = self.next.ok_or_else(|| sqlx::Error::Encode(none_left.into()))?;
        self.next = number.checked_add(1);
        Ok(number)
    }

    /// These, unless they are somebody else's.
    pub(crate) fn unless_taken(self) -> Option<Self> {
        (!self.taken).then_some(self)
    }
}

/// Writes appends. `last` says where each stream's last row is, and is brought forward.
pub(crate) async fn write(
    link: &mut Link,
    appended: &[Appended<'_>],
    last: &mut HashMap<StreamId, i64>,
    numbers: &mut Numbers,
) -> Result<(), sqlx::Error> {
    let columns =
        [("id", Kind::Int), ("stream", Kind::Int), ("version", Kind::Int), ("prev", Kind::Int), ("body", Kind::Bytes)];
    let mut rows = Vec::with_capacity(appended.len());
    for &(stream, version, events) in appended {
        let id = numbers.take()?;
        let prev = last.insert(stream, id).unwrap_or(0);
        let body = Value::Bytes(body::pack(stream, version, events));
        rows.push([Value::Int(id), Value::Int(stream.key()), Value::number(version.0), Value::Int(prev), body]);
    }
    let written = link.insert("log", &columns, rows, "").await;
    // The log has no other rule that a row of it could break.
    numbers.taken = written.as_ref().is_err_and(|error| Trouble::of(error) == Trouble::Constraint);
    written.map(drop)
}

/// Where the log of a stream is to be read: from its last row back to the version that a snapshot covers.
#[derive(Clone, Copy)]
pub(crate) struct Tail {
    pub(crate) stream: i64,
    pub(crate) last: i64,
    pub(crate) version: u64,
    pub(crate) snapshot: u64,
}

/// The rows since the snapshots, in the order of streams and versions. All streams are walked back together, a row of
/// each at a time: a hand or so, since that is how often there are snapshots.
pub(crate) async fn tails(link: &mut Link, tails: Vec<Tail>) -> Result<Vec<LogRow>, sqlx::Error> {
    let mut rows = Vec::new();
    let tails = tails.into_iter().filter(|tail| tail.version > tail.snapshot);
    let mut wanted: HashMap<i64, Tail> = tails.map(|tail| (tail.last, tail)).collect();
    let mut broken = Vec::new();
    while !wanted.is_empty() {
        let ids = wanted.keys().map(|&id| Value::Int(id)).collect::<Vec<_>>();
        let mut further = HashMap::new();
        for row in link.lookup("SELECT id, stream, version, prev, body FROM log", "id", &ids, false).await? {
            let (stream, version, prev) = (row.int(1)?, row.number(2)?, row.int(3)?);
            // Versions fall on the way back, whatever was done to the rows: so there is an end.
            let Some(tail) = wanted.get(&row.int(0)?).filter(|tail| tail.stream == stream && version <= tail.version)
            else {
                continue;
            };
            let packed = row.bytes(4)?;
            let tail = Tail { last: prev, version: before(stream, version, &packed), ..*tail };
            wanted.remove(&row.int(0)?);
            if version > tail.snapshot {
                rows.push((stream, version, packed));
            }
            if tail.version > tail.snapshot {
                further.insert(prev, tail);
            }
        }
        broken.extend(wanted.into_values());
        wanted = further;
    }
    if !broken.is_empty() {
        look_everywhere(link, &broken, &mut rows).await?;
    }
    rows.sort_unstable_by_key(|&(stream, version, _)| (stream, version));
    Ok(rows)
}

/// The version before a row's first event; if it is damaged, one that isn't too low.
fn before(stream: i64, version: u64, packed: &[u8]) -> u64 {
    let events = StreamId::from_key(stream).and_then(|stream| body::unpack(stream, Version(version), packed));
    version.saturating_sub(events.map_or(1, |events| events.len().max(1) as u64))
}

/// A row is gone, and with it the way to those before it: they are looked for in the whole log.
async fn look_everywhere(link: &mut Link, broken: &[Tail], rows: &mut Vec<LogRow>) -> Result<(), sqlx::Error> {
    let snapshots: HashMap<i64, u64> = broken.iter().map(|tail| (tail.stream, tail.snapshot)).collect();
    rows.retain(|(stream, ..)| !snapshots.contains_key(stream));
    let streams = snapshots.keys().map(|&stream| Value::Int(stream)).collect::<Vec<_>>();
    for row in link.lookup("SELECT stream, version, body FROM log", "stream", &streams, false).await? {
        let (stream, version) = (row.int(0)?, row.number(1)?);
        if snapshots.get(&stream).is_some_and(|&snapshot| version > snapshot) {
            rows.push((stream, version, row.bytes(2)?));
        }
    }
    Ok(())
}

/// The last appends of stream `$1` up to version `$2`, `$3` of them at most, the newest first.
pub(crate) const BEFORE: &str = "WITH RECURSIVE earlier (prev, version, body, counted) AS ( \
         SELECT l.prev, l.version, l.body, CAST(CASE WHEN l.version <= $2 THEN 1 ELSE 0 END AS BIGINT) \
         FROM streams s JOIN log l ON l.id = s.last AND l.stream = s.stream WHERE s.stream = $1 \
         UNION ALL \
         SELECT l.prev, l.version, l.body, e.counted + CASE WHEN l.version <= $2 THEN 1 ELSE 0 END \
         FROM earlier e JOIN log l ON l.id = e.prev AND l.stream = $1 AND l.version < e.version WHERE e.counted < $3 \
     ) SELECT version, body FROM earlier WHERE version <= $2 ORDER BY version DESC LIMIT $3";

/// Links rows that came from elsewhere, in whatever order.
pub(crate) async fn link_rows(link: &mut Link) -> Result<(), sqlx::Error> {
    let rows = "UPDATE log SET prev = linked.before FROM \
                (SELECT id, LAG(id) OVER (PARTITION BY stream ORDER BY version) AS before FROM log) AS linked \
                WHERE linked.id = log.id AND linked.before IS NOT NULL";
    let heads = "UPDATE streams SET last = linked.id FROM \
                 (SELECT id, stream, ROW_NUMBER() OVER (PARTITION BY stream ORDER BY version DESC) AS place FROM log) \
                 AS linked WHERE linked.stream = streams.stream AND linked.place = 1";
    link.run(rows, Vec::new()).await?;
    link.run(heads, Vec::new()).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_apart_from_other_processes_until_there_is_no_room_to() {
        const LAST_JUMP: i64 = (i64::MAX >> Numbers::COUNT_BITS) << Numbers::COUNT_BITS;
        assert_eq!(Numbers::apart_from(0), Some(1 << Numbers::COUNT_BITS));
        assert_eq!(Numbers::apart_from(LAST_JUMP - 1), Some(LAST_JUMP));
        assert_eq!(Numbers::apart_from(LAST_JUMP), Some(LAST_JUMP + 1));
        assert_eq!(Numbers::apart_from(i64::MAX), None);
        let mut numbers = Numbers { next: Some(i64::MAX), taken: false };
        assert_eq!(numbers.take().ok(), Some(i64::MAX));
        let refused = crate::StoreError::from(numbers.take().unwrap_err()).to_string();
        assert_eq!(refused, "the number of a row in the log can't be 9223372036854775808");
    }
}
