-- Streams that nobody will write to again are not read at a start: a room has far more tables that closed than open ones.
ALTER TABLE streams ADD COLUMN ended BIGINT NOT NULL DEFAULT 0;
