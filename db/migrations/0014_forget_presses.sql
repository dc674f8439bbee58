-- The hash that is kept of what a lead or a note was made of goes with it: whoever holds it could try what was in it.

CREATE INDEX creations_by_entity ON creations (kind, entity_id);

CREATE TRIGGER leads_forget_creation AFTER DELETE ON leads BEGIN
  DELETE FROM creations WHERE kind = 'lead' AND entity_id = OLD.id;
END;

CREATE TRIGGER lead_notes_forget_creation AFTER DELETE ON lead_notes BEGIN
  DELETE FROM creations WHERE kind = 'note' AND entity_id = OLD.id;
END;

CREATE TRIGGER agents_forget_creation AFTER DELETE ON agents BEGIN
  DELETE FROM creations WHERE kind = 'agent' AND entity_id = OLD.id;
END;
