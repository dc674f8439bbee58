-- Lists and reports ask for the way, too, and read nothing but this index.
DROP INDEX leads_scan;
CREATE INDEX leads_scan ON leads (
  created_at, id, estado, pais, client_type, owner_id, source, plan, answered_in, lost_reason, passed, last_activity_at,
  notes_count, next_contact_on, next_contact_at, repeated, import_id, billing, took_contactado, took_en_seguimiento,
  took_ganado, took_perdido, via, deleted_at
) WHERE deleted_at IS NULL;
