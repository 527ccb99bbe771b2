-- What members chose for themselves, as the pages write it: their devices follow.

CREATE TABLE settings (
    player   TEXT    NOT NULL PRIMARY KEY REFERENCES players (id),
    at       INTEGER NOT NULL,
    settings TEXT    NOT NULL
) STRICT;
