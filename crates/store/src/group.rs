//! Many writes in one transaction: what they touch is read and held, the plan says which of them may happen, and all
//! of those are written in a few statements, however many they are.
//!
//! Everything is checked within the transaction, by what is read or by the writes themselves: SQLite lets one writer in at
//! a time, and with PostgreSQL the rows that a check relies on are held until the commit. What could still slip by (two
//! processes that make the same row at the same moment) the schema refuses, and the writer then does the writes one by
//! one.

use std::collections::{BTreeSet, HashMap};

use crate::append::{CommandAnswer, SecretChange};
use crate::body;
use crate::hand::{self, Games};
use crate::ledger::{LedgerAccount, LedgerEntry};
use crate::link::{Kind, Link, Value};
use crate::log::{self, Numbers};
use crate::plan::{Head, Holding, Plan, Write};
use crate::seal::{Place, Sealer};
use crate::writer::now_ms;
use crate::{Claim, Epoch, StoreError, StreamId, Version};

/// One thing the writer is asked to do.
#[derive(Clone, Debug)]
pub(crate) enum Work {
    Claim(Vec<StreamId>),
    Write(Write),
}

/// What came of it.
#[derive(Debug)]
pub(crate) enum Done {
    Claimed(Vec<Claim>),
    Written(Vec<Version>),
}

/// What a group came to, short of its commit.
pub(crate) struct Outcome {
    pub(crate) results: Vec<Result<Done, StoreError>>,
    /// What is so from then on.
    pub(crate) learned: Known,
}

/// Where streams are.
type Heads = HashMap<StreamId, Head>;

/// What a process knows of the database because it wrote it, or read it for that.
#[derive(Default)]
pub(crate) struct Known {
    heads: Heads,
    holdings: HashMap<LedgerAccount, Holding>,
    games: Games,
}

impl Known {
    /// Of how many ledger accounts what they hold is remembered. Where there are more, all are read anew.
    const MOST_HOLDINGS: usize = 1 << 16;

    /// Takes in what another has learned since.
    pub(crate) fn learn(&mut self, learned: Self) {
        self.heads.extend(learned.heads);
        self.games.extend(learned.games);
        if self.holdings.len() > Self::MOST_HOLDINGS {
            self.holdings.clear();
        }
        self.holdings.extend(learned.holdings);
    }
}

/// Does all of the work that may be done, short of committing. An error of the database concerns all of it.
///
/// With what is `known` the group first trusts what this process wrote last, and reads next to nothing: its writes
/// themselves check that owners, versions and balances are as they were known to be and that no command was done before.
/// `None` if anything at all was otherwise, or if a write would be refused; then it has to be done again, without.
pub(crate) async fn apply(
    link: &mut Link,
    works: &[&Work],
    known: Option<&Known>,
    sealer: &Sealer,
    numbers: &mut Numbers,
    now_ms: i64,
) -> Result<Option<Outcome>, sqlx::Error> {
    let mut results = Vec::with_capacity(works.len());
    let mut claims = HashMap::new();
    let mut claimed = Heads::new();
    for (place, work) in works.iter().enumerate() {
        if let Work::Claim(streams) = work {
            claims.insert(place, claim(link, streams, &mut claimed).await?);
        }
    }
    let writes = works.iter().filter_map(|work| if let Work::Write(write) = work { Some(write) } else { None });
    let mut plan = gather(link, &writes.collect::<Vec<_>>(), known, &claimed).await?;
    for (place, work) in works.iter().enumerate() {
        results.push(match work {
            Work::Claim(_) => Ok(Done::Claimed(claims.remove(&place).unwrap_or_default())),
            Work::Write(write) => match plan.add(write) {
                Ok(versions) => Ok(Done::Written(versions)),
                Err(_) if known.is_some() => return Ok(None),
                Err(refusal) => Err(refusal.into()),
            },
        });
    }
    let as_planned = write_streams(link, &mut plan, sealer, numbers).await?
        && write_answers(link, &plan, now_ms).await?
        && write_ledger(link, &plan).await?;
    if !as_planned {
        // Without known heads every row is held and this can't be; the writer then gives up.
        return Ok(None);
    }
    let games = hand::write(link, &plan.todo.hands, known.map(|known| &known.games)).await?;
    let mut heads = claimed;
    heads.extend(plan.heads);
    Ok(Some(Outcome { results, learned: Known { heads, holdings: plan.holdings, games } }))
}

/// Posts entries in a transaction beside the writer's, for what has to happen together with something else.
pub(crate) async fn post(link: &mut Link, entries: Vec<LedgerEntry>, sealer: &Sealer) -> Result<(), StoreError> {
    let work = Work::Write(Write { entries, ..Write::default() });
    let outcome = apply(link, &[&work], None, sealer, &mut Numbers::none(), now_ms()).await?;
    let result = outcome.and_then(|mut outcome| outcome.results.pop());
    result.unwrap_or_else(|| Err(sqlx::Error::RowNotFound.into())).map(drop)
}

/// Takes the streams over: from now on older epochs are refused.
async fn claim(link: &mut Link, streams: &[StreamId], heads: &mut Heads) -> Result<Vec<Claim>, sqlx::Error> {
    // In order, so that two processes that claim the same streams don't deadlock.
    let wanted = streams.iter().map(|stream| stream.key()).collect::<BTreeSet<_>>();
    let rows = wanted.into_iter().map(|key| [key, 1, 0, 0, 0, 0].map(Value::Int));
    let tail =
        "ON CONFLICT (stream) DO UPDATE SET epoch = streams.epoch + 1 RETURNING stream, epoch, version, snapshot, last";
    let mut claims = HashMap::new();
    for row in link.insert("streams", &HEAD, rows.collect(), tail).await?.returned {
        let (epoch, version) = (Epoch(row.number(1)?), Version(row.number(2)?));
        claims.insert(row.int(0)?, Head { epoch, version, snapshot: Version(row.number(3)?), last: row.int(4)? });
    }
    let mut owned = Vec::with_capacity(streams.len());
    for &stream in streams {
        if let Some(&head) = claims.get(&stream.key()) {
            heads.insert(stream, head);
            owned.push(Claim { stream, epoch: head.epoch, version: head.version });
        }
    }
    Ok(owned)
}

/// The columns of a stream's head.
const HEAD: [(&str, Kind); 6] = [
    ("stream", Kind::Int),
    ("epoch", Kind::Int),
    ("version", Kind::Int),
    ("was", Kind::Int),
    ("snapshot", Kind::Int),
    ("last", Kind::Int),
];

/// Reads, and holds, what the writes touch.
async fn gather<'w>(
    link: &mut Link,
    writes: &[&'w Write],
    known: Option<&Known>,
    claimed: &Heads,
) -> Result<Plan<'w>, sqlx::Error> {
    let mut plan = Plan::default();
    let mut unknown = HashMap::new();
    for stream in writes.iter().flat_map(|write| &write.appends).map(|append| append.stream) {
        match claimed.get(&stream).or_else(|| known?.heads.get(&stream)) {
            Some(&head) => drop(plan.heads.insert(stream, head)),
            None => drop(unknown.insert(stream.key(), stream)),
        }
    }
    let keys = unknown.keys().map(|&key| Value::Int(key)).collect::<Vec<_>>();
    let heads = "SELECT stream, epoch, version, snapshot, last FROM streams";
    for row in link.lookup(heads, "stream", &keys, true).await? {
        if let Some(&stream) = unknown.get(&row.int(0)?) {
            let (epoch, version, snapshot) = (row.number(1)?, row.number(2)?, row.number(3)?);
            let head =
                Head { epoch: Epoch(epoch), version: Version(version), snapshot: Version(snapshot), last: row.int(4)? };
            plan.heads.insert(stream, head);
        }
    }
    plan.found = plan.heads.clone();
    if known.is_none() {
        let keys = writes.iter().flat_map(|write| write.answers());
        let keys = keys.map(|answer| Value::Bytes(CommandAnswer::key(answer.account, &answer.command)));
        let keys = keys.collect::<Vec<_>>();
        for row in link.lookup("SELECT command, answer FROM answers", "command", &keys, false).await? {
            plan.answers.insert(row.bytes(0)?, row.bytes(1)?);
        }
    }
    if writes.iter().any(|write| write.entries().next().is_some()) {
        gather_ledger(link, writes, known, &mut plan).await?;
    }
    Ok(plan)
}

/// With what is `known` the entries are taken for new ones; the database refuses the group if one isn't.
async fn gather_ledger(
    link: &mut Link,
    writes: &[&Write],
    known: Option<&Known>,
    plan: &mut Plan<'_>,
) -> Result<(), sqlx::Error> {
    let ids = writes.iter().flat_map(|write| write.entries()).filter(|_| known.is_none());
    let ids = ids.map(|entry| Value::Text(entry.id.clone()));
    let select = "SELECT e.entry, a.account, p.amount FROM ledger_entries e \
                  LEFT JOIN ledger_postings p ON p.entry = e.id LEFT JOIN ledger_accounts a ON a.id = p.account";
    for row in link.lookup(select, "e.entry", &ids.collect::<Vec<_>>(), false).await? {
        let amounts = plan.entries.entry(row.text(0)?).or_default();
        // An entry without postings has no account.
        if let (Some(account), Some(amount)) = (row.text_if_any(1)?, row.int_if_any(2)?) {
            amounts.insert(account.parse().map_err(decode)?, amount);
        }
    }
    let postings = writes.iter().flat_map(|write| write.entries()).flat_map(|entry| &entry.postings);
    let mut unknown = BTreeSet::new();
    for account in postings.map(|posting| posting.account) {
        match known.and_then(|known| known.holdings.get(&account)) {
            Some(&holding) => drop(plan.holdings.insert(account, holding)),
            None => drop(unknown.insert(account)),
        }
    }
    let names = unknown.iter().map(|account| Value::Text(account.to_string())).collect::<Vec<_>>();
    let select = "SELECT account, id, balance FROM ledger_accounts";
    let mut rows = link.lookup(select, "account", &names, true).await?;
    if rows.len() < names.len() {
        // New ones are made first, so that there is something to hold.
        let blank = names.iter().map(|name| [name.clone(), Value::Int(0)]).collect();
        let columns = [("account", Kind::Text), ("balance", Kind::Int)];
        link.insert("ledger_accounts", &columns, blank, "ON CONFLICT (account) DO NOTHING").await?;
        rows = link.lookup(select, "account", &names, true).await?;
    }
    for row in rows {
        let account = row.text(0)?.parse::<LedgerAccount>().map_err(decode)?;
        plan.holdings.insert(account, Holding { id: row.int(1)?, balance: row.int(2)? });
    }
    plan.held = plan.holdings.iter().map(|(&account, holding)| (account, holding.balance)).collect();
    Ok(())
}

/// Whether every stream was where it was found.
async fn write_streams(
    link: &mut Link,
    plan: &mut Plan<'_>,
    sealer: &Sealer,
    numbers: &mut Numbers,
) -> Result<bool, sqlx::Error> {
    let todo = &plan.todo;
    let mut last = todo.moved.iter().filter_map(|stream| Some((*stream, plan.heads.get(stream)?.last))).collect();
    log::write(link, &todo.log, &mut last, numbers).await?;
    for (stream, last) in last {
        if let Some(head) = plan.heads.get_mut(&stream) {
            head.last = last;
        }
    }

    let snapshots = todo.snapshots.iter().map(|(&stream, &(version, snapshot))| {
        let body = body::pack_snapshot(stream, version, snapshot);
        [Value::Int(stream.key()), Value::number(version.0), Value::Bytes(body)]
    });
    let tail = "ON CONFLICT (stream) DO UPDATE SET version = excluded.version, body = excluded.body";
    let columns = [("stream", Kind::Int), ("version", Kind::Int), ("body", Kind::Bytes)];
    link.insert("snapshots", &columns, snapshots.collect(), tail).await?;

    let moved = todo.moved.iter().filter_map(|stream| Some((stream, plan.heads.get(stream)?, plan.found.get(stream)?)));
    let heads = moved.map(|(stream, head, found)| {
        let numbers = [head.epoch.0, head.version.0, found.version.0, head.snapshot.0];
        let [epoch, version, was, snapshot] = numbers.map(Value::number);
        [Value::Int(stream.key()), epoch, version, was, snapshot, Value::Int(head.last)]
    });
    let heads = heads.collect::<Vec<_>>();
    let tail = "ON CONFLICT (stream) DO UPDATE \
                SET version = excluded.version, was = excluded.was, snapshot = excluded.snapshot, last = excluded.last \
                WHERE streams.epoch = excluded.epoch AND streams.version = excluded.was";
    let count = heads.len() as u64;
    if link.insert("streams", &HEAD, heads, tail).await?.count != count {
        return Ok(false);
    }

    let (mut kept, mut erased) = (Vec::new(), Vec::new());
    for (&(stream, hand), change) in &todo.secrets {
        match change {
            SecretChange::Keep { secret, .. } => {
                let sealed = sealer.seal(Place { stream, hand, owner: 0 }, secret.expose()).map_err(decode)?;
                kept.push([Value::Int(stream.key()), Value::number(hand), Value::Bytes(sealed)]);
            }
            SecretChange::Erase { .. } => erased.push([Value::Int(stream.key()), Value::number(hand)]),
        }
    }
    link.delete("secrets", ("stream", "hand"), erased).await?;
    let columns = [("stream", Kind::Int), ("hand", Kind::Int), ("sealed", Kind::Bytes)];
    link.insert("secrets", &columns, kept, "ON CONFLICT (stream, hand) DO UPDATE SET sealed = excluded.sealed").await?;
    Ok(true)
}

/// Whether every command was new.
async fn write_answers(link: &mut Link, plan: &Plan<'_>, now_ms: i64) -> Result<bool, sqlx::Error> {
    let answers = plan.todo.answers.iter().map(|answer| {
        let key = CommandAnswer::key(answer.account, &answer.command);
        [Value::Bytes(key), Value::Int(now_ms), Value::Bytes(answer.answer.clone())]
    });
    let columns = [("command", Kind::Bytes), ("at_ms", Kind::Int), ("answer", Kind::Bytes)];
    let inserted = link.insert("answers", &columns, answers.collect(), "ON CONFLICT (command) DO NOTHING").await?;
    Ok(inserted.count == plan.todo.answers.len() as u64)
}

/// Whether every account held what it was found to hold.
async fn write_ledger(link: &mut Link, plan: &Plan<'_>) -> Result<bool, sqlx::Error> {
    let todo = &plan.todo;
    let entries = todo.entries.iter().map(|(entry, _)| {
        [Value::Text(entry.id.clone()), Value::number(entry.at_ms), Value::Text(entry.reason.clone())]
    });
    let columns = [("entry", Kind::Text), ("at_ms", Kind::Int), ("reason", Kind::Text)];
    let numbers = link.insert_numbered("ledger_entries", &columns, entries.collect()).await?;
    let mut postings = Vec::new();
    for ((_, amounts), number) in todo.entries.iter().zip(numbers) {
        for (account, &amount) in amounts {
            let id = plan.holdings.get(account).map_or(-1, |holding| holding.id);
            postings.push([id, number, amount].map(Value::Int));
        }
    }
    let columns = [("account", Kind::Int), ("entry", Kind::Int), ("amount", Kind::Int)];
    link.insert("ledger_postings", &columns, postings, "").await?;

    let posted = todo.posted.iter().filter_map(|account| Some((plan.holdings.get(account)?, *plan.held.get(account)?)));
    let balances = posted.map(|(holding, held)| [holding.id, held, holding.balance]).collect::<Vec<_>>();
    let count = balances.len() as u64;
    Ok(link.change("ledger_accounts", "balance", balances).await? == count)
}

fn decode(error: impl std::error::Error + Send + Sync + 'static) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(error))
}
