//! The `cardroom` program.

#![forbid(unsafe_code)]

fn main() {}
