-- Who gave up a seat at a table: a deletion finds the names that they had there.
CREATE TABLE former_seats (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    player   TEXT NOT NULL,
    PRIMARY KEY (table_id, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX former_seats_player ON former_seats (player);

CREATE TRIGGER seats_passed_on AFTER UPDATE OF player ON seats WHEN old.player <> new.player BEGIN
    INSERT INTO former_seats (table_id, player) VALUES (old.table_id, old.player) ON CONFLICT DO NOTHING;
END;

-- The seats of a removed table go with it.
CREATE TRIGGER seats_given_up AFTER DELETE ON seats
WHEN EXISTS (SELECT 1 FROM tables WHERE id = old.table_id) BEGIN
    INSERT INTO former_seats (table_id, player) VALUES (old.table_id, old.player) ON CONFLICT DO NOTHING;
END;
