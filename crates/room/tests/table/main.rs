//! Tables and tournaments, rule by rule. One program: each would compile and link the whole room again.

mod blinds;
mod chains;
mod clocks;
mod hands;
mod kept;
mod play;
mod seats;
mod tournament_floor;
mod tournament_tables;
mod void;
