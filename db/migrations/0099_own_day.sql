-- What somebody has to do: whom they are to contact, by day, and before them who is new and has no day.
CREATE INDEX leads_by_own_day
  ON leads (owner_id, next_contact_on, next_contact_at, created_at, id, estado, answered_in, deleted_at)
  WHERE deleted_at IS NULL AND owner_id IS NOT NULL AND (next_contact_on IS NOT NULL OR estado = 'nuevo');
