-- What the servers of a host remember of themselves, by name: when they last ran, and for how long none did.
CREATE TABLE notes (
    name  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
