-- What a server remembers of itself, by name: when it last ran, and for how long it did not.
CREATE TABLE notes (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
