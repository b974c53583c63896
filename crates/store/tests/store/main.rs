//! The store's tests, in one program: each part of them would otherwise build the same database code again.

#[path = "../support/mod.rs"]
mod support;

mod conformance;
mod crash;
mod durable;
mod moving;
mod rivals;
