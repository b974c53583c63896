//! Why a server can't start or go on.

use cardroom_store::StoreError;

use crate::config::ConfigError;

/// Why a server can't start or go on.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// Settings that can't be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address can't be listened on.
    #[error("{address} can't be listened on: {cause}; choose another with {flag}")]
    Listen {
        /// Which.
        address: std::net::SocketAddr,
        /// The flag that names it.
        flag: &'static str,
        /// Why.
        cause: std::io::Error,
    },
    /// Something else at the start.
    #[error("{0}")]
    Start(String),
}
