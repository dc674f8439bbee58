import { leadErrors } from '~/shared/strings/lead/errors';
import { AppError } from '../../app-error';
import { inSharedTransaction } from '../../database/group-commit';
import { findFollowing, lookUpLead } from '../leads';
import { moveLeadToTrashNow } from '../trash';
import { numbersOfLead } from './numbers-of-lead';
import { deleteSilenced, insertSilenced, selectHiddenNumber, selectSilenced } from './silence-queries';

/** Whether what this number writes is no enquiry, by its key. */
export function isSilenced(phone_key: string): boolean {
  return selectSilenced().get({ phone_key }) !== undefined;
}

/**
 * 'No es una consulta': moves a lead to the trash, and no message of its numbers makes another one. Restoring the lead
 * takes that back. Returns the id of its last event.
 * @throws {AppError} `not_found`; `invalid` for a lead without a number.
 */
export function silenceLead(id: number, actorId: string): Promise<number> {
  return inSharedTransaction(() => {
    const lead = findFollowing(id);
    const numbers = numbersOfLead(lead);
    if (numbers.length === 0) throw new AppError('invalid', { message: leadErrors.noNumber });
    const silenced = { silenced_by: actorId, silenced_at: new Date().toISOString() };
    for (const phone_key of numbers) insertSilenced().run({ phone_key, ...silenced });
    return moveLeadToTrashNow(lead.id, actorId, 'silenced');
  });
}

/**
 * Hears a lead's number again; the lead stays where it is, live or in the trash. Idempotent.
 * @throws {AppError} `not_found`
 */
export function unsilenceLead(id: number): Promise<void> {
  return inSharedTransaction(() => {
    const lead = lookUpLead(id) ?? selectHiddenNumber().get({ id });
    if (!lead) throw new AppError('not_found');
    for (const phone_key of numbersOfLead(lead)) deleteSilenced().run({ phone_key });
  });
}
