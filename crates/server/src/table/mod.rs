//! One task for each table: the sole owner of a [`cardroom_room::Table`].
//!
//! A command is tried on a copy of the table; what came of it is stored; only then the copy takes the table's place
//! and people are told. While the store is away the task waits with everything as it was.

mod ask;
mod dealer;
mod keep;
mod publish;
#[cfg(test)]
mod size;
mod task;

pub(crate) use ask::{Ask, BotNews, Doer, TableHandle, Watcher};
pub(crate) use dealer::Shuffler;
pub(crate) use keep::{OwnCopy, ledger_entry, opening, recorded, seeds, table_stream};
pub(crate) use task::{EVENTS_KEPT, LONGEST_SILENCE_MS, Opened, TableTask};
