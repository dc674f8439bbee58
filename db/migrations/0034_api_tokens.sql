-- A program's way in. It stands in histories as whoever acts there: by a profile of its own, with a name and nothing else, into
-- which nobody can sign in. A token that was revoked keeps both, for what it has done, and loses its hash.
CREATE TABLE api_tokens (
  id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  token_hash BLOB UNIQUE CHECK (length(token_hash) = 32),
  -- Its last characters, by which people recognise it.
  hint TEXT NOT NULL CHECK (length(hint) = 4),
  scope TEXT NOT NULL CHECK (scope IN ('read', 'write')),
  made_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  -- The last day on which it works, and the moment at which that day ends for whoever made it.
  expires_on TEXT CHECK (date(expires_on) IS expires_on),
  expires_at TEXT CHECK (expires_at GLOB '????-??-??T??:??:??.???Z'),
  last_used_at TEXT CHECK (last_used_at GLOB '????-??-??T??:??:??.???Z'),
  last_address TEXT,
  revoked_at TEXT CHECK (revoked_at GLOB '????-??-??T??:??:??.???Z'),
  CHECK ((expires_on IS NULL) = (expires_at IS NULL)),
  CHECK ((revoked_at IS NULL) = (token_hash IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX api_tokens_standing ON api_tokens (created_at, id) WHERE revoked_at IS NULL;
CREATE INDEX api_tokens_by_maker ON api_tokens (made_by) WHERE made_by IS NOT NULL;

-- A program that notes something on every new enquiry has not attended to it; one that changes its status says so.
DROP TRIGGER lead_events_unwatch;
CREATE TRIGGER lead_events_unwatch AFTER INSERT ON lead_events
WHEN NEW.actor_id IS NOT NULL AND NEW.type <> 'created'
  AND (NEW.type <> 'changed' OR NEW.field IN ('estado', 'owner_id', 'next_contact_on', 'next_contact_at', 'plan',
                                              'billing', 'lost_reason'))
  AND (NEW.field IS 'estado' OR NOT EXISTS (SELECT 1 FROM api_tokens WHERE id = NEW.actor_id)) BEGIN
  DELETE FROM lead_watches WHERE lead_id = NEW.lead_id;
END;
