-- Passkeys: keys of members by which they sign in. Times are milliseconds since 1970.
CREATE TABLE passkeys (
    -- What the authenticator calls it; no two players have the same.
    id         BLOB    NOT NULL PRIMARY KEY,
    player     TEXT    NOT NULL REFERENCES players (id),
    -- The relying party: the name of the site for which it was made, and at which alone it works.
    site       TEXT    NOT NULL,
    -- The public key as COSE has it, and the number of its algorithm there.
    public_key BLOB    NOT NULL,
    algorithm  INTEGER NOT NULL,
    -- How often it has signed, where the authenticator counts.
    counter    INTEGER NOT NULL,
    label      TEXT    NOT NULL,
    made_at    INTEGER NOT NULL,
    used_at    INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_player ON passkeys (player);
