-- How people behave: what was reported, and what was done about it. Times are milliseconds since 1970.

-- What was done to whom, in order; what holds follows from it. Nothing in it is changed or removed, but for the
-- reason of what was done to somebody who is deleted.
CREATE TABLE audit (
    number INTEGER NOT NULL PRIMARY KEY,
    at     INTEGER NOT NULL,
    -- NULL: whoever had the code that the server printed.
    actor  TEXT REFERENCES players (id),
    about  TEXT    NOT NULL REFERENCES players (id),
    act    TEXT    NOT NULL CHECK (act IN
        ('role', 'dismiss', 'warn', 'rename', 'mute', 'pause', 'ban', 'lift', 'read')),
    -- The role that somebody has from then on; NULL for none.
    role   TEXT CHECK (role IS NULL OR (act = 'role' AND role IN ('owner', 'moderator'))),
    -- Until when a mute, pause or ban holds; NULL for good.
    until  INTEGER CHECK (until IS NULL OR act IN ('mute', 'pause', 'ban')),
    -- What is lifted, or was read.
    entry  INTEGER REFERENCES audit (number),
    reason TEXT    NOT NULL,
    CHECK ((act IN ('lift', 'read')) = (entry IS NOT NULL))
) STRICT;

CREATE INDEX audit_about ON audit (about);
CREATE INDEX audit_role ON audit (act) WHERE act = 'role';

CREATE TRIGGER audit_stays BEFORE DELETE ON audit
BEGIN
    SELECT RAISE(ABORT, 'nothing leaves the audit');
END;

CREATE TRIGGER audit_is_kept BEFORE UPDATE ON audit
WHEN NEW.reason <> '' OR NEW.number <> OLD.number OR NEW.at <> OLD.at OR NEW.actor IS NOT OLD.actor
    OR NEW.about <> OLD.about OR NEW.act <> OLD.act OR NEW.role IS NOT OLD.role
    OR NEW.until IS NOT OLD.until OR NEW.entry IS NOT OLD.entry
BEGIN
    SELECT RAISE(ABORT, 'nothing in the audit is changed');
END;

-- Who reported whom, for what. It stays when its table goes.
CREATE TABLE reports (
    number   INTEGER NOT NULL PRIMARY KEY,
    at       INTEGER NOT NULL,
    reporter TEXT    NOT NULL REFERENCES players (id),
    reported TEXT    NOT NULL REFERENCES players (id),
    table_id TEXT    NOT NULL,
    -- The match at the table, from 1; 0 before the first.
    number_there INTEGER NOT NULL,
    why      TEXT    NOT NULL,
    words    TEXT    NOT NULL,
    -- What was said at the table last, as JSON.
    talk     TEXT    NOT NULL,
    -- What was done about it.
    closed   INTEGER REFERENCES audit (number),
    UNIQUE (reporter, reported, table_id, number_there)
) STRICT;

CREATE INDEX reports_reported ON reports (reported);
CREATE INDEX reports_open ON reports (number) WHERE closed IS NULL;
