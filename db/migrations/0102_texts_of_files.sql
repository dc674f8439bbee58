-- The texts of each column of a file as a list, null where they are many or long: what they mean is asked before they are
-- imported. A workbook's visible sheets, and which of them was read.
ALTER TABLE imports ADD COLUMN texts TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(texts));
ALTER TABLE imports ADD COLUMN sheets TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(sheets));
ALTER TABLE imports ADD COLUMN sheet TEXT;
