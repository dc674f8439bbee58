-- Which leads are gone for good, by which programs that keep another system in step learn of it: their history went with them.
CREATE TABLE lead_removals (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  lead_id INTEGER NOT NULL,
  removed_at TEXT NOT NULL CHECK (removed_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE TRIGGER leads_removed AFTER DELETE ON leads BEGIN
  INSERT INTO lead_removals (lead_id, removed_at) VALUES (OLD.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

-- Whether a press found what it would have made, so that its repetition gets the same status.
ALTER TABLE creations ADD COLUMN found INTEGER NOT NULL DEFAULT 0 CHECK (found IN (0, 1));
