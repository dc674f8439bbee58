-- What failed waits longer than what was sent is kept, so each is found by its own time.
DROP INDEX deliveries_finished;
CREATE INDEX deliveries_finished ON deliveries (state, finished_at) WHERE finished_at IS NOT NULL;

-- What is taken from the search goes from the index's blocks at once. FTS5 by itself writes down that it is gone and
-- keeps the words until the block is merged with others, perhaps never.
INSERT INTO lead_words (lead_words, rank) VALUES ('secure-delete', 1);
INSERT INTO lead_phones (lead_phones, rank) VALUES ('secure-delete', 1);
