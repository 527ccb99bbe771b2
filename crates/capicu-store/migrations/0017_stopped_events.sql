-- What an admin does about an event: 0 nothing, 1 stopped, 2 about to be removed with all of its log.
ALTER TABLE events ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1, 2));

DROP TRIGGER event_lines_stay;

CREATE TRIGGER event_lines_stay BEFORE DELETE ON event_lines
WHEN NOT EXISTS (SELECT 1 FROM events WHERE id = OLD.event AND held = 2)
BEGIN
    SELECT RAISE(ABORT, 'nothing leaves the log of an event');
END;
