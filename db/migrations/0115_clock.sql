-- The last moment of the clock that was believed. A clock more than a week ahead of it is doubted: `doubted_at` is its
-- last moment, `doubted_ms` how long the server has run with it. No row: nothing was stored yet.
CREATE TABLE clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  believed_at TEXT NOT NULL CHECK (believed_at GLOB '????-??-??T??:??:??.???Z'),
  doubted_at TEXT CHECK (doubted_at GLOB '????-??-??T??:??:??.???Z'),
  doubted_ms INTEGER NOT NULL DEFAULT 0 CHECK (doubted_ms >= 0)
) STRICT;
INSERT INTO clock (id, believed_at)
SELECT 1, max(at) FROM (
  SELECT max(last_used_at) AS at FROM sessions
  UNION ALL SELECT (SELECT created_at FROM audit_events ORDER BY id DESC LIMIT 1)
  UNION ALL SELECT (SELECT created_at FROM lead_events ORDER BY id DESC LIMIT 1)
  UNION ALL SELECT (SELECT created_at FROM deliveries ORDER BY id DESC LIMIT 1)
) HAVING max(at) IS NOT NULL;

-- Administrators are told of it. 'whatsapp' was missing, so that telling of it, and of everything else meanwhile, failed.
CREATE TABLE notice_troubles_with_clock (
  kind TEXT PRIMARY KEY
    CHECK (kind IN ('webhooks', 'destinations', 'whatsapp', 'mails', 'push', 'disk', 'backups', 'clock')),
  since TEXT NOT NULL CHECK (since GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;
INSERT INTO notice_troubles_with_clock (kind, since) SELECT kind, since FROM notice_troubles;
DROP TABLE notice_troubles;
ALTER TABLE notice_troubles_with_clock RENAME TO notice_troubles;
