-- What an admin does about an event: 0 nothing, 1 stopped, 2 about to be removed with all of its log.
ALTER TABLE events ADD COLUMN held BIGINT NOT NULL DEFAULT 0 CHECK (held IN (0, 1, 2));

DROP TRIGGER event_lines_stay ON event_lines;

CREATE FUNCTION event_line_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM events WHERE id = OLD.event AND held = 2) THEN
        RETURN OLD;
    END IF;
    RAISE check_violation USING MESSAGE = 'nothing leaves the log of an event';
END $$;

CREATE TRIGGER event_lines_stay BEFORE DELETE ON event_lines FOR EACH ROW EXECUTE FUNCTION event_line_stays();
