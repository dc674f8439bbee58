-- A lead may come from outside with a number and no email. Then both are null, so that nothing is ever equal to them.
ALTER TABLE leads ALTER COLUMN email DROP NOT NULL;
ALTER TABLE leads ALTER COLUMN email_key DROP NOT NULL;
ALTER TABLE lead_joins ALTER COLUMN email_key DROP NOT NULL;
