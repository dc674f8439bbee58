-- What the form said when somebody sent it; null where no form of ours was shown, and before this was kept.
ALTER TABLE enquiries ADD COLUMN consent TEXT CHECK (length(consent) BETWEEN 1 AND 500);

-- When what a lost lead said of its person was removed, because its time was over.
ALTER TABLE leads ADD COLUMN anonymised_at TEXT CHECK (anonymised_at GLOB '????-??-??T??:??:??.???Z');

-- Lost leads by the time since which nothing has happened to them; again, if something has since they were anonymised.
CREATE INDEX leads_to_anonymise ON leads (last_activity_at, id)
  WHERE estado = 'perdido' AND deleted_at IS NULL
    AND (anonymised_at IS NULL OR anonymised_at < last_activity_at);
