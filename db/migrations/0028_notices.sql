-- Who is told what, how and when. Null: as the team's settings say.
ALTER TABLE profiles ADD COLUMN notice_email TEXT CHECK (notice_email IN ('each', 'digest', 'none'));
ALTER TABLE profiles ADD COLUMN notice_push INTEGER NOT NULL DEFAULT 1 CHECK (notice_push IN (0, 1));
ALTER TABLE profiles ADD COLUMN notice_sound INTEGER NOT NULL DEFAULT 0 CHECK (notice_sound IN (0, 1));
ALTER TABLE profiles ADD COLUMN notice_zone TEXT CHECK (length(notice_zone) BETWEEN 1 AND 64);

-- The team's own: what applies to whoever has not chosen, office hours, and after how many minutes an enquiry that nobody
-- has touched is told again, and to the administrators.
CREATE TABLE notice_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  email TEXT NOT NULL DEFAULT 'digest' CHECK (email IN ('each', 'digest', 'none')),
  zone TEXT NOT NULL DEFAULT 'America/Argentina/Buenos_Aires' CHECK (length(zone) BETWEEN 1 AND 64),
  -- 1 for Monday to 7 for Sunday; none: nothing is told again.
  days TEXT NOT NULL DEFAULT '12345' CHECK (days NOT GLOB '*[^1-7]*' AND length(days) <= 7),
  opens TEXT NOT NULL DEFAULT '09:00' CHECK (time(opens) IS opens || ':00'),
  closes TEXT NOT NULL DEFAULT '18:00' CHECK (time(closes) IS closes || ':00' AND closes > opens),
  insist_after INTEGER NOT NULL DEFAULT 5 CHECK (insist_after BETWEEN 1 AND 240),
  alarm_after INTEGER NOT NULL DEFAULT 15 CHECK (alarm_after BETWEEN insist_after + 1 AND 480)
) STRICT;
INSERT INTO notice_settings (id) VALUES (1);

-- New enquiries, which are told in the order of their leads; a few days of them.
CREATE TABLE notice_enquiries (
  lead_id INTEGER PRIMARY KEY REFERENCES leads (id) ON DELETE CASCADE,
  -- Who let in one that was set aside, and so knows of it.
  known_to TEXT,
  arrived_at TEXT NOT NULL CHECK (arrived_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

-- Up to which enquiry somebody has been told on a channel, and how much lately.
CREATE TABLE notice_cursors (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  channel TEXT NOT NULL CHECK (channel IN ('mail', 'push')),
  lead_id INTEGER NOT NULL,
  -- Not before this moment.
  next_at TEXT NOT NULL CHECK (next_at GLOB '????-??-??T??:??:??.???Z'),
  hour TEXT NOT NULL CHECK (hour GLOB '????-??-??T??'),
  told_in_hour INTEGER NOT NULL CHECK (told_in_hour >= 0),
  PRIMARY KEY (user_id, channel)
) STRICT, WITHOUT ROWID;

-- Where somebody's day stands: the last one whose digest was made, when the next one is due, and up to which minute of
-- the wall clock they have been reminded.
CREATE TABLE notice_days (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  zone TEXT NOT NULL,
  day TEXT NOT NULL CHECK (date(day) IS day),
  digest_at TEXT NOT NULL CHECK (digest_at GLOB '????-??-??T??:??:??.???Z'),
  reminded_until TEXT NOT NULL CHECK (reminded_until GLOB '????-??-??T??:??')
) STRICT, WITHOUT ROWID;

-- Enquiries that nobody has touched, by the moment at which they are told again: not planned yet, to everybody, to the
-- administrators.
CREATE TABLE lead_watches (
  due_at TEXT NOT NULL CHECK (due_at GLOB '????-??-??T??:??:??.???Z'),
  lead_id INTEGER NOT NULL UNIQUE REFERENCES leads (id) ON DELETE CASCADE,
  step TEXT NOT NULL CHECK (step IN ('plan', 'insist', 'alarm')),
  -- What its times count from.
  since TEXT NOT NULL CHECK (since GLOB '????-??-??T??:??:??.???Z'),
  PRIMARY KEY (step, due_at, lead_id)
) STRICT, WITHOUT ROWID;

-- Each time that people were told again: one message names many leads, and each lead's history names the round.
CREATE TABLE notice_rounds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  step TEXT NOT NULL CHECK (step IN ('insist', 'alarm')),
  -- A JSON list of their ids.
  people TEXT NOT NULL CHECK (json_valid(people)),
  -- It is about all that were due by then.
  due_until TEXT NOT NULL CHECK (due_until GLOB '????-??-??T??:??:??.???Z'),
  total INTEGER NOT NULL,
  told_at TEXT NOT NULL CHECK (told_at GLOB '????-??-??T??:??:??.???Z'),
  is_recorded INTEGER NOT NULL DEFAULT 0 CHECK (is_recorded IN (0, 1))
) STRICT;

-- What administrators were told is wrong, and was not told to be right again.
CREATE TABLE notice_troubles (
  kind TEXT PRIMARY KEY CHECK (kind IN ('webhooks', 'mails', 'disk', 'backups')),
  since TEXT NOT NULL CHECK (since GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

-- Whoever begins to work a lead ends its watch, whichever way they do it.
CREATE TRIGGER lead_events_unwatch AFTER INSERT ON lead_events
WHEN NEW.actor_id IS NOT NULL AND NEW.type <> 'created'
  AND (NEW.type <> 'changed' OR NEW.field IN ('estado', 'owner_id', 'next_contact_on', 'next_contact_at', 'plan',
                                              'billing', 'lost_reason')) BEGIN
  DELETE FROM lead_watches WHERE lead_id = NEW.lead_id;
END;

-- That people were told is nothing that happened to the lead.
DROP TRIGGER lead_events_touch;
CREATE TRIGGER lead_events_touch AFTER INSERT ON lead_events WHEN NEW.type <> 'told' BEGIN
  UPDATE leads SET last_activity_at = NEW.created_at
    WHERE id = NEW.lead_id AND last_activity_at < NEW.created_at;
END;
