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

CREATE TABLE api_tokens (
  id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  token_hash BLOB UNIQUE CHECK (length(token_hash) = 32),
  -- Its last characters, by which people recognise it.
  hint TEXT NOT NULL CHECK (length(hint) = 4),
  made_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  -- The last day on which it works, and the moment at which that day ends for whoever made it.
  expires_on TEXT CHECK (date(expires_on) IS expires_on),
  expires_at TEXT CHECK (expires_at GLOB '????-??-??T??:??:??.???Z'),
  last_used_at TEXT CHECK (last_used_at GLOB '????-??-??T??:??:??.???Z'),
  last_address TEXT,
  revoked_at TEXT CHECK (revoked_at GLOB '????-??-??T??:??:??.???Z'), scopes TEXT NOT NULL DEFAULT '["read"]' CHECK (json_valid(scopes)), read_on TEXT CHECK (date(read_on) IS read_on), leads_read INTEGER NOT NULL DEFAULT 0, rests_since TEXT CHECK (rests_since GLOB '????-??-??T??:??:??.???Z'),
  CHECK ((expires_on IS NULL) = (expires_at IS NULL)),
  CHECK ((revoked_at IS NULL) = (token_hash IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX api_tokens_by_maker ON api_tokens (made_by) WHERE made_by IS NOT NULL;

CREATE INDEX api_tokens_standing ON api_tokens (created_at, id) WHERE revoked_at IS NULL;

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
, attempts INTEGER CHECK (attempts > 0), last_at TEXT CHECK (last_at GLOB '????-??-??T??:??:??.???Z')) STRICT;

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
, audit_id INTEGER REFERENCES audit_events (id) ON DELETE SET NULL) STRICT;

CREATE INDEX bulk_acts_by_age ON bulk_acts (created_at);

CREATE UNIQUE INDEX bulk_acts_by_audit ON bulk_acts (audit_id) WHERE audit_id IS NOT NULL;

CREATE INDEX bulk_acts_by_key ON bulk_acts (key) WHERE audit_id IS NOT NULL;

CREATE UNIQUE INDEX bulk_acts_by_press ON bulk_acts (user_id, key);

CREATE TABLE bulk_changes (
  act_id INTEGER NOT NULL REFERENCES bulk_acts (id),
  lead_id INTEGER NOT NULL,
  event_id INTEGER NOT NULL,
  fields TEXT NOT NULL CHECK (json_valid(fields)),
  PRIMARY KEY (act_id, lead_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE calendar_feeds (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
, rests_since TEXT CHECK (rests_since GLOB '????-??-??T??:??:??.???Z')) STRICT, WITHOUT ROWID;

CREATE TABLE clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  believed_at TEXT NOT NULL CHECK (believed_at GLOB '????-??-??T??:??:??.???Z'),
  doubted_at TEXT CHECK (doubted_at GLOB '????-??-??T??:??:??.???Z'),
  doubted_ms INTEGER NOT NULL DEFAULT 0 CHECK (doubted_ms >= 0)
) STRICT;

CREATE TABLE companies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  country TEXT,
  plan TEXT NOT NULL DEFAULT 'FREE' CHECK (plan IN ('FREE', 'PRO')),
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
, lead_id INTEGER REFERENCES leads (id) ON DELETE SET NULL, deleted_at TEXT CHECK (deleted_at GLOB '????-??-??T??:??:??.???Z'), former_lead_id INTEGER REFERENCES leads (id) ON DELETE SET NULL) STRICT;

CREATE INDEX companies_by_former_lead ON companies (former_lead_id) WHERE former_lead_id IS NOT NULL;

CREATE UNIQUE INDEX companies_by_lead ON companies (lead_id) WHERE lead_id IS NOT NULL;

CREATE INDEX companies_deleted ON companies (deleted_at) WHERE deleted_at IS NOT NULL;

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

CREATE TABLE "creations" (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key TEXT NOT NULL CHECK (length(key) = 36),
  kind TEXT NOT NULL CHECK (kind IN ('lead', 'note', 'company', 'agent', 'message')),
  input_hash BLOB NOT NULL CHECK (length(input_hash) = 32),
  entity_id INTEGER NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  found INTEGER NOT NULL DEFAULT 0 CHECK (found IN (0, 1)),
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX creations_by_age ON creations (created_at);

CREATE INDEX creations_by_entity ON creations (kind, entity_id);

CREATE TABLE "deliveries" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('webhook', 'mail', 'provisioning', 'push', 'whatsapp')),
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
  finished_at TEXT,
  ended_in TEXT CHECK (ended_in IN ('file', 'nobody', 'late')),
  webhook_id INTEGER,
  ordered INTEGER NOT NULL DEFAULT 0 CHECK (ordered IN (0, 1))
) STRICT;

CREATE INDEX deliveries_by_lead ON deliveries (lead_id, id) WHERE lead_id IS NOT NULL;

CREATE INDEX deliveries_by_line ON deliveries (kind, state, webhook_id, id);

CREATE INDEX deliveries_by_person ON deliveries (coalesce(payload ->> '$.user_id', payload ->> '$.email'), id)
  WHERE kind IN ('mail', 'provisioning');

CREATE INDEX deliveries_due ON deliveries (kind, webhook_id, ordered, next_attempt_at, id)
  WHERE state = 'pending' AND waits = 0;

CREATE INDEX deliveries_finished ON deliveries (state, finished_at) WHERE finished_at IS NOT NULL;

CREATE INDEX deliveries_line ON deliveries (kind, webhook_id, lead_id, id)
  WHERE state = 'pending' AND lead_id IS NOT NULL;

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
, discarded_in TEXT, consent TEXT CHECK (length(consent) BETWEEN 1 AND 500), campaign TEXT CHECK (length(campaign) BETWEEN 1 AND 2000)) STRICT;

CREATE INDEX enquiries_by_address ON enquiries (remote_address, received_at);

CREATE INDEX enquiries_by_lead ON enquiries (lead_id) WHERE lead_id IS NOT NULL;

CREATE INDEX enquiries_discarded_together ON enquiries (discarded_in) WHERE discarded_in IS NOT NULL;

CREATE INDEX enquiries_set_aside ON enquiries (received_at, id) WHERE state = 'set_aside';

CREATE INDEX enquiries_without_lead ON enquiries (received_at)
  WHERE state IN ('repeated', 'set_aside', 'invalid', 'discarded');

CREATE TABLE enquiry_bytes (
  day TEXT NOT NULL CHECK (day GLOB '????-??-??'),
  address TEXT NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  PRIMARY KEY (day, address)
) STRICT, WITHOUT ROWID;

CREATE TABLE erased_marks (
  mark BLOB PRIMARY KEY CHECK (length(mark) = 32),
  erased_at TEXT NOT NULL CHECK (erased_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

CREATE INDEX erased_marks_by_age ON erased_marks (erased_at);

CREATE TABLE erasures (
  id TEXT PRIMARY KEY,
  erased_at TEXT NOT NULL CHECK (erased_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

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

CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  state TEXT NOT NULL DEFAULT 'reading'
    CHECK (state IN ('reading', 'ready', 'running', 'done', 'undoing', 'undone')),
  -- What separates the cells in the file of rejected rows.
  delimiter TEXT NOT NULL CHECK (length(delimiter) = 1),
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
, failure TEXT, texts TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(texts)), sheets TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(sheets)), sheet TEXT, from_1904 INTEGER NOT NULL DEFAULT 0 CHECK (from_1904 IN (0, 1)), read_as TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(read_as)), columns TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(columns))) STRICT;

CREATE INDEX imports_at_work ON imports (id) WHERE state IN ('running', 'undoing');

CREATE INDEX imports_begun ON imports (id) WHERE started_at IS NOT NULL;

CREATE INDEX imports_by_user ON imports (user_id);

CREATE INDEX imports_kept ON imports (created_at) WHERE forgotten_at IS NULL;

CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  role TEXT NOT NULL CHECK (role IN ('admin', 'staff')),
  -- Who sent it last: it is worth as much as that person's own rights.
  invited_by TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Its last mail.
  message_id TEXT NOT NULL,
  sent_at TEXT NOT NULL CHECK (sent_at GLOB '????-??-??T??:??:??.???Z'),
  -- Until when the last link works; null until its mail is written.
  expires_at TEXT CHECK (expires_at GLOB '????-??-??T??:??:??.???Z'),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
, ended_at TEXT CHECK (ended_at GLOB '????-??-??T??:??:??.???Z'), by_hand INTEGER NOT NULL DEFAULT 0 CHECK (by_hand IN (0, 1))) STRICT;

CREATE INDEX invitations_by_sending ON invitations (sent_at);

CREATE TABLE known_browsers (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
  last_at TEXT NOT NULL CHECK (last_at GLOB '????-??-??T??:??:??.???Z'),
  PRIMARY KEY (user_id, token_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX known_browsers_by_age ON known_browsers (last_at);

CREATE TABLE lead_counters (
  estado TEXT NOT NULL CHECK (estado IN ('nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido')),
  pais TEXT NOT NULL,
  client_type TEXT NOT NULL,
  total INTEGER NOT NULL CHECK (total >= 0),
  waiting INTEGER NOT NULL CHECK (waiting BETWEEN 0 AND total),
  repeated INTEGER NOT NULL,
  PRIMARY KEY (estado, pais, client_type)
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
, origin_id INTEGER) STRICT;

CREATE INDEX lead_events_by_actor ON lead_events (actor_id) WHERE actor_id IS NOT NULL;

CREATE INDEX lead_events_contacts ON lead_events (actor_id, lead_id, created_at, type, to_value)
  WHERE (type IN ('contact_confirmed', 'contact_undone', 'message_sent') OR type = 'call_ended' AND to_value = 'answered'
    OR field = 'estado' AND 'nuevo' IN (from_value, to_value));

CREATE INDEX lead_events_newest ON lead_events (lead_id, created_at, id);

CREATE TRIGGER lead_events_step AFTER INSERT ON lead_events WHEN NEW.field = 'estado' BEGIN
  UPDATE leads SET last_activity_at = max(last_activity_at, NEW.created_at),
      won_at = CASE estado WHEN 'ganado' THEN coalesce((
        SELECT max(created_at) FROM lead_events
        WHERE lead_id = NEW.lead_id AND type = 'changed' AND field = 'estado' AND to_value = 'ganado'
      ), won_at) END,
      former_won_at = CASE WHEN NEW.from_value = 'ganado' AND estado <> 'ganado' THEN won_at ELSE former_won_at END
    WHERE id = NEW.lead_id;
END;

CREATE TRIGGER lead_events_touch AFTER INSERT ON lead_events WHEN NEW.type <> 'told' AND NEW.field IS NOT 'estado' BEGIN
  UPDATE leads SET last_activity_at = NEW.created_at
    WHERE id = NEW.lead_id AND last_activity_at < NEW.created_at;
END;

CREATE TRIGGER lead_events_unwatch AFTER INSERT ON lead_events
WHEN NEW.type = 'message_sent' OR NEW.actor_id IS NOT NULL AND NEW.type <> 'created'
  AND (NEW.type <> 'changed' OR NEW.field IN ('estado', 'owner_id', 'next_contact_on', 'next_contact_at', 'plan',
                                              'billing', 'lost_reason'))
  AND (NEW.field IS 'estado' OR NOT EXISTS (SELECT 1 FROM api_tokens WHERE id = NEW.actor_id)) BEGIN
  DELETE FROM lead_watches WHERE lead_id = NEW.lead_id;
END;

CREATE TABLE lead_joins (
  lead_id INTEGER PRIMARY KEY REFERENCES leads (id) ON DELETE CASCADE,
  into_id INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  joined_at TEXT NOT NULL CHECK (joined_at GLOB '????-??-??T??:??:??.???Z'),
  before TEXT NOT NULL CHECK (json_valid(before)),
  email_key TEXT,
  phone_key TEXT
) STRICT;

CREATE INDEX lead_joins_by_email_key ON lead_joins (email_key);

CREATE INDEX lead_joins_by_into ON lead_joins (into_id);

CREATE INDEX lead_joins_by_phone_key ON lead_joins (phone_key) WHERE phone_key IS NOT NULL;

CREATE TABLE lead_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  lead_id INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  author_id TEXT NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 5000),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  edited_at TEXT,
  is_deleted INTEGER NOT NULL DEFAULT 0 CHECK (is_deleted IN (0, 1))
, origin_id INTEGER) STRICT;

CREATE INDEX lead_notes_by_author ON lead_notes (author_id);

CREATE INDEX lead_notes_newest ON lead_notes (lead_id, created_at, id);

CREATE TRIGGER lead_notes_count_insert AFTER INSERT ON lead_notes WHEN NEW.is_deleted = 0 BEGIN
  UPDATE leads SET notes_count = notes_count + 1, last_activity_at = max(last_activity_at, NEW.created_at)
    WHERE id = NEW.lead_id;
END;

CREATE TRIGGER lead_notes_count_update AFTER UPDATE OF is_deleted ON lead_notes
WHEN OLD.is_deleted <> NEW.is_deleted BEGIN
  UPDATE leads SET notes_count = notes_count + OLD.is_deleted - NEW.is_deleted WHERE id = NEW.lead_id;
END;

CREATE TRIGGER lead_notes_forget_creation AFTER DELETE ON lead_notes BEGIN
  DELETE FROM creations WHERE kind = 'note' AND entity_id = OLD.id;
END;

CREATE TRIGGER lead_notes_words_delete BEFORE DELETE ON lead_notes
WHEN OLD.is_deleted = 0 AND OLD.lead_id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.lead_id;
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

CREATE TABLE lead_removals (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  lead_id INTEGER NOT NULL,
  removed_at TEXT NOT NULL CHECK (removed_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE VIEW lead_texts AS
  SELECT id, nombre, email, empresa, mensaje,
    (SELECT group_concat(text, char(10)) FROM (
       SELECT body AS text FROM lead_notes WHERE lead_id = leads.id AND is_deleted = 0
       UNION ALL
       SELECT body FROM messages WHERE lead_id = leads.id
       UNION ALL
       SELECT concat_ws(char(10), joined.nombre, joined.email, joined.whatsapp_digits, joined.empresa, joined.mensaje,
                        before ->> '$.fields.nombre', before ->> '$.fields.email', before ->> '$.fields.whatsapp',
                        before ->> '$.fields.empresa', before ->> '$.fields.mensaje')
       FROM leads AS joined JOIN lead_joins ON lead_joins.lead_id = joined.id WHERE joined.joined_into = leads.id
     )) AS notas
  FROM leads;

CREATE TABLE lead_watches (
  step TEXT NOT NULL CHECK (step IN ('insist', 'alarm')),
  -- What its minutes count from.
  since TEXT NOT NULL CHECK (since GLOB '????-??-??T??:??:??.???Z'),
  lead_id INTEGER NOT NULL UNIQUE REFERENCES leads (id) ON DELETE CASCADE,
  PRIMARY KEY (step, since, lead_id)
) STRICT, WITHOUT ROWID;

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
  email TEXT CHECK (length(email) BETWEEN 3 AND 254),
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
  email_key TEXT,
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
), last_activity_at TEXT NOT NULL DEFAULT '', repeated INTEGER NOT NULL DEFAULT 0 CHECK (repeated IN (0, 1)), import_id INTEGER, joined_into INTEGER REFERENCES leads (id) ON DELETE CASCADE
  CHECK (joined_into IS NULL OR (deleted_at IS NOT NULL AND joined_into <> id)), anonymised_at TEXT CHECK (anonymised_at GLOB '????-??-??T??:??:??.???Z'), answered_in INTEGER, phone_digits TEXT GENERATED ALWAYS AS (coalesce(phone_key, whatsapp_digits)) VIRTUAL, phone_backwards TEXT GENERATED ALWAYS AS (
  substr(phone_digits, -1, 1) || substr(phone_digits, -2, 1) || substr(phone_digits, -3, 1)
  || substr(phone_digits, -4, 1) || substr(phone_digits, -5, 1) || substr(phone_digits, -6, 1)
  || substr(phone_digits, -7, 1) || substr(phone_digits, -8, 1) || substr(phone_digits, -9, 1)
  || substr(phone_digits, -10, 1) || substr(phone_digits, -11, 1) || substr(phone_digits, -12, 1)
  || substr(phone_digits, -13, 1) || substr(phone_digits, -14, 1) || substr(phone_digits, -15, 1)
) VIRTUAL, tema TEXT CHECK (length(tema) BETWEEN 1 AND 120), utm_source TEXT CHECK (length(utm_source) BETWEEN 1 AND 120), utm_medium TEXT CHECK (length(utm_medium) BETWEEN 1 AND 120), utm_campaign TEXT CHECK (length(utm_campaign) BETWEEN 1 AND 120), referrer TEXT CHECK (length(referrer) BETWEEN 1 AND 120), via TEXT GENERATED ALWAYS AS (
  coalesce(nullif(concat_ws(' / ', utm_source, utm_medium, utm_campaign), ''), referrer)
) VIRTUAL, won_at TEXT CHECK (won_at GLOB '????-??-??T??:??:??.???Z'), former_won_at TEXT CHECK (former_won_at GLOB '????-??-??T??:??:??.???Z'), awaiting_reply_since TEXT CHECK (awaiting_reply_since GLOB '????-??-??T??:??:??.???Z'), replied_until TEXT CHECK (replied_until GLOB '????-??-??T??:??:??.???Z'), whatsapp_user_id TEXT CHECK (length(whatsapp_user_id) BETWEEN 4 AND 140)) STRICT;

CREATE INDEX leads_awaiting_reply ON leads (awaiting_reply_since, id, owner_id, deleted_at)
  WHERE awaiting_reply_since IS NOT NULL AND deleted_at IS NULL;

CREATE INDEX leads_by_activity ON leads (last_activity_at, id, deleted_at) WHERE deleted_at IS NULL;

CREATE INDEX leads_by_email_key ON leads (email_key, deleted_at);

CREATE INDEX leads_by_estado ON leads (estado, created_at, id) WHERE deleted_at IS NULL;

CREATE INDEX leads_by_next_contact
  ON leads (next_contact_on, next_contact_at, created_at, id, owner_id, awaiting_reply_since, deleted_at)
  WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL;

CREATE INDEX leads_by_notes ON leads (notes_count, created_at, id) WHERE deleted_at IS NULL;

CREATE INDEX leads_by_own_day
  ON leads (owner_id, next_contact_on, next_contact_at, created_at, id, estado, answered_in, awaiting_reply_since, deleted_at)
  WHERE deleted_at IS NULL AND owner_id IS NOT NULL
    AND (next_contact_on IS NOT NULL OR (estado = 'nuevo' OR awaiting_reply_since IS NOT NULL));

CREATE INDEX leads_by_owner ON leads (owner_id, created_at, id, deleted_at);

CREATE INDEX leads_by_phone_backwards ON leads (phone_backwards) WHERE phone_backwards IS NOT NULL;

CREATE INDEX leads_by_phone_key ON leads (phone_key, deleted_at) WHERE phone_key IS NOT NULL;

CREATE INDEX leads_by_whatsapp_user ON leads (whatsapp_user_id, deleted_at) WHERE whatsapp_user_id IS NOT NULL;

CREATE INDEX leads_deleted ON leads (deleted_at, id, joined_into) WHERE deleted_at IS NOT NULL;

CREATE INDEX leads_in_play ON leads (estado, plan, billing, owner_id, answered_in)
  WHERE deleted_at IS NULL AND estado NOT IN ('ganado', 'perdido');

CREATE INDEX leads_joined ON leads (joined_into) WHERE joined_into IS NOT NULL;

CREATE INDEX leads_scan ON leads (
  created_at, id, estado, pais, client_type, owner_id, source, plan, answered_in, lost_reason, last_activity_at,
  notes_count, next_contact_on, next_contact_at, awaiting_reply_since, repeated, import_id, billing, via, deleted_at
) WHERE deleted_at IS NULL;

CREATE INDEX leads_to_anonymise ON leads (last_activity_at, id)
  WHERE estado = 'perdido' AND deleted_at IS NULL
    AND (anonymised_at IS NULL OR anonymised_at < last_activity_at);

CREATE INDEX leads_won ON leads (won_at, id, owner_id, plan, billing, deleted_at)
  WHERE won_at IS NOT NULL AND deleted_at IS NULL;

CREATE TRIGGER leads_answer_insert AFTER INSERT ON leads WHEN NEW.first_contacted_at IS NOT NULL BEGIN
  UPDATE leads SET answered_in = max(0, (CAST(round(1000 * unixepoch(first_contacted_at, 'subsec'))
    - round(1000 * unixepoch(created_at, 'subsec')) AS INTEGER) + 999) / 1000) WHERE id = NEW.id;
END;

CREATE TRIGGER leads_answer_update AFTER UPDATE OF first_contacted_at, created_at ON leads
WHEN OLD.first_contacted_at IS NOT NEW.first_contacted_at OR OLD.created_at <> NEW.created_at BEGIN
  UPDATE leads SET answered_in = max(0, (CAST(round(1000 * unixepoch(first_contacted_at, 'subsec'))
    - round(1000 * unixepoch(created_at, 'subsec')) AS INTEGER) + 999) / 1000) WHERE id = NEW.id;
END;

CREATE TRIGGER leads_close AFTER UPDATE OF estado, lost_reason ON leads
WHEN NEW.estado <> 'perdido' AND NEW.lost_reason IS NOT NULL BEGIN
  UPDATE leads SET lost_reason = NULL WHERE id = NEW.id;
END;

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

CREATE TRIGGER leads_forget BEFORE DELETE ON leads BEGIN
  DELETE FROM enquiries WHERE lead_id = OLD.id;
END;

CREATE TRIGGER leads_forget_creation AFTER DELETE ON leads BEGIN
  DELETE FROM creations WHERE kind = 'lead' AND entity_id = OLD.id;
END;

CREATE TRIGGER leads_leave_words AFTER DELETE ON leads BEGIN
  UPDATE removed_words SET removed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now');
END;

CREATE TRIGGER leads_leave_words_anonymised AFTER UPDATE OF anonymised_at ON leads BEGIN
  UPDATE removed_words SET removed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now');
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

CREATE TRIGGER leads_removed AFTER DELETE ON leads BEGIN
  INSERT INTO lead_removals (lead_id, removed_at) VALUES (OLD.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

CREATE TRIGGER leads_repeat_delete AFTER DELETE ON leads WHEN OLD.deleted_at IS NULL BEGIN
  UPDATE leads SET repeated = 0 WHERE repeated = 1 AND id IN (
    SELECT id FROM (SELECT id FROM leads WHERE email_key = OLD.email_key AND deleted_at IS NULL LIMIT 1)
    UNION ALL
    SELECT id FROM (SELECT id FROM leads WHERE phone_key = OLD.phone_key AND deleted_at IS NULL LIMIT 1)
  )
  AND NOT EXISTS (SELECT 1 FROM leads AS other
                  WHERE other.email_key = leads.email_key AND other.deleted_at IS NULL AND other.id <> leads.id)
  AND NOT EXISTS (SELECT 1 FROM leads AS other
                  WHERE other.phone_key = leads.phone_key AND other.deleted_at IS NULL AND other.id <> leads.id);
END;

CREATE TRIGGER leads_repeat_insert AFTER INSERT ON leads WHEN NEW.deleted_at IS NULL BEGIN
  UPDATE leads SET repeated = 1 WHERE repeated = 0 AND id IN (
    SELECT id FROM (SELECT id FROM leads WHERE email_key = NEW.email_key AND deleted_at IS NULL AND id <> NEW.id LIMIT 1)
    UNION ALL
    SELECT id FROM (SELECT id FROM leads WHERE phone_key = NEW.phone_key AND deleted_at IS NULL AND id <> NEW.id LIMIT 1)
  );
  UPDATE leads SET repeated = 1 WHERE id = NEW.id AND (
    EXISTS (SELECT 1 FROM leads AS other
            WHERE other.email_key = NEW.email_key AND other.deleted_at IS NULL AND other.id <> NEW.id)
    OR EXISTS (SELECT 1 FROM leads AS other
               WHERE other.phone_key = NEW.phone_key AND other.deleted_at IS NULL AND other.id <> NEW.id)
  );
END;

CREATE TRIGGER leads_repeat_update AFTER UPDATE OF email_key, phone_key, deleted_at ON leads
WHEN OLD.email_key IS NOT NEW.email_key OR OLD.phone_key IS NOT NEW.phone_key
  OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) BEGIN
  UPDATE leads SET repeated = 0 WHERE repeated = 1 AND OLD.deleted_at IS NULL AND id IN (
    SELECT id FROM (SELECT id FROM leads WHERE email_key = OLD.email_key AND deleted_at IS NULL AND id <> OLD.id LIMIT 1)
    UNION ALL
    SELECT id FROM (SELECT id FROM leads WHERE phone_key = OLD.phone_key AND deleted_at IS NULL AND id <> OLD.id LIMIT 1)
  )
  AND NOT EXISTS (SELECT 1 FROM leads AS other
                  WHERE other.email_key = leads.email_key AND other.deleted_at IS NULL AND other.id <> leads.id)
  AND NOT EXISTS (SELECT 1 FROM leads AS other
                  WHERE other.phone_key = leads.phone_key AND other.deleted_at IS NULL AND other.id <> leads.id);
  UPDATE leads SET repeated = 1 WHERE repeated = 0 AND NEW.deleted_at IS NULL AND id IN (
    SELECT id FROM (SELECT id FROM leads WHERE email_key = NEW.email_key AND deleted_at IS NULL AND id <> NEW.id LIMIT 1)
    UNION ALL
    SELECT id FROM (SELECT id FROM leads WHERE phone_key = NEW.phone_key AND deleted_at IS NULL AND id <> NEW.id LIMIT 1)
  );
  UPDATE leads SET repeated = NEW.deleted_at IS NULL AND (
    EXISTS (SELECT 1 FROM leads AS other
            WHERE other.email_key = NEW.email_key AND other.deleted_at IS NULL AND other.id <> NEW.id)
    OR EXISTS (SELECT 1 FROM leads AS other
               WHERE other.phone_key = NEW.phone_key AND other.deleted_at IS NULL AND other.id <> NEW.id)
  ) WHERE id = NEW.id;
END;

CREATE TRIGGER leads_words_delete BEFORE DELETE ON leads WHEN OLD.id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.id;
END;

CREATE TRIGGER leads_words_delete_joined BEFORE DELETE ON leads
WHEN OLD.joined_into IS NOT NULL AND OLD.joined_into NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.joined_into;
END;

CREATE TRIGGER leads_words_insert AFTER INSERT ON leads WHEN NEW.id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due (lead_id) VALUES (NEW.id);
END;

CREATE TRIGGER leads_words_update BEFORE UPDATE OF nombre, email, empresa, mensaje ON leads
WHEN (OLD.nombre IS NOT NEW.nombre OR OLD.email IS NOT NEW.email OR OLD.empresa IS NOT NEW.empresa
  OR OLD.mensaje IS NOT NEW.mensaje) AND OLD.id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.id;
END;

CREATE TABLE message_reactions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  wamid TEXT NOT NULL CHECK (length(wamid) BETWEEN 1 AND 300),
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  emoji TEXT NOT NULL CHECK (length(emoji) <= 40),
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z'),
  UNIQUE (wamid, direction)
) STRICT;

CREATE TABLE message_statuses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  wamid TEXT NOT NULL UNIQUE CHECK (length(wamid) BETWEEN 1 AND 300),
  status TEXT NOT NULL CHECK (status IN ('sent', 'delivered', 'read', 'failed')),
  -- Meta's code, where it failed.
  error INTEGER,
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

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

CREATE TABLE message_versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  wamid TEXT NOT NULL CHECK (length(wamid) BETWEEN 1 AND 300),
  -- Meta's id of the change; of the first words, the message's.
  version TEXT NOT NULL UNIQUE CHECK (length(version) BETWEEN 1 AND 300),
  is_revoked INTEGER NOT NULL DEFAULT 0 CHECK (is_revoked IN (0, 1)),
  body TEXT CHECK (length(body) BETWEEN 1 AND 5000),
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z'),
  CHECK (is_revoked = 0 OR body IS NULL)
) STRICT;

CREATE INDEX message_versions_of ON message_versions (wamid, at);

CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Null: ours, to a number that no lead has yet; its webhook came before the one that makes the lead.
  lead_id INTEGER REFERENCES leads (id) ON DELETE CASCADE,
  -- The lead it came with, where that was joined into another.
  origin_id INTEGER,
  phone_key TEXT NOT NULL,
  -- Meta's id; null until it is sent. One that never was has our own id in the outbox instead, for its status.
  wamid TEXT UNIQUE CHECK (length(wamid) BETWEEN 1 AND 300),
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  -- Its text or caption, or what stands for it.
  body TEXT CHECK (length(body) BETWEEN 1 AND 5000),
  -- A file at Meta.
  media_id TEXT CHECK (length(media_id) BETWEEN 1 AND 200),
  mime_type TEXT CHECK (length(mime_type) <= 120),
  file_name TEXT CHECK (length(file_name) <= 240),
  -- The wamid of the message it answers.
  reply_to TEXT CHECK (length(reply_to) <= 300),
  -- Who wrote it here; null: the person, or one of ours on the phone.
  author_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  -- An approved template, as sent: {name, language, fields}.
  template TEXT CHECK (json_valid(template)),
  -- Since when Meta may have it and no answer has told so: it is not sent again at once.
  sending_since TEXT CHECK (sending_since GLOB '????-??-??T??:??:??.???Z'),
  -- 1: from before the number was connected. It asks nothing of anybody.
  is_past INTEGER NOT NULL DEFAULT 0 CHECK (is_past IN (0, 1)),
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z'), sender_name TEXT CHECK (length(sender_name) BETWEEN 1 AND 120), referral TEXT CHECK (json_valid(referral)),
  CHECK (direction = 'out' OR (author_id IS NULL AND template IS NULL AND wamid IS NOT NULL AND lead_id IS NOT NULL))
) STRICT;

CREATE INDEX messages_by_author ON messages (author_id) WHERE author_id IS NOT NULL;

CREATE INDEX messages_by_lead ON messages (lead_id, at, direction) WHERE lead_id IS NOT NULL;

CREATE INDEX messages_from_template ON messages (at, author_id) WHERE template IS NOT NULL;

CREATE INDEX messages_without_lead ON messages (phone_key, at) WHERE lead_id IS NULL;

CREATE TRIGGER messages_forget AFTER DELETE ON messages WHEN OLD.wamid IS NOT NULL BEGIN
  DELETE FROM message_statuses WHERE wamid = OLD.wamid;
  DELETE FROM message_reactions WHERE wamid = OLD.wamid;
  DELETE FROM message_versions WHERE wamid = OLD.wamid;
END;

CREATE TRIGGER messages_forget_creation AFTER DELETE ON messages BEGIN
  DELETE FROM creations WHERE kind = 'message' AND entity_id = OLD.id;
END;

CREATE TRIGGER messages_words_adopt BEFORE UPDATE OF lead_id ON messages
WHEN OLD.lead_id IS NULL AND NEW.lead_id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = NEW.lead_id;
END;

CREATE TRIGGER messages_words_delete BEFORE DELETE ON messages
WHEN OLD.lead_id IS NOT NULL AND OLD.lead_id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.lead_id;
END;

CREATE TRIGGER messages_words_insert BEFORE INSERT ON messages
WHEN NEW.lead_id IS NOT NULL AND NEW.lead_id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = NEW.lead_id;
END;

CREATE TRIGGER messages_words_update BEFORE UPDATE OF body ON messages
WHEN OLD.lead_id IS NOT NULL AND OLD.lead_id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.lead_id;
END;

CREATE TABLE notice_cursors (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  channel TEXT NOT NULL CHECK (channel IN ('mail', 'push')),
  lead_id INTEGER NOT NULL,
  -- Not before this moment.
  next_at TEXT NOT NULL CHECK (next_at GLOB '????-??-??T??:??:??.???Z'),
  hour TEXT NOT NULL CHECK (hour GLOB '????-??-??T??'),
  told_in_hour INTEGER NOT NULL CHECK (told_in_hour >= 0),
  PRIMARY KEY (user_id, channel)
) STRICT, WITHOUT ROWID;

CREATE TABLE notice_days (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  day TEXT NOT NULL CHECK (date(day) IS day),
  reminded_until TEXT NOT NULL CHECK (reminded_until GLOB '????-??-??T??:??')
) STRICT, WITHOUT ROWID;

CREATE TABLE notice_enquiries (
  lead_id INTEGER PRIMARY KEY REFERENCES leads (id) ON DELETE CASCADE,
  -- Who let in one that was set aside, and so knows of it.
  known_to TEXT,
  arrived_at TEXT NOT NULL CHECK (arrived_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE TABLE notice_rounds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  step TEXT NOT NULL CHECK (step IN ('insist', 'alarm')),
  -- A JSON list of their ids.
  people TEXT NOT NULL CHECK (json_valid(people)),
  -- It is about all that were due by then.
  due_until TEXT NOT NULL CHECK (due_until GLOB '????-??-??T??:??:??.???Z'),
  total INTEGER NOT NULL,
  told_at TEXT NOT NULL CHECK (told_at GLOB '????-??-??T??:??:??.???Z'),
  is_recorded INTEGER NOT NULL DEFAULT 0 CHECK (is_recorded IN (0, 1))
) STRICT;

CREATE TABLE notice_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  email TEXT NOT NULL DEFAULT 'digest' CHECK (email IN ('each', 'digest', 'none')),
  zone TEXT NOT NULL DEFAULT 'America/Argentina/Buenos_Aires' CHECK (length(zone) BETWEEN 1 AND 64),
  -- 1 for Monday to 7 for Sunday; none: nothing is told again.
  days TEXT NOT NULL DEFAULT '12345' CHECK (days NOT GLOB '*[^1-7]*' AND length(days) <= 7),
  opens TEXT NOT NULL DEFAULT '09:00' CHECK (time(opens) IS opens || ':00'),
  closes TEXT NOT NULL DEFAULT '18:00' CHECK (time(closes) IS closes || ':00' AND closes > opens),
  insist_after INTEGER NOT NULL DEFAULT 5 CHECK (insist_after BETWEEN 1 AND 240),
  alarm_after INTEGER NOT NULL DEFAULT 15 CHECK (alarm_after BETWEEN insist_after + 1 AND 480)
) STRICT;

CREATE TABLE "notice_troubles" (
  kind TEXT PRIMARY KEY
    CHECK (kind IN ('webhooks', 'destinations', 'whatsapp', 'mails', 'push', 'disk', 'backups', 'clock')),
  since TEXT NOT NULL CHECK (since GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

CREATE TABLE "one_time_tokens" (
  token_hash BLOB PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('first_admin', 'verify', 'reset', 'access', 'invitation')),
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  sign_up_id TEXT REFERENCES sign_ups (id) ON DELETE CASCADE,
  invitation_id TEXT REFERENCES invitations (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'), made_by TEXT REFERENCES users (id) ON DELETE CASCADE,
  CHECK (user_id IS NULL OR purpose IN ('reset', 'access')),
  CHECK (sign_up_id IS NULL OR purpose = 'verify'),
  CHECK ((invitation_id IS NOT NULL) = (purpose = 'invitation'))
) STRICT, WITHOUT ROWID;

CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens (expires_at);

CREATE INDEX one_time_tokens_by_invitation ON one_time_tokens (invitation_id) WHERE invitation_id IS NOT NULL;

CREATE INDEX one_time_tokens_by_maker ON one_time_tokens (made_by) WHERE made_by IS NOT NULL;

CREATE INDEX one_time_tokens_by_sign_up ON one_time_tokens (sign_up_id) WHERE sign_up_id IS NOT NULL;

CREATE INDEX one_time_tokens_by_user ON one_time_tokens (user_id);

CREATE TABLE owner_counters (
  owner TEXT NOT NULL,
  estado TEXT NOT NULL CHECK (estado IN ('nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido')),
  total INTEGER NOT NULL CHECK (total >= 0),
  PRIMARY KEY (owner, estado)
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- As the device names it, in base64url.
  credential_id TEXT NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1400),
  -- How devices know whose it is: random, the same for all of a person's, and nothing else about them.
  user_handle TEXT NOT NULL,
  public_key BLOB NOT NULL,
  -- Grows with each use where the device counts, and stays 0 where it does not.
  counter INTEGER NOT NULL CHECK (counter >= 0),
  -- A JSON list of the ways to reach the device.
  transports TEXT NOT NULL CHECK (json_valid(transports)),
  -- Whether a provider copies it to other devices of the same person.
  is_synced INTEGER NOT NULL CHECK (is_synced IN (0, 1)),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  last_used_at TEXT CHECK (last_used_at GLOB '????-??-??T??:??:??.???Z'),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at);

CREATE TABLE pending_sign_ins (
  token_hash BLOB PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  tries_left INTEGER NOT NULL CHECK (tries_left BETWEEN 0 AND 5),
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX pending_sign_ins_by_expiry ON pending_sign_ins (expires_at);

CREATE INDEX pending_sign_ins_by_user ON pending_sign_ins (user_id);

CREATE TABLE profiles (
  id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  status TEXT NOT NULL CHECK (status IN ('active', 'pending', 'suspended', 'disabled')),
  company_id INTEGER REFERENCES companies (id) ON DELETE RESTRICT,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
, takes_leads INTEGER NOT NULL DEFAULT 0 CHECK (takes_leads IN (0, 1)), last_given_lead INTEGER, notice_email TEXT CHECK (notice_email IN ('each', 'digest', 'none')), notice_push INTEGER NOT NULL DEFAULT 1 CHECK (notice_push IN (0, 1)), zone TEXT CHECK (length(zone) BETWEEN 1 AND 64), notice_weekly INTEGER NOT NULL DEFAULT 0 CHECK (notice_weekly IN (0, 1)), second_factor_due TEXT, notice_troubles INTEGER NOT NULL DEFAULT 1 CHECK (notice_troubles IN (0, 1))) STRICT;

CREATE INDEX profiles_by_status ON profiles (status) WHERE company_id IS NULL;

CREATE INDEX profiles_in_turn ON profiles (last_given_lead, id) WHERE takes_leads = 1;

CREATE UNIQUE INDEX profiles_one_coordinator ON profiles (company_id) WHERE company_id IS NOT NULL;

CREATE INDEX profiles_staff ON profiles (name COLLATE NOCASE, id) WHERE company_id IS NULL;

CREATE TRIGGER profiles_close_doors AFTER UPDATE OF status ON profiles WHEN NEW.status <> 'active' BEGIN
  DELETE FROM push_subscriptions WHERE user_id = NEW.id;
  DELETE FROM calendar_feeds WHERE user_id = NEW.id;
  DELETE FROM passkeys WHERE user_id = NEW.id AND NEW.status IN ('suspended', 'disabled');
END;

CREATE TABLE "push_keys" (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  public_key TEXT NOT NULL,
  -- The private one, sealed (server/secrets).
  private_box BLOB NOT NULL
) STRICT;

CREATE TABLE push_subscriptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  endpoint TEXT NOT NULL UNIQUE CHECK (length(endpoint) <= 2048),
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  user_agent TEXT,
  -- The session (sessions.token_hash) from which the device was last seen; it may have expired since.
  session_hash BLOB NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
, rests_since TEXT CHECK (rests_since GLOB '????-??-??T??:??:??.???Z')) STRICT;

CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_hash);

CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id, id);

CREATE TABLE rate_limits (
  key TEXT PRIMARY KEY,
  points INTEGER NOT NULL DEFAULT 0,
  expire INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 9),
  code_hash TEXT NOT NULL,
  used_at TEXT,
  PRIMARY KEY (user_id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE removed_words (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  removed_at TEXT,
  merged_at TEXT
) STRICT;

CREATE VIEW resting_webhooks AS
  SELECT id FROM webhooks
  WHERE rests_since IS NOT NULL
     OR EXISTS (SELECT 1 FROM api_tokens WHERE api_tokens.id = webhooks.made_by AND api_tokens.rests_since IS NOT NULL);

CREATE TABLE sales_goal (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  monthly_value INTEGER NOT NULL CHECK (monthly_value BETWEEN 1 AND 1000000000),
  set_at TEXT NOT NULL CHECK (set_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

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

CREATE TABLE secrets_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
  used_since TEXT NOT NULL
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
, confirmed_at TEXT, network TEXT) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_expiry ON sessions (idle_expires_at);

CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TRIGGER sessions_silence AFTER DELETE ON sessions
WHEN OLD.idle_expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now') BEGIN
  DELETE FROM push_subscriptions WHERE session_hash = OLD.token_hash;
END;

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

CREATE TABLE silenced_numbers (
  phone_key TEXT PRIMARY KEY,
  silenced_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  silenced_at TEXT NOT NULL CHECK (silenced_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

CREATE INDEX silenced_numbers_by_user ON silenced_numbers (silenced_by) WHERE silenced_by IS NOT NULL;

CREATE TABLE spent_challenges (
  challenge TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL CHECK (expires_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

CREATE INDEX spent_challenges_by_expiry ON spent_challenges (expires_at);

CREATE TABLE totp (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Sealed (server/secrets). Null: not set up yet.
  secret BLOB,
  set_at TEXT,
  -- The last time step whose code was used: no code counts twice.
  last_step INTEGER NOT NULL DEFAULT 0,
  new_secret BLOB,
  new_since TEXT,
  CHECK ((secret IS NULL) = (set_at IS NULL)),
  CHECK ((new_secret IS NULL) = (new_since IS NULL))
) STRICT;

CREATE INDEX totp_unconfirmed ON totp (new_since) WHERE new_since IS NOT NULL;

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
, password_expires_at TEXT, password_reset INTEGER NOT NULL DEFAULT 0 CHECK (password_reset IN (0, 1))) STRICT;

CREATE TRIGGER users_end_pending AFTER UPDATE OF password_hash ON users BEGIN
  DELETE FROM pending_sign_ins WHERE user_id = NEW.id;
END;

CREATE TRIGGER users_forget_views BEFORE DELETE ON users BEGIN
  DELETE FROM saved_views WHERE author_id = OLD.id AND shared = 0;
END;

CREATE TABLE webhook_secrets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_id INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  box BLOB NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  expires_at TEXT CHECK (expires_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE INDEX webhook_secrets_of ON webhook_secrets (webhook_id, id);

CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL CHECK (length(url) <= 2048),
  -- The URL's, by which people recognise it.
  host TEXT NOT NULL,
  -- A JSON list of their names.
  events TEXT NOT NULL CHECK (json_type(events) = 'array'),
  header_name TEXT,
  -- Its value, sealed.
  header_box BLOB,
  -- Since when nothing was delivered. Null: the last try succeeded, or there was none.
  failing_since TEXT CHECK (failing_since GLOB '????-??-??T??:??:??.???Z'),
  paused_at TEXT CHECK (paused_at GLOB '????-??-??T??:??:??.???Z'),
  pause TEXT CHECK (pause IN ('hand', 'failing')),
  -- When it was made, or resumed.
  active_since TEXT NOT NULL CHECK (active_since GLOB '????-??-??T??:??:??.???Z'),
  made_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  -- It is being removed: nothing is sent any more, and the row goes once its messages are gone.
  removed_at TEXT CHECK (removed_at GLOB '????-??-??T??:??:??.???Z'), rests_since TEXT CHECK (rests_since GLOB '????-??-??T??:??:??.???Z'), vouched_by TEXT REFERENCES users (id) ON DELETE SET NULL, vouched_at TEXT CHECK (vouched_at GLOB '????-??-??T??:??:??.???Z'), from_settings INTEGER NOT NULL DEFAULT 0 CHECK (from_settings IN (0, 1)),
  CHECK ((header_name IS NULL) = (header_box IS NULL)),
  CHECK ((paused_at IS NULL) = (pause IS NULL))
) STRICT;

CREATE INDEX webhooks_by_maker ON webhooks (made_by) WHERE made_by IS NOT NULL;

CREATE INDEX webhooks_by_voucher ON webhooks (vouched_by) WHERE vouched_by IS NOT NULL;

CREATE TABLE whatsapp_connection (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  phone_number_id TEXT NOT NULL CHECK (length(phone_number_id) BETWEEN 1 AND 40),
  -- Null until told or heard; templates need it.
  business_account_id TEXT CHECK (length(business_account_id) BETWEEN 1 AND 40),
  display_phone_number TEXT NOT NULL,
  verified_name TEXT,
  -- Sealed.
  token_box BLOB NOT NULL,
  app_secret_box BLOB NOT NULL,
  verify_token_box BLOB NOT NULL,
  -- What the API last refused for good, as a code of ours; null: it works.
  fault TEXT CHECK (length(fault) <= 40),
  -- The last signed webhook.
  heard_at TEXT CHECK (heard_at GLOB '????-??-??T??:??:??.???Z'),
  -- Whether our first message turns 'Nuevo' into 'Contactado'.
  moves_new INTEGER NOT NULL DEFAULT 1 CHECK (moves_new IN (0, 1)),
  made_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  connected_at TEXT NOT NULL CHECK (connected_at GLOB '????-??-??T??:??:??.???Z')
, rests_since TEXT CHECK (rests_since GLOB '????-??-??T??:??:??.???Z')) STRICT;

CREATE INDEX whatsapp_connection_by_maker ON whatsapp_connection (made_by) WHERE made_by IS NOT NULL;

CREATE TABLE whatsapp_received (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  body TEXT NOT NULL,
  -- How many of its parts are done, for a long one.
  done INTEGER NOT NULL DEFAULT 0,
  -- Not before: after a failure it waits.
  due_at TEXT NOT NULL CHECK (due_at GLOB '????-??-??T??:??:??.???Z'),
  failures INTEGER NOT NULL DEFAULT 0,
  received_at TEXT NOT NULL CHECK (received_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE INDEX whatsapp_received_due ON whatsapp_received (due_at, id);

CREATE TABLE whatsapp_unknown (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The webhook's field, or the message's type.
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  received_at TEXT NOT NULL CHECK (received_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

CREATE INDEX whatsapp_unknown_by_age ON whatsapp_unknown (received_at);

CREATE TABLE words_due (
  lead_id INTEGER PRIMARY KEY,
  nombre TEXT,
  email TEXT,
  empresa TEXT,
  mensaje TEXT,
  notas TEXT
) STRICT;
