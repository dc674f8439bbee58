-- No counter tells any more what it was a week ago, which this index was for.
DROP INDEX lead_events_moves;
