-- The lead that was won and became this agency: one makes one agency at most. An agency stays when its lead is erased.
ALTER TABLE companies ADD COLUMN lead_id INTEGER REFERENCES leads (id) ON DELETE SET NULL;
CREATE UNIQUE INDEX companies_by_lead ON companies (lead_id) WHERE lead_id IS NOT NULL;
