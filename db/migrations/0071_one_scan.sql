-- Whatever filters by more than one column, or by one without an index of its own, reads this index from end to end, which
-- takes some 15 ms for 100,000 leads. deleted_at stands in it because SQLite would look it up in the table otherwise.
CREATE INDEX leads_scan ON leads (
  created_at, id, estado, pais, client_type, owner_id, source, plan, answered_in, lost_reason, passed, last_activity_at,
  notes_count, next_contact_on, next_contact_at, repeated, import_id, billing, took_contactado, took_en_seguimiento,
  took_ganado, took_perdido, deleted_at
) WHERE deleted_at IS NULL;

CREATE INDEX leads_by_activity ON leads (last_activity_at, id, deleted_at) WHERE deleted_at IS NULL;

CREATE INDEX leads_by_next_contact
  ON leads (next_contact_on, next_contact_at, created_at, id, owner_id, deleted_at)
  WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL;

CREATE INDEX leads_by_notes ON leads (notes_count, created_at, id) WHERE deleted_at IS NULL;

CREATE INDEX leads_by_owner ON leads (owner_id, created_at, id, deleted_at);

CREATE INDEX leads_by_phone_backwards ON leads (phone_backwards) WHERE phone_backwards IS NOT NULL;

CREATE INDEX leads_deleted ON leads (deleted_at, id, joined_into) WHERE deleted_at IS NOT NULL;

-- By which the counters know what they were a week ago.
CREATE INDEX lead_events_moves ON lead_events (created_at)
  WHERE field = 'estado' OR type IN ('deleted', 'restored', 'joined', 'separated');

CREATE TABLE lead_counters (
  estado TEXT NOT NULL CHECK (estado IN ('nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido')),
  pais TEXT NOT NULL,
  client_type TEXT NOT NULL,
  total INTEGER NOT NULL CHECK (total >= 0),
  waiting INTEGER NOT NULL CHECK (waiting BETWEEN 0 AND total),
  repeated INTEGER NOT NULL,
  PRIMARY KEY (estado, pais, client_type)
) STRICT, WITHOUT ROWID;

CREATE TABLE owner_counters (
  owner TEXT NOT NULL,
  estado TEXT NOT NULL CHECK (estado IN ('nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido')),
  total INTEGER NOT NULL CHECK (total >= 0),
  PRIMARY KEY (owner, estado)
) STRICT, WITHOUT ROWID;

INSERT INTO lead_counters
  SELECT estado, coalesce(pais, ''), coalesce(client_type, ''), count(*),
    sum(estado = 'nuevo' AND first_contacted_at IS NULL), sum(repeated)
  FROM leads WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
INSERT INTO owner_counters
  SELECT coalesce(owner_id, ''), estado, count(*) FROM leads WHERE deleted_at IS NULL GROUP BY 1, 2;

CREATE TRIGGER leads_count_delete AFTER DELETE ON leads WHEN OLD.deleted_at IS NULL BEGIN
  UPDATE lead_counters
    SET total = total - 1, waiting = waiting - (OLD.estado = 'nuevo' AND OLD.first_contacted_at IS NULL),
        repeated = repeated - OLD.repeated
    WHERE estado = OLD.estado AND pais = coalesce(OLD.pais, '') AND client_type = coalesce(OLD.client_type, '');
  UPDATE owner_counters SET total = total - 1 WHERE owner = coalesce(OLD.owner_id, '') AND estado = OLD.estado;
END;

CREATE TRIGGER leads_count_insert AFTER INSERT ON leads WHEN NEW.deleted_at IS NULL BEGIN
  INSERT INTO lead_counters (estado, pais, client_type, total, waiting, repeated)
    VALUES (NEW.estado, coalesce(NEW.pais, ''), coalesce(NEW.client_type, ''), 1,
            NEW.estado = 'nuevo' AND NEW.first_contacted_at IS NULL, NEW.repeated)
    ON CONFLICT DO UPDATE
      SET total = total + 1, waiting = waiting + excluded.waiting, repeated = repeated + excluded.repeated;
  INSERT INTO owner_counters (owner, estado, total) VALUES (coalesce(NEW.owner_id, ''), NEW.estado, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER leads_count_repeated AFTER UPDATE OF repeated ON leads
WHEN OLD.repeated <> NEW.repeated AND NEW.deleted_at IS NULL BEGIN
  INSERT INTO lead_counters (estado, pais, client_type, total, waiting, repeated)
    VALUES (NEW.estado, coalesce(NEW.pais, ''), coalesce(NEW.client_type, ''), 0, 0, NEW.repeated - OLD.repeated)
    ON CONFLICT DO UPDATE SET repeated = repeated + excluded.repeated;
END;

CREATE TRIGGER leads_count_update
AFTER UPDATE OF estado, pais, client_type, first_contacted_at, deleted_at ON leads
WHEN OLD.estado IS NOT NEW.estado OR OLD.pais IS NOT NEW.pais OR OLD.client_type IS NOT NEW.client_type
  OR OLD.first_contacted_at IS NOT NEW.first_contacted_at OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  UPDATE lead_counters
    SET total = total - 1, waiting = waiting - (OLD.estado = 'nuevo' AND OLD.first_contacted_at IS NULL),
        repeated = repeated - OLD.repeated
    WHERE estado = OLD.estado AND pais = coalesce(OLD.pais, '') AND client_type = coalesce(OLD.client_type, '')
      AND OLD.deleted_at IS NULL;
  INSERT INTO lead_counters (estado, pais, client_type, total, waiting, repeated)
    SELECT NEW.estado, coalesce(NEW.pais, ''), coalesce(NEW.client_type, ''), 1,
           NEW.estado = 'nuevo' AND NEW.first_contacted_at IS NULL, NEW.repeated
    WHERE NEW.deleted_at IS NULL
    ON CONFLICT DO UPDATE
      SET total = total + 1, waiting = waiting + excluded.waiting, repeated = repeated + excluded.repeated;
END;

CREATE TRIGGER leads_own_update AFTER UPDATE OF owner_id, estado, deleted_at ON leads
WHEN OLD.owner_id IS NOT NEW.owner_id OR OLD.estado IS NOT NEW.estado
  OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) BEGIN
  UPDATE owner_counters SET total = total - 1
    WHERE owner = coalesce(OLD.owner_id, '') AND estado = OLD.estado AND OLD.deleted_at IS NULL;
  INSERT INTO owner_counters (owner, estado, total)
    SELECT coalesce(NEW.owner_id, ''), NEW.estado, 1 WHERE NEW.deleted_at IS NULL
    ON CONFLICT DO UPDATE SET total = total + 1;
END;

-- What is first contacted at once comes with a file, or a program.
CREATE TRIGGER leads_answer_insert AFTER INSERT ON leads WHEN NEW.first_contacted_at IS NOT NULL BEGIN
  UPDATE leads SET answered_in = max(0, (CAST(round(1000 * unixepoch(first_contacted_at, 'subsec'))
    - round(1000 * unixepoch(created_at, 'subsec')) AS INTEGER) + 999) / 1000) WHERE id = NEW.id;
END;

CREATE TRIGGER leads_answer_update AFTER UPDATE OF first_contacted_at, created_at ON leads
WHEN OLD.first_contacted_at IS NOT NEW.first_contacted_at OR OLD.created_at <> NEW.created_at BEGIN
  UPDATE leads SET answered_in = max(0, (CAST(round(1000 * unixepoch(first_contacted_at, 'subsec'))
    - round(1000 * unixepoch(created_at, 'subsec')) AS INTEGER) + 999) / 1000) WHERE id = NEW.id;
END;

-- A note is told by its event as well, which then changes nothing: the row is written once.
CREATE TRIGGER lead_notes_count_insert AFTER INSERT ON lead_notes WHEN NEW.is_deleted = 0 BEGIN
  UPDATE leads SET notes_count = notes_count + 1, last_activity_at = max(last_activity_at, NEW.created_at)
    WHERE id = NEW.lead_id;
END;

CREATE TRIGGER lead_events_touch AFTER INSERT ON lead_events WHEN NEW.type <> 'told' AND NEW.field IS NOT 'estado' BEGIN
  UPDATE leads SET last_activity_at = NEW.created_at
    WHERE id = NEW.lead_id AND last_activity_at < NEW.created_at;
END;

-- Where leads are joined or separated, their changes move, and the server counts them again.
CREATE TRIGGER lead_events_step AFTER INSERT ON lead_events WHEN NEW.field = 'estado' BEGIN
  UPDATE leads SET last_activity_at = max(last_activity_at, NEW.created_at), passed = steps.passed,
      took_contactado = steps.took_contactado, took_en_seguimiento = steps.took_en_seguimiento,
      took_ganado = steps.took_ganado, took_perdido = steps.took_perdido
    FROM (
      SELECT lead_id,
        max('nuevo' IN (from_value, to_value)) + 2 * max('contactado' IN (from_value, to_value))
          + 4 * max('en_seguimiento' IN (from_value, to_value)) + 8 * max('ganado' IN (from_value, to_value))
          + 16 * max('perdido' IN (from_value, to_value)) AS passed,
        max(took) FILTER (WHERE to_value = 'contactado' AND contactado = 1) AS took_contactado,
        max(took) FILTER (WHERE to_value = 'en_seguimiento' AND en_seguimiento = 1) AS took_en_seguimiento,
        max(took) FILTER (WHERE to_value = 'ganado' AND ganado = 1) AS took_ganado,
        max(took) FILTER (WHERE to_value = 'perdido' AND perdido = 1) AS took_perdido
      FROM lead_steps WHERE lead_id = NEW.lead_id
    ) AS steps WHERE id = NEW.lead_id;
END;

CREATE TRIGGER leads_search_delete BEFORE DELETE ON leads BEGIN
  INSERT INTO lead_words (lead_words, rowid, nombre, email, empresa, mensaje, notas)
    SELECT 'delete', id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.id;
END;

CREATE TRIGGER leads_search_insert AFTER INSERT ON leads BEGIN
  INSERT INTO lead_words (rowid, nombre, email, empresa, mensaje)
    VALUES (NEW.id, NEW.nombre, NEW.email, NEW.empresa, NEW.mensaje);
END;
