-- The browsers in which somebody has signed in, by the hash of a cookie that opens nothing: signing in there from another
-- network is no news.
CREATE TABLE known_browsers (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
  last_at TEXT NOT NULL CHECK (last_at GLOB '????-??-??T??:??:??.???Z'),
  PRIMARY KEY (user_id, token_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX known_browsers_by_age ON known_browsers (last_at);

-- A passkey's challenge is signed by the server instead of kept: every visit to the sign-in page asks for one. Only those
-- that were answered rightly are kept, until they expire, so that no answer counts twice.
DROP TABLE passkey_challenges;

CREATE TABLE challenge_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  key BLOB NOT NULL CHECK (length(key) = 32)
) STRICT;

INSERT INTO challenge_key (id, key) VALUES (1, randomblob(32));

CREATE TABLE spent_challenges (
  challenge TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL CHECK (expires_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

CREATE INDEX spent_challenges_by_expiry ON spent_challenges (expires_at);
