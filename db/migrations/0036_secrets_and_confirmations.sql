-- Which key (the file SECRETS_KEY_FILE) opens what this database keeps sealed; from the first sealed value on.
CREATE TABLE secrets_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
  used_since TEXT NOT NULL
) STRICT;

-- When its owner last proved again who is at the keyboard. Null: not since the session began.
ALTER TABLE sessions ADD COLUMN confirmed_at TEXT;
