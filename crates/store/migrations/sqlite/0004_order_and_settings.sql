-- Where a stream was before the last commit that moved it: a write can then check that nobody else did in between.
ALTER TABLE streams ADD COLUMN was INTEGER NOT NULL DEFAULT 0;

-- Settings and switches, by name.
CREATE TABLE settings (
    name  TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
);

-- Rows of the log lie in the order they came, so that a commit of many tables writes a few pages at the end instead of
-- one for each table.
CREATE TABLE log_in_order (
    stream  INTEGER NOT NULL,
    version INTEGER NOT NULL,
    body    BLOB NOT NULL,
    PRIMARY KEY (stream, version)
);
INSERT INTO log_in_order SELECT stream, version, body FROM log;
DROP TABLE log;
ALTER TABLE log_in_order RENAME TO log;

-- What proves each player's own cards to that player, sealed: kept as long as the proof.
ALTER TABLE proofs ADD COLUMN own BLOB NOT NULL DEFAULT x'';
