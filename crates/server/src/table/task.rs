//! The task of a table.

mod asked;
#[cfg(test)]
mod away;
mod guests;
mod telling;

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use cardroom_bots::Level;
use cardroom_protocol::{Answer, ChatLine, Problem, TableEvent, TableSummary};
use cardroom_room::{AccountId, Actor, Choice, Command, News, Now, Table};
use cardroom_rules::Spread;
use cardroom_store::{Append, Claim, CommandAnswer, Refusal, StoreError};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Sleep;

pub(crate) use self::asked::EVENTS_KEPT;
use self::asked::{Asking, Earlier};
use super::ask::{Ask, BotNews, TableHandle};
use super::dealer::HouseDealer;
use super::keep::recorded;
use super::publish::Audience;
use crate::house::House;
use crate::house_bots::level_of;
use crate::problem;
use crate::wire::{self, Feed};

/// The longest wait between two tries to reach the store.
const LONGEST_RETRY: Duration = Duration::from_secs(2);
/// How long the store may take before the table stands still and says so, in milliseconds.
pub(crate) const LONGEST_SILENCE_MS: u64 = 1000;
/// What may be asked of a table that stands still and is put off until it goes on.
const MOST_PUT_OFF: usize = 256;
/// What a table says that waits for the store.
const WAITS_FOR_STORE: &str = "Table paused. The room is saving; clocks are stopped.";

/// A table that was opened or came back, with the right to write its log.
pub(crate) struct Opened {
    pub(crate) table: Table,
    pub(crate) claim: Claim,
}

/// The task of a table.
pub(crate) struct TableTask {
    house: Arc<House>,
    table: Table,
    claim: Claim,
    spreads: Vec<Spread>,
    dealer: HouseDealer,
    feed: Feed,
    audience: Audience,
    bots: HashMap<AccountId, (Level, mpsc::Sender<BotNews>)>,
    chat: VecDeque<ChatLine>,
    answers: VecDeque<(Asking, Answer)>,
    /// What was done here before this process.
    earlier: Earlier,
    summary: watch::Sender<TableSummary>,
    handle: TableHandle,
    /// When somebody was last here.
    busy_ms: u64,
    muted: BTreeSet<AccountId>,
    /// Whoever waits for the table to stop.
    draining: Vec<oneshot::Sender<()>>,
    queue: mpsc::Receiver<Ask>,
    /// What was asked while the table waited for the store, and comes first when it goes on.
    put_off: VecDeque<Ask>,
    /// Whose sockets have come or gone without the table having been told.
    moved: Vec<AccountId>,
    /// Whether the table stands still because the store doesn't answer.
    stands_still: bool,
    /// Whether the director of its tournament waits for the store, and the table for the director.
    awaits_director: bool,
    /// Rings when the store has taken too long.
    alarm: Pin<Box<Sleep>>,
    /// What the hand that runs has paid out; its record comes only when nobody can show any more.
    won: u64,
    pots: VecDeque<(u64, u64)>,
}

/// Whether the task goes on.
enum Next {
    Go,
    Stop,
}

impl TableTask {
    /// Starts the task of a table, and gives the handle to ask it by.
    pub(crate) fn start(house: Arc<House>, opened: Opened) -> TableHandle {
        let Opened { table, claim } = opened;
        let setup = table.setup();
        let now_ms = house.clock.now_ms();
        let spreads = setup.stakes.spreads().unwrap_or_default();
        let view = table.view(None, Now(now_ms));
        let played = table.story(None).map_or(0, |story| story.seen.len());
        let feed = Feed::resume(view.view.as_deref(), &view.order, played);
        let (summary, reader) = watch::channel(telling::first_line(&table));
        let tournament = setup.tournament.map(|tournament| tournament.0);
        let (handle, queue) = TableHandle::new(reader, setup.invitation.clone(), setup.host, tournament);
        let mut task = Self {
            audience: Audience::new(table.id().0, now_ms),
            dealer: HouseDealer::new(house.key.clone(), house.shuffler.clone()),
            house,
            claim,
            spreads,
            feed,
            bots: HashMap::new(),
            chat: VecDeque::new(),
            answers: VecDeque::new(),
            earlier: Earlier::Unread,
            summary,
            handle: handle.clone(),
            busy_ms: now_ms,
            muted: BTreeSet::new(),
            draining: Vec::new(),
            queue,
            put_off: VecDeque::new(),
            moved: Vec::new(),
            stands_still: false,
            awaits_director: false,
            alarm: Box::pin(tokio::time::sleep(Duration::ZERO)),
            won: 0,
            pots: VecDeque::new(),
            table,
        };
        task.summarise();
        tokio::spawn(task.run());
        handle
    }

    async fn run(mut self) {
        loop {
            self.order_decks();
            let deadline = self.deadline();
            let timer = async {
                match deadline {
                    Some(at) => tokio::time::sleep_until(at.into()).await,
                    None => std::future::pending().await,
                }
            };
            let ask = async {
                match self.put_off.pop_front() {
                    None => self.queue.recv().await,
                    ask => ask,
                }
            };
            let mut next = tokio::select! {
                ask = ask => match ask {
                    Some(ask) => self.answer(ask).await,
                    None => Next::Stop,
                },
                () = timer => self.tick().await,
            };
            self.audience.flush();
            // What follows is stored as well, and nobody waits for that to hear of the rest.
            while let (Next::Go, Some(account)) = (&next, self.moved.pop()) {
                next = self.note_connection(account).await;
                self.audience.flush();
            }
            if matches!(next, Next::Stop) || self.is_drained() {
                break;
            }
        }
        for done in self.draining.drain(..) {
            let _ = done.send(());
        }
        if self.table.is_closed() {
            self.house.note_ended(self.claim.stream);
        }
        self.house.table_gone(self.table.id().0);
    }

    /// When the table goes on by itself. Nothing is dealt while the house closes, or to bots whom nobody watches; a hand that
    /// is still shown comes to its end all the same, for only then is it kept.
    fn deadline(&self) -> Option<std::time::Instant> {
        let goes_on = || self.is_wanted() || self.is_closing();
        if self.table.is_at_rest() && (!self.draining.is_empty() || !goes_on()) {
            return None;
        }
        self.table.deadline().map(|at| self.house.clock.instant(at.0))
    }

    /// Whether anybody plays here or looks on; a tournament plays anyhow.
    fn is_wanted(&self) -> bool {
        let person = |(_, account, _): (_, AccountId, _)| level_of(account).is_none();
        self.handle.tournament.is_some() || !self.audience.watchers().is_empty() || self.table.stacks().any(person)
    }

    /// Whether the table closes as soon as its last hand has been shown: that needs nobody to look on.
    fn is_closing(&self) -> bool {
        self.table.view(None, self.now()).open == cardroom_room::Openness::Closed
    }

    fn is_drained(&self) -> bool {
        !self.draining.is_empty() && self.table.is_between_hands()
    }

    fn now(&self) -> Now {
        Now(self.house.clock.now_ms())
    }

    /// Has the next hand's decks prepared, where anybody waits for it.
    fn order_decks(&mut self) {
        if self.is_wanted() {
            let (hid, reshuffles) = self.table.next_hand();
            self.dealer.order(hid, reshuffles);
        }
    }

    async fn tick(&mut self) -> Next {
        self.try_command(Actor::Room, &Command::Tick, None).await.1
    }

    async fn answer(&mut self, ask: Ask) -> Next {
        let Some(ask) = self.answer_at_once(ask) else { return Next::Go };
        match ask {
            Ask::Do { doer, id, asked, stake } => return self.do_asked(&doer, id, *asked, stake).await,
            Ask::Tell { by, command, answer } => {
                let (done, next) = self.try_command(by, &command, None).await;
                let _ = answer.send(done);
                return next;
            }
            Ask::Played { account, hand, turn, action } => {
                let view =
                    self.table.player_view(account).filter(|_| self.table.to_act() == Some((account, hand, turn)));
                if let Some(choice) = view.and_then(|view| Choice::of(action, &view)) {
                    let command = Command::Act { hand, turn, choice };
                    return self.try_command(Actor::Bot(account), &command, None).await.1;
                }
            }
            Ask::Look { answer } => {
                let _ = answer.send(Box::new(self.table.clone()));
            }
            Ask::CloseIfIdle { idle_ms } => return self.close_if_idle(idle_ms).await,
            Ask::Watch { .. }
            | Ask::Unwatch { .. }
            | Ask::Hear { .. }
            | Ask::Sits { .. }
            | Ask::AwaitDirector { .. }
            | Ask::Drain { .. } => {}
        }
        Next::Go
    }

    /// Answers what needs nothing to be stored, nor to be known as it will be; gives back the rest.
    fn answer_at_once(&mut self, ask: Ask) -> Option<Ask> {
        match ask {
            Ask::Watch { watcher, since, code, answer } => {
                let account = watcher.account;
                let let_in = self.let_in(watcher, since, code.as_deref());
                if let_in.is_ok() {
                    self.moved.push(account);
                }
                let _ = answer.send(let_in);
            }
            Ask::Unwatch { socket } => self.moved.extend(self.audience.leave(socket)),
            Ask::Hear { account, level, news } => {
                self.bots.insert(account, (level, news));
                self.wake_bot();
            }
            Ask::Sits { account, answer } => {
                let _ = answer.send(self.sitting(account));
            }
            Ask::AwaitDirector { on } => self.await_director(on),
            Ask::Drain { done } => self.draining.push(done),
            Ask::Do { .. } | Ask::Tell { .. } | Ask::Played { .. } | Ask::Look { .. } | Ask::CloseIfIdle { .. } => {
                return Some(ask);
            }
        }
        None
    }

    async fn close_if_idle(&mut self, idle_ms: u64) -> Next {
        let now_ms = self.house.clock.now_ms();
        if !self.audience.watchers().is_empty() || !self.table.is_between_hands() || self.is_wanted() {
            self.busy_ms = now_ms;
        }
        if now_ms.saturating_sub(self.busy_ms) < idle_ms {
            return Next::Go;
        }
        tracing::info!(table = self.table.id().0, "a table closes where nobody has been for a while");
        self.try_command(Actor::Operator, &Command::Close, None).await.1
    }

    fn is_seated(&self, account: AccountId) -> bool {
        self.table.stacks().any(|(_, seated, _)| seated == account)
    }

    /// Tries a command on a copy, stores what came of it, and only then lets it be so.
    async fn try_command(
        &mut self,
        by: Actor,
        command: &Command,
        answer: Option<CommandAnswer>,
    ) -> (Result<(), Problem>, Next) {
        let mut copy = self.table.clone();
        let change = match copy.apply(by, command, self.now(), &mut self.dealer) {
            Ok(change) => change,
            Err(refused) => {
                if let cardroom_room::Refused::Frozen { .. } = refused {
                    tracing::error!(table = self.table.id().0, %refused, "a table is frozen");
                }
                let view = by.account().and_then(|account| self.table.player_view(account));
                return (Err(problem::refused(&refused, view.as_ref())), Next::Go);
            }
        };
        if change.log.is_none() {
            return (Ok(()), Next::Go);
        }
        let asked = answer.as_ref().map(|answer| answer.answer.clone());
        match self.store(recorded(&self.claim, &change, answer, &self.house.key)).await {
            Ok(stood_ms) => copy.stop_clocks_for(stood_ms),
            // It was done before a restart; the same id for something else is a mistake of the client's.
            Err(Refusal::Answered { answer }) if asked.as_ref() == Some(&answer) => return (Ok(()), Next::Go),
            Err(Refusal::Answered { .. }) => return (Err(problem::id_reused()), Next::Go),
            Err(Refusal::Fenced { .. } | Refusal::Conflict { .. }) => {
                tracing::warn!(table = self.table.id().0, "another server has taken the table over");
                return (Err(problem::no_table()), Next::Stop);
            }
            Err(refusal) => return (Err(problem::not_stored(&refusal)), Next::Go),
        }
        let before = std::mem::replace(&mut self.table, copy);
        self.publish(&before, &change);
        let mut next = Next::Go;
        if change.news.iter().any(|news| matches!(news, News::Listed { .. })) {
            // What follows is stored as well, and nobody shall wait for that to hear of this.
            self.audience.flush();
            next = self.make_room().await;
        }
        let closed = change.news.iter().any(|news| matches!(news, News::Closed));
        (Ok(()), if closed { Next::Stop } else { next })
    }

    /// Stores until it is stored or refused. While the store is away or says nothing the table stands still and says
    /// so; for how many milliseconds, so that the clocks of what was stored can stand still as well.
    async fn store(&mut self, append: Append) -> Result<u64, Refusal> {
        let (append, house) = (Arc::new(append), self.house.clone());
        let began_ms = house.clock.now_ms();
        let mut wait = Duration::from_millis(50);
        loop {
            let mut appending = pin!(house.store.append(append.clone()));
            let appended = tokio::select! {
                biased;
                appended = &mut appending => appended,
                () = self.silence(began_ms) => {
                    self.stand_still(&"it doesn't answer");
                    self.answer_until(appending).await
                }
            };
            let trouble = match appended {
                Ok(_) => return Ok(self.go_on(began_ms)),
                Err(StoreError::Refused(refusal)) => {
                    let stood_ms = self.go_on(began_ms);
                    self.table.stop_clocks_for(stood_ms);
                    return Err(refusal);
                }
                Err(error) => error,
            };
            self.stand_still(&trouble);
            self.answer_until(pin!(tokio::time::sleep(wait))).await;
            wait = (wait * 2).min(LONGEST_RETRY);
        }
    }

    /// Done when the store has said nothing for too long. The alarm is set anew only once it has rung: a command that
    /// is stored at once, as nearly all are, doesn't touch the timers.
    async fn silence(&mut self, began_ms: u64) {
        let until = self.house.clock.instant(began_ms.saturating_add(LONGEST_SILENCE_MS)).into();
        loop {
            self.alarm.as_mut().await;
            if self.alarm.deadline() >= until {
                return;
            }
            self.alarm.as_mut().reset(until);
        }
    }

    fn stand_still(&mut self, trouble: &dyn std::fmt::Display) {
        if std::mem::replace(&mut self.stands_still, true) {
            return;
        }
        tracing::error!(table = self.table.id().0, %trouble, "a table waits for the store");
        metrics::counter!("cardroom_tables_paused_total").increment(1);
        self.tell_all(TableEvent::Paused { reason: WAITS_FOR_STORE.to_owned() });
    }

    /// Between hands nothing is stored here while the director waits, so that nobody would be told why no hand is
    /// dealt.
    fn await_director(&mut self, on: bool) {
        let awaits = on && self.table.is_at_rest();
        if std::mem::replace(&mut self.awaits_director, awaits) == awaits || self.stands_still {
            return;
        }
        if awaits {
            self.tell_all(TableEvent::Paused { reason: WAITS_FOR_STORE.to_owned() });
        } else {
            self.tell_resumed(self.table.turn_clock().map(|clock| clock.until.0));
        }
    }

    /// What made the table stand still is over; it may be paused for another reason all the while.
    fn tell_resumed(&mut self, deadline: Option<u64>) {
        self.tell_all(TableEvent::Resumed { deadline });
        if let Some(reason) = self.why_paused() {
            self.tell_all(TableEvent::Paused { reason: reason.to_owned() });
        }
    }

    fn why_paused(&self) -> Option<&'static str> {
        match self.stands_still || self.awaits_director {
            true => Some(WAITS_FOR_STORE),
            false => wire::pause_reason(self.table.view(None, self.now()).open),
        }
    }

    /// Waits for something of the store's. Whoever comes meanwhile is let in, and sees that the table waits.
    async fn answer_until<T>(&mut self, mut done: Pin<&mut impl Future<Output = T>>) -> T {
        loop {
            tokio::select! {
                biased;
                done = &mut done => return done,
                Some(ask) = self.queue.recv(), if self.put_off.len() < MOST_PUT_OFF => {
                    let ask = self.answer_at_once(ask);
                    self.put_off.extend(ask);
                    self.audience.flush();
                }
            }
        }
    }

    /// The store is back; how long it was away.
    fn go_on(&mut self, began_ms: u64) -> u64 {
        if !std::mem::replace(&mut self.stands_still, false) {
            return 0;
        }
        let now_ms = self.house.clock.now_ms();
        if let Some(tournament) = self.handle.tournament {
            self.house.table_stood(tournament, began_ms..now_ms);
        }
        let stood_ms = now_ms.saturating_sub(began_ms);
        let deadline = self.table.turn_clock().map(|clock| clock.until.0.saturating_add(stood_ms));
        self.tell_resumed(deadline);
        stood_ms
    }
}
