-- How the matches of results were played: the text form of docs/record-format.md, without the names of those
-- who played, which stand in the result alone. A result from before this has none.
CREATE TABLE records (
    sequence INTEGER NOT NULL PRIMARY KEY REFERENCES results (sequence),
    record   TEXT    NOT NULL
) STRICT;
