//! People on real sockets: they play, lose the line and come back, run out of time, come twice, leave, look on.
//!
//! One program, because each more would be the whole server linked once more. Apart from it is `flood.rs`, which looks
//! at the memory of its process.

#[path = "../support/mod.rs"]
mod support;

mod advice;
mod api_document;
mod at_once;
mod clocks;
mod coming_back;
mod commands;
mod crowds;
mod damage;
mod door;
mod hands;
mod house_rules;
mod kept_true;
mod links;
mod own_seat;
mod play;
mod restarts;
mod revoked;
mod slow;
mod snapshots;
mod spectators;
mod strangers;
mod table_settings;
mod tabs;
mod told_again;
mod tournament_chains;
mod tournament_damage;
mod tournament_hosts;
mod tournament_outage;
mod tournaments;
