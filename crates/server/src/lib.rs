//! The card room on the network: real play over real sockets.
//!
//! A browser's message goes `session.rs` → `table/ask.rs` → `table/task.rs`, which tries it on a copy of the table,
//! stores what came of it and only then tells people, through `wire/feed.rs` and `table/publish.rs`. Who somebody is
//! comes from `accounts.rs`, never from a message; how much anybody may do is in `door.rs`.

#![forbid(unsafe_code)]

mod accounts;
mod api;
mod asking;
mod clock;
mod coach;
mod config;
mod door;
mod error;
mod features;
mod furnish;
mod house;
mod house_bots;
mod keeping;
mod log;
mod metrics;
mod name;
mod operator;
mod outbox;
mod own_limits;
mod patient;
mod people;
mod problem;
mod retell;
mod seats;
mod secret;
mod serve;
mod session;
mod table;
mod tournament;
mod wall;
mod web;
mod wire;

pub use config::{Config, ConfigError};
pub use error::ServerError;
pub use log::{log, told_to_stop};
pub use serve::Server;

/// The OpenAPI document of everything under `/api/v1`.
pub fn openapi() -> String {
    api::openapi()
}
