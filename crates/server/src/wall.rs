//! The lobby's wall: what everyone who follows the lobby is told, written once for all of them.

use std::sync::Arc;
use std::time::Duration;

use cardroom_protocol::ServerMessage;
use tokio::sync::watch;

use crate::house::House;
use crate::line::Frame;

/// How often the wall is written anew, at most.
const PACE: Duration = Duration::from_millis(500);

/// What changes on the wall, and what stands there.
pub(crate) struct Wall {
    changes: watch::Sender<u64>,
    written: watch::Sender<Frame>,
}

impl Wall {
    pub(crate) fn new() -> Self {
        Self { changes: watch::Sender::new(0), written: watch::Sender::new(Frame::default()) }
    }

    /// Something on it changed.
    pub(crate) fn changed(&self) {
        self.changes.send_modify(|version| *version = version.wrapping_add(1));
    }

    /// Changes whenever the wall is written anew; what stood there before may be old.
    pub(crate) fn follow(&self) -> watch::Receiver<Frame> {
        self.written.subscribe()
    }
}

/// Writes the wall anew when something changed, as long as anybody looks.
pub(crate) async fn keep_written(house: Arc<House>) {
    let mut changes = house.wall.changes.subscribe();
    while changes.changed().await.is_ok() {
        if house.wall.written.receiver_count() > 0 {
            house.wall.written.send_replace(Frame::of(&ServerMessage::Lobby(house.lobby())));
        }
        tokio::time::sleep(PACE).await;
    }
}

/// Waits until a wall that is followed was written anew; for ever, if none is.
pub(crate) async fn renewed(wall: &mut Option<watch::Receiver<Frame>>) {
    if let Some(wall) = wall
        && wall.changed().await.is_ok()
    {
        return;
    }
    std::future::pending::<()>().await;
}
