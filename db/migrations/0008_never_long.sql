-- What keeps any one statement short, however much there is.

-- What expires is removed a few rows at a time, and found by its time.
CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens (expires_at);
CREATE INDEX rate_limits_by_expiry ON rate_limits (expire) WHERE expire IS NOT NULL;

-- The full-text indexes merge what was written a little at a time. At FTS5's own 16 segments of a size they did all of
-- it at once, within whichever write came then: 100 ms at 200,000 leads.
INSERT INTO lead_words (lead_words, rank) VALUES ('crisismerge', 64);
INSERT INTO lead_phones (lead_phones, rank) VALUES ('crisismerge', 64);
