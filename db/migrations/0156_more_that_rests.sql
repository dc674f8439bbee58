-- After a restore calendar addresses and devices rest like tokens and destinations, until an administrator confirms them.
ALTER TABLE calendar_feeds ADD COLUMN rests_since TEXT CHECK (rests_since GLOB '????-??-??T??:??:??.???Z');
ALTER TABLE push_subscriptions ADD COLUMN rests_since TEXT CHECK (rests_since GLOB '????-??-??T??:??:??.???Z');
