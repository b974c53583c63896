//! Who is here: the sockets of each account, and what its wallet held when it was last told.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cardroom_protocol::{Problem, ServerMessage};
use cardroom_room::{Entry, Purse};

use crate::outbox::Outbox;

/// Everyone with an open socket.
#[derive(Default)]
pub(crate) struct People {
    here: Mutex<HashMap<u64, Person>>,
    /// How often anybody was told to go, or called otherwise.
    dismissed: AtomicU64,
    /// Sessions that were opened with a recovery code and have set no new password yet.
    recovered: Mutex<HashSet<u64>>,
}

#[derive(Default)]
struct Person {
    wallet: i64,
    /// Its name, if it took one while it was here.
    name: Option<String>,
    /// By the sessions that opened them.
    sockets: Vec<(u64, Outbox)>,
}

impl People {
    /// A socket came. `false` if the account has as many as it may have; the socket must go.
    pub(crate) fn arrive(&self, account: u64, session: u64, wallet: i64, socket: Outbox, most: usize) -> bool {
        let mut here = self.lock();
        let person = here.entry(account).or_default();
        if person.sockets.len() >= most {
            return false;
        }
        person.wallet = wallet;
        person.sockets.push((session, socket));
        true
    }

    /// A socket went.
    pub(crate) fn depart(&self, account: u64, socket: u64) {
        let mut here = self.lock();
        if let Some(person) = here.get_mut(&account) {
            person.sockets.retain(|(_, outbox)| outbox.socket() != socket);
            if person.sockets.is_empty() {
                here.remove(&account);
            }
        }
    }

    /// Chips came to a wallet or left it, and that is durable.
    pub(crate) fn moved(&self, account: u64, by: i64) {
        let mut here = self.lock();
        if let Some(person) = here.get_mut(&account) {
            person.wallet = person.wallet.saturating_add(by);
            let message = ServerMessage::Wallet { chips: chips(person.wallet) };
            for (_, socket) in &person.sockets {
                socket.send(&message);
            }
        }
    }

    /// Chips moved as these entries say, and that is durable.
    pub(crate) fn wallets_moved(&self, entries: &[Entry]) {
        for entry in entries {
            let amount = i64::try_from(entry.amount.get()).unwrap_or(i64::MAX);
            if let Purse::Wallet(account) = entry.from {
                self.moved(account.0, -amount);
            }
            if let Purse::Wallet(account) = entry.to {
                self.moved(account.0, amount);
            }
        }
    }

    /// Tells an account something, wherever it is connected.
    pub(crate) fn tell(&self, account: u64, message: &ServerMessage) {
        if let Some(person) = self.lock().get(&account) {
            for (_, socket) in &person.sockets {
                socket.send(message);
            }
        }
    }

    /// An account is called otherwise from now on, on the sockets that are open, too.
    pub(crate) fn rename(&self, account: u64, name: &str) {
        self.dismissed.fetch_add(1, Ordering::SeqCst);
        if let Some(person) = self.lock().get_mut(&account) {
            person.name = Some(name.to_owned());
        }
    }

    /// The name that somebody took while it was here.
    pub(crate) fn renamed(&self, account: u64) -> Option<String> {
        self.lock().get(&account).and_then(|person| person.name.clone())
    }

    /// Sockets of an account are closed: what it may do has changed, or their sessions are over.
    pub(crate) fn dismiss(&self, account: u64, sessions: impl Fn(u64) -> bool, why: &Problem) {
        // First: who arrives too late to be told sees by this that it might have been.
        self.dismissed.fetch_add(1, Ordering::SeqCst);
        if let Some(person) = self.lock().get(&account) {
            for (_, socket) in person.sockets.iter().filter(|(session, _)| sessions(*session)) {
                socket.close(why.clone());
            }
        }
    }

    /// How often anybody was told to go, or called otherwise. Where that is as often as before its session was looked up,
    /// whoever has arrived since is still who it was.
    pub(crate) fn dismissed(&self) -> u64 {
        self.dismissed.load(Ordering::SeqCst)
    }

    /// What the wallet of somebody who is here holds.
    pub(crate) fn wallet(&self, account: u64) -> u64 {
        self.lock().get(&account).map_or(0, |person| chips(person.wallet))
    }

    /// A session was opened with a recovery code.
    pub(crate) fn recovered(&self, session: u64) {
        self.recovered.lock().unwrap_or_else(PoisonError::into_inner).insert(session);
    }

    /// Whether a session was opened with a recovery code; that counts once.
    pub(crate) fn use_recovery(&self, session: u64) -> bool {
        self.recovered.lock().unwrap_or_else(PoisonError::into_inner).remove(&session)
    }

    /// How many people are here.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Person>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn chips(balance: i64) -> u64 {
    u64::try_from(balance).unwrap_or(0)
}
