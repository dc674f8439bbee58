-- A refused WhatsApp token is a trouble, too: without its kind here, no trouble was told while it lasted.
CREATE TABLE notice_troubles_with_whatsapp (
  kind TEXT PRIMARY KEY CHECK (kind IN ('webhooks', 'destinations', 'whatsapp', 'mails', 'push', 'disk', 'backups')),
  since TEXT NOT NULL CHECK (since GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;
INSERT INTO notice_troubles_with_whatsapp (kind, since) SELECT kind, since FROM notice_troubles;
DROP TABLE notice_troubles;
ALTER TABLE notice_troubles_with_whatsapp RENAME TO notice_troubles;

-- Messages from a template cost money: those of a day are counted, in all and by author.
CREATE INDEX messages_from_template ON messages (at, author_id) WHERE template IS NOT NULL;
