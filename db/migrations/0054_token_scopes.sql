-- What a token may do is a list: to change agencies and agents is no longer part of changing leads. Each token keeps what it could do.
ALTER TABLE api_tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT '["read"]' CHECK (json_valid(scopes));
UPDATE api_tokens SET scopes = '["write","companies"]' WHERE scope = 'write';
ALTER TABLE api_tokens DROP COLUMN scope;

-- How many leads it has read on its last day of use.
ALTER TABLE api_tokens ADD COLUMN read_on TEXT CHECK (date(read_on) IS read_on);
ALTER TABLE api_tokens ADD COLUMN leads_read INTEGER NOT NULL DEFAULT 0;

-- The entry of a deletion of many, which any administrator may take back as long as the trash keeps them.
ALTER TABLE bulk_acts ADD COLUMN audit_id INTEGER REFERENCES audit_events (id) ON DELETE SET NULL;
CREATE UNIQUE INDEX bulk_acts_by_audit ON bulk_acts (audit_id) WHERE audit_id IS NOT NULL;
CREATE INDEX bulk_acts_by_key ON bulk_acts (key) WHERE audit_id IS NOT NULL;
