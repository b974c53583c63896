//! One socket: reads what a client says, within bounds, and writes what it is told.

use std::collections::{BTreeMap, HashSet};
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use cardroom_protocol::{Answer, ClientMessage, Code, Problem, ServerMessage, TournamentSnapshot, VERSION};
use cardroom_room::AccountId;
use governor::DefaultDirectRateLimiter;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, sleep_until, timeout};

use crate::accounts::SignedIn;
use crate::door::Place;
use crate::hours::{Hours, come};
use crate::house::House;
use crate::line::{Frame, Line};
use crate::misread;
use crate::outbox::Outbox;
use crate::own_limits::Stake;
use crate::problem::{self, too_many};
use crate::serve::Admission;
use crate::table::{Ask, Doer, Watcher};
use crate::tournament::TournamentHandle;
use crate::wall::renewed;

/// How long one write to a socket may take.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Tables that one socket may follow.
const MOST_WATCHED: usize = 16;
/// Tournaments that one socket may follow.
const MOST_TOURNAMENTS: usize = 4;
/// The longest id of a command, in bytes.
const LONGEST_ID: usize = 40;
/// Refused messages after which a socket is closed.
const MOST_LIMITED: u32 = 100;

/// A client on its socket.
pub(crate) struct Session {
    house: Arc<House>,
    who: SignedIn,
    /// How often anybody had been told to go when it was looked up who this is.
    dismissed: u64,
    out: Outbox,
    watched: HashSet<u64>,
    follows_lobby: bool,
    /// The lobby's wall, if it is followed, or a tournament on it.
    wall: Option<watch::Receiver<Frame>>,
    /// The tournaments that are followed, each as it was last told.
    tournaments: BTreeMap<u64, Arc<TournamentSnapshot>>,
    messages: DefaultDirectRateLimiter,
    limited: u32,
    _place: Place,
    _admission: Option<Admission>,
}

/// Why a socket ends.
enum End {
    /// The client closed it, or it broke.
    Gone,
    /// The server closes it, for this reason.
    Close(Problem),
}

impl Session {
    pub(crate) fn new(
        house: Arc<House>,
        (who, dismissed): (SignedIn, u64),
        line: Arc<Line>,
        place: Place,
        admission: Option<Admission>,
    ) -> Self {
        let out = Outbox::new(line);
        let messages = house.door.messages();
        let watched = HashSet::new();
        let tournaments = BTreeMap::new();
        Self {
            house,
            who,
            dismissed,
            out,
            watched,
            follows_lobby: false,
            wall: None,
            tournaments,
            messages,
            limited: 0,
            _place: place,
            _admission: admission,
        }
    }

    /// Serves the socket until it ends.
    pub(crate) async fn run(mut self, mut socket: WebSocket) {
        // Held to the end: a house that closes waits until nobody listens for that any more.
        let mut hours = self.house.hours();
        metrics::gauge!("cardroom_sockets").increment(1.0);
        let account = self.who.account;
        let most = self.house.config.sockets_per_account;
        let end = if self.house.people.arrive(account, self.who.session, self.who.wallet, self.out.clone(), most) {
            let end = match self.look_again().await {
                Ok(()) => {
                    self.house.lobby_changed();
                    self.welcome();
                    self.converse(&mut socket, &mut hours).await
                }
                Err(problem) => End::Close(problem),
            };
            self.house.people.depart(account, self.out.socket());
            self.house.lobby_changed();
            end
        } else {
            metrics::counter!("cardroom_limited_total", "limit" => "sockets_per_account").increment(1);
            End::Close(too_many("this account has as many windows open as it may have", 5))
        };
        for table in &self.watched {
            if let Ok(handle) = self.house.table(*table) {
                let _ = handle.ask_patiently(Ask::Unwatch { socket: self.out.socket() }).await;
            }
        }
        if let End::Close(problem) = end {
            bye(&mut socket, self.out.line(), problem).await;
        }
        metrics::gauge!("cardroom_sockets").decrement(1.0);
    }

    /// Between the look at its session and its arrival somebody may have been told to go, this client perhaps, who was
    /// not there to hear it; for how long is up to the client, by what it reads of the answers before.
    async fn look_again(&mut self) -> Result<(), Problem> {
        if self.house.people.dismissed() != self.dismissed {
            // Apart, as what is said is: few sockets ever need the room for it.
            self.who = Box::pin(self.who.by_now(&self.house)).await?;
        }
        Ok(())
    }

    fn welcome(&self) {
        self.out.send(&ServerMessage::Welcome {
            version: VERSION,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            time: self.house.clock.now_ms(),
            account: self.who.on_the_wire(),
            tables: self.house.seats.of(self.who.account),
        });
    }

    async fn converse(&mut self, socket: &mut WebSocket, hours: &mut watch::Receiver<Hours>) -> End {
        let config = &self.house.config;
        let dead = Duration::from_secs(config.dead_seconds);
        let period = Duration::from_secs(config.ping_seconds);
        let mut heard = Instant::now();
        let mut ping_at = heard + first_ping(period, self.out.socket());
        let mut alarm = pin!(sleep_until(ping_at.min(heard + dead)));
        // What hardly ever comes is waited for once, not anew with every message.
        let (end, line) = (self.out.ending().clone(), self.out.line().clone());
        let (mut ended, mut closes) = (pin!(end.comes()), pin!(come(hours, Hours::LastHands)));
        let mut unread = pin!(unread(&line));
        loop {
            tokio::select! {
                // Whoever has much to say can't keep the rest from its turn, for the pace at which it may speak is
                // limited.
                biased;
                why = &mut ended => return End::Close(why),
                frame = socket.recv() => {
                    heard = Instant::now();
                    if let Err(end) = self.take(frame).await {
                        return end;
                    }
                }
                () = &mut unread => return End::Gone,
                () = &mut alarm => {
                    if heard.elapsed() >= dead {
                        return End::Gone;
                    }
                    if Instant::now() >= ping_at {
                        let ping = socket.send(Message::Ping(axum::body::Bytes::new()));
                        if !matches!(timeout(WRITE_TIMEOUT, ping).await, Ok(Ok(()))) {
                            return End::Gone;
                        }
                        ping_at = Instant::now() + period;
                    }
                    // It isn't moved with every word that is heard: if one came meanwhile, it rings for nothing once.
                    alarm.as_mut().reset(ping_at.min(heard + dead));
                }
                () = renewed(&mut self.wall) => self.tell_lobby(),
                () = &mut closes => {
                    // Running hands are finished first, as long as the house waits for them.
                    return self.last_words(socket, &line, unread).await;
                }
            }
        }
    }

    /// The house closes: the client goes on playing its hand until the tables are done, or nobody waits for them any
    /// more.
    async fn last_words(
        &mut self,
        socket: &mut WebSocket,
        line: &Line,
        mut unread: Pin<&mut impl Future<Output = ()>>,
    ) -> End {
        let end = self.out.ending().clone();
        let mut hours = self.house.hours();
        loop {
            let tables_left = self.watched.iter().any(|&table| self.house.table(table).is_ok());
            if !tables_left || *hours.borrow() == Hours::Over {
                // Each table said its last before it went; whatever of that still waits is told first.
                if !is_read(line).await {
                    return End::Gone;
                }
                return End::Close(problem::overloaded("the room is closing for a moment: come back and resume"));
            }
            tokio::select! {
                frame = socket.recv() => if let Err(end) = self.take(frame).await { return end },
                () = &mut unread => return End::Gone,
                why = end.comes() => return End::Close(why),
                () = come(&mut hours, Hours::Over) => {}
                () = tokio::time::sleep(Duration::from_millis(100)) => {}
            }
        }
    }

    /// Takes what came, which may be the end.
    async fn take(&mut self, frame: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        match frame {
            // Apart from the socket's own task: most sockets say nothing, and need not hold room for it.
            Some(Ok(Message::Text(text))) => Box::pin(self.hear(&text)).await,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => self.in_pace().map(drop),
            Some(Ok(Message::Binary(_))) => Err(End::Close(Problem::new(Code::Malformed, "Messages are text."))),
            Some(Ok(Message::Close(_))) | None => Err(End::Gone),
            Some(Err(error)) => Err(unreadable(error, self.house.config.message_bytes)),
        }
    }

    /// Takes one message. What can't be read, or comes too often, is answered and changes nothing.
    async fn hear(&mut self, text: &str) -> Result<(), End> {
        if !self.in_pace()? {
            let id = serde_json::from_str(text).ok().as_ref().and_then(refused_as);
            self.refuse(id, too_many("too many messages: slow down", 1));
            return Ok(());
        }
        match serde_json::from_str::<ClientMessage>(text) {
            Ok(message) => self.obey(message).await,
            Err(error) => {
                metrics::counter!("cardroom_malformed_total").increment(1);
                // The client's own id, where it can be made out, so that it knows what was refused.
                let id = serde_json::from_str::<WithId>(text).ok().map(|with| with.id).filter(|id| is_id(id));
                let fault = misread::fault::<ClientMessage>(text, &error);
                self.refuse(id, Problem::new(Code::Malformed, problem::sentence(&fault)));
            }
        }
        Ok(())
    }

    /// Whether the client keeps to the pace; who doesn't for long is cut off. Frames without a message count as well.
    fn in_pace(&mut self) -> Result<bool, End> {
        if self.messages.check().is_ok() {
            return Ok(true);
        }
        metrics::counter!("cardroom_limited_total", "limit" => "messages").increment(1);
        self.limited += 1;
        if self.limited > MOST_LIMITED {
            return Err(End::Close(too_many("too many messages", 10)));
        }
        Ok(false)
    }

    async fn obey(&mut self, message: ClientMessage) {
        match message {
            ClientMessage::Ping { echo } => {
                self.out.send(&ServerMessage::Pong { echo, time: self.house.clock.now_ms() });
            }
            ClientMessage::WatchLobby { on } => {
                self.follows_lobby = on;
                self.follow_wall();
                if on {
                    self.out.send(&ServerMessage::Lobby(self.house.lobby()));
                }
            }
            ClientMessage::WatchTournament { tournament, on, code } => {
                if let Err(problem) = self.follow_tournament(tournament, on, code.as_deref()) {
                    self.refuse(Some(tournament_id(tournament)), problem);
                }
            }
            ClientMessage::Watch { table, since, code } => {
                if let Err(problem) = self.watch(table, since, code).await {
                    self.refuse(Some(table_id(table)), problem);
                }
            }
            ClientMessage::Unwatch { table } => {
                if self.watched.remove(&table)
                    && let Ok(handle) = self.house.table(table)
                {
                    let _ = handle.ask_patiently(Ask::Unwatch { socket: self.out.socket() }).await;
                }
            }
            ClientMessage::Command { id, table, command } => {
                if !is_id(&id) {
                    let text = format!("A command's id has 1 to {LONGEST_ID} bytes.");
                    self.refuse(None, Problem::new(Code::Malformed, text));
                } else if let Err(problem) = self.command(&id, table, command).await {
                    self.refuse(Some(id), problem);
                }
            }
        }
    }

    /// Asks a table to do something; it answers when that is done.
    async fn command(&self, id: &str, table: u64, command: cardroom_protocol::Command) -> Result<(), Problem> {
        let stake = self.may_play(&command).await?;
        let name = self.house.people.renamed(self.who.account).unwrap_or_else(|| self.who.name.clone());
        let (account, out) = (AccountId(self.who.account), self.out.clone());
        let ask = Ask::Do { doer: Doer { account, name, out }, id: id.to_owned(), asked: Box::new(command), stake };
        let handle = self.house.table(table)?;
        if self.watched.contains(&table) { handle.ask(ask) } else { handle.ask_from_afar(ask) }
    }

    fn follow_tournament(&mut self, tournament: u64, on: bool, code: Option<&str>) -> Result<(), Problem> {
        if !on {
            self.tournaments.remove(&tournament);
            self.follow_wall();
            return Ok(());
        }
        if self.tournaments.len() >= MOST_TOURNAMENTS && !self.tournaments.contains_key(&tournament) {
            return Err(too_many("one window follows at most 4 tournaments", 5));
        }
        let handle = self.house.tournament(tournament)?;
        handle.may_come(self.who.account, code)?;
        self.tournaments.insert(tournament, handle.shown());
        self.follow_wall();
        // Read again once it is followed: no change falls in between.
        let shown = handle.shown();
        self.tell_tournament(&handle, &shown);
        self.tournaments.insert(tournament, shown);
        Ok(())
    }

    /// Follows the wall if there is anything on it to be told of.
    fn follow_wall(&mut self) {
        let wanted = self.follows_lobby || !self.tournaments.is_empty();
        if wanted != self.wall.is_some() {
            self.wall = wanted.then(|| self.house.wall.follow());
        }
    }

    fn tell_tournament(&self, handle: &TournamentHandle, shown: &TournamentSnapshot) {
        let snapshot = handle.told_to(shown, self.who.account);
        self.out.send(&ServerMessage::Tournament(Box::new(snapshot)));
    }

    /// The lobby changed, or one of the tournaments in it.
    fn tell_lobby(&mut self) {
        if let Some(wall) = self.wall.as_mut().filter(|_| self.follows_lobby) {
            self.out.put(wall.borrow_and_update().clone());
        }
        let mut followed = std::mem::take(&mut self.tournaments);
        for (&tournament, last) in &mut followed {
            let Ok(handle) = self.house.tournament(tournament) else { continue };
            let shown = handle.shown();
            if !Arc::ptr_eq(&shown, last) {
                self.tell_tournament(&handle, &shown);
                *last = shown;
            }
        }
        self.tournaments = followed;
    }

    /// Who excluded itself, is banned, or has reached its own limits, takes no seat; who excluded itself plays no
    /// tournament on in which it has one.
    async fn may_play(&self, command: &cardroom_protocol::Command) -> Result<Option<Stake>, Problem> {
        use cardroom_protocol::Command::{Act, Return, Sit, TopUp, Wait};
        let stake = match command {
            Sit { buy_in: amount, .. } | TopUp { amount } => amount.chips().unwrap_or(0),
            Wait {} => 0,
            Act { .. } | Return { .. } => return self.who.may_play().map(|()| None),
            _ => return Ok(None),
        };
        self.house.within_limits(&self.who, stake).await
    }

    async fn watch(&mut self, table: u64, since: Option<u64>, code: Option<String>) -> Result<(), Problem> {
        if self.watched.len() >= MOST_WATCHED {
            // Those that have closed are followed no longer: who plays on for long comes through many.
            self.watched.retain(|&table| self.house.table(table).is_ok());
        }
        if self.watched.len() >= MOST_WATCHED && !self.watched.contains(&table) {
            return Err(too_many("one window follows at most 16 tables", 5));
        }
        let handle = self.house.table(table)?;
        let (answer, answered) = oneshot::channel();
        let watcher = Watcher { account: AccountId(self.who.account), out: self.out.clone() };
        handle.ask(Ask::Watch { watcher, since, code, answer })?;
        answered.await.map_err(|_| problem::no_table())??;
        self.watched.insert(table);
        Ok(())
    }

    fn refuse(&self, id: Option<String>, problem: Problem) {
        let problem = Some(problem::in_a_sentence(problem));
        self.out.send(&ServerMessage::Answer(Answer { id, problem, seat: None }));
    }
}

/// Why a socket ends of which nothing more can be read. A client that broke the rules of sockets is told so, or it
/// would come back and do the same.
fn unreadable(error: axum::Error, most: usize) -> End {
    use tungstenite::Error::{Capacity, Protocol, Utf8};
    let problem = match error.into_inner().downcast::<tungstenite::Error>().as_deref() {
        Ok(Capacity(_)) => Problem::new(Code::TooLarge, format!("A message has at most {most} bytes.")),
        Ok(Utf8(_)) => Problem::new(Code::Malformed, "Messages are text in UTF-8."),
        Ok(Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake)) => return End::Gone,
        Ok(Protocol(error)) => Problem::new(Code::Malformed, problem::sentence(&error.to_string())),
        _ => return End::Gone,
    };
    metrics::counter!("cardroom_malformed_total").increment(1);
    End::Close(problem)
}

/// By which id the client is told that a message of its was refused: whatever is asked for and isn't answered it would
/// wait for in vain.
fn refused_as(message: &ClientMessage) -> Option<String> {
    match message {
        ClientMessage::Watch { table, .. } => Some(table_id(*table)),
        ClientMessage::WatchTournament { tournament, .. } => Some(tournament_id(*tournament)),
        ClientMessage::Command { id, .. } => Some(id.clone()).filter(|id| is_id(id)),
        ClientMessage::Ping { .. } | ClientMessage::WatchLobby { .. } | ClientMessage::Unwatch { .. } => None,
    }
}

fn is_id(id: &str) -> bool {
    (1..=LONGEST_ID).contains(&id.len())
}

pub(crate) fn table_id(table: u64) -> String {
    format!("watch:{table}")
}

fn tournament_id(tournament: u64) -> String {
    format!("watch_tournament:{tournament}")
}

#[derive(serde::Deserialize)]
struct WithId {
    id: String,
}

/// Whose the address is, kept for the limits of one connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// When a socket is pinged first, within a period: all who come at once, after a restart say, are pinged one after
/// another.
fn first_ping(period: Duration, socket: u64) -> Duration {
    const PLACES: u32 = 64;
    let place = u32::try_from(socket % u64::from(PLACES)).unwrap_or(0);
    period.saturating_mul(place + 1) / PLACES
}

/// Whether everything that waits was read in time.
async fn is_read(line: &Line) -> bool {
    match timeout(WRITE_TIMEOUT, line.sent()).await {
        Ok(sent) => sent.is_ok(),
        Err(_) => {
            metrics::counter!("cardroom_slow_readers_total").increment(1);
            false
        }
    }
}

/// Sends on what the system didn't take at once; done when that isn't read in time, or the line broke.
async fn unread(line: &Line) {
    loop {
        line.gets_stuck().await;
        if !is_read(line).await {
            return;
        }
    }
}

/// Says why, and closes.
async fn bye(socket: &mut WebSocket, line: &Line, problem: Problem) {
    let code = match problem.code {
        Code::TooMany | Code::Unavailable => close_code::AGAIN,
        Code::Malformed => close_code::UNSUPPORTED,
        Code::TooLarge => close_code::SIZE,
        _ => close_code::POLICY,
    };
    let reason: Utf8Bytes = problem.detail.chars().take(40).collect::<String>().into();
    let message = serde_json::to_string(&ServerMessage::Bye { problem }).unwrap_or_default();
    // Who reads too slowly shall read this before anything else.
    line.forget();
    let last = async {
        socket.send(Message::Text(message.into())).await?;
        socket.send(Message::Close(Some(CloseFrame { code, reason }))).await
    };
    let _ = timeout(Duration::from_secs(1), last).await;
}
