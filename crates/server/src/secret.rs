//! Passwords, tokens and codes: made from the operating system's randomness, kept only as hashes.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

/// The fewest and the most bytes of a password.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=256;
/// How many recovery codes an account gets.
const CODES: usize = 10;
/// Letters and digits that nobody confuses when copying by hand.
const CODE_LETTERS: &[u8; 31] = b"23456789abcdefghjkmnpqrstuvwxyz";

/// The operating system gave no randomness.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the operating system gives no randomness")]
pub(crate) struct NoEntropy;

/// Bytes from the operating system.
pub(crate) fn entropy<const N: usize>() -> Result<[u8; N], NoEntropy> {
    let mut bytes = [0; N];
    fill(&mut bytes)?;
    Ok(bytes)
}

/// The same into a place of the caller's, so that no copy is left where it came from.
pub(crate) fn fill(bytes: &mut [u8]) -> Result<(), NoEntropy> {
    getrandom::fill(bytes).map_err(|_| NoEntropy)
}

/// A token of 256 bits in hexadecimal.
pub(crate) fn token() -> Result<String, NoEntropy> {
    Ok(hex(&entropy::<32>()?))
}

/// What is kept of a token: who reads the database can't use it. A plain hash does, since tokens can't be guessed.
pub(crate) fn token_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// What goes with every request that changes something. It follows from the session's token, which a page can't read.
pub(crate) fn csrf(token: &str) -> String {
    hex(&Sha256::new().chain_update(b"cardroom/csrf/").chain_update(token.as_bytes()).finalize())
}

/// A key for one purpose, made from another.
pub(crate) fn derived(key: &[u8; 32], purpose: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(purpose).chain_update(key).finalize().into()
}

/// One-time codes, five and five letters each.
pub(crate) fn recovery_codes() -> Result<Vec<String>, NoEntropy> {
    let code = |_| {
        let letters = entropy::<10>()?.map(|byte| char::from(CODE_LETTERS[usize::from(byte) % 31]));
        let (front, back) = letters.split_at(5);
        Ok(front.iter().chain(&['-']).chain(back).collect())
    };
    (0..CODES).map(code).collect()
}

/// The invitation code of a private table: eight letters, forty bits.
pub(crate) fn invitation() -> Result<String, NoEntropy> {
    Ok(entropy::<8>()?.iter().map(|byte| char::from(CODE_LETTERS[usize::from(byte % 31)])).collect())
}

/// A recovery code of an account as it is kept and compared: however it was copied. It is short enough for somebody who
/// has the database to try them all, so that the hash needs a key that is kept elsewhere.
pub(crate) fn code_hash(key: &[u8; 32], account: u64, code: &str) -> Vec<u8> {
    let letters: String = code.chars().filter(|letter| letter.is_alphanumeric()).take(32).collect();
    let whose = Sha256::new().chain_update(key).chain_update(b"recovery code/").chain_update(account.to_be_bytes());
    whose.chain_update(letters.to_lowercase()).finalize().to_vec()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Hashes passwords, two at a time, so that a crowd at the door can't take all memory.
#[derive(Clone)]
pub(crate) struct Passwords {
    turns: Arc<Semaphore>,
    /// The hash of a password that nobody has, to take the same time for a name that nobody has.
    nobody: Arc<str>,
}

/// Why a password can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum PasswordError {
    #[error("a password has from {} to {} bytes, this one {length}", LENGTH.start(), LENGTH.end())]
    Length { length: usize },
    #[error("the password could not be hashed: {0}")]
    Hash(String),
}

impl Passwords {
    pub(crate) fn new() -> Result<Self, PasswordError> {
        let nobody = hash("a password that nobody has")?;
        Ok(Self { turns: Arc::new(Semaphore::new(2)), nobody: nobody.into() })
    }

    /// The hash to keep of a new password.
    pub(crate) async fn hash(&self, password: String) -> Result<String, PasswordError> {
        if !LENGTH.contains(&password.len()) {
            return Err(PasswordError::Length { length: password.len() });
        }
        self.in_turn(move || hash(&password)).await?
    }

    /// Whether this is the password of the hash; takes as long where there is no hash.
    pub(crate) async fn check(&self, password: String, kept: Option<String>) -> Result<bool, PasswordError> {
        let known = kept.is_some();
        let kept = kept.unwrap_or_else(|| self.nobody.to_string());
        let short: String = password.chars().take(*LENGTH.end()).collect();
        let matches = self.in_turn(move || {
            PasswordHash::new(&kept).is_ok_and(|kept| hasher().verify_password(short.as_bytes(), &kept).is_ok())
        });
        Ok(matches.await? && known)
    }

    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, PasswordError> {
        let lost = |error: &dyn std::fmt::Display| PasswordError::Hash(error.to_string());
        let turn = self.turns.clone().acquire_owned().await.map_err(|error| lost(&error))?;
        // The work has the turn, not whoever waits for it: who hangs up doesn't make room for one more beside it.
        let work = move || {
            let _turn = turn;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(|error| lost(&error))
    }
}

fn hasher() -> Argon2<'static> {
    // 19456 KiB, two passes, one lane: what OWASP asks for.
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(19_456, 2, 1, None).unwrap_or(Params::DEFAULT))
}

fn hash(password: &str) -> Result<String, PasswordError> {
    let lost = |error: &dyn std::fmt::Display| PasswordError::Hash(error.to_string());
    let salt = entropy::<16>().map_err(|error| lost(&error))?;
    let hash = hasher().hash_password_with_salt(password.as_bytes(), &salt).map_err(|error| lost(&error))?;
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_opens_its_own_account_only() {
        let passwords = Passwords::new().unwrap();
        let kept = passwords.hash("correct horse".into()).await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert!(passwords.check("correct horse".into(), Some(kept.clone())).await.unwrap());
        assert!(!passwords.check("correct house".into(), Some(kept)).await.unwrap());
        assert!(!passwords.check("a password that nobody has".into(), None).await.unwrap());
        assert!(matches!(passwords.hash("short".into()).await, Err(PasswordError::Length { length: 5 })));
    }

    #[test]
    fn a_recovery_code_survives_being_copied_by_hand() {
        let codes = recovery_codes().unwrap();
        assert_eq!(codes.len(), 10);
        let copied = codes[0].to_uppercase().replace('-', " ");
        let (key, kept) = ([1; 32], code_hash(&[1; 32], 7, &codes[0]));
        assert_eq!(code_hash(&key, 7, &copied), kept);
        assert_ne!(code_hash(&key, 7, &codes[1]), kept);
        assert_ne!(code_hash(&key, 8, &codes[0]), kept, "it is of one account");
        assert_ne!(code_hash(&[2; 32], 7, &codes[0]), kept, "without the key there is nothing to try");
    }

    #[tokio::test]
    async fn a_login_that_was_hung_up_on_keeps_its_turn_until_it_is_done() {
        let passwords = Passwords::new().unwrap();
        let (begin, begun) = tokio::sync::oneshot::channel();
        let (finish, finished) = std::sync::mpsc::channel::<()>();
        let at_the_door = passwords.clone();
        let login = tokio::spawn(async move {
            let work = move || {
                let _ = begin.send(());
                let _ = finished.recv();
            };
            at_the_door.in_turn(work).await
        });
        begun.await.unwrap();
        login.abort();
        assert!(login.await.unwrap_err().is_cancelled());
        assert_eq!(passwords.turns.available_permits(), 1, "the work goes on, in its turn");
        drop(finish);
        assert!(passwords.turns.acquire_many(2).await.is_ok(), "then the turn is free again");
    }
}
