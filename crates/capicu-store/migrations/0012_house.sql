-- What owners do about the house: they close tables and sign people out. It goes on with the numbers of the audit,
-- and nothing in it is changed or removed either, but for the reason of what was done to somebody who is deleted.

CREATE TABLE house_audit (
    number INTEGER NOT NULL PRIMARY KEY,
    at     INTEGER NOT NULL,
    actor  TEXT REFERENCES players (id),
    -- The owner, where a table is closed.
    about  TEXT    NOT NULL REFERENCES players (id),
    act    TEXT    NOT NULL CHECK (act IN ('close', 'sign-out')),
    reason TEXT    NOT NULL
) STRICT;

CREATE INDEX house_audit_about ON house_audit (about);

CREATE TRIGGER house_audit_stays BEFORE DELETE ON house_audit
BEGIN
    SELECT RAISE(ABORT, 'nothing leaves the audit');
END;

CREATE TRIGGER house_audit_is_kept BEFORE UPDATE ON house_audit
WHEN NEW.reason <> '' OR NEW.number <> OLD.number OR NEW.at <> OLD.at OR NEW.actor IS NOT OLD.actor
    OR NEW.about <> OLD.about OR NEW.act <> OLD.act
BEGIN
    SELECT RAISE(ABORT, 'nothing in the audit is changed');
END;

CREATE VIEW whole_audit AS
    SELECT number, at, actor, about, act, role, until, entry, reason FROM audit
    UNION ALL
    SELECT number, at, actor, about, act, NULL, NULL, NULL, reason FROM house_audit;
