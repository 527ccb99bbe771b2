-- People: who plays, what signs them in, and where they sit. Times are milliseconds since 1970.

-- Everything that belongs to somebody points to a row here, whatever that row becomes.
CREATE TABLE players (
    id       TEXT    NOT NULL PRIMARY KEY,
    -- gone: deleted at the player's wish. The row stays for the sake of others' records.
    kind     TEXT    NOT NULL CHECK (kind IN ('guest', 'member', 'bot', 'gone')),
    name     TEXT,
    -- A member's, as it was written, and what it looks like: of two that look alike there is one.
    username TEXT,
    skeleton TEXT UNIQUE,
    made_at  INTEGER NOT NULL,
    CHECK ((kind = 'member') = (username IS NOT NULL) AND (username IS NULL) = (skeleton IS NULL)),
    CHECK (kind <> 'gone' OR name IS NULL)
) STRICT, WITHOUT ROWID;

-- Devices that are signed in. The secret itself is on the device alone; hash is its SHA-256 in hexadecimal.
CREATE TABLE sessions (
    hash       TEXT    NOT NULL PRIMARY KEY,
    player     TEXT    NOT NULL REFERENCES players (id),
    label      TEXT    NOT NULL,
    made_at    INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_player ON sessions (player);
CREATE INDEX sessions_expires ON sessions (expires_at);

-- Recovery codes that have not been used.
CREATE TABLE codes (
    player TEXT NOT NULL REFERENCES players (id),
    hash   TEXT NOT NULL,
    PRIMARY KEY (player, hash)
) STRICT, WITHOUT ROWID;

-- Links that sign another device in, one for each player, used once.
CREATE TABLE device_links (
    player     TEXT    NOT NULL PRIMARY KEY REFERENCES players (id),
    hash       TEXT    NOT NULL UNIQUE,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A guest who turned out to be a member: what the guest did is the member's. Resolved when read.
CREATE TABLE aliases (
    guest  TEXT NOT NULL PRIMARY KEY REFERENCES players (id),
    member TEXT NOT NULL REFERENCES players (id)
) STRICT, WITHOUT ROWID;

CREATE INDEX aliases_member ON aliases (member);

-- Whose seats are whose, as the journal has it: written in the commit of the fact.
CREATE TABLE seats (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    player   TEXT    NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_player ON seats (player);

-- Who played which match, where: written in the commit of the result.
CREATE TABLE played (
    player   TEXT    NOT NULL,
    sequence INTEGER NOT NULL REFERENCES results (sequence),
    seat     INTEGER NOT NULL,
    PRIMARY KEY (player, sequence, seat)
) STRICT, WITHOUT ROWID;
