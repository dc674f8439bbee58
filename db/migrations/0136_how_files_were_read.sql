-- How a file was read where it could be read otherwise (its heads, encoding, hidden rows, stray quotes), as JSON: a guess is
-- shown as one. It holds numbers of rows, no text of theirs.
ALTER TABLE imports ADD COLUMN read_as TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(read_as));
