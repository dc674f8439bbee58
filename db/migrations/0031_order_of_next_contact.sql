-- Who is to be contacted at the same time stands by arrival, as does who is not to be contacted at all, so that both parts of the
-- list in that order are walked in an index.
DROP INDEX leads_by_next_contact;
CREATE INDEX leads_by_next_contact
  ON leads (next_contact_on, next_contact_at, created_at, id, owner_id, estado, pais, client_type, first_contacted_at, source, plan,
            deleted_at)
  WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL;
-- Lists rely on it: nothing happens to a lead before it comes.
UPDATE leads SET last_activity_at = created_at WHERE last_activity_at < created_at;
