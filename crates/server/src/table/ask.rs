//! What a table's task can be asked, and the handle by which to ask.

use cardroom_bots::Level;
use cardroom_protocol::{Command as Asked, Problem, TableSummary};
use cardroom_room::{AccountId, Actor, Command, SeenNews, Table};
use cardroom_rules::{Action, View};
use tokio::sync::{mpsc, oneshot, watch};

use crate::outbox::Outbox;
use crate::own_limits::Stake;

/// Questions that may wait for one table.
const LONGEST_QUEUE: usize = 256;

/// What a table's task can be asked.
pub(crate) enum Ask {
    /// To be told what happens.
    Watch { watcher: Watcher, since: Option<u64>, code: Option<String>, answer: oneshot::Sender<Result<(), Problem>> },
    /// To be told no longer.
    Unwatch { socket: u64 },
    /// To do what a client asks for; the answer goes to its socket. `stake` is held until it is done.
    Do { doer: Doer, id: String, asked: Box<Asked>, stake: Option<Stake> },
    /// To do what the house itself wants.
    Tell { by: Actor, command: Box<Command>, answer: oneshot::Sender<Result<(), Problem>> },
    /// A bot has thought.
    Played { account: AccountId, hand: u64, turn: u32, action: Action },
    /// A house bot sat down and wants to hear what its seat sees.
    Hear { account: AccountId, level: Level, news: mpsc::Sender<BotNews> },
    /// Whether an account sits here, and whether it is in a hand.
    Sits { account: AccountId, answer: oneshot::Sender<Sitting> },
    /// The table as it is, for its tournament's director.
    Look { answer: oneshot::Sender<Box<Table>> },
    /// To say that the next hand waits for its tournament's director, who waits for the store, or no longer.
    AwaitDirector { on: bool },
    /// To close, if nobody has sat or looked on for so long.
    CloseIfIdle { idle_ms: u64 },
    /// To finish the hand, deal no more, and stop.
    Drain { done: oneshot::Sender<()> },
}

/// A socket that follows a table.
#[derive(Clone)]
pub(crate) struct Watcher {
    pub(crate) account: AccountId,
    pub(crate) out: Outbox,
}

/// Who asks for something, from its session and never from its message.
#[derive(Clone)]
pub(crate) struct Doer {
    pub(crate) account: AccountId,
    pub(crate) name: String,
    pub(crate) out: Outbox,
}

/// Whether an account sits at a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sitting {
    pub(crate) seated: bool,
    pub(crate) in_hand: bool,
    /// Whether the table allows advice: it says so, or everyone else is a bot.
    pub(crate) advice: bool,
}

/// What a house bot hears: what its seat sees, and when it is its turn.
pub(crate) enum BotNews {
    /// A hand begins with these players, from the button's left.
    Dealt(Vec<u64>),
    /// What happened.
    Seen(Vec<SeenNews>),
    /// It is to act.
    Turn { hand: u64, turn: u32, view: Box<View> },
    /// The hand is over.
    Over { view: Box<View> },
}

/// How to ask a table.
#[derive(Clone)]
pub(crate) struct TableHandle {
    asks: mpsc::Sender<Ask>,
    summary: watch::Receiver<TableSummary>,
    code: Option<String>,
    pub(crate) private: bool,
    pub(crate) host: Option<AccountId>,
    pub(crate) tournament: Option<u64>,
}

impl TableHandle {
    pub(crate) fn new(
        summary: watch::Receiver<TableSummary>,
        code: Option<String>,
        host: Option<AccountId>,
        tournament: Option<u64>,
    ) -> (Self, mpsc::Receiver<Ask>) {
        let (asks, queue) = mpsc::channel(LONGEST_QUEUE);
        (Self { asks, summary, private: code.is_some(), code, host, tournament }, queue)
    }

    /// Asks, unless the table has too much to do or is gone.
    pub(crate) fn ask(&self, ask: Ask) -> Result<(), Problem> {
        self.asks.try_send(ask).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => {
                metrics::counter!("cardroom_table_queue_full_total").increment(1);
                crate::problem::overloaded("the table has too much to do")
            }
            mpsc::error::TrySendError::Closed(_) => crate::problem::no_table(),
        })
    }

    /// Asks for somebody who isn't at the table. Half of the queue is kept free for those who are: strangers can't keep
    /// them from playing.
    pub(crate) fn ask_from_afar(&self, ask: Ask) -> Result<(), Problem> {
        if self.asks.capacity() < LONGEST_QUEUE / 2 {
            metrics::counter!("cardroom_table_queue_full_total").increment(1);
            return Err(crate::problem::overloaded("the table has too much to do"));
        }
        self.ask(ask)
    }

    /// Asks, and waits while the table has too much to do: for the house's own.
    pub(crate) async fn ask_patiently(&self, ask: Ask) -> Result<(), Problem> {
        self.asks.send(ask).await.map_err(|_| crate::problem::no_table())
    }

    /// Does something as the house, and waits for the answer.
    pub(crate) async fn tell(&self, by: Actor, command: Command) -> Result<(), Problem> {
        let (answer, answered) = oneshot::channel();
        self.ask_patiently(Ask::Tell { by, command: Box::new(command), answer }).await?;
        answered.await.map_err(|_| crate::problem::no_table())?
    }

    /// The table as it is: for the director of its tournament, in the same process, and nobody else.
    pub(crate) async fn look(&self) -> Result<Box<Table>, Problem> {
        let (answer, answered) = oneshot::channel();
        self.ask_patiently(Ask::Look { answer }).await?;
        answered.await.map_err(|_| crate::problem::no_table())
    }

    /// The invitation code, for house bots: who may ask for one may invite it.
    pub(crate) fn code(&self) -> Option<String> {
        self.code.clone()
    }

    /// Whether this is the table's invitation code.
    pub(crate) fn has_code(&self, code: &str) -> bool {
        self.code.as_deref().is_some_and(|kept| kept.eq_ignore_ascii_case(code.trim()))
    }

    /// Whether an account sits here.
    pub(crate) async fn seats(&self, account: u64) -> bool {
        self.sitting(account).await.seated
    }

    /// Whether an account is in a hand here, and the table allows no advice.
    pub(crate) async fn withholds_advice(&self, account: u64) -> bool {
        let sitting = self.sitting(account).await;
        sitting.in_hand && !sitting.advice
    }

    async fn sitting(&self, account: u64) -> Sitting {
        let (answer, answered) = oneshot::channel();
        let asked = self.ask_patiently(Ask::Sits { account: AccountId(account), answer }).await;
        if asked.is_ok() { answered.await.unwrap_or_default() } else { Sitting::default() }
    }

    /// The table as the lobby shows it.
    pub(crate) fn summary(&self) -> TableSummary {
        self.summary.borrow().clone()
    }

    /// Keeps something until the table is gone.
    pub(crate) fn keep_until_gone<T: Send + 'static>(&self, kept: T) {
        let asks = self.asks.clone();
        tokio::spawn(async move {
            asks.closed().await;
            drop(kept);
        });
    }

    /// Whether the table's task is gone.
    pub(crate) fn is_gone(&self) -> bool {
        self.asks.is_closed()
    }
}
