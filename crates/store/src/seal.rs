//! What must not be readable in a copied database is sealed here, under a key that is kept outside it.
//!
//! A seal is bound to its stream, its hand and its owner: moved elsewhere it doesn't open. XChaCha20-Poly1305 with a
//! fresh random nonce each time; 192 bits of nonce need no counter that a crash could set back.
//!
//! What erasing leaves: SQLite overwrites deleted rows (`secure_delete`), but older pages stay in the write-ahead log
//! until it is reused, and PostgreSQL keeps dead rows until they are vacuumed and its own log longer. Those remains are
//! sealed as well: they are of use only to somebody who also has the key file.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;
use std::sync::Arc;

use chacha20poly1305::aead::{Aead as _, Generate as _, KeyInit as _, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use zeroize::Zeroizing;

use crate::folder::sync_folder_of;
use crate::{Damage, StoreError, StreamId};

const NONCE_BYTES: usize = 24;

/// The key that seals. It has no text form, and is wiped from memory when it goes.
#[derive(Clone)]
pub struct SealingKey(Arc<Zeroizing<[u8; 32]>>);

impl SealingKey {
    /// The key in a file, which is made with a fresh key if absent, readable by its owner alone.
    ///
    /// ```
    /// # let folder = std::env::temp_dir().join(format!("cardroom-key-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// use cardroom_store::SealingKey;
    ///
    /// let path = folder.join("sealing.key");
    /// let made = SealingKey::read_or_make(&path)?;
    /// let read = SealingKey::read_or_make(&path)?;
    /// assert!(made == read);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`StoreError::Unusable`] if the file can't be read or made, isn't 32 bytes long, or may be read by others.
    pub fn read_or_make(path: &Path) -> Result<Self, StoreError> {
        match Self::make(path) {
            Ok(key) => Ok(key),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Self::read(path),
            Err(error) => Err(trouble(path, &error)),
        }
    }

    /// The key in a file that is there already.
    ///
    /// # Errors
    /// As [`SealingKey::read_or_make`].
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        let trouble = |error: io::Error| trouble(path, &error);
        let file = fs::File::open(path).map_err(trouble)?;
        if file.metadata().map_err(trouble)?.permissions().mode() & 0o077 != 0 {
            let cause = format!("the key {} may be read by others: chmod 600 it", path.display());
            return Err(StoreError::Unusable { cause });
        }
        let mut bytes = Zeroizing::new(Vec::with_capacity(33));
        file.take(33).read_to_end(&mut bytes).map_err(trouble)?;
        let bytes = <[u8; 32]>::try_from(bytes.as_slice())
            .map_err(|_| trouble(io::Error::new(io::ErrorKind::InvalidData, "it must be 32 bytes long")))?;
        Ok(Self::from_bytes(bytes))
    }

    /// A fresh key, kept nowhere: for a room in memory.
    pub fn fresh() -> Self {
        Self(Arc::new(Zeroizing::new(Key::generate().into())))
    }

    /// A key that was kept elsewhere.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(Arc::new(Zeroizing::new(bytes)))
    }

    /// The key itself, for who makes another kind of key of it.
    pub fn expose(&self) -> &[u8; 32] {
        &self.0
    }

    /// The file appears whole or not at all: a crash must not leave half a key behind.
    fn make(path: &Path) -> io::Result<Self> {
        let key = Self::fresh();
        if path.exists() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let draft = path.with_extension(format!("draft-{}", std::process::id()));
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
        file.write_all(key.0.as_slice())?;
        file.sync_all()?;
        let linked = fs::hard_link(&draft, path);
        fs::remove_file(&draft)?;
        linked?;
        sync_folder_of(path)?;
        Ok(key)
    }
}

fn trouble(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Unusable { cause: format!("the key {} can't be read or made: {error}", path.display()) }
}

impl PartialEq for SealingKey {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_slice() == other.0.as_slice()
    }
}

/// Opened bytes that nobody prints by accident; wiped when they go.
pub struct Secret(Zeroizing<Vec<u8>>);

impl Secret {
    /// Wraps bytes that are secret from now on.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// The bytes.
    pub fn expose(&self) -> &[u8] {
        &self.0
    }
}

impl Clone for Secret {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// Where a seal belongs. It opens nowhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The stream.
    pub stream: StreamId,
    /// The hand's number in it.
    pub hand: u64,
    /// The account that may read it; 0 for the dealer.
    pub owner: u64,
}

impl Place {
    fn bytes(self) -> [u8; 40] {
        let mut bytes = [0; 40];
        let parts = [*b"cr-seal1", self.stream.key().to_be_bytes(), self.hand.to_be_bytes(), self.owner.to_be_bytes()];
        for (place, part) in bytes.chunks_exact_mut(8).zip(parts) {
            place.copy_from_slice(&part);
        }
        bytes
    }
}

/// Seals and opens.
///
/// ```
/// use cardroom_store::{Place, Sealer, SealingKey, StreamId, StreamKind};
///
/// let sealer = Sealer::new(&SealingKey::fresh());
/// let place = Place { stream: StreamId::new(StreamKind::Table, 1)?, hand: 12, owner: 101 };
/// let sealed = sealer.seal(place, b"As Kd")?;
/// assert_eq!(sealer.open(place, &sealed)?.expose(), b"As Kd");
/// assert!(sealer.open(Place { owner: 102, ..place }, &sealed).is_err());
/// # Ok::<(), cardroom_store::StoreError>(())
/// ```
#[derive(Clone)]
pub struct Sealer {
    cipher: XChaCha20Poly1305,
}

impl Sealer {
    /// A sealer under that key.
    pub fn new(key: &SealingKey) -> Self {
        Self { cipher: XChaCha20Poly1305::new(&Key::from(**key.0)) }
    }

    /// Seals bytes for a place; 40 bytes longer than they are.
    ///
    /// # Errors
    /// [`Damage::Seal`] if the bytes are longer than the cipher takes, which is 256 GB.
    pub fn seal(&self, place: Place, bytes: &[u8]) -> Result<Vec<u8>, StoreError> {
        let nonce = XNonce::generate();
        let payload = Payload { msg: bytes, aad: &place.bytes() };
        let sealed = self.cipher.encrypt(&nonce, payload).map_err(|_| Damage::Seal)?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Opens what was sealed for the same place.
    ///
    /// # Errors
    /// [`Damage::Seal`] if it was changed, moved, or sealed under another key.
    pub fn open(&self, place: Place, sealed: &[u8]) -> Result<Secret, StoreError> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE_BYTES>().ok_or(Damage::Seal)?;
        let payload = Payload { msg: sealed, aad: &place.bytes() };
        let opened = self.cipher.decrypt(&XNonce::from(*nonce), payload).map_err(|_| Damage::Seal)?;
        Ok(Secret::new(opened))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StreamKind;

    #[test]
    fn any_changed_byte_and_any_other_place_is_refused() {
        let sealer = Sealer::new(&SealingKey::from_bytes([7; 32]));
        let table = |number| StreamId::new(StreamKind::Table, number).unwrap();
        let place = Place { stream: table(3), hand: 9, owner: 0 };
        let sealed = sealer.seal(place, b"sixteen seeds").unwrap();
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(sealer.open(place, &changed).is_err(), "byte {at}");
        }
        for shorter in 0..sealed.len() {
            assert!(sealer.open(place, &sealed[..shorter]).is_err());
        }
        for other in [Place { stream: table(4), ..place }, Place { hand: 10, ..place }, Place { owner: 1, ..place }] {
            assert!(sealer.open(other, &sealed).is_err());
        }
        assert!(Sealer::new(&SealingKey::from_bytes([8; 32])).open(place, &sealed).is_err());
        assert_eq!(sealer.open(place, &sealed).unwrap().expose(), b"sixteen seeds");
    }

    #[test]
    fn a_key_that_others_may_read_or_of_another_length_is_refused() {
        let folder = std::env::temp_dir().join(format!("cardroom-seal-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("sealing.key");
        SealingKey::read_or_make(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(matches!(SealingKey::read_or_make(&path), Err(StoreError::Unusable { .. })));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        for length in [0, 31, 33] {
            fs::write(&path, vec![0; length]).unwrap();
            assert!(matches!(SealingKey::read_or_make(&path), Err(StoreError::Unusable { .. })));
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
