-- Whether an administrator gets mails about what is wrong with the installation: each mail names an address that stops its kind.
ALTER TABLE profiles ADD COLUMN notice_troubles INTEGER NOT NULL DEFAULT 1 CHECK (notice_troubles IN (0, 1));
