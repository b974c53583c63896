-- Where a stream was before the last commit that moved it: a write can then check that nobody else did in between.
ALTER TABLE streams ADD COLUMN was BIGINT NOT NULL DEFAULT 0;

-- Settings and switches, by name.
CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- What proves each player's own cards to that player, sealed: kept as long as the proof.
ALTER TABLE proofs ADD COLUMN own BYTEA NOT NULL DEFAULT '';
