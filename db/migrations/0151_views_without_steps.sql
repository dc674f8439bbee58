-- Saved lists lose the conditions that are gone. One that had no other is deleted: the panel shows all leads anyway.
CREATE TEMP TABLE kept_views AS
  WITH RECURSIVE parts (id, nth, part, rest) AS (
    SELECT id, 0, '', query || '&' FROM saved_views
    UNION ALL
    SELECT id, nth + 1, substr(rest, 1, instr(rest, '&') - 1), substr(rest, instr(rest, '&') + 1) FROM parts WHERE rest <> ''
  )
  SELECT id, group_concat(part, '&' ORDER BY nth) AS query FROM parts
  WHERE part <> '' AND substr(part, 1, instr(part, '=') - 1) NOT IN ('hour', 'reached', 'lost_after', 'call')
  GROUP BY id;

DELETE FROM saved_views WHERE id NOT IN (SELECT id FROM kept_views);
UPDATE saved_views SET query = (SELECT query FROM kept_views WHERE kept_views.id = saved_views.id)
  WHERE query <> (SELECT query FROM kept_views WHERE kept_views.id = saved_views.id);
DROP TABLE kept_views;
