-- With every removal rewriting the blocks where a lead's words stand, an edit took 8 ms and a purge of thousands of leads
-- an hour. They are written down as gone again, and whoever erases a person has the index merged, which drops them.
INSERT INTO lead_words (lead_words, rank) VALUES ('secure-delete', 0);
INSERT INTO lead_phones (lead_phones, rank) VALUES ('secure-delete', 0);
