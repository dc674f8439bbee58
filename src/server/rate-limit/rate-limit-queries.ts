import { query } from '../database/connection';

/** The last key of the batch that begins after a key, and the batch's size. */
export const selectBatchEnd = query<[{ after: string }], { last: string | null; rows: number }>(
  `SELECT max(key) AS last, count(*) AS rows
   FROM (SELECT key FROM rate_limits WHERE key > :after ORDER BY key LIMIT 100)`,
);

/** `now` is in Unix milliseconds, as rate-limiter-flexible stores it. */
export const deleteExpiredLimits = query<[{ after: string; last: string; now: number }]>(
  'DELETE FROM rate_limits WHERE key > :after AND key <= :last AND expire < :now',
);

export const selectWindowEnd = query<[{ key: string }], { expire: number | null }>(
  'SELECT expire FROM rate_limits WHERE key = :key',
);

/** Returns a point to the window that ends at `expire`; does nothing once another has begun. */
export const returnPoint = query<[{ key: string; expire: number | null }]>(
  'UPDATE rate_limits SET points = points - 1 WHERE key = :key AND expire = :expire AND points > 0',
);

export const deleteLimit = query<[{ key: string }]>('DELETE FROM rate_limits WHERE key = :key');

/** A key's points and its window's end; nothing once that is over. */
export const selectPoints = query<[{ key: string; now: number }], { points: number; expire: number }>(
  'SELECT points, expire FROM rate_limits WHERE key = :key AND expire > :now',
);

/** Counts one more in the open window, or else in a new one that ends at `until`. */
export const addPoint = query<[{ key: string; now: number; until: number }], { points: number }>(
  `INSERT INTO rate_limits (key, points, expire) VALUES (:key, 1, :until)
   ON CONFLICT (key) DO UPDATE SET
     points = CASE WHEN expire > :now THEN points + 1 ELSE 1 END,
     expire = CASE WHEN expire > :now THEN expire ELSE :until END
   RETURNING points`,
);

export const putWindow = query<[{ key: string; until: number }]>(
  `INSERT INTO rate_limits (key, points, expire) VALUES (:key, 1, :until)
   ON CONFLICT (key) DO UPDATE SET points = 1, expire = :until`,
);
