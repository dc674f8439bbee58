-- Meta's id of a person towards this company: all there is of somebody who shows a user name instead of a number. It changes
-- with their number.
ALTER TABLE leads ADD COLUMN whatsapp_user_id TEXT CHECK (length(whatsapp_user_id) BETWEEN 4 AND 140);
CREATE INDEX leads_by_whatsapp_user ON leads (whatsapp_user_id, deleted_at) WHERE whatsapp_user_id IS NOT NULL;

-- From now on messages.phone_key and silenced_numbers.phone_key hold that id for whoever has no known number.

-- The profile's name at that time: a number may get a new owner.
ALTER TABLE messages ADD COLUMN sender_name TEXT CHECK (length(sender_name) BETWEEN 1 AND 120);
-- The advertisement or post that led to it, as Meta tells it.
ALTER TABLE messages ADD COLUMN referral TEXT CHECK (json_valid(referral));
