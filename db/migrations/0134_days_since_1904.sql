-- Whether plain numbers of an imported workbook are days since 1904, not 1900: its rejected rows come back as CSV.
ALTER TABLE imports ADD COLUMN from_1904 INTEGER NOT NULL DEFAULT 0 CHECK (from_1904 IN (0, 1));

-- Numbers to which an extension, a second number or a spreadsheet's decimals were glued are somebody else's: they are
-- read again at the next start.
UPDATE leads SET phone_key = NULL
WHERE phone_key IS NOT NULL AND (whatsapp GLOB '*[A-Za-z#/;|,]*' OR whatsapp GLOB '*.0' OR whatsapp LIKE '%+%+%');
