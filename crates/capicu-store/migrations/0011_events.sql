-- Events: tournaments, club evenings, leagues. Times are milliseconds since 1970.

CREATE TABLE events (
    id      TEXT    NOT NULL PRIMARY KEY,
    name    TEXT    NOT NULL,
    made_at INTEGER NOT NULL,
    -- What the slips of its tables are signed with.
    secret  BLOB    NOT NULL CHECK (length(secret) = 32)
) STRICT;

CREATE INDEX events_made ON events (made_at);

-- The log of an event, a line for each fact. What the event is follows from it; each line holds a digest of those
-- before it, and none is changed or removed.
CREATE TABLE event_lines (
    event TEXT    NOT NULL REFERENCES events (id),
    n     INTEGER NOT NULL CHECK (n > 0),
    line  TEXT    NOT NULL,
    PRIMARY KEY (event, n)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER event_lines_stay BEFORE DELETE ON event_lines
BEGIN
    SELECT RAISE(ABORT, 'nothing leaves the log of an event');
END;

CREATE TRIGGER event_lines_are_kept BEFORE UPDATE ON event_lines
BEGIN
    SELECT RAISE(ABORT, 'nothing in the log of an event is changed');
END;

-- Who may do what at an event.
CREATE TABLE event_officials (
    event  TEXT NOT NULL REFERENCES events (id),
    player TEXT NOT NULL REFERENCES players (id),
    role   TEXT NOT NULL CHECK (role IN ('director', 'helper')),
    PRIMARY KEY (event, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX event_officials_player ON event_officials (player);
