//! The task of a table.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use cardroom_bots::Level;
use cardroom_protocol::{Answer, ChatLine, Code, Problem, ServerMessage, TableEvent, TableSummary};
use cardroom_room::{AccountId, Actor, Change, Choice, Command, News, NewsOf, Now, Purse, Table};
use cardroom_rules::Spread;
use cardroom_store::{Append, Claim, CommandAnswer, Refusal, StoreError};
use tokio::sync::{mpsc, oneshot, watch};

use super::ask::{Ask, BotNews, Doer, Sitting, TableHandle, Watcher};
use super::dealer::{HouseDealer, prepare};
use super::keep::recorded;
use super::publish::Audience;
use crate::features::Feature;
use crate::house::House;
use crate::house_bots::level_of;
use crate::problem;
use crate::wire::{self, Feed, Told, Wish};

/// Things said that a newcomer still reads.
const CHAT_KEPT: usize = 50;
/// Answers kept to commands that may come a second time.
const ANSWERS_KEPT: usize = 128;
/// The longest wait between two tries to reach the store.
const LONGEST_RETRY: Duration = Duration::from_secs(2);

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
    summary: watch::Sender<TableSummary>,
    handle: TableHandle,
    preparing: bool,
    /// When somebody was last here.
    busy_ms: u64,
    muted: HashSet<AccountId>,
    /// Whoever waits for the table to stop.
    draining: Vec<oneshot::Sender<()>>,
    pots: VecDeque<(u64, u64)>,
}

/// A command that was asked for: by whom, under which id, and what.
#[derive(PartialEq, Eq)]
struct Asking {
    account: AccountId,
    id: String,
    command: [u8; 32],
}

/// What tells one command from another. It is stored, and a command may name cards that nobody else may see: without
/// the key, which is kept elsewhere, trying all cards would tell which.
fn fingerprint(key: &[u8; 32], asked: &cardroom_protocol::Command) -> [u8; 32] {
    use sha2::Digest;
    let asked = serde_json::to_vec(asked).unwrap_or_default();
    sha2::Sha256::new().chain_update(key).chain_update(asked).finalize().into()
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
        let feed = Feed::resume(view.view.as_deref(), &view.order);
        let (summary, reader) = watch::channel(first_line(&table));
        let tournament = setup.tournament.map(|tournament| tournament.0);
        let (handle, queue) = TableHandle::new(reader, setup.invitation.clone(), setup.host, tournament);
        let mut task = Self {
            audience: Audience::new(table.id().0, now_ms),
            dealer: HouseDealer::new(house.key.clone()),
            house,
            claim,
            spreads,
            feed,
            bots: HashMap::new(),
            chat: VecDeque::new(),
            answers: VecDeque::new(),
            summary,
            handle: handle.clone(),
            preparing: false,
            busy_ms: now_ms,
            muted: HashSet::new(),
            draining: Vec::new(),
            pots: VecDeque::new(),
            table,
        };
        task.summarise();
        tokio::spawn(task.run(queue));
        handle
    }

    async fn run(mut self, mut queue: mpsc::Receiver<Ask>) {
        loop {
            self.prepare_decks();
            let deadline = self.deadline();
            let timer = async {
                match deadline {
                    Some(at) => tokio::time::sleep_until(at.into()).await,
                    None => std::future::pending().await,
                }
            };
            let next = tokio::select! {
                ask = queue.recv() => match ask {
                    Some(ask) => self.answer(ask).await,
                    None => Next::Stop,
                },
                () = timer => self.tick().await,
            };
            if matches!(next, Next::Stop) || self.is_drained() {
                break;
            }
        }
        for done in self.draining.drain(..) {
            let _ = done.send(());
        }
        self.house.table_gone(self.table.id().0);
    }

    /// When the table goes on by itself. Nothing is dealt while the house closes, or to bots whom nobody watches.
    fn deadline(&self) -> Option<std::time::Instant> {
        if self.table.is_between_hands() && (!self.draining.is_empty() || !self.is_wanted()) {
            return None;
        }
        self.table.deadline().map(|at| self.house.clock.instant(at.0))
    }

    /// Whether anybody plays here or looks on; a tournament plays anyhow.
    fn is_wanted(&self) -> bool {
        let person = |(_, account, _): (_, AccountId, _)| level_of(account).is_none();
        self.handle.tournament.is_some() || !self.audience.watchers().is_empty() || self.table.stacks().any(person)
    }

    fn is_drained(&self) -> bool {
        !self.draining.is_empty() && self.table.is_between_hands()
    }

    fn now(&self) -> Now {
        Now(self.house.clock.now_ms())
    }

    fn prepare_decks(&mut self) {
        let (hid, reshuffles) = self.table.next_hand();
        if self.preparing || self.dealer.is_ready(hid, reshuffles) || !self.is_wanted() {
            return;
        }
        self.preparing = true;
        let handle = self.handle.clone();
        tokio::spawn(async move {
            if let Ok(decks) = tokio::task::spawn_blocking(move || prepare(hid, reshuffles)).await {
                let _ = handle.ask_patiently(Ask::Decks(Box::new(decks))).await;
            }
        });
    }

    async fn tick(&mut self) -> Next {
        self.try_command(Actor::Room, &Command::Tick, None).await.1
    }

    async fn answer(&mut self, ask: Ask) -> Next {
        match ask {
            Ask::Watch { watcher, since, code, answer } => {
                let account = watcher.account;
                let let_in = self.let_in(watcher, since, code.as_deref());
                let entered = let_in.is_ok();
                let _ = answer.send(let_in);
                if entered && self.is_seated(account) {
                    return self.try_command(Actor::Player(account), &Command::Connect, None).await.1;
                }
            }
            Ask::Unwatch { socket } => return self.unwatch(socket).await,
            Ask::Do { doer, id, asked } => return self.do_asked(&doer, id, *asked).await,
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
            Ask::Hear { account, level, news } => {
                self.bots.insert(account, (level, news));
                self.wake_bot();
            }
            Ask::Sits { account, answer } => {
                let _ = answer.send(self.sitting(account));
            }
            Ask::Look { answer } => {
                let _ = answer.send(Box::new(self.table.clone()));
            }
            Ask::CloseIfIdle { idle_ms } => return self.close_if_idle(idle_ms).await,
            Ask::Decks(decks) => {
                self.preparing = false;
                self.dealer.take(*decks);
            }
            Ask::Drain { done } => self.draining.push(done),
        }
        Next::Go
    }

    fn let_in(&mut self, watcher: Watcher, since: Option<u64>, code: Option<&str>) -> Result<(), Problem> {
        let setup = self.table.setup();
        let account = watcher.account;
        let invited = setup.invitation.is_none() || setup.host == Some(account) || self.is_seated(account);
        if !invited && setup.invitation.as_deref() != code {
            return Err(Problem::new(Code::Forbidden, "this table is private: its host gives out the invitation code"));
        }
        if !setup.spectators && !self.is_seated(account) {
            return Err(Problem::new(Code::Forbidden, "this table isn't open to spectators"));
        }
        let caught_up = since.is_some_and(|since| self.audience.catch_up(&watcher, since));
        if !caught_up {
            let snapshot = self.snapshot(account).ok_or_else(problem::no_table)?;
            watcher.out.send(&ServerMessage::Table {
                seq: self.audience.seq(),
                time: self.house.clock.now_ms(),
                snapshot: Box::new(snapshot),
            });
        }
        self.audience.join(watcher);
        Ok(())
    }

    fn snapshot(&self, account: AccountId) -> Option<cardroom_protocol::TableSnapshot> {
        let now = self.now();
        let seated = |watcher: &&Watcher| self.is_seated(watcher.account);
        let spectators = self.audience.watchers().iter().filter(|watcher| !seated(watcher)).count();
        wire::snapshot(
            &self.table.view(Some(account), now),
            wire::Beside {
                viewer: Some(account),
                spreads: &self.spreads,
                wallet: self.house.people.wallet(account.0),
                chat: self.chat.iter().cloned().collect(),
                spectators: u32::try_from(spectators).unwrap_or(u32::MAX),
                own_thrown: self.feed.thrown_by(account),
                now_ms: now.0,
                stopped: None,
            },
        )
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

    /// Somebody waits and every seat is taken: house bots get up, one for each who waits.
    async fn make_room(&mut self) -> Next {
        let view = self.table.view(None, self.now());
        let is_leaving = |seat: &&cardroom_room::SeatAtTable| seat.status == cardroom_room::SeatStatus::Leaving;
        let free = usize::from(view.setup.seats).saturating_sub(view.seats.len());
        let free = free.saturating_add(view.seats.iter().filter(is_leaving).count());
        let stays = |seat: &&cardroom_room::SeatAtTable| seat.bot && !is_leaving(seat);
        let bots = view.seats.iter().filter(stays).map(|seat| seat.account);
        for account in bots.take(view.line.len().saturating_sub(free)).collect::<Vec<_>>() {
            let (_, next) = Box::pin(self.try_command(Actor::Bot(account), &Command::Leave, None)).await;
            if matches!(next, Next::Stop) {
                return next;
            }
        }
        Next::Go
    }

    async fn unwatch(&mut self, socket: u64) -> Next {
        match self.audience.leave(socket) {
            Some(account) => self.disconnect(vec![account]).await,
            None => Next::Go,
        }
    }

    /// The last sockets of these accounts are gone.
    async fn disconnect(&mut self, mut gone: Vec<AccountId>) -> Next {
        while let Some(account) = gone.pop() {
            if !self.audience.has(account) && self.is_seated(account) {
                let (_, next) = Box::pin(self.try_command(Actor::Player(account), &Command::Disconnect, None)).await;
                if matches!(next, Next::Stop) {
                    return next;
                }
            }
        }
        Next::Go
    }

    fn is_seated(&self, account: AccountId) -> bool {
        self.table.stacks().any(|(_, seated, _)| seated == account)
    }

    fn sitting(&self, account: AccountId) -> Sitting {
        let view = self.table.view(None, self.now());
        let in_hand = self.table.player_view(account).map(|view| view.spread.game().id);
        let others_are_bots = view.seats.iter().all(|seat| seat.bot || seat.account == account);
        Sitting { seated: self.is_seated(account), in_hand, advice: view.setup.advisor || others_are_bots }
    }

    /// Does what a client asked for, once, and answers as often as it is asked.
    async fn do_asked(&mut self, doer: &Doer, id: String, asked: cardroom_protocol::Command) -> Next {
        let asking =
            Asking { account: doer.account, id: id.clone(), command: fingerprint(&self.house.fingerprints, &asked) };
        let same_id = |(known, _): &&(Asking, Answer)| known.account == asking.account && known.id == asking.id;
        if let Some((known, answer)) = self.answers.iter().find(same_id) {
            let again = Answer { id: Some(id), problem: Some(problem::id_reused()), seat: None };
            doer.out.send(&ServerMessage::Answer(if *known == asking { answer.clone() } else { again }));
            return Next::Go;
        }
        let sits = matches!(asked, cardroom_protocol::Command::Sit { .. });
        let wish = wire::wish(asked, doer.account, &doer.name, &self.table, self.now());
        let (done, next) = match wish {
            Err(problem) => (Err(problem), Next::Go),
            Ok(Wish::Chat(text)) => (self.say(doer, text), Next::Go),
            Ok(Wish::AddBot(level)) => (self.add_bot(doer, &level), Next::Go),
            Ok(Wish::Mute { account, on }) => (self.mute(doer, account, on), Next::Go),
            Ok(Wish::Table(command)) => {
                let command = self.with_code(command, doer);
                // Numbers of commands are a client's own, at each table.
                let command_id = format!("{}/{id}", self.table.id().0);
                let answer = CommandAnswer {
                    account: doer.account.0,
                    command: command_id.clone(),
                    answer: asking.command.to_vec(),
                };
                match self.try_command(Actor::Player(doer.account), &command, Some(answer)).await {
                    (Err(problem), next) => {
                        (self.done_before(&asking, &command_id).await.unwrap_or(Err(problem)), next)
                    }
                    done => done,
                }
            }
        };
        let own = self.table.stacks().find(|(_, account, _)| *account == doer.account);
        let seat = own.filter(|_| sits && done.is_ok()).map(|(seat, ..)| wire::chair(seat));
        let answer = Answer { id: Some(id), problem: done.err(), seat };
        doer.out.send(&ServerMessage::Answer(answer.clone()));
        if answer.problem.is_none() {
            self.answers.push_back((asking, answer));
            if self.answers.len() > ANSWERS_KEPT {
                self.answers.pop_front();
            }
        }
        next
    }

    /// What came of a refused command when it was asked for the first time, before a restart; nothing if it wasn't.
    async fn done_before(&self, asking: &Asking, command_id: &str) -> Option<Result<(), Problem>> {
        let kept = self.house.store.answer_to(asking.account.0, command_id).await.ok().flatten()?;
        Some(if kept == asking.command { Ok(()) } else { Err(problem::id_reused()) })
    }

    /// Who watches a private table has shown its code already.
    fn with_code(&self, command: Command, doer: &Doer) -> Command {
        let code = self.table.setup().invitation.clone().filter(|_| self.audience.has(doer.account));
        match command {
            Command::Sit { seat, buy_in, name, anchor, .. } => Command::Sit { seat, buy_in, name, anchor, code },
            Command::JoinList { .. } => Command::JoinList { code },
            other => other,
        }
    }

    fn say(&mut self, doer: &Doer, text: String) -> Result<(), Problem> {
        self.house.features.require(Feature::Chat)?;
        if !self.audience.has(doer.account) {
            return Err(Problem::new(Code::Forbidden, "watch the table before you speak at it"));
        }
        if self.muted.contains(&doer.account) {
            return Err(Problem::new(Code::Forbidden, "the host has muted you at this table"));
        }
        self.house.door.chat(doer.account.0)?;
        let at = self.house.clock.now_ms();
        let line = ChatLine { account: Some(doer.account.0), name: doer.name.clone(), text, at };
        self.chat.push_back(line.clone());
        if self.chat.len() > CHAT_KEPT {
            self.chat.pop_front();
        }
        self.audience.tell(&[Told { public: Some(TableEvent::Chat { line }), own: Vec::new() }], at);
        Ok(())
    }

    fn for_host(&self, doer: &Doer) -> Result<(), Problem> {
        if self.table.setup().host == Some(doer.account) {
            return Ok(());
        }
        Err(Problem::new(Code::Forbidden, "this is for the table's host alone to do"))
    }

    fn mute(&mut self, doer: &Doer, account: AccountId, on: bool) -> Result<(), Problem> {
        self.for_host(doer)?;
        if on && account != doer.account {
            self.muted.insert(account);
        } else {
            self.muted.remove(&account);
        }
        Ok(())
    }

    fn add_bot(&self, doer: &Doer, level: &str) -> Result<(), Problem> {
        self.for_host(doer)?;
        self.house.features.require(Feature::Bots)?;
        let setup = self.table.setup();
        let level: Level =
            level.parse().map_err(|error: cardroom_bots::BotsError| Problem::new(Code::Illegal, error.to_string()))?;
        if usize::from(setup.seats) <= self.table.stacks().count() {
            return Err(Problem::new(Code::Conflict, "every seat is taken"));
        }
        self.house.send_bot(self.handle.clone(), self.table.id().0, level);
        Ok(())
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
        match self.store(recorded(&self.claim, &change, answer)).await {
            Ok(()) => {}
            // It was done before a restart; the same id for something else is a mistake of the client's.
            Err(Refusal::Answered { answer }) if asked.as_ref() == Some(&answer) => return (Ok(()), Next::Go),
            Err(Refusal::Answered { .. }) => return (Err(problem::id_reused()), Next::Go),
            Err(Refusal::Fenced { .. } | Refusal::Conflict { .. }) => {
                tracing::warn!(table = self.table.id().0, "another server has taken the table over");
                return (Err(problem::no_table()), Next::Stop);
            }
            Err(refusal) => return (Err(problem::not_stored(&refusal)), Next::Go),
        }
        self.table = copy;
        let gone = self.publish(&change);
        let mut next = if gone.is_empty() { Next::Go } else { self.disconnect(gone).await };
        if matches!(next, Next::Go) && change.news.iter().any(|news| matches!(news, News::Listed { .. })) {
            next = self.make_room().await;
        }
        let closed = change.news.iter().any(|news| matches!(news, News::Closed));
        (Ok(()), if closed { Next::Stop } else { next })
    }

    /// Stores until it is stored or refused. While the store is away the table stands still and says so.
    async fn store(&mut self, append: Append) -> Result<(), Refusal> {
        let began = self.house.clock.now_ms();
        let mut wait = Duration::from_millis(50);
        let mut told = false;
        loop {
            let trouble = match self.house.store.append(append.clone()).await {
                Ok(_) => break,
                Err(StoreError::Refused(refusal)) => {
                    self.resume_after(began, told);
                    return Err(refusal);
                }
                Err(error) => error,
            };
            if !told {
                tracing::error!(table = self.table.id().0, %trouble, "a table waits for the store");
                metrics::counter!("cardroom_tables_paused_total").increment(1);
                let reason = "Table paused. The room is saving; clocks are stopped.".to_owned();
                self.tell_all(TableEvent::Paused { reason });
                told = true;
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LONGEST_RETRY);
        }
        self.resume_after(began, told);
        Ok(())
    }

    /// The store is back: clocks run on from where they stood.
    fn resume_after(&mut self, began_ms: u64, told: bool) {
        if told {
            self.table.stop_clocks_for(self.house.clock.now_ms().saturating_sub(began_ms));
            self.tell_all(TableEvent::Resumed);
        }
    }

    fn tell_all(&mut self, event: TableEvent) {
        let now_ms = self.house.clock.now_ms();
        self.audience.tell(&[Told { public: Some(event), own: Vec::new() }], now_ms);
    }

    /// Tells everyone what is stored; gives those whose sockets were too slow.
    fn publish(&mut self, change: &Change) -> Vec<AccountId> {
        let now_ms = self.house.clock.now_ms();
        let mut told = self.feed.tell(&change.news, &self.table, now_ms);
        self.add_made(&change.news, &mut told);
        self.add_you(change, &mut told);
        let gone = self.audience.tell(&told, now_ms);
        self.tell_bots(&change.news);
        self.move_wallets(change);
        self.count(change);
        self.seat_people(&change.news);
        if change.news.iter().any(changes_summary) {
            self.summarise();
        }
        if let Some(tournament) = self.handle.tournament.filter(|_| self.table.is_at_rest()) {
            self.house.table_rests(tournament, &self.table);
        }
        if change.hand.is_some() || change.news.iter().any(|news| matches!(news, News::Game { .. })) {
            self.spreads = self.table.setup().stakes.spreads().unwrap_or_default();
        }
        gone
    }

    /// Who got or threw cards, or sees a new board, is told what its hand is worth.
    fn add_made(&self, news: &[News], told: &mut Vec<Told>) {
        use cardroom_rules::EventOf::{Board, Dealt, Discarded};
        let changed =
            |news: &News| matches!(news, News::Played { event: Dealt { .. } | Board { .. } | Discarded { .. }, .. });
        if !news.iter().any(changed) {
            return;
        }
        let mut own = Vec::new();
        // Whoever is away just now, too: it is told when it comes back.
        for (_, account, _) in self.table.stacks().filter(|(_, account, _)| level_of(*account).is_none()) {
            let Some(view) = self.table.player_view(account) else { continue };
            let Some(seat) = view.own() else { continue };
            let (high, low) = wire::made(&view.spread, seat.known(), view.board.known());
            own.push((account, TableEvent::Made { made: high.into_iter().chain(low).collect() }));
        }
        if !own.is_empty() {
            told.push(Told { public: None, own });
        }
    }

    /// Whoever did something about its own seat is told how that stands.
    fn add_you(&self, change: &Change, told: &mut Vec<Told>) {
        let Some(account) = change.log.as_ref().and_then(|line| line.by.account()) else { return };
        let plays = change.log.as_ref().is_some_and(|line| matches!(line.command, Command::Act { .. }));
        if plays || level_of(account).is_some() {
            return;
        }
        let view = self.table.view(Some(account), self.now());
        let you = Box::new(wire::you(&view, Some(account), self.house.people.wallet(account.0)));
        told.push(Told { public: None, own: vec![(account, TableEvent::You { you })] });
    }

    fn tell_bots(&mut self, news: &[News]) {
        let left = news.iter().filter_map(|news| match news {
            News::Left { account, .. } => Some(*account),
            _ => None,
        });
        let left: Vec<AccountId> = left.collect();
        for (account, (_, bot)) in &self.bots {
            let _ = bot.try_send(BotNews::Seen(news.iter().map(|news| news.seen_by(Some(*account))).collect()));
        }
        self.bots.retain(|account, _| !left.contains(account));
        self.wake_bot();
    }

    /// If it is a bot's turn, it is shown what its seat sees.
    fn wake_bot(&self) {
        let Some((account, hand, turn)) = self.table.to_act() else { return };
        let (Some((_, bot)), Some(view)) = (self.bots.get(&account), self.table.player_view(account)) else { return };
        let _ = bot.try_send(BotNews::Turn { hand, turn, view: Box::new(view) });
    }

    /// The house knows who sits where.
    fn seat_people(&self, news: &[News]) {
        let table = self.table.id().0;
        for news in news {
            match news {
                News::Sat { account, .. } => self.house.seats.sat(account.0, table),
                News::Left { account, .. } => self.house.seats.left(account.0, table),
                _ => {}
            }
        }
    }

    fn move_wallets(&self, change: &Change) {
        for entry in &change.entries {
            let amount = i64::try_from(entry.amount.get()).unwrap_or(i64::MAX);
            if let Purse::Wallet(account) = entry.from {
                self.house.people.moved(account.0, -amount);
            }
            if let Purse::Wallet(account) = entry.to {
                self.house.people.moved(account.0, amount);
            }
        }
    }

    fn count(&mut self, change: &Change) {
        metrics::counter!("cardroom_commands_total").increment(1);
        if let Some(hand) = change.hand.as_deref().filter(|hand| !hand.is_burned()) {
            metrics::counter!("cardroom_hands_total", "game" => hand.spread.game().id).increment(1);
            let won: u64 = change.news.iter().filter_map(awarded).sum();
            self.pots.push_back((self.house.clock.now_ms(), won));
            if self.pots.len() > 30 {
                self.pots.pop_front();
            }
        }
    }

    /// Writes the lobby's line about this table anew.
    fn summarise(&mut self) {
        let view = self.table.view(None, self.now());
        let setup = &view.setup;
        let Some(spread) = self.table.spread() else { return };
        let small = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
        let span = self.pots.front().zip(self.pots.back()).map_or(0, |(first, last)| last.0.saturating_sub(first.0));
        let hands = u64::try_from(self.pots.len()).unwrap_or(0);
        let summary = TableSummary {
            table: view.table.0,
            name: setup.name.clone(),
            spread: wire::spread_info(spread),
            mix: if self.spreads.len() > 1 {
                self.spreads.iter().map(|spread| spread.game().id.to_owned()).collect()
            } else {
                Vec::new()
            },
            seats: setup.seats,
            people: small(view.seats.iter().filter(|seat| !seat.bot).count()),
            bots: small(view.seats.iter().filter(|seat| seat.bot).count()),
            waiting: u32::try_from(view.line.len()).unwrap_or(u32::MAX),
            buy_in: [setup.buy_in.min.get(), setup.buy_in.max.get()],
            average_pot: self.pots.iter().map(|(_, pot)| pot).sum::<u64>() / hands.max(1),
            hands_per_hour: u32::try_from(hands.saturating_sub(1).saturating_mul(3_600_000) / span.max(1)).unwrap_or(0),
            clock_ms: setup.clocks.act_ms,
            advisor: setup.advisor,
        };
        self.summary.send_replace(summary);
        self.house.lobby_changed();
    }
}

/// The lobby's line about a table where nothing has happened yet.
fn first_line(table: &Table) -> TableSummary {
    let setup = table.setup();
    TableSummary {
        table: table.id().0,
        name: setup.name.clone(),
        spread: table.spread().map(wire::spread_info).unwrap_or_default(),
        mix: Vec::new(),
        seats: setup.seats,
        people: 0,
        bots: 0,
        waiting: 0,
        buy_in: [setup.buy_in.min.get(), setup.buy_in.max.get()],
        average_pot: 0,
        hands_per_hour: 0,
        clock_ms: setup.clocks.act_ms,
        advisor: setup.advisor,
    }
}

/// Whether the lobby's line about the table changes with it.
fn changes_summary(news: &News) -> bool {
    matches!(
        news,
        News::Sat { .. }
            | News::Left { .. }
            | News::Listed { .. }
            | News::Unlisted { .. }
            | News::Game { .. }
            | News::HandOver { .. }
    )
}

fn awarded(news: &News) -> Option<u64> {
    match news {
        NewsOf::Played { event: cardroom_rules::Event::Awarded { amount, .. }, .. } => Some(amount.get()),
        _ => None,
    }
}
