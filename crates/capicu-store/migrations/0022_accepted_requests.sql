-- 1: the other accepted a request of the player, who has not read it.
ALTER TABLE ties ADD COLUMN unread INTEGER NOT NULL DEFAULT 0 CHECK (unread IN (0, 1));
