import { timingSafeEqual } from 'node:crypto';
import { AppError } from '~/server/app-error';
import { query } from '~/server/database/connection';
import { inSharedTransaction } from '~/server/database/group-commit';
import { consume, consumeInMemoryForAddress, memoryLimiterFor } from '~/server/rate-limit/rate-limit';
import { sign } from '~/server/secrets/encryption';
import type { Unsubscribe } from '~/shared/notices/schema';
import type { MailTopic } from '~/shared/notices/settings';
import { listRecipients } from '../recipients';

/** 160 bits. */
const TOKEN_BYTES = 20;

/** Per person, or per network address for unknown tokens; 160 bits cannot be guessed. */
const RATE_LIMIT = { points: 30, seconds: 600 };

/** Unsubscribe links of a mail; null without the key of secrets, because the notice matters more than its footer. */
export function unsubscribePaths(userId: string, topic: MailTopic): { page: string; oneClick: string } | null {
  try {
    const query = `token=${tokenOf(userId).toString('hex')}&topic=${topic}`;
    return { page: `/cuenta/baja?${query}`, oneClick: `/api/unsubscribe?${query}` };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const stopMails = query<[{ id: string } & Pick<Unsubscribe, 'topic'>]>(
  `UPDATE profiles SET
     notice_email = iif(:topic = 'leads', 'none', notice_email),
     notice_weekly = iif(:topic = 'numbers', 0, notice_weekly),
     notice_troubles = iif(:topic = 'troubles', 0, notice_troubles)
   WHERE id = :id`,
);

/**
 * Stops mails of this kind to whoever the token names. Ignores people who get no notices any more.
 * @throws {AppError} `busy` if the key of secrets is not there; `too_many`.
 */
export async function stopMailsTo({ token, topic }: Unsubscribe, clientAddress: string): Promise<void> {
  const id = findOwner(token);
  if (!id) return consumeInMemoryForAddress('unsubscribe', RATE_LIMIT, clientAddress);
  await consume(memoryLimiterFor('unsubscribe', RATE_LIMIT), id);
  await inSharedTransaction(() => stopMails().run({ id, topic }));
}

/** Derived from the user id and revealing nothing of it, so that no token is stored. */
function tokenOf(userId: string): Buffer {
  return sign(userId, 'unsubscribe').subarray(0, TOKEN_BYTES);
}

/** Tries everybody, some 3 µs each: tokens are not stored, so there is no index. */
function findOwner(token: string): string | undefined {
  const bytes = Buffer.from(token, 'hex');
  return listRecipients().find(({ id }) => timingSafeEqual(bytes, tokenOf(id)))?.id;
}
