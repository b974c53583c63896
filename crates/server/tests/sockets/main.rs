//! People on real sockets: they lose the line and come back, run out of time, come twice, leave, look on.

#[path = "../support/mod.rs"]
mod support;

mod clocks;
mod coming_back;
mod commands;
mod door;
mod flood;
mod links;
mod slow;
mod spectators;
mod strangers;
mod tabs;
