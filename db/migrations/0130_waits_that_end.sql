-- Up to when somebody has answered a person elsewhere than by the connected number: what they wrote until then waits for nothing.
ALTER TABLE leads ADD COLUMN replied_until TEXT CHECK (replied_until GLOB '????-??-??T??:??:??.???Z');

-- One's day holds who waits for an answer, too, whatever day is planned.
DROP INDEX leads_by_own_day;
CREATE INDEX leads_by_own_day
  ON leads (owner_id, next_contact_on, next_contact_at, created_at, id, estado, answered_in, awaiting_reply_since, deleted_at)
  WHERE deleted_at IS NULL AND owner_id IS NOT NULL
    AND (next_contact_on IS NOT NULL OR (estado = 'nuevo' OR awaiting_reply_since IS NOT NULL));

DROP INDEX leads_by_next_contact;
CREATE INDEX leads_by_next_contact
  ON leads (next_contact_on, next_contact_at, created_at, id, owner_id, awaiting_reply_since, deleted_at)
  WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL;

DROP INDEX leads_scan;
CREATE INDEX leads_scan ON leads (
  created_at, id, estado, pais, client_type, owner_id, source, plan, answered_in, lost_reason, passed, last_activity_at,
  notes_count, next_contact_on, next_contact_at, awaiting_reply_since, repeated, import_id, billing, took_contactado,
  took_en_seguimiento, took_ganado, took_perdido, via, deleted_at
) WHERE deleted_at IS NULL;
