-- What lists, totals and reports ask of a lead stands in one covering index (0071), and so on its row.

DROP TRIGGER leads_agenda_delete;
DROP TRIGGER leads_agenda_insert;
DROP TRIGGER leads_agenda_update;
DROP TRIGGER leads_arrive;
DROP TRIGGER leads_count_delete;
DROP TRIGGER leads_count_insert;
DROP TRIGGER leads_count_repeated;
DROP TRIGGER leads_count_update;
DROP TRIGGER leads_hide;
DROP TRIGGER leads_leave;
DROP TRIGGER leads_move_delete;
DROP TRIGGER leads_move_insert;
DROP TRIGGER leads_move_update;
DROP TRIGGER leads_search_delete;
DROP TRIGGER leads_search_insert;
DROP TRIGGER leads_search_update_phones;
DROP TRIGGER leads_show;
DROP TRIGGER leads_unpack_delete;
DROP TRIGGER leads_unpack_insert;
DROP TRIGGER leads_unpack_update;
DROP TRIGGER lead_events_touch;
DROP TRIGGER lead_events_unpack_delete;
DROP TRIGGER lead_events_unpack_insert;
DROP TRIGGER lead_events_unpack_move;
DROP TRIGGER lead_notes_count_insert;

DROP INDEX leads_by_activity;
DROP INDEX leads_by_cell;
DROP INDEX leads_by_estado_pais;
DROP INDEX leads_by_estado_pais_type;
DROP INDEX leads_by_estado_type;
DROP INDEX leads_by_next_contact;
DROP INDEX leads_by_notes;
DROP INDEX leads_by_owner;
DROP INDEX leads_by_pais;
DROP INDEX leads_by_pais_type;
DROP INDEX leads_by_plan;
DROP INDEX leads_by_reason;
DROP INDEX leads_by_source;
DROP INDEX leads_by_type;
DROP INDEX leads_deleted;
DROP INDEX leads_in_trash;
DROP INDEX leads_newest;
DROP INDEX leads_repeated;

DROP TABLE lead_agenda;
DROP TABLE lead_arrivals;
DROP TABLE lead_counters;
DROP TABLE lead_moves;
DROP TABLE lead_names;
DROP TABLE lead_packs;
DROP TABLE lead_phones;

-- After how many whole seconds, rounded up, somebody was first contacted.
ALTER TABLE leads ADD COLUMN answered_in INTEGER;
-- The statuses that its changes name, as bits: 1 nuevo, 2 contactado, 4 en_seguimiento, 8 ganado, 16 perdido.
ALTER TABLE leads ADD COLUMN passed INTEGER NOT NULL DEFAULT 0;
-- When it came to a status for the first time: how many minutes it had stood in the one before.
ALTER TABLE leads ADD COLUMN took_contactado INTEGER;
ALTER TABLE leads ADD COLUMN took_en_seguimiento INTEGER;
ALTER TABLE leads ADD COLUMN took_ganado INTEGER;
ALTER TABLE leads ADD COLUMN took_perdido INTEGER;
-- Its number read backwards, so that an index finds it by how it ends; none has more than 15 digits (E.164).
ALTER TABLE leads ADD COLUMN phone_digits TEXT GENERATED ALWAYS AS (coalesce(phone_key, whatsapp_digits)) VIRTUAL;
ALTER TABLE leads ADD COLUMN phone_backwards TEXT GENERATED ALWAYS AS (
  substr(phone_digits, -1, 1) || substr(phone_digits, -2, 1) || substr(phone_digits, -3, 1)
  || substr(phone_digits, -4, 1) || substr(phone_digits, -5, 1) || substr(phone_digits, -6, 1)
  || substr(phone_digits, -7, 1) || substr(phone_digits, -8, 1) || substr(phone_digits, -9, 1)
  || substr(phone_digits, -10, 1) || substr(phone_digits, -11, 1) || substr(phone_digits, -12, 1)
  || substr(phone_digits, -13, 1) || substr(phone_digits, -14, 1) || substr(phone_digits, -15, 1)
) VIRTUAL;

-- The changes of status of leads, each with how long its lead had stood in the status before, and with how often it had
-- come to each. Nothing is counted beyond one lead, so that SQLite reads those of a lead that is named alone.
CREATE VIEW lead_steps AS
  SELECT lead_id, from_value, to_value,
    count(*) FILTER (WHERE to_value = 'contactado') OVER history AS contactado,
    count(*) FILTER (WHERE to_value = 'en_seguimiento') OVER history AS en_seguimiento,
    count(*) FILTER (WHERE to_value = 'ganado') OVER history AS ganado,
    count(*) FILTER (WHERE to_value = 'perdido') OVER history AS perdido,
    max(0, CAST(
      round(1000 * unixepoch(created_at, 'subsec')) - round(1000 * unixepoch(coalesce(
        lag(created_at) OVER history, (SELECT created_at FROM leads WHERE id = lead_id)), 'subsec'))
    AS INTEGER) / 60000) AS took
  FROM lead_events WHERE type = 'changed' AND field = 'estado'
  WINDOW history AS (PARTITION BY lead_id ORDER BY created_at, id);

UPDATE leads SET passed = coalesce(steps.passed, 0), took_contactado = steps.took_contactado,
    took_en_seguimiento = steps.took_en_seguimiento, took_ganado = steps.took_ganado, took_perdido = steps.took_perdido,
    answered_in = max(0, (CAST(round(1000 * unixepoch(first_contacted_at, 'subsec'))
      - round(1000 * unixepoch(created_at, 'subsec')) AS INTEGER) + 999) / 1000)
  FROM (SELECT id AS lead FROM leads) LEFT JOIN (
    SELECT lead_id,
      max('nuevo' IN (from_value, to_value)) + 2 * max('contactado' IN (from_value, to_value))
        + 4 * max('en_seguimiento' IN (from_value, to_value)) + 8 * max('ganado' IN (from_value, to_value))
        + 16 * max('perdido' IN (from_value, to_value)) AS passed,
      max(took) FILTER (WHERE to_value = 'contactado' AND contactado = 1) AS took_contactado,
      max(took) FILTER (WHERE to_value = 'en_seguimiento' AND en_seguimiento = 1) AS took_en_seguimiento,
      max(took) FILTER (WHERE to_value = 'ganado' AND ganado = 1) AS took_ganado,
      max(took) FILTER (WHERE to_value = 'perdido' AND perdido = 1) AS took_perdido
    FROM lead_steps GROUP BY lead_id
  ) AS steps ON steps.lead_id = lead
  WHERE id = lead AND (first_contacted_at IS NOT NULL OR steps.passed IS NOT NULL);
