-- Links in mails of versions before 0.17 named tokens that were stored; those since follow from the key of secrets.
DROP INDEX profiles_by_unsubscribe_token;
ALTER TABLE profiles DROP COLUMN former_unsubscribe;

-- A private key that could never be sealed, for want of the key of secrets, goes; the next start makes another.
DELETE FROM push_subscriptions WHERE EXISTS (SELECT 1 FROM push_keys WHERE private_box IS NULL);
CREATE TABLE new_push_keys (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  public_key TEXT NOT NULL,
  -- The private one, sealed (server/secrets).
  private_box BLOB NOT NULL
) STRICT;
INSERT INTO new_push_keys SELECT id, public_key, private_box FROM push_keys WHERE private_box IS NOT NULL;
DROP TABLE push_keys;
ALTER TABLE new_push_keys RENAME TO push_keys;
