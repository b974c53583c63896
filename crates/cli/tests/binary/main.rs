//! The binary from outside: every command, what it prints and what it refuses.
//!
//! One program for all of them, because each more is linked once more. `serve` has its own, in the folder beside it.

#[path = "../../../store/tests/support/mod.rs"]
mod stored;

mod backup;
mod bots;
mod dealt;
mod files;
mod folder;
mod help;
mod hold;
mod odds;
mod rank;
mod readme;
mod replay;
mod rules;
mod run;
mod simulate;
mod soak;
mod verify;
