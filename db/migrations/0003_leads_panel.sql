-- What the leads panel needs: search, the queue of those who wait, and the trash in its order.

-- The number's digits as they were typed; phone_key holds the normalised ones.
ALTER TABLE leads ADD COLUMN whatsapp_digits TEXT GENERATED ALWAYS AS (
  replace(replace(replace(replace(replace(replace(replace(replace(
    whatsapp, '+', ''), ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), char(160), '')
) VIRTUAL;

-- Who waits for a first contact, in the order in which they came.
CREATE INDEX leads_waiting ON leads (created_at, id)
  WHERE deleted_at IS NULL AND estado = 'nuevo' AND first_contacted_at IS NULL;

DROP INDEX leads_deleted;
CREATE INDEX leads_deleted ON leads (deleted_at, id) WHERE deleted_at IS NOT NULL;

-- Words, by their beginnings, without case and accents.
CREATE VIRTUAL TABLE lead_words USING fts5 (
  nombre, email, empresa, mensaje,
  content = 'leads', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

-- Phone numbers, by any run of three or more of their digits.
CREATE VIRTUAL TABLE lead_phones USING fts5 (
  whatsapp_digits, phone_key,
  content = 'leads', content_rowid = 'id', tokenize = 'trigram'
);

INSERT INTO lead_words (lead_words) VALUES ('rebuild');
INSERT INTO lead_phones (lead_phones) VALUES ('rebuild');

CREATE TRIGGER leads_search_insert AFTER INSERT ON leads BEGIN
  INSERT INTO lead_words (rowid, nombre, email, empresa, mensaje)
    VALUES (NEW.id, NEW.nombre, NEW.email, NEW.empresa, NEW.mensaje);
  INSERT INTO lead_phones (rowid, whatsapp_digits, phone_key) VALUES (NEW.id, NEW.whatsapp_digits, NEW.phone_key);
END;

CREATE TRIGGER leads_search_delete AFTER DELETE ON leads BEGIN
  INSERT INTO lead_words (lead_words, rowid, nombre, email, empresa, mensaje)
    VALUES ('delete', OLD.id, OLD.nombre, OLD.email, OLD.empresa, OLD.mensaje);
  INSERT INTO lead_phones (lead_phones, rowid, whatsapp_digits, phone_key)
    VALUES ('delete', OLD.id, OLD.whatsapp_digits, OLD.phone_key);
END;

CREATE TRIGGER leads_search_update_words AFTER UPDATE OF nombre, email, empresa, mensaje ON leads
WHEN OLD.nombre IS NOT NEW.nombre OR OLD.email IS NOT NEW.email OR OLD.empresa IS NOT NEW.empresa
  OR OLD.mensaje IS NOT NEW.mensaje BEGIN
  INSERT INTO lead_words (lead_words, rowid, nombre, email, empresa, mensaje)
    VALUES ('delete', OLD.id, OLD.nombre, OLD.email, OLD.empresa, OLD.mensaje);
  INSERT INTO lead_words (rowid, nombre, email, empresa, mensaje)
    VALUES (NEW.id, NEW.nombre, NEW.email, NEW.empresa, NEW.mensaje);
END;

CREATE TRIGGER leads_search_update_phones AFTER UPDATE OF whatsapp, phone_key ON leads
WHEN OLD.whatsapp IS NOT NEW.whatsapp OR OLD.phone_key IS NOT NEW.phone_key BEGIN
  INSERT INTO lead_phones (lead_phones, rowid, whatsapp_digits, phone_key)
    VALUES ('delete', OLD.id, OLD.whatsapp_digits, OLD.phone_key);
  INSERT INTO lead_phones (rowid, whatsapp_digits, phone_key) VALUES (NEW.id, NEW.whatsapp_digits, NEW.phone_key);
END;
