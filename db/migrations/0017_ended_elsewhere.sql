-- A message that is done with and still reached nobody: a mail that was written to a file, because there is no mail
-- server, or that nobody was there to get.
ALTER TABLE deliveries ADD COLUMN ended_in TEXT CHECK (ended_in IN ('file', 'nobody'));

-- Each page of an administrator says how many colleagues wait to be approved.
CREATE INDEX profiles_by_status ON profiles (status) WHERE company_id IS NULL;
