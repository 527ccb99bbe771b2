-- The private leagues of clubs: finished matches with real tiles, and the members who agreed that they count.
CREATE TABLE club_matches (
    club    TEXT    NOT NULL REFERENCES clubs (id),
    -- When the evening was given, in milliseconds since 1970, or one more than the last evening of the club.
    evening INTEGER NOT NULL,
    number  INTEGER NOT NULL CHECK (number > 0),
    day     TEXT    NOT NULL,
    -- The member who gave it; NULL if they left.
    writer  TEXT    REFERENCES players (id),
    -- A hash of the day, the rules and the lines, without names, and of the number of equal matches before it.
    mark    BLOB    NOT NULL CHECK (length(mark) = 32),
    winner  INTEGER NOT NULL CHECK (winner >= 0),
    PRIMARY KEY (club, evening, number),
    UNIQUE (club, mark)
) STRICT, WITHOUT ROWID;

CREATE INDEX club_matches_writer ON club_matches (writer);

CREATE TABLE club_match_players (
    club     TEXT    NOT NULL,
    evening  INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    player   TEXT    NOT NULL REFERENCES players (id),
    side     INTEGER NOT NULL CHECK (side >= 0),
    rounds   INTEGER NOT NULL CHECK (rounds >= 0),
    capicus  INTEGER NOT NULL CHECK (capicus >= 0),
    accepted INTEGER NOT NULL CHECK (accepted IN (0, 1)),
    PRIMARY KEY (club, evening, number, player),
    FOREIGN KEY (club, evening, number) REFERENCES club_matches (club, evening, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX club_match_players_player ON club_match_players (player);
