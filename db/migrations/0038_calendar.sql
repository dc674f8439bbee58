-- Each person's address for calendar programs; only the hash of its secret is kept. A new one takes the place of the former.
CREATE TABLE calendar_feeds (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;
