-- Who opened a way to reach a lead and has not said that nothing came of it: each person's last one. While nobody has
-- contacted the lead, whoever opened it is asked.
CREATE TABLE contact_attempts (
  lead_id INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  channel TEXT NOT NULL CHECK (channel IN ('whatsapp', 'call', 'email')),
  opened_at TEXT NOT NULL CHECK (opened_at GLOB '????-??-??T??:??:??.???Z'),
  PRIMARY KEY (lead_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX contact_attempts_by_user ON contact_attempts (user_id);

-- No area of Argentina begins with anything but 11, 2 or 3: a mobile's 15 without its area is somebody else's number.
UPDATE leads SET phone_key = NULL
WHERE phone_key GLOB '54*' AND phone_key NOT GLOB '5411????????' AND phone_key NOT GLOB '54[23]?????????';
