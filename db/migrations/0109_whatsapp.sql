-- The company's number in WhatsApp, heard and written to through Meta's Cloud API. No row: not connected.
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
) STRICT;
CREATE INDEX whatsapp_connection_by_maker ON whatsapp_connection (made_by) WHERE made_by IS NOT NULL;

-- Webhooks as they came, until they have been worked on.
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

-- Parts of webhooks that this version cannot read, kept for a while.
CREATE TABLE whatsapp_unknown (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The webhook's field, or the message's type.
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  received_at TEXT NOT NULL CHECK (received_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;
CREATE INDEX whatsapp_unknown_by_age ON whatsapp_unknown (received_at);

-- Numbers whose messages are no enquiries, by their key.
CREATE TABLE silenced_numbers (
  phone_key TEXT PRIMARY KEY,
  silenced_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  silenced_at TEXT NOT NULL CHECK (silenced_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;
CREATE INDEX silenced_numbers_by_user ON silenced_numbers (silenced_by) WHERE silenced_by IS NOT NULL;

-- Numbers and messages of erased persons, as keyed hashes: Meta repeats what it told before, and a number that is connected
-- later brings months of history.
CREATE TABLE erased_marks (
  mark BLOB PRIMARY KEY CHECK (length(mark) = 32),
  erased_at TEXT NOT NULL CHECK (erased_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;
CREATE INDEX erased_marks_by_age ON erased_marks (erased_at);

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
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z'),
  CHECK (direction = 'out' OR (author_id IS NULL AND template IS NULL AND wamid IS NOT NULL AND lead_id IS NOT NULL))
) STRICT;
CREATE INDEX messages_by_lead ON messages (lead_id, at, direction) WHERE lead_id IS NOT NULL;
CREATE INDEX messages_by_author ON messages (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX messages_without_lead ON messages (phone_key, at) WHERE lead_id IS NULL;

-- How far a message came, by Meta's id: its statuses may come before the message. Each write takes a new id, in whose order
-- open panels are told.
CREATE TABLE message_statuses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  wamid TEXT NOT NULL UNIQUE CHECK (length(wamid) BETWEEN 1 AND 300),
  status TEXT NOT NULL CHECK (status IN ('sent', 'delivered', 'read', 'failed')),
  -- Meta's code, where it failed.
  error INTEGER,
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

-- Likewise, at most one of each side; an empty one was taken back.
CREATE TABLE message_reactions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  wamid TEXT NOT NULL CHECK (length(wamid) BETWEEN 1 AND 300),
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  emoji TEXT NOT NULL CHECK (length(emoji) <= 40),
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z'),
  UNIQUE (wamid, direction)
) STRICT;

CREATE TRIGGER messages_forget AFTER DELETE ON messages WHEN OLD.wamid IS NOT NULL BEGIN
  DELETE FROM message_statuses WHERE wamid = OLD.wamid;
  DELETE FROM message_reactions WHERE wamid = OLD.wamid;
END;

-- Since when the person waits for an answer: the first message after our last one that did not fail. The server settles it
-- with every message (leads/messages).
ALTER TABLE leads ADD COLUMN awaiting_reply_since TEXT CHECK (awaiting_reply_since GLOB '????-??-??T??:??:??.???Z');
CREATE INDEX leads_awaiting_reply ON leads (awaiting_reply_since, id, owner_id, deleted_at)
  WHERE awaiting_reply_since IS NOT NULL AND deleted_at IS NULL;

-- Whoever wrote to the person has attended to them, from the phone, too.
DROP TRIGGER lead_events_unwatch;
CREATE TRIGGER lead_events_unwatch AFTER INSERT ON lead_events
WHEN NEW.type = 'message_sent' OR NEW.actor_id IS NOT NULL AND NEW.type <> 'created'
  AND (NEW.type <> 'changed' OR NEW.field IN ('estado', 'owner_id', 'next_contact_on', 'next_contact_at', 'plan',
                                              'billing', 'lost_reason'))
  AND (NEW.field IS 'estado' OR NOT EXISTS (SELECT 1 FROM api_tokens WHERE id = NEW.actor_id)) BEGIN
  DELETE FROM lead_watches WHERE lead_id = NEW.lead_id;
END;

-- Whoever wrote to a person from here has contacted them.
DROP INDEX lead_events_contacts;
CREATE INDEX lead_events_contacts ON lead_events (actor_id, lead_id, created_at, type, to_value)
  WHERE (type IN ('contact_confirmed', 'contact_undone', 'message_sent') OR type = 'call_ended' AND to_value = 'answered'
    OR field = 'estado' AND 'nuevo' IN (from_value, to_value));

-- A lead is found by its messages' words as by its notes'.
DROP VIEW lead_texts;
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

CREATE TRIGGER messages_words_insert BEFORE INSERT ON messages
WHEN NEW.lead_id IS NOT NULL AND NEW.lead_id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = NEW.lead_id;
END;
CREATE TRIGGER messages_words_adopt BEFORE UPDATE OF lead_id ON messages
WHEN OLD.lead_id IS NULL AND NEW.lead_id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = NEW.lead_id;
END;
CREATE TRIGGER messages_words_delete BEFORE DELETE ON messages
WHEN OLD.lead_id IS NOT NULL AND OLD.lead_id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.lead_id;
END;

-- Rebuilt for messages of the kind 'whatsapp': a table's conditions can only be changed so.
CREATE TABLE deliveries_with_whatsapp (
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

INSERT INTO sqlite_sequence (name, seq)
  SELECT 'deliveries_with_whatsapp', seq FROM sqlite_sequence WHERE name = 'deliveries';
INSERT INTO deliveries_with_whatsapp (id, message_id, kind, event, lead_id, payload, state, waits, attempts, planned_at,
                                      next_attempt_at, last_attempt_at, last_status, last_error, last_answer, created_at,
                                      finished_at, ended_in, webhook_id, ordered)
SELECT id, message_id, kind, event, lead_id, payload, state, waits, attempts, planned_at, next_attempt_at,
       last_attempt_at, last_status, last_error, last_answer, created_at, finished_at, ended_in, webhook_id, ordered
FROM deliveries;

DROP TABLE deliveries;
ALTER TABLE deliveries_with_whatsapp RENAME TO deliveries;

CREATE INDEX deliveries_by_kind ON deliveries (kind, id);
CREATE INDEX deliveries_by_kind_state ON deliveries (kind, state, id);
CREATE INDEX deliveries_by_lead ON deliveries (lead_id, id) WHERE lead_id IS NOT NULL;
CREATE INDEX deliveries_by_person ON deliveries (coalesce(payload ->> '$.user_id', payload ->> '$.email'), id)
  WHERE kind IN ('mail', 'provisioning');
CREATE INDEX deliveries_by_state ON deliveries (state, id);
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, id) WHERE kind = 'webhook';
CREATE INDEX deliveries_by_webhook_state ON deliveries (webhook_id, state, id) WHERE kind = 'webhook';
CREATE INDEX deliveries_due ON deliveries (kind, webhook_id, ordered, next_attempt_at, id)
  WHERE state = 'pending' AND waits = 0;
CREATE INDEX deliveries_finished ON deliveries (state, finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_line ON deliveries (kind, webhook_id, lead_id, id)
  WHERE state = 'pending' AND lead_id IS NOT NULL;
CREATE INDEX deliveries_planned ON deliveries (planned_at) WHERE state = 'pending';

-- Rebuilt for presses that make messages.
DROP TRIGGER agents_forget_creation;
DROP TRIGGER lead_notes_forget_creation;
DROP TRIGGER leads_forget_creation;

CREATE TABLE creations_with_messages (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key TEXT NOT NULL CHECK (length(key) = 36),
  kind TEXT NOT NULL CHECK (kind IN ('lead', 'note', 'company', 'agent', 'message')),
  input_hash BLOB NOT NULL CHECK (length(input_hash) = 32),
  entity_id INTEGER NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  found INTEGER NOT NULL DEFAULT 0 CHECK (found IN (0, 1)),
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;

INSERT INTO creations_with_messages (user_id, key, kind, input_hash, entity_id, created_at, found)
SELECT user_id, key, kind, input_hash, entity_id, created_at, found FROM creations;

DROP TABLE creations;
ALTER TABLE creations_with_messages RENAME TO creations;

CREATE INDEX creations_by_age ON creations (created_at);
CREATE INDEX creations_by_entity ON creations (kind, entity_id);

CREATE TRIGGER agents_forget_creation AFTER DELETE ON agents BEGIN
  DELETE FROM creations WHERE kind = 'agent' AND entity_id = OLD.id;
END;
CREATE TRIGGER lead_notes_forget_creation AFTER DELETE ON lead_notes BEGIN
  DELETE FROM creations WHERE kind = 'note' AND entity_id = OLD.id;
END;
CREATE TRIGGER leads_forget_creation AFTER DELETE ON leads BEGIN
  DELETE FROM creations WHERE kind = 'lead' AND entity_id = OLD.id;
END;
CREATE TRIGGER messages_forget_creation AFTER DELETE ON messages BEGIN
  DELETE FROM creations WHERE kind = 'message' AND entity_id = OLD.id;
END;
