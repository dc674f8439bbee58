-- What was made under a key that its maker's screen chose: where the answer was lost, the next press gives the same key
-- and gets what the first one made. Of the input only a hash is kept, to tell another one under the same key.
CREATE TABLE creations (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key TEXT NOT NULL CHECK (length(key) = 36),
  kind TEXT NOT NULL CHECK (kind IN ('lead', 'note', 'company', 'agent')),
  input_hash BLOB NOT NULL CHECK (length(input_hash) = 32),
  entity_id INTEGER NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX creations_by_age ON creations (created_at);
