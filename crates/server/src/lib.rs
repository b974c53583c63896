//! The card room on the network: real play over real sockets.
//!
//! A browser's message goes `session.rs` → `table/ask.rs` → `table/task.rs`, which tries it on a copy of the table,
//! stores what came of it and only then tells people, through `wire/feed.rs` and `table/publish.rs`. Who somebody is
//! comes from `accounts.rs`, never from a message; how much anybody may do is in `door.rs`.
//!
//! ```
//! use cardroom_server::{Config, Server};
//! use tokio::io::{AsyncReadExt, AsyncWriteExt};
//! use tokio::net::TcpStream;
//!
//! # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A room in memory, on any free port.
//! let config = Config::read("demo = true\nlisten = \"127.0.0.1:0\"", [], [])?;
//! let server = Server::open(config).await?;
//! let address = server.address();
//! let mut answer = String::new();
//! // It is open until this is done: somebody asks which games are played.
//! server
//!     .run_until(async {
//!         let mut line = TcpStream::connect(address).await.unwrap();
//!         let question = format!("GET /api/v1/games HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
//!         line.write_all(question.as_bytes()).await.unwrap();
//!         line.read_to_string(&mut answer).await.unwrap();
//!     })
//!     .await;
//! assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains("Five Card Hold-Out"), "{answer}");
//! # Ok(()) }
//! ```

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
mod hours;
mod house;
mod house_bots;
mod keeping;
mod keys;
mod line;
mod log;
mod memory;
mod metrics;
mod misread;
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
mod setting;
mod small_file;
mod table;
mod to_the_end;
mod tournament;
mod tries;
mod wall;
mod web;
mod wire;

pub use config::{Config, ConfigError};
pub use error::ServerError;
pub use log::{log, told_to_stop};
pub use memory::keep_memory_private;
pub use serve::Server;
pub use small_file::{read_bytes, read_text};

/// The OpenAPI document of everything under `/api/v1`.
pub fn openapi() -> String {
    api::openapi()
}

/// Its examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
