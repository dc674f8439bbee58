-- Leads of one person, joined: one stays, and the other leaves the lists as a deleted one does, so that every total, mark
-- and index that knows of deleted leads knows of it. It is kept as it was, to be given back.
ALTER TABLE leads ADD COLUMN joined_into INTEGER REFERENCES leads (id) ON DELETE CASCADE
  CHECK (joined_into IS NULL OR (deleted_at IS NOT NULL AND joined_into <> id));
CREATE INDEX leads_joined ON leads (joined_into) WHERE joined_into IS NOT NULL;
-- The trash, without those.
CREATE INDEX leads_in_trash ON leads (deleted_at, id) WHERE deleted_at IS NOT NULL AND joined_into IS NULL;

-- Which lead was joined into which. `leads.joined_into` is where it is to be found now, if that one was joined, too.
-- `before`: what joining changed, as JSON, and the keys of the one that stayed until then.
CREATE TABLE lead_joins (
  lead_id INTEGER PRIMARY KEY REFERENCES leads (id) ON DELETE CASCADE,
  into_id INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  joined_at TEXT NOT NULL CHECK (joined_at GLOB '????-??-??T??:??:??.???Z'),
  before TEXT NOT NULL CHECK (json_valid(before)),
  email_key TEXT NOT NULL,
  phone_key TEXT
) STRICT;
CREATE INDEX lead_joins_by_into ON lead_joins (into_id);
CREATE INDEX lead_joins_by_email_key ON lead_joins (email_key);
CREATE INDEX lead_joins_by_phone_key ON lead_joins (phone_key) WHERE phone_key IS NOT NULL;

-- Of which joined lead they were; null: of the lead that has them.
ALTER TABLE lead_events ADD COLUMN origin_id INTEGER;
ALTER TABLE lead_notes ADD COLUMN origin_id INTEGER;

-- A lead is also found by the words, and the whole number, of those that were joined into it, and by its own from before.
DROP VIEW lead_texts;
CREATE VIEW lead_texts AS
  SELECT id, nombre, email, empresa, mensaje,
    (SELECT group_concat(text, char(10)) FROM (
       SELECT body AS text FROM lead_notes WHERE lead_id = leads.id AND is_deleted = 0
       UNION ALL
       SELECT concat_ws(char(10), joined.nombre, joined.email, joined.whatsapp_digits, joined.empresa, joined.mensaje,
                        before ->> '$.fields.nombre', before ->> '$.fields.email', before ->> '$.fields.whatsapp',
                        before ->> '$.fields.empresa', before ->> '$.fields.mensaje')
       FROM leads AS joined JOIN lead_joins ON lead_joins.lead_id = joined.id WHERE joined.joined_into = leads.id
     )) AS notas
  FROM leads;

-- Where one of them is erased alone, its words go with it.
CREATE TRIGGER leads_joined_unread BEFORE DELETE ON leads WHEN OLD.joined_into IS NOT NULL BEGIN
  INSERT INTO lead_words (lead_words, rowid, nombre, email, empresa, mensaje, notas)
    SELECT 'delete', id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.joined_into;
END;
CREATE TRIGGER leads_joined_read AFTER DELETE ON leads WHEN OLD.joined_into IS NOT NULL BEGIN
  INSERT INTO lead_words (rowid, nombre, email, empresa, mensaje, notas)
    SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.joined_into;
END;
