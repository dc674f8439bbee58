-- What failed waits longer than what was sent is kept, so each is found by its own time.
DROP INDEX deliveries_finished;
CREATE INDEX deliveries_finished ON deliveries (state, finished_at) WHERE finished_at IS NOT NULL;
