-- Colleagues whom an administrator has invited and who have not come yet. One to an email: another one takes its place.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  role TEXT NOT NULL CHECK (role IN ('admin', 'staff')),
  -- Who sent it last: it is worth as much as that person's own rights.
  invited_by TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Its last mail.
  message_id TEXT NOT NULL,
  sent_at TEXT NOT NULL CHECK (sent_at GLOB '????-??-??T??:??:??.???Z'),
  -- Until when the last link works; null until its mail is written.
  expires_at TEXT CHECK (expires_at GLOB '????-??-??T??:??:??.???Z'),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE INDEX invitations_by_sending ON invitations (sent_at);

-- A link may open an invitation, too.
CREATE TABLE one_time_tokens_with_invitations (
  token_hash BLOB PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('first_admin', 'verify', 'reset', 'access', 'invitation')),
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  sign_up_id TEXT REFERENCES sign_ups (id) ON DELETE CASCADE,
  invitation_id TEXT REFERENCES invitations (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  CHECK (user_id IS NULL OR purpose IN ('reset', 'access')),
  CHECK (sign_up_id IS NULL OR purpose = 'verify'),
  CHECK ((invitation_id IS NOT NULL) = (purpose = 'invitation'))
) STRICT, WITHOUT ROWID;

INSERT INTO one_time_tokens_with_invitations (token_hash, purpose, user_id, sign_up_id, expires_at, created_at)
SELECT token_hash, purpose, user_id, sign_up_id, expires_at, created_at FROM one_time_tokens;

DROP TABLE one_time_tokens;
ALTER TABLE one_time_tokens_with_invitations RENAME TO one_time_tokens;

CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens (expires_at);
CREATE INDEX one_time_tokens_by_user ON one_time_tokens (user_id);
CREATE INDEX one_time_tokens_by_sign_up ON one_time_tokens (sign_up_id) WHERE sign_up_id IS NOT NULL;
CREATE INDEX one_time_tokens_by_invitation ON one_time_tokens (invitation_id) WHERE invitation_id IS NOT NULL;

-- The network that a session was opened from: an address without its end.
ALTER TABLE sessions ADD COLUMN network TEXT;

-- The browsers and networks that somebody has signed in from, so that a new one is told by mail.
CREATE TABLE sign_in_origins (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- In words: 'Chrome en Android'.
  device TEXT NOT NULL,
  network TEXT NOT NULL,
  last_at TEXT NOT NULL CHECK (last_at GLOB '????-??-??T??:??:??.???Z'),
  PRIMARY KEY (user_id, device, network)
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_origins_by_age ON sign_in_origins (last_at);
