-- The settings' destination (LEAD_WEBHOOK_URL) had no row: its messages had no webhook_id, and a worker of their own. Now
-- it is one like the others, which the server holds true to its settings at each start.
ALTER TABLE webhooks ADD COLUMN from_settings INTEGER NOT NULL DEFAULT 0 CHECK (from_settings IN (0, 1));

INSERT INTO webhooks (url, host, events, active_since, created_at, from_settings)
  SELECT 'https://ajustes.invalid', 'ajustes.invalid', '[]', now, now, 1
  FROM (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS now)
  WHERE EXISTS (SELECT 1 FROM deliveries WHERE kind = 'webhook' AND webhook_id IS NULL);

UPDATE deliveries SET webhook_id = (SELECT id FROM webhooks WHERE from_settings = 1)
  WHERE kind = 'webhook' AND webhook_id IS NULL;
