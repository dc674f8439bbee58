-- What comes after the first contact: when to call next, who works a lead, what the person wants, and why not.

-- next_contact_on has been there since 0001, unused. An hour is only of use with its date; '' is none, and comes first on
-- its day: where null could be, no index could page.
ALTER TABLE leads ADD COLUMN next_contact_at TEXT NOT NULL DEFAULT '' CHECK (
  (next_contact_on IS NULL OR date(next_contact_on) IS next_contact_on)
  AND (next_contact_at = ''
    OR (next_contact_on IS NOT NULL AND time(next_contact_at) IS next_contact_at || ':00'))
);
-- Who works the lead; null: nobody.
ALTER TABLE leads ADD COLUMN owner_id TEXT REFERENCES users (id) ON DELETE SET NULL;
-- The ids of content/plans.yaml, which editors change.
ALTER TABLE leads ADD COLUMN plan TEXT CHECK (length(plan) BETWEEN 1 AND 40);
ALTER TABLE leads ADD COLUMN billing TEXT CHECK (billing IS NULL OR (billing IN ('anual', 'mensual') AND plan IS NOT NULL));
ALTER TABLE leads ADD COLUMN lost_reason TEXT CHECK (
  lost_reason IN ('precio', 'no_responde', 'eligio_otro', 'no_califica', 'mas_adelante', 'otro')
);

-- Who gets new leads in turn, and the last one that each got so: the next is whoever got theirs first, or none yet.
ALTER TABLE profiles ADD COLUMN takes_leads INTEGER NOT NULL DEFAULT 0 CHECK (takes_leads IN (0, 1));
ALTER TABLE profiles ADD COLUMN last_given_lead INTEGER;
CREATE INDEX profiles_in_turn ON profiles (last_given_lead, id) WHERE takes_leads = 1;

-- Whoever closes a lead clears these with it; this holds it also for an older version that runs beside this one.
CREATE TRIGGER leads_close AFTER UPDATE OF estado, next_contact_on, lost_reason ON leads
WHEN (NEW.estado IN ('ganado', 'perdido') AND NEW.next_contact_on IS NOT NULL)
  OR (NEW.estado <> 'perdido' AND NEW.lost_reason IS NOT NULL) BEGIN
  UPDATE leads
    SET next_contact_on = CASE WHEN NEW.estado IN ('ganado', 'perdido') THEN NULL ELSE NEW.next_contact_on END,
        next_contact_at = CASE WHEN NEW.estado IN ('ganado', 'perdido') THEN '' ELSE NEW.next_contact_at END,
        lost_reason = CASE WHEN NEW.estado = 'perdido' THEN NEW.lost_reason END
    WHERE id = NEW.id;
END;

-- The summary, by owner, source and plan, too ('' is none of them).
DROP TRIGGER leads_count_insert;
DROP TRIGGER leads_count_update;
DROP TRIGGER leads_count_delete;
DROP TABLE lead_counters;

-- Leads that stand. `waiting`: those of them whom nobody has contacted.
CREATE TABLE lead_counters (
  owner TEXT NOT NULL,
  estado TEXT NOT NULL CHECK (estado IN ('nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido')),
  pais TEXT NOT NULL,
  client_type TEXT NOT NULL,
  source TEXT NOT NULL,
  plan TEXT NOT NULL,
  total INTEGER NOT NULL CHECK (total >= 0),
  waiting INTEGER NOT NULL CHECK (waiting BETWEEN 0 AND total),
  PRIMARY KEY (owner, estado, pais, client_type, source, plan)
) STRICT, WITHOUT ROWID;

-- Each status has a row, so that its sum is a number also where nobody has it.
INSERT INTO lead_counters (owner, estado, pais, client_type, source, plan, total, waiting)
  VALUES ('', 'nuevo', '', '', '', '', 0, 0), ('', 'contactado', '', '', '', '', 0, 0),
         ('', 'en_seguimiento', '', '', '', '', 0, 0), ('', 'ganado', '', '', '', '', 0, 0),
         ('', 'perdido', '', '', '', '', 0, 0);

INSERT INTO lead_counters (owner, estado, pais, client_type, source, plan, total, waiting)
  SELECT '', estado, coalesce(pais, ''), coalesce(client_type, ''), source, '', count(*),
         sum(estado = 'nuevo' AND first_contacted_at IS NULL)
  FROM leads WHERE deleted_at IS NULL GROUP BY 2, 3, 4, 5;

CREATE TRIGGER leads_count_insert AFTER INSERT ON leads WHEN NEW.deleted_at IS NULL BEGIN
  INSERT INTO lead_counters (owner, estado, pais, client_type, source, plan, total, waiting)
    VALUES (coalesce(NEW.owner_id, ''), NEW.estado, coalesce(NEW.pais, ''), coalesce(NEW.client_type, ''), NEW.source,
            coalesce(NEW.plan, ''), 1, NEW.estado = 'nuevo' AND NEW.first_contacted_at IS NULL)
    ON CONFLICT DO UPDATE SET total = total + 1, waiting = waiting + excluded.waiting;
END;

CREATE TRIGGER leads_count_delete AFTER DELETE ON leads WHEN OLD.deleted_at IS NULL BEGIN
  UPDATE lead_counters
    SET total = total - 1, waiting = waiting - (OLD.estado = 'nuevo' AND OLD.first_contacted_at IS NULL)
    WHERE owner = coalesce(OLD.owner_id, '') AND estado = OLD.estado AND pais = coalesce(OLD.pais, '')
      AND client_type = coalesce(OLD.client_type, '') AND source = OLD.source AND plan = coalesce(OLD.plan, '');
END;

CREATE TRIGGER leads_count_update
AFTER UPDATE OF owner_id, estado, pais, client_type, source, plan, first_contacted_at, deleted_at ON leads
WHEN OLD.owner_id IS NOT NEW.owner_id OR OLD.estado IS NOT NEW.estado OR OLD.pais IS NOT NEW.pais
  OR OLD.client_type IS NOT NEW.client_type OR OLD.source IS NOT NEW.source OR OLD.plan IS NOT NEW.plan
  OR OLD.first_contacted_at IS NOT NEW.first_contacted_at OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  UPDATE lead_counters
    SET total = total - 1, waiting = waiting - (OLD.estado = 'nuevo' AND OLD.first_contacted_at IS NULL)
    WHERE owner = coalesce(OLD.owner_id, '') AND estado = OLD.estado AND pais = coalesce(OLD.pais, '')
      AND client_type = coalesce(OLD.client_type, '') AND source = OLD.source AND plan = coalesce(OLD.plan, '')
      AND OLD.deleted_at IS NULL;
  INSERT INTO lead_counters (owner, estado, pais, client_type, source, plan, total, waiting)
    SELECT coalesce(NEW.owner_id, ''), NEW.estado, coalesce(NEW.pais, ''), coalesce(NEW.client_type, ''), NEW.source,
           coalesce(NEW.plan, ''), 1, NEW.estado = 'nuevo' AND NEW.first_contacted_at IS NULL
    WHERE NEW.deleted_at IS NULL
    ON CONFLICT DO UPDATE SET total = total + 1, waiting = waiting + excluded.waiting;
END;

-- How many leads are to be contacted on each day.
CREATE TABLE lead_agenda (
  day TEXT PRIMARY KEY CHECK (date(day) IS day),
  total INTEGER NOT NULL CHECK (total >= 0)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER leads_agenda_insert AFTER INSERT ON leads
WHEN NEW.deleted_at IS NULL AND NEW.next_contact_on IS NOT NULL BEGIN
  INSERT INTO lead_agenda (day, total) VALUES (NEW.next_contact_on, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER leads_agenda_delete AFTER DELETE ON leads
WHEN OLD.deleted_at IS NULL AND OLD.next_contact_on IS NOT NULL BEGIN
  UPDATE lead_agenda SET total = total - 1 WHERE day = OLD.next_contact_on;
  DELETE FROM lead_agenda WHERE day = OLD.next_contact_on AND total = 0;
END;

CREATE TRIGGER leads_agenda_update AFTER UPDATE OF next_contact_on, deleted_at ON leads
WHEN OLD.next_contact_on IS NOT NEW.next_contact_on OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) BEGIN
  UPDATE lead_agenda SET total = total - 1 WHERE day = OLD.next_contact_on AND OLD.deleted_at IS NULL;
  DELETE FROM lead_agenda WHERE day = OLD.next_contact_on AND total = 0;
  INSERT INTO lead_agenda (day, total)
    SELECT NEW.next_contact_on, 1 WHERE NEW.next_contact_on IS NOT NULL AND NEW.deleted_at IS NULL
    ON CONFLICT DO UPDATE SET total = total + 1;
END;

-- The agenda, in its order; empty but for those who are in it.
CREATE INDEX leads_by_next_contact
  ON leads (next_contact_on, next_contact_at, id, owner_id, estado, pais, client_type, first_contacted_at, source, plan,
            created_at, deleted_at)
  WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL;

-- A person's leads, and nobody's. Not only those that stand: whoever deletes an account looks for all of them.
CREATE INDEX leads_by_owner
  ON leads (owner_id, created_at, id, deleted_at, estado, pais, client_type, first_contacted_at, source, plan);

-- A source never changes, and few leads have a plan: these two cost next to nothing.
CREATE INDEX leads_by_source ON leads (source, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX leads_by_plan ON leads (plan, created_at, id) WHERE deleted_at IS NULL AND plan IS NOT NULL;

-- The list by its leads' notes, with what the further filters ask for.
DROP INDEX leads_by_notes;
CREATE INDEX leads_by_notes
  ON leads (notes_count, created_at, id, owner_id, estado, pais, client_type, first_contacted_at, source, plan)
  WHERE deleted_at IS NULL;
