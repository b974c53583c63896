-- Each row of the log points to the one before it in its stream, and the stream to its last: a commit then writes a few
-- pages at the end of the log, and none of an index, which had one for every table.
CREATE TABLE linked_log (
    id      INTEGER PRIMARY KEY NOT NULL,
    stream  INTEGER NOT NULL,
    version INTEGER NOT NULL,
    prev    INTEGER NOT NULL DEFAULT 0,
    body    BLOB NOT NULL
);
INSERT INTO linked_log (stream, version, body) SELECT stream, version, body FROM log ORDER BY rowid;
DROP TABLE log;
ALTER TABLE linked_log RENAME TO log;
ALTER TABLE streams ADD COLUMN last INTEGER NOT NULL DEFAULT 0;

UPDATE log SET prev = linked.before
FROM (SELECT id, LAG(id, 1, 0) OVER (PARTITION BY stream ORDER BY version) AS before FROM log) AS linked
WHERE linked.id = log.id;
UPDATE streams SET last = linked.id
FROM (SELECT id, stream, ROW_NUMBER() OVER (PARTITION BY stream ORDER BY version DESC) AS place FROM log) AS linked
WHERE linked.stream = streams.stream AND linked.place = 1;
