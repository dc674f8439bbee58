-- The texts with which WhatsApp and Email are opened: shipped ones that administrators changed (the id of
-- content/whatsapp), and their own.
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
