-- Who gets the numbers of the week by mail on Mondays. That they were told is the day's (notice_days).
ALTER TABLE profiles ADD COLUMN notice_weekly INTEGER NOT NULL DEFAULT 0 CHECK (notice_weekly IN (0, 1));
