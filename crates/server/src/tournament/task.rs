//! The task of a tournament.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cardroom_protocol::{Problem, ServerMessage, TournamentSnapshot};
use cardroom_room::tournament::{Command, Order, Phase, Start, Tournament, TournamentChange};
use cardroom_room::{Actor, Now, Table};
use cardroom_store::{Append, Claim, Refusal, StoreError, Version};
use tokio::sync::watch;

use super::ask::{Ends, TableNews, TournamentHandle};
use super::house::{is_of_the_house, only_bots};
use super::shown::shown;
use crate::house::{House, closes};
use crate::house_bots;
use crate::problem;
use crate::secret;
use crate::table::{TableHandle, ledger_entry};

/// A snapshot is stored after so many events, so that coming back is quick.
const SNAPSHOT_EVERY: u64 = 256;
/// The longest wait between two tries to reach the store.
const LONGEST_RETRY: Duration = Duration::from_secs(2);
/// Whatever takes the store longer than this, in milliseconds, is no playing time.
const LONG_WAIT_MS: u64 = 1_000;
/// How long a sit-and-go that people have entered waits for the next one.
const LONGEST_WAIT: Duration = Duration::from_secs(86_400);

/// The task of a tournament.
pub(super) struct TournamentTask {
    house: Arc<House>,
    tournament: Tournament,
    claim: Claim,
    shown: watch::Sender<Arc<TournamentSnapshot>>,
    /// The version of the last snapshot that was stored.
    kept: u64,
    /// When something last changed.
    changed: Instant,
    /// When the store was last away, in milliseconds of the server's time: for so long the level stands still.
    stood: Range<u64>,
    /// Whether the level's end was moved since the last snapshot.
    wound: bool,
}

impl TournamentTask {
    /// Starts the task of a tournament, and gives the handle to ask it by.
    pub(super) fn start(house: Arc<House>, tournament: Tournament, claim: Claim) -> TournamentHandle {
        let (shown, reader) = watch::channel(Arc::new(shown(&tournament)));
        let (handle, ends) = TournamentHandle::new(reader, tournament.setup().table.host);
        let kept = tournament.version();
        let (changed, stood) = (Instant::now(), 0..0);
        tokio::spawn(Self { house, tournament, claim, shown, kept, changed, stood, wound: false }.run(ends));
        handle
    }

    async fn run(mut self, mut ends: Ends) {
        let mut closing = self.house.closing();
        self.mend().await;
        while !self.is_over() {
            let deadline = self.tournament.deadline().map(|at| self.house.clock.instant(at.0));
            let timer = async {
                match deadline {
                    Some(at) => tokio::time::sleep_until(at.into()).await,
                    None => std::future::pending().await,
                }
            };
            let called_off = self.waits_until();
            let waits = async {
                match called_off {
                    Some(at) => tokio::time::sleep_until(at.into()).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                // What is under way at the tables is made good at the next start.
                () = closes(&mut closing) => return,
                Some(news) = ends.tables.recv() => match news {
                    TableNews::Rests(table) => self.table_rests(&table).await,
                    TableNews::Stood(when) => {
                        self.stand_still(when);
                        self.show();
                    }
                },
                ask = ends.asks.recv() => {
                    let Some(ask) = ask else { return };
                    let done = self.apply(&ask.command).await;
                    let _ = ask.answer.send(done);
                }
                () = timer => self.go_on(&Command::Tick).await,
                () = waits => self.go_on(&Command::Cancel).await,
            }
        }
    }

    /// When a player's sit-and-go that doesn't fill is called off: else nobody could hold another some day. Those of the
    /// house wait for people as long as it takes.
    fn waits_until(&self) -> Option<Instant> {
        let setup = self.tournament.setup();
        let waits = matches!((self.tournament.phase(), setup.start), (Phase::Registering, Start::WhenFull { .. }));
        if !waits || is_of_the_house(&setup.name) {
            return None;
        }
        let idle = Duration::from_secs(u64::from(self.house.config.idle_minutes).saturating_mul(60));
        let patience = if only_bots(&self.shown.borrow()) { idle } else { LONGEST_WAIT };
        self.changed.checked_add(patience)
    }

    fn is_over(&self) -> bool {
        matches!(self.tournament.phase(), Phase::Finished { .. } | Phase::Cancelled)
    }

    /// A table's hand may be over.
    async fn table_rests(&mut self, table: &Table) {
        if let Some(report) = self.tournament.report(table) {
            self.go_on(&Command::HandEnded(report)).await;
        }
    }

    /// Something that nobody waits for the answer of.
    async fn go_on(&mut self, command: &Command) {
        if let Err(problem) = self.apply(command).await {
            tracing::error!(tournament = self.tournament.id().0, problem = problem.detail, "a tournament is stuck");
            // Not again at once.
            tokio::time::sleep(LONGEST_RETRY).await;
        }
    }

    /// Tries a command on a copy, stores what came of it, lets it be so, and carries the orders to the tables.
    async fn apply(&mut self, command: &Command) -> Result<(), Problem> {
        let mut next = self.tournament.clone();
        let now = Now(self.house.clock.now_ms());
        let entropy = secret::entropy().map_err(|error| problem::overloaded(&error.to_string()))?;
        let change = next.apply(command, now, entropy).map_err(|refused| super::wanted::refused(&refused))?;
        if change.log.is_empty() {
            self.tournament = next;
            return Ok(());
        }
        let stored = self.store(&next, &change).await;
        let until = self.house.clock.now_ms();
        if stored.is_ok() {
            self.tournament = next;
        }
        if until.saturating_sub(now.0) >= LONG_WAIT_MS {
            self.stand_still(now.0..until);
        }
        stored.map_err(|refusal| problem::not_stored(&refusal))?;
        self.house.people.wallets_moved(&change.entries);
        for order in change.orders {
            self.carry(order).await;
        }
        self.changed = Instant::now();
        // Only now: whoever reads at which table it sits shall find the table there.
        self.show();
        Ok(())
    }

    /// Lets everybody see how it stands.
    fn show(&self) {
        self.shown.send_replace(Arc::new(shown(&self.tournament)));
        self.house.lobby_changed();
    }

    /// The store was away, and nobody could play: the level stands still as the tables do, once for all that tell of it.
    fn stand_still(&mut self, when: Range<u64>) {
        let (from, until) = (when.start.max(self.stood.start), when.end.min(self.stood.end));
        let counted = until.saturating_sub(from);
        let meets = from <= until;
        let ms = when.end.saturating_sub(when.start).saturating_sub(counted);
        self.stood = if meets { when.start.min(self.stood.start)..when.end.max(self.stood.end) } else { when };
        self.tournament.stop_clocks_for(ms);
        self.wound = true;
    }

    /// Stores until it is stored or refused.
    async fn store(&mut self, next: &Tournament, change: &TournamentChange) -> Result<(), Refusal> {
        let first = change.log.first().map_or(next.version(), |line| line.version);
        let entry = |(place, entry)| ledger_entry(&format!("tournament/{}/{first}/{place}", next.id().0), entry);
        let back: Vec<_> = house_bots::taken_back(&change.entries).collect();
        let due = self.wound || next.version().saturating_sub(self.kept) >= SNAPSHOT_EVERY;
        let append = Append {
            events: change.log.iter().map(cardroom_room::tournament::Logged::to_bytes).collect(),
            entries: change.entries.iter().chain(&back).enumerate().map(entry).collect(),
            snapshot: due.then(|| next.snapshot()),
            ..Append::to(self.claim.stream, self.claim.epoch, Version(first))
        };
        let mut wait = Duration::from_millis(50);
        loop {
            match self.house.store.append(append.clone()).await {
                Ok(_) => break,
                Err(StoreError::Refused(refusal)) => return Err(refusal),
                Err(error) => tracing::error!(tournament = next.id().0, %error, "a tournament waits for the store"),
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LONGEST_RETRY);
        }
        if due {
            (self.kept, self.wound) = (next.version(), false);
        }
        Ok(())
    }

    async fn carry(&self, order: Order) {
        let number = order.table().0;
        let carried = match &order {
            Order::Open { setup, .. } => self.house.open_table_as(number, (**setup).clone()).await.map(|_| ()),
            _ => match self.house.table(number) {
                Ok(handle) => self.order(&handle, &order).await,
                Err(problem) => Err(problem),
            },
        };
        if let Err(problem) = carried {
            tracing::error!(tournament = self.tournament.id().0, table = number, problem = problem.detail, "an order");
        }
    }

    async fn order(&self, handle: &TableHandle, order: &Order) -> Result<(), Problem> {
        let Some(command) = order.command() else { return Ok(()) };
        self.command(handle, command).await
    }

    /// Gives a table a command of the director's; whoever is seated is called to it.
    async fn command(&self, handle: &TableHandle, command: cardroom_room::Command) -> Result<(), Problem> {
        let seated = match &command {
            cardroom_room::Command::SeatWithStack { account, bot, .. } => Some((*account, *bot)),
            _ => None,
        };
        handle.tell(Actor::Room, command).await?;
        let table = handle.summary().table;
        match seated {
            Some((account, true)) => house_bots::attach(&self.house, handle.clone(), table, account),
            Some((account, false)) => {
                let reason = format!("{} has a seat for you.", self.tournament.setup().name);
                self.house.people.tell(account.0, &ServerMessage::Seat { table, reason });
            }
            None => {}
        }
        Ok(())
    }

    /// After a start: opens, seats, deals and closes what was ordered and not done when the room stopped.
    async fn mend(&mut self) {
        let mut open: BTreeSet<u64> = self.tournament.tables().map(|table| table.0).collect();
        for (number, handle) in self.house.tables() {
            if handle.tournament == Some(self.tournament.id().0) {
                open.insert(number);
            }
        }
        for number in open {
            if let Err(problem) = self.mend_table(number).await {
                tracing::error!(
                    tournament = self.tournament.id().0,
                    table = number,
                    problem = problem.detail,
                    "not mended"
                );
            }
        }
    }

    async fn mend_table(&mut self, number: u64) -> Result<(), Problem> {
        let handle = self.house.table_of(&self.tournament, cardroom_room::TableId(number)).await?;
        for command in self.tournament.mend(&*handle.look().await?) {
            self.command(&handle, command).await?;
        }
        if let Ok(table) = handle.look().await {
            self.table_rests(&table).await;
        }
        Ok(())
    }
}
