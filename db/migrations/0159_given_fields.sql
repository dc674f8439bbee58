-- Which fields an import filled in was kept by name only: each is kept with what it was and what it became, as by now. Undoing
-- such a row gave nothing back once somebody had worked on its lead, and does not now.
UPDATE import_rows SET given = json_set(given, '$.fields', json((
  SELECT json_group_object(field.value, json_array(
    iif(field.value = 'email', '', NULL),
    CASE field.value
      WHEN 'email' THEN email WHEN 'whatsapp' THEN whatsapp WHEN 'pais' THEN pais WHEN 'empresa' THEN empresa
      WHEN 'client_type' THEN client_type WHEN 'mensaje' THEN mensaje WHEN 'plan' THEN plan WHEN 'billing' THEN billing
    END
  ))
  FROM json_each(given, '$.fields') AS field JOIN leads ON leads.id = import_rows.lead_id
  WHERE NOT EXISTS (
    SELECT 1 FROM lead_events
    WHERE lead_events.lead_id = import_rows.lead_id AND id > last_event_id
  )
)))
WHERE json_type(given, '$.fields') = 'array';
