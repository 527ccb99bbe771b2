-- Accounts of bots, and the tokens by which programs play for them. Times are milliseconds since 1970.

-- The row in players is of the kind bot, and has in its name what everybody reads.
CREATE TABLE bots (
    player   TEXT NOT NULL PRIMARY KEY REFERENCES players (id),
    -- The member who answers for it.
    owner    TEXT NOT NULL REFERENCES players (id),
    -- Unique among people and bots; what it looks like, as for members.
    username TEXT NOT NULL,
    skeleton TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

CREATE INDEX bots_owner ON bots (owner);

CREATE TRIGGER bots_unlike_members BEFORE INSERT ON bots
WHEN EXISTS (SELECT 1 FROM players WHERE skeleton = NEW.skeleton)
BEGIN
    SELECT RAISE(ABORT, 'a member is called like this');
END;

CREATE TRIGGER members_unlike_bots BEFORE UPDATE OF skeleton ON players
WHEN EXISTS (SELECT 1 FROM bots WHERE skeleton = NEW.skeleton)
BEGIN
    SELECT RAISE(ABORT, 'a bot is called like this');
END;

-- The secret itself is shown once; hash is its SHA-256 in hexadecimal.
CREATE TABLE bot_tokens (
    hash       TEXT    NOT NULL PRIMARY KEY,
    player     TEXT    NOT NULL REFERENCES bots (player),
    label      TEXT    NOT NULL,
    -- What it may do, as words with a space between.
    scopes     TEXT    NOT NULL,
    made_at    INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX bot_tokens_player ON bot_tokens (player);
