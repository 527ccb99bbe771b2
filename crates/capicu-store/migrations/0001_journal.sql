-- Tables and all that happened at them. Times are milliseconds since 1970.

CREATE TABLE tables (
    id      TEXT    NOT NULL PRIMARY KEY,
    -- Rules, seats and clock, as they were when the table was made.
    setup   TEXT    NOT NULL,
    made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One row for each fact; the version counts from 1 without gaps.
CREATE TABLE journal (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    version  INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    -- The command that it came from, if a client sent one: a seat uses no key twice.
    seat     INTEGER,
    key      TEXT,
    fact     TEXT    NOT NULL,
    PRIMARY KEY (table_id, version)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX journal_key ON journal (table_id, seat, key) WHERE key IS NOT NULL;

-- When the server was last known to run.
CREATE TABLE heartbeat (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;

-- When it did not: this time counts against nobody's clock.
CREATE TABLE outages (
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL
) STRICT;
