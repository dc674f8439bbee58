-- The outbox keeps each lead's messages in line, survives a clock that is set back, and can be read as a log.

-- Rebuilt, because lead_id no longer refers to leads: a purged lead's messages keep their order, and their number in
-- the log.
CREATE TABLE deliveries_in_line (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('webhook', 'mail', 'provisioning')),
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
  finished_at TEXT
) STRICT;

INSERT INTO deliveries_in_line (id, message_id, kind, event, lead_id, payload, state, waits, attempts, planned_at,
                                next_attempt_at, last_status, last_error, created_at, finished_at)
SELECT id, message_id, kind, event, lead_id, payload, state,
       state = 'pending' AND EXISTS (
         SELECT 1 FROM deliveries AS earlier
         WHERE earlier.lead_id = deliveries.lead_id AND earlier.kind = deliveries.kind
           AND earlier.state = 'pending' AND earlier.id < deliveries.id
       ),
       attempts, created_at, next_attempt_at, last_status, last_error, created_at, finished_at
FROM deliveries;

DROP TABLE deliveries;
ALTER TABLE deliveries_in_line RENAME TO deliveries;

CREATE INDEX deliveries_due ON deliveries (kind, next_attempt_at, id) WHERE state = 'pending' AND waits = 0;
CREATE INDEX deliveries_line ON deliveries (kind, lead_id, id) WHERE state = 'pending' AND lead_id IS NOT NULL;
CREATE INDEX deliveries_planned ON deliveries (planned_at) WHERE state = 'pending';
CREATE INDEX deliveries_by_lead ON deliveries (lead_id, id) WHERE lead_id IS NOT NULL;
CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL;

-- The log, newest first, for every filter.
CREATE INDEX deliveries_by_state ON deliveries (state, id);
CREATE INDEX deliveries_by_kind ON deliveries (kind, id);
CREATE INDEX deliveries_by_kind_state ON deliveries (kind, state, id);
