-- Puzzles that players gave to everybody, and who has solved which. Times are milliseconds since 1970.

CREATE TABLE puzzles (
    -- Made of the puzzle itself, so that none is there twice.
    id       TEXT    NOT NULL PRIMARY KEY,
    -- The member who gave it. It goes with the account.
    giver    TEXT    NOT NULL REFERENCES players (id),
    game     TEXT    NOT NULL,
    given_at INTEGER NOT NULL,
    -- What its seat saw, and what was played: no name and no other hand.
    puzzle   TEXT    NOT NULL,
    -- What the server found out about every answer, as JSON.
    solution TEXT    NOT NULL
) STRICT;

CREATE INDEX puzzles_giver ON puzzles (giver);

-- How a player got on with a puzzle, one of those above or one that comes with the program.
CREATE TABLE puzzle_answers (
    player  TEXT    NOT NULL REFERENCES players (id),
    puzzle  TEXT    NOT NULL,
    tries   INTEGER NOT NULL,
    -- tried: no good answer yet. solved: by an answer. shown: the solution was asked for first.
    outcome TEXT    NOT NULL CHECK (outcome IN ('tried', 'solved', 'shown')),
    at      INTEGER NOT NULL,
    -- The day, counted from 1 January 1970, of which it was the puzzle when it was solved.
    day     INTEGER,
    PRIMARY KEY (player, puzzle)
) STRICT, WITHOUT ROWID;
