import { query } from '../database/connection';

/** The last key of the batch that begins after a key, and the batch's size. */
export const selectBatchEnd = query<[{ after: string }], { last: string | null; rows: number }>(
  `SELECT max(key) AS last, count(*) AS rows
   FROM (SELECT key FROM rate_limits WHERE key > :after ORDER BY key LIMIT 100)`,
);

// Times are in Unix milliseconds. A window is open at `now` if it ends after it, and no later than one begun now would:
// one that ends later was begun while the clock was ahead.

/** `latest` is the end of the longest window begun now. */
export const deleteEndedLimits = query<[{ after: string; last: string; now: number; latest: number }]>(
  'DELETE FROM rate_limits WHERE key > :after AND key <= :last AND (expire < :now OR expire > :latest)',
);

/** Returns a point to the window that ends at `expire`; does nothing once another has begun. */
export const returnPoint = query<[{ key: string; expire: number }]>(
  'UPDATE rate_limits SET points = points - 1 WHERE key = :key AND expire = :expire AND points > 0',
);

export const deleteLimit = query<[{ key: string }]>('DELETE FROM rate_limits WHERE key = :key');

/** A key's points and its window's end; nothing if it is not open. `until` is the end of the longest begun now. */
export const selectPoints = query<[{ key: string; now: number; until: number }], { points: number; expire: number }>(
  'SELECT points, expire FROM rate_limits WHERE key = :key AND expire > :now AND expire <= :until',
);

/** Counts one more in the open window, or else in a new one that ends at `until`. */
export const addPoint = query<[{ key: string; now: number; until: number }], { points: number; expire: number }>(
  `INSERT INTO rate_limits (key, points, expire) VALUES (:key, 1, :until)
   ON CONFLICT (key) DO UPDATE SET
     points = CASE WHEN expire > :now AND expire <= :until THEN points + 1 ELSE 1 END,
     expire = CASE WHEN expire > :now AND expire <= :until THEN expire ELSE :until END
   RETURNING points, expire`,
);

export const putWindow = query<[{ key: string; until: number }]>(
  `INSERT INTO rate_limits (key, points, expire) VALUES (:key, 1, :until)
   ON CONFLICT (key) DO UPDATE SET points = 1, expire = :until`,
);
