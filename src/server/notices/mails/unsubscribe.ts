import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '~/server/app-error';
import { inSharedTransaction } from '~/server/database/group-commit';
import { addressKey, memoryLimiterFor, takeFrom } from '~/server/rate-limit/rate-limit';
import { sign } from '~/server/secrets/secrets';
import type { Unsubscribe } from '~/shared/notices/schema';
import type { MailTopic } from '~/shared/notices/settings';
import {
  selectByFormerToken,
  selectFormerTokens,
  selectTold,
  stopMails,
  updateFormerToken,
} from '../people-queries';

/** 160 bits. */
const TOKEN_BYTES = 20;

/** Presses of one person's addresses, and of nobody's by one address of the network: nobody guesses 160 bits. */
const PRESSES = { points: 30, seconds: 600 };

/**
 * The addresses with which a mail's reader stops the mails of its kind; null while the key of secrets is not
 * there, because a mail that tells something is worth more than its footnote.
 */
export function unsubscribePaths(
  userId: string,
  topic: MailTopic,
): { page: string; oneClick: string } | null {
  try {
    const query = `token=${tokenOf(userId).toString('hex')}&topic=${topic}`;
    return { page: `/cuenta/baja?${query}`, oneClick: `/api/unsubscribe?${query}` };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * Whoever's mails name this token gets none of that kind any more. It does nothing for whoever is told nothing by now.
 * @throws {AppError} `busy` if the key of secrets is not there; `too_many`.
 */
export async function stopMailsTo({ token, topic }: Unsubscribe, clientAddress: string): Promise<void> {
  const id = findWhose(token);
  await takeFrom(memoryLimiterFor('unsubscribe', PRESSES), id ?? addressKey(clientAddress));
  if (!id) return;
  await inSharedTransaction(() => stopMails().run({ id, topic }));
}

/** It follows from the person, and says nothing of them: nothing that opens anything is stored. */
function tokenOf(userId: string): Buffer {
  return sign(userId, 'unsubscribe').subarray(0, TOKEN_BYTES);
}

/** Tries everybody, some 3 µs each: a team has no index of what is not stored. */
function findWhose(token: string): string | undefined {
  const former = selectByFormerToken().get({ hash: hashFormer(token) });
  if (former) return former.id;
  const bytes = Buffer.from(token, 'hex');
  return selectTold()
    .all()
    .find(({ id }) => timingSafeEqual(bytes, tokenOf(id)))?.id;
}

/** At the start: tokens of mails that older versions sent are left as hashes, so that their links go on working. */
export async function hashFormerTokens(): Promise<void> {
  if (!selectFormerTokens().get()) return;
  await inSharedTransaction(() => {
    for (const { id, former_unsubscribe } of selectFormerTokens().all())
      updateFormerToken().run({ id, former_unsubscribe: hashFormer(former_unsubscribe) });
  });
}

function hashFormer(token: string): string {
  return `sha256:${createHash('sha256').update(token).digest('hex')}`;
}
