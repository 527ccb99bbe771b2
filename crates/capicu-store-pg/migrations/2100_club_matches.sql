-- The private leagues of clubs: finished matches with real tiles, and the members who agreed that they count.
CREATE TABLE club_matches (
    club    TEXT   COLLATE "C" NOT NULL REFERENCES clubs (id),
    -- When the evening was given, in milliseconds since 1970, or one more than the last evening of the club.
    evening BIGINT NOT NULL,
    number  BIGINT NOT NULL CHECK (number > 0),
    day     TEXT   COLLATE "C" NOT NULL,
    -- The member who gave it; NULL if they left.
    writer  TEXT   COLLATE "C" REFERENCES players (id),
    -- A hash of the day, the rules and the lines, without names, and of the number of equal matches before it.
    mark    BYTEA  NOT NULL CHECK (length(mark) = 32),
    winner  BIGINT NOT NULL CHECK (winner >= 0),
    PRIMARY KEY (club, evening, number),
    UNIQUE (club, mark)
);

CREATE INDEX club_matches_writer ON club_matches (writer);

CREATE TABLE club_match_players (
    club     TEXT   COLLATE "C" NOT NULL,
    evening  BIGINT NOT NULL,
    number   BIGINT NOT NULL,
    player   TEXT   COLLATE "C" NOT NULL REFERENCES players (id),
    side     BIGINT NOT NULL CHECK (side >= 0),
    rounds   BIGINT NOT NULL CHECK (rounds >= 0),
    capicus  BIGINT NOT NULL CHECK (capicus >= 0),
    accepted BIGINT NOT NULL CHECK (accepted IN (0, 1)),
    PRIMARY KEY (club, evening, number, player),
    FOREIGN KEY (club, evening, number) REFERENCES club_matches (club, evening, number)
);

CREATE INDEX club_match_players_player ON club_match_players (player);
