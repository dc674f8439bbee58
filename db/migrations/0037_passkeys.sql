-- Passkeys: the public half of a key that somebody's device keeps, and that signs them in without a password.
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- As the device names it, in base64url.
  credential_id TEXT NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1400),
  -- How devices know whose it is: random, the same for all of a person's, and nothing else about them.
  user_handle TEXT NOT NULL,
  public_key BLOB NOT NULL,
  -- Grows with each use where the device counts, and stays 0 where it does not.
  counter INTEGER NOT NULL CHECK (counter >= 0),
  -- A JSON list of the ways to reach the device.
  transports TEXT NOT NULL CHECK (json_valid(transports)),
  -- Whether a provider copies it to other devices of the same person.
  is_synced INTEGER NOT NULL CHECK (is_synced IN (0, 1)),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  last_used_at TEXT CHECK (last_used_at GLOB '????-??-??T??:??:??.???Z'),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at);

-- What a device is asked to sign: used once, and only by whom and for what it was made.
CREATE TABLE passkey_challenges (
  challenge TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'add', 'confirm')),
  -- Null for a sign-in: nobody has said who they are.
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  user_handle TEXT,
  expires_at TEXT NOT NULL,
  CHECK ((user_id IS NULL) = (purpose = 'sign_in')),
  CHECK ((user_handle IS NOT NULL) = (purpose = 'add'))
) STRICT, WITHOUT ROWID;

CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id) WHERE user_id IS NOT NULL;
