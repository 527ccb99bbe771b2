-- What the servers of this database seal their messages with. It is made once, and is in no export.
CREATE TABLE bus (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    key BYTEA NOT NULL CHECK (length(key) = 32)
);

-- Three times 122 random bits.
INSERT INTO bus (id, key) VALUES (1, sha256(convert_to(
    gen_random_uuid()::TEXT || gen_random_uuid()::TEXT || gen_random_uuid()::TEXT, 'UTF8')));
