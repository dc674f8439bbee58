-- Why an import ended before its last row; null: it did not.
ALTER TABLE imports ADD COLUMN failure TEXT;
