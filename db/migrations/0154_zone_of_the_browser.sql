-- Somebody's zone is the one of the browser in which they last used the panel; one they chose is that until then.
ALTER TABLE profiles RENAME COLUMN notice_zone TO zone;
-- Nothing sounds in the panel any more.
ALTER TABLE profiles DROP COLUMN notice_sound;
