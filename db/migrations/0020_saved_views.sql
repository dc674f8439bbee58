-- Lists with a name, what notes say in the search, and when something last happened to a lead.

-- A list's query with a name: its author's own, or everybody's. Whoever leaves takes their own ones along; what they
-- shared stays the team's.
CREATE TABLE saved_views (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  author_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  query TEXT NOT NULL CHECK (length(query) BETWEEN 1 AND 2000),
  shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
  -- Its place among its author's own ones, or among the shared ones.
  position INTEGER NOT NULL CHECK (position >= 0),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;
CREATE INDEX saved_views_by_author ON saved_views (author_id, position, id);
CREATE INDEX saved_views_shared ON saved_views (position, id) WHERE shared = 1;

CREATE TRIGGER users_forget_views BEFORE DELETE ON users BEGIN
  DELETE FROM saved_views WHERE author_id = OLD.id AND shared = 0;
END;

-- When the last event of a lead happened; '' only until its first one is written, in the same transaction.
ALTER TABLE leads ADD COLUMN last_activity_at TEXT NOT NULL DEFAULT '';
UPDATE leads SET last_activity_at = max(
  created_at,
  coalesce((SELECT max(created_at) FROM lead_events WHERE lead_id = leads.id), ''),
  coalesce((SELECT max(created_at) FROM lead_notes WHERE lead_id = leads.id), '')
);
CREATE TRIGGER lead_events_touch AFTER INSERT ON lead_events BEGIN
  UPDATE leads SET last_activity_at = NEW.created_at
    WHERE id = NEW.lead_id AND last_activity_at < NEW.created_at;
END;

-- By the last activity, with what else may be asked for.
CREATE INDEX leads_by_activity
  ON leads (last_activity_at, id, owner_id, estado, pais, client_type, first_contacted_at, source, plan, created_at)
  WHERE deleted_at IS NULL;
-- The summary's cells: what few leads have in common is found here, where any other index would be walked to its end.
CREATE INDEX leads_by_cell
  ON leads (owner_id, estado, pais, client_type, source, plan, created_at, id, first_contacted_at)
  WHERE deleted_at IS NULL;
-- Only of those who were lost for a known reason.
CREATE INDEX leads_by_reason
  ON leads (lost_reason, created_at, id, owner_id, estado, pais, client_type, source, plan, first_contacted_at)
  WHERE deleted_at IS NULL AND lost_reason IS NOT NULL;

-- The words of a lead with those of its notes that stand. FTS5 reads this, and has to be told each former text.
DROP TRIGGER leads_search_insert;
DROP TRIGGER leads_search_delete;
DROP TRIGGER leads_search_update_words;
DROP TABLE lead_words;

CREATE VIEW lead_texts AS
  SELECT id, nombre, email, empresa, mensaje,
    (SELECT group_concat(body, char(10)) FROM lead_notes WHERE lead_id = leads.id AND is_deleted = 0) AS notas
  FROM leads;

CREATE VIRTUAL TABLE lead_words USING fts5 (
  nombre, email, empresa, mensaje, notas,
  content = 'lead_texts', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
INSERT INTO lead_words (lead_words) VALUES ('rebuild');

CREATE TRIGGER leads_search_insert AFTER INSERT ON leads BEGIN
  INSERT INTO lead_words (rowid, nombre, email, empresa, mensaje)
    VALUES (NEW.id, NEW.nombre, NEW.email, NEW.empresa, NEW.mensaje);
  INSERT INTO lead_phones (rowid, whatsapp_digits, phone_key) VALUES (NEW.id, NEW.whatsapp_digits, NEW.phone_key);
END;

-- Before its notes go with it.
CREATE TRIGGER leads_search_delete BEFORE DELETE ON leads BEGIN
  INSERT INTO lead_words (lead_words, rowid, nombre, email, empresa, mensaje, notas)
    SELECT 'delete', id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.id;
  INSERT INTO lead_phones (lead_phones, rowid, whatsapp_digits, phone_key)
    VALUES ('delete', OLD.id, OLD.whatsapp_digits, OLD.phone_key);
END;

CREATE TRIGGER leads_search_update_words AFTER UPDATE OF nombre, email, empresa, mensaje ON leads
WHEN OLD.nombre IS NOT NEW.nombre OR OLD.email IS NOT NEW.email OR OLD.empresa IS NOT NEW.empresa
  OR OLD.mensaje IS NOT NEW.mensaje BEGIN
  INSERT INTO lead_words (lead_words, rowid, nombre, email, empresa, mensaje, notas)
    SELECT 'delete', OLD.id, OLD.nombre, OLD.email, OLD.empresa, OLD.mensaje, notas FROM lead_texts WHERE id = OLD.id;
  INSERT INTO lead_words (rowid, nombre, email, empresa, mensaje, notas)
    SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = NEW.id;
END;

CREATE TRIGGER lead_notes_unread_insert BEFORE INSERT ON lead_notes WHEN NEW.is_deleted = 0 BEGIN
  INSERT INTO lead_words (lead_words, rowid, nombre, email, empresa, mensaje, notas)
    SELECT 'delete', id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = NEW.lead_id;
END;
CREATE TRIGGER lead_notes_read_insert AFTER INSERT ON lead_notes WHEN NEW.is_deleted = 0 BEGIN
  INSERT INTO lead_words (rowid, nombre, email, empresa, mensaje, notas)
    SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = NEW.lead_id;
END;

CREATE TRIGGER lead_notes_unread_update BEFORE UPDATE OF body, is_deleted ON lead_notes
WHEN OLD.body IS NOT NEW.body OR OLD.is_deleted <> NEW.is_deleted BEGIN
  INSERT INTO lead_words (lead_words, rowid, nombre, email, empresa, mensaje, notas)
    SELECT 'delete', id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.lead_id;
END;
CREATE TRIGGER lead_notes_read_update AFTER UPDATE OF body, is_deleted ON lead_notes
WHEN OLD.body IS NOT NEW.body OR OLD.is_deleted <> NEW.is_deleted BEGIN
  INSERT INTO lead_words (rowid, nombre, email, empresa, mensaje, notas)
    SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = NEW.lead_id;
END;

-- A note goes only with its lead, which has left the search before that; nothing is found then.
CREATE TRIGGER lead_notes_unread_delete BEFORE DELETE ON lead_notes WHEN OLD.is_deleted = 0 BEGIN
  INSERT INTO lead_words (lead_words, rowid, nombre, email, empresa, mensaje, notas)
    SELECT 'delete', id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.lead_id;
END;
CREATE TRIGGER lead_notes_read_delete AFTER DELETE ON lead_notes WHEN OLD.is_deleted = 0 BEGIN
  INSERT INTO lead_words (rowid, nombre, email, empresa, mensaje, notas)
    SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.lead_id;
END;
