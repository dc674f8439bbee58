-- What agencies need: their list in its order, its search, and the active agents that a plan counts.

CREATE INDEX companies_newest ON companies (created_at, id);
CREATE INDEX agents_active ON agents (company_id) WHERE status = 'active';

-- Words, by their beginnings, without case and accents.
CREATE VIRTUAL TABLE company_words USING fts5 (
  name, country,
  content = 'companies', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

INSERT INTO company_words (company_words) VALUES ('rebuild');

CREATE TRIGGER companies_search_insert AFTER INSERT ON companies BEGIN
  INSERT INTO company_words (rowid, name, country) VALUES (NEW.id, NEW.name, NEW.country);
END;

CREATE TRIGGER companies_search_delete AFTER DELETE ON companies BEGIN
  INSERT INTO company_words (company_words, rowid, name, country) VALUES ('delete', OLD.id, OLD.name, OLD.country);
END;

CREATE TRIGGER companies_search_update AFTER UPDATE OF name, country ON companies
WHEN OLD.name IS NOT NEW.name OR OLD.country IS NOT NEW.country BEGIN
  INSERT INTO company_words (company_words, rowid, name, country) VALUES ('delete', OLD.id, OLD.name, OLD.country);
  INSERT INTO company_words (rowid, name, country) VALUES (NEW.id, NEW.name, NEW.country);
END;
