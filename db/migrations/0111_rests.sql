-- What may be an intruder's, or is older than what was decided since, opens nothing and gets nothing until an administrator
-- confirms it.
ALTER TABLE api_tokens ADD COLUMN rests_since TEXT CHECK (rests_since GLOB '????-??-??T??:??:??.???Z');
ALTER TABLE webhooks ADD COLUMN rests_since TEXT CHECK (rests_since GLOB '????-??-??T??:??:??.???Z');
ALTER TABLE whatsapp_connection ADD COLUMN rests_since TEXT CHECK (rests_since GLOB '????-??-??T??:??:??.???Z');

-- Who answers for a destination in its maker's place: who last decided where it goes and with which secret, or confirmed it.
ALTER TABLE webhooks ADD COLUMN vouched_by TEXT REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE webhooks ADD COLUMN vouched_at TEXT CHECK (vouched_at GLOB '????-??-??T??:??:??.???Z');
CREATE INDEX webhooks_by_voucher ON webhooks (vouched_by) WHERE vouched_by IS NOT NULL;

-- A program's destination rests with its token.
CREATE VIEW resting_webhooks AS
  SELECT id FROM webhooks
  WHERE rests_since IS NOT NULL
     OR EXISTS (SELECT 1 FROM api_tokens WHERE api_tokens.id = webhooks.made_by AND api_tokens.rests_since IS NOT NULL);

-- An invitation whose sender's account was reset or lost its rights is over, whatever becomes of that account.
ALTER TABLE invitations ADD COLUMN ended_at TEXT CHECK (ended_at GLOB '????-??-??T??:??:??.???Z');
