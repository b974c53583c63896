//! Many writes in one transaction: what they touch is read and held, the plan says which of them may happen, and all
//! of those are written in a few statements, however many they are.
//!
//! Everything is checked within the transaction: SQLite lets one writer in at a time, and with PostgreSQL the rows
//! that a check relies on are held until the commit. What could still slip by (two processes that make the same row
//! at the same moment) the schema refuses, and the writer then does the writes one by one.

use std::collections::{BTreeSet, HashMap};

use crate::append::{CommandAnswer, SecretChange};
use crate::body;
use crate::ledger::LedgerAccount;
use crate::link::{Kind, Link, Value};
use crate::plan::{Head, Holding, Plan, Write};
use crate::seal::{Place, Sealer};
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

/// Does all of the work that may be done, short of committing. An error of the database concerns all of it.
pub(crate) async fn apply(
    link: &mut Link,
    works: &[&Work],
    sealer: &Sealer,
    now_ms: i64,
) -> Result<Vec<Result<Done, StoreError>>, sqlx::Error> {
    let mut results = Vec::with_capacity(works.len());
    let mut claims = HashMap::new();
    for (place, work) in works.iter().enumerate() {
        if let Work::Claim(streams) = work {
            claims.insert(place, claim(link, streams).await?);
        }
    }
    let writes = works.iter().filter_map(|work| if let Work::Write(write) = work { Some(write) } else { None });
    let mut plan = gather(link, &writes.collect::<Vec<_>>()).await?;
    for (place, work) in works.iter().enumerate() {
        results.push(match work {
            Work::Claim(_) => Ok(Done::Claimed(claims.remove(&place).unwrap_or_default())),
            Work::Write(write) => plan.add(write).map(Done::Written).map_err(StoreError::from),
        });
    }
    write_streams(link, &plan, sealer).await?;
    write_answers(link, &plan, now_ms).await?;
    write_ledger(link, &plan).await?;
    crate::hand::write(link, &plan.todo.hands, sealer).await?;
    Ok(results)
}

/// Takes the streams over: from now on older epochs are refused.
async fn claim(link: &mut Link, streams: &[StreamId]) -> Result<Vec<Claim>, sqlx::Error> {
    // In order, so that two processes that claim the same streams don't deadlock.
    let wanted = streams.iter().map(|stream| stream.key()).collect::<BTreeSet<_>>();
    let rows = wanted.into_iter().map(|key| vec![Value::Int(key), Value::Int(1), Value::Int(0), Value::Int(0)]);
    let columns = [("stream", Kind::Int), ("epoch", Kind::Int), ("version", Kind::Int), ("snapshot", Kind::Int)];
    let tail = "ON CONFLICT (stream) DO UPDATE SET epoch = streams.epoch + 1 RETURNING stream, epoch, version";
    let mut claims = HashMap::new();
    for row in link.insert("streams", &columns, rows.collect(), tail).await?.returned {
        claims.insert(row.int(0)?, (Epoch(row.number(1)?), Version(row.number(2)?)));
    }
    let claim =
        |&stream: &StreamId| claims.get(&stream.key()).map(|&(epoch, version)| Claim { stream, epoch, version });
    Ok(streams.iter().filter_map(claim).collect())
}

/// Reads, and holds, what the writes touch.
async fn gather<'w>(link: &mut Link, writes: &[&'w Write]) -> Result<Plan<'w>, sqlx::Error> {
    let mut plan = Plan::default();
    let streams = writes.iter().flat_map(|write| &write.appends).map(|append| append.stream);
    let streams = streams.map(|stream| (stream.key(), stream)).collect::<HashMap<_, _>>();
    let keys = streams.keys().map(|&key| Value::Int(key)).collect::<Vec<_>>();
    for row in link.lookup("SELECT stream, epoch, version, snapshot FROM streams", "stream", &keys, true).await? {
        if let Some(&stream) = streams.get(&row.int(0)?) {
            let (epoch, version, snapshot) = (row.number(1)?, row.number(2)?, row.number(3)?);
            let head = Head { epoch: Epoch(epoch), version: Version(version), snapshot: Version(snapshot) };
            plan.heads.insert(stream, head);
        }
    }
    let keys = writes.iter().flat_map(|write| write.answers());
    let keys = keys.map(|answer| Value::Bytes(CommandAnswer::key(answer.account, &answer.command)));
    for row in link.lookup("SELECT command, answer FROM answers", "command", &keys.collect::<Vec<_>>(), false).await? {
        plan.answers.insert(row.bytes(0)?, row.bytes(1)?);
    }
    if writes.iter().any(|write| write.entries().next().is_some()) {
        gather_ledger(link, writes, &mut plan).await?;
    }
    Ok(plan)
}

async fn gather_ledger(link: &mut Link, writes: &[&Write], plan: &mut Plan<'_>) -> Result<(), sqlx::Error> {
    let ids = writes.iter().flat_map(|write| write.entries()).map(|entry| Value::Text(entry.id.clone()));
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
    let accounts = postings.map(|posting| posting.account).collect::<BTreeSet<_>>();
    let names = accounts.iter().map(|account| Value::Text(account.to_string())).collect::<Vec<_>>();
    let select = "SELECT account, id, balance FROM ledger_accounts";
    let mut rows = link.lookup(select, "account", &names, true).await?;
    if rows.len() < names.len() {
        // New ones are made first, so that there is something to hold.
        let blank = names.iter().map(|name| vec![name.clone(), Value::Int(0)]).collect();
        let columns = [("account", Kind::Text), ("balance", Kind::Int)];
        link.insert("ledger_accounts", &columns, blank, "ON CONFLICT (account) DO NOTHING").await?;
        rows = link.lookup(select, "account", &names, true).await?;
    }
    for row in rows {
        let account = row.text(0)?.parse::<LedgerAccount>().map_err(decode)?;
        plan.holdings.insert(account, Holding { id: row.int(1)?, balance: row.int(2)? });
    }
    Ok(())
}

async fn write_streams(link: &mut Link, plan: &Plan<'_>, sealer: &Sealer) -> Result<(), sqlx::Error> {
    let todo = &plan.todo;
    let log = todo.log.iter().map(|&(stream, last, events)| {
        let body = body::pack(stream, last, events);
        vec![Value::Int(stream.key()), Value::number(last.0), Value::Bytes(body)]
    });
    let columns = [("stream", Kind::Int), ("version", Kind::Int), ("body", Kind::Bytes)];
    link.insert("log", &columns, log.collect(), "").await?;

    let snapshots = todo.snapshots.iter().map(|(&stream, &(version, snapshot))| {
        let body = body::pack_snapshot(stream, version, snapshot);
        vec![Value::Int(stream.key()), Value::number(version.0), Value::Bytes(body)]
    });
    let tail = "ON CONFLICT (stream) DO UPDATE SET version = excluded.version, body = excluded.body";
    link.insert("snapshots", &columns, snapshots.collect(), tail).await?;

    let heads = todo.moved.iter().filter_map(|stream| Some((stream, plan.heads.get(stream)?)));
    let heads = heads.map(|(stream, head)| {
        let (epoch, version) = (Value::number(head.epoch.0), Value::number(head.version.0));
        vec![Value::Int(stream.key()), epoch, version, Value::number(head.snapshot.0)]
    });
    let heads = heads.collect::<Vec<_>>();
    let columns = [("stream", Kind::Int), ("epoch", Kind::Int), ("version", Kind::Int), ("snapshot", Kind::Int)];
    let tail = "ON CONFLICT (stream) DO UPDATE SET version = excluded.version, snapshot = excluded.snapshot \
                WHERE streams.epoch = excluded.epoch AND streams.version <= excluded.version";
    let count = heads.len() as u64;
    if link.insert("streams", &columns, heads, tail).await?.count != count {
        // The rows are held, so this can't be; if it is, nothing may be written.
        return Err(sqlx::Error::Protocol("a stream moved under a writer that held it".to_owned()));
    }

    let mut kept = Vec::new();
    for (&(stream, hand), change) in &todo.secrets {
        match change {
            SecretChange::Keep { secret, .. } => {
                let sealed = sealer.seal(Place { stream, hand, owner: 0 }, secret.expose()).map_err(decode)?;
                kept.push(vec![Value::Int(stream.key()), Value::number(hand), Value::Bytes(sealed)]);
            }
            SecretChange::Erase { .. } => {
                let values = vec![Value::Int(stream.key()), Value::number(hand)];
                link.run("DELETE FROM secrets WHERE stream = $1 AND hand = $2", values).await?;
            }
        }
    }
    let columns = [("stream", Kind::Int), ("hand", Kind::Int), ("sealed", Kind::Bytes)];
    link.insert("secrets", &columns, kept, "ON CONFLICT (stream, hand) DO UPDATE SET sealed = excluded.sealed").await?;
    Ok(())
}

async fn write_answers(link: &mut Link, plan: &Plan<'_>, now_ms: i64) -> Result<(), sqlx::Error> {
    let answers = plan.todo.answers.iter().map(|answer| {
        let key = CommandAnswer::key(answer.account, &answer.command);
        vec![Value::Bytes(key), Value::Int(now_ms), Value::Bytes(answer.answer.clone())]
    });
    let columns = [("command", Kind::Bytes), ("at_ms", Kind::Int), ("answer", Kind::Bytes)];
    link.insert("answers", &columns, answers.collect(), "").await.map(drop)
}

async fn write_ledger(link: &mut Link, plan: &Plan<'_>) -> Result<(), sqlx::Error> {
    let todo = &plan.todo;
    let entries = todo.entries.iter().map(|(entry, _)| {
        vec![Value::Text(entry.id.clone()), Value::number(entry.at_ms), Value::Text(entry.reason.clone())]
    });
    let columns = [("entry", Kind::Text), ("at_ms", Kind::Int), ("reason", Kind::Text)];
    let mut numbers = HashMap::new();
    for row in link.insert("ledger_entries", &columns, entries.collect(), "RETURNING id, entry").await?.returned {
        numbers.insert(row.text(1)?, row.int(0)?);
    }
    let mut postings = Vec::new();
    for (entry, amounts) in &todo.entries {
        let number = numbers.get(&entry.id).copied().unwrap_or(-1);
        for (account, &amount) in amounts {
            let id = plan.holdings.get(account).map_or(-1, |holding| holding.id);
            postings.push(vec![Value::Int(id), Value::Int(number), Value::Int(amount)]);
        }
    }
    let columns = [("account", Kind::Int), ("entry", Kind::Int), ("amount", Kind::Int)];
    link.insert("ledger_postings", &columns, postings, "").await?;

    let balances = todo.posted.iter().filter_map(|account| Some((account, plan.holdings.get(account)?)));
    let balances =
        balances.map(|(account, holding)| vec![Value::Text(account.to_string()), Value::Int(holding.balance)]);
    let columns = [("account", Kind::Text), ("balance", Kind::Int)];
    let tail = "ON CONFLICT (account) DO UPDATE SET balance = excluded.balance";
    link.insert("ledger_accounts", &columns, balances.collect(), tail).await.map(drop)
}

fn decode(error: impl std::error::Error + Send + Sync + 'static) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(error))
}
