//! How events and snapshots lie in their rows: a checksum, then the bytes. The checksum covers the stream and the
//! version too, so that a row that was moved is found out like one that was changed.

use sha2::{Digest as _, Sha256};

use crate::{StreamId, Version};

const SUM_BYTES: usize = 8;

/// The events of one append, each after its length, as one row's bytes.
pub(crate) fn pack(stream: StreamId, last: Version, events: &[Vec<u8>]) -> Vec<u8> {
    let length = events.iter().map(|event| event.len() + 4).sum::<usize>();
    let mut body = Vec::with_capacity(SUM_BYTES + length);
    body.extend([0; SUM_BYTES]);
    for event in events {
        // The writer refuses events that are longer than a few megabytes.
        body.extend(u32::try_from(event.len()).unwrap_or(u32::MAX).to_le_bytes());
        body.extend(event);
    }
    put_sum(stream, last, &mut body);
    body
}

/// The events in a row; `None` if it isn't what was written.
pub(crate) fn unpack(stream: StreamId, last: Version, body: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut rest = checked(stream, last, body)?;
    let mut events = Vec::new();
    while !rest.is_empty() {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (event, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        events.push(event.to_vec());
        rest = after;
    }
    Some(events)
}

/// A snapshot as a row's bytes.
pub(crate) fn pack_snapshot(stream: StreamId, version: Version, snapshot: &[u8]) -> Vec<u8> {
    let mut body = [&[0; SUM_BYTES], snapshot].concat();
    put_sum(stream, version, &mut body);
    body
}

/// The bytes behind the checksum; `None` if it is wrong.
pub(crate) fn checked(stream: StreamId, version: Version, body: &[u8]) -> Option<&[u8]> {
    let (found, rest) = body.split_first_chunk::<SUM_BYTES>()?;
    (*found == sum(stream, version, rest)).then_some(rest)
}

fn put_sum(stream: StreamId, version: Version, body: &mut [u8]) {
    if let Some((place, rest)) = body.split_first_chunk_mut::<SUM_BYTES>() {
        *place = sum(stream, version, rest);
    }
}

fn sum(stream: StreamId, version: Version, bytes: &[u8]) -> [u8; SUM_BYTES] {
    let digest = Sha256::new()
        .chain_update(stream.key().to_be_bytes())
        .chain_update(version.0.to_be_bytes())
        .chain_update(bytes);
    let mut sum = [0; SUM_BYTES];
    for (place, byte) in sum.iter_mut().zip(digest.finalize()) {
        *place = byte;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StreamKind;

    #[test]
    fn events_come_back_and_any_change_is_found_out() {
        let stream = StreamId::new(StreamKind::Table, 5).unwrap();
        let events = vec![b"first".to_vec(), Vec::new(), vec![7; 300]];
        let body = pack(stream, Version(12), &events);
        assert_eq!(unpack(stream, Version(12), &body), Some(events));
        assert_eq!(unpack(stream, Version(13), &body), None);
        assert_eq!(unpack(StreamId::new(StreamKind::Table, 6).unwrap(), Version(12), &body), None);
        for at in 0..body.len() {
            let mut changed = body.clone();
            changed[at] ^= 0x10;
            assert_eq!(unpack(stream, Version(12), &changed), None, "byte {at}");
            assert_eq!(unpack(stream, Version(12), &body[..at]), None, "cut at {at}");
        }
    }
}
