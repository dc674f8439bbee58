-- A link that an administrator copied is worth as much as that person's own rights.
ALTER TABLE one_time_tokens ADD COLUMN made_by TEXT REFERENCES users (id) ON DELETE CASCADE;

CREATE INDEX one_time_tokens_by_maker ON one_time_tokens (made_by) WHERE made_by IS NOT NULL;

-- Whether the last link was copied to be handed over, rather than mailed.
ALTER TABLE invitations ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0 CHECK (by_hand IN (0, 1));
