-- Leads from a file: what was sent, how its columns are read, and how far its reading and its undoing have come.
CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  state TEXT NOT NULL DEFAULT 'reading'
    CHECK (state IN ('reading', 'ready', 'running', 'done', 'undoing', 'undone')),
  -- What separates the cells in the file of rejected rows.
  delimiter TEXT NOT NULL CHECK (length(delimiter) = 1),
  columns TEXT NOT NULL CHECK (json_valid(columns)),
  -- By which the next file with the same columns finds how they were read.
  heads_hash BLOB NOT NULL CHECK (length(heads_hash) = 32),
  mapping TEXT NOT NULL CHECK (json_valid(mapping)),
  -- What was chosen when it was last checked; null: it was not.
  choices TEXT CHECK (json_valid(choices)),
  checks INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL DEFAULT 0,
  joined INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  rejected INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0,
  restored INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  started_at TEXT,
  finished_at TEXT,
  -- When its rows were removed: it can no longer be undone.
  forgotten_at TEXT
) STRICT;

CREATE INDEX imports_at_work ON imports (id) WHERE state IN ('running', 'undoing');
CREATE INDEX imports_by_heads ON imports (heads_hash, id) WHERE started_at IS NOT NULL;
CREATE INDEX imports_begun ON imports (id) WHERE started_at IS NOT NULL;
CREATE INDEX imports_by_user ON imports (user_id);
CREATE INDEX imports_kept ON imports (created_at) WHERE forgotten_at IS NULL;

-- A row of the file. Once it is a lead, its cells are emptied; rejected ones keep them for a time.
CREATE TABLE import_rows (
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  row INTEGER NOT NULL,
  cells TEXT NOT NULL CHECK (json_valid(cells)),
  outcome TEXT CHECK (outcome IN ('created', 'joined', 'skipped', 'rejected')),
  reason TEXT,
  lead_id INTEGER,
  -- The import's own events of that lead: whoever has worked on it since has left others.
  first_event_id INTEGER,
  last_event_id INTEGER,
  -- What it gave to a lead that was there: the fields' names, and its notes' ids.
  given TEXT CHECK (json_valid(given)),
  PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_rows_by_lead ON import_rows (import_id, lead_id) WHERE lead_id IS NOT NULL;

ALTER TABLE leads ADD COLUMN import_id INTEGER;
