//! The room's keys: one seals what is kept for players alone, one signs every hand's commitment. Both are in files beside the
//! database, never in it, and are made together with the room. A room that has lost one says so: another key in its place would
//! open nothing, or be another room's to its players.

use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use cardroom_fair::SigningKey;
use cardroom_store::{Options, Place, SealingKey, Store, StreamId, StreamKind};

use crate::config::Config;
use crate::error::ServerError;
use crate::secret;

/// Under which name the room knows the key that its players know it by.
const SIGNER: &str = "signing key";
/// Under which name it keeps what tells commands and recovery codes apart.
const FINGERPRINTS: &str = "fingerprints";

/// Where the store is, and the two keys.
pub(crate) struct Keys {
    pub(crate) address: String,
    pub(crate) sealing: SealingKey,
    pub(crate) signing: SigningKey,
}

impl Keys {
    /// Those of the room that the settings name, made if there is no room yet.
    pub(crate) async fn of(config: &Config) -> Result<Self, ServerError> {
        if config.demo {
            let key = secret::entropy::<32>().map_err(|error| ServerError::Start(error.to_string()))?;
            let (sealing, signing) = (SealingKey::fresh(), SigningKey::from_bytes(&key));
            return Ok(Self { address: ":memory:".to_owned(), sealing, signing });
        }
        let folder = &config.data;
        let cannot = |error| ServerError::Start(format!("the data folder {} can't be made: {error}", folder.display()));
        // Names, hashes of passwords and the codes of private tables are for nobody else on this machine to read.
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(cannot)?;
        let address = config.store_address();
        let has_room = Store::exists(&address, Options::default().patience).await?;
        let sealing = key(&config.sealing_key(), has_room, "without it nothing of the room can be opened")?;
        let otherwise = "players know the room by it; if it is lost for good, start once with --set new_signing_key=true, \
                         and tell them that its key has changed";
        let signing = key(&config.signing_key(), has_room && !config.new_signing_key, otherwise)?;
        Ok(Self { address, sealing, signing: SigningKey::from_bytes(signing.expose()) })
    }
}

/// A key of a room: where there is one already, it has its key already.
fn key(path: &Path, has_room: bool, otherwise: &str) -> Result<SealingKey, ServerError> {
    if has_room && !path.exists() {
        let text = format!(
            "{}: the room is there and this key of it is not; bring the file back from where you keep it: {otherwise}",
            path.display()
        );
        return Err(ServerError::Start(text));
    }
    Ok(if has_room { SealingKey::read(path)? } else { SealingKey::read_or_make(path)? })
}

/// Refuses a signing key that isn't the one this room's players know, unless it is to be from now on.
pub(crate) async fn check_signer(store: &Store, key: &SigningKey, config: &Config) -> Result<(), ServerError> {
    let public = key.verifying_key().to_bytes().to_vec();
    if store.fact(SIGNER, public.clone()).await? == public {
        return Ok(());
    }
    if !config.new_signing_key {
        let text = format!(
            "{}: is not the key that this room's players know it by; bring that one back, or start once with --set \
             new_signing_key=true, and tell them that the room's key has changed",
            config.signing_key().display()
        );
        return Err(ServerError::Start(text));
    }
    tracing::warn!("the room has a new signing key: its players are asked whether they trust it");
    Ok(store.set_fact(SIGNER, public).await?)
}

/// What tells commands, and recovery codes, apart. It is kept in the room, sealed, so that a new signing key doesn't void every
/// code; it was once made of that key.
pub(crate) async fn fingerprints(store: &Store, key: &SigningKey) -> Result<[u8; 32], ServerError> {
    // The room's own key is sealed for the same place with owner 0.
    let place = Place { stream: StreamId::new(StreamKind::Lobby, 0)?, hand: 0, owner: 1 };
    let first = store.sealer().seal(place, &secret::derived(&key.to_bytes(), b"cardroom/fingerprints/"))?;
    let kept = store.sealer().open(place, &store.fact(FINGERPRINTS, first).await?)?;
    <[u8; 32]>::try_from(kept.expose()).map_err(|_| ServerError::Start("what tells codes apart is damaged".to_owned()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::house::House;

    /// A folder that is gone with the test.
    struct Folder(std::path::PathBuf);

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    async fn open(config: &Config) -> Result<[u8; 32], String> {
        let house = House::open(config.clone(), ([127, 0, 0, 1], 0).into()).await.map_err(|error| error.to_string())?;
        house.drain(Duration::ZERO).await;
        Ok(house.fingerprints)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_key_is_made_with_its_room_and_missed_afterwards() {
        let folder = Folder(std::env::temp_dir().join(format!("cardroom-keys-{}", std::process::id())));
        let config = Config { data: folder.0.clone(), house_tables: false, ..Config::default() };
        let anew = Config { new_signing_key: true, ..config.clone() };
        let fingerprints = open(&config).await.unwrap();
        let (sealing, signing) = (config.sealing_key(), config.signing_key());
        let first = std::fs::read(&signing).unwrap();

        std::fs::remove_file(&signing).unwrap();
        let refused = open(&config).await.unwrap_err();
        assert!(refused.contains("signing.key: the room is there") && refused.contains("new_signing_key"), "{refused}");
        assert!(!signing.exists(), "none is made by the way");
        // With another, nobody's recovery codes are void, nor is a command done twice.
        assert_eq!(open(&anew).await.unwrap(), fingerprints);
        assert_ne!(std::fs::read(&signing).unwrap(), first);
        assert_eq!(open(&config).await.unwrap(), fingerprints, "it is the room's from then on");
        std::fs::write(&signing, &first).unwrap();
        let refused = open(&config).await.unwrap_err();
        assert!(refused.contains("signing.key: is not the key that this room's players know"), "{refused}");
        assert_eq!(open(&anew).await.unwrap(), fingerprints);

        let kept = std::fs::read(&sealing).unwrap();
        std::fs::remove_file(&sealing).unwrap();
        let refused = open(&anew).await.unwrap_err();
        assert!(refused.contains("sealing.key: the room is there and this key of it is not"), "{refused}");
        assert!(!sealing.exists());
        drop(SealingKey::read_or_make(&sealing));
        std::fs::write(&sealing, kept).unwrap();
        assert_eq!(open(&config).await.unwrap(), fingerprints);
    }

    /// A room from before it kept them goes on with those that its codes were made with.
    #[tokio::test]
    async fn what_tells_codes_apart_was_once_made_of_the_signing_key() {
        let store = Store::open(":memory:", SealingKey::fresh(), Options::default()).await.unwrap();
        let (first, next) = (SigningKey::from_bytes(&[1; 32]), SigningKey::from_bytes(&[2; 32]));
        let made = secret::derived(&[1; 32], b"cardroom/fingerprints/");
        assert_eq!(fingerprints(&store, &first).await.unwrap(), made);
        assert_eq!(fingerprints(&store, &next).await.unwrap(), made);
    }
}
