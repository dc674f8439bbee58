-- No statement uses these since the list's statements are composed of what they are asked for: those who wait are read in
-- the indexes by status. Every new lead and every first contact writes less without them.
DROP INDEX leads_waiting;
DROP INDEX leads_waiting_by_pais;
DROP INDEX leads_waiting_by_pais_type;
DROP INDEX leads_waiting_by_type;
