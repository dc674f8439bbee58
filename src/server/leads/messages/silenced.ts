import { groupPhone } from '~/shared/leads/phone-groups';
import type { SilencedNumber } from '~/shared/whatsapp/connection';
import { AppError } from '../../app-error';
import { type Actor, recordAudit } from '../../audit/audit';
import { inSharedTransaction } from '../../database/group-commit';
import { deleteSilenced, selectAllSilenced } from './silence-queries';

const MOST_LISTED = 1000;

/** Numbers whose messages are no enquiries, the newest first; a thousand at most. */
export function listSilenced(): SilencedNumber[] {
  return selectAllSilenced()
    .all({ limit: MOST_LISTED })
    .map((row) => ({ ...row, number: groupPhone(`+${row.phone_key}`) }))
    .sort((a, b) => b.silenced_at.localeCompare(a.silenced_at));
}

/**
 * Lets a number's messages be enquiries again. The audit does not keep the number.
 * @throws {AppError} `not_found` if it is not silenced.
 */
export function unsilence(phone_key: string, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    if (deleteSilenced().run({ phone_key }).changes === 0) throw new AppError('not_found');
    recordAudit({ type: 'number_unsilenced', actor });
  });
}
