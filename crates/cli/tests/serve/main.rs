//! `cardroom serve`, the real program, as people meet it: it is killed, stopped and started, and everything that
//! leaves it is read for cards that nobody may see.

#[path = "../../../server/tests/support/mod.rs"]
mod support;

mod alike;
mod evening;
mod killed;
mod leak;
mod pages;
mod people;
mod program;
mod said;
mod scan;
mod viewer;
