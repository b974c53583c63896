//! The door: who may come in, how many, and how often.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::{HeaderMap, header};
use cardroom_protocol::{Code, Problem};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::clock::Clock;
use crate::config::{Config, origin};
use crate::problem::too_many;
use crate::tries::{LONGEST_WAIT_MS, Tries, Try, Wait};

/// Things that one account may say in a minute, and at once.
const CHATS_PER_MINUTE: u32 = 20;
const CHATS_AT_ONCE: u32 = 5;
/// The longest wait after wrong tokens at the operator's door. Behind a proxy the operator may come from the address of
/// whoever guesses.
const OPERATOR_WAIT_MS: u64 = 60_000;

/// How many times as many requests an address may make of everything as of the API alone, pages and files included.
/// A refusal costs little, but as many as a line can carry would still take every core.
const HURRIED: u32 = 10;
/// How long each answer waits for an address that makes more.
const PAUSE: Duration = Duration::from_millis(100);

/// Where somebody connects.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Listener {
    Players,
    Operator,
}

/// Counts and limits, by address.
pub(crate) struct Door {
    origins: Option<String>,
    trust_proxy: bool,
    connections: Arc<Places>,
    operators: Arc<Places>,
    sockets: Arc<Places>,
    openings: Arc<Places>,
    requests: DefaultKeyedRateLimiter<IpAddr>,
    everything: DefaultKeyedRateLimiter<IpAddr>,
    guests: DefaultKeyedRateLimiter<IpAddr>,
    logins: Arc<Tries>,
    operator_tokens: Arc<Tries>,
    clock: Clock,
    chats: DefaultKeyedRateLimiter<u64>,
    messages: Quota,
}

/// How many of something there are from each address.
struct Places {
    open: Mutex<HashMap<IpAddr, usize>>,
    most: usize,
}

impl Places {
    fn take(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Place { places: self.clone(), address })
    }
}

/// A place for one more from an address; given back when it is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.places.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

/// A try to log in that has begun.
pub(crate) struct Login {
    this: Try,
    clock: Clock,
}

impl Login {
    /// What was shown is right: the next try needn't wait for the failures before.
    pub(crate) fn right(self) {
        self.this.right(self.clock.now_ms());
    }

    /// It is wrong.
    pub(crate) fn wrong(self) {
        self.this.wrong();
    }
}

impl Door {
    pub(crate) fn new(config: &Config) -> Self {
        let at_least_one = |count: u32| NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
        let per_minute = |count: u32| Quota::per_minute(at_least_one(count));
        let per_second =
            |count: u32, burst: u32| Quota::per_second(at_least_one(count)).allow_burst(at_least_one(burst));
        Self {
            origins: config.public_url.as_deref().and_then(origin),
            trust_proxy: config.trust_proxy,
            connections: Arc::new(Places {
                open: Mutex::default(),
                // Behind a proxy all connections are the proxy's.
                most: if config.trust_proxy { usize::MAX } else { config.connections_per_address },
            }),
            operators: Arc::new(Places { open: Mutex::default(), most: config.connections_per_address }),
            sockets: Arc::new(Places { open: Mutex::default(), most: config.sockets_per_address }),
            openings: Arc::new(Places {
                open: Mutex::default(),
                most: config.tables_per_address.max(config.tables_per_account),
            }),
            requests: RateLimiter::keyed(per_second(config.requests_per_second, config.requests_burst)),
            everything: RateLimiter::keyed(per_second(
                config.requests_per_second.saturating_mul(HURRIED),
                config.requests_burst.saturating_mul(HURRIED),
            )),
            guests: RateLimiter::keyed(per_minute(config.guests_per_minute)),
            logins: Tries::new(config.logins_per_minute, LONGEST_WAIT_MS),
            operator_tokens: Tries::new(config.logins_per_minute, OPERATOR_WAIT_MS),
            clock: Clock::start(),
            chats: RateLimiter::keyed(per_minute(CHATS_PER_MINUTE).allow_burst(at_least_one(CHATS_AT_ONCE))),
            messages: per_second(config.messages_per_second, config.messages_burst),
        }
    }

    /// Whose connection it is: the peer's, or behind a trusted proxy the one that the proxy names last.
    pub(crate) fn address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let forwarded = || {
            let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            last.rsplit(',').next()?.trim().parse().ok()
        };
        network(if self.trust_proxy { forwarded().unwrap_or(peer) } else { peer })
    }

    /// The page must come from this server: the origin is the public one, or the very host that was asked.
    pub(crate) fn check_origin(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        // A program that is no browser sends none; it has no cookies to misuse either.
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let Some(came_from) = origins.next() else { return Ok(()) };
        let exactly = |wanted: &str| came_from.as_bytes() == wanted.as_bytes();
        let own = match &self.origins {
            Some(public) => exactly(public),
            None => text(header::HOST).is_some_and(|host| exactly(&format!("http://{host}"))),
        };
        (own && origins.next().is_none()).then_some(()).ok_or_else(|| match &self.origins {
            Some(public) => Problem::new(Code::Forbidden, format!("This room is played at {public}: open it there.")),
            None => not_our_page(),
        })
    }

    /// A browser that somebody else's page sends here doesn't show its cookie, and yet keeps the one that it is given:
    /// it must not get a new one in place of its own.
    pub(crate) fn check_asked_from_here(headers: &HeaderMap) -> Result<(), Problem> {
        let site = headers.get("sec-fetch-site").map(axum::http::HeaderValue::as_bytes);
        let from_here = matches!(site, None | Some(b"same-origin" | b"none"));
        from_here.then_some(()).ok_or_else(not_our_page)
    }

    /// A place for one more socket from this address.
    pub(crate) fn take_place(&self, address: IpAddr) -> Result<Place, Problem> {
        self.sockets.take(address).ok_or_else(|| {
            metrics::counter!("cardroom_limited_total", "limit" => "sockets_per_address").increment(1);
            too_many("too many connections from this address", 10)
        })
    }

    /// A place for one more table or tournament that somebody opens from this address. A guest costs nothing: without
    /// this, one stranger as many guests would take all the tables, tournaments and bots that the room has.
    pub(crate) fn open(&self, address: IpAddr) -> Result<Place, Problem> {
        self.openings.take(address).ok_or_else(|| {
            metrics::counter!("cardroom_limited_total", "limit" => "tables_per_address").increment(1);
            too_many("too many tables and tournaments were opened from this address", 60)
        })
    }

    /// A place for one more connection of any kind from this address. However many players hold connections from the
    /// operator's own machine, a proxy say, it still gets in.
    pub(crate) fn connect(&self, listener: Listener, address: IpAddr) -> Option<Place> {
        let connections = match listener {
            Listener::Players => &self.connections,
            Listener::Operator => &self.operators,
        };
        let place = connections.take(network(address));
        if place.is_none() {
            metrics::counter!("cardroom_limited_total", "limit" => "connections_per_address").increment(1);
        }
        place
    }

    /// Waits a moment if this address asks for more than anybody needs, pages and files included.
    pub(crate) async fn unhurried(&self, address: IpAddr) {
        if self.everything.check_key(&address).is_err() {
            metrics::counter!("cardroom_limited_total", "limit" => "hurried").increment(1);
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// One request from this address.
    pub(crate) fn request(&self, address: IpAddr) -> Result<(), Problem> {
        limited(&self.requests, &address, "requests", "too many requests from this address")
    }

    /// One new guest from this address.
    pub(crate) fn guest(&self, address: IpAddr) -> Result<(), Problem> {
        limited(&self.guests, &address, "guests", "too many new guests from this address")
    }

    /// One try to log in, from this address and under this name; to be told how it went.
    pub(crate) fn login(&self, address: IpAddr, skeleton: &str) -> Result<Login, Problem> {
        let begun = self.logins.begin(address, skeleton, self.clock.now_ms());
        begun.map(|this| Login { this, clock: self.clock }).map_err(|wait| {
            metrics::counter!("cardroom_limited_total", "limit" => "logins").increment(1);
            let (what, ms) = match wait {
                Wait::Address(ms) => ("too many tries to log in from this address", ms),
                Wait::Name(ms) => ("too many tries to log in under this name", ms),
            };
            too_many(what, ms.div_ceil(1000))
        })
    }

    /// Whether the operator's token may be shown from this address just now.
    pub(crate) fn may_operate(&self, address: IpAddr) -> Result<(), Problem> {
        match self.operator_tokens.wait(network(address), "", self.clock.now_ms()) {
            None => Ok(()),
            Some(Wait::Address(ms) | Wait::Name(ms)) => {
                metrics::counter!("cardroom_limited_total", "limit" => "operator_tokens").increment(1);
                Err(too_many("too many wrong tokens from this address", ms.div_ceil(1000)))
            }
        }
    }

    /// A wrong token was shown at the operator's door.
    pub(crate) fn not_the_operator(&self, address: IpAddr) {
        if let Ok(this) = self.operator_tokens.begin(network(address), "", self.clock.now_ms()) {
            this.wrong();
        }
    }

    /// Something said by this account.
    pub(crate) fn chat(&self, account: u64) -> Result<(), Problem> {
        limited(&self.chats, &account, "chat", "you speak too often: wait a moment")
    }

    /// A limit for the messages of one socket.
    pub(crate) fn messages(&self) -> DefaultDirectRateLimiter {
        RateLimiter::direct(self.messages)
    }

    /// Forgets addresses that haven't come for a while.
    pub(crate) fn sweep(&self) {
        self.requests.retain_recent();
        self.everything.retain_recent();
        self.guests.retain_recent();
        self.logins.sweep(self.clock.now_ms());
        self.operator_tokens.sweep(self.clock.now_ms());
        self.chats.retain_recent();
    }
}

/// Whom an address counts as. Of version 6 everybody at home has a whole network, and all of that is one.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [first, second, third, fourth, ..] = address.segments();
            IpAddr::from([first, second, third, fourth, 0, 0, 0, 0])
        }
        address @ IpAddr::V4(_) => address,
    }
}

fn not_our_page() -> Problem {
    Problem::new(Code::Forbidden, "This request comes from a page that isn't this room's own.")
}

fn limited<K: std::hash::Hash + Eq + Clone>(
    limit: &DefaultKeyedRateLimiter<K>,
    key: &K,
    name: &'static str,
    what: &str,
) -> Result<(), Problem> {
    limit.check_key(key).map_err(|not_yet| {
        metrics::counter!("cardroom_limited_total", "limit" => name).increment(1);
        too_many(what, not_yet.wait_time_from(DefaultClock::default().now()).as_secs().saturating_add(1))
    })
}
