-- How calls ended, in `to_value`: for the numbers, and for the lists that they open.
CREATE INDEX lead_events_calls ON lead_events (to_value, lead_id) WHERE type = 'call_ended';
