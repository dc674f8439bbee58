-- What stood in clear here, and so in every backup. A program seals what is there at the first start, because SQL cannot:
-- notices/push/keys.ts and notices/mails/unsubscribe.ts.
CREATE TABLE new_push_keys (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  public_key TEXT NOT NULL,
  -- As it was before it was sealed; null since.
  private_key TEXT,
  -- Sealed (server/secrets).
  private_box BLOB,
  CHECK ((private_key IS NULL) <> (private_box IS NULL))
) STRICT;
INSERT INTO new_push_keys (id, public_key, private_key) SELECT id, public_key, private_key FROM push_keys;
DROP TABLE push_keys;
ALTER TABLE new_push_keys RENAME TO push_keys;

-- It follows from the key of secrets now.
DROP TABLE challenge_key;

-- So does the token of a mail that is sent from now on. Of those sent before, the hash stays, so that their links work.
DROP TRIGGER profiles_unsubscribe_token;
ALTER TABLE profiles RENAME COLUMN unsubscribe_token TO former_unsubscribe;

-- The erasures of persons that this database has seen, and nothing about them: the list beside the database tells whom, and
-- a restored copy misses those that came after it.
CREATE TABLE erasures (
  id TEXT PRIMARY KEY,
  erased_at TEXT NOT NULL CHECK (erased_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

-- The last time that words of a lead left the search's indexes, in whose blocks they are only marked as removed; null once
-- the blocks were merged since.
CREATE TABLE removed_words (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  removed_at TEXT,
  merged_at TEXT
) STRICT;
-- What earlier versions removed stands there, too.
INSERT INTO removed_words (id, removed_at)
  SELECT 1, iif(EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'leads'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), NULL);
CREATE TRIGGER leads_leave_words AFTER DELETE ON leads BEGIN
  UPDATE removed_words SET removed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now');
END;
CREATE TRIGGER leads_leave_words_anonymised AFTER UPDATE OF anonymised_at ON leads BEGIN
  UPDATE removed_words SET removed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now');
END;
