import { availableParallelism } from 'node:os';
import { setTimeout as rest } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '../app-error';

/** OWASP's minimum for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hashing takes CPU and libuv's threads, which file reads need, too. So at most two at once, and one on a small
 * machine: a flood of sign-ins leaves a core for everything else.
 */
const CONCURRENCY = availableParallelism() > 2 ? 2 : 1;
const MAX_WAITING = 32;
/** Places beyond those, for whom strangers must not keep out. */
const RESERVED = 16;
/** Refusals are delayed by this, so a client that waits for answers gets only a few attempts a second. */
const REFUSAL_PAUSE_MS = 500;

const limit = pLimit(CONCURRENCY);

/** `known`: whose session, link or browser shows that they were here before. */
type Visitor = 'known' | 'stranger';

function hasRoom(whose: Visitor): boolean {
  return limit.pendingCount < (whose === 'known' ? MAX_WAITING + RESERVED : MAX_WAITING);
}

/** Refuses work that ends in hashing while too much is queued, before reading. Throws `busy` after half a second. */
export async function requireRoomToHash(whose: Visitor): Promise<void> {
  if (hasRoom(whose)) return;
  await rest(REFUSAL_PAUSE_MS);
  throw new AppError('busy', { retryAfterSeconds: 2 });
}

/** Looks and takes its place in one turn: all sign-ins of one shared transaction come here at once. */
async function queueHash<Result>(whose: Visitor, work: () => Promise<Result>): Promise<Result> {
  if (!hasRoom(whose)) await requireRoomToHash(whose);
  return limit(work);
}

/** The argon2id hash of a password, as a PHC string. Throws AppError `busy` if too many are waiting. */
export function hashPassword(password: string, whose: Visitor = 'known'): Promise<string> {
  return queueHash(whose, () => hash(password.normalize('NFC'), ARGON2ID));
}

/** Whether a stored hash has weaker parameters than today's, and should be replaced at the next sign-in. */
export function isOutdatedHash(storedHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = ARGON2ID;
  return !storedHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password matches the stored hash. Without one (no such account) it does the same work on a decoy and
 * returns false, so timing reveals nothing. Throws AppError `busy` if too many are waiting.
 */
export function passwordMatches(
  password: string,
  storedHash: string | undefined,
  whose: Visitor = 'known',
): Promise<boolean> {
  return queueHash(whose, async () => {
    decoy ??= hash(crypto.randomUUID(), ARGON2ID);
    const matches = await verify(storedHash ?? (await decoy), password.normalize('NFC'));
    return matches && storedHash !== undefined;
  });
}
