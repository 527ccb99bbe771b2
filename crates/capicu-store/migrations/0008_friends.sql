-- What ties people to each other. Times are milliseconds since 1970.

CREATE TABLE ties (
    player TEXT    NOT NULL REFERENCES players (id),
    other  TEXT    NOT NULL REFERENCES players (id),
    -- asks: the player would like to be the other's friend. friend: there is a row in each direction.
    -- blocks: the player wants nothing to do with the other.
    kind   TEXT    NOT NULL CHECK (kind IN ('asks', 'friend', 'blocks')),
    at     INTEGER NOT NULL,
    PRIMARY KEY (player, other, kind),
    CHECK (player <> other)
) STRICT, WITHOUT ROWID;

CREATE INDEX ties_other ON ties (other, kind);

-- Members whose friends are not told whether they are here.
CREATE TABLE hidden (
    player TEXT NOT NULL PRIMARY KEY REFERENCES players (id)
) STRICT, WITHOUT ROWID;
