-- The end of the days without a second factor is a date on the account, for those as well who were counted from the
-- rule's start.
UPDATE profiles
SET second_factor_due = (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', since, '+7 days') FROM second_factor_rule)
WHERE second_factor_due < (SELECT since FROM second_factor_rule)
   OR (second_factor_due IS NULL AND id IN (SELECT user_id FROM sessions)
       AND (SELECT asks FROM second_factor_rule) <> 'optional');

DROP TABLE second_factor_rule;
