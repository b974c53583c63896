//! People: accounts, the browsers and programs that are signed in to them, recovery codes, and the operator's log.
//!
//! The store is given hashes of passwords, tokens and codes, never these themselves.

use crate::link::{Link, Row, Value};
use crate::{LedgerEntry, Refusal, Store, StoreError, group};

/// Somebody who has an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Its number.
    pub id: u64,
    /// Its name, as it is shown.
    pub name: String,
    /// The hash of its password; a guest has none.
    pub password: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it last got free chips.
    pub refilled_ms: u64,
    /// Until when it is banned; 0 if it isn't.
    pub banned_ms: u64,
    /// Its own limits, in the caller's form.
    pub limits: String,
}

/// A browser that is signed in, or a program's token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// Its number.
    pub id: u64,
    /// Whose.
    pub account: u64,
    /// What a program's token is for; nothing for a browser.
    pub label: Option<String>,
    /// What the browser calls itself.
    pub agent: String,
    /// Since when, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it was last seen.
    pub seen_ms: u64,
}

/// Something that an operator did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Its number; later ones are higher.
    pub id: u64,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// What.
    pub action: String,
}

/// With what a guest's account becomes its owner's alone.
#[derive(Clone, Copy, Debug)]
pub struct Ownership<'a> {
    /// The hash of the password.
    pub password: &'a str,
    /// The hash of what the owner's new session shows.
    pub token: &'a [u8],
    /// What the owner's browser calls itself.
    pub agent: &'a str,
    /// When, in milliseconds since 1970.
    pub now_ms: u64,
}

/// By what right an account is got into, or its doors are changed. It is looked at once more as that is done: a password may
/// have been changed, or a session ended, since it was shown.
#[derive(Clone, Copy, Debug)]
pub enum Right<'a> {
    /// A password, of which this is the hash.
    Password(&'a str),
    /// Another session of the account.
    Session(u64),
}

const ACCOUNT: &str = "SELECT id, name, password, created_ms, refilled_ms, banned_ms, limits FROM accounts";
const SESSION: &str = "SELECT id, account, label, agent, created_ms, seen_ms FROM sessions";
const SIGN_IN: &str = "INSERT INTO sessions (token, account, label, agent, created_ms, seen_ms) \
                       VALUES ($1, $2, $3, $4, $5, $5) RETURNING id";

impl Store {
    /// Makes a guest's account. Its name needn't be unique until it is claimed.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be written to now.
    pub async fn create_account(&self, name: &str, now_ms: u64) -> Result<u64, StoreError> {
        // The column `operator` says nothing: an operator is whoever gets in at its own door, not an account.
        let sql = "INSERT INTO accounts (name, operator, created_ms, refilled_ms, banned_ms, limits, deleted) \
                   VALUES ($1, 0, $2, $2, 0, '', 0) RETURNING id";
        let mut link = self.change().await?;
        let row = link.row(sql, vec![Value::Text(name.to_owned()), Value::number(now_ms)]).await?;
        let id = row.ok_or(sqlx::Error::RowNotFound)?.number(0)?;
        link.commit().await?;
        Ok(id)
    }

    /// An account by its number; deleted ones are not found.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn account(&self, id: u64) -> Result<Option<Account>, StoreError> {
        let sql = format!("{ACCOUNT} WHERE id = $1 AND deleted = 0");
        let row = self.ask().await?.row(sql, vec![Value::number(id)]).await?;
        Ok(row.map(|row| account(&row)).transpose()?)
    }

    /// An account by what its claimed name looks like.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn account_called(&self, skeleton: &str) -> Result<Option<Account>, StoreError> {
        let sql = format!("{ACCOUNT} WHERE skeleton = $1 AND deleted = 0");
        let row = self.ask().await?.row(sql, vec![Value::Text(skeleton.to_owned())]).await?;
        Ok(row.map(|row| account(&row)).transpose()?)
    }

    /// Accounts, newest first, at most `limit`, before the one numbered `before` if given. With a name and its look: those
    /// that are called so, whose claimed name or whose guest's name it is.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn accounts(
        &self,
        called: Option<(&str, &str)>,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<Account>, StoreError> {
        let before = i64::try_from(before.unwrap_or(u64::MAX)).unwrap_or(i64::MAX);
        let mut values = vec![Value::Int(before), Value::Int(i64::from(limit))];
        let mut named = "";
        if let Some((name, skeleton)) = called {
            named = "AND (skeleton = $3 OR name = $4)";
            values.extend([skeleton, name].map(|text| Value::Text(text.to_owned())));
        }
        let sql = format!("{ACCOUNT} WHERE deleted = 0 AND id < $1 {named} ORDER BY id DESC LIMIT $2");
        let rows = self.ask().await?.rows(sql, values).await?;
        Ok(rows.iter().map(account).collect::<Result<_, _>>()?)
    }

    /// Gives an account a name that nobody has or looks like. With an owner it gets a password too, once, and a new
    /// session, and every other one and every token is over: all of it or nothing.
    ///
    /// # Errors
    /// [`Refusal::NameTaken`], [`Refusal::Owned`], [`Refusal::NotFound`], or [`StoreError::Unavailable`].
    pub async fn claim_name(
        &self,
        id: u64,
        name: &str,
        skeleton: &str,
        owner: Option<Ownership<'_>>,
    ) -> Result<(), StoreError> {
        let mut link = self.change().await?;
        let others = "SELECT id FROM accounts WHERE skeleton = $1 AND id <> $2";
        let taken = link.row(others, vec![Value::Text(skeleton.to_owned()), Value::number(id)]).await?;
        if taken.is_some() {
            return Err(Refusal::NameTaken.into());
        }
        let sql = "UPDATE accounts SET name = $1, skeleton = $2 WHERE id = $3 AND deleted = 0";
        let values = vec![Value::Text(name.to_owned()), Value::Text(skeleton.to_owned()), Value::number(id)];
        let changed = match link.run(sql, values).await {
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                return Err(Refusal::NameTaken.into());
            }
            changed => changed?,
        };
        found(changed, "account")?;
        if let Some(owner) = owner {
            let sql = "UPDATE accounts SET password = $1 WHERE id = $2 AND password IS NULL";
            if link.run(sql, vec![Value::Text(owner.password.to_owned()), Value::number(id)]).await? == 0 {
                return Err(Refusal::Owned.into());
            }
            link.run("DELETE FROM sessions WHERE account = $1", vec![Value::number(id)]).await?;
            link.run(SIGN_IN, signing_in(id, owner.token, None, owner.agent, owner.now_ms)).await?;
        }
        Ok(link.commit().await?)
    }

    /// Changes an account's password, while the right to that holds; every session but one is over, and every token.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] or [`StoreError::Unavailable`].
    pub async fn change_password(
        &self,
        right: Right<'_>,
        id: u64,
        password: &str,
        keep_session: Option<u64>,
    ) -> Result<(), StoreError> {
        let mut link = self.change().await?;
        hold(&mut link, id, right).await?;
        let sql = "UPDATE accounts SET password = $1 WHERE id = $2 AND deleted = 0";
        found(link.run(sql, vec![Value::Text(password.to_owned()), Value::number(id)]).await?, "account")?;
        let over = "DELETE FROM sessions WHERE account = $1 AND id <> $2";
        link.run(over, vec![Value::number(id), Value::number(keep_session.unwrap_or(0))]).await?;
        Ok(link.commit().await?)
    }

    /// Sets what an operator or the account itself may set.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] or [`StoreError::Unavailable`].
    pub async fn set_limits(&self, id: u64, limits: &str) -> Result<(), StoreError> {
        self.change_account("limits = $1", Value::Text(limits.to_owned()), id).await
    }

    /// Bans an account until a time; 0 lifts it. Its sessions are over.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] or [`StoreError::Unavailable`].
    pub async fn ban(&self, id: u64, until_ms: u64) -> Result<(), StoreError> {
        let mut link = self.change().await?;
        let sql = "UPDATE accounts SET banned_ms = $1 WHERE id = $2 AND deleted = 0";
        found(link.run(sql, vec![Value::number(until_ms), Value::number(id)]).await?, "account")?;
        if until_ms > 0 {
            link.run("DELETE FROM sessions WHERE account = $1", vec![Value::number(id)]).await?;
        }
        Ok(link.commit().await?)
    }

    /// Takes the account's turn for free chips and posts them, both or neither, if its last one is long enough ago; whether it
    /// was.
    ///
    /// # Errors
    /// As [`Store::post`].
    pub async fn refill(
        &self,
        id: u64,
        now_ms: u64,
        not_since_ms: u64,
        entry: LedgerEntry,
    ) -> Result<bool, StoreError> {
        let mut link = self.change().await?;
        let sql = "UPDATE accounts SET refilled_ms = $1 \
                   WHERE id = $2 AND refilled_ms <= $3 AND refilled_ms < $1 AND deleted = 0";
        let values = vec![Value::number(now_ms), Value::number(id), Value::number(not_since_ms)];
        if link.run(sql, values).await? == 0 {
            return Ok(false);
        }
        group::post(&mut link, vec![entry], self.sealer()).await?;
        link.commit().await?;
        Ok(true)
    }

    /// Forgets who an account was, while the right to that holds, and posts where its chips go, both or neither. Its number
    /// stays, for the ledger and the hands of others name it.
    ///
    /// # Errors
    /// As [`Store::post`], or [`Refusal::NotFound`].
    pub async fn delete_account(
        &self,
        right: Right<'_>,
        id: u64,
        farewell: Option<LedgerEntry>,
    ) -> Result<(), StoreError> {
        let mut link = self.change().await?;
        hold(&mut link, id, right).await?;
        let sql = "UPDATE accounts SET name = '', skeleton = NULL, password = NULL, limits = '', deleted = 1 \
                   WHERE id = $1 AND deleted = 0";
        found(link.run(sql, vec![Value::number(id)]).await?, "account")?;
        link.run("DELETE FROM sessions WHERE account = $1", vec![Value::number(id)]).await?;
        link.run("DELETE FROM recovery_codes WHERE account = $1", vec![Value::number(id)]).await?;
        if let Some(entry) = farewell {
            group::post(&mut link, vec![entry], self.sealer()).await?;
        }
        Ok(link.commit().await?)
    }

    /// Signs a browser in, or gives a program a token with a label. `token` is the hash of what it shows.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be written to now.
    pub async fn sign_in(
        &self,
        account: u64,
        token: &[u8],
        label: Option<&str>,
        agent: &str,
        now_ms: u64,
    ) -> Result<u64, StoreError> {
        add_session(self.change().await?, signing_in(account, token, label, agent, now_ms)).await
    }

    /// The same for an account that is somebody's, while its right to it holds.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] if it doesn't hold any more, or [`StoreError::Unavailable`].
    pub async fn sign_in_by(
        &self,
        right: Right<'_>,
        account: u64,
        token: &[u8],
        label: Option<&str>,
        agent: &str,
        now_ms: u64,
    ) -> Result<u64, StoreError> {
        let mut link = self.change().await?;
        hold(&mut link, account, right).await?;
        add_session(link, signing_in(account, token, label, agent, now_ms)).await
    }

    /// The session of a token, by its hash.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn session(&self, token: &[u8]) -> Result<Option<Session>, StoreError> {
        let sql = format!("{SESSION} WHERE token = $1");
        let row = self.ask().await?.row(sql, vec![Value::Bytes(token.to_vec())]).await?;
        Ok(row.map(|row| session(&row)).transpose()?)
    }

    /// Notes that a session was used.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be written to now.
    pub async fn seen(&self, session: u64, now_ms: u64) -> Result<(), StoreError> {
        let mut link = self.change().await?;
        let values = vec![Value::number(now_ms), Value::number(session)];
        link.run("UPDATE sessions SET seen_ms = $1 WHERE id = $2", values).await?;
        Ok(link.commit().await?)
    }

    /// Everything that is signed in to an account.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn sessions_of(&self, account: u64) -> Result<Vec<Session>, StoreError> {
        let sql = format!("{SESSION} WHERE account = $1 ORDER BY id");
        let rows = self.ask().await?.rows(sql, vec![Value::number(account)]).await?;
        Ok(rows.iter().map(session).collect::<Result<_, _>>()?)
    }

    /// Ends one of an account's sessions.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] or [`StoreError::Unavailable`].
    pub async fn revoke(&self, account: u64, session: u64) -> Result<(), StoreError> {
        let mut link = self.change().await?;
        let sql = "DELETE FROM sessions WHERE id = $1 AND account = $2";
        found(link.run(sql, vec![Value::number(session), Value::number(account)]).await?, "session")?;
        Ok(link.commit().await?)
    }

    /// Replaces an account's recovery codes, given as hashes, while the right to that holds.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] or [`StoreError::Unavailable`].
    pub async fn set_codes(&self, right: Right<'_>, account: u64, codes: &[Vec<u8>]) -> Result<(), StoreError> {
        let mut link = self.change().await?;
        hold(&mut link, account, right).await?;
        link.run("DELETE FROM recovery_codes WHERE account = $1", vec![Value::number(account)]).await?;
        for code in codes {
            let sql = "INSERT INTO recovery_codes (account, code) VALUES ($1, $2)";
            link.run(sql, vec![Value::number(account), Value::Bytes(code.clone())]).await?;
        }
        Ok(link.commit().await?)
    }

    /// Uses up a recovery code, given as a hash; whether it was one.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be written to now.
    pub async fn use_code(&self, account: u64, code: &[u8]) -> Result<bool, StoreError> {
        let mut link = self.change().await?;
        let sql = "DELETE FROM recovery_codes WHERE account = $1 AND code = $2";
        let used = link.run(sql, vec![Value::number(account), Value::Bytes(code.to_vec())]).await? == 1;
        link.commit().await?;
        Ok(used)
    }

    /// Notes what an operator did.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be written to now.
    pub async fn note_operation(&self, action: &str, now_ms: u64) -> Result<(), StoreError> {
        let mut link = self.change().await?;
        let sql = "INSERT INTO operator_log (at_ms, action) VALUES ($1, $2)";
        link.run(sql, vec![Value::number(now_ms), Value::Text(action.to_owned())]).await?;
        Ok(link.commit().await?)
    }

    /// What operators did, newest first, at most `limit`, before what is numbered `before` if given.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn operations(&self, before: Option<u64>, limit: u32) -> Result<Vec<Operation>, StoreError> {
        let sql = "SELECT id, at_ms, action FROM operator_log WHERE id < $1 ORDER BY id DESC LIMIT $2";
        let before = i64::try_from(before.unwrap_or(u64::MAX)).unwrap_or(i64::MAX);
        let rows = self.ask().await?.rows(sql, vec![Value::Int(before), Value::Int(i64::from(limit))]).await?;
        let operation = |row: &Row| Ok(Operation { id: row.number(0)?, at_ms: row.number(1)?, action: row.text(2)? });
        Ok(rows.iter().map(operation).collect::<Result<_, sqlx::Error>>()?)
    }

    async fn change_account(&self, set: &str, value: Value, id: u64) -> Result<(), StoreError> {
        let mut link = self.change().await?;
        let sql = format!("UPDATE accounts SET {set} WHERE id = $2 AND deleted = 0");
        found(link.run(sql, vec![value, Value::number(id)]).await?, "account")?;
        Ok(link.commit().await?)
    }
}

/// Adds a session, and commits what was done beside it; the session's number.
async fn add_session(mut link: Link, values: Vec<Value>) -> Result<u64, StoreError> {
    let row = link.row(SIGN_IN, values).await?;
    let id = row.ok_or(sqlx::Error::RowNotFound)?.number(0)?;
    link.commit().await?;
    Ok(id)
}

/// Refused unless the right to the account holds; nobody takes it away until the transaction is over.
async fn hold(link: &mut Link, account: u64, right: Right<'_>) -> Result<(), StoreError> {
    // Writing the account's row, as whatever ends sessions does first, lets one of both wait for the other: PostgreSQL would
    // let either go by what was there before.
    const HOLD: &str = "UPDATE accounts SET password = password WHERE id = $1 AND deleted = 0";
    match right {
        Right::Password(hash) => {
            let values = vec![Value::number(account), Value::Text(hash.to_owned())];
            Ok(found(link.run(format!("{HOLD} AND password = $2"), values).await?, "account")?)
        }
        Right::Session(session) => {
            found(link.run(HOLD, vec![Value::number(account)]).await?, "account")?;
            let sql = "SELECT id FROM sessions WHERE id = $1 AND account = $2";
            let shown = link.row(sql, vec![Value::number(session), Value::number(account)]).await?;
            Ok(found(u64::from(shown.is_some()), "session")?)
        }
    }
}

fn signing_in(account: u64, token: &[u8], label: Option<&str>, agent: &str, now_ms: u64) -> Vec<Value> {
    vec![
        Value::Bytes(token.to_vec()),
        Value::number(account),
        Value::text_or_none(label),
        Value::Text(agent.to_owned()),
        Value::number(now_ms),
    ]
}

fn found(changed: u64, what: &'static str) -> Result<(), Refusal> {
    if changed == 0 { Err(Refusal::NotFound { what }) } else { Ok(()) }
}

fn account(row: &Row) -> Result<Account, sqlx::Error> {
    Ok(Account {
        id: row.number(0)?,
        name: row.text(1)?,
        password: row.text_if_any(2)?,
        created_ms: row.number(3)?,
        refilled_ms: row.number(4)?,
        banned_ms: row.number(5)?,
        limits: row.text(6)?,
    })
}

fn session(row: &Row) -> Result<Session, sqlx::Error> {
    Ok(Session {
        id: row.number(0)?,
        account: row.number(1)?,
        label: row.text_if_any(2)?,
        agent: row.text(3)?,
        created_ms: row.number(4)?,
        seen_ms: row.number(5)?,
    })
}
