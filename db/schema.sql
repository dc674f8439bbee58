-- Generated from db/migrations by 'npm run crm -- schema'. Do not edit.

CREATE TABLE agents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  email TEXT NOT NULL COLLATE NOCASE,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  company_id INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  UNIQUE (company_id, email)
) STRICT;

CREATE INDEX agents_active ON agents (company_id) WHERE status = 'active';

CREATE TRIGGER agents_forget_creation AFTER DELETE ON agents BEGIN
  DELETE FROM creations WHERE kind = 'agent' AND entity_id = OLD.id;
END;

CREATE TABLE audit_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  actor_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  actor_email TEXT,
  subject_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  subject_email TEXT,
  company_id INTEGER REFERENCES companies (id) ON DELETE SET NULL,
  from_value TEXT,
  to_value TEXT,
  address TEXT,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE INDEX audit_events_by_actor ON audit_events (actor_id) WHERE actor_id IS NOT NULL;

CREATE INDEX audit_events_by_company ON audit_events (company_id, id) WHERE company_id IS NOT NULL;

CREATE INDEX audit_events_by_subject ON audit_events (subject_id) WHERE subject_id IS NOT NULL;

CREATE INDEX audit_events_newest ON audit_events (created_at, id);

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

CREATE INDEX bulk_acts_by_age ON bulk_acts (created_at);

CREATE UNIQUE INDEX bulk_acts_by_press ON bulk_acts (user_id, key);

CREATE TABLE bulk_changes (
  act_id INTEGER NOT NULL REFERENCES bulk_acts (id),
  lead_id INTEGER NOT NULL,
  event_id INTEGER NOT NULL,
  fields TEXT NOT NULL CHECK (json_valid(fields)),
  PRIMARY KEY (act_id, lead_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE companies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  country TEXT,
  plan TEXT NOT NULL DEFAULT 'FREE' CHECK (plan IN ('FREE', 'PRO')),
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
, lead_id INTEGER REFERENCES leads (id) ON DELETE SET NULL) STRICT;

CREATE UNIQUE INDEX companies_by_lead ON companies (lead_id) WHERE lead_id IS NOT NULL;

CREATE INDEX companies_newest ON companies (created_at, id);

CREATE TRIGGER companies_search_delete AFTER DELETE ON companies BEGIN
  INSERT INTO company_words (company_words, rowid, name, country) VALUES ('delete', OLD.id, OLD.name, OLD.country);
END;

CREATE TRIGGER companies_search_insert AFTER INSERT ON companies BEGIN
  INSERT INTO company_words (rowid, name, country) VALUES (NEW.id, NEW.name, NEW.country);
END;

CREATE TRIGGER companies_search_update AFTER UPDATE OF name, country ON companies
WHEN OLD.name IS NOT NEW.name OR OLD.country IS NOT NEW.country BEGIN
  INSERT INTO company_words (company_words, rowid, name, country) VALUES ('delete', OLD.id, OLD.name, OLD.country);
  INSERT INTO company_words (rowid, name, country) VALUES (NEW.id, NEW.name, NEW.country);
END;

CREATE VIRTUAL TABLE company_words USING fts5 (
  name, country,
  content = 'companies', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

CREATE TABLE 'company_words_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'company_words_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'company_words_docsize'(id INTEGER PRIMARY KEY, sz BLOB);

CREATE TABLE 'company_words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE contact_attempts (
  lead_id INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  channel TEXT NOT NULL CHECK (channel IN ('whatsapp', 'call', 'email')),
  opened_at TEXT NOT NULL CHECK (opened_at GLOB '????-??-??T??:??:??.???Z'),
  PRIMARY KEY (lead_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX contact_attempts_by_user ON contact_attempts (user_id);

CREATE TABLE creations (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key TEXT NOT NULL CHECK (length(key) = 36),
  kind TEXT NOT NULL CHECK (kind IN ('lead', 'note', 'company', 'agent')),
  input_hash BLOB NOT NULL CHECK (length(input_hash) = 32),
  entity_id INTEGER NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX creations_by_age ON creations (created_at);

CREATE INDEX creations_by_entity ON creations (kind, entity_id);

CREATE TABLE "deliveries" (
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
, ended_in TEXT CHECK (ended_in IN ('file', 'nobody'))) STRICT;

CREATE INDEX deliveries_by_kind ON deliveries (kind, id);

CREATE INDEX deliveries_by_kind_state ON deliveries (kind, state, id);

CREATE INDEX deliveries_by_lead ON deliveries (lead_id, id) WHERE lead_id IS NOT NULL;

CREATE INDEX deliveries_by_person ON deliveries (coalesce(payload ->> '$.user_id', payload ->> '$.email'), id)
  WHERE kind IN ('mail', 'provisioning');

CREATE INDEX deliveries_by_state ON deliveries (state, id);

CREATE INDEX deliveries_due ON deliveries (kind, next_attempt_at, id) WHERE state = 'pending' AND waits = 0;

CREATE INDEX deliveries_finished ON deliveries (state, finished_at) WHERE finished_at IS NOT NULL;

CREATE INDEX deliveries_line ON deliveries (kind, lead_id, id) WHERE state = 'pending' AND lead_id IS NOT NULL;

CREATE INDEX deliveries_planned ON deliveries (planned_at) WHERE state = 'pending';

CREATE TABLE enquiries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  form_id TEXT NOT NULL,
  submission_id TEXT,
  body TEXT NOT NULL,
  content_type TEXT NOT NULL,
  origin TEXT,
  user_agent TEXT,
  remote_address TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('accepted', 'repeated', 'invalid', 'set_aside', 'discarded')),
  reason TEXT CHECK (reason IN ('honeypot', 'rate', 'failure')),
  lead_id INTEGER REFERENCES leads (id) ON DELETE SET NULL,
  received_at TEXT NOT NULL CHECK (received_at GLOB '????-??-??T??:??:??.???Z')
, discarded_in TEXT) STRICT;

CREATE INDEX enquiries_by_address ON enquiries (remote_address, received_at);

CREATE INDEX enquiries_by_lead ON enquiries (lead_id) WHERE lead_id IS NOT NULL;

CREATE INDEX enquiries_discarded_together ON enquiries (discarded_in) WHERE discarded_in IS NOT NULL;

CREATE INDEX enquiries_set_aside ON enquiries (received_at, id) WHERE state = 'set_aside';

CREATE INDEX enquiries_without_lead ON enquiries (received_at) WHERE state IN ('set_aside', 'invalid', 'discarded');

CREATE TABLE enquiry_bytes (
  day TEXT NOT NULL CHECK (day GLOB '????-??-??'),
  address TEXT NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  PRIMARY KEY (day, address)
) STRICT, WITHOUT ROWID;

CREATE TABLE lead_agenda (
  day TEXT PRIMARY KEY CHECK (date(day) IS day),
  total INTEGER NOT NULL CHECK (total >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE lead_arrivals (
  hour TEXT PRIMARY KEY CHECK (hour GLOB '????-??-??T??'),
  total INTEGER NOT NULL DEFAULT 0 CHECK (total >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE lead_counters (
  owner TEXT NOT NULL,
  estado TEXT NOT NULL CHECK (estado IN ('nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido')),
  pais TEXT NOT NULL,
  client_type TEXT NOT NULL,
  source TEXT NOT NULL,
  plan TEXT NOT NULL,
  total INTEGER NOT NULL CHECK (total >= 0),
  waiting INTEGER NOT NULL CHECK (waiting BETWEEN 0 AND total),
  PRIMARY KEY (owner, estado, pais, client_type, source, plan)
) STRICT, WITHOUT ROWID;

CREATE TABLE lead_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  lead_id INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  actor_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  type TEXT NOT NULL,
  field TEXT,
  from_value TEXT,
  to_value TEXT,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE INDEX lead_events_by_actor ON lead_events (actor_id) WHERE actor_id IS NOT NULL;

CREATE INDEX lead_events_newest ON lead_events (lead_id, created_at, id);

CREATE TRIGGER lead_events_touch AFTER INSERT ON lead_events BEGIN
  UPDATE leads SET last_activity_at = NEW.created_at
    WHERE id = NEW.lead_id AND last_activity_at < NEW.created_at;
END;

CREATE TABLE lead_moves (
  hour TEXT NOT NULL CHECK (hour GLOB '????-??-??T??'),
  estado TEXT NOT NULL CHECK (estado IN ('nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido')),
  change INTEGER NOT NULL,
  PRIMARY KEY (hour, estado)
) STRICT, WITHOUT ROWID;

CREATE TABLE lead_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  lead_id INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  author_id TEXT NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 5000),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  edited_at TEXT,
  is_deleted INTEGER NOT NULL DEFAULT 0 CHECK (is_deleted IN (0, 1))
) STRICT;

CREATE INDEX lead_notes_by_author ON lead_notes (author_id);

CREATE INDEX lead_notes_newest ON lead_notes (lead_id, created_at, id);

CREATE TRIGGER lead_notes_count_insert AFTER INSERT ON lead_notes WHEN NEW.is_deleted = 0 BEGIN
  UPDATE leads SET notes_count = notes_count + 1 WHERE id = NEW.lead_id;
END;

CREATE TRIGGER lead_notes_count_update AFTER UPDATE OF is_deleted ON lead_notes
WHEN OLD.is_deleted <> NEW.is_deleted BEGIN
  UPDATE leads SET notes_count = notes_count + OLD.is_deleted - NEW.is_deleted WHERE id = NEW.lead_id;
END;

CREATE TRIGGER lead_notes_forget_creation AFTER DELETE ON lead_notes BEGIN
  DELETE FROM creations WHERE kind = 'note' AND entity_id = OLD.id;
END;

CREATE TRIGGER lead_notes_read_delete AFTER DELETE ON lead_notes WHEN OLD.is_deleted = 0 BEGIN
  INSERT INTO lead_words (rowid, nombre, email, empresa, mensaje, notas)
    SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.lead_id;
END;

CREATE TRIGGER lead_notes_read_insert AFTER INSERT ON lead_notes WHEN NEW.is_deleted = 0 BEGIN
  INSERT INTO lead_words (rowid, nombre, email, empresa, mensaje, notas)
    SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = NEW.lead_id;
END;

CREATE TRIGGER lead_notes_read_update AFTER UPDATE OF body, is_deleted ON lead_notes
WHEN OLD.body IS NOT NEW.body OR OLD.is_deleted <> NEW.is_deleted BEGIN
  INSERT INTO lead_words (rowid, nombre, email, empresa, mensaje, notas)
    SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = NEW.lead_id;
END;

CREATE TRIGGER lead_notes_unread_delete BEFORE DELETE ON lead_notes WHEN OLD.is_deleted = 0 BEGIN
  INSERT INTO lead_words (lead_words, rowid, nombre, email, empresa, mensaje, notas)
    SELECT 'delete', id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.lead_id;
END;

CREATE TRIGGER lead_notes_unread_insert BEFORE INSERT ON lead_notes WHEN NEW.is_deleted = 0 BEGIN
  INSERT INTO lead_words (lead_words, rowid, nombre, email, empresa, mensaje, notas)
    SELECT 'delete', id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = NEW.lead_id;
END;

CREATE TRIGGER lead_notes_unread_update BEFORE UPDATE OF body, is_deleted ON lead_notes
WHEN OLD.body IS NOT NEW.body OR OLD.is_deleted <> NEW.is_deleted BEGIN
  INSERT INTO lead_words (lead_words, rowid, nombre, email, empresa, mensaje, notas)
    SELECT 'delete', id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.lead_id;
END;

CREATE VIRTUAL TABLE lead_phones USING fts5 (
  whatsapp_digits, phone_key,
  content = 'leads', content_rowid = 'id', tokenize = 'trigram'
);

CREATE TABLE 'lead_phones_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'lead_phones_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'lead_phones_docsize'(id INTEGER PRIMARY KEY, sz BLOB);

CREATE TABLE 'lead_phones_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE VIEW lead_texts AS
  SELECT id, nombre, email, empresa, mensaje,
    (SELECT group_concat(body, char(10)) FROM lead_notes WHERE lead_id = leads.id AND is_deleted = 0) AS notas
  FROM leads;

CREATE VIRTUAL TABLE lead_words USING fts5 (
  nombre, email, empresa, mensaje, notas,
  content = 'lead_texts', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

CREATE TABLE 'lead_words_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'lead_words_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'lead_words_docsize'(id INTEGER PRIMARY KEY, sz BLOB);

CREATE TABLE 'lead_words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE leads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  nombre TEXT NOT NULL CHECK (length(nombre) BETWEEN 1 AND 120),
  email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  whatsapp TEXT CHECK (length(whatsapp) <= 32),
  pais TEXT CHECK (pais IN ('Argentina', 'Chile', 'Colombia', 'México', 'Perú', 'Uruguay', 'España',
                            'Paraguay', 'Bolivia', 'Otro')),
  estado TEXT NOT NULL DEFAULT 'nuevo'
    CHECK (estado IN ('nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido')),
  client_type TEXT CHECK (client_type IN ('profesional', 'inmobiliaria', 'constructora', 'otros')),
  source TEXT NOT NULL,
  mensaje TEXT CHECK (length(mensaje) <= 5000),
  empresa TEXT CHECK (length(empresa) <= 120),
  submission_id TEXT UNIQUE,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  deleted_at TEXT,
  -- What a person is recognised by: the email folded to lower case, and the phone's digits.
  email_key TEXT NOT NULL,
  phone_key TEXT,
  first_contacted_at TEXT,
  next_contact_on TEXT,
  notes_count INTEGER NOT NULL DEFAULT 0 CHECK (notes_count >= 0)
, whatsapp_digits TEXT GENERATED ALWAYS AS (
  replace(replace(replace(replace(replace(replace(replace(replace(
    whatsapp, '+', ''), ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), char(160), '')
) VIRTUAL, next_contact_at TEXT NOT NULL DEFAULT '' CHECK (
  (next_contact_on IS NULL OR date(next_contact_on) IS next_contact_on)
  AND (next_contact_at = ''
    OR (next_contact_on IS NOT NULL AND time(next_contact_at) IS next_contact_at || ':00'))
), owner_id TEXT REFERENCES users (id) ON DELETE SET NULL, plan TEXT CHECK (length(plan) BETWEEN 1 AND 40), billing TEXT CHECK (billing IS NULL OR (billing IN ('anual', 'mensual') AND plan IS NOT NULL)), lost_reason TEXT CHECK (
  lost_reason IN ('precio', 'no_responde', 'eligio_otro', 'no_califica', 'mas_adelante', 'otro')
), last_activity_at TEXT NOT NULL DEFAULT '') STRICT;

CREATE INDEX leads_by_activity
  ON leads (last_activity_at, id, owner_id, estado, pais, client_type, first_contacted_at, source, plan, created_at)
  WHERE deleted_at IS NULL;

CREATE INDEX leads_by_cell
  ON leads (owner_id, estado, pais, client_type, source, plan, created_at, id, first_contacted_at)
  WHERE deleted_at IS NULL;

CREATE INDEX leads_by_email_key ON leads (email_key);

CREATE INDEX leads_by_estado ON leads (estado, created_at, id) WHERE deleted_at IS NULL;

CREATE INDEX leads_by_estado_pais ON leads (estado, pais, created_at, id) WHERE deleted_at IS NULL;

CREATE INDEX leads_by_estado_pais_type ON leads (estado, pais, client_type, created_at, id) WHERE deleted_at IS NULL;

CREATE INDEX leads_by_estado_type ON leads (estado, client_type, created_at, id) WHERE deleted_at IS NULL;

CREATE INDEX leads_by_next_contact
  ON leads (next_contact_on, next_contact_at, id, owner_id, estado, pais, client_type, first_contacted_at, source, plan,
            created_at, deleted_at)
  WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL;

CREATE INDEX leads_by_notes
  ON leads (notes_count, created_at, id, owner_id, estado, pais, client_type, first_contacted_at, source, plan)
  WHERE deleted_at IS NULL;

CREATE INDEX leads_by_owner
  ON leads (owner_id, created_at, id, deleted_at, estado, pais, client_type, first_contacted_at, source, plan);

CREATE INDEX leads_by_pais ON leads (pais, created_at, id) WHERE deleted_at IS NULL;

CREATE INDEX leads_by_pais_type ON leads (pais, client_type, created_at, id) WHERE deleted_at IS NULL;

CREATE INDEX leads_by_phone_key ON leads (phone_key) WHERE phone_key IS NOT NULL;

CREATE INDEX leads_by_plan ON leads (plan, created_at, id) WHERE deleted_at IS NULL AND plan IS NOT NULL;

CREATE INDEX leads_by_reason
  ON leads (lost_reason, created_at, id, owner_id, estado, pais, client_type, source, plan, first_contacted_at)
  WHERE deleted_at IS NULL AND lost_reason IS NOT NULL;

CREATE INDEX leads_by_source ON leads (source, created_at, id) WHERE deleted_at IS NULL;

CREATE INDEX leads_by_type ON leads (client_type, created_at, id) WHERE deleted_at IS NULL;

CREATE INDEX leads_deleted ON leads (deleted_at, id) WHERE deleted_at IS NOT NULL;

CREATE INDEX leads_newest ON leads (created_at, id) WHERE deleted_at IS NULL;

CREATE TRIGGER leads_agenda_delete AFTER DELETE ON leads
WHEN OLD.deleted_at IS NULL AND OLD.next_contact_on IS NOT NULL BEGIN
  UPDATE lead_agenda SET total = total - 1 WHERE day = OLD.next_contact_on;
  DELETE FROM lead_agenda WHERE day = OLD.next_contact_on AND total = 0;
END;

CREATE TRIGGER leads_agenda_insert AFTER INSERT ON leads
WHEN NEW.deleted_at IS NULL AND NEW.next_contact_on IS NOT NULL BEGIN
  INSERT INTO lead_agenda (day, total) VALUES (NEW.next_contact_on, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER leads_agenda_update AFTER UPDATE OF next_contact_on, deleted_at ON leads
WHEN OLD.next_contact_on IS NOT NEW.next_contact_on OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) BEGIN
  UPDATE lead_agenda SET total = total - 1 WHERE day = OLD.next_contact_on AND OLD.deleted_at IS NULL;
  DELETE FROM lead_agenda WHERE day = OLD.next_contact_on AND total = 0;
  INSERT INTO lead_agenda (day, total)
    SELECT NEW.next_contact_on, 1 WHERE NEW.next_contact_on IS NOT NULL AND NEW.deleted_at IS NULL
    ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER leads_arrive AFTER INSERT ON leads WHEN NEW.deleted_at IS NULL BEGIN
  INSERT INTO lead_arrivals (hour, total) VALUES (substr(NEW.created_at, 1, 13), 1)
    ON CONFLICT (hour) DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER leads_close AFTER UPDATE OF estado, next_contact_on, lost_reason ON leads
WHEN (NEW.estado IN ('ganado', 'perdido') AND NEW.next_contact_on IS NOT NULL)
  OR (NEW.estado <> 'perdido' AND NEW.lost_reason IS NOT NULL) BEGIN
  UPDATE leads
    SET next_contact_on = CASE WHEN NEW.estado IN ('ganado', 'perdido') THEN NULL ELSE NEW.next_contact_on END,
        next_contact_at = CASE WHEN NEW.estado IN ('ganado', 'perdido') THEN '' ELSE NEW.next_contact_at END,
        lost_reason = CASE WHEN NEW.estado = 'perdido' THEN NEW.lost_reason END
    WHERE id = NEW.id;
END;

CREATE TRIGGER leads_count_delete AFTER DELETE ON leads WHEN OLD.deleted_at IS NULL BEGIN
  UPDATE lead_counters
    SET total = total - 1, waiting = waiting - (OLD.estado = 'nuevo' AND OLD.first_contacted_at IS NULL)
    WHERE owner = coalesce(OLD.owner_id, '') AND estado = OLD.estado AND pais = coalesce(OLD.pais, '')
      AND client_type = coalesce(OLD.client_type, '') AND source = OLD.source AND plan = coalesce(OLD.plan, '');
END;

CREATE TRIGGER leads_count_insert AFTER INSERT ON leads WHEN NEW.deleted_at IS NULL BEGIN
  INSERT INTO lead_counters (owner, estado, pais, client_type, source, plan, total, waiting)
    VALUES (coalesce(NEW.owner_id, ''), NEW.estado, coalesce(NEW.pais, ''), coalesce(NEW.client_type, ''), NEW.source,
            coalesce(NEW.plan, ''), 1, NEW.estado = 'nuevo' AND NEW.first_contacted_at IS NULL)
    ON CONFLICT DO UPDATE SET total = total + 1, waiting = waiting + excluded.waiting;
END;

CREATE TRIGGER leads_count_update
AFTER UPDATE OF owner_id, estado, pais, client_type, source, plan, first_contacted_at, deleted_at ON leads
WHEN OLD.owner_id IS NOT NEW.owner_id OR OLD.estado IS NOT NEW.estado OR OLD.pais IS NOT NEW.pais
  OR OLD.client_type IS NOT NEW.client_type OR OLD.source IS NOT NEW.source OR OLD.plan IS NOT NEW.plan
  OR OLD.first_contacted_at IS NOT NEW.first_contacted_at OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  UPDATE lead_counters
    SET total = total - 1, waiting = waiting - (OLD.estado = 'nuevo' AND OLD.first_contacted_at IS NULL)
    WHERE owner = coalesce(OLD.owner_id, '') AND estado = OLD.estado AND pais = coalesce(OLD.pais, '')
      AND client_type = coalesce(OLD.client_type, '') AND source = OLD.source AND plan = coalesce(OLD.plan, '')
      AND OLD.deleted_at IS NULL;
  INSERT INTO lead_counters (owner, estado, pais, client_type, source, plan, total, waiting)
    SELECT coalesce(NEW.owner_id, ''), NEW.estado, coalesce(NEW.pais, ''), coalesce(NEW.client_type, ''), NEW.source,
           coalesce(NEW.plan, ''), 1, NEW.estado = 'nuevo' AND NEW.first_contacted_at IS NULL
    WHERE NEW.deleted_at IS NULL
    ON CONFLICT DO UPDATE SET total = total + 1, waiting = waiting + excluded.waiting;
END;

CREATE TRIGGER leads_forget BEFORE DELETE ON leads BEGIN
  DELETE FROM enquiries WHERE lead_id = OLD.id;
END;

CREATE TRIGGER leads_forget_creation AFTER DELETE ON leads BEGIN
  DELETE FROM creations WHERE kind = 'lead' AND entity_id = OLD.id;
END;

CREATE TRIGGER leads_hide AFTER UPDATE OF deleted_at ON leads
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL BEGIN
  UPDATE lead_arrivals SET total = total - 1 WHERE hour = substr(OLD.created_at, 1, 13);
END;

CREATE TRIGGER leads_leave AFTER DELETE ON leads WHEN OLD.deleted_at IS NULL BEGIN
  UPDATE lead_arrivals SET total = total - 1 WHERE hour = substr(OLD.created_at, 1, 13);
END;

CREATE TRIGGER leads_move_delete AFTER DELETE ON leads WHEN OLD.deleted_at IS NULL BEGIN
  INSERT INTO lead_moves (hour, estado, change) VALUES (strftime('%Y-%m-%dT%H', 'now'), OLD.estado, -1)
    ON CONFLICT (hour, estado) DO UPDATE SET change = change - 1;
END;

CREATE TRIGGER leads_move_insert AFTER INSERT ON leads WHEN NEW.deleted_at IS NULL BEGIN
  INSERT INTO lead_moves (hour, estado, change) VALUES (substr(NEW.created_at, 1, 13), NEW.estado, 1)
    ON CONFLICT (hour, estado) DO UPDATE SET change = change + 1;
END;

CREATE TRIGGER leads_move_update AFTER UPDATE OF estado, deleted_at ON leads
WHEN OLD.estado IS NOT NEW.estado OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) BEGIN
  INSERT INTO lead_moves (hour, estado, change)
    SELECT strftime('%Y-%m-%dT%H', 'now'), OLD.estado, -1 WHERE OLD.deleted_at IS NULL
    ON CONFLICT (hour, estado) DO UPDATE SET change = change - 1;
  INSERT INTO lead_moves (hour, estado, change)
    SELECT strftime('%Y-%m-%dT%H', 'now'), NEW.estado, 1 WHERE NEW.deleted_at IS NULL
    ON CONFLICT (hour, estado) DO UPDATE SET change = change + 1;
END;

CREATE TRIGGER leads_search_delete BEFORE DELETE ON leads BEGIN
  INSERT INTO lead_words (lead_words, rowid, nombre, email, empresa, mensaje, notas)
    SELECT 'delete', id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.id;
  INSERT INTO lead_phones (lead_phones, rowid, whatsapp_digits, phone_key)
    VALUES ('delete', OLD.id, OLD.whatsapp_digits, OLD.phone_key);
END;

CREATE TRIGGER leads_search_insert AFTER INSERT ON leads BEGIN
  INSERT INTO lead_words (rowid, nombre, email, empresa, mensaje)
    VALUES (NEW.id, NEW.nombre, NEW.email, NEW.empresa, NEW.mensaje);
  INSERT INTO lead_phones (rowid, whatsapp_digits, phone_key) VALUES (NEW.id, NEW.whatsapp_digits, NEW.phone_key);
END;

CREATE TRIGGER leads_search_update_phones AFTER UPDATE OF whatsapp, phone_key ON leads
WHEN OLD.whatsapp IS NOT NEW.whatsapp OR OLD.phone_key IS NOT NEW.phone_key BEGIN
  INSERT INTO lead_phones (lead_phones, rowid, whatsapp_digits, phone_key)
    VALUES ('delete', OLD.id, OLD.whatsapp_digits, OLD.phone_key);
  INSERT INTO lead_phones (rowid, whatsapp_digits, phone_key) VALUES (NEW.id, NEW.whatsapp_digits, NEW.phone_key);
END;

CREATE TRIGGER leads_search_update_words AFTER UPDATE OF nombre, email, empresa, mensaje ON leads
WHEN OLD.nombre IS NOT NEW.nombre OR OLD.email IS NOT NEW.email OR OLD.empresa IS NOT NEW.empresa
  OR OLD.mensaje IS NOT NEW.mensaje BEGIN
  INSERT INTO lead_words (lead_words, rowid, nombre, email, empresa, mensaje, notas)
    SELECT 'delete', OLD.id, OLD.nombre, OLD.email, OLD.empresa, OLD.mensaje, notas FROM lead_texts WHERE id = OLD.id;
  INSERT INTO lead_words (rowid, nombre, email, empresa, mensaje, notas)
    SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = NEW.id;
END;

CREATE TRIGGER leads_show AFTER UPDATE OF deleted_at ON leads
WHEN OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL BEGIN
  INSERT INTO lead_arrivals (hour, total) VALUES (substr(NEW.created_at, 1, 13), 1)
    ON CONFLICT (hour) DO UPDATE SET total = total + 1;
END;

CREATE TABLE message_templates (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 40),
  channel TEXT NOT NULL CHECK (channel IN ('whatsapp', 'email')),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- The leads to whom it is offered first; null: all alike.
  estado TEXT CHECK (estado IN ('nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido')),
  subject TEXT CHECK (length(subject) BETWEEN 1 AND 120),
  voseo TEXT NOT NULL CHECK (length(voseo) BETWEEN 1 AND 1000),
  tuteo TEXT NOT NULL CHECK (length(tuteo) BETWEEN 1 AND 1000),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  updated_at TEXT NOT NULL CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'),
  CHECK ((channel = 'email') = (subject IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE "one_time_tokens" (
  token_hash BLOB PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('first_admin', 'verify', 'reset', 'access')),
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  sign_up_id TEXT REFERENCES sign_ups (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  CHECK (user_id IS NULL OR purpose IN ('reset', 'access')),
  CHECK (sign_up_id IS NULL OR purpose = 'verify')
) STRICT, WITHOUT ROWID;

CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens (expires_at);

CREATE INDEX one_time_tokens_by_sign_up ON one_time_tokens (sign_up_id) WHERE sign_up_id IS NOT NULL;

CREATE INDEX one_time_tokens_by_user ON one_time_tokens (user_id);

CREATE TABLE profiles (
  id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  status TEXT NOT NULL CHECK (status IN ('active', 'pending', 'suspended', 'disabled')),
  company_id INTEGER REFERENCES companies (id) ON DELETE RESTRICT,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
, takes_leads INTEGER NOT NULL DEFAULT 0 CHECK (takes_leads IN (0, 1)), last_given_lead INTEGER) STRICT;

CREATE INDEX profiles_by_status ON profiles (status) WHERE company_id IS NULL;

CREATE INDEX profiles_in_turn ON profiles (last_given_lead, id) WHERE takes_leads = 1;

CREATE UNIQUE INDEX profiles_one_coordinator ON profiles (company_id) WHERE company_id IS NOT NULL;

CREATE INDEX profiles_staff ON profiles (name COLLATE NOCASE, id) WHERE company_id IS NULL;

CREATE TABLE rate_limits (
  key TEXT PRIMARY KEY,
  points INTEGER NOT NULL DEFAULT 0,
  expire INTEGER
) STRICT;

CREATE INDEX rate_limits_by_expiry ON rate_limits (expire) WHERE expire IS NOT NULL;

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

CREATE TABLE schema_migrations (
         version INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL, applied_at TEXT NOT NULL
       ) STRICT;

CREATE TABLE "sessions" (
  token_hash BLOB PRIMARY KEY,
  id TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(16)))),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  user_agent TEXT,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  last_used_at TEXT NOT NULL,
  idle_expires_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_expiry ON sessions (idle_expires_at);

CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE sign_ups (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  password_hash TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE INDEX sign_ups_by_email ON sign_ups (email, created_at);

CREATE INDEX sign_ups_by_expiry ON sign_ups (expires_at);

CREATE TABLE user_roles (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('admin', 'coordinator')),
  PRIMARY KEY (user_id, role)
) STRICT, WITHOUT ROWID;

CREATE INDEX user_roles_by_role ON user_roles (role);

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  password_hash TEXT NOT NULL,
  must_change_password INTEGER NOT NULL DEFAULT 0 CHECK (must_change_password IN (0, 1)),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
, password_expires_at TEXT) STRICT;

CREATE TRIGGER users_forget_views BEFORE DELETE ON users BEGIN
  DELETE FROM saved_views WHERE author_id = OLD.id AND shared = 0;
END;
