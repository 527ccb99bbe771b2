-- What a row is written in: see docs/adr/0006-store.md. Rows from before this are of format 1.

ALTER TABLE tables ADD COLUMN format INTEGER NOT NULL DEFAULT 1;
ALTER TABLE journal ADD COLUMN format INTEGER NOT NULL DEFAULT 1;

-- 1 for a table that is being removed: nobody finds it any more, and its rows go little by little.
ALTER TABLE tables ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_removed ON tables (id) WHERE removed = 1;

-- A fact has the number after the last, whoever writes it.
CREATE TRIGGER journal_order BEFORE INSERT ON journal
WHEN NEW.version <> 1 + coalesce((SELECT max(version) FROM journal WHERE table_id = NEW.table_id), 0)
    OR EXISTS (SELECT 1 FROM tables WHERE id = NEW.table_id AND removed = 1)
BEGIN
    SELECT RAISE(ABORT, 'not the next fact of this table');
END;

-- Matches that are over, in the order in which they ended: the sequence counts from 1 without gaps.
-- A result stays when its table goes.
CREATE TABLE results (
    sequence INTEGER NOT NULL PRIMARY KEY,
    table_id TEXT    NOT NULL,
    -- The match at the table, from 1.
    number   INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    format   INTEGER NOT NULL,
    result   TEXT    NOT NULL,
    UNIQUE (table_id, number)
) STRICT;

-- Written to find out whether writing works again.
CREATE TABLE probe (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    n   INTEGER NOT NULL
) STRICT;

-- The time of a turn begins anew when a table is brought in, so nobody asks when the server was down.
DROP TABLE heartbeat;
DROP TABLE outages;
