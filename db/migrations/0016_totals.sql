-- How many leads every combination of the list's filters holds, and how the counters have changed by the hour.

DROP TRIGGER leads_count_insert;
DROP TRIGGER leads_count_update;
DROP TRIGGER leads_count_delete;
DROP TABLE lead_counters;

-- Leads that stand. '' is no country, and no type. `waiting`: those of them whom nobody has contacted.
CREATE TABLE lead_counters (
  estado TEXT NOT NULL CHECK (estado IN ('nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido')),
  pais TEXT NOT NULL,
  client_type TEXT NOT NULL,
  total INTEGER NOT NULL CHECK (total >= 0),
  waiting INTEGER NOT NULL CHECK (waiting BETWEEN 0 AND total),
  PRIMARY KEY (estado, pais, client_type)
) STRICT, WITHOUT ROWID;

-- Each status has a row, so that its sum is a number also where nobody has it.
INSERT INTO lead_counters (estado, pais, client_type, total, waiting)
  VALUES ('nuevo', '', '', 0, 0), ('contactado', '', '', 0, 0), ('en_seguimiento', '', '', 0, 0),
         ('ganado', '', '', 0, 0), ('perdido', '', '', 0, 0);

INSERT OR REPLACE INTO lead_counters (estado, pais, client_type, total, waiting)
  SELECT estado, coalesce(pais, ''), coalesce(client_type, ''), count(*),
         sum(estado = 'nuevo' AND first_contacted_at IS NULL)
  FROM leads WHERE deleted_at IS NULL GROUP BY 1, 2, 3;

CREATE TRIGGER leads_count_insert AFTER INSERT ON leads WHEN NEW.deleted_at IS NULL BEGIN
  INSERT INTO lead_counters (estado, pais, client_type, total, waiting)
    VALUES (NEW.estado, coalesce(NEW.pais, ''), coalesce(NEW.client_type, ''), 1,
            NEW.estado = 'nuevo' AND NEW.first_contacted_at IS NULL)
    ON CONFLICT (estado, pais, client_type) DO UPDATE SET total = total + 1, waiting = waiting + excluded.waiting;
END;

CREATE TRIGGER leads_count_delete AFTER DELETE ON leads WHEN OLD.deleted_at IS NULL BEGIN
  UPDATE lead_counters
    SET total = total - 1, waiting = waiting - (OLD.estado = 'nuevo' AND OLD.first_contacted_at IS NULL)
    WHERE estado = OLD.estado AND pais = coalesce(OLD.pais, '') AND client_type = coalesce(OLD.client_type, '');
END;

CREATE TRIGGER leads_count_update AFTER UPDATE OF estado, pais, client_type, first_contacted_at, deleted_at ON leads
WHEN OLD.estado IS NOT NEW.estado OR OLD.pais IS NOT NEW.pais OR OLD.client_type IS NOT NEW.client_type
  OR OLD.first_contacted_at IS NOT NEW.first_contacted_at OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  UPDATE lead_counters
    SET total = total - 1, waiting = waiting - (OLD.estado = 'nuevo' AND OLD.first_contacted_at IS NULL)
    WHERE estado = OLD.estado AND pais = coalesce(OLD.pais, '') AND client_type = coalesce(OLD.client_type, '')
      AND OLD.deleted_at IS NULL;
  INSERT INTO lead_counters (estado, pais, client_type, total, waiting)
    SELECT NEW.estado, coalesce(NEW.pais, ''), coalesce(NEW.client_type, ''), 1,
           NEW.estado = 'nuevo' AND NEW.first_contacted_at IS NULL
    WHERE NEW.deleted_at IS NULL
    ON CONFLICT (estado, pais, client_type) DO UPDATE SET total = total + 1, waiting = waiting + excluded.waiting;
END;

-- By how many each status has grown in an hour: the counters of a week ago are those of now without the last 168.
-- Whoever comes counts in the hour of their arrival, also where they are taken in later.
CREATE TABLE lead_moves (
  hour TEXT NOT NULL CHECK (hour GLOB '????-??-??T??'),
  estado TEXT NOT NULL CHECK (estado IN ('nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido')),
  change INTEGER NOT NULL,
  PRIMARY KEY (hour, estado)
) STRICT, WITHOUT ROWID;

INSERT INTO lead_moves (hour, estado, change)
  WITH since (moment) AS (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-8 days')),
  happened AS (
    SELECT type, field, from_value, to_value, lead_id, created_at FROM lead_events, since WHERE created_at >= moment
  ),
  moves (hour, estado, change) AS (
    SELECT substr(created_at, 1, 13), 'nuevo', 1 FROM leads, since WHERE created_at >= moment
    UNION ALL
    SELECT substr(created_at, 1, 13), from_value, -1 FROM happened WHERE type = 'changed' AND field = 'estado'
    UNION ALL
    SELECT substr(created_at, 1, 13), to_value, 1 FROM happened WHERE type = 'changed' AND field = 'estado'
    UNION ALL
    SELECT substr(happened.created_at, 1, 13), estado, CASE type WHEN 'restored' THEN 1 ELSE -1 END
    FROM happened JOIN leads ON leads.id = lead_id WHERE type IN ('deleted', 'restored')
  )
  SELECT hour, estado, sum(change) FROM moves GROUP BY hour, estado;

CREATE TRIGGER leads_move_insert AFTER INSERT ON leads WHEN NEW.deleted_at IS NULL BEGIN
  INSERT INTO lead_moves (hour, estado, change) VALUES (substr(NEW.created_at, 1, 13), NEW.estado, 1)
    ON CONFLICT (hour, estado) DO UPDATE SET change = change + 1;
END;

CREATE TRIGGER leads_move_delete AFTER DELETE ON leads WHEN OLD.deleted_at IS NULL BEGIN
  INSERT INTO lead_moves (hour, estado, change) VALUES (strftime('%Y-%m-%dT%H', 'now'), OLD.estado, -1)
    ON CONFLICT (hour, estado) DO UPDATE SET change = change - 1;
END;

CREATE TRIGGER leads_move_update AFTER UPDATE OF estado, deleted_at ON leads
WHEN OLD.estado IS NOT NEW.estado OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) BEGIN
  INSERT INTO lead_moves (hour, estado, change)
    SELECT strftime('%Y-%m-%dT%H', 'now'), OLD.estado, -1 WHERE OLD.deleted_at IS NULL
    ON CONFLICT (hour, estado) DO UPDATE SET change = change - 1;
  INSERT INTO lead_moves (hour, estado, change)
    SELECT strftime('%Y-%m-%dT%H', 'now'), NEW.estado, 1 WHERE NEW.deleted_at IS NULL
    ON CONFLICT (hour, estado) DO UPDATE SET change = change + 1;
END;

-- The list by its leads' notes. What filters ask for is in it, so that who is left out is not read.
CREATE INDEX leads_by_notes ON leads (notes_count, created_at, id, estado, pais, client_type, first_contacted_at)
  WHERE deleted_at IS NULL;
