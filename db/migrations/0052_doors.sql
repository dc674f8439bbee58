-- 1: an administrator has made the password useless. Until its owner has chosen another one, passkeys open nothing, because
-- nobody has said yet which ones are the owner's.
ALTER TABLE users ADD COLUMN password_reset INTEGER NOT NULL DEFAULT 0 CHECK (password_reset IN (0, 1));

-- Whoever is suspended or turned down loses every door of their own for good, whichever way the status changes.
DROP TRIGGER profiles_silence;

CREATE TRIGGER profiles_close_doors AFTER UPDATE OF status ON profiles WHEN NEW.status <> 'active' BEGIN
  DELETE FROM push_subscriptions WHERE user_id = NEW.id;
  DELETE FROM calendar_feeds WHERE user_id = NEW.id;
  DELETE FROM passkeys WHERE user_id = NEW.id AND NEW.status IN ('suspended', 'disabled');
END;

DELETE FROM calendar_feeds WHERE user_id IN (SELECT id FROM profiles WHERE status <> 'active');
DELETE FROM passkeys WHERE user_id IN (SELECT id FROM profiles WHERE status IN ('suspended', 'disabled'));
