import { isIPv6 } from 'node:net';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import { AppError } from '../app-error';
import { getDb } from '../database/connection';
import { workInSlices } from '../database/slices';
import { getSettings } from '../env';
import { limitKey } from './limit-key';
import { deleteExpiredLimits, deleteLimit, returnPoint, selectBatchEnd, selectWindowEnd } from './rate-limit-queries';

type Rule = { points: number; seconds: number };

class StoredLimiter extends RateLimiterSQLite {
  override getKey(key: string | number): string {
    return limitKey(this.keyPrefix, String(key));
  }
}

const limiters = new Map<string, RateLimiterSQLite>();

/** One limiter per purpose, stored in the database, so a restart does not reset it. */
export function limiterFor(purpose: string, { points, seconds }: Rule): RateLimiterSQLite {
  let limiter = limiters.get(purpose);
  if (!limiter) {
    limiter = new StoredLimiter({
      storeClient: getDb(),
      storeType: 'better-sqlite3',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: purpose,
      points: scale(points),
      duration: seconds,
    });
    limiters.set(purpose, limiter);
  }
  return limiter;
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
    const retryAfterSeconds = Math.max(1, refusal.msBeforeNext / 1000);
    throw new AppError('too_many', { retryAfterSeconds, ...(message && { message }) });
  }
}

/**
 * Takes one point. Returns a function that gives it back, in its caller's transaction, unless the window has ended.
 * @throws {AppError} `too_many`, with the wait, if no point is left.
 */
export async function consumePoint(limiter: RateLimiterSQLite, key: string, message?: string): Promise<() => void> {
  await consume(limiter, key, message);
  const stored = limiter.getKey(key);
  const expire = selectWindowEnd().get({ key: stored })?.expire ?? null;
  return () => void returnPoint().run({ key: stored, expire });
}

/** An IPv6 /48's allowance in /64s: often one customer's, with 65,536 of them, sometimes many customers'. */
export const NETWORK_SHARE = 5;

/** Takes one point of a client's address, and of its /48. Throws AppError `too_many`, with the wait. */
export async function consumeForAddress(purpose: string, rule: Rule, clientAddress: string): Promise<void> {
  const key = addressKey(clientAddress);
  await consumePoint(limiterFor(purpose, rule), key);
  const network = networkKey(clientAddress);
  if (network === key) return;
  const points = NETWORK_SHARE * rule.points;
  await consumePoint(limiterFor(`${purpose}-48`, { ...rule, points }), network);
}

/** Gives all points back, in the caller's transaction. */
export function resetPoints(limiter: RateLimiterSQLite, key: string): void {
  deleteLimit().run({ key: limiter.getKey(key) });
}

/** Removes counts whose window has ended; returns how many. Looks at each row: an index would double their bytes. */
export async function removeExpiredLimits(): Promise<number> {
  const now = Date.now();
  let [after, removed] = ['', 0];
  await workInSlices(() => {
    const { last, rows } = selectBatchEnd().get({ after }) ?? { last: null, rows: 0 };
    if (last === null) return 0;
    removed += deleteExpiredLimits().run({ after, last, now }).changes;
    after = last;
    return rows;
  });
  return removed;
}

/** All that one customer may have: an IPv4 address, or an IPv6 /48. */
export function networkKey(address: string): string {
  return addressKey(address).replace(/:[^:]+::\/64$/, '::/48');
}

/** What counts as one address: an IPv4 address, or an IPv6 /64, which belongs to one customer. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const groups = address.includes('::')
    ? [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
    : front;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
