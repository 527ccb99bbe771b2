-- Who gave up a seat at a table: a deletion finds the names that they had there.
CREATE TABLE former_seats (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    player   TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, player)
);

CREATE INDEX former_seats_player ON former_seats (player);

-- The seats of a removed table go with it.
CREATE FUNCTION seat_given_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO former_seats (table_id, player)
    SELECT id, old.player FROM tables WHERE id = old.table_id
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE TRIGGER seats_passed_on AFTER UPDATE OF player ON seats FOR EACH ROW
    WHEN (old.player <> new.player) EXECUTE FUNCTION seat_given_up();
CREATE TRIGGER seats_given_up AFTER DELETE ON seats FOR EACH ROW EXECUTE FUNCTION seat_given_up();
