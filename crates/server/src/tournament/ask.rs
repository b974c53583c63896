//! What a tournament's task can be asked, and the handle by which to ask.

use std::ops::Range;
use std::sync::Arc;

use cardroom_protocol::{Code, Problem, TournamentSnapshot};
use cardroom_room::tournament::Command;
use cardroom_room::{AccountId, Table};
use tokio::sync::{mpsc, oneshot, watch};

use super::shown::{for_reader, is_of};

/// Questions that may wait for one tournament.
const LONGEST_QUEUE: usize = 256;

/// Something to do, and where to say how it went.
pub(super) struct Ask {
    pub(super) command: Command,
    pub(super) answer: oneshot::Sender<Result<(), Problem>>,
}

/// How to ask a tournament.
#[derive(Clone)]
pub(crate) struct TournamentHandle {
    asks: mpsc::Sender<Ask>,
    /// A table sends something when a hand is over, or when it stood still, and then waits: no more can be on their way than
    /// a few for each table.
    tables: mpsc::UnboundedSender<TableNews>,
    shown: watch::Receiver<Arc<TournamentSnapshot>>,
    /// Who holds it; the house unless set.
    pub(crate) host: Option<AccountId>,
    /// The invitation code of a private one.
    code: Option<String>,
}

/// What one of its tables has to tell.
pub(super) enum TableNews {
    /// It rests: a hand may be over.
    Rests(Box<Table>),
    /// The store was away, and it stood still from one time to another, in milliseconds of the server's time.
    Stood(Range<u64>),
}

/// The task's ends of a handle.
pub(super) struct Ends {
    pub(super) asks: mpsc::Receiver<Ask>,
    pub(super) tables: mpsc::UnboundedReceiver<TableNews>,
}

impl TournamentHandle {
    pub(super) fn new(
        shown: watch::Receiver<Arc<TournamentSnapshot>>,
        host: Option<AccountId>,
        code: Option<String>,
    ) -> (Self, Ends) {
        let (asks, asked) = mpsc::channel(LONGEST_QUEUE);
        let (tables, told) = mpsc::unbounded_channel();
        (Self { asks, tables, shown, host, code }, Ends { asks: asked, tables: told })
    }

    /// Does something, and waits for the answer.
    pub(crate) async fn tell(&self, command: Command) -> Result<(), Problem> {
        let (answer, answered) = oneshot::channel();
        self.asks.try_send(Ask { command, answer }).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => crate::problem::overloaded("the tournament has too much to do"),
            mpsc::error::TrySendError::Closed(_) => over(),
        })?;
        answered.await.map_err(|_| over())?
    }

    /// The same, and waits while the tournament has too much to do: for what must not be left out.
    pub(crate) async fn tell_patiently(&self, command: Command) -> Result<(), Problem> {
        let (answer, answered) = oneshot::channel();
        self.asks.send(Ask { command, answer }).await.map_err(|_| over())?;
        answered.await.map_err(|_| over())?
    }

    /// One of its tables rests.
    pub(crate) fn table_rests(&self, table: &Table) {
        let _ = self.tables.send(TableNews::Rests(Box::new(table.clone())));
    }

    /// One of its tables stood still.
    pub(crate) fn table_stood(&self, when: Range<u64>) {
        let _ = self.tables.send(TableNews::Stood(when));
    }

    /// Keeps something until the tournament is over.
    pub(crate) fn keep_until_gone<T: Send + 'static>(&self, kept: T) {
        let asks = self.asks.clone();
        tokio::spawn(async move {
            asks.closed().await;
            drop(kept);
        });
    }

    /// The tournament as everyone sees it.
    pub(crate) fn shown(&self) -> Arc<TournamentSnapshot> {
        self.shown.borrow().clone()
    }

    /// The same for one reader.
    pub(crate) fn shown_to(&self, account: u64) -> TournamentSnapshot {
        self.told_to(&self.shown(), account)
    }

    /// What was shown, for one reader.
    pub(crate) fn told_to(&self, shown: &TournamentSnapshot, account: u64) -> TournamentSnapshot {
        for_reader(shown, account, self.code.as_deref())
    }

    /// Whether somebody holds it or has entered.
    pub(crate) fn is_of(&self, account: u64) -> bool {
        is_of(&self.shown(), account)
    }

    /// Whether this is the tournament's invitation code, however it was typed.
    pub(crate) fn has_code(&self, code: &str) -> bool {
        self.code.as_deref().is_some_and(|kept| kept.eq_ignore_ascii_case(code.trim()))
    }

    /// Whether somebody may look on and enter: a private one is for those who have its code, or are in it already.
    pub(crate) fn may_come(&self, account: u64, code: Option<&str>) -> Result<(), Problem> {
        if self.code.is_none() || code.is_some_and(|code| self.has_code(code)) || self.is_of(account) {
            return Ok(());
        }
        Err(Problem::new(Code::Forbidden, "This tournament is private: its host gives out the invitation code."))
    }
}

fn over() -> Problem {
    Problem::new(Code::Conflict, "The tournament is over.")
}
