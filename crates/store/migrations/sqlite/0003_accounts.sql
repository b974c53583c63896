-- People: who they are, by what they come in, and what an operator did. Tokens and codes are kept as hashes only.

-- A guest has no password. A deleted account keeps its number, because the ledger and the hands name it.
CREATE TABLE accounts (
    id          INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    name        TEXT NOT NULL,
    skeleton    TEXT UNIQUE,
    password    TEXT,
    operator    INTEGER NOT NULL,
    created_ms  INTEGER NOT NULL,
    refilled_ms INTEGER NOT NULL,
    banned_ms   INTEGER NOT NULL,
    limits      TEXT NOT NULL,
    deleted     INTEGER NOT NULL
);

-- A browser that is signed in, or a program's token, which has a label.
CREATE TABLE sessions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    token      BLOB NOT NULL UNIQUE,
    account    INTEGER NOT NULL,
    label      TEXT,
    agent      TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    seen_ms    INTEGER NOT NULL
);
CREATE INDEX sessions_by_account ON sessions (account);

CREATE TABLE recovery_codes (
    account INTEGER NOT NULL,
    code    BLOB NOT NULL,
    PRIMARY KEY (account, code)
);

CREATE TABLE operator_log (
    id     INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    at_ms  INTEGER NOT NULL,
    action TEXT NOT NULL
);
