-- What an edited message has said, and that one was revoked, by Meta's id: it may be told before the message. The message
-- itself holds its last words. Its own first ones are a version here once there is another.
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

DROP TRIGGER messages_forget;
CREATE TRIGGER messages_forget AFTER DELETE ON messages WHEN OLD.wamid IS NOT NULL BEGIN
  DELETE FROM message_statuses WHERE wamid = OLD.wamid;
  DELETE FROM message_reactions WHERE wamid = OLD.wamid;
  DELETE FROM message_versions WHERE wamid = OLD.wamid;
END;

CREATE TRIGGER messages_words_update BEFORE UPDATE OF body ON messages
WHEN OLD.lead_id IS NOT NULL AND OLD.lead_id NOT IN (SELECT lead_id FROM words_due) BEGIN
  INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts WHERE id = OLD.lead_id;
END;
