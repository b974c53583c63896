-- What proofs are made again from, sealed and in parts; a part's number is 64 times its hand's, and its place. Proofs in
-- `proofs` are from before, as they were published.
CREATE TABLE proof_parts (
    part BIGINT PRIMARY KEY NOT NULL,
    body BYTEA NOT NULL
);
