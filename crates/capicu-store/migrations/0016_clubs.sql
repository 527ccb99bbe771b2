-- Clubs: who belongs to them, their events and seasons. Times are milliseconds since 1970.

CREATE TABLE clubs (
    id       TEXT    NOT NULL PRIMARY KEY,
    -- As in its address, and what that looks like: no two clubs have addresses that look alike, closed ones included.
    address  TEXT    NOT NULL,
    skeleton TEXT    NOT NULL UNIQUE,
    name     TEXT    NOT NULL,
    place    TEXT    NOT NULL,
    evening  TEXT    NOT NULL,
    about    TEXT    NOT NULL,
    -- What the form of its next event begins with.
    usual    TEXT    NOT NULL,
    made_at  INTEGER NOT NULL,
    -- What the link by which people join is sealed with.
    secret   BLOB    NOT NULL CHECK (length(secret) = 32),
    closed   INTEGER NOT NULL CHECK (closed IN (0, 1))
) STRICT;

-- Who asks to join, was invited, or belongs to a club.
CREATE TABLE club_people (
    club   TEXT    NOT NULL REFERENCES clubs (id),
    player TEXT    NOT NULL REFERENCES players (id),
    part   TEXT    NOT NULL CHECK (part IN
        ('asks', 'invited', 'member', 'display', 'results', 'pairing', 'director', 'owner')),
    -- Whether everybody is told that the player belongs to it.
    shown  INTEGER NOT NULL CHECK (shown IN (0, 1)),
    since  INTEGER NOT NULL,
    PRIMARY KEY (club, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX club_people_player ON club_people (player);
CREATE UNIQUE INDEX club_people_owner ON club_people (club) WHERE part = 'owner';

CREATE TABLE club_seasons (
    club   TEXT    NOT NULL REFERENCES clubs (id),
    number INTEGER NOT NULL CHECK (number > 0),
    name   TEXT    NOT NULL,
    rule   TEXT    NOT NULL CHECK (rule IN ('points', 'places', 'league')),
    -- How many of the events of each count; NULL for all.
    best   INTEGER CHECK (best > 0),
    PRIMARY KEY (club, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE club_events (
    event    TEXT    NOT NULL PRIMARY KEY REFERENCES events (id),
    club     TEXT    NOT NULL REFERENCES clubs (id),
    -- By the clock at the club, as 2026-11-27T19:00; empty where nobody said.
    begins   TEXT    NOT NULL,
    season   INTEGER,
    -- In a league, from 0 for the highest.
    division INTEGER NOT NULL CHECK (division >= 0),
    FOREIGN KEY (club, season) REFERENCES club_seasons (club, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX club_events_club ON club_events (club);

-- What was done in a club, in order. Nothing in it is changed or removed.
CREATE TABLE club_audit (
    number INTEGER NOT NULL PRIMARY KEY,
    club   TEXT    NOT NULL REFERENCES clubs (id),
    at     INTEGER NOT NULL,
    actor  TEXT    NOT NULL REFERENCES players (id),
    about  TEXT    REFERENCES players (id),
    act    TEXT    NOT NULL CHECK (act IN
        ('found', 'describe', 'move', 'hand-over', 'season', 'event', 'close')),
    -- Which part somebody had and has; NULL for none.
    was    TEXT,
    is_now TEXT,
    -- The event or the season.
    what   TEXT    NOT NULL
) STRICT;

CREATE INDEX club_audit_club ON club_audit (club);

CREATE TRIGGER club_audit_stays BEFORE DELETE ON club_audit
BEGIN
    SELECT RAISE(ABORT, 'nothing leaves the audit of a club');
END;

CREATE TRIGGER club_audit_is_kept BEFORE UPDATE ON club_audit
BEGIN
    SELECT RAISE(ABORT, 'nothing in the audit of a club is changed');
END;

-- The parts of people at an event are more than they were.
CREATE TABLE event_officials_now (
    event  TEXT NOT NULL REFERENCES events (id),
    player TEXT NOT NULL REFERENCES players (id),
    role   TEXT NOT NULL CHECK (role IN ('director', 'pairing', 'helper', 'display')),
    PRIMARY KEY (event, player)
) STRICT, WITHOUT ROWID;

INSERT INTO event_officials_now SELECT event, player, role FROM event_officials;
DROP TABLE event_officials;
ALTER TABLE event_officials_now RENAME TO event_officials;
CREATE INDEX event_officials_player ON event_officials (player);
