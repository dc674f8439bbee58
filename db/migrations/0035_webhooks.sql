-- Other systems that are told of leads, made by administrators. The one of the settings (LEAD_WEBHOOK_URL) is not here: its
-- messages name no webhook.
CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL CHECK (length(url) <= 2048),
  -- The URL's, by which people recognise it.
  host TEXT NOT NULL,
  -- A JSON list of their names.
  events TEXT NOT NULL CHECK (json_type(events) = 'array'),
  header_name TEXT,
  -- Its value, sealed.
  header_box BLOB,
  -- Since when nothing was delivered. Null: the last try succeeded, or there was none.
  failing_since TEXT CHECK (failing_since GLOB '????-??-??T??:??:??.???Z'),
  paused_at TEXT CHECK (paused_at GLOB '????-??-??T??:??:??.???Z'),
  pause TEXT CHECK (pause IN ('hand', 'failing')),
  -- When it was made, or resumed.
  active_since TEXT NOT NULL CHECK (active_since GLOB '????-??-??T??:??:??.???Z'),
  made_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  -- It is being removed: nothing is sent any more, and the row goes once its messages are gone.
  removed_at TEXT CHECK (removed_at GLOB '????-??-??T??:??:??.???Z'),
  CHECK ((header_name IS NULL) = (header_box IS NULL)),
  CHECK ((paused_at IS NULL) = (pause IS NULL))
) STRICT;
CREATE INDEX webhooks_by_maker ON webhooks (made_by) WHERE made_by IS NOT NULL;

-- Each signs every message until it expires; the newest one never does.
CREATE TABLE webhook_secrets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_id INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  box BLOB NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  expires_at TEXT CHECK (expires_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;
CREATE INDEX webhook_secrets_of ON webhook_secrets (webhook_id, id);

-- Null: for the settings' destination, or no webhook at all. What was sent stays in the log when its destination is removed.
ALTER TABLE deliveries ADD COLUMN webhook_id INTEGER;

-- Each destination has its own turn and its own line for every lead.
DROP INDEX deliveries_due;
CREATE INDEX deliveries_due ON deliveries (kind, webhook_id, next_attempt_at, id) WHERE state = 'pending' AND waits = 0;
DROP INDEX deliveries_line;
CREATE INDEX deliveries_line ON deliveries (kind, webhook_id, lead_id, id)
  WHERE state = 'pending' AND lead_id IS NOT NULL;
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, id) WHERE kind = 'webhook';
CREATE INDEX deliveries_by_webhook_state ON deliveries (webhook_id, state, id) WHERE kind = 'webhook';

-- A destination that failed for three days has paused, which administrators are told of.
CREATE TABLE notice_troubles_with_destinations (
  kind TEXT PRIMARY KEY CHECK (kind IN ('webhooks', 'destinations', 'mails', 'push', 'disk', 'backups')),
  since TEXT NOT NULL CHECK (since GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;
INSERT INTO notice_troubles_with_destinations (kind, since) SELECT kind, since FROM notice_troubles;
DROP TABLE notice_troubles;
ALTER TABLE notice_troubles_with_destinations RENAME TO notice_troubles;
