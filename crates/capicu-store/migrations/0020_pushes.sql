-- Where the browser of a session accepts messages, with its keys as the server writes them. It ends with the session.
ALTER TABLE sessions ADD COLUMN push_endpoint TEXT;
ALTER TABLE sessions ADD COLUMN push_keys TEXT;
CREATE INDEX sessions_push ON sessions (push_endpoint) WHERE push_endpoint IS NOT NULL;
