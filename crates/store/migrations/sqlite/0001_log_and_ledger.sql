-- The event log, the ledger, secrets and answers. Whole numbers, text and bytes only; 0 and 1 for no and yes.

-- Who owns a stream, how far it has come, and of which version there is a snapshot (0: of none).
CREATE TABLE streams (
    stream   INTEGER PRIMARY KEY NOT NULL,
    epoch    INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    snapshot INTEGER NOT NULL
);

-- One row holds every event of one append; `version` is that of the last one.
CREATE TABLE log (
    stream  INTEGER NOT NULL,
    version INTEGER NOT NULL,
    body    BLOB NOT NULL,
    PRIMARY KEY (stream, version)
) WITHOUT ROWID;

-- The latest state of a stream, so that a start need not read its whole log.
CREATE TABLE snapshots (
    stream  INTEGER PRIMARY KEY NOT NULL,
    version INTEGER NOT NULL,
    body    BLOB NOT NULL
);

-- What must not be readable in a copied database: sealed under a key kept elsewhere, gone when the hand is over.
CREATE TABLE secrets (
    stream INTEGER NOT NULL,
    hand   INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (stream, hand)
) WITHOUT ROWID;

-- What a command was answered; the key is the account's number followed by the command's id.
CREATE TABLE answers (
    command BLOB PRIMARY KEY NOT NULL,
    at_ms   INTEGER NOT NULL,
    answer  BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX answers_by_time ON answers (at_ms);

-- Only the house may owe: it issues the chips.
CREATE TABLE ledger_accounts (
    id      INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    account TEXT NOT NULL UNIQUE,
    balance INTEGER NOT NULL,
    CHECK (balance >= 0 OR account = 'house')
);

CREATE TABLE ledger_entries (
    id     INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    entry  TEXT NOT NULL UNIQUE,
    at_ms  INTEGER NOT NULL,
    reason TEXT NOT NULL
);

CREATE TABLE ledger_postings (
    account INTEGER NOT NULL,
    entry   INTEGER NOT NULL,
    amount  INTEGER NOT NULL,
    PRIMARY KEY (account, entry)
) WITHOUT ROWID;
CREATE INDEX ledger_postings_by_entry ON ledger_postings (entry);

-- The last group that each writing process committed: after a lost connection it tells whether a commit arrived.
CREATE TABLE writers (
    writer TEXT PRIMARY KEY NOT NULL,
    serial INTEGER NOT NULL,
    at_ms  INTEGER NOT NULL
);

-- Facts about the room as a whole.
CREATE TABLE room (
    fact  TEXT PRIMARY KEY NOT NULL,
    value BLOB NOT NULL
);
