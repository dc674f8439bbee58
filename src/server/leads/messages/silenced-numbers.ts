import type { Lead } from '~/shared/leads/lead';
import { formatPhone } from '~/shared/phones/format';
import { leadErrors } from '~/shared/strings/lead/errors';
import type { SilencedNumber } from '~/shared/whatsapp/connection';
import { AppError, requireFound } from '../../app-error';
import { type Actor, recordAudit } from '../../audit/audit';
import { query } from '../../database/connection';
import { inSharedTransaction } from '../../database/group-commit';
import { findFollowing, lookUpLead } from '../leads';
import { moveToTrashInTransaction } from '../trash';
import { deleteSilenced, type Silenced } from './message-queries';
import { isUserId, numbersOfLead } from './number-keys';

const MAX_LISTED = 1000;

const selectSilenced = query<[Silenced], { silenced_at: string }>(
  'SELECT silenced_at FROM silenced_numbers WHERE phone_key = :phone_key',
);

/** Whether messages of this number, by its key, make no lead. */
export function isSilenced(phone_key: string): boolean {
  return selectSilenced().get({ phone_key }) !== undefined;
}

/** With the name of whoever silenced it; in no order. */
const selectAllSilenced = query<[{ limit: number }], Omit<SilencedNumber, 'number'>>(
  `SELECT phone_key, (SELECT name FROM profiles WHERE profiles.id = silenced_numbers.silenced_by) AS silenced_by,
          silenced_at
   FROM silenced_numbers LIMIT :limit`,
);

/** Silenced numbers, newest first; a thousand at most. */
export function listSilenced(): SilencedNumber[] {
  return selectAllSilenced()
    .all({ limit: MAX_LISTED })
    .map((row) => ({ ...row, number: isUserId(row.phone_key) ? row.phone_key : formatPhone(`+${row.phone_key}`) }))
    .sort((a, b) => b.silenced_at.localeCompare(a.silenced_at));
}

const insertSilenced = query<[Silenced & { silenced_by: string; silenced_at: string }]>(
  `INSERT INTO silenced_numbers (phone_key, silenced_by, silenced_at) VALUES (:phone_key, :silenced_by, :silenced_at)
   ON CONFLICT DO NOTHING`,
);

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

const selectHiddenNumber = query<[{ id: number }], Pick<Lead, 'id' | 'phone_key' | 'whatsapp' | 'whatsapp_user_id'>>(
  'SELECT id, phone_key, whatsapp, whatsapp_user_id FROM leads WHERE id = :id AND deleted_at IS NOT NULL AND joined_into IS NULL',
);

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
