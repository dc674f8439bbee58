-- Messages from a template cost money: those of a day are counted, in all and by author.
CREATE INDEX messages_from_template ON messages (at, author_id) WHERE template IS NOT NULL;
