-- When a lead that is won was won: at its last change to that, or when its file says. Nobody knows it of one that came with a
-- file which says neither that nor when it came.
ALTER TABLE leads ADD COLUMN won_at TEXT CHECK (won_at GLOB '????-??-??T??:??:??.???Z');
-- When one that is won no more was won before: whoever undoes that gives it back.
ALTER TABLE leads ADD COLUMN former_won_at TEXT CHECK (former_won_at GLOB '????-??-??T??:??:??.???Z');

DROP TRIGGER lead_events_step;
DROP VIEW lead_steps;

CREATE VIEW lead_steps AS
  SELECT lead_id, from_value, to_value, created_at,
    count(*) FILTER (WHERE to_value = 'contactado') OVER history AS contactado,
    count(*) FILTER (WHERE to_value = 'en_seguimiento') OVER history AS en_seguimiento,
    count(*) FILTER (WHERE to_value = 'ganado') OVER history AS ganado,
    count(*) FILTER (WHERE to_value = 'perdido') OVER history AS perdido,
    max(0, CAST(
      round(1000 * unixepoch(created_at, 'subsec')) - round(1000 * unixepoch(coalesce(
        lag(created_at) OVER history, (SELECT created_at FROM leads WHERE id = lead_id)), 'subsec'))
    AS INTEGER) / 60000) AS took
  FROM lead_events WHERE type = 'changed' AND field = 'estado'
  WINDOW history AS (PARTITION BY lead_id ORDER BY created_at, id);

-- Where leads are joined or separated, their changes move, and the server counts them again.
CREATE TRIGGER lead_events_step AFTER INSERT ON lead_events WHEN NEW.field = 'estado' BEGIN
  UPDATE leads SET last_activity_at = max(last_activity_at, NEW.created_at), passed = steps.passed,
      took_contactado = steps.took_contactado, took_en_seguimiento = steps.took_en_seguimiento,
      took_ganado = steps.took_ganado, took_perdido = steps.took_perdido,
      won_at = CASE leads.estado WHEN 'ganado' THEN coalesce(steps.won_at, leads.won_at) END,
      former_won_at = CASE WHEN NEW.from_value = 'ganado' AND leads.estado <> 'ganado' THEN leads.won_at ELSE former_won_at END
    FROM (
      SELECT lead_id,
        max('nuevo' IN (from_value, to_value)) + 2 * max('contactado' IN (from_value, to_value))
          + 4 * max('en_seguimiento' IN (from_value, to_value)) + 8 * max('ganado' IN (from_value, to_value))
          + 16 * max('perdido' IN (from_value, to_value)) AS passed,
        max(took) FILTER (WHERE to_value = 'contactado' AND contactado = 1) AS took_contactado,
        max(took) FILTER (WHERE to_value = 'en_seguimiento' AND en_seguimiento = 1) AS took_en_seguimiento,
        max(took) FILTER (WHERE to_value = 'ganado' AND ganado = 1) AS took_ganado,
        max(took) FILTER (WHERE to_value = 'perdido' AND perdido = 1) AS took_perdido,
        max(created_at) FILTER (WHERE to_value = 'ganado') AS won_at
      FROM lead_steps WHERE lead_id = NEW.lead_id
    ) AS steps WHERE id = NEW.lead_id;
END;

UPDATE leads SET won_at = coalesce(
  (SELECT max(created_at) FROM lead_events WHERE lead_id = leads.id AND field = 'estado' AND to_value = 'ganado'),
  CASE WHEN import_id IS NULL OR created_at < (SELECT created_at FROM imports WHERE id = import_id) THEN created_at END
) WHERE estado = 'ganado';

-- A list of those who were won in a time reads this, and then their rows: they are few. Reports read nothing but this.
CREATE INDEX leads_won ON leads (won_at, id, owner_id, plan, billing, deleted_at)
  WHERE won_at IS NOT NULL AND deleted_at IS NULL;

-- What is in play, in the order by which reports count it.
CREATE INDEX leads_in_play ON leads (estado, plan, billing, owner_id, answered_in)
  WHERE deleted_at IS NULL AND estado NOT IN ('ganado', 'perdido');

-- Whom each person has contacted, or has taken back that they had, whoever has the lead now.
CREATE INDEX lead_events_contacts ON lead_events (actor_id, lead_id, created_at, type, to_value)
  WHERE (type IN ('contact_confirmed', 'contact_undone') OR type = 'call_ended' AND to_value = 'answered'
    OR field = 'estado' AND 'nuevo' IN (from_value, to_value));

-- What administrators want to win each month, in USD a month. No row: there is no goal.
CREATE TABLE sales_goal (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  monthly_value INTEGER NOT NULL CHECK (monthly_value BETWEEN 1 AND 1000000000),
  set_at TEXT NOT NULL CHECK (set_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;
