-- Messages to phones and browsers by Web Push.

-- Rebuilt, because a table's conditions can only be changed so: messages of the kind 'push', and those that came too late.
CREATE TABLE deliveries_with_push (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('webhook', 'mail', 'provisioning', 'push')),
  event TEXT NOT NULL,
  lead_id INTEGER,
  payload TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'failed')),
  -- 1: an earlier message about the same lead is still pending. Whoever ends that one lets this one through.
  waits INTEGER NOT NULL DEFAULT 0 CHECK (waits IN (0, 1)),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- When next_attempt_at was decided. A moment that lies ahead shows that the clock was set back since.
  planned_at TEXT NOT NULL CHECK (planned_at GLOB '????-??-??T??:??:??.???Z'),
  next_attempt_at TEXT NOT NULL CHECK (next_attempt_at GLOB '????-??-??T??:??:??.???Z'),
  last_attempt_at TEXT,
  last_status INTEGER,
  last_error TEXT,
  last_answer TEXT,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  finished_at TEXT,
  ended_in TEXT CHECK (ended_in IN ('file', 'nobody', 'late'))
) STRICT;

-- The numbers go on where they were, also if the last messages are gone.
INSERT INTO sqlite_sequence (name, seq)
  SELECT 'deliveries_with_push', seq FROM sqlite_sequence WHERE name = 'deliveries';
INSERT INTO deliveries_with_push (id, message_id, kind, event, lead_id, payload, state, waits, attempts, planned_at,
                                  next_attempt_at, last_attempt_at, last_status, last_error, last_answer, created_at,
                                  finished_at, ended_in)
SELECT id, message_id, kind, event, lead_id, payload, state, waits, attempts, planned_at, next_attempt_at,
       last_attempt_at, last_status, last_error, last_answer, created_at, finished_at, ended_in
FROM deliveries;

DROP TABLE deliveries;
ALTER TABLE deliveries_with_push RENAME TO deliveries;

CREATE INDEX deliveries_due ON deliveries (kind, next_attempt_at, id) WHERE state = 'pending' AND waits = 0;
CREATE INDEX deliveries_line ON deliveries (kind, lead_id, id) WHERE state = 'pending' AND lead_id IS NOT NULL;
CREATE INDEX deliveries_planned ON deliveries (planned_at) WHERE state = 'pending';
CREATE INDEX deliveries_by_lead ON deliveries (lead_id, id) WHERE lead_id IS NOT NULL;
CREATE INDEX deliveries_finished ON deliveries (state, finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_by_state ON deliveries (state, id);
CREATE INDEX deliveries_by_kind ON deliveries (kind, id);
CREATE INDEX deliveries_by_kind_state ON deliveries (kind, state, id);
CREATE INDEX deliveries_by_person ON deliveries (coalesce(payload ->> '$.user_id', payload ->> '$.email'), id)
  WHERE kind IN ('mail', 'provisioning');

-- Push services that refuse this installation are told, too.
CREATE TABLE notice_troubles_with_push (
  kind TEXT PRIMARY KEY CHECK (kind IN ('webhooks', 'mails', 'push', 'disk', 'backups')),
  since TEXT NOT NULL CHECK (since GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;
INSERT INTO notice_troubles_with_push (kind, since) SELECT kind, since FROM notice_troubles;
DROP TABLE notice_troubles;
ALTER TABLE notice_troubles_with_push RENAME TO notice_troubles;

-- The keys by which push services know this installation (RFC 8292), made at its first start. Devices subscribe to the
-- public one, so a new pair would silence them all.
CREATE TABLE push_keys (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  public_key TEXT NOT NULL,
  private_key TEXT NOT NULL
) STRICT;

-- Devices that somebody lets be notified: where each one's push service takes messages, and its keys (RFC 8291).
CREATE TABLE push_subscriptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  endpoint TEXT NOT NULL UNIQUE CHECK (length(endpoint) <= 2048),
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  user_agent TEXT,
  -- The session (sessions.token_hash) from which the device was last seen; it may have expired since.
  session_hash BLOB NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id, id);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_hash);

-- Whoever ends a session silences its device, whichever way it is ended. One that has expired was not ended by anybody.
CREATE TRIGGER sessions_silence AFTER DELETE ON sessions
WHEN OLD.idle_expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now') BEGIN
  DELETE FROM push_subscriptions WHERE session_hash = OLD.token_hash;
END;

-- Whoever may not sign in any more is notified nowhere.
CREATE TRIGGER profiles_silence AFTER UPDATE OF status ON profiles WHEN NEW.status <> 'active' BEGIN
  DELETE FROM push_subscriptions WHERE user_id = NEW.id;
END;

-- With it a mail's reader stops the mails without signing in. It says nothing of the account, and gives no other right.
ALTER TABLE profiles ADD COLUMN unsubscribe_token TEXT;
UPDATE profiles SET unsubscribe_token = lower(hex(randomblob(20)));
CREATE UNIQUE INDEX profiles_by_unsubscribe_token ON profiles (unsubscribe_token);
CREATE TRIGGER profiles_unsubscribe_token AFTER INSERT ON profiles BEGIN
  UPDATE profiles SET unsubscribe_token = lower(hex(randomblob(20))) WHERE id = NEW.id;
END;
