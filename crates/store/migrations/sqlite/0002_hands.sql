-- Finished hands, packed. Each is found by its table, by its players, by its game, or by its time: numbers rise with
-- time, so a search by anything else walks them backwards.
CREATE TABLE hands (
    id     INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    tbl    INTEGER NOT NULL,
    hand   INTEGER NOT NULL,
    game   INTEGER NOT NULL,
    at_ms  INTEGER NOT NULL,
    record BLOB NOT NULL,
    own    BLOB NOT NULL
);
CREATE UNIQUE INDEX hands_by_table ON hands (tbl, hand);
CREATE INDEX hands_by_game ON hands (game, id);

-- The ids of games, so that a hand need not repeat its own.
CREATE TABLE games (
    id   INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    game TEXT NOT NULL UNIQUE
);

CREATE TABLE hand_players (
    account INTEGER NOT NULL,
    hand    INTEGER NOT NULL,
    PRIMARY KEY (account, hand)
) WITHOUT ROWID;

-- Apart from the hands, because they are larger and may be kept for a shorter time.
CREATE TABLE proofs (
    hand  INTEGER PRIMARY KEY NOT NULL,
    proof BLOB NOT NULL
);
