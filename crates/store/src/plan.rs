//! What a group of writes would do, worked out before any of it is written: each write in its order, against what the
//! database holds and what the writes before it have changed. A refused one leaves no trace for the others to see.
//!
//! No statement is made here. Whoever fills the plan holds the rows it was filled from until the commit.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::append::{Append, CommandAnswer, SecretChange};
use crate::hand::{HandRecord, PackedHand};
use crate::ledger::{LedgerAccount, LedgerEntry};
use crate::log::Appended;
use crate::seal::Sealer;
use crate::{Epoch, Refusal, StoreError, StreamId, Version, proof};

/// The longest event, answer or record, in bytes; a snapshot may be sixteen times as long.
const LONGEST: usize = 1 << 20;

/// Everything that has to happen together or not at all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Write {
    pub(crate) appends: Vec<Arc<Append>>,
    /// The hands that the appends end, packed.
    pub(crate) packed: Vec<Option<PackedHand>>,
    pub(crate) entries: Vec<LedgerEntry>,
    pub(crate) answer: Option<CommandAnswer>,
}

impl Write {
    /// Of appends, with their hands packed.
    pub(crate) fn of(appends: Vec<Arc<Append>>, sealer: &Sealer) -> Result<Self, StoreError> {
        let pack = |append: &Arc<Append>| append.hand.as_ref().map(|hand| PackedHand::pack(hand, sealer)).transpose();
        let packed = appends.iter().map(pack).collect::<Result<_, _>>()?;
        Ok(Self { appends, packed, ..Self::default() })
    }

    pub(crate) fn answers(&self) -> impl Iterator<Item = &CommandAnswer> {
        self.answer.iter().chain(self.appends.iter().filter_map(|append| append.answer.as_ref()))
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = &LedgerEntry> {
        self.entries.iter().chain(self.appends.iter().flat_map(|append| &append.entries))
    }
}

/// Where a stream is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub(crate) epoch: Epoch,
    pub(crate) version: Version,
    pub(crate) snapshot: Version,
    /// Its last row in the log, as of before this group.
    pub(crate) last: i64,
}

/// A ledger account: its number in the database, and what it holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holding {
    pub(crate) id: i64,
    pub(crate) balance: i64,
}

/// What the database holds of everything that the writes touch, brought forward by each write that is accepted.
#[derive(Default)]
pub(crate) struct Plan<'w> {
    pub(crate) heads: HashMap<StreamId, Head>,
    /// The heads as they were found.
    pub(crate) found: HashMap<StreamId, Head>,
    pub(crate) answers: HashMap<Vec<u8>, Vec<u8>>,
    pub(crate) entries: HashMap<String, BTreeMap<LedgerAccount, i64>>,
    pub(crate) holdings: HashMap<LedgerAccount, Holding>,
    /// What the accounts held before this group.
    pub(crate) held: HashMap<LedgerAccount, i64>,
    pub(crate) todo: Todo<'w>,
}

/// What is to be written.
#[derive(Default)]
pub(crate) struct Todo<'w> {
    /// Streams whose head moved.
    pub(crate) moved: HashSet<StreamId>,
    /// Each append's events, with the version of the last.
    pub(crate) log: Vec<Appended<'w>>,
    /// The last snapshot of each stream.
    pub(crate) snapshots: HashMap<StreamId, (Version, &'w [u8])>,
    /// What is to be kept of each hand, in the end.
    pub(crate) secrets: BTreeMap<(StreamId, u64), &'w SecretChange>,
    pub(crate) answers: Vec<&'w CommandAnswer>,
    pub(crate) entries: Vec<(&'w LedgerEntry, BTreeMap<LedgerAccount, i64>)>,
    /// Accounts whose balance changed.
    pub(crate) posted: HashSet<LedgerAccount>,
    pub(crate) hands: Vec<(&'w HandRecord, &'w PackedHand)>,
}

impl<'w> Plan<'w> {
    /// Takes a write in, or says why not. The versions that its streams have then, in the order of its appends.
    pub(crate) fn add(&mut self, write: &'w Write) -> Result<Vec<Version>, Refusal> {
        self.check_answers(write)?;
        let heads = self.check_heads(write)?;
        let (entries, balances) = self.check_entries(write)?;
        // Nothing is refused from here on.
        let versions = heads.iter().map(|(_, head)| head.version).collect();
        for ((append, packed), &(stream, head)) in write.appends.iter().zip(&write.packed).zip(&heads) {
            self.heads.insert(stream, head);
            self.todo.moved.insert(stream);
            if !append.events.is_empty() {
                self.todo.log.push((stream, head.version, &append.events));
            }
            if let Some(snapshot) = &append.snapshot {
                self.todo.snapshots.insert(stream, (head.version, snapshot));
            }
            for change in &append.secrets {
                let (SecretChange::Keep { hand, .. } | SecretChange::Erase { hand }) = change;
                self.todo.secrets.insert((stream, *hand), change);
            }
            self.todo.hands.extend(append.hand.as_ref().zip(packed.as_ref()));
        }
        for (account, balance) in balances {
            self.todo.posted.insert(account);
            if let Some(holding) = self.holdings.get_mut(&account) {
                holding.balance = balance;
            }
        }
        for (entry, amounts) in entries {
            self.entries.insert(entry.id.clone(), amounts.clone());
            self.todo.entries.push((entry, amounts));
        }
        for answer in write.answers() {
            self.answers.insert(CommandAnswer::key(answer.account, &answer.command), answer.answer.clone());
            self.todo.answers.push(answer);
        }
        Ok(versions)
    }

    fn check_answers(&self, write: &Write) -> Result<(), Refusal> {
        for answer in write.answers() {
            within("a command's id", answer.command.len(), CommandAnswer::LONGEST_ID)?;
            within("an answer", answer.answer.len(), LONGEST)?;
            if let Some(before) = self.answers.get(&CommandAnswer::key(answer.account, &answer.command)) {
                return Err(Refusal::Answered { answer: before.clone() });
            }
        }
        Ok(())
    }

    fn check_heads(&self, write: &Write) -> Result<Vec<(StreamId, Head)>, Refusal> {
        let mut heads = Vec::<(StreamId, Head)>::with_capacity(write.appends.len());
        for append in &write.appends {
            let stream = append.stream;
            let staged = heads.iter().rev().find(|(other, _)| *other == stream).map(|&(_, head)| head);
            let nobodys = Head { epoch: Epoch(0), version: Version(0), snapshot: Version(0), last: 0 };
            let head = staged.or_else(|| self.heads.get(&stream).copied()).unwrap_or(nobodys);
            if head.epoch != append.epoch || head.epoch == Epoch(0) {
                return Err(Refusal::Fenced { stream, yours: append.epoch, current: head.epoch });
            }
            if head.version != append.expected {
                return Err(Refusal::Conflict { stream, expected: append.expected, current: head.version });
            }
            check_lengths(append)?;
            let version = Version(head.version.0.saturating_add(append.events.len() as u64));
            let snapshot = if append.snapshot.is_some() { version } else { head.snapshot };
            heads.push((stream, Head { version, snapshot, ..head }));
        }
        Ok(heads)
    }

    /// The entries that are new, and what the accounts they touch hold afterwards.
    #[allow(clippy::type_complexity, reason = "two lists that only `add` sees")]
    fn check_entries(
        &self,
        write: &'w Write,
    ) -> Result<(Vec<(&'w LedgerEntry, BTreeMap<LedgerAccount, i64>)>, HashMap<LedgerAccount, i64>), Refusal> {
        let mut entries = Vec::<(&LedgerEntry, BTreeMap<LedgerAccount, i64>)>::new();
        let mut balances = HashMap::new();
        for entry in write.entries() {
            let amounts = entry.amounts()?;
            let staged = entries.iter().find(|(other, _)| other.id == entry.id).map(|(_, amounts)| amounts);
            match staged.or_else(|| self.entries.get(&entry.id)) {
                Some(before) if *before == amounts => continue,
                Some(_) => return Err(Refusal::EntryReused { entry: entry.id.clone() }),
                None => {}
            }
            for (&account, &amount) in &amounts {
                let held = self.holdings.get(&account).map_or(0, |holding| holding.balance);
                let balance = *balances.get(&account).unwrap_or(&held);
                let after = balance.saturating_add(amount);
                if after.unsigned_abs() > LedgerEntry::LARGEST as u64 {
                    return Err(Refusal::OutOfRange { what: "a ledger balance", value: after.unsigned_abs() });
                }
                if after < 0 && account != LedgerAccount::House {
                    let (account, taken) = (account.to_string(), amount.saturating_neg());
                    return Err(Refusal::Insufficient { account, balance, taken });
                }
                balances.insert(account, after);
            }
            entries.push((entry, amounts));
        }
        Ok((entries, balances))
    }
}

fn check_lengths(append: &Append) -> Result<(), Refusal> {
    for event in &append.events {
        within("an event", event.len(), LONGEST)?;
    }
    within("a snapshot", append.snapshot.as_ref().map_or(0, Vec::len), 16 * LONGEST)?;
    for change in &append.secrets {
        if let SecretChange::Keep { secret, .. } = change {
            within("a secret", secret.expose().len(), LONGEST)?;
        }
    }
    if let Some(hand) = &append.hand {
        within("a hand's record", hand.record.len(), LONGEST)?;
        within("a hand's proof", hand.proof.as_ref().map_or(0, |proof| proof.expose().len()), proof::LONGEST)?;
        within("a game's id", hand.game.len(), 64)?;
        for player in &hand.players {
            within("a player's own record", player.own.len(), usize::from(u16::MAX))?;
        }
    }
    Ok(())
}

fn within(what: &'static str, bytes: usize, allowed: usize) -> Result<(), Refusal> {
    if bytes > allowed { Err(Refusal::TooLong { what, bytes, allowed }) } else { Ok(()) }
}
