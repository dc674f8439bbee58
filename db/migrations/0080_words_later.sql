-- Words are written into the search's index a moment after the change (db/search-index.ts): on its own each would cost several
-- times as much as together. A lead stands here from its first change on, with what the index holds of it, because FTS5 has
-- to be told just that to take it out; with nothing where the index has not seen it.
CREATE TABLE words_due (
  lead_id INTEGER PRIMARY KEY,
  nombre TEXT,
  email TEXT,
  empresa TEXT,
  mensaje TEXT,
  notas TEXT
) STRICT;

DROP TRIGGER lead_notes_read_delete;
DROP TRIGGER lead_notes_read_insert;
DROP TRIGGER lead_notes_read_update;
DROP TRIGGER lead_notes_unread_delete;
DROP TRIGGER lead_notes_unread_insert;
DROP TRIGGER lead_notes_unread_update;
DROP TRIGGER leads_joined_read;
DROP TRIGGER leads_joined_unread;
DROP TRIGGER leads_search_delete;
DROP TRIGGER leads_search_insert;
DROP TRIGGER leads_search_update_words;

-- An id may come again where the lead that had it waits to be taken out.
CREATE TRIGGER leads_words_insert AFTER INSERT ON leads WHEN NEW.id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due (lead_id) VALUES (NEW.id);
END;
CREATE TRIGGER leads_words_update BEFORE UPDATE OF nombre, email, empresa, mensaje ON leads
WHEN (OLD.nombre IS NOT NEW.nombre OR OLD.email IS NOT NEW.email OR OLD.empresa IS NOT NEW.empresa
  OR OLD.mensaje IS NOT NEW.mensaje) AND OLD.id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.id;
END;
CREATE TRIGGER leads_words_delete BEFORE DELETE ON leads WHEN OLD.id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.id;
END;
-- What was joined into a lead is found there.
CREATE TRIGGER leads_words_delete_joined BEFORE DELETE ON leads
WHEN OLD.joined_into IS NOT NULL AND OLD.joined_into NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.joined_into;
END;

CREATE TRIGGER lead_notes_words_insert BEFORE INSERT ON lead_notes
WHEN NEW.is_deleted = 0 AND NEW.lead_id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = NEW.lead_id;
END;
CREATE TRIGGER lead_notes_words_update BEFORE UPDATE OF body, is_deleted ON lead_notes
WHEN (OLD.body IS NOT NEW.body OR OLD.is_deleted <> NEW.is_deleted)
  AND OLD.lead_id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.lead_id;
END;
CREATE TRIGGER lead_notes_words_delete BEFORE DELETE ON lead_notes
WHEN OLD.is_deleted = 0 AND OLD.lead_id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.lead_id;
END;

-- Pieces of the index are merged by the server, some pages at a time, and not while words are written: FTS5's own merging
-- takes up to 35 ms.
INSERT INTO lead_words (lead_words, rank) VALUES ('automerge', 0), ('usermerge', 16), ('crisismerge', 64);
