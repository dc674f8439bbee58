-- What an enquiry is about, as the visitor read it, and where the visitor came from. Nothing is known of those that are there.
ALTER TABLE leads ADD COLUMN tema TEXT CHECK (length(tema) BETWEEN 1 AND 120);
ALTER TABLE leads ADD COLUMN utm_source TEXT CHECK (length(utm_source) BETWEEN 1 AND 120);
ALTER TABLE leads ADD COLUMN utm_medium TEXT CHECK (length(utm_medium) BETWEEN 1 AND 120);
ALTER TABLE leads ADD COLUMN utm_campaign TEXT CHECK (length(utm_campaign) BETWEEN 1 AND 120);
-- The host of the site whose link brought the visitor.
ALTER TABLE leads ADD COLUMN referrer TEXT CHECK (length(referrer) BETWEEN 1 AND 120);
-- All of that in one text, by which lists and reports tell ways apart: 'google / cpc / primavera', else the site.
ALTER TABLE leads ADD COLUMN via TEXT GENERATED ALWAYS AS (
  coalesce(nullif(concat_ws(' / ', utm_source, utm_medium, utm_campaign), ''), referrer)
) VIRTUAL;

-- What the address of the form's page says of the campaign, as a query: without a script it stands nowhere else.
ALTER TABLE enquiries ADD COLUMN campaign TEXT CHECK (length(campaign) BETWEEN 1 AND 2000);
