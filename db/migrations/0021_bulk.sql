-- A change of many leads at once: who made it, how far it has come, and how far its undoing. `key` is chosen by the screen:
-- the same press again goes on where the one before stopped. `position`: how many of the chosen ids are done or, where all
-- leads of a list are changed, the id below which they are still to do. `as_of` is the last event that was seen.
CREATE TABLE bulk_acts (
  id INTEGER PRIMARY KEY,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  key TEXT NOT NULL CHECK (length(key) = 36),
  input_hash BLOB NOT NULL CHECK (length(input_hash) = 32),
  as_of INTEGER NOT NULL,
  position INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'doing' CHECK (state IN ('doing', 'done', 'undoing', 'undone')),
  changed INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  restored INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE UNIQUE INDEX bulk_acts_by_press ON bulk_acts (user_id, key);

CREATE INDEX bulk_acts_by_age ON bulk_acts (created_at);

-- What such a change did to each lead, as JSON ({field: [before, after]}; {} where it was deleted), and the last event of
-- that. Kept for a day, until it is undone.
CREATE TABLE bulk_changes (
  act_id INTEGER NOT NULL REFERENCES bulk_acts (id),
  lead_id INTEGER NOT NULL,
  event_id INTEGER NOT NULL,
  fields TEXT NOT NULL CHECK (json_valid(fields)),
  PRIMARY KEY (act_id, lead_id)
) STRICT, WITHOUT ROWID;
