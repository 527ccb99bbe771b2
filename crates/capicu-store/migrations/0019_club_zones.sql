-- The time zone of a club, the end of its events, and the new events that its people have not opened yet.
ALTER TABLE clubs ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC';
-- In local time of the club, as begins.
ALTER TABLE club_events ADD COLUMN ends TEXT NOT NULL DEFAULT '';

CREATE TABLE club_notices (
    player TEXT    NOT NULL REFERENCES players (id),
    event  TEXT    NOT NULL REFERENCES events (id),
    club   TEXT    NOT NULL REFERENCES clubs (id),
    at     INTEGER NOT NULL,
    PRIMARY KEY (player, event)
) STRICT, WITHOUT ROWID;

CREATE INDEX club_notices_event ON club_notices (event);
CREATE INDEX club_notices_club ON club_notices (club);
