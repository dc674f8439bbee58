import { formatPhone } from '~/shared/phones/format';
import { leadErrors } from '~/shared/strings/lead/errors';
import type { SilencedNumber } from '~/shared/whatsapp/connection';
import { AppError, requireFound } from '../../app-error';
import { type Actor, recordAudit } from '../../audit/audit';
import { inSharedTransaction } from '../../database/group-commit';
import { findFollowing, lookUpLead } from '../leads';
import { moveToTrashInTransaction } from '../trash';
import { isUserId, numbersOfLead } from './number-keys';
import {
  deleteSilenced,
  insertSilenced,
  selectAllSilenced,
  selectHiddenNumber,
  selectSilenced,
} from './silenced-queries';

const MAX_LISTED = 1000;

/** Whether messages of this number, by its key, make no lead. */
export function isSilenced(phone_key: string): boolean {
  return selectSilenced().get({ phone_key }) !== undefined;
}

/** Silenced numbers, newest first; a thousand at most. */
export function listSilenced(): SilencedNumber[] {
  return selectAllSilenced()
    .all({ limit: MAX_LISTED })
    .map((row) => ({ ...row, number: isUserId(row.phone_key) ? row.phone_key : formatPhone(`+${row.phone_key}`) }))
    .sort((a, b) => b.silenced_at.localeCompare(a.silenced_at));
}

/**
 * 'No es una consulta': moves a lead to the trash, and silences its numbers. Restoring the lead takes that back.
 * Returns the id of its last event.
 * @throws {AppError} `not_found`; `invalid` for a lead without a number.
 */
export function silenceLead(id: number, actorId: string): Promise<number> {
  return inSharedTransaction(() => {
    const lead = findFollowing(id);
    const numbers = numbersOfLead(lead);
    if (numbers.length === 0) throw new AppError('invalid', { message: leadErrors.noNumber });
    const silenced = { silenced_by: actorId, silenced_at: new Date().toISOString() };
    for (const phone_key of numbers) insertSilenced().run({ phone_key, ...silenced });
    return moveToTrashInTransaction(lead.id, actorId, 'silenced');
  });
}

/** Unsilences a lead's numbers, in the trash too, which it does not leave. Idempotent. Throws AppError `not_found`. */
export function unsilenceLead(id: number): Promise<void> {
  return inSharedTransaction(() => {
    const lead = requireFound(lookUpLead(id) ?? selectHiddenNumber().get({ id }));
    for (const phone_key of numbersOfLead(lead)) deleteSilenced().run({ phone_key });
  });
}

/** Unsilences a number. The audit does not keep it. Throws AppError `not_found` if it is not silenced. */
export function unsilence(phone_key: string, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    if (deleteSilenced().run({ phone_key }).changes === 0) throw new AppError('not_found');
    recordAudit({ type: 'number_unsilenced', actor });
  });
}
