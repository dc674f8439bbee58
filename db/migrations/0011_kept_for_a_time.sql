-- What is set aside, invalid or discarded has its time and its room.

CREATE INDEX enquiries_without_lead ON enquiries (received_at) WHERE state IN ('set_aside', 'invalid', 'discarded');

-- The press of 'Descartar todas' that discarded it, for as long as it stays discarded: what 'Deshacer' gives back.
ALTER TABLE enquiries ADD COLUMN discarded_in TEXT;

CREATE INDEX enquiries_discarded_together ON enquiries (discarded_in) WHERE discarded_in IS NOT NULL;

-- How many bytes of it came each day (UTC) from an address; all addresses together count as ''.
CREATE TABLE enquiry_bytes (
  day TEXT NOT NULL CHECK (day GLOB '????-??-??'),
  address TEXT NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  PRIMARY KEY (day, address)
) STRICT, WITHOUT ROWID;
