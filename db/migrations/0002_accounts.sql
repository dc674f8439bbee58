-- Sessions that their owner can list and end, initial passwords that expire, and the audit of who got in and who
-- changed what.

-- Rebuilt, because a column cannot be added with an expression as its default. `id` names a session to its owner
-- without giving away anything that opens it.
CREATE TABLE sessions_with_id (
  token_hash BLOB PRIMARY KEY,
  id TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(16)))),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  user_agent TEXT,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  last_used_at TEXT NOT NULL,
  idle_expires_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO sessions_with_id (token_hash, user_id, user_agent, created_at, last_used_at, idle_expires_at, expires_at)
SELECT token_hash, user_id, user_agent, created_at, last_used_at, idle_expires_at, expires_at FROM sessions;

DROP TABLE sessions;
ALTER TABLE sessions_with_id RENAME TO sessions;

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (idle_expires_at);

-- An initial password that somebody else chose opens nothing after this moment. NULL: it does not expire.
ALTER TABLE users ADD COLUMN password_expires_at TEXT;

CREATE INDEX users_unverified ON users (created_at) WHERE email_verified_at IS NULL;

-- One coordinator an agency; staff belong to none.
DROP INDEX profiles_by_company;
CREATE UNIQUE INDEX profiles_one_coordinator ON profiles (company_id) WHERE company_id IS NOT NULL;
CREATE INDEX profiles_staff ON profiles (name COLLATE NOCASE, id) WHERE company_id IS NULL;

-- Who did what to which account or agency. Emails are copied, so that an entry still reads after its people are gone.
CREATE TABLE audit_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  actor_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  actor_email TEXT,
  subject_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  subject_email TEXT,
  company_id INTEGER REFERENCES companies (id) ON DELETE SET NULL,
  from_value TEXT,
  to_value TEXT,
  address TEXT,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE INDEX audit_events_newest ON audit_events (created_at, id);
CREATE INDEX audit_events_by_actor ON audit_events (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_events_by_subject ON audit_events (subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX audit_events_by_company ON audit_events (company_id, id) WHERE company_id IS NOT NULL;
