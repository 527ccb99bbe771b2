-- Which facts and messages the servers of this host may write: an edition has those of the ones before it, and some more.
-- Whoever knows fewer does not join; once everybody who is there knows more, the number counts up.
ALTER TABLE lease ADD COLUMN edition BIGINT NOT NULL DEFAULT 1;
ALTER TABLE nodes ADD COLUMN edition BIGINT NOT NULL DEFAULT 1;

-- Refuses a server that does not know all that may be written.
CREATE FUNCTION knows_enough(knows BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM lease WHERE edition > knows) THEN
        RAISE EXCEPTION 'this host is of a newer version' USING ERRCODE = 'CA002';
    END IF;
END $$;

-- As before, for a server that knows this edition: it is the only one, so that it may write all that it knows.
CREATE FUNCTION take_lease(lasts BIGINT, knows BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
    reached BIGINT;
BEGIN
    PERFORM 1 FROM lease FOR UPDATE;
    PERFORM knows_enough(knows);
    IF EXISTS (SELECT 1 FROM nodes WHERE until >= moment()) THEN
        RETURN NULL;
    END IF;
    UPDATE lease SET epoch = epoch + 1, until = moment() + lasts, edition = knows WHERE until < moment()
        RETURNING epoch INTO reached;
    IF reached IS NOT NULL THEN
        DELETE FROM nodes;
        UPDATE shards SET node = '', epoch = epoch + 1 WHERE node <> '';
    END IF;
    RETURN reached;
END $$;

CREATE OR REPLACE FUNCTION take_lease(lasts BIGINT) RETURNS BIGINT LANGUAGE sql VOLATILE AS
    $$ SELECT take_lease(lasts, 1) $$;

CREATE FUNCTION join_nodes(mine TEXT, program TEXT, lasts BIGINT, knows BIGINT) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM lease FOR UPDATE;
    PERFORM knows_enough(knows);
    IF EXISTS (SELECT 1 FROM lease WHERE until >= moment()) THEN
        RETURN FALSE;
    END IF;
    -- One that was the only one before, and goes on late, writes nothing any more.
    UPDATE lease SET epoch = epoch + 1;
    DELETE FROM nodes WHERE until < moment() - 3600000;
    INSERT INTO nodes (id, until, version, leaving, edition) VALUES (mine, moment() + lasts, program, 0, knows)
        ON CONFLICT (id) DO UPDATE SET until = excluded.until;
    RETURN TRUE;
END $$;

CREATE OR REPLACE FUNCTION join_nodes(mine TEXT, program TEXT, lasts BIGINT) RETURNS BOOLEAN LANGUAGE sql VOLATILE AS
    $$ SELECT join_nodes(mine, program, lasts, 1) $$;

-- Counts up to this edition, if everybody who is there knows it. Whoever joins waits for that.
CREATE FUNCTION raise_edition(knows BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM lease FOR UPDATE;
    UPDATE lease SET edition = knows
        WHERE edition < knows AND NOT EXISTS (SELECT 1 FROM nodes WHERE until >= moment() AND edition < knows);
END $$;
