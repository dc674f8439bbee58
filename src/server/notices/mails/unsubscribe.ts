import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '~/server/app-error';
import { inSharedTransaction } from '~/server/database/group-commit';
import { sign } from '~/server/secrets/secrets';
import {
  selectByFormerToken,
  selectFormerTokens,
  selectStaffIds,
  stopMails,
  updateFormerToken,
} from '../people-queries';

/** 160 bits. */
const TOKEN_BYTES = 20;

/**
 * The addresses with which one mail's reader stops all that they can choose not to get; null while the key of secrets is not
 * there, because a mail that tells something is worth more than its footnote.
 */
export function unsubscribePaths(userId: string): { page: string; oneClick: string } | null {
  try {
    const token = tokenOf(userId).toString('hex');
    return { page: `/cuenta/baja?token=${token}`, oneClick: `/api/unsubscribe?token=${token}` };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * Whoever's mails name this token gets none any more, except about their account and what is wrong with the CRM.
 * @throws {AppError} `busy` if the key of secrets is not there.
 */
export async function stopMailsTo(token: string): Promise<void> {
  const id = findWhose(token);
  if (id) await inSharedTransaction(() => stopMails().run({ id }));
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
  return selectStaffIds()
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
