import { query } from '../database/connection';

/** `now` is a Unix time in milliseconds, as rate-limiter-flexible stores it. */
export const deleteExpiredLimits = query<[{ now: number; limit: number }]>(
  'DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE expire < :now LIMIT :limit)',
);

/** The end of the window in which a key's points are counted. */
export const selectWindowEnd = query<[{ key: string }], { expire: number | null }>(
  'SELECT expire FROM rate_limits WHERE key = :key',
);

/** Returns a point to the window that ends at `expire`; does nothing if another window has begun. */
export const returnPoint = query<[{ key: string; expire: number | null }]>(
  'UPDATE rate_limits SET points = points - 1 WHERE key = :key AND expire = :expire AND points > 0',
);

export const deleteLimit = query<[{ key: string }]>('DELETE FROM rate_limits WHERE key = :key');
