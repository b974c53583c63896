//! Records of hands are small and alike; packed with a dictionary of what they have in common they take a fraction.
//!
//! The first byte says how, so that what is packed today can be read when tomorrow's way is better.

use std::cell::RefCell;
use std::io;
use std::sync::OnceLock;
use std::thread::LocalKey;

use zstd::bulk::{Compressor, Decompressor};
use zstd::dict::{DecoderDictionary, EncoderDictionary};

const RAW: u8 = 0;
/// Zstandard with the first dictionary.
const RECORD: u8 = 1;
/// Hashes beside text, the text as a record: so older rooms stored proofs. Only read.
const PROOF: u8 = 2;
/// Zstandard with another text for a dictionary.
const ALIKE: u8 = 3;

/// What records have in common. Never edited: what was packed with it needs it as it was.
const DICTIONARY: &[u8] = include_bytes!("packing.dict");
/// The longest that anything unpacks to: more is damage, not a record.
const LONGEST: usize = 1 << 22;
/// How hard the packer tries.
const LEVEL: i32 = 6;
/// What is shorter isn't packed like another text: to read that one takes longer than is gained.
const SHORT: usize = 256;
/// Stands, with the byte after it, for so many bytes in hex; it is in no JSON or PHH text.
const MARK: u8 = 0x01;

/// A record, packed.
pub(crate) fn pack_record(record: &[u8]) -> Vec<u8> {
    match compress(record) {
        Some(packed) if packed.len() < record.len() => [&[RECORD], packed.as_slice()].concat(),
        _ => [&[RAW], record].concat(),
    }
}

/// Something much like another text, which has to be at hand to unpack it.
pub(crate) fn pack_like(other: &[u8], text: &[u8]) -> Vec<u8> {
    thread_local! {
        static PACKER: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    }
    if text.len() < SHORT {
        return [&[RAW], text].concat();
    }
    let packed = reusing(
        &PACKER,
        || Compressor::new(LEVEL),
        |packer| {
            packer.set_dictionary(LEVEL, other)?;
            packer.compress(text)
        },
    );
    match packed {
        Ok(packed) if packed.len() < text.len() => [&[ALIKE], packed.as_slice()].concat(),
        _ => [&[RAW], text].concat(),
    }
}

/// What was packed by [`pack_like`].
pub(crate) fn unpack_like(other: &[u8], packed: &[u8]) -> Option<Vec<u8>> {
    match packed.split_first()? {
        (&ALIKE, rest) => Decompressor::with_dictionary(other).ok()?.decompress(rest, LONGEST).ok(),
        _ => unpack(packed),
    }
}

/// What was packed; `None` if it isn't that any more.
pub(crate) fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let (&how, rest) = packed.split_first()?;
    match how {
        RAW => Some(rest.to_vec()),
        RECORD => decompress(rest),
        PROOF => {
            let (length, rest) = rest.split_first_chunk::<4>()?;
            let (hashes, text) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
            put_hashes(&decompress(text)?, hashes)
        }
        _ => None,
    }
}

fn compress(bytes: &[u8]) -> Option<Vec<u8>> {
    static PREPARED: OnceLock<EncoderDictionary<'static>> = OnceLock::new();
    thread_local! {
        static PACKER: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    }
    let dictionary = || PREPARED.get_or_init(|| EncoderDictionary::copy(DICTIONARY, LEVEL));
    let make = || Compressor::with_prepared_dictionary(dictionary());
    reusing(&PACKER, make, |packer| packer.compress(bytes)).ok()
}

/// Packs with this thread's packer: what one needs to work in is much more than what it packs.
fn reusing(
    packer: &'static LocalKey<RefCell<Option<Compressor<'static>>>>,
    make: impl FnOnce() -> io::Result<Compressor<'static>>,
    pack: impl FnOnce(&mut Compressor<'static>) -> io::Result<Vec<u8>>,
) -> io::Result<Vec<u8>> {
    packer.with_borrow_mut(|packer| {
        let mut made = match packer.take() {
            Some(made) => made,
            None => make()?,
        };
        // One that failed isn't used again.
        let packed = pack(&mut made)?;
        *packer = Some(made);
        Ok(packed)
    })
}

fn decompress(bytes: &[u8]) -> Option<Vec<u8>> {
    static PREPARED: OnceLock<DecoderDictionary<'static>> = OnceLock::new();
    let dictionary = PREPARED.get_or_init(|| DecoderDictionary::copy(DICTIONARY));
    Decompressor::with_prepared_dictionary(dictionary).ok()?.decompress(bytes, LONGEST).ok()
}

/// The text with each mark replaced by the hex of as many bytes as it says.
fn put_hashes(text: &[u8], hashes: &[u8]) -> Option<Vec<u8>> {
    let mut proof = Vec::with_capacity(text.len() + 2 * hashes.len());
    let (mut text, mut hashes) = (text.iter(), hashes);
    while let Some(&byte) = text.next() {
        if byte != MARK {
            proof.push(byte);
            continue;
        }
        let (run, after) = hashes.split_at_checked(usize::from(*text.next()?))?;
        for &byte in run {
            proof.extend([byte >> 4, byte & 15].map(|digit| if digit < 10 { b'0' + digit } else { b'a' + digit - 10 }));
        }
        hashes = after;
    }
    hashes.is_empty().then_some(proof)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anything_comes_back() {
        let hash = "00ff17a9".repeat(8);
        let texts = [
            String::new(),
            "a".to_owned(),
            hash.clone(),
            format!("{{\"root\":\"{hash}\",\"odd\":\"{hash}a\"}}"),
            hash.repeat(40),
            format!("{hash}\u{1}"),
            "abc".repeat(200),
            "variant = 'NT'\nactions = ['d dh p1 ????']\n".repeat(3),
        ];
        for text in texts {
            assert_eq!(unpack(&pack_record(text.as_bytes())).as_deref(), Some(text.as_bytes()));
        }
        let bytes = (0..=255).collect::<Vec<u8>>();
        assert_eq!(unpack(&pack_record(&bytes)), Some(bytes));
    }

    #[test]
    fn what_is_alike_takes_little() {
        let public = "actions = ['d dh p1 ????', 'p1 cbr 40', 'p2 f']\nplayers = ['Ada', 'Bea']\n".repeat(8);
        let own = public.replacen("????", "AsKd", 1);
        let packed = pack_like(public.as_bytes(), own.as_bytes());
        assert!(packed.len() < 40, "{}", packed.len());
        assert_eq!(unpack_like(public.as_bytes(), &packed).as_deref(), Some(own.as_bytes()));
        assert_ne!(unpack_like(b"another text", &packed).as_deref(), Some(own.as_bytes()));
        for text in ["", "x"] {
            assert_eq!(unpack_like(b"", &pack_like(b"", text.as_bytes())).as_deref(), Some(text.as_bytes()));
        }
    }

    #[test]
    fn proofs_are_read_as_older_rooms_packed_them() {
        let (hashes, text) = ([0x0f, 0xa9, 0x10, 0xff], [b'[', MARK, 1, b',', MARK, 3, b']']);
        let packed = [&[PROOF, 0, 0, 0, 4][..], &hashes, &compress(&text).unwrap()].concat();
        assert_eq!(unpack(&packed).as_deref(), Some(&b"[0f,a910ff]"[..]));
        for cut in 0..packed.len() {
            assert_eq!(unpack(&packed[..cut]), None);
        }
    }

    #[test]
    fn what_was_changed_is_refused_or_told_apart() {
        assert_eq!(unpack(&[]), None);
        assert_eq!(unpack(&[9, 1, 2]), None);
        assert_eq!(unpack(&[RECORD, 1, 2, 3]), None);
        assert_eq!(unpack(&[PROOF, 0, 0, 0, 200, 1]), None);
        let packed = pack_record("00ff17a9".repeat(40).as_bytes());
        for cut in 0..packed.len() {
            assert_ne!(unpack(&packed[..cut]), unpack(&packed));
        }
    }
}
