//! The house: everything that is shared, and the tables in it. What opens it, brings it back and closes it has to name
//! every part of it, and is therefore here: a little over 500 lines.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use cardroom_bots::Level;
use cardroom_fair::SigningKey;
use cardroom_protocol::{Code, Lobby, Problem, TableSummary};
use cardroom_room::{AccountId, Chips, Clocks, Command, Entry, Logged, Now, Purse, Reason, Table, TableId, TableSetup};
use cardroom_store::{Loaded, Store, StoreError, StreamId, StreamKind, Watcher};
use tokio::sync::{Mutex, Semaphore, oneshot, watch};

use crate::asking::Asking;
use crate::clock::Clock;
use crate::config::Config;
use crate::door::Door;
use crate::error::ServerError;
use crate::features::{Feature, Features};
use crate::hours::Hours;
use crate::house_bots;
use crate::keys::{self, Keys};
use crate::own_limits::{PlayTime, Staking};
use crate::people::People;
use crate::problem;
use crate::seats::Seats;
use crate::secret::Passwords;
use crate::table::{Ask, Opened, Shuffler, TableHandle, TableTask};
use crate::table::{ledger_entry, opening, recorded, seeds, table_stream};
use crate::tournament::{StoredTournament, TournamentHandle};
use crate::wall::Wall;

/// Everything that is shared.
pub(crate) struct House {
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    /// Signs commitments.
    pub(crate) key: SigningKey,
    /// Prepares decks.
    pub(crate) shuffler: Shuffler,
    /// Tells commands, and recovery codes, apart without telling what they are.
    pub(crate) fingerprints: [u8; 32],
    pub(crate) people: People,
    pub(crate) passwords: Passwords,
    pub(crate) door: Door,
    tables: RwLock<BTreeMap<u64, TableHandle>>,
    next_table: AtomicU64,
    tournaments: RwLock<BTreeMap<u64, TournamentHandle>>,
    pub(crate) next_tournament: AtomicU64,
    pub(crate) features: Features,
    pub(crate) play_time: PlayTime,
    /// Who puts chips at stake just now, of those who limit them.
    pub(crate) staking: Staking,
    /// Who sits where.
    pub(crate) seats: Seats,
    /// Turns for questions about odds.
    pub(crate) thinking: Arc<Semaphore>,
    /// Whose questions are being answered.
    pub(crate) asking: Asking,
    /// Turns for bots to think: as many as there are cores, so that they leave threads to everything else.
    pub(crate) bots_thinking: Arc<Semaphore>,
    /// For whom pages of hands are read.
    pub(crate) reading: Asking,
    /// Turns for telling hands again: half of the cores are left to those who play.
    pub(crate) retelling: Arc<Semaphore>,
    /// How many bots play, or are on their way.
    pub(crate) bots: AtomicUsize,
    /// Held by whoever counts what an account or the room has before making one more: of two who count at once, the
    /// second counts what the first has made.
    pub(crate) counting: Mutex<()>,
    pub(crate) wall: Wall,
    /// The logs of tables and tournaments that are over, to be marked as such with the next sweep.
    pub(crate) ended: std::sync::Mutex<Vec<StreamId>>,
    hours: watch::Sender<Hours>,
}

impl House {
    /// Opens the store and brings every table back as it was.
    pub(crate) async fn open(config: Config, listens: SocketAddr) -> Result<Arc<Self>, ServerError> {
        Self::open_watched(config, listens, None).await
    }

    /// The same; `watcher` is told of every step of the store's writer, for tests that stop it.
    pub(crate) async fn open_watched(
        config: Config,
        listens: SocketAddr,
        watcher: Option<Watcher>,
    ) -> Result<Arc<Self>, ServerError> {
        let Keys { address, sealing, signing: key } = Keys::of(&config).await?;
        let served_by = Some(format!("process {}, listening on {listens},", std::process::id()));
        let options = cardroom_store::Options { served_by, watcher, ..cardroom_store::Options::default() };
        let store = Store::open(&address, sealing, options).await?;
        keys::check_signer(&store, &key, &config).await?;
        let fingerprints = keys::fingerprints(&store, &key).await?;
        let cores = std::thread::available_parallelism().map_or(2, Into::into);
        let house = Arc::new(Self {
            clock: Clock::start(),
            store,
            fingerprints,
            key,
            shuffler: Shuffler::start().map_err(|error| ServerError::Start(error.to_string()))?,
            people: People::default(),
            passwords: Passwords::new().map_err(|error| ServerError::Start(error.to_string()))?,
            door: Door::new(&config),
            tables: RwLock::default(),
            next_table: AtomicU64::new(1),
            tournaments: RwLock::default(),
            next_tournament: AtomicU64::new(1),
            features: Features::without(&config.off).map_err(ServerError::Start)?,
            play_time: PlayTime::default(),
            staking: Staking::default(),
            seats: Seats::default(),
            thinking: Arc::new(Semaphore::new(config.odds_threads.max(1))),
            asking: Asking::default(),
            bots_thinking: Arc::new(Semaphore::new(cores)),
            reading: Asking::default(),
            retelling: Arc::new(Semaphore::new(cores.div_ceil(2))),
            bots: AtomicUsize::new(0),
            counting: Mutex::default(),
            wall: Wall::new(),
            ended: std::sync::Mutex::default(),
            hours: watch::Sender::new(Hours::Open),
            config,
        });
        house.resume_switches().await?;
        house_bots::collect(&house).await?;
        house.clone().reopen().await?;
        house.resume_play_time().await?;
        Ok(house)
    }

    /// What an operator switched off or on stays so.
    async fn resume_switches(&self) -> Result<(), ServerError> {
        for (name, value) in self.store.settings().await? {
            if let Some(feature) = name.strip_prefix("feature/").and_then(|name| name.parse().ok()) {
                self.features.switch(feature, value == "on");
            }
        }
        Ok(())
    }

    /// Brings back the tournaments and then the tables, so that a damaged table of a tournament can be put right.
    async fn reopen(self: Arc<Self>) -> Result<(), ServerError> {
        let tournaments = self.stored_tournaments().await?;
        let last = self.store.last_below(table_stream(FIRST_TOURNAMENT_TABLE)?).await?;
        self.next_table.fetch_max(last.unwrap_or(0).saturating_add(1), Ordering::Relaxed);
        let streams = self.store.streams(StreamKind::Table).await?;
        let claims = self.store.claim_all(streams.clone()).await?;
        let loaded = self.store.load_all(&streams).await?;
        let mut closed = Vec::new();
        for (claim, loaded) in claims.into_iter().zip(loaded) {
            match self.bring_back(&loaded, claim, &tournaments).await {
                Ok(Stored::Open(opened)) => drop(self.seat(*opened)),
                Ok(Stored::Closed) => closed.push(claim.stream),
                Ok(Stored::Lost) => {}
                Err(error) => {
                    tracing::error!(table = claim.stream.number(), %error, "a table can't be brought back");
                }
            }
        }
        // The next start needn't look at them again.
        self.store.end(&closed).await?;
        self.resume_tournaments(tournaments).await;
        self.close_without_tournament().await;
        Ok(())
    }

    /// Tables of tournaments that are lost close, as soon as their hands are over.
    async fn close_without_tournament(&self) {
        for (table, handle) in self.tables() {
            if handle.tournament.is_some_and(|tournament| self.tournament(tournament).is_err())
                && let Err(problem) = handle.tell(cardroom_room::Actor::Room, Command::Close).await
            {
                tracing::error!(table, problem = problem.detail, "a table without its tournament doesn't close");
            }
        }
    }

    /// A table from what is stored.
    async fn bring_back(
        &self,
        loaded: &Loaded,
        claim: cardroom_store::Claim,
        tournaments: &BTreeMap<u64, StoredTournament>,
    ) -> Result<Stored, ServerError> {
        let Some((_, snapshot)) = &loaded.snapshot else {
            if let Some(damage) = &loaded.damage {
                self.give_back(&claim, damage).await?;
            }
            return Ok(Stored::Lost);
        };
        let secret = |hand: u64| {
            let kept = loaded.secrets.iter().find(|secret| secret.hand == hand)?;
            kept.secret.as_ref().ok().and_then(seeds)
        };
        let now = Now(self.clock.now_ms());
        let lines: Vec<Logged> = loaded.events.iter().map_while(|(_, bytes)| Logged::from_bytes(bytes).ok()).collect();
        let restored = if loaded.damage.is_some() || lines.len() < loaded.events.len() {
            Table::restore_cut_short(snapshot, &lines, claim.version.0, &secret, now)
        } else {
            Table::restore(snapshot, &lines, &secret, now)
        };
        let mut restored = match restored {
            Ok(restored) => restored,
            Err(damage) => {
                self.give_back(&claim, &damage).await?;
                return Ok(Stored::Lost);
            }
        };
        if let Some((damage, mut change)) = restored.voided.take() {
            tracing::error!(table = claim.stream.number(), %damage, "a hand is void");
            // What everybody has is for the ledger to say as it is, or for the director.
            change.entries.clear();
            let kept = match restored.table.setup().tournament {
                Some(tournament) => tournaments
                    .get(&tournament.0)
                    .map(|stored| stored.tournament.stacks_at(restored.table.id()))
                    .unwrap_or_default(),
                None => self.escrow(claim.stream.number()).await?,
            };
            let put_right = restored.table.reconcile(&kept, now);
            let both = [&change, &put_right].map(|change| recorded(&claim, change, None, &self.key));
            self.store.append_all(both.into()).await?;
        }
        if restored.table.is_closed() {
            return Ok(Stored::Closed);
        }
        restored.table.lose_connections();
        Ok(Stored::Open(Box::new(Opened { table: restored.table, claim })))
    }

    /// A table of which nothing can be read is lost; the chips at its seats are not.
    async fn give_back(
        &self,
        claim: &cardroom_store::Claim,
        damage: &(dyn std::fmt::Display + Sync),
    ) -> Result<(), ServerError> {
        let table = claim.stream.number();
        tracing::error!(table, %damage, "a table is lost; its chips go back to their wallets");
        let entry = |(account, chips): (AccountId, Chips)| {
            let (from, to) = (Purse::Seat(TableId(table), account), Purse::Wallet(account));
            let entry = Entry { from, to, amount: chips, reason: Reason::CashOut };
            ledger_entry(&format!("{table}/lost {}/{}", claim.version, account.0), &entry)
        };
        let seats = self.escrow(table).await?;
        Ok(self.store.post(seats.into_iter().filter(|(_, chips)| !chips.is_zero()).map(entry).collect()).await?)
    }

    /// What the ledger says lies at each seat of a table.
    async fn escrow(&self, table: u64) -> Result<Vec<(AccountId, Chips)>, ServerError> {
        let seats = self.store.seats_of(table).await?;
        let chips = |balance: i64| Chips::new(u64::try_from(balance).unwrap_or(0));
        Ok(seats.into_iter().map(|(account, balance)| (AccountId(account), chips(balance))).collect())
    }

    /// Starts the task of a table, and of the bots that sit at it.
    fn seat(self: &Arc<Self>, opened: Opened) -> TableHandle {
        let number = opened.table.id().0;
        let seats = opened.table.view(None, Now(0)).seats;
        let bots: Vec<AccountId> = seats.iter().filter(|seat| seat.bot).map(|seat| seat.account).collect();
        for seat in seats.iter().filter(|seat| !seat.bot) {
            self.seats.sat(seat.account.0, number);
        }
        let handle = TableTask::start(self.clone(), opened);
        self.write_tables().insert(number, handle.clone());
        for account in bots {
            house_bots::attach(self, handle.clone(), number, account);
        }
        self.lobby_changed();
        handle
    }

    /// Opens a new table.
    pub(crate) async fn open_table(self: &Arc<Self>, setup: TableSetup) -> Result<u64, Problem> {
        if self.is_closing() {
            return Err(problem::overloaded("the room is closing"));
        }
        if self.read_tables().len() >= self.config.tables {
            return Err(problem::overloaded("the room is full of tables"));
        }
        let number = self.next_table.fetch_add(1, Ordering::Relaxed);
        self.open_table_as(number, setup).await?;
        Ok(number)
    }

    /// Opens a table with a number that was given already.
    pub(crate) async fn open_table_as(
        self: &Arc<Self>,
        number: u64,
        setup: TableSetup,
    ) -> Result<TableHandle, Problem> {
        self.open_stored(new_table(number, setup)?).await.map_err(|error| problem::store(&error))
    }

    /// Opens a table, once it is stored. If that fails there is no table, and it may be tried again.
    pub(crate) async fn open_stored(self: &Arc<Self>, table: Table) -> Result<TableHandle, StoreError> {
        let claim = self.store.claim(table_stream(table.id().0)?).await?;
        // A tournament's table of which nothing could be read is opened anew, on the log that it had.
        let table = table.in_place_of_lost(claim.version.0);
        self.store.append(opening(&claim, &table)).await?;
        let game = table.spread().map(|spread| spread.game().id);
        tracing::debug!(table = table.id().0, game, "a table opens");
        Ok(self.seat(Opened { table, claim }))
    }

    /// A table's handle.
    pub(crate) fn table(&self, number: u64) -> Result<TableHandle, Problem> {
        self.read_tables().get(&number).filter(|handle| !handle.is_gone()).cloned().ok_or_else(problem::no_table)
    }

    /// All tables.
    pub(crate) fn tables(&self) -> Vec<(u64, TableHandle)> {
        self.read_tables().iter().map(|(&number, handle)| (number, handle.clone())).collect()
    }

    /// A table's task has stopped.
    pub(crate) fn table_gone(&self, number: u64) {
        self.write_tables().remove(&number);
        self.seats.closed(number);
        self.lobby_changed();
    }

    /// A table of a tournament rests.
    pub(crate) fn table_rests(&self, tournament: u64, table: &Table) {
        if let Ok(handle) = self.tournament(tournament) {
            handle.table_rests(table);
        }
    }

    /// A table of a tournament stood still, from one time to another.
    pub(crate) fn table_stood(&self, tournament: u64, when: std::ops::Range<u64>) {
        if let Ok(handle) = self.tournament(tournament) {
            handle.table_stood(when);
        }
    }

    /// The lobby as everyone sees it.
    pub(crate) fn lobby(&self) -> Lobby {
        let open = |handle: &TableHandle| !handle.private && handle.tournament.is_none();
        let mut tables: Vec<TableSummary> =
            self.read_tables().values().filter(|handle| open(handle)).map(TableHandle::summary).collect();
        if tables.len() > MOST_TABLES_SHOWN {
            tables.sort_by_key(|table| (std::cmp::Reverse((table.here, table.people)), table.table));
            tables.truncate(MOST_TABLES_SHOWN);
            tables.sort_by_key(|table| table.table);
        }
        let mut tournaments = self.tournament_lines();
        tournaments.retain(|tournament| !tournament.private);
        tournaments.truncate(MOST_TOURNAMENTS_SHOWN);
        Lobby { tables, tournaments, players: u32::try_from(self.people.count()).unwrap_or(u32::MAX) }
    }

    /// Something on the lobby's wall changed.
    pub(crate) fn lobby_changed(&self) {
        self.wall.changed();
    }

    /// Tells when the house closes.
    pub(crate) fn hours(&self) -> watch::Receiver<Hours> {
        self.hours.subscribe()
    }

    pub(crate) fn is_closing(&self) -> bool {
        *self.hours.borrow() != Hours::Open
    }

    pub(crate) fn is_over(&self) -> bool {
        *self.hours.borrow() == Hours::Over
    }

    /// Whether so many more bots may be called by players. Those who wait for a tournament to begin count as well.
    pub(crate) fn may_call_bots(&self, count: usize) -> Result<(), Problem> {
        if count == 0 {
            return Ok(());
        }
        self.features.require(Feature::Bots)?;
        let playing = self.bots.load(Ordering::Relaxed);
        if playing.saturating_add(self.bots_registered()).saturating_add(count) > self.config.bots {
            return Err(problem::overloaded("all bots of the house play already"));
        }
        Ok(())
    }

    /// A house bot comes to a table, unless they are switched off; a player who calls one was told so.
    pub(crate) fn send_bot(self: &Arc<Self>, handle: TableHandle, table: u64, level: Level) {
        if self.features.is_on(Feature::Bots) {
            house_bots::send(self.clone(), handle, table, level);
        }
    }

    /// The clocks of a new table.
    pub(crate) fn clocks(&self) -> Clocks {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be from 0 to 60")]
        // Never nothing: a room that is told to stop stops between two hands.
        let between_ms = ((self.config.pause_seconds * 1000.0) as u64).max(1);
        let ms = |seconds: u32| u64::from(seconds).saturating_mul(1000);
        let (bank_ms, grace_ms) = (ms(self.config.bank_seconds), ms(self.config.grace_seconds));
        Clocks { act_ms: ms(self.config.clock_seconds), bank_ms, grace_ms, between_ms, ..Clocks::USUAL }
    }

    /// No new hands; those that run are finished, but for so long at most. Then nothing is owed to anyone.
    pub(crate) async fn drain(&self, patience: Duration) {
        self.hours.send_replace(Hours::LastHands);
        // All at once, and within the time: a table that has too much to do can't even be asked yet.
        let finished = self.tables().into_iter().map(async |(_, handle)| {
            let (done, finished) = oneshot::channel();
            if handle.ask_patiently(Ask::Drain { done }).await.is_ok() {
                let _ = finished.await;
            }
        });
        if tokio::time::timeout(patience, futures_util::future::join_all(finished)).await.is_err() {
            tracing::warn!("some hands are not finished; they go on at the next start");
        }
        self.hours.send_replace(Hours::Over);
        // Every socket is told the end of its hand, and goodbye, before the process may go.
        if tokio::time::timeout(GOODBYE, self.hours.closed()).await.is_err() {
            tracing::warn!("some sockets didn't read the end");
        }
        self.store.close().await;
    }

    /// Advice is for tables that allow it: who is in a hand elsewhere doesn't get any, whatever game it asks about. One
    /// game's hand can be asked about as another's, for many of them rank or hold cards alike.
    pub(crate) async fn may_ask_advice(&self, account: u64) -> Result<(), Problem> {
        for number in self.seats.of(account) {
            let Ok(handle) = self.table(number) else { continue };
            if handle.withholds_advice(account).await {
                let text = format!("Table {number}, where you are in a hand, doesn't allow advice.");
                return Err(Problem::new(Code::Forbidden, text));
            }
        }
        Ok(())
    }

    /// Does something at a table as the operator.
    pub(crate) async fn operate(&self, number: u64, command: Command) -> Result<(), Problem> {
        self.table(number)?.tell(cardroom_room::Actor::Operator, command).await
    }

    pub(crate) fn read_tournaments(&self) -> std::sync::RwLockReadGuard<'_, BTreeMap<u64, TournamentHandle>> {
        self.tournaments.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn write_tournaments(&self) -> std::sync::RwLockWriteGuard<'_, BTreeMap<u64, TournamentHandle>> {
        self.tournaments.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn read_tables(&self) -> std::sync::RwLockReadGuard<'_, BTreeMap<u64, TableHandle>> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_tables(&self) -> std::sync::RwLockWriteGuard<'_, BTreeMap<u64, TableHandle>> {
        self.tables.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A table as it is before anything happened at it.
pub(crate) fn new_table(number: u64, setup: TableSetup) -> Result<Table, Problem> {
    Table::new(TableId(number), setup)
        .map_err(|error| Problem::new(Code::Illegal, problem::sentence(&error.to_string())))
}

/// What became of a stored table.
enum Stored {
    Open(Box<Opened>),
    Closed,
    /// Nothing of it can be read, or it was given a number and never opened.
    Lost,
}

/// How long sockets may take to be told the end, once no hand is waited for.
const GOODBYE: Duration = Duration::from_secs(3);

/// Tables on the lobby's wall. Everyone who looks at it is sent all of it, again and again: where more are open, those
/// where people are come first, and then the oldest.
const MOST_TABLES_SHOWN: usize = 200;
/// Tournaments on the lobby's wall.
const MOST_TOURNAMENTS_SHOWN: usize = 50;

/// Tables of tournaments have numbers from here on.
pub(crate) const FIRST_TOURNAMENT_TABLE: u64 = 1 << 52;

#[cfg(test)]
mod tests {
    use super::*;

    /// A table that can't even be asked to finish doesn't keep the room from closing.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_room_closes_though_a_table_has_too_much_to_do() {
        let config = Config { demo: true, house_tables: false, ..Config::default() };
        let house = House::open(config, ([127, 0, 0, 1], 0).into()).await.unwrap();
        let stakes = cardroom_room::Stakes::new("holdem", cardroom_room::StakesLimit::fixed(10));
        let number = house.open_table(TableSetup::new("busy", stakes, 6)).await.unwrap();
        let (_summary, shown) = watch::channel(house.table(number).unwrap().summary());
        let (busy, _unread) = TableHandle::new(shown, None, Some(AccountId(1)), None);
        while busy.ask(Ask::CloseIfIdle { idle_ms: 0 }).is_ok() {}
        house.write_tables().insert(99, busy);
        // Nor is anybody else kept waiting by it.
        house.close_idle_tables();
        house.drain(Duration::from_millis(100)).await;
        assert!(house.store.settings().await.is_err(), "the store is closed");
    }
}
