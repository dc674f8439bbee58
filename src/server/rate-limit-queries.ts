import { query } from './db';

/** `now` is a Unix time in milliseconds, as rate-limiter-flexible keeps it. */
export const deleteExpiredLimits = query<[{ now: number; limit: number }]>(
  'DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE expire < :now LIMIT :limit)',
);
