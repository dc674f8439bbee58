-- Each file is read by itself: nothing is kept of an import to read the next one by. What texts meant, which may be people's
-- names, goes with the end of an import.
DROP INDEX imports_by_heads;
ALTER TABLE imports DROP COLUMN heads_hash;
UPDATE imports SET choices = json_set(choices, '$.values', json('{}')) WHERE state IN ('done', 'undone');

-- What imports of earlier versions lack of what each one says by now.
UPDATE imports SET choices = json_insert(choices, '$.overwrite', json('false'), '$.prefer', json('{}'), '$.values', json('{}'));
UPDATE imports SET read_as = json_insert(
  read_as,
  '$.heads', json('{"row":null,"isSure":true}'), '$.encoding', NULL, '$.letters', json('[]'),
  '$.hidden', json('{"rows":0,"isTaken":false}'), '$.literal', json('{"rows":0,"first":[]}')
);

-- In another place, so that what was said of the former column beside it goes with it.
ALTER TABLE imports ADD COLUMN heads TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(heads));
UPDATE imports SET heads = columns;
ALTER TABLE imports DROP COLUMN columns;
ALTER TABLE imports RENAME COLUMN heads TO columns;
