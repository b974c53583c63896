//! Telling a table's watchers: each message is written once, and the last ones are kept for whoever missed them.

use std::collections::VecDeque;
use std::ops::Range;

use cardroom_protocol::{ServerMessage, TableEvent};
use cardroom_room::AccountId;

use super::ask::Watcher;
use crate::house_bots::level_of;
use crate::line::Frame;
use crate::wire::Told;

/// How many messages are kept for those who missed them.
const KEPT: usize = 32;

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
    public: Frame,
    own: Vec<(AccountId, Frame)>,
}

impl Message {
    fn to(&self, account: AccountId) -> Frame {
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

    /// The sockets of an account follow no longer, and are told why.
    pub(super) fn dismiss(&mut self, account: AccountId, why: &ServerMessage) {
        for watcher in self.watchers.extract_if(.., |watcher| watcher.account == account) {
            watcher.out.send(why);
        }
    }

    /// Sends a watcher everything after `since`; `false` if that isn't known any more.
    pub(super) fn catch_up(&self, watcher: &Watcher, since: u64) -> bool {
        let missed = self.seq.checked_sub(since).and_then(|missed| usize::try_from(missed).ok());
        let Some(first) = missed.and_then(|missed| self.recent.len().checked_sub(missed)) else { return false };
        self.recent.iter().skip(first).all(|message| watcher.out.put(message.to(watcher.account)))
    }

    /// Sends what was told: once for all that one command leads to.
    pub(super) fn flush(&self) {
        for watcher in &self.watchers {
            watcher.out.flush();
        }
    }

    /// Tells everyone, with the next [`Audience::flush`]; gives the accounts whose last socket was too slow and is gone.
    #[must_use = "the table has to be told who is gone"]
    pub(super) fn tell(&mut self, told: &[Told], now_ms: u64) -> Vec<AccountId> {
        if told.is_empty() {
            return Vec::new();
        }
        self.seq = self.seq.saturating_add(1);
        let (table, seq, time) = (self.table, self.seq, now_ms);
        let sheet = Sheet::write(told, &ServerMessage::Events { table, seq, time, events: Vec::new() });
        let mut owners: Vec<AccountId> = told.iter().flat_map(|told| &told.own).map(|(account, _)| *account).collect();
        owners.sort_unstable();
        owners.dedup();
        // Players who are away just now get theirs when they come back; house bots hear in another way.
        owners.retain(|&account| level_of(account).is_none());
        let own = owners.into_iter().map(|account| (account, sheet.message(Some(account)))).collect();
        let message = Message { seq: self.seq, public: sheet.message(None), own };
        let mut gone = Vec::new();
        self.watchers.retain(|watcher| {
            let kept = watcher.out.hold(message.to(watcher.account));
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

/// Everything that is told at once, each event written once, from which everyone's message is put together.
struct Sheet {
    /// A message without events.
    frame: String,
    text: Vec<u8>,
    lines: Vec<Line>,
}

/// Where an event stands as everyone is told it, and as some are.
struct Line {
    public: Option<Range<usize>>,
    own: Vec<(AccountId, Range<usize>)>,
}

impl Sheet {
    fn write(told: &[Told], without_events: &ServerMessage) -> Self {
        let mut text = Vec::with_capacity(1024);
        let mut put = |event: &TableEvent| {
            let start = text.len();
            // Writing plain values to memory can't fail.
            let _ = serde_json::to_writer(&mut text, event);
            start..text.len()
        };
        let mut line = |told: &Told| Line {
            public: told.public.as_ref().map(&mut put),
            own: told.own.iter().map(|(account, event)| (*account, put(event))).collect(),
        };
        let lines = told.iter().map(&mut line).collect();
        let frame = serde_json::to_string(without_events).unwrap_or_default();
        Self { frame, text, lines }
    }

    /// The message as an account gets it, or as everyone does who has no version of its own. It takes no more room than
    /// it has to: a table keeps many of them.
    fn message(&self, account: Option<AccountId>) -> Frame {
        let (head, tail) = self.frame.split_at(self.frame.len().saturating_sub("]}".len()));
        let events = || {
            let places = self.lines.iter().filter_map(|line| {
                let own = line.own.iter().find(|(owner, _)| Some(*owner) == account).map(|(_, place)| place);
                own.or(line.public.as_ref())
            });
            places.map(|place| self.text.get(place.clone()).unwrap_or_default())
        };
        let length = events().map(|event| event.len() + 1).sum::<usize>().saturating_sub(1);
        let mut message = Frame::begin(self.frame.len() + length);
        message.extend(head.as_bytes());
        for (place, event) in events().enumerate() {
            if place > 0 {
                message.push(b',');
            }
            message.extend(event);
        }
        message.extend(tail.as_bytes());
        Frame::end(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_put_together_is_the_message_written_whole() {
        let folded = |seat| TableEvent::Folded { seat, timeout: false };
        let own = |count: u8| TableEvent::Discarded { seat: 1, count, own: Vec::new(), timeout: true };
        let (ann, bob) = (AccountId(7), AccountId(8));
        let told = [
            Told { public: Some(folded(0)), own: Vec::new() },
            Told { public: None, own: vec![(ann, TableEvent::BurnCard)] },
            Told { public: Some(own(0)), own: vec![(bob, own(2)), (ann, own(3))] },
        ];
        let whole = |events| ServerMessage::Events { table: 5, seq: 6, time: 7, events };
        let check = |account, events| {
            let sheet = Sheet::write(&told, &whole(Vec::new()));
            assert_eq!(sheet.message(account), Frame::of(&whole(events)));
        };
        check(None, vec![folded(0), own(0)]);
        check(Some(ann), vec![folded(0), TableEvent::BurnCard, own(3)]);
        check(Some(bob), vec![folded(0), own(2)]);
        check(Some(AccountId(9)), vec![folded(0), own(0)]);
        let nothing = Sheet::write(&[], &whole(Vec::new()));
        assert_eq!(nothing.message(None), Frame::of(&whole(Vec::new())));
    }
}
