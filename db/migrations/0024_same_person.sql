-- Which leads are the same person's.

-- What the provider ignores of an address is no part of its key: dots of Gmail, and what follows a plus sign of some.
DROP INDEX leads_by_email_key;
UPDATE leads SET email_key = (
  WITH
    parts (name, host) AS (
      SELECT substr(email_key, 1, instr(email_key, '@') - 1), substr(email_key, instr(email_key, '@') + 1)
    ),
    untagged (name, host) AS (
      SELECT CASE WHEN instr(name, '+') > 1 THEN substr(name, 1, instr(name, '+') - 1) ELSE name END, host FROM parts
    )
  SELECT CASE
    WHEN host IN ('gmail.com', 'googlemail.com') THEN coalesce(nullif(replace(name, '.', ''), ''), name) || '@gmail.com'
    ELSE name || '@' || host
  END FROM untagged
)
WHERE substr(email_key, instr(email_key, '@') + 1) IN (
    'gmail.com', 'googlemail.com', 'msn.com', 'icloud.com', 'me.com', 'mac.com', 'fastmail.com', 'fastmail.fm',
    'proton.me', 'protonmail.com', 'pm.me',
    'outlook.com', 'outlook.es', 'outlook.cl', 'outlook.fr', 'outlook.it', 'outlook.de', 'outlook.pt',
    'outlook.com.ar', 'outlook.com.br',
    'hotmail.com', 'hotmail.es', 'hotmail.cl', 'hotmail.fr', 'hotmail.it', 'hotmail.de', 'hotmail.com.ar',
    'hotmail.com.mx', 'hotmail.com.br', 'hotmail.co.uk',
    'live.com', 'live.cl', 'live.fr', 'live.it', 'live.com.ar', 'live.com.mx', 'live.com.pt', 'live.co.uk'
  )
  AND (instr(email_key, '+') > 0 OR email_key LIKE '%@gmail.com' OR email_key LIKE '%@googlemail.com');

-- Those that stand come together, so that nobody who was deleted is read.
DROP INDEX leads_by_phone_key;
CREATE INDEX leads_by_email_key ON leads (email_key, deleted_at);
CREATE INDEX leads_by_phone_key ON leads (phone_key, deleted_at) WHERE phone_key IS NOT NULL;

-- 1: it stands, and another one that stands has its email_key or its phone_key. Of several that share a key all are
-- marked, so whoever comes or goes changes the mark of one other lead for each key, however many share it.
ALTER TABLE leads ADD COLUMN repeated INTEGER NOT NULL DEFAULT 0 CHECK (repeated IN (0, 1));
DROP TRIGGER leads_count_insert;
DROP TRIGGER leads_count_update;
DROP TRIGGER leads_count_delete;

UPDATE leads SET repeated = 1 WHERE deleted_at IS NULL AND (
  email_key IN (SELECT email_key FROM leads WHERE deleted_at IS NULL GROUP BY email_key HAVING count(*) > 1)
  OR phone_key IN (
    SELECT phone_key FROM leads WHERE deleted_at IS NULL AND phone_key IS NOT NULL GROUP BY phone_key HAVING count(*) > 1
  )
);

CREATE TRIGGER leads_repeat_insert AFTER INSERT ON leads WHEN NEW.deleted_at IS NULL BEGIN
  UPDATE leads SET repeated = 1 WHERE repeated = 0 AND id IN (
    SELECT id FROM (SELECT id FROM leads WHERE email_key = NEW.email_key AND deleted_at IS NULL AND id <> NEW.id LIMIT 1)
    UNION ALL
    SELECT id FROM (SELECT id FROM leads WHERE phone_key = NEW.phone_key AND deleted_at IS NULL AND id <> NEW.id LIMIT 1)
  );
  UPDATE leads SET repeated = 1 WHERE id = NEW.id AND (
    EXISTS (SELECT 1 FROM leads AS other
            WHERE other.email_key = NEW.email_key AND other.deleted_at IS NULL AND other.id <> NEW.id)
    OR EXISTS (SELECT 1 FROM leads AS other
               WHERE other.phone_key = NEW.phone_key AND other.deleted_at IS NULL AND other.id <> NEW.id)
  );
END;

CREATE TRIGGER leads_repeat_delete AFTER DELETE ON leads WHEN OLD.deleted_at IS NULL BEGIN
  UPDATE leads SET repeated = 0 WHERE repeated = 1 AND id IN (
    SELECT id FROM (SELECT id FROM leads WHERE email_key = OLD.email_key AND deleted_at IS NULL LIMIT 1)
    UNION ALL
    SELECT id FROM (SELECT id FROM leads WHERE phone_key = OLD.phone_key AND deleted_at IS NULL LIMIT 1)
  )
  AND NOT EXISTS (SELECT 1 FROM leads AS other
                  WHERE other.email_key = leads.email_key AND other.deleted_at IS NULL AND other.id <> leads.id)
  AND NOT EXISTS (SELECT 1 FROM leads AS other
                  WHERE other.phone_key = leads.phone_key AND other.deleted_at IS NULL AND other.id <> leads.id);
END;

CREATE TRIGGER leads_repeat_update AFTER UPDATE OF email_key, phone_key, deleted_at ON leads
WHEN OLD.email_key IS NOT NEW.email_key OR OLD.phone_key IS NOT NEW.phone_key
  OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) BEGIN
  UPDATE leads SET repeated = 0 WHERE repeated = 1 AND OLD.deleted_at IS NULL AND id IN (
    SELECT id FROM (SELECT id FROM leads WHERE email_key = OLD.email_key AND deleted_at IS NULL AND id <> OLD.id LIMIT 1)
    UNION ALL
    SELECT id FROM (SELECT id FROM leads WHERE phone_key = OLD.phone_key AND deleted_at IS NULL AND id <> OLD.id LIMIT 1)
  )
  AND NOT EXISTS (SELECT 1 FROM leads AS other
                  WHERE other.email_key = leads.email_key AND other.deleted_at IS NULL AND other.id <> leads.id)
  AND NOT EXISTS (SELECT 1 FROM leads AS other
                  WHERE other.phone_key = leads.phone_key AND other.deleted_at IS NULL AND other.id <> leads.id);
  UPDATE leads SET repeated = 1 WHERE repeated = 0 AND NEW.deleted_at IS NULL AND id IN (
    SELECT id FROM (SELECT id FROM leads WHERE email_key = NEW.email_key AND deleted_at IS NULL AND id <> NEW.id LIMIT 1)
    UNION ALL
    SELECT id FROM (SELECT id FROM leads WHERE phone_key = NEW.phone_key AND deleted_at IS NULL AND id <> NEW.id LIMIT 1)
  );
  UPDATE leads SET repeated = NEW.deleted_at IS NULL AND (
    EXISTS (SELECT 1 FROM leads AS other
            WHERE other.email_key = NEW.email_key AND other.deleted_at IS NULL AND other.id <> NEW.id)
    OR EXISTS (SELECT 1 FROM leads AS other
               WHERE other.phone_key = NEW.phone_key AND other.deleted_at IS NULL AND other.id <> NEW.id)
  ) WHERE id = NEW.id;
END;

-- The summary knows how many of each cell are marked.
ALTER TABLE lead_counters ADD COLUMN repeated INTEGER NOT NULL DEFAULT 0;
UPDATE lead_counters SET repeated = marked.total
  FROM (
    SELECT coalesce(owner_id, '') AS owner, estado, coalesce(pais, '') AS pais, coalesce(client_type, '') AS client_type,
           source, coalesce(plan, '') AS plan, count(*) AS total
    FROM leads WHERE deleted_at IS NULL AND repeated = 1 GROUP BY 1, 2, 3, 4, 5, 6
  ) AS marked
  WHERE lead_counters.owner = marked.owner AND lead_counters.estado = marked.estado AND lead_counters.pais = marked.pais
    AND lead_counters.client_type = marked.client_type AND lead_counters.source = marked.source
    AND lead_counters.plan = marked.plan;

CREATE TRIGGER leads_count_insert AFTER INSERT ON leads WHEN NEW.deleted_at IS NULL BEGIN
  INSERT INTO lead_counters (owner, estado, pais, client_type, source, plan, total, waiting, repeated)
    VALUES (coalesce(NEW.owner_id, ''), NEW.estado, coalesce(NEW.pais, ''), coalesce(NEW.client_type, ''), NEW.source,
            coalesce(NEW.plan, ''), 1, NEW.estado = 'nuevo' AND NEW.first_contacted_at IS NULL, NEW.repeated)
    ON CONFLICT DO UPDATE
      SET total = total + 1, waiting = waiting + excluded.waiting, repeated = repeated + excluded.repeated;
END;

CREATE TRIGGER leads_count_delete AFTER DELETE ON leads WHEN OLD.deleted_at IS NULL BEGIN
  UPDATE lead_counters
    SET total = total - 1, waiting = waiting - (OLD.estado = 'nuevo' AND OLD.first_contacted_at IS NULL),
        repeated = repeated - OLD.repeated
    WHERE owner = coalesce(OLD.owner_id, '') AND estado = OLD.estado AND pais = coalesce(OLD.pais, '')
      AND client_type = coalesce(OLD.client_type, '') AND source = OLD.source AND plan = coalesce(OLD.plan, '');
END;

CREATE TRIGGER leads_count_update
AFTER UPDATE OF owner_id, estado, pais, client_type, source, plan, first_contacted_at, deleted_at ON leads
WHEN OLD.owner_id IS NOT NEW.owner_id OR OLD.estado IS NOT NEW.estado OR OLD.pais IS NOT NEW.pais
  OR OLD.client_type IS NOT NEW.client_type OR OLD.source IS NOT NEW.source OR OLD.plan IS NOT NEW.plan
  OR OLD.first_contacted_at IS NOT NEW.first_contacted_at OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  UPDATE lead_counters
    SET total = total - 1, waiting = waiting - (OLD.estado = 'nuevo' AND OLD.first_contacted_at IS NULL),
        repeated = repeated - OLD.repeated
    WHERE owner = coalesce(OLD.owner_id, '') AND estado = OLD.estado AND pais = coalesce(OLD.pais, '')
      AND client_type = coalesce(OLD.client_type, '') AND source = OLD.source AND plan = coalesce(OLD.plan, '')
      AND OLD.deleted_at IS NULL;
  INSERT INTO lead_counters (owner, estado, pais, client_type, source, plan, total, waiting, repeated)
    SELECT coalesce(NEW.owner_id, ''), NEW.estado, coalesce(NEW.pais, ''), coalesce(NEW.client_type, ''), NEW.source,
           coalesce(NEW.plan, ''), 1, NEW.estado = 'nuevo' AND NEW.first_contacted_at IS NULL, NEW.repeated
    WHERE NEW.deleted_at IS NULL
    ON CONFLICT DO UPDATE
      SET total = total + 1, waiting = waiting + excluded.waiting, repeated = repeated + excluded.repeated;
END;

-- A mark changes alone, possibly before its lead's cell is there: which of two triggers comes first is not defined.
CREATE TRIGGER leads_count_repeated AFTER UPDATE OF repeated ON leads
WHEN OLD.repeated <> NEW.repeated AND NEW.deleted_at IS NULL BEGIN
  INSERT INTO lead_counters (owner, estado, pais, client_type, source, plan, total, waiting, repeated)
    VALUES (coalesce(NEW.owner_id, ''), NEW.estado, coalesce(NEW.pais, ''), coalesce(NEW.client_type, ''), NEW.source,
            coalesce(NEW.plan, ''), 0, 0, NEW.repeated - OLD.repeated)
    ON CONFLICT DO UPDATE SET repeated = repeated + excluded.repeated;
END;

-- Who may be entered twice, newest first, with what else may be asked for.
CREATE INDEX leads_repeated
  ON leads (created_at, id, owner_id, estado, pais, client_type, first_contacted_at, source, plan)
  WHERE deleted_at IS NULL AND repeated = 1;
