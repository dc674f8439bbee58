-- A person's authenticator app. A new secret waits beside the one in force until a code of it was typed.
CREATE TABLE totp (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Sealed (server/secrets). Null: not set up yet.
  secret BLOB,
  set_at TEXT,
  -- The last time step whose code was used: no code counts twice.
  last_step INTEGER NOT NULL DEFAULT 0,
  new_secret BLOB,
  new_since TEXT,
  CHECK ((secret IS NULL) = (set_at IS NULL)),
  CHECK ((new_secret IS NULL) = (new_since IS NULL))
) STRICT;

CREATE INDEX totp_unconfirmed ON totp (new_since) WHERE new_since IS NOT NULL;

-- Ten at a time, each for one use. The place is the code's first digit, so that a try costs one hash.
CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 9),
  code_hash TEXT NOT NULL,
  used_at TEXT,
  PRIMARY KEY (user_id, place)
) STRICT, WITHOUT ROWID;

-- Who has proved the first factor and not the second one yet.
CREATE TABLE pending_sign_ins (
  token_hash BLOB PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  tries_left INTEGER NOT NULL CHECK (tries_left BETWEEN 0 AND 5),
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX pending_sign_ins_by_user ON pending_sign_ins (user_id);
CREATE INDEX pending_sign_ins_by_expiry ON pending_sign_ins (expires_at);

-- Another password was proved than the one that counts now.
CREATE TRIGGER users_end_pending AFTER UPDATE OF password_hash ON users BEGIN
  DELETE FROM pending_sign_ins WHERE user_id = NEW.id;
END;

-- What SECOND_FACTOR asks for, and since when: everybody gets some days from then on.
CREATE TABLE second_factor_rule (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  asks TEXT NOT NULL CHECK (asks IN ('optional', 'admins', 'all')),
  since TEXT NOT NULL
) STRICT;

-- Until when this person may sign in without one; from their first sign-in since then.
ALTER TABLE profiles ADD COLUMN second_factor_due TEXT;
