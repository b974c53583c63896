//! Cards and their ranks, against a plain reference. One program: each would compile and link everything again.

mod enumeration;
mod five;
mod holdout;
mod names;
mod notation;
mod reference;
mod sets;
mod seven;
