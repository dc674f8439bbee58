-- The audit no longer stores what an export or a deletion of many searched for, as a search names people. Filters stand as
-- a URL's query, alone or behind the number of leads ('60 · q=ana&pais=Chile'); `at` is where 'q=' begins.
UPDATE audit_events SET to_value = substr(to_value, 1, at + 1) || '*' || iif(
    instr(substr(to_value, at), '&') > 0, substr(to_value, at + instr(substr(to_value, at), '&') - 1), ''
  )
  FROM (
    SELECT id AS search_id, instr('&' || replace(to_value, ' · ', ' ·&'), '&q=') AS at FROM audit_events
    WHERE type IN ('leads_exported', 'leads_deleted')
  ) WHERE id = search_id AND at > 0;
