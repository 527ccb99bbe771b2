-- Several servers at a time: each is a node, and has the tables of some shards. A node that is not renewed is gone, by
-- the time of this database; others then take its shards, which counts their epochs up.
CREATE TABLE nodes (
    id      TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    until   BIGINT NOT NULL,
    version TEXT   NOT NULL,
    leaving BIGINT NOT NULL CHECK (leaving IN (0, 1))
);

CREATE TABLE shards (
    id    BIGINT NOT NULL PRIMARY KEY CHECK (id BETWEEN 0 AND 255),
    node  TEXT   COLLATE "C" NOT NULL,
    epoch BIGINT NOT NULL
);
INSERT INTO shards (id, node, epoch) SELECT n, '', 0 FROM generate_series(0, 255) AS n;

-- The lease of a server that is the only one: NULL while another one has it, or nodes are there. Those that come back
-- later find that they are none any more.
CREATE FUNCTION take_lease(lasts BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
    reached BIGINT;
BEGIN
    PERFORM 1 FROM lease FOR UPDATE;
    IF EXISTS (SELECT 1 FROM nodes WHERE until >= moment()) THEN
        RETURN NULL;
    END IF;
    UPDATE lease SET epoch = epoch + 1, until = moment() + lasts WHERE until < moment() RETURNING epoch INTO reached;
    IF reached IS NOT NULL THEN
        DELETE FROM nodes;
        UPDATE shards SET node = '', epoch = epoch + 1 WHERE node <> '';
    END IF;
    RETURN reached;
END $$;

-- Makes a server a node; false while a server that is the only one has the lease.
CREATE FUNCTION join_nodes(mine TEXT, program TEXT, lasts BIGINT) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM lease FOR UPDATE;
    IF EXISTS (SELECT 1 FROM lease WHERE until >= moment()) THEN
        RETURN FALSE;
    END IF;
    -- One that was the only one before, and goes on late, writes nothing any more.
    UPDATE lease SET epoch = epoch + 1;
    DELETE FROM nodes WHERE until < moment() - 3600000;
    INSERT INTO nodes (id, until, version, leaving) VALUES (mine, moment() + lasts, program, 0)
        ON CONFLICT (id) DO UPDATE SET until = excluded.until;
    RETURN TRUE;
END $$;

-- Takes those of these shards whose node is gone.
CREATE FUNCTION take_shards(mine TEXT, wanted BIGINT[]) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
    taken BIGINT;
BEGIN
    PERFORM 1 FROM shards WHERE id = ANY (wanted) ORDER BY id FOR UPDATE;
    UPDATE shards SET node = mine, epoch = epoch + 1
        WHERE id = ANY (wanted)
            AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = shards.node AND nodes.until >= moment())
            AND EXISTS (SELECT 1 FROM nodes WHERE nodes.id = mine AND nodes.until >= moment());
    GET DIAGNOSTICS taken = ROW_COUNT;
    RETURN taken;
END $$;

-- Refuses a server that is no node any more.
CREATE FUNCTION is_node(mine TEXT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM nodes WHERE id = mine) THEN
        RAISE EXCEPTION 'another server has taken over' USING ERRCODE = 'CA001';
    END IF;
END $$;

-- Whether any of these tables is in a shard that has changed hands. New tables are in no shard yet: nobody else knows
-- them.
CREATE FUNCTION is_late(batch JSON) RETURNS BOOLEAN LANGUAGE sql VOLATILE AS $$
    SELECT EXISTS (
        SELECT 1 FROM json_to_recordset(batch) AS w (setup TEXT, shard BIGINT, epoch BIGINT)
        LEFT JOIN shards ON shards.id = w.shard AND shards.epoch = w.epoch
        WHERE w.setup IS NULL AND shards.id IS NULL)
$$;

-- What append does, for a node: -2 for a table whose shard is another one's now.
CREATE FUNCTION append_of_node(batch JSON, mine TEXT) RETURNS SETOF BIGINT LANGUAGE plpgsql AS $$
DECLARE
    one JSON;
BEGIN
    PERFORM is_node(mine);
    IF NOT is_late(batch) THEN
        BEGIN
            PERFORM append_whole(batch);
            RETURN;
        EXCEPTION WHEN integrity_constraint_violation OR data_exception THEN
            -- Each alone, so that the others do not suffer from one.
        END;
    END IF;
    FOR one IN SELECT json_array_elements(batch) LOOP
        IF is_late(json_build_array(one)) THEN
            RETURN NEXT -2;
            CONTINUE;
        END IF;
        BEGIN
            PERFORM append_whole(json_build_array(one));
            RETURN NEXT 0;
        EXCEPTION WHEN integrity_constraint_violation OR data_exception THEN
            RETURN NEXT coalesce((
                SELECT journal.version
                FROM json_to_recordset(one -> 'rows') AS r (version BIGINT, seat BIGINT, key TEXT)
                JOIN journal ON journal.table_id = one ->> 'id' AND journal.seat = r.seat AND journal.key = r.key
                ORDER BY r.version LIMIT 1), -1);
        END;
    END LOOP;
END $$;
