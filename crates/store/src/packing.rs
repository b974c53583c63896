//! Records of hands are small and alike; packed they take a fraction. The first byte says how, so that what is packed
//! today can be read when tomorrow's way is better.

const RAW: u8 = 0;
const ZSTD: u8 = 1;

/// The longest that anything unpacks to: more is damage, not a record.
const LONGEST: usize = 1 << 20;

/// How hard the packer tries; beyond this it takes longer than the rest of the write.
const LEVEL: i32 = 3;

/// A record, packed.
pub(crate) fn pack_record(record: &[u8]) -> Vec<u8> {
    pack(record)
}

/// A proof, packed.
pub(crate) fn pack_proof(proof: &[u8]) -> Vec<u8> {
    pack(proof)
}

/// What was packed; `None` if it isn't that any more.
pub(crate) fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let (&how, rest) = packed.split_first()?;
    match how {
        RAW => Some(rest.to_vec()),
        ZSTD => zstd::bulk::decompress(rest, LONGEST).ok(),
        _ => None,
    }
}

fn pack(bytes: &[u8]) -> Vec<u8> {
    match zstd::bulk::compress(bytes, LEVEL) {
        Ok(packed) if packed.len() < bytes.len() => [&[ZSTD], packed.as_slice()].concat(),
        _ => [&[RAW], bytes].concat(),
    }
}
