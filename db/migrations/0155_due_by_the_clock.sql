-- An untouched enquiry is due once its minutes have passed and the team is at work: both are known when it is asked, so no
-- moment is stored, and none has to be moved when the hours change.
CREATE TABLE kept_watches AS SELECT lead_id, iif(step = 'alarm', 'alarm', 'insist') AS step, since FROM lead_watches;
DROP TABLE lead_watches;
CREATE TABLE lead_watches (
  step TEXT NOT NULL CHECK (step IN ('insist', 'alarm')),
  -- What its minutes count from.
  since TEXT NOT NULL CHECK (since GLOB '????-??-??T??:??:??.???Z'),
  lead_id INTEGER NOT NULL UNIQUE REFERENCES leads (id) ON DELETE CASCADE,
  PRIMARY KEY (step, since, lead_id)
) STRICT, WITHOUT ROWID;
INSERT INTO lead_watches (step, since, lead_id) SELECT step, since, lead_id FROM kept_watches;
DROP TABLE kept_watches;
-- A round is about all whose time began by then. One that is not recorded yet counts its minutes back.
UPDATE notice_rounds SET due_until = (
  SELECT strftime('%Y-%m-%dT%H:%M:%fZ', notice_rounds.due_until,
    -iif(notice_rounds.step = 'insist', insist_after, alarm_after - insist_after) || ' minutes')
  FROM notice_settings
) WHERE is_recorded = 0;

-- Whether a digest is due is what the wall clock shows.
ALTER TABLE notice_days DROP COLUMN digest_at;
ALTER TABLE notice_days DROP COLUMN zone;
