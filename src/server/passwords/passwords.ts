import { availableParallelism } from 'node:os';
import { setTimeout as rest } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '../app-error';

/** OWASP's minimum for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hashing shares libuv's threads with file reads, and the processor with everything else: never more than two at
 * once, and on a small machine one, so that a flood of sign-ins leaves a core to answer everyone else.
 */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;
const MAX_WAITING = 32;
/** How long a refusal is held back: who floods by a connection's answers floods a hundred times slower. */
const REFUSAL_PAUSE_MS = 500;

const limit = pLimit(AT_ONCE);

/**
 * Refuses work that would end in hashing while too much of it waits already, before anything is read or written for
 * it. Rejects, half a second later, with AppError `busy`.
 */
export async function requireRoomToHash(): Promise<void> {
  if (limit.pendingCount < MAX_WAITING) return;
  await rest(REFUSAL_PAUSE_MS);
  throw new AppError('busy', { retryAfterSeconds: 2 });
}

async function whenThereIsRoom<Result>(work: () => Promise<Result>): Promise<Result> {
  await requireRoomToHash();
  return limit(work);
}

/** The argon2id hash of a password, as a PHC string. Throws AppError `busy` when too many are waiting. */
export function hashPassword(password: string): Promise<string> {
  return whenThereIsRoom(() => hash(password.normalize('NFC'), ARGON2ID));
}

/** Whether a stored hash was made with weaker settings than today's and should be made anew at the next sign-in. */
export function isOutdatedHash(storedHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = ARGON2ID;
  return !storedHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password matches the stored hash. Without a hash (no such account) it does the same work against
 * a decoy and answers false, so that the answer's time tells nothing. Throws AppError `busy` when too many wait.
 */
export function passwordMatches(password: string, storedHash: string | undefined): Promise<boolean> {
  return whenThereIsRoom(async () => {
    decoy ??= hash(crypto.randomUUID(), ARGON2ID);
    const matches = await verify(storedHash ?? (await decoy), password.normalize('NFC'));
    return matches && storedHash !== undefined;
  });
}
