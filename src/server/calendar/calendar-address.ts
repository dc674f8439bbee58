import type { OwnCalendar } from '~/shared/accounts/account';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { getSettings } from '../env';
import type { Visit } from '../http/visit';
import { consume, consumeInMemoryForAddress, memoryLimiterFor } from '../rate-limit/rate-limit';
import { hashToken, makeToken } from '../secrets/random-tokens';

/** Calendar programs poll every few minutes at most. */
const RATE_LIMIT = { points: 60, seconds: 600 };
/** Unknown secrets an address may try. Guessing one is hopeless; this only bounds the noise. */
const WRONG_SECRETS = { points: 30, seconds: 600 };

const selectFeedOf = query<[{ user_id: string }], { created_at: string; rests_since: string | null }>(
  'SELECT created_at, rests_since FROM calendar_feeds WHERE user_id = :user_id',
);

/** Since when somebody has a calendar address, and whether it rests. */
export function readOwnCalendar(userId: string): OwnCalendar {
  const feed = selectFeedOf().get({ user_id: userId });
  return { since: feed?.created_at ?? null, rests_since: feed?.rests_since ?? null };
}

const upsertFeed = query<[{ user_id: string; secret_hash: Buffer; created_at: string }]>(
  `INSERT INTO calendar_feeds (user_id, secret_hash, created_at) VALUES (:user_id, :secret_hash, :created_at)
   ON CONFLICT (user_id) DO UPDATE SET secret_hash = excluded.secret_hash, created_at = excluded.created_at,
     rests_since = NULL`,
);

/** Makes a calendar address, shown only this once, and mails that it exists. The former one stops working. */
export async function makeCalendarAddress(actor: Actor): Promise<{ url: string }> {
  const secret = makeToken();
  await inSharedTransaction(() => {
    upsertFeed().run({
      user_id: actor.id,
      secret_hash: hashToken(secret),
      created_at: new Date().toISOString(),
    });
    recordAudit({ type: 'calendar_address_made', actor });
    enqueueMail({ template: 'calendar_address_made', user_id: actor.id });
  });
  return { url: `${getSettings().SITE_URL}/calendario/${secret}.ics` };
}

/** Revokes one's calendar address; does nothing without one. */
export function dropCalendarAddress(actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    if (removeCalendarAddress(actor.id)) recordAudit({ type: 'calendar_address_dropped', actor });
  });
}

/** Whose address it is, resting or not. */
const selectFeedPerson = query<[{ user_id: string }], { id: string; email: string }>(
  'SELECT id, email FROM calendar_feeds JOIN users ON users.id = user_id WHERE user_id = :user_id',
);

const endFeedRest = query<[{ user_id: string }]>(
  'UPDATE calendar_feeds SET rests_since = NULL WHERE user_id = :user_id AND rests_since IS NOT NULL',
);

/** Ends the rest of somebody's calendar address. Throws AppError `not_found`. */
export function confirmCalendarAddress(userId: string, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const subject = requireFound(selectFeedPerson().get({ user_id: userId }));
    if (endFeedRest().run({ user_id: userId }).changes > 0)
      recordAudit({ type: 'calendar_address_confirmed', actor, subject });
  });
}

/** Revokes somebody else's calendar address. Throws AppError `not_found`. */
export function dropCalendarAddressOf(userId: string, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const subject = requireFound(selectFeedPerson().get({ user_id: userId }));
    removeCalendarAddress(userId);
    recordAudit({ type: 'calendar_address_dropped', actor, subject });
  });
}

const deleteFeed = query<[{ user_id: string }]>('DELETE FROM calendar_feeds WHERE user_id = :user_id');

/** Revokes somebody's calendar address, in the caller's transaction; false if there is none. */
export function removeCalendarAddress(userId: string): boolean {
  return deleteFeed().run({ user_id: userId }).changes > 0;
}

/** The owner must still be allowed to work with leads, and the address not rest. */
const selectFeedOwner = query<[{ secret_hash: Buffer }], { id: string }>(
  `SELECT id FROM calendar_feeds JOIN profiles ON profiles.id = user_id
   WHERE secret_hash = :secret_hash AND rests_since IS NULL AND status = 'active' AND company_id IS NULL`,
);

/**
 * The id of the person whose address has this secret. Unknown secrets count against the sender's address, so nobody can
 * use up a real calendar's limit.
 * @throws {AppError} `not_found`; `too_many`.
 */
export async function authenticateFeed(secret: string, visit: Visit): Promise<string> {
  const owner = selectFeedOwner().get({ secret_hash: hashToken(secret) });
  if (!owner) {
    await consumeInMemoryForAddress('wrong-calendar', WRONG_SECRETS, visit.address);
    throw new AppError('not_found');
  }
  await consume(memoryLimiterFor('calendar', RATE_LIMIT), owner.id);
  return owner.id;
}
