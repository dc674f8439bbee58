-- An agency that was deleted is kept for a time, so that it can come back; former_lead_id is the lead that it came from, which
-- may become another agency meanwhile.
ALTER TABLE companies ADD COLUMN deleted_at TEXT CHECK (deleted_at GLOB '????-??-??T??:??:??.???Z');
ALTER TABLE companies ADD COLUMN former_lead_id INTEGER REFERENCES leads (id) ON DELETE SET NULL;
CREATE INDEX companies_by_former_lead ON companies (former_lead_id) WHERE former_lead_id IS NOT NULL;
CREATE INDEX companies_deleted ON companies (deleted_at) WHERE deleted_at IS NOT NULL;
