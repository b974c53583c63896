//! One task for each tournament: the sole owner of a [`cardroom_room::tournament::Tournament`].
//!
//! It is told who enters and when hands end, stores what came of it, and carries the director's orders to the tables,
//! which are tasks of their own. What a crash left undone is made good when the tournament comes back.

mod ask;
mod house;
mod shown;
mod stored;
mod task;
mod wanted;

pub(crate) use ask::TournamentHandle;
pub(crate) use shown::plan;
pub(crate) use stored::StoredTournament;
pub(crate) use wanted::setup;
