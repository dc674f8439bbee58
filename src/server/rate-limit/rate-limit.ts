import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../app-error';
import { query } from '../database/connection';
import { unlessFull } from '../database/full-disk';
import { inSharedTransaction } from '../database/group-commit';
import { workInSlices } from '../database/slices';
import { getSettings } from '../env';
import { addressKey, customerKey } from '../net/client-address';

type Rule = { points: number; seconds: number };

/** A purpose's rule, counted in the database, so a restart does not reset it. */
type Limiter = Rule & { purpose: string };

/** The longest window there is. */
const MAX_SECONDS = 30 * 24 * 60 * 60;

export function limiterFor(purpose: string, rule: Rule): Limiter {
  return { purpose, ...rule };
}

const inMemory = new Map<string, RateLimiterMemory>();

/** For calls so frequent that a write each would cost more than what it bounds. Each process counts on its own. */
export function memoryLimiterFor(purpose: string, { points, seconds }: Rule): RateLimiterMemory {
  let limiter = inMemory.get(purpose);
  if (!limiter) {
    limiter = new RateLimiterMemory({ points: scale(points), duration: seconds });
    inMemory.set(purpose, limiter);
  }
  return limiter;
}

/** An allowance multiplied by RATE_LIMIT_SCALE. */
export function scale(points: number): number {
  return Math.max(1, Math.round(points * getSettings().RATE_LIMIT_SCALE));
}

/**
 * A count's key. Whose it is is hashed: the row names nobody, and takes few bytes however long the email a stranger
 * types. 72 bits are enough that nobody finds a text that shares another's count.
 */
export function limitKey(purpose: string, whose: string): string {
  return `${purpose}:${createHash('sha256').update(whose).digest('base64url').slice(0, 12)}`;
}

/** Counts one more in the open window, or else in a new one that ends at `until`. */
export const addPoint = query<[{ key: string; now: number; until: number }], { points: number; expire: number }>(
  `INSERT INTO rate_limits (key, points, expire) VALUES (:key, 1, :until)
   ON CONFLICT (key) DO UPDATE SET
     points = CASE WHEN expire > :now AND expire <= :until THEN points + 1 ELSE 1 END,
     expire = CASE WHEN expire > :now AND expire <= :until THEN expire ELSE :until END
   RETURNING points, expire`,
);

/** Counts one more in a window of `ms`, in the caller's transaction; returns how many it has. */
export function countInWindow(purpose: string, whose: string, ms: number): number {
  const now = Date.now();
  return addPoint().get({ key: limitKey(purpose, whose), now, until: now + ms })?.points ?? 0;
}

/** Takes one point; `onState` gets what is left and until when. Throws AppError `too_many`, with the wait. */
export async function consume(
  limiter: RateLimiterAbstract,
  key: string,
  message?: string,
  onState: (state: RateLimiterRes) => void = () => {},
): Promise<void> {
  try {
    onState(await limiter.consume(key));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    onState(refusal);
    throw tooMany(refusal.msBeforeNext, message);
  }
}

/** Returns a point to the window that ends at `expire`; does nothing once another has begun. */
const returnPoint = query<[{ key: string; expire: number }]>(
  'UPDATE rate_limits SET points = points - 1 WHERE key = :key AND expire = :expire AND points > 0',
);

/**
 * Takes one point. Returns a function that gives it back, in its caller's transaction, unless the window has ended.
 * On a full disk this process counts in memory.
 * @throws {AppError} `too_many`, with the wait, if no point is left.
 */
export async function consumePoint(limiter: Limiter, key: string, message?: string): Promise<() => void> {
  const stored = limitKey(limiter.purpose, key);
  const now = Date.now();
  const until = now + limiter.seconds * 1000;
  const taken = await unlessFull(
    () => inSharedTransaction(() => addPoint().get({ key: stored, now, until }) ?? null),
    () => null,
  );
  if (taken === null) {
    const substitute = memoryLimiterFor(limiter.purpose, limiter);
    await consume(substitute, key, message);
    return () => void substitute.reward(key);
  }
  const { points, expire } = taken;
  if (points > scale(limiter.points)) throw tooMany(expire - now, message);
  return () => void returnPoint().run({ key: stored, expire });
}

function tooMany(waitMs: number, message: string | undefined): AppError {
  return new AppError('too_many', { retryAfterSeconds: Math.max(1, waitMs / 1000), ...(message && { message }) });
}

/** An IPv6 /48's allowance in /64s: often one customer's, with 65,536 of them, sometimes many customers'. */
export const NETWORK_SHARE = 5;

/**
 * Takes one point of a client's address, and of its /48. Returns a function that gives them back, as `consumePoint`.
 * @throws {AppError} `too_many`, with the wait.
 */
export async function consumeForAddress(purpose: string, rule: Rule, clientAddress: string): Promise<() => void> {
  const giveBacks: (() => void)[] = [];
  for (const { key, ...limiter } of allowancesOf(purpose, rule, clientAddress))
    giveBacks.push(await consumePoint(limiter, key));
  return () => {
    for (const giveBack of giveBacks) giveBack();
  };
}

/** The same in memory, as `memoryLimiterFor`. */
export async function consumeInMemoryForAddress(purpose: string, rule: Rule, clientAddress: string): Promise<void> {
  for (const [limiter, key] of memoryAllowancesOf(purpose, rule, clientAddress)) await consume(limiter, key);
}

/** Gives back what it took. */
export async function rewardInMemoryForAddress(purpose: string, rule: Rule, clientAddress: string): Promise<void> {
  for (const [limiter, key] of memoryAllowancesOf(purpose, rule, clientAddress)) await limiter.reward(key);
}

/** Takes nothing, but throws as `consumeInMemoryForAddress` would where no point is left. */
export async function requirePointForAddress(purpose: string, rule: Rule, clientAddress: string): Promise<void> {
  for (const [limiter, key] of memoryAllowancesOf(purpose, rule, clientAddress)) {
    const state = await limiter.get(key);
    if (state && state.remainingPoints <= 0) throw tooMany(state.msBeforeNext, undefined);
  }
}

function memoryAllowancesOf(...of: Parameters<typeof allowancesOf>): [RateLimiterMemory, string][] {
  return allowancesOf(...of).map(({ key, ...limiter }) => [memoryLimiterFor(limiter.purpose, limiter), key]);
}

function allowancesOf(purpose: string, rule: Rule, clientAddress: string): (Limiter & { key: string })[] {
  const [key, customer] = [addressKey(clientAddress), customerKey(clientAddress)];
  const own = { purpose, ...rule, key };
  if (customer === key) return [own];
  return [own, { ...rule, purpose: `${purpose}-48`, points: NETWORK_SHARE * rule.points, key: customer }];
}

export const deleteLimit = query<[{ key: string }]>('DELETE FROM rate_limits WHERE key = :key');

/** Gives all points back, in the caller's transaction. */
export function resetPoints(limiter: Limiter, key: string): void {
  deleteLimit().run({ key: limitKey(limiter.purpose, key) });
}

/** The last key of the batch that begins after a key, and the batch's size. */
const selectBatchEnd = query<[{ after: string }], { last: string | null; rows: number }>(
  `SELECT max(key) AS last, count(*) AS rows
   FROM (SELECT key FROM rate_limits WHERE key > :after ORDER BY key LIMIT 100)`,
);

// Times are in Unix milliseconds. A window is open at `now` if it ends after it, and no later than one begun now would:
// one that ends later was begun while the clock was ahead.

/** `latest` is the end of the longest window begun now. */
const deleteEndedLimits = query<[{ after: string; last: string; now: number; latest: number }]>(
  'DELETE FROM rate_limits WHERE key > :after AND key <= :last AND (expire < :now OR expire > :latest)',
);

/**
 * Removes counts whose window has ended, or is from a clock that was ahead; returns how many. Looks at each row: an
 * index would double their bytes.
 */
export async function removeExpiredLimits(): Promise<number> {
  const now = Date.now();
  const latest = now + MAX_SECONDS * 1000;
  let [after, removed] = ['', 0];
  await workInSlices(() => {
    const { last, rows } = selectBatchEnd().get({ after }) ?? { last: null, rows: 0 };
    if (last === null) return 0;
    removed += deleteEndedLimits().run({ after, last, now, latest }).changes;
    after = last;
    return rows;
  });
  return removed;
}
