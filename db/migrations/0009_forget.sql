-- What somebody sent goes with the lead that was made of it, when that is deleted for good. Before the deletion, which
-- clears lead_id.
CREATE TRIGGER leads_forget BEFORE DELETE ON leads BEGIN
  DELETE FROM enquiries WHERE lead_id = OLD.id;
END;

-- And what was sent by those who are gone already.
DELETE FROM enquiries WHERE lead_id IS NULL AND state IN ('accepted', 'repeated');
