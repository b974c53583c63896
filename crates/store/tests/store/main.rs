//! The store's tests, in one program: each part of them would otherwise build the same database code again.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "children tell their parents, and a seed is worth a line"
)]

#[path = "../support/mod.rs"]
mod support;

mod conformance;
mod crash;
mod durable;
mod moving;
mod rivals;
