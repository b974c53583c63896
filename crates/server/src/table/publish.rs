//! Telling a table's watchers: each message is written once, and the last ones are kept for who missed them.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use cardroom_protocol::{ServerMessage, TableEvent};
use cardroom_room::AccountId;

use super::ask::Watcher;
use crate::house_bots::level_of;
use crate::outbox::written;
use crate::wire::Told;

/// How many messages are kept for those who missed them.
const KEPT: usize = 64;

/// A table's watchers and what they were last told.
pub(super) struct Audience {
    table: u64,
    /// The number of the last message. It begins at the time the table was opened, so that it never goes back.
    seq: u64,
    watchers: Vec<Watcher>,
    recent: VecDeque<Message>,
}

/// One message as everyone gets it, and as some get it.
struct Message {
    seq: u64,
    public: Utf8Bytes,
    own: Vec<(AccountId, Utf8Bytes)>,
}

impl Message {
    fn to(&self, account: AccountId) -> Utf8Bytes {
        let own = self.own.iter().find(|(owner, _)| *owner == account);
        own.map_or(&self.public, |(_, text)| text).clone()
    }
}

impl Audience {
    pub(super) fn new(table: u64, now_ms: u64) -> Self {
        Self { table, seq: now_ms.saturating_mul(1000), watchers: Vec::new(), recent: VecDeque::new() }
    }

    pub(super) fn seq(&self) -> u64 {
        self.seq
    }

    pub(super) fn watchers(&self) -> &[Watcher] {
        &self.watchers
    }

    pub(super) fn has(&self, account: AccountId) -> bool {
        self.watchers.iter().any(|watcher| watcher.account == account)
    }

    pub(super) fn join(&mut self, watcher: Watcher) {
        self.watchers.retain(|other| other.out.socket() != watcher.out.socket());
        self.watchers.push(watcher);
    }

    /// A socket follows no longer; gives the account that it was.
    pub(super) fn leave(&mut self, socket: u64) -> Option<AccountId> {
        let place = self.watchers.iter().position(|watcher| watcher.out.socket() == socket)?;
        Some(self.watchers.swap_remove(place).account)
    }

    /// Sends a watcher everything after `since`; `false` if that isn't known any more.
    pub(super) fn catch_up(&self, watcher: &Watcher, since: u64) -> bool {
        let missed = self.seq.checked_sub(since).and_then(|missed| usize::try_from(missed).ok());
        let Some(first) = missed.and_then(|missed| self.recent.len().checked_sub(missed)) else { return false };
        self.recent.iter().skip(first).all(|message| watcher.out.put(message.to(watcher.account)))
    }

    /// Tells everyone; gives the accounts whose last socket was too slow and is gone.
    pub(super) fn tell(&mut self, told: &[Told], now_ms: u64) -> Vec<AccountId> {
        if told.is_empty() {
            return Vec::new();
        }
        self.seq = self.seq.saturating_add(1);
        let message = |events: Vec<TableEvent>| {
            written(&ServerMessage::Events { table: self.table, seq: self.seq, time: now_ms, events })
        };
        let mut owners: Vec<AccountId> = told.iter().flat_map(|told| &told.own).map(|(account, _)| *account).collect();
        owners.sort_unstable();
        owners.dedup();
        // Players who are away just now get theirs when they come back; house bots hear in another way.
        owners.retain(|&account| level_of(account).is_none());
        let public = message(told.iter().filter_map(|told| told.public.clone()).collect());
        let own = owners.into_iter().map(|account| {
            let events = told.iter().filter_map(|told| {
                let own = told.own.iter().find(|(owner, _)| *owner == account).map(|(_, event)| event);
                own.or(told.public.as_ref()).cloned()
            });
            (account, message(events.collect()))
        });
        let message = Message { seq: self.seq, public, own: own.collect() };
        let mut gone = Vec::new();
        self.watchers.retain(|watcher| {
            let kept = watcher.out.put(message.to(watcher.account));
            if !kept {
                gone.push(watcher.account);
            }
            kept
        });
        debug_assert!(self.recent.back().is_none_or(|last| last.seq + 1 == message.seq));
        self.recent.push_back(message);
        if self.recent.len() > KEPT {
            self.recent.pop_front();
        }
        gone.retain(|&account| !self.has(account));
        gone
    }
}
