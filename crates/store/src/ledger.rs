//! The chip ledger: double entry, so that chips only ever move. An entry's postings sum to zero, nobody but the house
//! holds less than nothing, and the same entry sent twice is posted once.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::link::{Link, Value};
use crate::{Damage, Refusal, Store, StoreError};

/// Where chips can be.
///
/// ```
/// use cardroom_store::LedgerAccount;
///
/// let seat = LedgerAccount::Seat { table: 7, account: 101 };
/// assert_eq!(seat.to_string(), "seat/7/101");
/// assert_eq!("seat/7/101".parse(), Ok(seat));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LedgerAccount {
    /// What a player has and has not brought anywhere.
    Wallet(u64),
    /// What a player has brought to a table.
    Seat {
        /// The table's number.
        table: u64,
        /// The player's account.
        account: u64,
    },
    /// What the entrants of a tournament have paid.
    Pool(u64),
    /// The house, which issues the chips and so owes all of them.
    House,
}

impl fmt::Display for LedgerAccount {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wallet(account) => write!(out, "wallet/{account}"),
            Self::Seat { table, account } => write!(out, "seat/{table}/{account}"),
            Self::Pool(tournament) => write!(out, "pool/{tournament}"),
            Self::House => out.write_str("house"),
        }
    }
}

impl FromStr for LedgerAccount {
    type Err = Damage;

    fn from_str(text: &str) -> Result<Self, Damage> {
        let damage = || Damage::Ledger { what: format!("there is no account {text:?}") };
        let number = |text: Option<&str>| text.and_then(|text| text.parse::<u64>().ok()).ok_or_else(damage);
        let mut parts = text.split('/');
        let account = match parts.next() {
            Some("wallet") => Self::Wallet(number(parts.next())?),
            Some("seat") => Self::Seat { table: number(parts.next())?, account: number(parts.next())? },
            Some("pool") => Self::Pool(number(parts.next())?),
            Some("house") => Self::House,
            _ => return Err(damage()),
        };
        if parts.next().is_some() { Err(damage()) } else { Ok(account) }
    }
}

/// Chips that come to an account, or leave it if negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The account.
    pub account: LedgerAccount,
    /// How many chips come.
    pub amount: i64,
}

/// One balanced movement of chips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerEntry {
    /// Its id, unique for ever: the command's that caused it, say. The same entry sent again changes nothing.
    pub id: String,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// Why, in a word or two.
    pub reason: String,
    /// What comes and goes.
    pub postings: Vec<Posting>,
}

impl LedgerEntry {
    /// The longest id and reason, in bytes.
    pub const LONGEST_TEXT: usize = 200;
    /// The most chips that can move or be held: all that a browser's numbers hold.
    pub const LARGEST: i64 = (1 << 53) - 1;

    /// An entry that moves `amount` from one account to another.
    ///
    /// ```
    /// use cardroom_store::{LedgerAccount, LedgerEntry};
    ///
    /// let buy_in = LedgerEntry::transfer(
    ///     "buy-in 101 7 1", 1_700_000_000_000, "buy-in",
    ///     LedgerAccount::Wallet(101), LedgerAccount::Seat { table: 7, account: 101 }, 200,
    /// );
    /// assert_eq!(buy_in.postings.iter().map(|posting| posting.amount).sum::<i64>(), 0);
    /// ```
    pub fn transfer(
        id: impl Into<String>,
        at_ms: u64,
        reason: impl Into<String>,
        from: LedgerAccount,
        to: LedgerAccount,
        amount: u64,
    ) -> Self {
        // Both are more than `LARGEST`, and so refused.
        let amount = i64::try_from(amount).unwrap_or(i64::MAX);
        let postings = vec![Posting { account: from, amount: -amount }, Posting { account: to, amount }];
        Self { id: id.into(), at_ms, reason: reason.into(), postings }
    }

    /// One amount for each account, those that stay as they are left out; refused unless they sum to zero.
    pub(crate) fn amounts(&self) -> Result<BTreeMap<LedgerAccount, i64>, Refusal> {
        for text in [&self.id, &self.reason] {
            if text.len() > Self::LONGEST_TEXT {
                let (what, bytes) = ("the id or reason of a ledger entry", text.len());
                return Err(Refusal::TooLong { what, bytes, allowed: Self::LONGEST_TEXT });
            }
        }
        let mut wide = BTreeMap::<LedgerAccount, i128>::new();
        for posting in &self.postings {
            *wide.entry(posting.account).or_default() += i128::from(posting.amount);
        }
        let sum = wide.values().sum::<i128>();
        if sum != 0 {
            return Err(Refusal::Unbalanced { entry: self.id.clone(), sum });
        }
        let mut amounts = BTreeMap::new();
        for (account, amount) in wide {
            let narrow =
                i64::try_from(amount).map_err(|_| Refusal::OutOfRange { what: "a ledger posting", value: u64::MAX })?;
            if narrow != 0 {
                amounts.insert(account, narrow);
            }
        }
        Ok(amounts)
    }
}

/// An entry as one account sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedEntry {
    /// Its number in the ledger; later ones are higher.
    pub number: i64,
    /// Its id.
    pub id: String,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// Why.
    pub reason: String,
    /// What it brought the account, or took if negative.
    pub amount: i64,
}

/// What an audit counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// How many accounts there are.
    pub accounts: u64,
    /// How many entries were posted.
    pub entries: u64,
    /// How many chips the house has issued and not taken back.
    pub issued: i64,
}

impl Store {
    /// What an account holds; an account that never had a posting holds nothing.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn balance(&self, account: LedgerAccount) -> Result<i64, StoreError> {
        let sql = "SELECT balance FROM ledger_accounts WHERE account = $1";
        let row = self.ask().await?.row(sql, vec![Value::Text(account.to_string())]).await?;
        Ok(row.map(|row| row.int(0)).transpose()?.unwrap_or(0))
    }

    /// What each seat of a table holds, those with nothing left out.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn seats_of(&self, table: u64) -> Result<Vec<(u64, i64)>, StoreError> {
        // '0' is the character after '/': the range holds what begins with the table's number and a slash.
        let sql = "SELECT account, balance FROM ledger_accounts WHERE account >= $1 AND account < $2 AND balance <> 0";
        let values = vec![Value::Text(format!("seat/{table}/")), Value::Text(format!("seat/{table}0"))];
        let mut seats = Vec::new();
        for row in self.ask().await?.rows(sql, values).await? {
            if let LedgerAccount::Seat { account, .. } = row.text(0)?.parse()? {
                seats.push((account, row.int(1)?));
            }
        }
        seats.sort_unstable();
        Ok(seats)
    }

    /// What each player has paid into a tournament's pool and not been given back, as long as there is anything in it.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn paid_into_pool(&self, tournament: u64) -> Result<Vec<(u64, i64)>, StoreError> {
        let sql = "SELECT w.account, CAST(-SUM(p.amount) AS BIGINT) FROM ledger_accounts a \
                   JOIN ledger_postings o ON o.account = a.id \
                   JOIN ledger_postings p ON p.entry = o.entry AND p.account <> a.id \
                   JOIN ledger_accounts w ON w.id = p.account \
                   WHERE a.account = $1 AND a.balance <> 0 GROUP BY w.account HAVING SUM(p.amount) < 0";
        let pool = Value::Text(LedgerAccount::Pool(tournament).to_string());
        let mut paid = Vec::new();
        for row in self.ask().await?.rows(sql, vec![pool]).await? {
            if let LedgerAccount::Wallet(account) = row.text(0)?.parse()? {
                paid.push((account, row.int(1)?));
            }
        }
        paid.sort_unstable();
        Ok(paid)
    }

    /// The wallets of these accounts that hold anything, and how much. All of the range's numbers have as many digits as
    /// its ends.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn wallets(&self, accounts: Range<u64>) -> Result<Vec<(u64, i64)>, StoreError> {
        let sql = "SELECT account, balance FROM ledger_accounts WHERE account >= $1 AND account < $2 AND balance > 0";
        let ends = [accounts.start, accounts.end].map(|end| Value::Text(LedgerAccount::Wallet(end).to_string()));
        let mut wallets = Vec::new();
        for row in self.ask().await?.rows(sql, ends).await? {
            // Shorter numbers stand among them by their text.
            if let LedgerAccount::Wallet(account) = row.text(0)?.parse()?
                && accounts.contains(&account)
            {
                wallets.push((account, row.int(1)?));
            }
        }
        wallets.sort_unstable();
        Ok(wallets)
    }

    /// The entries of an account, newest first, at most `limit`, before the one numbered `before` if given.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn entries_of(
        &self,
        account: LedgerAccount,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<PostedEntry>, StoreError> {
        let sql = "SELECT e.id, e.entry, e.at_ms, e.reason, p.amount FROM ledger_accounts a \
                   JOIN ledger_postings p ON p.account = a.id JOIN ledger_entries e ON e.id = p.entry \
                   WHERE a.account = $1 AND p.entry < $2 ORDER BY p.entry DESC LIMIT $3";
        let before = Value::Int(before.unwrap_or(i64::MAX));
        let values = vec![Value::Text(account.to_string()), before, Value::Int(i64::from(limit))];
        let mut entries = Vec::new();
        for row in self.ask().await?.rows(sql, values).await? {
            let (number, id, at_ms) = (row.int(0)?, row.text(1)?, row.number(2)?);
            entries.push(PostedEntry { number, id, at_ms, reason: row.text(3)?, amount: row.int(4)? });
        }
        Ok(entries)
    }

    /// Adds everything up again: every entry sums to zero, every balance is the sum of its postings, nobody but the
    /// house owes.
    ///
    /// # Errors
    /// [`Damage::Ledger`] says what is wrong; [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn audit(&self) -> Result<Audit, StoreError> {
        self.read().await?.audit().await
    }
}

impl Link {
    /// The same within a transaction, of what it has written so far.
    pub(crate) async fn audit(&mut self) -> Result<Audit, StoreError> {
        let wrong = |what: String| StoreError::from(Damage::Ledger { what });
        if let Some(row) = self.row(UNBALANCED, Vec::new()).await? {
            return Err(wrong(format!("entry number {} doesn't sum to zero", row.int(0)?)));
        }
        if let Some(row) = self.row(ASTRAY, Vec::new()).await? {
            return Err(wrong(format!("account number {} has a posting without an account or an entry", row.int(0)?)));
        }
        if let Some(row) = self.row(DRIFTED, Vec::new()).await? {
            let (account, balance, total) = (row.text(0)?, row.int(1)?, row.int(2)?);
            return Err(wrong(format!("{account} holds {balance}, its postings sum to {total}")));
        }
        if let Some(row) = self.row(OWING, Vec::new()).await? {
            return Err(wrong(format!("{} owes chips", row.text(0)?)));
        }
        let Some(row) = self.row(COUNTS, Vec::new()).await? else {
            return Err(wrong("it can't be counted".to_owned()));
        };
        if row.int(2)? != 0 {
            return Err(wrong(format!("all accounts sum to {}, not to zero", row.int(2)?)));
        }
        Ok(Audit { accounts: row.number(0)?, entries: row.number(1)?, issued: row.int(3)?.saturating_neg() })
    }
}

const UNBALANCED: &str = "SELECT entry FROM ledger_postings GROUP BY entry HAVING SUM(amount) <> 0 LIMIT 1";
const ASTRAY: &str = "SELECT p.account FROM ledger_postings p LEFT JOIN ledger_accounts a ON a.id = p.account \
                      LEFT JOIN ledger_entries e ON e.id = p.entry WHERE a.id IS NULL OR e.id IS NULL LIMIT 1";
const DRIFTED: &str = "SELECT a.account, a.balance, CAST(COALESCE(s.total, 0) AS BIGINT) FROM ledger_accounts a \
                       LEFT JOIN (SELECT account, SUM(amount) AS total FROM ledger_postings GROUP BY account) s \
                       ON s.account = a.id WHERE a.balance <> COALESCE(s.total, 0) LIMIT 1";
const OWING: &str = "SELECT account FROM ledger_accounts WHERE balance < 0 AND account <> 'house' LIMIT 1";
const COUNTS: &str = "SELECT (SELECT COUNT(*) FROM ledger_accounts), (SELECT COUNT(*) FROM ledger_entries), \
                      CAST(COALESCE((SELECT SUM(balance) FROM ledger_accounts), 0) AS BIGINT), \
                      COALESCE((SELECT balance FROM ledger_accounts WHERE account = 'house'), 0)";
