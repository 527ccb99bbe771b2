-- Everything that a server keeps, as SQLite has it after its step 16: the same tables and columns, in the same order.
-- Times are milliseconds since 1970. What each means stands in crates/capicu-store/migrations.

CREATE TABLE tables (
    id      TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    setup   TEXT   NOT NULL,
    made_at BIGINT NOT NULL,
    format  BIGINT NOT NULL DEFAULT 1,
    removed BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX tables_removed ON tables (id) WHERE removed = 1;

CREATE TABLE journal (
    table_id TEXT   COLLATE "C" NOT NULL REFERENCES tables (id),
    version  BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    seat     BIGINT,
    key      TEXT   COLLATE "C",
    fact     TEXT   NOT NULL,
    format   BIGINT NOT NULL DEFAULT 1,
    PRIMARY KEY (table_id, version)
);

CREATE UNIQUE INDEX journal_key ON journal (table_id, seat, key) WHERE key IS NOT NULL;
CREATE INDEX journal_at ON journal (at);

-- A fact has the number after the last, whoever writes it: the key leaves each number to one, and before each there is
-- another.
CREATE FUNCTION journal_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM added WHERE added.version < 1 OR added.version > 1 AND NOT EXISTS (
            SELECT 1 FROM journal
            WHERE journal.table_id = added.table_id AND journal.version = added.version - 1))
    THEN
        RAISE check_violation USING MESSAGE = 'not the next fact of this table';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER journal_order AFTER INSERT ON journal REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION journal_order();

CREATE TABLE results (
    sequence BIGINT NOT NULL PRIMARY KEY,
    table_id TEXT   COLLATE "C" NOT NULL,
    number   BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    format   BIGINT NOT NULL,
    result   TEXT   NOT NULL,
    UNIQUE (table_id, number)
);

-- The number of the last result. Whoever adds one holds the row until the commit, so that nobody sees a result before
-- those that have lower numbers.
CREATE TABLE results_counted (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    n   BIGINT NOT NULL
);
INSERT INTO results_counted (one, n) VALUES (1, 0);

CREATE TABLE probe (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    n   BIGINT NOT NULL
);

CREATE TABLE players (
    id       TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    kind     TEXT   NOT NULL CHECK (kind IN ('guest', 'member', 'bot', 'gone')),
    name     TEXT   COLLATE "C",
    username TEXT   COLLATE "C",
    skeleton TEXT   COLLATE "C" UNIQUE,
    made_at  BIGINT NOT NULL,
    CHECK ((kind = 'member') = (username IS NOT NULL) AND (username IS NULL) = (skeleton IS NULL)),
    CHECK (kind <> 'gone' OR name IS NULL)
);

CREATE TABLE sessions (
    hash       TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    player     TEXT   COLLATE "C" NOT NULL REFERENCES players (id),
    label      TEXT   NOT NULL,
    made_at    BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX sessions_player ON sessions (player);
CREATE INDEX sessions_expires ON sessions (expires_at);

CREATE TABLE codes (
    player TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    hash   TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (player, hash)
);

CREATE TABLE device_links (
    player     TEXT   COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id),
    hash       TEXT   COLLATE "C" NOT NULL UNIQUE,
    expires_at BIGINT NOT NULL
);

CREATE TABLE aliases (
    guest  TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id),
    member TEXT COLLATE "C" NOT NULL REFERENCES players (id)
);

CREATE INDEX aliases_member ON aliases (member);

CREATE TABLE seats (
    table_id TEXT   COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     BIGINT NOT NULL,
    player   TEXT   COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX seats_player ON seats (player);

CREATE TABLE played (
    player   TEXT   COLLATE "C" NOT NULL,
    sequence BIGINT NOT NULL REFERENCES results (sequence),
    seat     BIGINT NOT NULL,
    PRIMARY KEY (player, sequence, seat)
);

CREATE TABLE records (
    sequence BIGINT NOT NULL PRIMARY KEY REFERENCES results (sequence),
    record   TEXT   NOT NULL
);

CREATE TABLE ratings (
    sequence  BIGINT NOT NULL PRIMARY KEY REFERENCES results (sequence),
    algorithm BIGINT NOT NULL,
    format    BIGINT NOT NULL,
    changes   TEXT   NOT NULL
);

CREATE TABLE passkeys (
    id         BYTEA  NOT NULL PRIMARY KEY,
    player     TEXT   COLLATE "C" NOT NULL REFERENCES players (id),
    site       TEXT   COLLATE "C" NOT NULL,
    public_key BYTEA  NOT NULL,
    algorithm  BIGINT NOT NULL,
    counter    BIGINT NOT NULL,
    label      TEXT   NOT NULL,
    made_at    BIGINT NOT NULL,
    used_at    BIGINT
);

CREATE INDEX passkeys_player ON passkeys (player);

CREATE TABLE ties (
    player TEXT   COLLATE "C" NOT NULL REFERENCES players (id),
    other  TEXT   COLLATE "C" NOT NULL REFERENCES players (id),
    kind   TEXT   COLLATE "C" NOT NULL CHECK (kind IN ('asks', 'friend', 'blocks')),
    at     BIGINT NOT NULL,
    PRIMARY KEY (player, other, kind),
    CHECK (player <> other)
);

CREATE INDEX ties_other ON ties (other, kind);

CREATE TABLE hidden (
    player TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id)
);

-- What refuses to have rows changed or removed.
CREATE FUNCTION stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE check_violation USING MESSAGE = 'nothing of ' || TG_TABLE_NAME || ' is changed or removed';
END $$;

CREATE TABLE audit (
    number BIGINT NOT NULL PRIMARY KEY,
    at     BIGINT NOT NULL,
    actor  TEXT   COLLATE "C" REFERENCES players (id),
    about  TEXT   COLLATE "C" NOT NULL REFERENCES players (id),
    act    TEXT   NOT NULL CHECK (act IN
        ('role', 'dismiss', 'warn', 'rename', 'mute', 'pause', 'ban', 'lift', 'read')),
    role   TEXT   CHECK (role IS NULL OR (act = 'role' AND role IN ('owner', 'moderator'))),
    until  BIGINT CHECK (until IS NULL OR act IN ('mute', 'pause', 'ban')),
    entry  BIGINT REFERENCES audit (number),
    reason TEXT   NOT NULL,
    CHECK ((act IN ('lift', 'read')) = (entry IS NOT NULL))
);

CREATE INDEX audit_about ON audit (about);
CREATE INDEX audit_role ON audit (act) WHERE act = 'role';
CREATE TRIGGER audit_stays BEFORE DELETE ON audit FOR EACH ROW EXECUTE FUNCTION stays();
-- But for the reason of what was done to somebody who is deleted.
CREATE TRIGGER audit_is_kept BEFORE UPDATE ON audit FOR EACH ROW
    WHEN (NEW.reason <> '' OR (NEW.number, NEW.at, NEW.actor, NEW.about, NEW.act, NEW.role, NEW.until, NEW.entry)
        IS DISTINCT FROM (OLD.number, OLD.at, OLD.actor, OLD.about, OLD.act, OLD.role, OLD.until, OLD.entry))
    EXECUTE FUNCTION stays();

CREATE TABLE reports (
    number       BIGINT NOT NULL PRIMARY KEY,
    at           BIGINT NOT NULL,
    reporter     TEXT   COLLATE "C" NOT NULL REFERENCES players (id),
    reported     TEXT   COLLATE "C" NOT NULL REFERENCES players (id),
    table_id     TEXT   COLLATE "C" NOT NULL,
    number_there BIGINT NOT NULL,
    why          TEXT   NOT NULL,
    words        TEXT   NOT NULL,
    talk         TEXT   NOT NULL,
    closed       BIGINT REFERENCES audit (number),
    UNIQUE (reporter, reported, table_id, number_there)
);

CREATE INDEX reports_reported ON reports (reported);
CREATE INDEX reports_open ON reports (number) WHERE closed IS NULL;

CREATE TABLE bots (
    player   TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id),
    owner    TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    username TEXT COLLATE "C" NOT NULL,
    skeleton TEXT COLLATE "C" NOT NULL UNIQUE
);

CREATE INDEX bots_owner ON bots (owner);

CREATE FUNCTION bots_unlike_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM players WHERE skeleton = NEW.skeleton) THEN
        RAISE check_violation USING MESSAGE = 'a member is called like this';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER bots_unlike_members BEFORE INSERT ON bots FOR EACH ROW EXECUTE FUNCTION bots_unlike_members();

CREATE FUNCTION members_unlike_bots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM bots WHERE skeleton = NEW.skeleton) THEN
        RAISE check_violation USING MESSAGE = 'a bot is called like this';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER members_unlike_bots BEFORE UPDATE OF skeleton ON players
    FOR EACH ROW EXECUTE FUNCTION members_unlike_bots();

CREATE TABLE bot_tokens (
    hash       TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    player     TEXT   COLLATE "C" NOT NULL REFERENCES bots (player),
    label      TEXT   NOT NULL,
    scopes     TEXT   NOT NULL,
    made_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX bot_tokens_player ON bot_tokens (player);

CREATE TABLE events (
    id      TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    name    TEXT   NOT NULL,
    made_at BIGINT NOT NULL,
    secret  BYTEA  NOT NULL CHECK (length(secret) = 32)
);

CREATE INDEX events_made ON events (made_at);

CREATE TABLE event_lines (
    event TEXT   COLLATE "C" NOT NULL REFERENCES events (id),
    n     BIGINT NOT NULL CHECK (n > 0),
    line  TEXT   NOT NULL,
    PRIMARY KEY (event, n)
);

CREATE TRIGGER event_lines_stay BEFORE DELETE ON event_lines FOR EACH ROW EXECUTE FUNCTION stays();
CREATE TRIGGER event_lines_are_kept BEFORE UPDATE ON event_lines FOR EACH ROW EXECUTE FUNCTION stays();

CREATE TABLE house_audit (
    number BIGINT NOT NULL PRIMARY KEY,
    at     BIGINT NOT NULL,
    actor  TEXT   COLLATE "C" REFERENCES players (id),
    about  TEXT   COLLATE "C" NOT NULL REFERENCES players (id),
    act    TEXT   NOT NULL CHECK (act IN ('close', 'sign-out')),
    reason TEXT   NOT NULL
);

CREATE INDEX house_audit_about ON house_audit (about);
CREATE TRIGGER house_audit_stays BEFORE DELETE ON house_audit FOR EACH ROW EXECUTE FUNCTION stays();
CREATE TRIGGER house_audit_is_kept BEFORE UPDATE ON house_audit FOR EACH ROW
    WHEN (NEW.reason <> '' OR (NEW.number, NEW.at, NEW.actor, NEW.about, NEW.act)
        IS DISTINCT FROM (OLD.number, OLD.at, OLD.actor, OLD.about, OLD.act))
    EXECUTE FUNCTION stays();

CREATE VIEW whole_audit AS
    SELECT number, at, actor, about, act, role, until, entry, reason FROM audit
    UNION ALL
    SELECT number, at, actor, about, act, NULL, NULL, NULL, reason FROM house_audit;

CREATE TABLE puzzles (
    id       TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    giver    TEXT   COLLATE "C" NOT NULL REFERENCES players (id),
    game     TEXT   NOT NULL,
    given_at BIGINT NOT NULL,
    puzzle   TEXT   NOT NULL,
    solution TEXT   NOT NULL
);

CREATE INDEX puzzles_giver ON puzzles (giver);

CREATE TABLE puzzle_answers (
    player  TEXT   COLLATE "C" NOT NULL REFERENCES players (id),
    puzzle  TEXT   COLLATE "C" NOT NULL,
    tries   BIGINT NOT NULL,
    outcome TEXT   NOT NULL CHECK (outcome IN ('tried', 'solved', 'shown')),
    at      BIGINT NOT NULL,
    day     BIGINT,
    PRIMARY KEY (player, puzzle)
);

CREATE TABLE event_players (
    event  TEXT   COLLATE "C" NOT NULL REFERENCES events (id),
    entry  BIGINT NOT NULL CHECK (entry > 0),
    place  BIGINT NOT NULL CHECK (place >= 0),
    player TEXT   COLLATE "C" NOT NULL REFERENCES players (id),
    PRIMARY KEY (event, entry, place)
);

CREATE INDEX event_players_of ON event_players (player);

CREATE TABLE settings (
    player   TEXT   COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id),
    at       BIGINT NOT NULL,
    settings TEXT   NOT NULL
);

CREATE TABLE clubs (
    id       TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    address  TEXT   COLLATE "C" NOT NULL,
    skeleton TEXT   COLLATE "C" NOT NULL UNIQUE,
    name     TEXT   COLLATE "C" NOT NULL,
    place    TEXT   NOT NULL,
    evening  TEXT   NOT NULL,
    about    TEXT   NOT NULL,
    usual    TEXT   NOT NULL,
    made_at  BIGINT NOT NULL,
    secret   BYTEA  NOT NULL CHECK (length(secret) = 32),
    closed   BIGINT NOT NULL CHECK (closed IN (0, 1))
);

CREATE TABLE club_people (
    club   TEXT   COLLATE "C" NOT NULL REFERENCES clubs (id),
    player TEXT   COLLATE "C" NOT NULL REFERENCES players (id),
    part   TEXT   NOT NULL CHECK (part IN
        ('asks', 'invited', 'member', 'display', 'results', 'pairing', 'director', 'owner')),
    shown  BIGINT NOT NULL CHECK (shown IN (0, 1)),
    since  BIGINT NOT NULL,
    PRIMARY KEY (club, player)
);

CREATE INDEX club_people_player ON club_people (player);
CREATE UNIQUE INDEX club_people_owner ON club_people (club) WHERE part = 'owner';

CREATE TABLE club_seasons (
    club   TEXT   COLLATE "C" NOT NULL REFERENCES clubs (id),
    number BIGINT NOT NULL CHECK (number > 0),
    name   TEXT   NOT NULL,
    rule   TEXT   NOT NULL CHECK (rule IN ('points', 'places', 'league')),
    best   BIGINT CHECK (best > 0),
    PRIMARY KEY (club, number)
);

CREATE TABLE club_events (
    event    TEXT   COLLATE "C" NOT NULL PRIMARY KEY REFERENCES events (id),
    club     TEXT   COLLATE "C" NOT NULL REFERENCES clubs (id),
    begins   TEXT   COLLATE "C" NOT NULL,
    season   BIGINT,
    division BIGINT NOT NULL CHECK (division >= 0),
    FOREIGN KEY (club, season) REFERENCES club_seasons (club, number)
);

CREATE INDEX club_events_club ON club_events (club);

CREATE TABLE club_audit (
    number BIGINT NOT NULL PRIMARY KEY,
    club   TEXT   COLLATE "C" NOT NULL REFERENCES clubs (id),
    at     BIGINT NOT NULL,
    actor  TEXT   COLLATE "C" NOT NULL REFERENCES players (id),
    about  TEXT   COLLATE "C" REFERENCES players (id),
    act    TEXT   NOT NULL CHECK (act IN
        ('found', 'describe', 'move', 'hand-over', 'season', 'event', 'close')),
    was    TEXT,
    is_now TEXT,
    what   TEXT   NOT NULL
);

CREATE INDEX club_audit_club ON club_audit (club);
CREATE TRIGGER club_audit_stays BEFORE DELETE ON club_audit FOR EACH ROW EXECUTE FUNCTION stays();
CREATE TRIGGER club_audit_is_kept BEFORE UPDATE ON club_audit FOR EACH ROW EXECUTE FUNCTION stays();

CREATE TABLE event_officials (
    event  TEXT COLLATE "C" NOT NULL REFERENCES events (id),
    player TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    role   TEXT NOT NULL CHECK (role IN ('director', 'pairing', 'helper', 'display')),
    PRIMARY KEY (event, player)
);

CREATE INDEX event_officials_player ON event_officials (player);

-- Which server may write. Whoever takes the lease over counts the epoch up; a server that has an earlier one writes
-- nothing any more. Times are those of this database, in milliseconds since 1970.
CREATE TABLE lease (
    one   BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    epoch BIGINT NOT NULL,
    until BIGINT NOT NULL
);
INSERT INTO lease (one, epoch, until) VALUES (1, 0, 0);

-- The time of this database.
CREATE FUNCTION moment() RETURNS BIGINT LANGUAGE sql VOLATILE AS
    $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT $$;

-- Refuses a server that has lost the lease.
CREATE FUNCTION holds(mine BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM lease WHERE epoch = mine) THEN
        RAISE EXCEPTION 'another server has taken over' USING ERRCODE = 'CA001';
    END IF;
END $$;

-- Writes what tables ask for, or fails. A table is locked against its removal, in the order of the names, so that two
-- who write do not wait for each other.
CREATE FUNCTION append_whole(batch JSON) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    effect JSON;
    place  TEXT;
    reached BIGINT;
BEGIN
    INSERT INTO tables (id, setup, made_at, format)
        SELECT w.id, w.setup, w.made_at, w.format
        FROM json_to_recordset(batch) AS w (id TEXT, setup TEXT, made_at BIGINT, format BIGINT)
        WHERE w.setup IS NOT NULL ORDER BY w.id COLLATE "C";
    PERFORM 1 FROM tables
        WHERE removed = 0 AND id IN (SELECT w.id FROM json_to_recordset(batch) AS w (id TEXT))
        ORDER BY id FOR SHARE;
    IF EXISTS (
        SELECT 1 FROM json_to_recordset(batch) AS w (id TEXT, in_order BOOLEAN)
        WHERE NOT in_order OR NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = w.id AND removed = 0))
    THEN
        RAISE check_violation USING MESSAGE = 'no such table, or its facts are out of order';
    END IF;
    INSERT INTO journal (table_id, version, at, seat, key, fact, format)
        SELECT w.id, r.version, r.at, r.seat, r.key, r.fact, r.format
        FROM json_to_recordset(batch) AS w (id TEXT, rows JSON),
            json_to_recordset(w.rows)
                AS r (version BIGINT, at BIGINT, seat BIGINT, key TEXT, fact TEXT, format BIGINT)
        ORDER BY w.id COLLATE "C", r.version;
    FOR place, effect IN
        SELECT w.id, e.told FROM json_to_recordset(batch) AS w (id TEXT, effects JSON),
            json_array_elements(w.effects) WITH ORDINALITY AS e (told, n)
        ORDER BY w.id COLLATE "C", e.n
    LOOP
        IF effect ->> 'result' IS NOT NULL THEN
            UPDATE results_counted SET n = n + 1 RETURNING n INTO reached;
            INSERT INTO results (sequence, table_id, number, at, format, result) VALUES (
                reached, place, (effect ->> 'number')::BIGINT, (effect ->> 'at')::BIGINT,
                (effect ->> 'format')::BIGINT, effect ->> 'result');
            IF effect ->> 'record' IS NOT NULL THEN
                INSERT INTO records (sequence, record) VALUES (reached, effect ->> 'record');
            END IF;
            INSERT INTO played (player, sequence, seat)
                SELECT p.player, reached, p.seat
                FROM json_to_recordset(effect -> 'players') AS p (seat BIGINT, player TEXT);
        ELSIF effect ->> 'player' IS NOT NULL THEN
            INSERT INTO seats (table_id, seat, player)
                VALUES (place, (effect ->> 'seat')::BIGINT, effect ->> 'player')
                ON CONFLICT (table_id, seat) DO UPDATE SET player = excluded.player;
        ELSE
            DELETE FROM seats WHERE table_id = place AND seat = (effect ->> 'seat')::BIGINT;
        END IF;
    END LOOP;
END $$;

-- Writes what tables ask for: no row if all of it is written, or a row for each table, in order: 0 where it is written,
-- the version under which a key was used before, or -1 where it does not fit what is there.
CREATE FUNCTION append(batch JSON, mine BIGINT) RETURNS SETOF BIGINT LANGUAGE plpgsql AS $$
DECLARE
    one JSON;
BEGIN
    PERFORM holds(mine);
    BEGIN
        PERFORM append_whole(batch);
        RETURN;
    EXCEPTION WHEN integrity_constraint_violation OR data_exception THEN
        -- Each alone, so that the others do not suffer from one.
    END;
    FOR one IN SELECT json_array_elements(batch) LOOP
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
