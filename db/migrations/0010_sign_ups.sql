-- What strangers ask for is no account yet: a sign-up becomes a user once its mailbox is proven with the password that
-- was chosen for it, so that every user's mailbox is proven, and nobody reserves an email or decides for its owner.

CREATE TABLE sign_ups (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  password_hash TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE INDEX sign_ups_by_email ON sign_ups (email, created_at);
CREATE INDEX sign_ups_by_expiry ON sign_ups (expires_at);

INSERT INTO sign_ups (id, email, name, password_hash, expires_at, created_at)
SELECT users.id, users.email, profiles.name, users.password_hash,
       strftime('%Y-%m-%dT%H:%M:%fZ', users.created_at, '+7 days'), users.created_at
FROM users JOIN profiles ON profiles.id = users.id
WHERE users.email_verified_at IS NULL AND profiles.status IN ('pending', 'active');

-- A link may open a sign-up, too. One that opens nothing is written where a mail has nobody to go to, so that the work
-- for an unknown email is the same.
CREATE TABLE one_time_tokens_of_either (
  token_hash BLOB PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('first_admin', 'verify', 'reset', 'access')),
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  sign_up_id TEXT REFERENCES sign_ups (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  CHECK (user_id IS NULL OR purpose IN ('reset', 'access')),
  CHECK (sign_up_id IS NULL OR purpose = 'verify')
) STRICT, WITHOUT ROWID;

INSERT INTO one_time_tokens_of_either (token_hash, purpose, user_id, sign_up_id, expires_at, created_at)
SELECT token_hash, purpose, iif(purpose = 'verify', NULL, user_id), iif(purpose = 'verify', user_id, NULL),
       expires_at, created_at
FROM one_time_tokens
WHERE purpose <> 'verify' OR user_id IN (SELECT id FROM sign_ups);

DROP TABLE one_time_tokens;
ALTER TABLE one_time_tokens_of_either RENAME TO one_time_tokens;

CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens (expires_at);
CREATE INDEX one_time_tokens_by_user ON one_time_tokens (user_id);
CREATE INDEX one_time_tokens_by_sign_up ON one_time_tokens (sign_up_id) WHERE sign_up_id IS NOT NULL;

-- Mails of sign-ups that have not left yet name the sign-up now.
UPDATE deliveries
SET payload = json_object('template', 'verify_email', 'sign_up_id', payload ->> '$.user_id')
WHERE kind = 'mail' AND event = 'mail.verify_email';

DELETE FROM users
WHERE email_verified_at IS NULL AND NOT EXISTS (SELECT 1 FROM lead_notes WHERE author_id = users.id);

DROP INDEX users_unverified;
ALTER TABLE users DROP COLUMN email_verified_at;
