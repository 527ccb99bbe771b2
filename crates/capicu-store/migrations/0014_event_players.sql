-- Who plays in an entry of an event: an entry is called something in the log, and a player may be forgotten.
CREATE TABLE event_players (
    event  TEXT    NOT NULL REFERENCES events (id),
    -- The number of the entry.
    entry  INTEGER NOT NULL CHECK (entry > 0),
    -- Which of its people, from 0.
    place  INTEGER NOT NULL CHECK (place >= 0),
    player TEXT    NOT NULL REFERENCES players (id),
    PRIMARY KEY (event, entry, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX event_players_of ON event_players (player);
