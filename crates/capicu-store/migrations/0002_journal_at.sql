-- What happened last, and where, is asked at every start: without this the whole journal is read.

CREATE INDEX journal_at ON journal (at);
