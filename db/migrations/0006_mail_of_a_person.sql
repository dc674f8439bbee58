-- The last message to somebody, which stands beside their account: by their id, or by the email it was asked for with.
CREATE INDEX deliveries_by_person ON deliveries (coalesce(payload ->> '$.user_id', payload ->> '$.email'), id)
  WHERE kind IN ('mail', 'provisioning');
