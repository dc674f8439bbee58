-- What a note said before it was edited was kept for undoing that from the history.
UPDATE lead_events SET from_value = NULL WHERE type = 'note_edited';
