-- Mails that anybody can order by typing an email (1) are sent in a lane of their own, so that no other waits behind them.
ALTER TABLE deliveries ADD COLUMN ordered INTEGER NOT NULL DEFAULT 0 CHECK (ordered IN (0, 1));

UPDATE deliveries SET ordered = 1
WHERE kind = 'mail' AND state IN ('pending', 'failed')
  AND event IN ('mail.verify_email', 'mail.recover', 'mail.access_again');

DROP INDEX deliveries_due;
CREATE INDEX deliveries_due ON deliveries (kind, webhook_id, ordered, next_attempt_at, id)
  WHERE state = 'pending' AND waits = 0;

-- What waited behind a message that was removed after 30 days.
UPDATE deliveries SET waits = 0
WHERE state = 'pending' AND waits = 1 AND NOT EXISTS (
  SELECT 1 FROM deliveries AS earlier
  WHERE earlier.kind = deliveries.kind AND earlier.webhook_id IS deliveries.webhook_id
    AND earlier.lead_id = deliveries.lead_id AND earlier.state = 'pending' AND earlier.id < deliveries.id
);
