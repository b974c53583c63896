//! The task of a tournament.

use std::collections::BTreeSet;
use std::future::Future;
use std::ops::Range;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cardroom_protocol::{Problem, ServerMessage, TournamentSnapshot};
use cardroom_room::tournament::{Command, Order, Phase, Start, Tournament, TournamentChange};
use cardroom_room::{Actor, Now, Table, TableSetup};
use cardroom_store::{Append, Claim, Refusal, StoreError, Version};
use tokio::sync::watch;

use super::ask::{Ends, TableNews, TournamentHandle};
use super::house::{is_of_the_house, only_bots};
use super::shown::shown;
use crate::hours::{Hours, come};
use crate::house::{House, new_table};
use crate::house_bots;
use crate::problem;
use crate::secret;
use crate::table::{Ask, LONGEST_SILENCE_MS, TableHandle, ledger_entry};

/// A snapshot is stored after so many events, so that coming back is quick.
const SNAPSHOT_EVERY: u64 = 256;
/// The longest wait between two tries to reach the store.
const LONGEST_RETRY: Duration = Duration::from_secs(2);
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
    /// Whether another server has taken the tournament over.
    lost: bool,
}

impl TournamentTask {
    /// Starts the task of a tournament, and gives the handle to ask it by.
    pub(super) fn start(house: Arc<House>, tournament: Tournament, claim: Claim) -> TournamentHandle {
        let (shown, reader) = watch::channel(Arc::new(shown(&tournament)));
        let table = &tournament.setup().table;
        let (handle, ends) = TournamentHandle::new(reader, table.host, table.invitation.clone());
        let kept = tournament.version();
        let (changed, stood) = (Instant::now(), 0..0);
        let (wound, lost) = (false, false);
        tokio::spawn(Self { house, tournament, claim, shown, kept, changed, stood, wound, lost }.run(ends));
        handle
    }

    async fn run(mut self, mut ends: Ends) {
        let mut hours = self.house.hours();
        self.mend().await;
        while !self.is_over() && !self.lost {
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
                () = come(&mut hours, Hours::LastHands) => return,
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
        if self.lost {
            self.house.write_tournaments().remove(&self.tournament.id().0);
            self.house.lobby_changed();
        }
    }

    /// When a player's sit-and-go that doesn't fill is called off: else nobody could hold another some day. Those of
    /// the house wait for people as long as it takes.
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
        if let Err(refusal) = self.store(&next, &change).await {
            self.stand_still_since(now.0);
            if let Refusal::Fenced { .. } | Refusal::Conflict { .. } = refusal {
                tracing::warn!(tournament = self.tournament.id().0, "another server has taken the tournament over");
                self.lost = true;
            }
            return Err(problem::not_stored(&refusal));
        }
        self.tournament = next;
        self.house.people.wallets_moved(&change.entries);
        for order in change.orders {
            self.carry(order).await;
        }
        self.stand_still_since(now.0);
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

    /// What took long because of the store is no playing time.
    fn stand_still_since(&mut self, began_ms: u64) {
        let now_ms = self.house.clock.now_ms();
        if now_ms.saturating_sub(began_ms) >= LONGEST_SILENCE_MS {
            self.stand_still(began_ms..now_ms);
        }
    }

    /// The store was away, and nobody could play: the level stands still as the tables do, once for all that tell of
    /// it.
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
        let (append, house) = (Arc::new(append), self.house.clone());
        self.until_answered(|| house.store.append(append.clone())).await?;
        if due {
            (self.kept, self.wound) = (next.version(), false);
        }
        Ok(())
    }

    /// Asks the store until it answers. While it is away or says nothing the tournament waits, and so do those of its
    /// tables that wait for it; everybody is told.
    async fn until_answered<T, Asked>(&mut self, mut ask: impl FnMut() -> Asked) -> Result<T, Refusal>
    where
        Asked: Future<Output = Result<T, StoreError>>,
    {
        let mut wait = Duration::from_millis(50);
        let answered = loop {
            let mut asked = pin!(ask());
            let answered = match tokio::time::timeout(Duration::from_millis(LONGEST_SILENCE_MS), &mut asked).await {
                Ok(answered) => answered,
                Err(_) => {
                    self.say_saving(true, &"it doesn't answer").await;
                    asked.await
                }
            };
            match answered {
                Ok(done) => break Ok(done),
                Err(StoreError::Refused(refusal)) => break Err(refusal),
                Err(trouble) => self.say_saving(true, &trouble).await,
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LONGEST_RETRY);
        };
        self.say_saving(false, &"").await;
        answered
    }

    /// Says that the tournament waits for the store, or no longer.
    async fn say_saving(&self, saving: bool, trouble: &(dyn std::fmt::Display + Sync)) {
        if self.shown.borrow().saving == saving {
            return;
        }
        if saving {
            tracing::error!(tournament = self.tournament.id().0, %trouble, "a tournament waits for the store");
        }
        // The rest of it stays as it is: what is under way isn't to be seen before it is done.
        self.shown.send_modify(|shown| Arc::make_mut(shown).saving = saving);
        for (_, handle) in self.house.tables() {
            if handle.tournament == Some(self.tournament.id().0) {
                let _ = handle.ask_patiently(Ask::AwaitDirector { on: saving }).await;
            }
        }
    }

    async fn carry(&mut self, order: Order) {
        let number = order.table().0;
        let carried = match &order {
            Order::Open { setup, .. } => self.open_table(number, (**setup).clone()).await.map(|_| ()),
            _ => match self.house.table(number) {
                Ok(handle) => self.order(&handle, &order).await,
                Err(problem) => Err(problem),
            },
        };
        if let Err(problem) = carried {
            tracing::error!(tournament = self.tournament.id().0, table = number, problem = problem.detail, "an order");
        }
    }

    /// Opens a table of the tournament's, however long the store is away: it is in the tournament's log already, and
    /// nobody would ask for it again.
    async fn open_table(&mut self, number: u64, setup: TableSetup) -> Result<TableHandle, Problem> {
        let (table, house) = (new_table(number, setup)?, self.house.clone());
        self.until_answered(|| house.open_stored(table.clone())).await.map_err(|refusal| problem::not_stored(&refusal))
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
                self.house.people.tell(account.0, &ServerMessage::Seat { table, reason, until: None });
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
        let lost = self.tournament.table_setup(cardroom_room::TableId(number));
        let handle = match (self.house.table(number), lost) {
            (Err(_), Some(setup)) => self.open_table(number, setup).await?,
            (handle, _) => handle?,
        };
        for command in self.tournament.mend(&*handle.look().await?) {
            self.command(&handle, command).await?;
        }
        if let Ok(table) = handle.look().await {
            self.table_rests(&table).await;
        }
        Ok(())
    }
}
