-- What reports and their lists ask of each lead, 128 leads in a row: a million of them are read in some 30 ms. A pack that
-- is missing is made again from its leads, so whoever changes one only forgets it.

CREATE TABLE lead_packs (
  -- The leads' ids / 128.
  pack INTEGER PRIMARY KEY,
  -- When the first and the last of them came, in seconds since 1970.
  earliest INTEGER NOT NULL,
  latest INTEGER NOT NULL,
  leads BLOB NOT NULL
) STRICT;

-- What stands for a source, a plan or an owner in a pack. Room is left above for names that are not stored yet.
CREATE TABLE lead_names (
  id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 49999),
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TRIGGER leads_unpack_insert AFTER INSERT ON leads BEGIN
  DELETE FROM lead_packs WHERE pack = NEW.id / 128;
END;

CREATE TRIGGER leads_unpack_delete AFTER DELETE ON leads BEGIN
  DELETE FROM lead_packs WHERE pack = OLD.id / 128;
END;

CREATE TRIGGER leads_unpack_update
AFTER UPDATE OF estado, pais, client_type, source, owner_id, plan, billing, lost_reason, created_at, first_contacted_at,
  import_id, deleted_at ON leads BEGIN
  DELETE FROM lead_packs WHERE pack = NEW.id / 128;
END;

-- A pack tells which statuses its leads have had, too.
CREATE TRIGGER lead_events_unpack_insert AFTER INSERT ON lead_events WHEN NEW.field = 'estado' BEGIN
  DELETE FROM lead_packs WHERE pack = NEW.lead_id / 128;
END;

CREATE TRIGGER lead_events_unpack_move AFTER UPDATE OF lead_id ON lead_events WHEN NEW.field = 'estado' BEGIN
  DELETE FROM lead_packs WHERE pack IN (OLD.lead_id / 128, NEW.lead_id / 128);
END;

CREATE TRIGGER lead_events_unpack_delete AFTER DELETE ON lead_events WHEN OLD.field = 'estado' BEGIN
  DELETE FROM lead_packs WHERE pack = OLD.lead_id / 128;
END;
