-- No list and no number asks any more which statuses a lead had, how long it stood in each, or how calls to it ended.
DROP TRIGGER lead_events_step;
DROP VIEW lead_steps;
DROP INDEX lead_events_calls;
DROP INDEX leads_scan;

ALTER TABLE leads DROP COLUMN passed;
ALTER TABLE leads DROP COLUMN took_contactado;
ALTER TABLE leads DROP COLUMN took_en_seguimiento;
ALTER TABLE leads DROP COLUMN took_ganado;
ALTER TABLE leads DROP COLUMN took_perdido;

CREATE INDEX leads_scan ON leads (
  created_at, id, estado, pais, client_type, owner_id, source, plan, answered_in, lost_reason, last_activity_at,
  notes_count, next_contact_on, next_contact_at, awaiting_reply_since, repeated, import_id, billing, via, deleted_at
) WHERE deleted_at IS NULL;

-- When a lead that is won was won: at its last change to that, or when its file says.
CREATE TRIGGER lead_events_step AFTER INSERT ON lead_events WHEN NEW.field = 'estado' BEGIN
  UPDATE leads SET last_activity_at = max(last_activity_at, NEW.created_at),
      won_at = CASE estado WHEN 'ganado' THEN coalesce((
        SELECT max(created_at) FROM lead_events
        WHERE lead_id = NEW.lead_id AND type = 'changed' AND field = 'estado' AND to_value = 'ganado'
      ), won_at) END,
      former_won_at = CASE WHEN NEW.from_value = 'ganado' AND estado <> 'ganado' THEN won_at ELSE former_won_at END
    WHERE id = NEW.lead_id;
END;
