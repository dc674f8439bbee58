import { AppError } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import type { Cookies } from '../http/cookies';
import { log } from '../log';
import { scale } from '../rate-limit/rate-limit';
import { currentSessionHash, requireRecentProof } from './sessions';

const HOUR_MS = 60 * 60 * 1000;
/**
 * Distinct rows (`rowsIn`) a session may read in an hour; reading one again is free. A salesperson's day is about 500: five pages of the list, each
 * status, agenda and country, sixty people looked for and opened.
 */
const ROWS = 5000;
/** A salesperson deletes some ten leads in a day. */
const DELETIONS = 100;
/** Deleting more than this at once needs a recent proof, whatever is left of the hour; bulk.ts audits it. */
export const MAX_DELETED_AT_ONCE = 50;

type Act = 'reading_limited' | 'deletion_limited';
type Hour = { ends: number; rows: Set<string>; deleted: number; audited: Set<Act> };

export type Holder = { cookies: Cookies; actor: Actor };

/**
 * What each session did since its hour began, by its token's hash: a proof rotates the token and so begins anew. Each
 * process counts on its own, because a write for each read would cost more than the read.
 */
const hours = new Map<string, Hour>();

function hourOf({ cookies }: Holder): Hour {
  const key = currentSessionHash(cookies).toString('base64');
  const now = Date.now();
  const present = hours.get(key);
  if (present && present.ends > now) return present;
  for (const [other, { ends }] of hours) if (ends <= now) hours.delete(other);
  const hour = { ends: now + HOUR_MS, rows: new Set<string>(), deleted: 0, audited: new Set<Act>() };
  hours.set(key, hour);
  return hour;
}

/** Counts rows that a session reads; tells whether its hour has room for those it has not read yet. */
export function countRowsRead(holder: Holder, rows: readonly string[]): boolean {
  if (rows.length === 0) return true;
  const { rows: read } = hourOf(holder);
  for (const row of rows) {
    if (read.size >= scale(ROWS) && !read.has(row)) return false;
    read.add(row);
  }
  return true;
}

/**
 * Lets a session read these rows.
 * @throws {AppError} `step_up` once the hour's rows are used up, unless the owner proved recently who they are.
 */
export async function spendRows(holder: Holder, rows: readonly string[]): Promise<void> {
  if (!countRowsRead(holder, rows)) await requireProof('reading_limited', holder);
}

/** For changes, because their answers show rows, too: throws AppError `step_up` once the hour's rows are used up. */
export async function requireRowsLeft(holder: Holder): Promise<void> {
  if (hourOf(holder).rows.size >= scale(ROWS)) await requireProof('reading_limited', holder);
}

/** Lets a session delete so many things. Throws AppError `step_up` as `spendRows` does, and for many at once. */
export async function spendDeletions(holder: Holder, count: number): Promise<void> {
  if (count > MAX_DELETED_AT_ONCE) return requireRecentProof(holder.cookies);
  const hour = hourOf(holder);
  if (hour.deleted + count > scale(DELETIONS)) await requireProof('deletion_limited', holder);
  else hour.deleted += count;
}

/** Audits a refusal, once an hour. */
async function requireProof(type: Act, holder: Holder): Promise<void> {
  try {
    requireRecentProof(holder.cookies);
  } catch (refusal) {
    const { audited } = hourOf(holder);
    if (refusal instanceof AppError && refusal.code === 'step_up' && !audited.has(type)) {
      audited.add(type);
      log.warn({ event: type, user: holder.actor.id });
      await inSharedTransaction(() => recordAudit({ type, actor: holder.actor }));
    }
    throw refusal;
  }
}
