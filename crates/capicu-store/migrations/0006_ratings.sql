-- What the results of rated matches did to ratings, each once. It follows from the results, and can be made anew from
-- them.
CREATE TABLE ratings (
    sequence  INTEGER NOT NULL PRIMARY KEY REFERENCES results (sequence),
    -- The number of the formulae.
    algorithm INTEGER NOT NULL,
    format    INTEGER NOT NULL,
    changes   TEXT    NOT NULL
) STRICT;
